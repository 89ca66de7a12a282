//===- outline_boundary.c - arguments and results of a dispatch -----------===//

#include "lib/ir/outline_boundary.h"

#include "lib/ir/outline_buffers.h"
#include "lib/ir/strings.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

#include "lib/base/banned.h"

/// Constants of up to so many elements are small.
#define SMALL_CONSTANT 16

typedef TracemarkOutlineBoundary Boundary;

static bool isMember(const Boundary *b, MlirOperation operation) {
  return tracemarkOutlineMapGet(&b->members, operation.ptr);
}

//===----------------------------------------------------------------------===//
// Where values come from
//===----------------------------------------------------------------------===//

static bool isUsedByMembersOnly(const Boundary *b, MlirValue value) {
  for (MlirOpOperand use = mlirValueGetFirstUse(value);
       !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    MlirOperation user =
        tracemarkOutlineAncestorIn(b->block, mlirOpOperandGetOwner(use));
    if (mlirOperationIsNull(user) || !isMember(b, user))
      return false;
  }
  return true;
}

/// Constants that belong into the dispatch: scalars, and tensors that it alone
/// needs if they are small or a splat.
static bool isMovable(const Boundary *b, MlirOperation definition,
                      MlirValue value) {
  if (!tracemarkOperationIs(definition, "arith.constant"))
    return tracemarkOperationIs(definition, "complex.constant") ||
           tracemarkOperationIs(definition, "index.constant") ||
           tracemarkOperationIs(definition, "index.bool.constant");
  MlirAttribute attribute =
      mlirOperationGetAttributeByName(definition, tracemarkStringFrom("value"));
  if (mlirAttributeIsNull(attribute))
    return false;
  if (!mlirAttributeIsAElements(attribute))
    return !mlirTypeIsAShaped(mlirValueGetType(value));
  int64_t count = mlirElementsAttrGetNumElements(attribute);
  if (count == 1)
    return true;
  bool isSplat = mlirAttributeIsADenseElements(attribute) &&
                 mlirDenseElementsAttrIsSplat(attribute);
  return (isSplat || count <= SMALL_CONSTANT) && isUsedByMembersOnly(b, value);
}

TracemarkOutlineSource tracemarkOutlineSourceOf(const Boundary *b,
                                                MlirValue value) {
  MlirOperation definition = tracemarkOutlineDefinition(value);
  if (mlirOperationIsNull(definition))
    return TRACEMARK_OUTLINE_SOURCE_ARGUMENT;
  if (isMember(b, definition))
    return TRACEMARK_OUTLINE_SOURCE_MEMBER;
  if (tracemarkOutlineIsSliced(value))
    return TRACEMARK_OUTLINE_SOURCE_SLICE;
  // What was decided while inputs were collected holds although the call uses
  // the constant too when it is an init as well.
  bool isInput = tracemarkOutlineMapGet(&b->inputOf, value.ptr);
  bool isConstant = tracemarkOutlineMapGet(&b->constants, value.ptr);
  return !isInput && (isConstant || isMovable(b, definition, value))
             ? TRACEMARK_OUTLINE_SOURCE_CONSTANT
             : TRACEMARK_OUTLINE_SOURCE_ARGUMENT;
}

MlirValue tracemarkOutlineShapeOf(TracemarkOutlineOps *ops, MlirValue value) {
  for (;;) {
    MlirOperation definition = tracemarkOutlineDefinition(value);
    if (mlirOperationIsNull(definition))
      return value;
    const TracemarkOutlineOp *op = tracemarkOutlineOpGet(ops, definition);
    intptr_t index = mlirOpResultGetResultNumber(value);
    if (!op || index >= op->initCount)
      return value;
    value = mlirOperationGetOperand(definition, op->firstInit + index);
  }
}

//===----------------------------------------------------------------------===//
// What members use
//===----------------------------------------------------------------------===//

typedef struct Collector {
  Boundary *boundary;
  const TracemarkOutlineOp *op;
  size_t member;
  bool wantsInits; // those on memrefs: they follow the inputs
} Collector;

static bool addInput(Boundary *b, MlirValue value, size_t member) {
  TracemarkArena *arena = b->ops->arena;
  TracemarkOutlineInput *input = tracemarkOutlineMapGet(&b->inputOf, value.ptr);
  if (!input) {
    input = tracemarkArenaAllocate(arena, 1, sizeof(*input));
    if (!input ||
        !tracemarkOutlineMapSet(b->ops->arena, &b->inputOf, value.ptr, input) ||
        !TRACEMARK_ARENA_PUSH(arena, &b->inputs, value))
      return false;
  }
  input->lastUse = member;
  return true;
}

static bool collect(Boundary *b, MlirValue value, size_t member) {
  switch (tracemarkOutlineSourceOf(b, value)) {
  case TRACEMARK_OUTLINE_SOURCE_SLICE: {
    MlirOperation view = tracemarkOutlineDefinition(value);
    for (intptr_t i = 0, e = mlirOperationGetNumOperands(view); i < e; ++i)
      if (!collect(b, mlirOperationGetOperand(view, i), member))
        return false;
    return true;
  }
  case TRACEMARK_OUTLINE_SOURCE_ARGUMENT:
    return addInput(b, value, member);
  case TRACEMARK_OUTLINE_SOURCE_CONSTANT:
    return tracemarkOutlineMapSet(b->ops->arena, &b->constants, value.ptr, b);
  default:
    return true;
  }
}

static bool isTensor(MlirValue value) {
  return mlirTypeIsARankedTensor(mlirValueGetType(value));
}

static bool collectUse(MlirOperation user, intptr_t index, MlirValue value,
                       bool isNested, void *userData) {
  Collector *collector = userData;
  bool isInit = !isNested && tracemarkOutlineIsInit(collector->op, index);
  if (isInit != collector->wantsInits || (isInit && isTensor(value)))
    return true; // inits that are tensors become buffers
  return collect(collector->boundary, value, collector->member);
}

/// Finds out what is used after which member, and what leaves the group.
static bool noteResult(Boundary *b, MlirValue result) {
  TracemarkOutlineValue *known =
      tracemarkArenaAllocate(b->ops->arena, 1, sizeof(*known));
  if (!known ||
      !tracemarkOutlineMapSet(b->ops->arena, &b->values, result.ptr, known))
    return false;
  known->buffer = -1;
  for (MlirOpOperand use = mlirValueGetFirstUse(result);
       !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    MlirOperation owner = mlirOpOperandGetOwner(use);
    MlirOperation user = tracemarkOutlineAncestorIn(b->block, owner);
    size_t member =
        mlirOperationIsNull(user)
            ? 0
            : (size_t)(uintptr_t)tracemarkOutlineMapGet(&b->members, user.ptr);
    ++known->useCount;
    if (member && member - 1 > known->lastUse)
      known->lastUse = member - 1;
    // A size is asked of the init instead.
    known->escapes |= !member && !tracemarkOutlineAsksSize(b->block, owner);
  }
  return true;
}

static bool collectMembers(Boundary *b) {
  const TracemarkOutlineGroup *group = b->group;
  for (size_t i = 0; i < group->members.count; ++i)
    if (!tracemarkOutlineMapSet(b->ops->arena, &b->members,
                                group->members.items[i].ptr,
                                (void *)(uintptr_t)(i + 1)))
      return false;
  for (size_t i = 0; i < 2 * group->members.count; ++i) {
    size_t index = i % group->members.count;
    MlirOperation member = group->members.items[index];
    Collector collector = {b, tracemarkOutlineOpGet(b->ops, member), index,
                           i >= group->members.count};
    if (!collector.op ||
        !tracemarkOutlineForEachUse(member, collectUse, &collector))
      return false;
  }
  for (size_t i = 0; i < group->members.count; ++i) {
    MlirOperation member = group->members.items[i];
    for (intptr_t j = 0, e = mlirOperationGetNumResults(member); j < e; ++j)
      if (!noteResult(b, mlirOperationGetResult(member, j)))
        return false;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Order of arguments
//===----------------------------------------------------------------------===//

/// An input that is also the value of a buffer is passed once, if all of it is
/// read before the buffer is written.
static void shareInputs(Boundary *b) {
  size_t kept = 0;
  for (size_t i = 0; i < b->inputs.count; ++i) {
    MlirValue value = b->inputs.items[i];
    TracemarkOutlineInput *input =
        tracemarkOutlineMapGet(&b->inputOf, value.ptr);
    input->buffer = -1;
    for (size_t j = 0; j < b->buffers.count && input->buffer < 0; ++j) {
      const TracemarkOutlineBuffer *buffer = &b->buffers.items[j];
      if (mlirValueIsNull(buffer->external) ||
          !mlirValueEqual(buffer->external, value))
        continue;
      if (input->lastUse < buffer->firstWriter ||
          (input->lastUse == buffer->firstWriter &&
           tracemarkOutlineMayOverwrite(b, input->lastUse, value)))
        input->buffer = (intptr_t)j;
    }
    if (input->buffer < 0)
      b->inputs.items[kept++] = value;
  }
  b->inputs.count = kept;
}

static bool orderArguments(Boundary *b) {
  TracemarkArena *arena = b->ops->arena;
  intptr_t argument = (intptr_t)b->inputs.count;
  // 0: holds a result; 1: contents matter; 2: scratch.
  for (int pass = 0; pass < 3; ++pass)
    for (size_t i = 0; i < b->buffers.count; ++i) {
      TracemarkOutlineBuffer *buffer = &b->buffers.items[i];
      int rank = buffer->escapes                     ? 0
                 : mlirValueIsNull(buffer->external) ? 2
                                                     : 1;
      if (buffer->isSliced || rank != pass)
        continue;
      buffer->argument = argument++;
      if (!TRACEMARK_ARENA_PUSH(arena, &b->order, i) ||
          (pass == 0 &&
           !TRACEMARK_ARENA_PUSH(arena, &b->results, buffer->current)))
        return false;
    }
  return true;
}

bool tracemarkOutlineBoundaryCompute(TracemarkOutlineOps *ops,
                                     const TracemarkOutlineGroup *group,
                                     Boundary *b) {
  *b = (Boundary){.ops = ops, .group = group, .insertTarget = -1};
  b->block = mlirOperationGetBlock(group->members.items[0]);
  if (!collectMembers(b) || !tracemarkOutlineBuffersAssign(b))
    return false;
  shareInputs(b);
  return orderArguments(b);
}
