//===- outline_groups.c - which ops share a dispatch ----------------------===//

#include "lib/ir/outline_groups.h"

#include "lib/ir/strings.h"

#include <stdlib.h>

#include "lib/base/banned.h"

/// Writes between two members that are looked at; with more the group closes.
#define MAX_WRITES_BETWEEN 32

typedef TracemarkOutlineGroup Group;

typedef struct Write {
  MlirValue base;
  MlirOperation operation;
} Write;

/// What is remembered of the block at hand.
typedef struct Grouping {
  TracemarkOutlineOps *ops;
  TracemarkArena *arena;
  TracemarkOutlineGroups *groups;
  TracemarkPointerMap groupOf; // from ops to groups
  TracemarkPointerMap riders;  // from fills and broadcasts to themselves
  TRACEMARK_ARENA_ARRAY(Write) writes;
  Group *memoryGroup; // may be joined by an op that touches memory, or NULL
  int64_t position;
  bool fuse, failed;
} Grouping;

static Group *groupOfOperation(const Grouping *g, MlirOperation operation) {
  Group *group = tracemarkOutlineMapGet(&g->groupOf, operation.ptr);
  while (group && group->mergedInto)
    group = group->mergedInto;
  return group;
}

/// Group that the op which defines `value` is a member of; NULL if none.
static Group *groupOfValue(const Grouping *g, MlirValue value) {
  MlirOperation definition = tracemarkOutlineDefinition(value);
  return mlirOperationIsNull(definition) ? NULL
                                         : groupOfOperation(g, definition);
}

static Group *openGroupOfValue(const Grouping *g, MlirValue value) {
  Group *group = groupOfValue(g, value);
  return group && !group->isClosed && !group->isUsed ? group : NULL;
}

static Group *createGroup(Grouping *g, MlirOperation root) {
  Group *group = tracemarkArenaAllocate(g->arena, 1, sizeof(*group));
  if (!group || !TRACEMARK_ARENA_PUSH(g->arena, g->groups, group)) {
    g->failed = true;
    return NULL;
  }
  group->root = root;
  group->first = g->position;
  return group;
}

static void join(Grouping *g, Group *group, MlirOperation operation) {
  if (!TRACEMARK_ARENA_PUSH(g->arena, &group->members, operation) ||
      !tracemarkOutlineMapSet(g->arena, &g->groupOf, operation.ptr, group))
    g->failed = true;
  group->last = g->position;
  group->writes = g->writes.count;
}

static Group *startGroup(Grouping *g, MlirOperation operation, bool isClosed,
                         bool hasRoot) {
  Group *group = createGroup(g, operation);
  if (!group)
    return NULL;
  join(g, group, operation);
  group->isClosed = isClosed;
  group->hasRoot = hasRoot;
  return group;
}

/// A group that no other op joins.
static void startSealed(Grouping *g, MlirOperation operation) {
  Group *group = startGroup(g, operation, true, true);
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
static bool canMoveHere(Grouping *g, const Group *group) {
  size_t between = g->writes.count - group->writes;
  if (between > MAX_WRITES_BETWEEN)
    return false;
  for (size_t i = group->writes; i < g->writes.count; ++i)
    for (size_t j = 0; j < group->members.count; ++j)
      if (groupOfOperation(g, g->writes.items[i].operation) != group &&
          !tracemarkOutlineForEachUse(group->members.items[j], isNotWritten,
                                      &g->writes.items[i]))
        return false;
  return true;
}

/// Remembers what the op at hand overwrites if its inits bufferize in place.
static void noteWrites(Grouping *g, const TracemarkOutlineOp *op,
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

static bool isRider(const Grouping *g, MlirValue value) {
  MlirOperation definition = tracemarkOutlineDefinition(value);
  return !mlirOperationIsNull(definition) &&
         tracemarkOutlineMapGet(&g->riders, definition.ptr);
}

/// A fill or broadcast: marks it as one that rides along where it makes an
/// init. Returns true if that is all it is used for.
static bool noteRider(Grouping *g, MlirOperation operation) {
  MlirValue result = mlirOperationGetResult(operation, 0);
  bool rides = false, isUsedOtherwise = false;
  for (MlirOpOperand use = mlirValueGetFirstUse(result);
       !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    if (tracemarkOperationIs(user, "tensor.dim"))
      continue;
    bool isInit = false;
    if (mlirBlockEqual(mlirOperationGetBlock(user),
                       mlirOperationGetBlock(operation))) {
      const TracemarkOutlineOp *op = tracemarkOutlineOpGet(g->ops, user);
      if (!op)
        g->failed = true;
      else
        isInit = tracemarkOutlineIsInit(
            op, (intptr_t)mlirOpOperandGetOperandNumber(use));
    }
    rides |= isInit;
    isUsedOtherwise |= !isInit;
  }
  if (rides && !tracemarkOutlineMapSet(g->arena, &g->riders, operation.ptr,
                                       operation.ptr))
    g->failed = true;
  return rides && !isUsedOtherwise;
}

static void addRiders(Grouping *g, Group *group, const TracemarkOutlineOp *op,
                      MlirOperation operation) {
  intptr_t first = op->firstInit;
  for (intptr_t i = first; i < first + op->initCount; ++i) {
    MlirValue init = mlirOperationGetOperand(operation, i);
    if (!isRider(g, init) || !tracemarkOutlineReadsInit(op, i))
      continue;
    MlirOperation producer = tracemarkOutlineDefinition(init);
    TracemarkOutlineRider rider = {producer, operation, i,
                                   groupOfOperation(g, producer) != NULL};
    if (!TRACEMARK_ARENA_PUSH(g->arena, &group->riders, rider))
      g->failed = true;
  }
}

/// Moves the members of `from` into `into`, in program order.
static void merge(Grouping *g, Group *from, Group *into) {
  TracemarkOutlineOperations members = {0};
  size_t i = 0, j = 0;
  while (i < from->members.count || j < into->members.count) {
    bool takeFrom = j == into->members.count ||
                    (i < from->members.count &&
                     mlirOperationIsBeforeInBlock(from->members.items[i],
                                                  into->members.items[j]));
    MlirOperation next =
        takeFrom ? from->members.items[i++] : into->members.items[j++];
    if (!TRACEMARK_ARENA_PUSH(g->arena, &members, next))
      g->failed = true;
  }
  into->members = members;
  for (size_t k = 0; k < from->riders.count; ++k)
    if (!TRACEMARK_ARENA_PUSH(g->arena, &into->riders, from->riders.items[k]))
      g->failed = true;
  if (from->first < into->first)
    into->first = from->first;
  if (!into->hasRoot && !from->hasRoot &&
      mlirOperationIsBeforeInBlock(from->root, into->root))
    into->root = from->root;
  from->members.count = 0;
  from->mergedInto = into;
}

//===----------------------------------------------------------------------===//
// One op
//===----------------------------------------------------------------------===//

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
    if (tracemarkOutlineReadsInit(op, i) && groupOfValue(g, init) &&
        !isRider(g, init) && !tracemarkOutlineHasOneUse(init))
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
    Group *group = openGroupOfValue(g, mlirOperationGetOperand(operation, i));
    if (group && readsElementwise(&op->view, i) && canMoveHere(g, group) &&
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
    Group *chain = openGroupOfValue(g, value);
    if (!chain || chain == group || chain->hasRoot || !canMoveHere(g, chain))
      continue;
    bool isInit = i >= op->view.insCount;
    if (isInit ? tracemarkOutlineReadsInit(op, i) &&
                     tracemarkOutlineHasOneUse(value)
               : op->view.isElementwise && readsElementwise(&op->view, i))
      merge(g, chain, group);
  }
}

static void visitElementwise(Grouping *g, const TracemarkOutlineOp *op,
                             MlirOperation operation) {
  Group *group = findProducer(g, op, operation);
  if (group)
    join(g, group, operation);
  else
    startGroup(g, operation, false, false);
  group = groupOfOperation(g, operation);
  if (!group || !g->fuse)
    return;
  addRiders(g, group, op, operation);
  if (keepsInits(g, op, operation))
    absorbChains(g, group, op, operation);
}

static void visitRoot(Grouping *g, const TracemarkOutlineOp *op,
                      MlirOperation operation) {
  startGroup(g, operation, false, true);
  Group *group = groupOfOperation(g, operation);
  if (!group || !g->fuse)
    return;
  addRiders(g, group, op, operation);
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
  Group *group = groupOfValue(g, source);
  if (group && !group->isUsed && !group->isSealed &&
      tracemarkOutlineHasOneUse(source) && canMoveHere(g, group) &&
      keepsInits(g, op, operation)) {
    join(g, group, operation);
    group->isClosed = true;
  } else if (groupOfValue(g, source) || !isUpdateInPlace(g, operation)) {
    startGroup(g, operation, true, true);
  }
  group = groupOfOperation(g, operation);
  if (group && g->fuse)
    addRiders(g, group, op, operation);
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
      startSealed(g, operation);
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
    join(g, group, operation);
    if (isRoot)
      group->root = operation;
    group->hasRoot |= isRoot;
  } else {
    group = startGroup(g, operation, true, isRoot);
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
  Group *group = groupOfValue(g, value);
  MlirOperation definition = tracemarkOutlineDefinition(value);
  MlirOperation visited = tracemarkOutlineAncestorIn(
      mlirOperationIsNull(definition) ? (MlirBlock){NULL}
                                      : mlirOperationGetBlock(definition),
      user);
  if (group &&
      (mlirOperationIsNull(visited) || groupOfOperation(g, visited) != group) &&
      !tracemarkOperationIs(user, "tensor.dim"))
    group->isUsed = true;
  return true;
}

static void visitBlock(Grouping *g, MlirBlock block);

/// Ops whose regions run as a part of the function: looked into.
static void visitRegions(Grouping *g, MlirOperation operation) {
  static const char *const names[] = {
      "scf.if",    "scf.for",    "scf.while",       "scf.execute_region",
      "affine.if", "affine.for", "scf.index_switch"};
  bool isKnown = false;
  for (size_t i = 0; i < TRACEMARK_COUNT_OF(names); ++i)
    isKnown |= tracemarkOperationIs(operation, names[i]);
  if (!isKnown)
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
           noteRider(g, operation))
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
    startSealed(g, operation);
  else if (op->kind == TRACEMARK_OUTLINE_OTHER)
    g->memoryGroup = NULL;
  tracemarkOutlineForEachUse(operation, closeUsed, g);
  noteWrites(g, op, operation);
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
  if (kept)
    qsort(groups->items, kept, sizeof(*groups->items), compareGroups);
  return !g.failed;
}
