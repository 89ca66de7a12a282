//===- outline_grouping.c - groups while they are found -------------------===//

#include "lib/ir/outline_grouping.h"

#include "lib/ir/strings.h"

#include "lib/base/banned.h"

/// Writes between, times members: with more the group does not move.
#define MAX_COMPARISONS 1024

typedef TracemarkOutlineGroup Group;
typedef TracemarkGrouping Grouping;
typedef TracemarkOutlineWrite Write;

Group *tracemarkGroupingFindByOperation(const Grouping *g,
                                        MlirOperation operation) {
  Group *group = tracemarkOutlineMapGet(&g->groupOf, operation.ptr);
  while (group && group->mergedInto) {
    if (group->mergedInto->mergedInto) // halve the way for the next time
      group->mergedInto = group->mergedInto->mergedInto;
    group = group->mergedInto;
  }
  return group;
}

/// Group that the op which defines `value` is a member of; NULL if none.
Group *tracemarkGroupingFindByValue(const Grouping *g, MlirValue value) {
  MlirOperation definition = tracemarkOutlineDefinition(value);
  return mlirOperationIsNull(definition)
             ? NULL
             : tracemarkGroupingFindByOperation(g, definition);
}

Group *tracemarkGroupingFindOpen(const Grouping *g, MlirValue value) {
  Group *group = tracemarkGroupingFindByValue(g, value);
  return group && !group->isClosed && !group->isUsed ? group : NULL;
}

static Group *createGroup(Grouping *g, MlirOperation root) {
  Group *group = tracemarkArenaAllocate(g->arena, 1, sizeof(*group));
  if (!group || !TRACEMARK_ARENA_PUSH(g->arena, g->groups, group)) {
    g->failed = true;
    return NULL;
  }
  group->root = root;
  return group;
}

void tracemarkGroupingJoin(Grouping *g, Group *group, MlirOperation operation) {
  if (!TRACEMARK_ARENA_PUSH(g->arena, &group->members, operation) ||
      !tracemarkOutlineMapSet(g->arena, &g->groupOf, operation.ptr, group))
    g->failed = true;
  group->last = g->position;
  group->barrier = g->barrier;
  group->writes = g->writes.count;
}

Group *tracemarkGroupingStart(Grouping *g, MlirOperation operation,
                              bool isClosed, bool hasRoot) {
  Group *group = createGroup(g, operation);
  if (!group)
    return NULL;
  tracemarkGroupingJoin(g, group, operation);
  group->isClosed = isClosed;
  group->hasRoot = hasRoot;
  return group;
}

/// A group that no other op joins.
void tracemarkGroupingStartSealed(Grouping *g, MlirOperation operation) {
  Group *group = tracemarkGroupingStart(g, operation, true, true);
  if (group)
    group->isSealed = true;
}

//===----------------------------------------------------------------------===//
// May members move down?
//===----------------------------------------------------------------------===//

static bool isNotWritten(MlirOperation user, intptr_t index, MlirValue value,
                         bool isNested, void *write) {
  return !mlirValueEqual(tracemarkOutlineBaseOf(value), ((Write *)write)->base);
}

/// Tells whether the members of `group` can be computed here, behind the ops
/// that were seen since the last of them.
bool tracemarkGroupingCanMoveHere(Grouping *g, const Group *group) {
  size_t between = g->writes.count - group->writes;
  if (group->barrier != g->barrier ||
      between * group->members.count > MAX_COMPARISONS)
    return false;
  for (size_t i = group->writes; i < g->writes.count; ++i)
    for (size_t j = 0; j < group->members.count; ++j)
      if (tracemarkGroupingFindByOperation(g, g->writes.items[i].operation) !=
              group &&
          !tracemarkOutlineForEachUse(group->members.items[j], isNotWritten,
                                      &g->writes.items[i]))
        return false;
  return true;
}

/// Remembers what the op at hand overwrites if its inits bufferize in place.
void tracemarkGroupingNoteWrites(Grouping *g, const TracemarkOutlineOp *op,
                                 MlirOperation operation) {
  intptr_t first = op->firstInit;
  for (intptr_t i = 0; i < op->initCount; ++i) {
    MlirValue base =
        tracemarkOutlineBaseOf(mlirOperationGetOperand(operation, first + i));
    if (tracemarkOutlineIsDefinedBy(base, "tensor.empty"))
      continue;
    if (!TRACEMARK_ARENA_PUSH(g->arena, &g->writes, ((Write){base, operation})))
      g->failed = true;
  }
}

//===----------------------------------------------------------------------===//
// Producers of inits
//===----------------------------------------------------------------------===//

bool tracemarkGroupingIsRider(const Grouping *g, MlirValue value) {
  MlirOperation definition = tracemarkOutlineDefinition(value);
  return !mlirOperationIsNull(definition) &&
         tracemarkOutlineMapGet(&g->riders, definition.ptr);
}

/// A fill or broadcast: marks it as one that rides along where it makes an
/// init. Returns true if that is all it is used for.
bool tracemarkGroupingNoteRider(Grouping *g, MlirOperation operation) {
  MlirValue result = mlirOperationGetResult(operation, 0);
  bool rides = false, isUsedOtherwise = false, isOverwritten = false;
  for (MlirOpOperand use = mlirValueGetFirstUse(result);
       !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    if (tracemarkOutlineAsksSize(mlirOperationGetBlock(operation), user))
      continue;
    const TracemarkOutlineOp *op = NULL;
    if (mlirBlockEqual(mlirOperationGetBlock(user),
                       mlirOperationGetBlock(operation))) {
      op = tracemarkOutlineOpGet(g->ops, user);
      g->failed |= !op;
    }
    intptr_t index = (intptr_t)mlirOpOperandGetOperandNumber(use);
    if (!op || op->touchesMemory || !tracemarkOutlineIsInit(op, index))
      isUsedOtherwise = true;
    else if (tracemarkOutlineReadsInit(op, index))
      rides = true;
    else
      isOverwritten = true;
  }
  if ((rides || isOverwritten) &&
      !tracemarkOutlineMapSet(g->arena, &g->riders, operation.ptr,
                              operation.ptr))
    g->failed = true;
  return (rides || isOverwritten) && !isUsedOtherwise;
}

void tracemarkGroupingAddRiders(Grouping *g, Group *group,
                                const TracemarkOutlineOp *op,
                                MlirOperation operation) {
  intptr_t first = op->firstInit;
  for (intptr_t i = first; i < first + op->initCount; ++i) {
    MlirValue init = mlirOperationGetOperand(operation, i);
    if (!tracemarkGroupingIsRider(g, init))
      continue;
    MlirOperation producer = tracemarkOutlineDefinition(init);
    TracemarkOutlineRider rider = {
        producer, operation, i,
        tracemarkGroupingFindByOperation(g, producer) != NULL,
        !tracemarkOutlineReadsInit(op, i)};
    if (!TRACEMARK_ARENA_PUSH(g->arena, &group->riders, rider))
      g->failed = true;
  }
}

void tracemarkGroupingMerge(Grouping *g, Group *from, Group *into) {
  // The smaller list is appended to the larger one; order is made at the end.
  Group former = *into;
  const Group *smaller = from;
  if (from->members.count > into->members.count) {
    into->members = from->members;
    into->riders = from->riders;
    smaller = &former;
  }
  into->isUnordered = true;
  for (size_t i = 0; i < smaller->members.count; ++i)
    if (!TRACEMARK_ARENA_PUSH(g->arena, &into->members,
                              smaller->members.items[i]))
      g->failed = true;
  for (size_t i = 0; i < smaller->riders.count; ++i)
    if (!TRACEMARK_ARENA_PUSH(g->arena, &into->riders,
                              smaller->riders.items[i]))
      g->failed = true;
  if (!into->hasRoot && !from->hasRoot &&
      mlirOperationIsBeforeInBlock(from->root, into->root))
    into->root = from->root;
  from->members.count = 0;
  from->mergedInto = into;
}
