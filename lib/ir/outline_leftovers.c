//===- outline_leftovers.c - tidying up the host --------------------------===//

#include "lib/ir/outline_leftovers.h"

#include "lib/ir/outline_boundary.h"
#include "lib/ir/strings.h"

#include "lib/base/banned.h"

void tracemarkOutlineRedirectSizes(TracemarkOutlineOps *ops, MlirValue result) {
  MlirValue shape = tracemarkOutlineShapeOf(ops, result);
  if (mlirValueEqual(shape, result))
    return;
  MlirBlock block = mlirOperationGetBlock(mlirOpResultGetOwner(result));
  MlirOpOperand use = mlirValueGetFirstUse(result);
  while (!mlirOpOperandIsNull(use)) {
    MlirOpOperand next = mlirOpOperandGetNextUse(use);
    MlirOperation user = mlirOpOperandGetOwner(use);
    if (tracemarkOutlineAsksSize(block, user) &&
        mlirOpOperandGetOperandNumber(use) == 0)
      mlirOperationSetOperand(user, 0, shape);
    use = next;
  }
}

static bool isUnused(MlirOperation operation) {
  for (intptr_t i = 0, e = mlirOperationGetNumResults(operation); i < e; ++i)
    if (!mlirOpOperandIsNull(
            mlirValueGetFirstUse(mlirOperationGetResult(operation, i))))
      return false;
  return mlirOperationGetNumResults(operation) > 0;
}

void tracemarkOutlineEraseDead(TracemarkOutlineOps *ops,
                               TracemarkOutlineOperations *dead) {
  TracemarkPointerMap erased = {0};
  // Sizes that are asked of a rider are those of its init.
  for (size_t i = 0; i < dead->count; ++i)
    for (intptr_t j = 0, e = mlirOperationGetNumResults(dead->items[i]); j < e;
         ++j)
      tracemarkOutlineRedirectSizes(ops,
                                    mlirOperationGetResult(dead->items[i], j));
  while (dead->count) {
    MlirOperation operation = dead->items[--dead->count];
    if (tracemarkOutlineMapGet(&erased, operation.ptr) || !isUnused(operation))
      continue;
    const TracemarkOutlineOp *op = tracemarkOutlineOpGet(ops, operation);
    if (!op || op->kind == TRACEMARK_OUTLINE_OTHER || op->touchesMemory)
      continue;
    for (intptr_t i = 0, e = mlirOperationGetNumOperands(operation); i < e;
         ++i) {
      MlirOperation definition =
          tracemarkOutlineDefinition(mlirOperationGetOperand(operation, i));
      if (!mlirOperationIsNull(definition) &&
          !TRACEMARK_ARENA_PUSH(ops->arena, dead, definition))
        return;
    }
    if (!tracemarkOutlineMapSet(ops->arena, &erased, operation.ptr,
                                operation.ptr))
      return;
    mlirOperationDestroy(operation);
  }
}
