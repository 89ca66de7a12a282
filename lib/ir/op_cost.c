//===- op_cost.c - flops and bytes of a dispatch --------------------------===//
//
// Flops: iterations times the arithmetic of one. Bytes: what comes from outside
// (arguments, constants, slices of them), once each, and what leaves. Values
// passed between the ops of a dispatch cost nothing: fusion is why they are in
// one dispatch. Slices in loops count as often as the loops run, but no more
// than the whole that they are slices of: tiling changes no bytes.
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
  TracemarkPointerMap read, written; // bytes by what they are bytes of
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

/// Adds the bytes of a slice of `whole`, `trips` times, up to those that the
/// whole has; what was added for it is kept in `map`.
static void addPart(Sum *sum, TracemarkPointerMap *map, MlirValue whole,
                    MlirType slice, uint64_t trips) {
  TracemarkLinalgContext *linalg = &sum->context->linalg;
  TracemarkPointerMapEntry *entry =
      tracemarkPointerMapEnsure(sum->context->arena, map, whole.ptr, NULL);
  const TracemarkTypeFacts *part = tracemarkLinalgTypeFacts(linalg, slice);
  const TracemarkTypeFacts *all =
      tracemarkLinalgTypeFacts(linalg, mlirValueGetType(whole));
  if (!entry || !part || !part->bytesKnown) {
    sum->bytesKnown = false;
    return;
  }
  uint64_t before = tracemarkPointerMapNumber(entry);
  uint64_t bytes = tracemarkSaturatingMultiply(part->bytes, trips);
  if (all && all->bytesKnown && bytes > all->bytes - before)
    bytes = all->bytes - before;
  tracemarkPointerMapSetNumber(entry, tracemarkSaturatingAdd(before, bytes));
  sum->bytes = tracemarkSaturatingAdd(sum->bytes, bytes);
}

static bool isLoop(Sum *sum, MlirOperation operation) {
  return !mlirOperationIsNull(operation) &&
         tracemarkOpKindsGet(&sum->context->kinds, operation)->role ==
             TRACEMARK_OP_LOOP;
}

/// What a loop starts a carried value with; null for others. Both lists have
/// the carried ones last.
static MlirValue startOf(Sum *sum, MlirValue argument) {
  MlirBlock block = mlirBlockArgumentGetOwner(argument);
  MlirOperation loop = mlirBlockGetParentOperation(block);
  intptr_t fromEnd =
      mlirBlockGetNumArguments(block) - mlirBlockArgumentGetArgNumber(argument);
  if (!isLoop(sum, loop) || fromEnd > mlirOperationGetNumOperands(loop))
    return (MlirValue){NULL};
  return mlirOperationGetOperand(loop,
                                 mlirOperationGetNumOperands(loop) - fromEnd);
}

/// What a loop ends a carried value with; null for others.
static MlirValue endOf(MlirOperation loop, intptr_t result) {
  MlirRegion region = mlirOperationGetFirstRegion(loop);
  MlirBlock body = mlirRegionIsNull(region) ? (MlirBlock){NULL}
                                            : mlirRegionGetFirstBlock(region);
  MlirOperation yield = mlirBlockIsNull(body) ? (MlirOperation){NULL}
                                              : mlirBlockGetTerminator(body);
  return !mlirOperationIsNull(yield) && mlirOperationGetNumOperands(yield) ==
                                            mlirOperationGetNumResults(loop)
             ? mlirOperationGetOperand(yield, result)
             : (MlirValue){NULL};
}

/// Argument of the body of a loop that operand `number` starts; null for
/// others.
static MlirValue argumentOf(MlirOperation loop, intptr_t number) {
  MlirRegion region = mlirOperationGetFirstRegion(loop);
  MlirBlock body = mlirRegionIsNull(region) ? (MlirBlock){NULL}
                                            : mlirRegionGetFirstBlock(region);
  intptr_t arguments =
      mlirBlockIsNull(body) ? 0 : mlirBlockGetNumArguments(body);
  intptr_t fromEnd = mlirOperationGetNumOperands(loop) - number;
  return fromEnd <= arguments ? mlirBlockGetArgument(body, arguments - fromEnd)
                              : (MlirValue){NULL};
}

/// What a value is a slice or view of, outside of the loops that carry it.
static MlirValue wholeOf(Sum *sum, MlirValue value) {
  enum { LIMIT = 32 }; // graph regions may hold cycles
  for (int i = 0; i < LIMIT; ++i) {
    value = tracemarkValueStripReshapes(&sum->context->kinds, value);
    MlirOperation definition = tracemarkValueDefiningOp(value);
    MlirValue next = {NULL};
    if (mlirOperationIsNull(definition))
      next = startOf(sum, value);
    else if (isLoop(sum, definition))
      next = endOf(definition, mlirOpResultGetResultNumber(value));
    else if (mlirOperationGetNumOperands(definition) > 0 &&
             (tracemarkOperationIs(definition, "tensor.extract_slice") ||
              tracemarkOperationIs(definition, "memref.subview")))
      next = mlirOperationGetOperand(definition, 0);
    if (mlirValueIsNull(next) || !tracemarkTypeHasShape(mlirValueGetType(next)))
      return value;
    value = next;
  }
  return value;
}

/// Counts an operand that is read, unless it was made in here.
static void readOperand(Sum *sum, const TracemarkOpItem *item, intptr_t index) {
  MlirValue operand = mlirOperationGetOperand(item->operation, index);
  MlirType type = mlirValueGetType(operand);
  if (!tracemarkTypeHasShape(type) ||
      tracemarkOpItemsMaker(sum->items, item, index))
    return;
  MlirValue whole = wholeOf(sum, operand);
  MlirOperation definition = tracemarkValueDefiningOp(whole);
  if (mlirOperationIsNull(definition) ||
      (!tracemarkOpItemsFind(sum->items, definition) &&
       !tracemarkOpKindsGet(&sum->context->kinds, definition)->isScratch))
    addPart(sum, &sum->read, whole, type, item->trips);
}

/// Counts a result that someone else than the items reads, once. Reshapes are
/// looked through, and loops that hand it on, `depth` of them. Tells whether
/// somebody does.
static bool writeResult(Sum *sum, MlirValue value, uint64_t trips, int depth) {
  for (MlirOpOperand use = mlirValueGetFirstUse(value);
       !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    intptr_t number = mlirOpOperandGetOperandNumber(use);
    if (tracemarkOpItemsFind(sum->items, user) ||
        tracemarkOperationIs(user, "tensor.dim"))
      continue;
    const TracemarkOpKind *kind =
        tracemarkOpKindsGet(&sum->context->kinds, user);
    MlirOperation parent = mlirOperationGetParentOperation(user);
    MlirValue next = {NULL};
    if (kind->isReshape && mlirOperationGetNumResults(user) == 1)
      next = mlirOperationGetResult(user, 0);
    else if (kind->role == TRACEMARK_OP_LOOP)
      next = argumentOf(user, number);
    else if (mlirOperationIsNull(mlirOperationGetNextInBlock(user)) &&
             isLoop(sum, parent) && number < mlirOperationGetNumResults(parent))
      next = mlirOperationGetResult(parent, number);
    if (!mlirValueIsNull(next)) {
      if (depth > 0 && writeResult(sum, next, 1, depth - 1))
        return true;
      continue;
    }
    bool isPart = kind->role == TRACEMARK_OP_SLICE && number == 0 &&
                  mlirOperationGetNumOperands(user) > 1 &&
                  tracemarkTypeHasShape(
                      mlirValueGetType(mlirOperationGetOperand(user, 1)));
    if (isPart)
      addPart(sum, &sum->written,
              wholeOf(sum, mlirOperationGetOperand(user, 1)),
              mlirValueGetType(value), trips);
    else
      addBytes(sum, mlirValueGetType(value), trips);
    return true;
  }
  return false;
}

/// Counts a buffer that is written, if it is an argument or a part of one.
static void writeBuffer(Sum *sum, MlirValue buffer, uint64_t trips) {
  MlirValue whole = wholeOf(sum, buffer);
  if (mlirValueIsABlockArgument(whole))
    addPart(sum, &sum->written, whole, mlirValueGetType(buffer), trips);
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
    // Of a table as much is read as comes out.
    bool isTable =
        !hasView && i == 0 && results == 1 && strcmp(item->word, "gather") == 0;
    if (isTable)
      addBytes(sum,
               mlirValueGetType(mlirOperationGetResult(item->operation, 0)),
               item->trips);
    else if (hasView ? tracemarkLinalgViewUsesOperand(view, i) : !isTarget)
      readOperand(sum, item, i);
    if (isTarget && (item->body.loads || item->body.loadsByLoop))
      addBytes(sum, mlirValueGetType(operand), item->trips); // what it looks up
    if (results || !isTarget ||
        !tracemarkTypeHasShape(mlirValueGetType(operand)))
      continue;
    writeBuffer(sum, operand, item->trips);
  }
  for (intptr_t i = 0; i < results; ++i) {
    MlirValue result = mlirOperationGetResult(item->operation, i);
    if (!hasView)
      noteRank(sum, result);
    if (tracemarkTypeHasShape(mlirValueGetType(result)))
      writeResult(sum, result, item->trips, 4);
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
