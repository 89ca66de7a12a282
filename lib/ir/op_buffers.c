//===- op_buffers.c - which op wrote a buffer last ------------------------===//
//
// Of ops on tensors the operands tell who made them. Of ops on buffers it is
// the last one that wrote the buffer before, in the same block, if no one else
// did so in between: not in a nested region, by a store, a call, or through
// another view of the same memory. Arguments of a function, and allocations,
// are taken for memory of their own.
//
//===----------------------------------------------------------------------===//

#include "lib/ir/op_items.h"
#include "lib/ir/scalar_values.h"

#include "mlir-c/BuiltinTypes.h"

#include "lib/base/banned.h"

/// Chains of views longer than this are not followed: graph regions may hold
/// cycles.
enum { VIEW_LIMIT = 16 };

/// The last write to some memory.
typedef struct Write {
  MlirValue value; // that was written as a whole
  MlirBlock block; // where
  size_t maker;    // index + 1 of the item; 0: not known
} Write;

static bool isBuffer(MlirValue value) {
  MlirType type = mlirValueGetType(value);
  return mlirTypeIsAMemRef(type) || mlirTypeIsAUnrankedMemRef(type);
}

/// What a loop or branch hands on may be any memory.
static bool isFunctionArgument(TracemarkOpKinds *kinds, MlirValue value) {
  MlirBlock block = mlirBlockArgumentGetOwner(value);
  MlirOperation parent = mlirBlockGetParentOperation(block);
  return !mlirOperationIsNull(parent) &&
         tracemarkOpKindsGet(kinds, parent)->role != TRACEMARK_OP_LOOP &&
         mlirBlockEqual(block, mlirRegionGetFirstBlock(
                                   mlirOperationGetFirstRegion(parent)));
}

MlirValue tracemarkBufferMemory(TracemarkOpKinds *kinds, MlirValue value) {
  for (int i = 0; i < VIEW_LIMIT; ++i) {
    MlirOperation definition = tracemarkValueDefiningOp(value);
    if (mlirOperationIsNull(definition))
      return isFunctionArgument(kinds, value) ? value : (MlirValue){NULL};
    if (mlirOperationGetNumOperands(definition) == 0 ||
        !isBuffer(mlirOperationGetOperand(definition, 0)))
      return mlirOperationGetNumRegions(definition) == 0 &&
                     tracemarkOpKindsGet(kinds, definition)->role !=
                         TRACEMARK_OP_SELECT
                 ? value
                 : (MlirValue){NULL};
    value = mlirOperationGetOperand(definition, 0);
  }
  return (MlirValue){NULL};
}

/// Notes that item `maker` (index + 1; 0 for others) wrote `value`.
static bool noteWrite(TracemarkSummaryContext *context,
                      TracemarkBuffers *buffers, MlirValue value,
                      MlirBlock block, size_t maker) {
  MlirValue memory = tracemarkBufferMemory(&context->kinds, value);
  if (mlirValueIsNull(memory)) { // any memory
    buffers->writes = (TracemarkPointerMap){0};
    return true;
  }
  TracemarkPointerMapEntry *entry = tracemarkPointerMapEnsure(
      context->arena, &buffers->writes, memory.ptr, NULL);
  Write *write = tracemarkArenaAllocate(context->arena, 1, sizeof(*write));
  if (!entry || !write)
    return false;
  *write = (Write){tracemarkValueStripReshapes(&context->kinds, value), block,
                   maker};
  entry->value = write;
  return true;
}

static size_t makerOf(TracemarkSummaryContext *context,
                      const TracemarkBuffers *buffers, MlirValue value,
                      MlirBlock block) {
  MlirValue memory = tracemarkBufferMemory(&context->kinds, value);
  const TracemarkPointerMapEntry *entry =
      mlirValueIsNull(memory)
          ? NULL
          : tracemarkPointerMapFind(&buffers->writes, memory.ptr);
  if (!entry)
    return 0;
  const Write *write = entry->value;
  return mlirBlockEqual(write->block, block) &&
                 mlirValueEqual(write->value, tracemarkValueStripReshapes(
                                                  &context->kinds, value))
             ? write->maker
             : 0;
}

bool tracemarkBuffersForget(TracemarkSummaryContext *context,
                            TracemarkBuffers *buffers,
                            MlirOperation operation) {
  if (!buffers->writes.count)
    return true;
  MlirBlock block = mlirOperationGetBlock(operation);
  for (intptr_t i = 0, e = mlirOperationGetNumOperands(operation); i < e; ++i) {
    MlirValue operand = mlirOperationGetOperand(operation, i);
    if (isBuffer(operand) && !noteWrite(context, buffers, operand, block, 0))
      return false;
  }
  return true;
}

/// Tells whether the item writes operand `index` of `count`.
static bool writes(const TracemarkOpItem *item, intptr_t index,
                   intptr_t count) {
  const TracemarkLinalgView *view = &item->view;
  return mlirOperationIsNull(view->operation)
             ? item->isOpaque || index == count - 1
             : index >= view->insCount &&
                   index < view->insCount + view->initCount;
}

bool tracemarkBuffersNote(TracemarkSummaryContext *context,
                          TracemarkBuffers *buffers, size_t index,
                          TracemarkOpItem *item) {
  MlirOperation operation = item->operation;
  MlirBlock block = mlirOperationGetBlock(operation);
  intptr_t count = mlirOperationGetNumOperands(operation);
  size_t *makers =
      tracemarkArenaAllocate(context->arena, (size_t)count, sizeof(*makers));
  if (!makers)
    return false;
  for (intptr_t i = 0; i < count; ++i) {
    MlirValue operand = mlirOperationGetOperand(operation, i);
    if (isBuffer(operand))
      makers[i] = makerOf(context, buffers, operand, block);
  }
  item->makers = makers;
  for (intptr_t i = 0; i < count; ++i) {
    MlirValue operand = mlirOperationGetOperand(operation, i);
    if (isBuffer(operand) && writes(item, i, count) &&
        !noteWrite(context, buffers, operand, block,
                   item->isOpaque ? 0 : index + 1))
      return false;
  }
  return true;
}

TracemarkOpItem *tracemarkOpItemsMaker(const TracemarkOpItems *items,
                                       const TracemarkOpItem *item,
                                       intptr_t index) {
  MlirValue operand = mlirOperationGetOperand(item->operation, index);
  if (item->makers && isBuffer(operand))
    return item->makers[index] ? &items->list.items[item->makers[index] - 1]
                               : NULL;
  return tracemarkOpItemsFind(
      items, tracemarkValueDefiningOp(
                 tracemarkValueStripReshapes(items->kinds, operand)));
}
