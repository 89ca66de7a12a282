//===- op_scalars.c - dispatches made of loops and scalars ----------------===//

#include "lib/ir/op_scalars.h"

#include "lib/ir/op_items.h"
#include "lib/ir/scalar_values.h"
#include "lib/ir/strings.h"
#include "lib/ir/types.h"

#include "mlir-c/AffineExpr.h"
#include "mlir-c/AffineMap.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

#include "lib/base/banned.h"

enum { WORDS_IN_ROOT = 4 };

//===----------------------------------------------------------------------===//
// Trip counts
//===----------------------------------------------------------------------===//

static void enter(TracemarkLoopNest *nest, int64_t trips) {
  if (nest->depth < (int)TRACEMARK_COUNT_OF(nest->trips))
    nest->trips[nest->depth] = trips;
  ++nest->depth;
  nest->known &= trips >= 0;
  nest->weight = tracemarkSaturatingMultiply(
      nest->weight, trips < 0 ? TRACEMARK_UNKNOWN_TRIPS : (uint64_t)trips);
}

static bool integerConstant(MlirValue value, int64_t *constant) {
  if (!mlirValueIsAOpResult(value))
    return false;
  MlirOperation definition = mlirOpResultGetOwner(value);
  if (!tracemarkOperationIs(definition, "arith.constant"))
    return false;
  MlirAttribute attribute =
      mlirOperationGetAttributeByName(definition, tracemarkStringFrom("value"));
  if (mlirAttributeIsNull(attribute) || !mlirAttributeIsAInteger(attribute))
    return false;
  MlirType type = mlirAttributeGetType(attribute);
  if (mlirTypeIsAInteger(type) && mlirIntegerTypeGetWidth(type) > 64)
    return false;
  *constant = mlirIntegerAttrGetValueInt(attribute);
  return true;
}

static int64_t tripsBetween(int64_t lower, int64_t upper, int64_t step) {
  int64_t span;
  if (step <= 0 || __builtin_sub_overflow(upper, lower, &span))
    return -1;
  return span <= 0 ? 0 : (span - 1) / step + 1;
}

/// Loops whose operands are `count` lower bounds, upper bounds and steps.
static void enterOperandBounds(TracemarkLoopNest *nest, MlirOperation operation,
                               intptr_t count) {
  for (intptr_t i = 0; i < count; ++i) {
    int64_t lower, upper, step;
    bool known =
        integerConstant(mlirOperationGetOperand(operation, i), &lower) &&
        integerConstant(mlirOperationGetOperand(operation, count + i),
                        &upper) &&
        integerConstant(mlirOperationGetOperand(operation, 2 * count + i),
                        &step);
    enter(nest, known ? tripsBetween(lower, upper, step) : -1);
  }
}

static MlirAttribute attributeOf(MlirOperation operation, const char *name) {
  return mlirOperationGetAttributeByName(operation, tracemarkStringFrom(name));
}

/// scf.forall keeps its bounds in three arrays, dynamic ones as a sentinel.
static void enterForall(TracemarkLoopNest *nest, MlirOperation operation) {
  MlirAttribute lower = attributeOf(operation, "staticLowerBound");
  MlirAttribute upper = attributeOf(operation, "staticUpperBound");
  MlirAttribute step = attributeOf(operation, "staticStep");
  if (mlirAttributeIsNull(lower) || mlirAttributeIsNull(upper) ||
      mlirAttributeIsNull(step) || !mlirAttributeIsADenseI64Array(lower) ||
      !mlirAttributeIsADenseI64Array(upper) ||
      !mlirAttributeIsADenseI64Array(step)) {
    enter(nest, -1);
    return;
  }
  intptr_t count = mlirDenseArrayGetNumElements(upper);
  if (mlirDenseArrayGetNumElements(lower) != count ||
      mlirDenseArrayGetNumElements(step) != count)
    return;
  int64_t dynamic = mlirShapedTypeGetDynamicSize();
  for (intptr_t i = 0; i < count; ++i) {
    int64_t from = mlirDenseI64ArrayGetElement(lower, i);
    int64_t to = mlirDenseI64ArrayGetElement(upper, i);
    int64_t by = mlirDenseI64ArrayGetElement(step, i);
    enter(nest, from == dynamic || to == dynamic || by == dynamic
                    ? -1
                    : tripsBetween(from, to, by));
  }
}

/// Constant that an affine bound map of one result is.
static bool boundConstant(MlirAttribute attribute, int64_t *constant) {
  if (mlirAttributeIsNull(attribute) || !mlirAttributeIsAAffineMap(attribute))
    return false;
  MlirAffineMap map = mlirAffineMapAttrGetValue(attribute);
  if (!mlirAffineMapIsSingleConstant(map))
    return false;
  *constant = mlirAffineMapGetSingleConstantResult(map);
  return true;
}

static void enterAffineFor(TracemarkLoopNest *nest, MlirOperation operation) {
  int64_t lower, upper;
  MlirAttribute step = attributeOf(operation, "step");
  bool known = boundConstant(attributeOf(operation, "lowerBoundMap"), &lower) &&
               boundConstant(attributeOf(operation, "upperBoundMap"), &upper) &&
               !mlirAttributeIsNull(step) && mlirAttributeIsAInteger(step);
  enter(nest, known
                  ? tripsBetween(lower, upper, mlirIntegerAttrGetValueInt(step))
                  : -1);
}

/// affine.parallel: one constant per loop in each bound's map, steps as an
/// array.
static void enterAffineParallel(TracemarkLoopNest *nest,
                                MlirOperation operation) {
  MlirAttribute lower = attributeOf(operation, "lowerBoundsMap");
  MlirAttribute upper = attributeOf(operation, "upperBoundsMap");
  MlirAttribute steps = attributeOf(operation, "steps");
  if (mlirAttributeIsNull(lower) || mlirAttributeIsNull(upper) ||
      mlirAttributeIsNull(steps) || !mlirAttributeIsAAffineMap(lower) ||
      !mlirAttributeIsAAffineMap(upper) || !mlirAttributeIsAArray(steps)) {
    enter(nest, -1);
    return;
  }
  MlirAffineMap from = mlirAffineMapAttrGetValue(lower);
  MlirAffineMap to = mlirAffineMapAttrGetValue(upper);
  intptr_t count = mlirArrayAttrGetNumElements(steps);
  bool fits = mlirAffineMapGetNumResults(from) == count &&
              mlirAffineMapGetNumResults(to) == count;
  for (intptr_t i = 0; i < count; ++i) {
    MlirAttribute step = mlirArrayAttrGetElement(steps, i);
    if (!fits || !mlirAttributeIsAInteger(step)) {
      enter(nest, -1);
      continue;
    }
    MlirAffineExpr first = mlirAffineMapGetResult(from, i);
    MlirAffineExpr last = mlirAffineMapGetResult(to, i);
    bool known =
        mlirAffineExprIsAConstant(first) && mlirAffineExprIsAConstant(last);
    enter(nest, known ? tripsBetween(mlirAffineConstantExprGetValue(first),
                                     mlirAffineConstantExprGetValue(last),
                                     mlirIntegerAttrGetValueInt(step))
                      : -1);
  }
}

TracemarkLoopNest tracemarkLoopNestEnter(TracemarkLoopNest nest,
                                         MlirOperation operation) {
  intptr_t operands = mlirOperationGetNumOperands(operation);
  if (tracemarkOperationIs(operation, "scf.for") && operands >= 3) {
    enterOperandBounds(&nest, operation, 1);
  } else if (tracemarkOperationIs(operation, "scf.parallel")) {
    MlirBlock body =
        mlirRegionGetFirstBlock(mlirOperationGetRegion(operation, 0));
    intptr_t loops = mlirBlockIsNull(body) ? 0 : mlirBlockGetNumArguments(body);
    if (operands >= 3 * loops)
      enterOperandBounds(&nest, operation, loops);
  } else if (tracemarkOperationIs(operation, "scf.forall")) {
    enterForall(&nest, operation);
  } else if (tracemarkOperationIs(operation, "affine.for")) {
    enterAffineFor(&nest, operation);
  } else if (tracemarkOperationIs(operation, "affine.parallel")) {
    enterAffineParallel(&nest, operation);
  } else {
    enter(&nest, -1);
  }
  return nest;
}

//===----------------------------------------------------------------------===//
// Counting
//===----------------------------------------------------------------------===//

/// Name of the op behind its dialect; loads and stores of every dialect alike.
static const char *wordOf(TracemarkSummaryContext *context,
                          MlirOperation operation,
                          const TracemarkOpKind *kind) {
  if (kind->role == TRACEMARK_OP_LOAD || kind->role == TRACEMARK_OP_OTHER)
    return kind->word;
  MlirStringRef name = tracemarkOperationName(operation);
  for (size_t i = 0; i < name.length; ++i)
    if (name.data[i] == '.')
      return tracemarkOpKindsSpell(
          context->arena,
          mlirStringRefCreate(name.data + i + 1, name.length - i - 1));
  return kind->word;
}

static void noteTypes(MlirOperation operation, TracemarkScalars *scalars) {
  for (intptr_t i = 0, e = mlirOperationGetNumOperands(operation); i < e; ++i) {
    MlirType type = mlirValueGetType(mlirOperationGetOperand(operation, i));
    if (mlirTypeIsAMemRef(type))
      scalars->lastShape = type;
  }
  MlirType type = {NULL};
  if (mlirOperationGetNumResults(operation) > 0)
    type = mlirValueGetType(mlirOperationGetResult(operation, 0));
  else if (mlirOperationGetNumOperands(operation) > 0)
    type = mlirValueGetType(mlirOperationGetOperand(operation, 0));
  if (mlirTypeIsNull(type))
    return;
  if (mlirTypeIsAVector(type)) {
    scalars->lastShape = type;
    type = mlirShapedTypeGetElementType(type);
  }
  if (mlirTypeIsAInteger(type) || mlirTypeIsAFloat(type) ||
      mlirTypeIsAComplex(type))
    scalars->lastElement = type;
}

static bool isPointerWide(MlirType type) {
  return mlirTypeIsAInteger(type) && mlirIntegerTypeGetWidth(type) == 64;
}

/// Tells whether an op is arithmetic on, or a comparison of, such values.
static bool computesWith(MlirOperation operation, bool (*test)(MlirType type)) {
  if (mlirOperationGetNumResults(operation) == 0)
    return false;
  MlirType type = mlirValueGetType(mlirOperationGetResult(operation, 0));
  if (test(type))
    return true;
  return mlirTypeIsAInteger(type) && mlirIntegerTypeGetWidth(type) == 1 &&
         mlirOperationGetNumOperands(operation) > 0 &&
         test(mlirValueGetType(mlirOperationGetOperand(operation, 0)));
}

/// Tells whether the first result is stored or returned: data, no address.
static bool isKept(MlirOperation operation) {
  for (MlirOpOperand use =
           mlirValueGetFirstUse(mlirOperationGetResult(operation, 0));
       !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    if (tracemarkOperationIs(user, "llvm.return") ||
        (tracemarkOperationIs(user, "llvm.store") &&
         mlirOpOperandGetOperandNumber(use) == 0))
      return true;
  }
  return false;
}

/// Reads a whole variable of integers: thread ids and the like.
static bool readsBuiltin(MlirOperation operation) {
  if (!tracemarkOperationIs(operation, "spirv.Load") ||
      mlirOperationGetNumOperands(operation) == 0 ||
      mlirOperationGetNumResults(operation) == 0)
    return false;
  MlirType type = mlirValueGetType(mlirOperationGetResult(operation, 0));
  if (mlirTypeIsAVector(type))
    type = mlirShapedTypeGetElementType(type);
  if (!mlirTypeIsAInteger(type))
    return false;
  MlirOperation source =
      tracemarkValueDefiningOp(mlirOperationGetOperand(operation, 0));
  return !mlirOperationIsNull(source) &&
         tracemarkOperationIs(source, "spirv.mlir.addressof");
}

bool tracemarkScalarsCount(TracemarkSummaryContext *context,
                           MlirOperation operation, const TracemarkOpKind *kind,
                           const TracemarkLoopNest *nest,
                           TracemarkScalars *scalars) {
  if (computesWith(operation, mlirTypeIsAIndex) &&
      kind->role != TRACEMARK_OP_LOAD)
    return true; // addressing and loop control
  if (readsBuiltin(operation))
    return true;
  bool isAddressing =
      tracemarkStringStartsWith(tracemarkOperationName(operation), "llvm.") &&
      strcmp(kind->word, "load") != 0 &&
      computesWith(operation, isPointerWide) && !isKept(operation);
  if (!isAddressing) {
    noteTypes(operation, scalars);
    tracemarkScalarsNoteMove(&context->kinds, operation, kind, scalars);
  }
  scalars->weight = tracemarkSaturatingAdd(scalars->weight, nest->weight);
  if (!scalars->counts.count || nest->weight > scalars->hottest.weight)
    scalars->hottest = *nest;
  const char *word = wordOf(context, operation, kind);
  for (size_t i = 0; i < scalars->counts.count; ++i)
    if (scalars->counts.items[i].isAddressing == isAddressing &&
        strcmp(scalars->counts.items[i].word, word) == 0) {
      uint64_t *weight = &scalars->counts.items[i].weight;
      *weight = tracemarkSaturatingAdd(*weight, nest->weight);
      return true;
    }
  TracemarkScalarCount count = {word, nest->weight, operation, isAddressing};
  return TRACEMARK_ARENA_PUSH(context->arena, &scalars->counts, count);
}

/// Below the level of indices, arithmetic as wide as pointers is addressing and
/// loop control, unless there is nothing else.
static void dropAddressing(TracemarkScalars *scalars) {
  TracemarkScalarCount *counts = scalars->counts.items;
  size_t kept = 0;
  for (size_t i = 0; i < scalars->counts.count; ++i)
    kept += !counts[i].isAddressing;
  if (!kept)
    return;
  kept = 0;
  for (size_t i = 0; i < scalars->counts.count; ++i)
    if (!counts[i].isAddressing)
      counts[kept++] = counts[i];
  scalars->counts.count = kept;
}

/// Moves the hottest words to the front, stable.
static void sortHottest(TracemarkScalars *scalars) {
  TracemarkScalarCount *counts = scalars->counts.items;
  for (size_t i = 0; i < scalars->counts.count && i < WORDS_IN_ROOT; ++i) {
    size_t best = i;
    for (size_t j = i + 1; j < scalars->counts.count; ++j)
      if (counts[j].weight > counts[best].weight)
        best = j;
    TracemarkScalarCount hottest = counts[best];
    memmove(counts + i + 1, counts + i, (best - i) * sizeof(*counts));
    counts[i] = hottest;
  }
}

static void spellHottest(TracemarkScalars *scalars,
                         TracemarkStringBuffer *root) {
  sortHottest(scalars);
  for (size_t i = 0; i < scalars->counts.count; ++i) {
    if (i == WORDS_IN_ROOT) {
      tracemarkStringBufferAppendText(root, "_etc");
      break;
    }
    tracemarkStringBufferAppendFormat(root, "%s%s", i ? "_" : "",
                                      scalars->counts.items[i].word);
  }
}

bool tracemarkScalarsSummarize(TracemarkSummaryContext *context,
                               TracemarkScalars *scalars,
                               TracemarkOpSummary *summary) {
  dropAddressing(scalars);
  bool moves = scalars->moves && !scalars->computes;
  TracemarkStringBuffer root = {0}, dims = {0}, types = {0};
  if (moves)
    tracemarkStringBufferAppendText(&root, scalars->moves);
  else
    spellHottest(scalars, &root);
  const TracemarkLoopNest *nest = &scalars->hottest;
  for (int i = 0; i < nest->depth && i < (int)TRACEMARK_COUNT_OF(nest->trips);
       ++i)
    tracemarkTypeAppendDimension(&dims, 0, nest->trips[i]);
  MlirType shape = scalars->lastShape;
  if (!mlirTypeIsNull(shape) &&
      (nest->depth == 0 || (moves && mlirTypeIsAVector(shape))))
    tracemarkTypeAppendShape(&dims, shape);
  if (!mlirTypeIsNull(scalars->lastElement))
    tracemarkTypeAppendElement(&types, scalars->lastElement);
  summary->root = tracemarkSpellTake(context, &root);
  summary->dims = tracemarkSpellTake(context, &dims);
  summary->types = tracemarkSpellTake(context, &types);
  return summary->root && summary->dims && summary->types;
}
