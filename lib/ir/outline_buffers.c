//===- outline_buffers.c - memory of the results of a dispatch ------------===//

#include "lib/ir/outline_buffers.h"

#include "lib/ir/strings.h"

#include "mlir-c/BuiltinTypes.h"

#include "lib/base/banned.h"

typedef TracemarkOutlineBoundary Boundary;
typedef TracemarkOutlineBuffer Buffer;
typedef TracemarkOutlineValue Value;

/// One init of one member.
typedef struct Slot {
  size_t member;
  const TracemarkOutlineOp *op;
  MlirOperation operation;
  intptr_t operand;
  MlirValue init, result;
} Slot;

static Value *valueOf(const Boundary *b, MlirValue value) {
  return tracemarkOutlineMapGet(&b->values, value.ptr);
}

typedef struct Overwrite {
  const TracemarkLinalgView *view;
  MlirValue value;
} Overwrite;

static bool isReadWhereWritten(MlirOperation user, intptr_t index,
                               MlirValue value, bool isNested, void *userData) {
  const Overwrite *overwrite = userData;
  if (mlirValueEqual(value, overwrite->value))
    return !isNested &&
           index < overwrite->view->insCount + overwrite->view->initCount &&
           mlirAffineMapIsIdentity(overwrite->view->maps[index]);
  return !mlirValueEqual(tracemarkOutlineBaseOf(value), overwrite->value);
}

bool tracemarkOutlineMayOverwrite(const Boundary *b, size_t index,
                                  MlirValue value) {
  MlirOperation member = b->group->members.items[index];
  const TracemarkOutlineOp *op = tracemarkOutlineOpGet(b->ops, member);
  if (!op || !op->view.isElementwise)
    return false;
  for (intptr_t i = 0; i < op->view.initCount; ++i)
    if (!mlirAffineMapIsIdentity(op->view.maps[op->view.insCount + i]))
      return false;
  Overwrite overwrite = {&op->view, value};
  return tracemarkOutlineForEachUse(member, isReadWhereWritten, &overwrite);
}

/// Same type, and where sizes are dynamic the same sizes because the member
/// reads `buffer` element by element.
static bool hasShapeOf(const Slot *slot, const Buffer *buffer) {
  if (!mlirTypeEqual(buffer->type, mlirValueGetType(slot->result)))
    return false;
  if (mlirShapedTypeHasStaticShape(buffer->type))
    return true;
  const TracemarkLinalgView *view = &slot->op->view;
  for (intptr_t i = 0; view->maps && i < view->insCount; ++i)
    if (mlirValueEqual(mlirOperationGetOperand(slot->operation, i),
                       buffer->current) &&
        mlirAffineMapEqual(view->maps[i], view->maps[slot->operand]))
      return true;
  return false;
}

/// Tells whether what `buffer` holds is not needed once the member has run.
static bool isFree(const Boundary *b, const Slot *slot, const Buffer *buffer) {
  if (mlirValueIsNull(buffer->current) || buffer->writer >= slot->member)
    return false;
  const Value *held = valueOf(b, buffer->current);
  return !held->escapes &&
         (held->lastUse < slot->member ||
          (held->lastUse == slot->member &&
           tracemarkOutlineMayOverwrite(b, slot->member, buffer->current)));
}

static intptr_t addBuffer(Boundary *b, const Slot *slot, MlirValue external) {
  Buffer buffer = {.type = mlirValueGetType(slot->result),
                   .external = external,
                   .firstWriter = slot->member,
                   .argument = -1};
  buffer.like = tracemarkOutlineShapeOf(b->ops, slot->init);
  if (!TRACEMARK_ARENA_PUSH(b->ops->arena, &b->buffers, buffer))
    return -1;
  return (intptr_t)b->buffers.count - 1;
}

static bool occupy(Boundary *b, const Slot *slot, intptr_t index,
                   bool setsOperand) {
  if (index < 0)
    return false;
  Buffer *buffer = &b->buffers.items[index];
  Value *result = valueOf(b, slot->result);
  TracemarkOutlineInit init = {
      slot->member, (size_t)index, slot->operand, {NULL}};
  if (!mlirValueIsNull(buffer->current) &&
      valueOf(b, buffer->current)->lastUse < slot->member)
    init.former = buffer->current;
  buffer->current = slot->result;
  buffer->writer = slot->member;
  buffer->escapes = result->escapes;
  result->buffer = index;
  return !setsOperand || TRACEMARK_ARENA_PUSH(b->ops->arena, &b->inits, init);
}

/// `value` is the memory of a buffer already.
static bool isPassed(const Boundary *b, MlirValue value) {
  for (size_t i = 0; i < b->buffers.count; ++i)
    if (!mlirValueIsNull(b->buffers.items[i].external) &&
        mlirValueEqual(b->buffers.items[i].external, value))
      return true;
  return false;
}

/// Tells whether the memory that the program names for the result can be
/// written by the member: nothing in the group reads it afterwards.
static bool mayWriteTo(const Boundary *b, const Slot *slot) {
  const TracemarkOutlineInput *input =
      tracemarkOutlineMapGet(&b->inputOf, slot->init.ptr);
  if (isPassed(b, slot->init))
    return false;
  return !input || input->lastUse < slot->member ||
         (input->lastUse == slot->member &&
          tracemarkOutlineMayOverwrite(b, slot->member, slot->init));
}

/// Tells whether all uses of `value` are by members or before them, so that
/// its memory is free once the dispatch has read it.
static bool isDead(const Boundary *b, MlirValue value) {
  MlirBlock owner = mlirValueIsAOpResult(value)
                        ? mlirOperationGetBlock(mlirOpResultGetOwner(value))
                        : mlirBlockArgumentGetOwner(value);
  if (!mlirBlockEqual(owner, b->block))
    return false; // may be needed when the block runs again
  const TracemarkOutlineGroup *group = b->group;
  MlirOperation last = group->members.items[group->members.count - 1];
  for (MlirOpOperand use = mlirValueGetFirstUse(value);
       !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    MlirOperation user =
        tracemarkOutlineAncestorIn(b->block, mlirOpOperandGetOwner(use));
    if (mlirOperationIsNull(user) ||
        (!tracemarkOutlineMapGet(&b->members, user.ptr) &&
         !mlirOperationIsBeforeInBlock(user, last)))
      return false;
  }
  return true;
}

/// The memory of the host that `value` is in, as far as dispatches tell.
static MlirValue originOf(const Boundary *b, MlirValue value) {
  void *origin;
  while ((origin = tracemarkOutlineMapGet(&b->ops->origins, value.ptr)))
    value.ptr = origin;
  return value;
}

/// Tells whether a dispatch made `value`, also as what a loop or a branch
/// yields and nothing else uses.
static bool isMadeByDispatch(const Boundary *b, MlirValue value) {
  if (tracemarkOutlineMapGet(&b->ops->origins, value.ptr))
    return true;
  MlirOperation definition = tracemarkOutlineDefinition(value);
  if (mlirOperationIsNull(definition))
    return false;
  intptr_t index = mlirOpResultGetResultNumber(value);
  bool isLoop = tracemarkOperationIs(definition, "scf.for");
  if (!isLoop && !tracemarkOperationIs(definition, "scf.if"))
    return false;
  if (isLoop) {
    if (3 + index >= mlirOperationGetNumOperands(definition))
      return false;
    MlirValue start = mlirOperationGetOperand(definition, 3 + index);
    if (!tracemarkOutlineHasOneUse(start) || !isMadeByDispatch(b, start))
      return false;
  }
  for (intptr_t i = 0, e = mlirOperationGetNumRegions(definition); i < e; ++i) {
    MlirBlock body =
        mlirRegionGetFirstBlock(mlirOperationGetRegion(definition, i));
    MlirOperation end = mlirBlockIsNull(body) ? (MlirOperation){NULL}
                                              : mlirBlockGetTerminator(body);
    if (mlirOperationIsNull(end) || index >= mlirOperationGetNumOperands(end))
      return false;
    MlirValue yielded = mlirOperationGetOperand(end, index);
    if (!tracemarkOutlineHasOneUse(yielded) || !isMadeByDispatch(b, yielded))
      return false;
  }
  return true;
}

/// An operand that another dispatch made, that nothing needs any more and that
/// the member may overwrite: its memory serves as the init. Null if none.
static MlirValue findDeadOperand(const Boundary *b, const Slot *slot,
                                 MlirValue declared) {
  const TracemarkLinalgView *view = &slot->op->view;
  MlirType type = mlirValueGetType(slot->result);
  for (intptr_t i = 0; view->isElementwise && i < view->insCount; ++i) {
    MlirValue value = mlirOperationGetOperand(slot->operation, i);
    const TracemarkOutlineInput *input =
        tracemarkOutlineMapGet(&b->inputOf, value.ptr);
    if (b->insertTarget < 0 && input && input->lastUse <= slot->member &&
        mlirTypeEqual(mlirValueGetType(value), type) &&
        isMadeByDispatch(b, value) &&
        (mlirValueIsNull(declared) ||
         mlirValueEqual(originOf(b, value), declared)) &&
        tracemarkOutlineMayOverwrite(b, slot->member, value) &&
        !isPassed(b, value) && isDead(b, value))
      return value;
  }
  return (MlirValue){NULL};
}

/// Buffer for a result whose init's contents do not matter. `declared` is the
/// init if it is memory of the host's, else null.
static intptr_t chooseBuffer(Boundary *b, const Slot *slot,
                             MlirValue declared) {
  bool isDeclared = !mlirValueIsNull(declared);
  if (isDeclared)
    for (size_t i = 0; i < b->buffers.count; ++i)
      if (!mlirValueIsNull(b->buffers.items[i].external) &&
          mlirValueEqual(b->buffers.items[i].external, declared) &&
          isFree(b, slot, &b->buffers.items[i]))
        return (intptr_t)i;
  bool mayWrite = isDeclared && mayWriteTo(b, slot);
  for (size_t i = b->buffers.count; !mayWrite && i > 0; --i)
    if (isFree(b, slot, &b->buffers.items[i - 1]) &&
        hasShapeOf(slot, &b->buffers.items[i - 1]))
      return (intptr_t)i - 1;
  MlirValue dead =
      findDeadOperand(b, slot, mayWrite ? declared : (MlirValue){NULL});
  if (!mlirValueIsNull(dead))
    return addBuffer(b, slot, dead);
  return addBuffer(b, slot, mayWrite ? declared : (MlirValue){NULL});
}

/// An init that is the slice which the last member puts the result back into:
/// stays a slice, of the whole buffer.
static bool assignWindow(Boundary *b, const Slot *slot) {
  const TracemarkOutlineGroup *group = b->group;
  if (b->insertTarget < 0 ||
      mlirValueIsNull(b->buffers.items[b->insertTarget].external) ||
      !tracemarkOutlineIsWindowOf(
          slot->init, group->members.items[group->members.count - 1]))
    return false;
  intptr_t index = addBuffer(b, slot, (MlirValue){NULL});
  if (index < 0)
    return false;
  b->buffers.items[index].isSliced = true;
  if (b->buffers.items[b->insertTarget].firstWriter > slot->member)
    b->buffers.items[b->insertTarget].firstWriter = slot->member;
  return occupy(b, slot, index, true);
}

static bool assignSlot(Boundary *b, const Slot *slot) {
  TracemarkOutlineSource source = tracemarkOutlineSourceOf(b, slot->init);
  bool reads = tracemarkOutlineReadsInit(slot->op, slot->operand);
  if (source == TRACEMARK_OUTLINE_SOURCE_MEMBER && reads) {
    const Value *held = valueOf(b, slot->init);
    if (held->escapes || held->buffer < 0 || held->lastUse > slot->member ||
        held->useCount != 1)
      return false;
    return occupy(b, slot, held->buffer, false);
  }
  if (source == TRACEMARK_OUTLINE_SOURCE_SLICE)
    return reads ? assignWindow(b, slot)
                 : occupy(b, slot, chooseBuffer(b, slot, (MlirValue){NULL}),
                          true);
  bool isEmpty = tracemarkOutlineIsDefinedBy(slot->init, "tensor.empty");
  if (reads && !isEmpty)
    return occupy(b, slot, addBuffer(b, slot, slot->init), true);
  MlirValue declared = isEmpty || source == TRACEMARK_OUTLINE_SOURCE_MEMBER
                           ? (MlirValue){NULL}
                           : slot->init;
  return occupy(b, slot, chooseBuffer(b, slot, declared), true);
}

static Slot slotOf(const Boundary *b, size_t member, intptr_t index) {
  Slot slot = {.member = member};
  slot.operation = b->group->members.items[member];
  slot.op = tracemarkOutlineOpGet(b->ops, slot.operation);
  slot.operand = slot.op->firstInit + index;
  slot.init = mlirOperationGetOperand(slot.operation, slot.operand);
  slot.result = mlirOperationGetResult(slot.operation, index);
  return slot;
}

/// The last member puts a result of the group into a larger tensor: that is
/// assigned first, so that the result can be made in its place.
static bool assignInsertion(Boundary *b) {
  size_t last = b->group->members.count - 1;
  const TracemarkOutlineOp *op =
      tracemarkOutlineOpGet(b->ops, b->group->members.items[last]);
  if (op->kind != TRACEMARK_OUTLINE_INSERT)
    return true;
  Slot slot = slotOf(b, last, 0);
  TracemarkOutlineSource source = tracemarkOutlineSourceOf(b, slot.init);
  if (!valueOf(b, mlirOperationGetOperand(slot.operation, 0)) ||
      source == TRACEMARK_OUTLINE_SOURCE_MEMBER ||
      source == TRACEMARK_OUTLINE_SOURCE_SLICE)
    return true;
  bool isEmpty = tracemarkOutlineIsDefinedBy(slot.init, "tensor.empty");
  intptr_t index = addBuffer(b, &slot, isEmpty ? (MlirValue){NULL} : slot.init);
  b->insertTarget = index;
  return occupy(b, &slot, index, false); // listed last, in order of members
}

/// Memory that is inserted and nothing else becomes a slice of the target.
/// Returns false if another slice was to be updated in place: that would need a
/// copy.
static bool sliceInserted(Boundary *b) {
  if (b->insertTarget < 0)
    return true;
  size_t last = b->group->members.count - 1;
  MlirOperation insert = b->group->members.items[last];
  MlirValue source = mlirOperationGetOperand(insert, 0);
  Value *value = valueOf(b, source);
  for (size_t i = 0; i < b->buffers.count; ++i)
    if (b->buffers.items[i].isSliced && value->buffer != (intptr_t)i)
      return false;
  Buffer *target = &b->buffers.items[b->insertTarget];
  if (value->buffer < 0 || value->escapes || value->useCount != 1)
    return true;
  Buffer *buffer = &b->buffers.items[value->buffer];
  if (buffer->isSliced || !mlirValueIsNull(buffer->external) ||
      !mlirValueEqual(buffer->current, source) ||
      (!mlirValueIsNull(target->external) &&
       tracemarkOutlineMapGet(&b->inputOf, target->external.ptr)))
    return true;
  buffer->isSliced = true;
  target->firstWriter = buffer->firstWriter;
  return true;
}

bool tracemarkOutlineBuffersAssign(Boundary *b) {
  if (!assignInsertion(b))
    return false;
  for (size_t i = 0; i < b->group->members.count; ++i) {
    for (intptr_t j = 0,
                  e = mlirOperationGetNumResults(b->group->members.items[i]);
         j < e; ++j) {
      Slot slot = slotOf(b, i, j);
      if (valueOf(b, slot.result)->buffer < 0 && !assignSlot(b, &slot))
        return false;
    }
  }
  if (!sliceInserted(b))
    return false;
  TracemarkOutlineInit init = {
      b->group->members.count - 1, (size_t)b->insertTarget, 1, {NULL}};
  return b->insertTarget < 0 ||
         TRACEMARK_ARENA_PUSH(b->ops->arena, &b->inits, init);
}
