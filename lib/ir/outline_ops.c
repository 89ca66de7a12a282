//===- outline_ops.c - which ops become dispatches ------------------------===//

#include "lib/ir/outline_ops.h"

#include "lib/ir/strings.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

#include "lib/base/banned.h"

static bool isOneOf(MlirStringRef name, const char *const *list, size_t count) {
  for (size_t i = 0; i < count; ++i)
    if (tracemarkStringIs(name, list[i]))
      return true;
  return false;
}

bool tracemarkOutlineIsSlice(MlirOperation operation) {
  static const char *const slices[] = {"tensor.extract_slice",
                                       "memref.subview"};
  return isOneOf(tracemarkOperationName(operation), slices,
                 TRACEMARK_COUNT_OF(slices));
}

bool tracemarkOutlineIsView(MlirOperation operation) {
  static const char *const views[] = {
      "tensor.extract_slice", "tensor.expand_shape", "tensor.collapse_shape",
      "tensor.cast",          "memref.subview",      "memref.expand_shape",
      "memref.cast",          "memref.transpose",    "memref.collapse_shape"};
  return isOneOf(tracemarkOperationName(operation), views,
                 TRACEMARK_COUNT_OF(views));
}

bool tracemarkOutlineIsControlFlow(MlirOperation operation) {
  static const char *const names[] = {
      "scf.if",    "scf.for",    "scf.while",       "scf.execute_region",
      "affine.if", "affine.for", "scf.index_switch"};
  return isOneOf(tracemarkOperationName(operation), names,
                 TRACEMARK_COUNT_OF(names));
}

/// Ops that read and write nothing, so that a dispatch on memrefs may move over
/// them.
static bool isFree(MlirStringRef name) {
  static const char *const dialects[] = {"arith.", "math.",  "complex.",
                                         "index.", "shape.", "tensor."};
  static const char *const names[] = {
      "affine.apply",        "affine.min",
      "affine.max",          "memref.alloc",
      "memref.alloca",       "memref.dim",
      "memref.get_global",   "memref.reinterpret_cast",
      "memref.subview",      "memref.cast",
      "memref.expand_shape", "memref.collapse_shape",
      "memref.transpose",    "memref.extract_strided_metadata"};
  for (size_t i = 0; i < TRACEMARK_COUNT_OF(dialects); ++i)
    if (tracemarkStringStartsWith(name, dialects[i]))
      return true;
  return isOneOf(name, names, TRACEMARK_COUNT_OF(names));
}

static bool isMemory(MlirValue value) {
  MlirType type = mlirValueGetType(value);
  return mlirTypeIsAMemRef(type) || mlirTypeIsAUnrankedMemRef(type);
}

static bool isNoMemory(MlirOperation user, intptr_t index, MlirValue value,
                       bool isNested, void *userData) {
  return !isMemory(value);
}

/// Tells whether the op computes nothing but what a scalar or a smaller tensor
/// holds: its body only yields an input that is not indexed by every loop.
static bool isFill(const TracemarkLinalgView *view) {
  if (!view->isElementwise || view->insCount != 1 || view->initCount != 1)
    return false;
  if (tracemarkStringIs(view->name, "fill"))
    return true;
  MlirOperation yield = tracemarkLinalgViewYield(view);
  MlirValue element = tracemarkLinalgViewBodyArgument(view, 0);
  return !mlirOperationIsNull(yield) && !mlirValueIsNull(element) &&
         mlirOperationGetNumOperands(yield) == 1 &&
         mlirValueEqual(mlirOperationGetOperand(yield, 0), element) &&
         mlirAffineMapGetNumResults(view->maps[0]) < view->loopCount;
}

/// Every result of a linalg op on tensors is a version of one of its inits.
static bool hasTiedResults(const TracemarkLinalgView *view) {
  intptr_t results = mlirOperationGetNumResults(view->operation);
  intptr_t tensors = 0;
  for (intptr_t i = 0; i < view->initCount; ++i) {
    MlirValue init =
        mlirOperationGetOperand(view->operation, view->insCount + i);
    if (!mlirTypeIsARankedTensor(mlirValueGetType(init)))
      continue;
    if (tensors >= results ||
        !mlirTypeEqual(
            mlirValueGetType(init),
            mlirValueGetType(mlirOperationGetResult(view->operation, tensors))))
      return false;
    ++tensors;
  }
  return tensors == results && (tensors == 0 || tensors == view->initCount);
}

/// Pads with one value that does not depend on the position, by no negative
/// amounts.
static bool isPlainPad(MlirOperation pad) {
  static const char *const amounts[] = {"static_low", "static_high"};
  for (size_t i = 0; i < TRACEMARK_COUNT_OF(amounts); ++i) {
    MlirAttribute attribute =
        mlirOperationGetAttributeByName(pad, tracemarkStringFrom(amounts[i]));
    if (mlirAttributeIsNull(attribute) ||
        !mlirAttributeIsADenseI64Array(attribute))
      return false;
    for (intptr_t j = 0, e = mlirDenseArrayGetNumElements(attribute); j < e;
         ++j) {
      int64_t amount = mlirDenseI64ArrayGetElement(attribute, j);
      if (amount < 0 && amount != mlirShapedTypeGetDynamicSize())
        return false;
    }
  }
  if (mlirOperationGetNumRegions(pad) != 1)
    return false;
  MlirBlock body = mlirRegionGetFirstBlock(mlirOperationGetRegion(pad, 0));
  MlirOperation yield = mlirBlockIsNull(body) ? (MlirOperation){NULL}
                                              : mlirBlockGetTerminator(body);
  if (mlirOperationIsNull(yield) || mlirOperationGetNumOperands(yield) != 1)
    return false;
  MlirValue value = mlirOperationGetOperand(yield, 0);
  MlirOperation definition = tracemarkOutlineDefinition(value);
  if (mlirOperationIsNull(definition))
    return !mlirBlockEqual(mlirBlockArgumentGetOwner(value), body);
  return !mlirBlockEqual(mlirOperationGetBlock(definition), body) ||
         tracemarkOperationIs(definition, "arith.constant");
}

static MlirWalkResult findLinalg(MlirOperation operation, void *found) {
  if (!tracemarkStringStartsWith(tracemarkOperationName(operation), "linalg."))
    return MlirWalkResultAdvance;
  *(bool *)found = true;
  return MlirWalkResultInterrupt;
}

static bool hasLinalg(MlirOperation operation) {
  bool found = false;
  mlirOperationWalk(operation, findLinalg, &found, MlirWalkPreOrder);
  return found;
}

/// Tells whether an op that is known by name has the form that is handled.
static bool isPlain(MlirOperation operation, TracemarkOutlineKind kind) {
  intptr_t operands = mlirOperationGetNumOperands(operation);
  intptr_t results = mlirOperationGetNumResults(operation);
  switch (kind) {
  case TRACEMARK_OUTLINE_PAD:
    return operands >= 1 && results == 1 && isPlainPad(operation);
  case TRACEMARK_OUTLINE_INSERT:
  case TRACEMARK_OUTLINE_COPY:
    return operands >= 2;
  case TRACEMARK_OUTLINE_LOOP:
    return operands >= results && hasLinalg(operation) &&
           (results == 0 || tracemarkOperationIs(operation, "scf.forall"));
  default:
    return operands >= 1;
  }
}

static TracemarkOutlineKind kindOf(TracemarkOutlineOps *ops,
                                   MlirOperation operation,
                                   TracemarkLinalgView *view) {
  static const struct {
    const char *name;
    TracemarkOutlineKind kind;
  } named[] = {{"tensor.insert_slice", TRACEMARK_OUTLINE_INSERT},
               {"tensor.extract_slice", TRACEMARK_OUTLINE_EXTRACT},
               {"tensor.pad", TRACEMARK_OUTLINE_PAD},
               {"tensor.concat", TRACEMARK_OUTLINE_CONCAT},
               {"scf.forall", TRACEMARK_OUTLINE_LOOP},
               {"scf.parallel", TRACEMARK_OUTLINE_LOOP},
               {"memref.copy", TRACEMARK_OUTLINE_COPY}};
  MlirStringRef name = tracemarkOperationName(operation);
  for (size_t i = 0; i < TRACEMARK_COUNT_OF(named); ++i)
    if (tracemarkStringIs(name, named[i].name))
      return isPlain(operation, named[i].kind) ? named[i].kind
                                               : TRACEMARK_OUTLINE_OTHER;
  if (tracemarkLinalgViewGet(&ops->linalg, operation, view)) {
    if (!hasTiedResults(view))
      return TRACEMARK_OUTLINE_OTHER;
    if (isFill(view))
      return TRACEMARK_OUTLINE_FILL;
    return view->isElementwise ? TRACEMARK_OUTLINE_ELEMENTWISE
                               : TRACEMARK_OUTLINE_ROOT;
  }
  return isFree(name) ? TRACEMARK_OUTLINE_FREE : TRACEMARK_OUTLINE_OTHER;
}

typedef struct BodyCheck {
  TracemarkOutlineOps *ops;
  bool isPure;
} BodyCheck;

/// Ops of a body compute, or they are what this file cannot see through. The
/// answer is the same for all ops of one name.
static MlirWalkResult checkBody(MlirOperation operation, void *userData) {
  static const char pure, impure;
  BodyCheck *check = userData;
  MlirIdentifier identifier = mlirOperationGetName(operation);
  const void *known =
      tracemarkOutlineMapGet(&check->ops->pureNames, identifier.ptr);
  if (!known) {
    MlirStringRef name = mlirIdentifierStr(identifier);
    known = isFree(name) || tracemarkStringStartsWith(name, "linalg.")
                ? &pure
                : &impure;
    // Without memory for it, it is worked out again.
    (void)!tracemarkOutlineMapSet(check->ops->arena, &check->ops->pureNames,
                                  identifier.ptr, known);
  }
  check->isPure &= known == &pure;
  return check->isPure ? MlirWalkResultAdvance : MlirWalkResultInterrupt;
}

/// Tells whether the op must stay in its place: it reads or writes a memref, as
/// operand or captured, or its body does something else than compute.
static bool touchesMemory(TracemarkOutlineOps *ops,
                          const TracemarkOutlineOp *op,
                          MlirOperation operation) {
  if (op->kind == TRACEMARK_OUTLINE_FREE)
    return false;
  if (op->kind == TRACEMARK_OUTLINE_LOOP ||
      !tracemarkOutlineForEachUse(operation, isNoMemory, NULL))
    return true;
  if (op->kind == TRACEMARK_OUTLINE_OTHER ||
      mlirOperationGetNumRegions(operation) == 0)
    return false;
  BodyCheck check = {ops, true};
  mlirOperationWalk(operation, checkBody, &check, MlirWalkPreOrder);
  return !check.isPure;
}

static void classify(TracemarkOutlineOps *ops, MlirOperation operation,
                     TracemarkOutlineOp *op) {
  op->kind = kindOf(ops, operation, &op->view);
  if (op->kind == TRACEMARK_OUTLINE_OTHER)
    op->view = (TracemarkLinalgView){0};
  op->firstInit = op->view.insCount;
  op->initCount = op->view.initCount;
  if (op->kind == TRACEMARK_OUTLINE_INSERT)
    op->firstInit = op->initCount = 1;
  if (op->kind == TRACEMARK_OUTLINE_LOOP) {
    op->initCount = mlirOperationGetNumResults(operation);
    op->firstInit = mlirOperationGetNumOperands(operation) - op->initCount;
  }
  op->touchesMemory = touchesMemory(ops, op, operation);
}

const TracemarkOutlineOp *tracemarkOutlineOpGet(TracemarkOutlineOps *ops,
                                                MlirOperation operation) {
  TracemarkOutlineOp *op = tracemarkOutlineMapGet(&ops->known, operation.ptr);
  if (op)
    return op;
  op = tracemarkArenaAllocate(ops->arena, 1, sizeof(*op));
  if (!op ||
      !tracemarkOutlineMapSet(ops->arena, &ops->known, operation.ptr, op))
    return NULL;
  classify(ops, operation, op);
  return op;
}

bool tracemarkOutlineIsUnneeded(TracemarkOutlineOps *ops,
                                MlirOperation operation) {
  intptr_t results = mlirOperationGetNumResults(operation);
  for (intptr_t i = 0; i < results; ++i)
    if (!mlirOpOperandIsNull(
            mlirValueGetFirstUse(mlirOperationGetResult(operation, i))))
      return false;
  TracemarkOutlineOp op = {0};
  if (results)
    classify(ops, operation, &op);
  return results && op.kind != TRACEMARK_OUTLINE_OTHER && !op.touchesMemory;
}

bool tracemarkOutlineIsInit(const TracemarkOutlineOp *op, intptr_t index) {
  return index >= op->firstInit && index < op->firstInit + op->initCount;
}

bool tracemarkOutlineReadsInit(const TracemarkOutlineOp *op, intptr_t index) {
  return !op->view.maps || tracemarkLinalgViewUsesOperand(&op->view, index);
}

bool tracemarkOutlineIsSliced(MlirValue value) {
  MlirOperation definition = tracemarkOutlineDefinition(value);
  while (!mlirOperationIsNull(definition) &&
         tracemarkOutlineIsView(definition)) {
    if (tracemarkOutlineIsSlice(definition))
      return true;
    definition =
        tracemarkOutlineDefinition(mlirOperationGetOperand(definition, 0));
  }
  return false;
}

bool tracemarkOutlineIsWindowOf(MlirValue value, MlirOperation insert) {
  static const char *const attributes[] = {"static_offsets", "static_sizes",
                                           "static_strides"};
  MlirOperation extract = tracemarkOutlineDefinition(value);
  if (mlirOperationIsNull(extract) ||
      !tracemarkOperationIs(extract, "tensor.extract_slice") ||
      !mlirTypeEqual(mlirValueGetType(value),
                     mlirValueGetType(mlirOperationGetOperand(insert, 0))))
    return false;
  for (size_t i = 0; i < TRACEMARK_COUNT_OF(attributes); ++i)
    if (!mlirAttributeEqual(mlirOperationGetAttributeByName(
                                extract, tracemarkStringFrom(attributes[i])),
                            mlirOperationGetAttributeByName(
                                insert, tracemarkStringFrom(attributes[i]))))
      return false;
  intptr_t count = mlirOperationGetNumOperands(extract);
  if (count + 1 != mlirOperationGetNumOperands(insert))
    return false;
  for (intptr_t i = 0; i < count; ++i) // the tensor, then dynamic indices
    if (!mlirValueEqual(mlirOperationGetOperand(extract, i),
                        mlirOperationGetOperand(insert, i + 1)))
      return false;
  return true;
}

MlirValue tracemarkOutlineBaseOf(MlirValue value) {
  MlirOperation definition = tracemarkOutlineDefinition(value);
  while (!mlirOperationIsNull(definition) &&
         tracemarkOutlineIsView(definition)) {
    value = mlirOperationGetOperand(definition, 0);
    definition = tracemarkOutlineDefinition(value);
  }
  return value;
}

MlirOperation tracemarkOutlineDefinition(MlirValue value) {
  if (!mlirValueIsAOpResult(value))
    return (MlirOperation){NULL};
  return mlirOpResultGetOwner(value);
}

bool tracemarkOutlineIsDefinedBy(MlirValue value, const char *name) {
  MlirOperation definition = tracemarkOutlineDefinition(value);
  return !mlirOperationIsNull(definition) &&
         tracemarkOperationIs(definition, name);
}

bool tracemarkOutlineHasOneUse(MlirValue value) {
  MlirOpOperand use = mlirValueGetFirstUse(value);
  return !mlirOpOperandIsNull(use) &&
         mlirOpOperandIsNull(mlirOpOperandGetNextUse(use));
}

bool tracemarkOutlineAsksSize(MlirBlock block, MlirOperation user) {
  return mlirBlockEqual(mlirOperationGetBlock(user), block) &&
         tracemarkOperationIs(user, "tensor.dim");
}

MlirOperation tracemarkOutlineAncestorIn(MlirBlock block,
                                         MlirOperation operation) {
  while (!mlirOperationIsNull(operation) &&
         !mlirBlockEqual(mlirOperationGetBlock(operation), block))
    operation = mlirOperationGetParentOperation(operation);
  return operation;
}

/// Tells whether `value` is defined in a region of `operation`.
static bool isDefinedInside(MlirOperation operation, MlirValue value) {
  MlirOperation scope =
      mlirValueIsAOpResult(value)
          ? mlirOperationGetParentOperation(mlirOpResultGetOwner(value))
          : mlirBlockGetParentOperation(mlirBlockArgumentGetOwner(value));
  while (!mlirOperationIsNull(scope)) {
    if (mlirOperationEqual(scope, operation))
      return true;
    scope = mlirOperationGetParentOperation(scope);
  }
  return false;
}

static bool forEachUse(MlirOperation outer, MlirOperation user,
                       TracemarkOutlineUseCallback callback, void *userData) {
  bool isNested = !mlirOperationEqual(outer, user);
  for (intptr_t i = 0, e = mlirOperationGetNumOperands(user); i < e; ++i) {
    MlirValue value = mlirOperationGetOperand(user, i);
    if (isNested && isDefinedInside(outer, value))
      continue;
    if (!callback(user, i, value, isNested, userData))
      return false;
  }
  for (intptr_t i = 0, e = mlirOperationGetNumRegions(user); i < e; ++i)
    for (MlirBlock block =
             mlirRegionGetFirstBlock(mlirOperationGetRegion(user, i));
         !mlirBlockIsNull(block); block = mlirBlockGetNextInRegion(block))
      for (MlirOperation nested = mlirBlockGetFirstOperation(block);
           !mlirOperationIsNull(nested);
           nested = mlirOperationGetNextInBlock(nested))
        if (!forEachUse(outer, nested, callback, userData))
          return false;
  return true;
}

bool tracemarkOutlineForEachUse(MlirOperation operation,
                                TracemarkOutlineUseCallback callback,
                                void *userData) {
  return forEachUse(operation, operation, callback, userData);
}
