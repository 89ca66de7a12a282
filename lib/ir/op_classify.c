//===- op_classify.c - the word, class and cost of one op -----------------===//

#include "lib/ir/op_items.h"
#include "lib/ir/scalar_values.h"
#include "lib/ir/strings.h"
#include "lib/ir/types.h"

#include "mlir-c/AffineExpr.h"
#include "mlir-c/BuiltinTypes.h"

#include "lib/base/banned.h"

/// What a loop of unknown range counts for when costs are compared.
enum { DYNAMIC_RANGE_WEIGHT = 1024 };
/// An op that is not known costs this much per element of its largest operand
/// or result.
enum { OPAQUE_WEIGHT = 10 };

uint64_t tracemarkOpItemIterations(const TracemarkOpItem *item,
                                   const bool *chosen, bool *known) {
  uint64_t product = 1;
  for (intptr_t i = 0; i < item->dimCount; ++i) {
    if (chosen && !chosen[i])
      continue;
    if (item->dims[i] < 0)
      *known = false;
    product = tracemarkSaturatingMultiply(
        product,
        item->dims[i] < 0 ? DYNAMIC_RANGE_WEIGHT : (uint64_t)item->dims[i]);
  }
  return product;
}

//===----------------------------------------------------------------------===//
// Moving elements around
//===----------------------------------------------------------------------===//

typedef enum Movement {
  MOVE_FILL,
  MOVE_COPY,
  MOVE_TRANSPOSE,
  MOVE_BROADCAST
} Movement;

/// Tells whether the plain results of `from` name loops in the order in which
/// those of `to` do.
static bool keepsOrder(MlirAffineMap from, MlirAffineMap to) {
  intptr_t next = 0, count = mlirAffineMapGetNumResults(to);
  for (intptr_t i = 0, e = mlirAffineMapGetNumResults(from); i < e; ++i) {
    MlirAffineExpr result = mlirAffineMapGetResult(from, i);
    if (!mlirAffineExprIsADim(result))
      continue;
    while (next < count &&
           !mlirAffineExprEqual(mlirAffineMapGetResult(to, next), result))
      ++next;
    if (next++ == count)
      return false;
  }
  return true;
}

/// Loops that the map of an operand does not depend on: how often each element
/// is repeated (dynamic ones count as more than once).
static uint64_t repetitions(const TracemarkLinalgView *view, intptr_t operand,
                            bool *isExpansion) {
  uint64_t product = 1;
  for (intptr_t i = 0; i < view->loopCount; ++i) {
    if (view->indexing[operand].usesLoop[i])
      continue;
    *isExpansion = true;
    product = tracemarkSaturatingMultiply(
        product, view->loops[i].range < 0 ? DYNAMIC_RANGE_WEIGHT
                                          : (uint64_t)view->loops[i].range);
  }
  return product;
}

/// No shape, or one without dimensions: repeating it is a fill.
static bool isScalar(MlirValue value) {
  MlirType type = mlirValueGetType(value);
  return !tracemarkTypeHasShape(type) || mlirShapedTypeGetRank(type) == 0;
}

/// Classifies a body that yields one of its operands' elements as it is.
static Movement movementOf(TracemarkSummaryContext *context,
                           TracemarkOpItem *item) {
  const TracemarkLinalgView *view = &item->view;
  MlirOperation yield = tracemarkLinalgViewYield(view);
  if (mlirOperationIsNull(yield) || mlirOperationGetNumOperands(yield) == 0)
    return MOVE_FILL;
  intptr_t operand = tracemarkScalarOperand(&context->kinds, view,
                                            mlirOperationGetOperand(yield, 0));
  if (operand < 0 || operand >= view->insCount ||
      !tracemarkTypeHasShape(
          mlirValueGetType(mlirOperationGetOperand(view->operation, operand))))
    return MOVE_FILL;
  MlirAffineMap from = view->maps[operand], to = view->maps[view->insCount];
  if (repetitions(view, operand, &item->isExpansion) > 1)
    return MOVE_BROADCAST;
  return keepsOrder(from, to) ? MOVE_COPY : MOVE_TRANSPOSE;
}

/// Tells whether the body yields something computed in it, from loop indices
/// alone since nothing else is left.
static bool yieldsIndices(const TracemarkLinalgView *view) {
  MlirOperation yield = tracemarkLinalgViewYield(view);
  if (mlirOperationIsNull(yield) || mlirOperationGetNumOperands(yield) == 0)
    return false;
  MlirOperation value =
      tracemarkValueDefiningOp(mlirOperationGetOperand(yield, 0));
  return !mlirOperationIsNull(value) &&
         mlirBlockEqual(mlirOperationGetBlock(value), view->body) &&
         mlirOperationGetNumOperands(value) > 0;
}

/// Tells whether the input is read at sums of two loops.
static bool readsWindows(const TracemarkLinalgView *view) {
  if (view->insCount != 1)
    return false;
  for (intptr_t i = 0, e = mlirAffineMapGetNumResults(view->maps[0]); i < e;
       ++i) {
    MlirAffineExpr result = mlirAffineMapGetResult(view->maps[0], i);
    intptr_t loops = 0;
    for (intptr_t j = 0; j < view->loopCount; ++j)
      loops += mlirAffineExprIsFunctionOfDim(result, j);
    if (loops > 1 && mlirAffineExprIsAAdd(result))
      return true;
  }
  return false;
}

static void classifyMovement(TracemarkSummaryContext *context,
                             TracemarkOpItem *item) {
  static const char *const words[] = {"fill", "copy", "transpose", "broadcast"};
  Movement movement = movementOf(context, item);
  item->class =
      movement == MOVE_FILL ? TRACEMARK_ITEM_FILL : TRACEMARK_ITEM_MOVEMENT;
  item->word = item->tailWord = words[movement];
  if (movement == MOVE_COPY && readsWindows(&item->view))
    item->word = item->tailWord = "im2col";
  if (movement == MOVE_FILL && yieldsIndices(&item->view)) {
    item->class = TRACEMARK_ITEM_MOVEMENT;
    item->word = item->tailWord = "iota";
  }
}

//===----------------------------------------------------------------------===//
// Linalg ops
//===----------------------------------------------------------------------===//

static bool isOneOf(MlirStringRef name, const char *const *names,
                    size_t count) {
  for (size_t i = 0; i < count; ++i)
    if (tracemarkStringIs(name, names[i]))
      return true;
  return false;
}

/// Ops whose name says nothing of what they compute.
static bool isAnonymous(MlirStringRef name) {
  static const char *const names[] = {"generic", "map", "reduce", "elementwise",
                                      "contract"};
  return isOneOf(name, names, TRACEMARK_COUNT_OF(names));
}

/// Ops whose maps may transpose or repeat operands behind an unchanged name.
static bool isRemapped(MlirStringRef name) {
  static const char *const names[] = {"matmul", "batch_matmul"};
  return isOneOf(name, names, TRACEMARK_COUNT_OF(names));
}

static bool isMovementName(MlirStringRef name) {
  static const char *const names[] = {"copy", "transpose", "broadcast", "pack",
                                      "unpack"};
  return isOneOf(name, names, TRACEMARK_COUNT_OF(names));
}

static void classifyAnonymous(TracemarkSummaryContext *context,
                              TracemarkOpItem *item) {
  if (tracemarkLinalgViewReductionCount(&item->view) > 0) {
    TracemarkProduct product;
    tracemarkOpItemProduct(context, &item->view, &product);
    if (!tracemarkOpItemContraction(context, &product, item) &&
        !tracemarkOpItemConvolution(context, &product, item) &&
        !tracemarkOpItemStepped(context, &product, item))
      tracemarkOpItemReduction(context, &product, item);
    return;
  }
  if (item->body.reverses && !item->body.gathers && item->body.wordCount == 0) {
    item->class = TRACEMARK_ITEM_MOVEMENT;
    item->word = item->tailWord = "reverse";
    return;
  }
  // Where to read may be a dynamic broadcast, spelled with loop indices.
  if (item->body.loads && (item->body.gathers || item->body.wordCount == 0)) {
    item->class = TRACEMARK_ITEM_COMPUTE;
    item->word = item->tailWord = "gather";
  } else if (item->body.wordCount == 0 && item->body.loadsByLoop) {
    item->class = TRACEMARK_ITEM_MOVEMENT;
    item->isExpansion = item->body.repeats;
    item->word = item->tailWord = item->body.repeats ? "broadcast" : "copy";
  } else if (item->body.wordCount == 0) {
    classifyMovement(context, item);
  } else {
    item->class = TRACEMARK_ITEM_ELEMENTWISE;
    item->isElements = true;
  }
}

static void classifyNamed(TracemarkSummaryContext *context,
                          TracemarkOpItem *item) {
  MlirStringRef name = item->view.name;
  TracemarkProduct product;
  bool isContraction = tracemarkOpItemProduct(context, &item->view, &product) &&
                       tracemarkOpItemContraction(context, &product, item);
  if (isContraction && isRemapped(name))
    return;
  item->word = item->tailWord =
      tracemarkOpKindsGet(&context->kinds, item->operation)->word;
  if (isContraction)
    return;
  if (tracemarkStringIs(name, "fill") ||
      (tracemarkStringIs(name, "broadcast") &&
       isScalar(mlirOperationGetOperand(item->operation, 0)))) {
    item->class = TRACEMARK_ITEM_FILL;
  } else if (isMovementName(name)) {
    item->class = TRACEMARK_ITEM_MOVEMENT;
    if (item->view.maps)
      repetitions(&item->view, 0, &item->isExpansion);
  } else if (item->view.isElementwise) {
    item->class = TRACEMARK_ITEM_ELEMENTWISE;
    // Like the same op as a generic one, which may be a relu.
    if (item->body.wordCount == 1)
      item->word = item->tailWord = item->body.words[0].word;
  } else {
    item->class = TRACEMARK_ITEM_COMPUTE;
    tracemarkOpItemConvolution(context, &product, item);
  }
}

static bool classifyLinalg(TracemarkSummaryContext *context,
                           TracemarkOpItem *item) {
  const TracemarkLinalgView *view = &item->view;
  if (!tracemarkGenericBodyGet(context->arena, &context->kinds, view,
                               &item->body))
    return false;
  item->dimCount = view->loopCount;
  item->dims = tracemarkArenaAllocate(context->arena, (size_t)view->loopCount,
                                      sizeof(int64_t));
  if (!item->dims)
    return false;
  for (intptr_t i = 0; i < view->loopCount; ++i)
    item->dims[i] = view->loops[i].range;
  if (isAnonymous(view->name) && view->maps)
    classifyAnonymous(context, item);
  else
    classifyNamed(context, item);
  bool known = true;
  item->cost = tracemarkOpItemIterations(item, NULL, &known);
  if (tracemarkLinalgViewReductionCount(view) > 0)
    item->cost = tracemarkSaturatingMultiply(item->cost, 2);
  return true;
}

//===----------------------------------------------------------------------===//
// Other ops
//===----------------------------------------------------------------------===//

static uint64_t elementsOf(MlirType type) {
  uint64_t product = 1;
  if (!tracemarkTypeHasShape(type))
    return mlirTypeIsAShaped(type) ? DYNAMIC_RANGE_WEIGHT : 1;
  for (int64_t i = 0, e = mlirShapedTypeGetRank(type); i < e; ++i)
    product = tracemarkSaturatingMultiply(
        product, mlirShapedTypeIsDynamicDim(type, i)
                     ? DYNAMIC_RANGE_WEIGHT
                     : (uint64_t)mlirShapedTypeGetDimSize(type, i));
  return product;
}

/// Type whose shape is the op's: the last result with a shape, else the last
/// operand with one; null if there is none.
static MlirType shapeTypeOf(MlirOperation operation) {
  for (intptr_t i = mlirOperationGetNumResults(operation); i-- > 0;) {
    MlirType type = mlirValueGetType(mlirOperationGetResult(operation, i));
    if (tracemarkTypeHasShape(type))
      return type;
    if (mlirTypeIsATensor(type))
      return (MlirType){NULL}; // without a rank
  }
  for (intptr_t i = mlirOperationGetNumOperands(operation); i-- > 0;) {
    MlirType type = mlirValueGetType(mlirOperationGetOperand(operation, i));
    if (tracemarkTypeHasShape(type))
      return type;
  }
  return (MlirType){NULL};
}

/// Operand that holds what is written into another one of ops that do so; -1
/// for others.
static intptr_t updateOperand(MlirOperation operation, const char *word) {
  intptr_t count = mlirOperationGetNumOperands(operation);
  MlirStringRef name = tracemarkOperationName(operation);
  if (strcmp(word, "scatter") == 0 && count > 0)
    return tracemarkStringIs(name, "tensor.scatter") ? 0 : count - 1;
  if (count > 1 && (tracemarkStringIs(name, "stablehlo.dynamic_update_slice") ||
                    tracemarkStringIs(name, "mhlo.dynamic_update_slice")))
    return 1;
  return -1;
}

static bool fillShape(TracemarkSummaryContext *context,
                      const TracemarkOpKind *kind, TracemarkOpItem *item) {
  intptr_t update = kind->role == TRACEMARK_OP_MOVEMENT
                        ? updateOperand(item->operation, kind->word)
                        : -1;
  MlirType type = {NULL};
  if (update >= 0)
    type = mlirValueGetType(mlirOperationGetOperand(item->operation, update));
  if (mlirTypeIsNull(type) || !tracemarkTypeHasShape(type))
    type = shapeTypeOf(item->operation);
  item->dimCount = mlirTypeIsNull(type) ? 0 : mlirShapedTypeGetRank(type);
  item->dims = tracemarkArenaAllocate(context->arena, (size_t)item->dimCount,
                                      sizeof(int64_t));
  if (!item->dims)
    return false;
  for (intptr_t i = 0; i < item->dimCount; ++i)
    item->dims[i] = mlirShapedTypeIsDynamicDim(type, i)
                        ? TRACEMARK_DYNAMIC_RANGE
                        : mlirShapedTypeGetDimSize(type, i);
  bool known = true;
  item->cost = tracemarkOpItemIterations(item, NULL, &known);
  return true;
}

static uint64_t opaqueCost(MlirOperation operation) {
  uint64_t largest = 0;
  for (intptr_t i = 0, e = mlirOperationGetNumOperands(operation); i < e; ++i) {
    uint64_t count =
        elementsOf(mlirValueGetType(mlirOperationGetOperand(operation, i)));
    largest = count > largest ? count : largest;
  }
  for (intptr_t i = 0, e = mlirOperationGetNumResults(operation); i < e; ++i) {
    uint64_t count =
        elementsOf(mlirValueGetType(mlirOperationGetResult(operation, i)));
    largest = count > largest ? count : largest;
  }
  return tracemarkSaturatingMultiply(largest, OPAQUE_WEIGHT);
}

/// Flops of an op on whole tensors, per element.
static uint64_t elementFlops(MlirOperation operation,
                             const TracemarkOpKind *kind) {
  if (kind->role == TRACEMARK_OP_CAST || kind->role == TRACEMARK_OP_SELECT)
    return 0;
  intptr_t operands = mlirOperationGetNumOperands(operation);
  return operands ? tracemarkTypeOperations(
                        tracemarkTypeElement(mlirValueGetType(
                            mlirOperationGetOperand(operation, 0))),
                        kind->word)
                  : 1;
}

static bool classify(TracemarkSummaryContext *context, MlirOperation operation,
                     const TracemarkOpKind *kind, TracemarkOpItem *item) {
  *item =
      (TracemarkOpItem){.operation = operation, .trips = 1, .tripsKnown = true};
  if (kind->role == TRACEMARK_OP_LINALG &&
      tracemarkLinalgViewGet(&context->linalg, operation, &item->view))
    return classifyLinalg(context, item);
  item->word = item->tailWord = kind->word;
  if (!fillShape(context, kind, item))
    return false;
  switch (kind->role) {
  case TRACEMARK_OP_MOVEMENT:
    item->class = strcmp(kind->word, "fill") == 0 ? TRACEMARK_ITEM_FILL
                                                  : TRACEMARK_ITEM_MOVEMENT;
    item->isExpansion = strcmp(kind->word, "broadcast") == 0;
    return true;
  case TRACEMARK_OP_ARITHMETIC:
  case TRACEMARK_OP_CAST:
  case TRACEMARK_OP_COMPARE:
  case TRACEMARK_OP_SELECT:
    if (kind->form == TRACEMARK_FORM_CLAMP &&
        !tracemarkOpItemNamed(context, kind->form, item))
      return false;
    item->hasUnknownFlops = false;
    item->class = TRACEMARK_ITEM_ELEMENTWISE;
    item->body.arithmetic = elementFlops(operation, kind);
    if (strcmp(kind->word, "mul") == 0 &&
        mlirOperationGetNumOperands(operation) > 1 &&
        mlirValueEqual(mlirOperationGetOperand(operation, 0),
                       mlirOperationGetOperand(operation, 1)))
      item->word = item->tailWord = "square";
    return true;
  default:
    if (kind->form != TRACEMARK_FORM_NONE)
      return tracemarkOpItemNamed(context, kind->form, item);
    item->class = TRACEMARK_ITEM_COMPUTE;
    item->isOpaque = true;
    item->cost = opaqueCost(operation);
    return true;
  }
}

/// Tells whether some operand is repeated along loops, or may be.
static bool mayRepeat(const TracemarkOpItem *item) {
  const TracemarkLinalgView *view = &item->view;
  if (item->isExpansion || item->isReduction)
    return true;
  if (item->class != TRACEMARK_ITEM_ELEMENTWISE)
    return item->class == TRACEMARK_ITEM_MOVEMENT &&
           strcmp(item->word, "broadcast") == 0;
  if (!view->maps)
    return true;
  for (intptr_t i = 0; i < view->insCount + view->initCount; ++i)
    if (!mlirAffineMapEqual(view->maps[i], view->maps[view->insCount]))
      return true;
  return false;
}

bool tracemarkOpItemClassify(TracemarkSummaryContext *context,
                             MlirOperation operation,
                             const TracemarkOpKind *kind,
                             TracemarkOpItem *item) {
  if (!classify(context, operation, kind, item))
    return false;
  item->features = item->body.features |
                   (item->isReduction ? TRACEMARK_FEATURE_REDUCTION : 0) |
                   (mayRepeat(item) ? TRACEMARK_FEATURE_REPEAT : 0);
  return true;
}
