//===- op_cost.c - flops and bytes of a dispatch --------------------------===//
//
// Flops: iterations times the arithmetic of one. Bytes: what comes from outside
// (arguments, constants, slices of them), once each, and what leaves. Values
// passed between the ops of a dispatch cost nothing: fusion is why they are in
// one dispatch.
//
//===----------------------------------------------------------------------===//

#include "lib/ir/op_items.h"
#include "lib/ir/scalar_values.h"
#include "lib/ir/strings.h"
#include "lib/ir/types.h"

#include "mlir-c/BuiltinTypes.h"

#include "lib/base/banned.h"

/// Per element: maximum, difference, exponential, sum, quotient.
enum { SOFTMAX_FLOPS = 5 };

typedef struct Sum {
  TracemarkSummaryContext *context;
  const TracemarkOpItems *items;
  TracemarkPointerMap read, written; // values counted
  uint64_t flops, bytes;
  bool flopsKnown, bytesKnown;
} Sum;

static void addFlops(Sum *sum, const TracemarkOpItem *item) {
  if (item->class == TRACEMARK_ITEM_FILL ||
      item->class == TRACEMARK_ITEM_MOVEMENT)
    return;
  uint64_t each = item->body.arithmetic;
  bool hasView = !mlirOperationIsNull(item->view.operation);
  bool known = item->tripsKnown && !item->isOpaque && !item->hasUnknownFlops;
  if (item->word && strcmp(item->word, "softmax") == 0)
    each = SOFTMAX_FLOPS;
  else if (hasView && mlirBlockIsNull(item->view.body))
    known = false; // a transform of winograd
  uint64_t count = tracemarkOpItemIterations(item, NULL, &known);
  sum->flops = tracemarkSaturatingAdd(
      sum->flops, tracemarkSaturatingMultiply(
                      tracemarkSaturatingMultiply(count, each), item->trips));
  sum->flopsKnown &= known;
}

static void addBytes(Sum *sum, MlirType type, uint64_t trips) {
  const TracemarkTypeFacts *facts =
      tracemarkLinalgTypeFacts(&sum->context->linalg, type);
  sum->bytesKnown &= facts && facts->bytesKnown;
  if (facts)
    sum->bytes = tracemarkSaturatingAdd(
        sum->bytes, tracemarkSaturatingMultiply(facts->bytes, trips));
}

static bool isMarked(TracemarkSummaryContext *context, TracemarkPointerMap *map,
                     MlirValue value) {
  bool isNew = false;
  return tracemarkPointerMapEnsure(context->arena, map, value.ptr, &isNew) &&
         !isNew;
}

/// Counts an operand that is read, unless it was made in here.
static void readOperand(Sum *sum, const TracemarkOpItem *item, intptr_t index) {
  MlirValue operand = mlirOperationGetOperand(item->operation, index);
  MlirType type = mlirValueGetType(operand);
  if (!tracemarkTypeHasShape(type) ||
      tracemarkOpItemsMaker(sum->items, item, index))
    return;
  MlirValue value = tracemarkValueStripReshapes(&sum->context->kinds, operand);
  MlirOperation definition = tracemarkValueDefiningOp(value);
  if (!mlirOperationIsNull(definition) &&
      tracemarkOpKindsGet(&sum->context->kinds, definition)->isScratch)
    return;
  // A loop reads another slice each time, and a whole value again.
  bool isSlice = !mlirOperationIsNull(definition) &&
                 tracemarkOpKindsGet(&sum->context->kinds, definition)->role ==
                     TRACEMARK_OP_SLICE;
  if (!isMarked(sum->context, &sum->read, value))
    addBytes(sum, type, isSlice ? item->trips : 1);
}

/// Tells whether someone else than the items reads `value`. Reshapes are looked
/// through, `depth` of them.
static bool leaves(Sum *sum, MlirValue value, int depth) {
  for (MlirOpOperand use = mlirValueGetFirstUse(value);
       !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    if (tracemarkOpItemsFind(sum->items, user) ||
        tracemarkOperationIs(user, "tensor.dim"))
      continue;
    if (mlirOperationGetNumResults(user) == 1 &&
        mlirValueEqual(
            tracemarkValueStripReshapes(&sum->context->kinds,
                                        mlirOperationGetResult(user, 0)),
            tracemarkValueStripReshapes(&sum->context->kinds, value))) {
      if (depth > 0 && leaves(sum, mlirOperationGetResult(user, 0), depth - 1))
        return true;
      continue;
    }
    return true;
  }
  return false;
}

/// Of what has no rank nobody knows how much it is.
static void noteRank(Sum *sum, MlirValue value) {
  MlirType type = mlirValueGetType(value);
  if (mlirTypeIsAUnrankedTensor(type) || mlirTypeIsAUnrankedMemRef(type))
    sum->flopsKnown = sum->bytesKnown = false;
}

static void addTraffic(Sum *sum, const TracemarkOpItem *item) {
  const TracemarkLinalgView *view = &item->view;
  bool hasView = !mlirOperationIsNull(view->operation);
  intptr_t operands = mlirOperationGetNumOperands(item->operation);
  intptr_t results = mlirOperationGetNumResults(item->operation);
  for (intptr_t i = 0; i < operands; ++i) {
    MlirValue operand = mlirOperationGetOperand(item->operation, i);
    if (!hasView)
      noteRank(sum, operand);
    bool isTarget =
        hasView ? i >= view->insCount : results == 0 && i == operands - 1;
    if (hasView ? tracemarkLinalgViewUsesOperand(view, i) : !isTarget)
      readOperand(sum, item, i);
    if (isTarget && (item->body.loads || item->body.loadsByLoop))
      addBytes(sum, mlirValueGetType(operand), item->trips); // what it looks up
    if (results || !isTarget ||
        !tracemarkTypeHasShape(mlirValueGetType(operand)))
      continue;
    MlirValue buffer =
        tracemarkValueStripReshapes(&sum->context->kinds, operand);
    if (mlirValueIsABlockArgument(buffer) &&
        !isMarked(sum->context, &sum->written, buffer))
      addBytes(sum, mlirValueGetType(operand), item->trips);
  }
  for (intptr_t i = 0; i < results; ++i) {
    MlirValue result = mlirOperationGetResult(item->operation, i);
    if (!hasView)
      noteRank(sum, result);
    if (!tracemarkTypeHasShape(mlirValueGetType(result)))
      continue;
    if (leaves(sum, result, 4))
      addBytes(sum, mlirValueGetType(result), item->trips);
  }
  sum->bytesKnown &= item->tripsKnown;
}

void tracemarkCostSum(TracemarkSummaryContext *context,
                      const TracemarkOpItems *items,
                      TracemarkOpSummary *summary) {
  Sum sum = {.context = context,
             .items = items,
             .flopsKnown = true,
             .bytesKnown = true};
  for (size_t i = 0; i < items->list.count; ++i) {
    addFlops(&sum, &items->list.items[i]);
    addTraffic(&sum, &items->list.items[i]);
  }
  summary->flops = sum.flops;
  summary->bytes = sum.bytes;
  summary->flopsKnown = sum.flopsKnown;
  summary->bytesKnown = sum.bytesKnown;
}
