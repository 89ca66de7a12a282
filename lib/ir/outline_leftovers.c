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

typedef struct Suspects {
  TracemarkArena *arena;
  TracemarkOutlineOperations *operations;
} Suspects;

/// What defines a value that is used no more may be needed no more.
static bool suspectDefinition(MlirOperation user, intptr_t index,
                              MlirValue value, bool isNested, void *userData) {
  Suspects *suspects = userData;
  MlirOperation definition = tracemarkOutlineDefinition(value);
  return mlirOperationIsNull(definition) ||
         TRACEMARK_ARENA_PUSH(suspects->arena, suspects->operations,
                              definition);
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
    if (tracemarkOutlineMapGet(&erased, operation.ptr) ||
        !tracemarkOutlineIsUnneeded(ops, operation))
      continue;
    Suspects suspects = {ops->arena, dead};
    if (!tracemarkOutlineForEachUse(operation, suspectDefinition, &suspects))
      return;
    if (!tracemarkOutlineMapSet(ops->arena, &erased, operation.ptr,
                                operation.ptr))
      return;
    mlirOperationDestroy(operation);
  }
}

/// Last op first, so that what only it used is unneeded when its turn comes.
static bool eraseUnneededIn(TracemarkOutlineOps *ops, MlirBlock block) {
  TracemarkOutlineOperations operations = {0};
  for (MlirOperation operation = mlirBlockGetFirstOperation(block);
       !mlirOperationIsNull(operation);
       operation = mlirOperationGetNextInBlock(operation))
    if (!TRACEMARK_ARENA_PUSH(ops->arena, &operations, operation))
      return false;
  while (operations.count) {
    MlirOperation operation = operations.items[--operations.count];
    if (tracemarkOutlineIsUnneeded(ops, operation))
      mlirOperationDestroy(operation);
    else if (tracemarkOutlineIsControlFlow(operation) &&
             !tracemarkOutlineEraseUnneeded(ops, operation))
      return false;
  }
  return true;
}

bool tracemarkOutlineEraseUnneeded(TracemarkOutlineOps *ops,
                                   MlirOperation operation) {
  for (intptr_t i = 0, e = mlirOperationGetNumRegions(operation); i < e; ++i)
    for (MlirBlock block =
             mlirRegionGetFirstBlock(mlirOperationGetRegion(operation, i));
         !mlirBlockIsNull(block); block = mlirBlockGetNextInRegion(block))
      if (!eraseUnneededIn(ops, block))
        return false;
  return true;
}
