//===- outline_groups.c - which ops share a dispatch ----------------------===//

#include "lib/ir/outline_groups.h"

#include "lib/ir/outline_grouping.h"
#include "lib/ir/strings.h"

#include <stdlib.h>

#include "lib/base/banned.h"

typedef TracemarkOutlineGroup Group;
typedef TracemarkGrouping Grouping;

/// Tells whether a member that reads operand `index` can stay in the loop of
/// the op that made it: same element, same iteration.
static bool readsElementwise(const TracemarkLinalgView *view, intptr_t index) {
  for (intptr_t i = 0; i < view->initCount; ++i)
    if (!mlirAffineMapEqual(view->maps[index], view->maps[view->insCount + i]))
      return false;
  return true;
}

/// An init that is read and made by a group has to be the last use of it, or
/// the dispatch would have to copy it.
static bool keepsInits(const Grouping *g, const TracemarkOutlineOp *op,
                       MlirOperation operation) {
  intptr_t first = op->firstInit;
  for (intptr_t i = first; i < first + op->initCount; ++i) {
    MlirValue init = mlirOperationGetOperand(operation, i);
    if (tracemarkOutlineReadsInit(op, i) &&
        tracemarkGroupingFindByValue(g, init) &&
        !tracemarkGroupingIsRider(g, init) && !tracemarkOutlineHasOneUse(init))
      return false;
  }
  return true;
}

/// Group whose op made an operand that `operation` consumes element by element;
/// the latest one, so that as little as possible moves.
static Group *findProducer(Grouping *g, const TracemarkOutlineOp *op,
                           MlirOperation operation) {
  Group *best = NULL;
  if (!g->fuse || !keepsInits(g, op, operation))
    return NULL;
  for (intptr_t i = 0; i < op->view.insCount; ++i) {
    Group *group =
        tracemarkGroupingFindOpen(g, mlirOperationGetOperand(operation, i));
    if (group && readsElementwise(&op->view, i) &&
        tracemarkGroupingCanMoveHere(g, group) &&
        (!best || group->last > best->last))
      best = group;
  }
  return best;
}

/// Elementwise ops that `operation`, which just joined `group`, consumes join
/// it too; those that make its inits need not be elementwise to it.
static void absorbChains(Grouping *g, Group *group,
                         const TracemarkOutlineOp *op,
                         MlirOperation operation) {
  for (intptr_t i = 0; i < op->view.insCount + op->view.initCount; ++i) {
    MlirValue value = mlirOperationGetOperand(operation, i);
    Group *chain = tracemarkGroupingFindOpen(g, value);
    if (!chain || chain == group || chain->hasRoot ||
        !tracemarkGroupingCanMoveHere(g, chain))
      continue;
    bool isInit = i >= op->view.insCount;
    if (isInit ? tracemarkOutlineReadsInit(op, i) &&
                     tracemarkOutlineHasOneUse(value)
               : op->view.isElementwise && readsElementwise(&op->view, i))
      tracemarkGroupingMerge(g, chain, group);
  }
}

static void visitElementwise(Grouping *g, const TracemarkOutlineOp *op,
                             MlirOperation operation) {
  Group *group = findProducer(g, op, operation);
  if (group)
    tracemarkGroupingJoin(g, group, operation);
  else
    tracemarkGroupingStart(g, operation, false, false);
  group = tracemarkGroupingFindByOperation(g, operation);
  if (!group || !g->fuse)
    return;
  tracemarkGroupingAddRiders(g, group, op, operation);
  if (keepsInits(g, op, operation))
    absorbChains(g, group, op, operation);
}

static void visitRoot(Grouping *g, const TracemarkOutlineOp *op,
                      MlirOperation operation) {
  tracemarkGroupingStart(g, operation, false, true);
  Group *group = tracemarkGroupingFindByOperation(g, operation);
  if (!group || !g->fuse)
    return;
  tracemarkGroupingAddRiders(g, group, op, operation);
  if (op->view.maps)
    absorbChains(g, group, op, operation);
}

/// Tells whether what is inserted was made in place of a slice of the same
/// tensor: bufferization sees that only if both stay in one function.
static bool isUpdateInPlace(Grouping *g, MlirOperation insert) {
  MlirValue value = mlirOperationGetOperand(insert, 0);
  MlirValue whole = mlirOperationGetOperand(insert, 1);
  for (;;) {
    MlirOperation definition = tracemarkOutlineDefinition(value);
    if (mlirOperationIsNull(definition))
      return false;
    intptr_t index = mlirOpResultGetResultNumber(value);
    if (tracemarkOutlineIsSlice(definition))
      return mlirOperationGetNumOperands(definition) > 0 &&
             mlirValueEqual(mlirOperationGetOperand(definition, 0), whole) &&
             !mlirValueEqual(value, mlirOperationGetOperand(insert, 0));
    intptr_t operand = index;
    if (tracemarkOperationIs(definition, "scf.for")) {
      operand = 3 + index; // behind the bounds and the step
    } else if (!tracemarkOutlineIsView(definition)) {
      const TracemarkOutlineOp *op = tracemarkOutlineOpGet(g->ops, definition);
      if (!op || index >= op->initCount)
        return false;
      operand = op->firstInit + index;
    }
    if (operand >= mlirOperationGetNumOperands(definition))
      return false;
    value = mlirOperationGetOperand(definition, operand);
  }
}

static void visitInsert(Grouping *g, const TracemarkOutlineOp *op,
                        MlirOperation operation) {
  MlirValue source = mlirOperationGetOperand(operation, 0);
  Group *group = tracemarkGroupingFindByValue(g, source);
  if (group && !group->isUsed && !group->isSealed &&
      tracemarkOutlineHasOneUse(source) &&
      tracemarkGroupingCanMoveHere(g, group) && keepsInits(g, op, operation)) {
    tracemarkGroupingJoin(g, group, operation);
    group->isClosed = true;
  } else if (tracemarkGroupingFindByValue(g, source) ||
             !isUpdateInPlace(g, operation)) {
    tracemarkGroupingStart(g, operation, true, true);
  }
  group = tracemarkGroupingFindByOperation(g, operation);
  if (group && g->fuse)
    tracemarkGroupingAddRiders(g, group, op, operation);
}

/// A slice needs a dispatch of its own only where it must become a buffer of
/// its own: behind a return or a call.
static void visitExtract(Grouping *g, MlirOperation operation) {
  MlirValue result = mlirOperationGetResult(operation, 0);
  for (MlirOpOperand use = mlirValueGetFirstUse(result);
       !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    if (tracemarkOperationIs(user, "func.return") ||
        tracemarkOperationIs(user, "func.call")) {
      tracemarkGroupingStartSealed(g, operation);
      return;
    }
  }
}

/// Ops on memrefs: order is all that ties them together.
static void visitMemory(Grouping *g, const TracemarkOutlineOp *op,
                        MlirOperation operation) {
  Group *group = g->memoryGroup;
  bool joins = false;
  for (size_t i = 0; group && g->fuse && i < group->members.count; ++i) {
    MlirOperation member = group->members.items[i];
    const TracemarkOutlineOp *other = tracemarkOutlineOpGet(g->ops, member);
    if (!other) {
      g->failed = true;
      return;
    }
    for (intptr_t j = 0; j < other->view.initCount; ++j) {
      MlirValue written =
          mlirOperationGetOperand(member, other->view.insCount + j);
      for (intptr_t k = 0, e = op->view.insCount + op->view.initCount; k < e;
           ++k)
        if (mlirValueEqual(mlirOperationGetOperand(operation, k), written))
          joins |= k < op->view.insCount
                       ? op->kind == TRACEMARK_OUTLINE_ELEMENTWISE &&
                             readsElementwise(&op->view, k)
                       : !group->hasRoot;
    }
  }
  bool isAlone =
      op->kind == TRACEMARK_OUTLINE_COPY || op->kind == TRACEMARK_OUTLINE_LOOP;
  bool isRoot = isAlone || op->kind == TRACEMARK_OUTLINE_ROOT;
  if (joins) {
    tracemarkGroupingJoin(g, group, operation);
    if (isRoot)
      group->root = operation;
    group->hasRoot |= isRoot;
  } else {
    group = tracemarkGroupingStart(g, operation, true, isRoot);
    if (group)
      group->isSealed = true;
  }
  bool hasResults = mlirOperationGetNumResults(operation) != 0;
  g->memoryGroup = isAlone || hasResults ? NULL : group;
}

/// What an op outside of a group uses must be there when the op runs.
static bool closeUsed(MlirOperation user, intptr_t index, MlirValue value,
                      bool isNested, void *userData) {
  Grouping *g = userData;
  Group *group = tracemarkGroupingFindByValue(g, value);
  MlirOperation definition = tracemarkOutlineDefinition(value);
  MlirOperation visited = tracemarkOutlineAncestorIn(
      mlirOperationIsNull(definition) ? (MlirBlock){NULL}
                                      : mlirOperationGetBlock(definition),
      user);
  if (group &&
      (mlirOperationIsNull(visited) ||
       tracemarkGroupingFindByOperation(g, visited) != group) &&
      !tracemarkOutlineAsksSize(mlirOperationGetBlock(definition), user))
    group->isUsed = true;
  return true;
}

static void visitBlock(Grouping *g, MlirBlock block);

static void visitRegions(Grouping *g, MlirOperation operation) {
  if (!tracemarkOutlineIsControlFlow(operation))
    return;
  // Writes and memory order are those of a block: set this one's aside.
  Group *memoryGroup = g->memoryGroup;
  for (intptr_t i = 0, e = mlirOperationGetNumRegions(operation); i < e; ++i)
    for (MlirBlock block =
             mlirRegionGetFirstBlock(mlirOperationGetRegion(operation, i));
         !mlirBlockIsNull(block); block = mlirBlockGetNextInRegion(block))
      visitBlock(g, block);
  g->memoryGroup = memoryGroup;
}

static void visit(Grouping *g, MlirOperation operation) {
  const TracemarkOutlineOp *op = tracemarkOutlineOpGet(g->ops, operation);
  if (!op) {
    g->failed = true;
    return;
  }
  bool isCompute = op->kind == TRACEMARK_OUTLINE_ROOT ||
                   op->kind == TRACEMARK_OUTLINE_ELEMENTWISE ||
                   op->kind == TRACEMARK_OUTLINE_FILL;
  if ((isCompute || op->kind == TRACEMARK_OUTLINE_COPY ||
       op->kind == TRACEMARK_OUTLINE_LOOP) &&
      op->touchesMemory)
    visitMemory(g, op, operation);
  else if (op->kind == TRACEMARK_OUTLINE_FILL && g->fuse &&
           tracemarkGroupingNoteRider(g, operation))
    ; // repeated where it is needed
  else if (op->kind == TRACEMARK_OUTLINE_ELEMENTWISE ||
           op->kind == TRACEMARK_OUTLINE_FILL)
    visitElementwise(g, op, operation);
  else if (op->kind == TRACEMARK_OUTLINE_ROOT)
    visitRoot(g, op, operation);
  else if (op->kind == TRACEMARK_OUTLINE_INSERT)
    visitInsert(g, op, operation);
  else if (op->kind == TRACEMARK_OUTLINE_EXTRACT)
    visitExtract(g, operation);
  else if (op->kind == TRACEMARK_OUTLINE_PAD ||
           op->kind == TRACEMARK_OUTLINE_CONCAT)
    tracemarkGroupingStartSealed(g, operation);
  else if (op->kind == TRACEMARK_OUTLINE_OTHER)
    g->memoryGroup = NULL;
  tracemarkOutlineForEachUse(operation, closeUsed, g);
  tracemarkGroupingNoteWrites(g, op, operation);
  g->barrier += op->touchesMemory;
  if (op->kind == TRACEMARK_OUTLINE_OTHER)
    visitRegions(g, operation);
}

static void visitBlock(Grouping *g, MlirBlock block) {
  g->memoryGroup = NULL;
  for (MlirOperation operation = mlirBlockGetFirstOperation(block);
       !mlirOperationIsNull(operation) && !g->failed;
       operation = mlirOperationGetNextInBlock(operation)) {
    ++g->position;
    visit(g, operation);
  }
}

static int compareGroups(const void *a, const void *b) {
  const Group *left = *(Group *const *)a, *right = *(Group *const *)b;
  return (left->last > right->last) - (left->last < right->last);
}

static int compareMembers(const void *a, const void *b) {
  const MlirOperation *left = a, *right = b;
  if (mlirOperationEqual(*left, *right))
    return 0;
  return mlirOperationIsBeforeInBlock(*left, *right) ? -1 : 1;
}

bool tracemarkOutlineGroupsFind(TracemarkOutlineOps *ops,
                                MlirOperation function, bool fuse,
                                TracemarkOutlineGroups *groups) {
  Grouping g = {.ops = ops, .arena = ops->arena, .groups = groups};
  g.fuse = fuse;
  for (intptr_t i = 0, e = mlirOperationGetNumRegions(function); i < e; ++i)
    for (MlirBlock block =
             mlirRegionGetFirstBlock(mlirOperationGetRegion(function, i));
         !mlirBlockIsNull(block); block = mlirBlockGetNextInRegion(block))
      visitBlock(&g, block);
  size_t kept = 0;
  for (size_t i = 0; i < groups->count; ++i)
    if (groups->items[i]->members.count)
      groups->items[kept++] = groups->items[i];
  groups->count = kept;
  for (size_t i = 0; i < kept; ++i) {
    const Group *group = groups->items[i];
    if (group->isUnordered)
      qsort(group->members.items, group->members.count,
            sizeof(*group->members.items), compareMembers);
  }
  if (kept)
    qsort(groups->items, kept, sizeof(*groups->items), compareGroups);
  return !g.failed;
}
