//===- outline_expand.c - members in destination-passing style ------------===//

#include "lib/ir/outline_expand.h"

#include "lib/ir/outline_build.h"
#include "lib/ir/strings.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

#include "lib/base/banned.h"

/// Members that a result is followed through, at most.
#define MAX_STEPS 256

/// Offsets or sizes of a slice: static ones in `fixed`, the dynamic ones,
/// marked there, in `values`.
typedef struct Indices {
  int64_t *fixed;
  MlirValue *values;
  intptr_t valueCount;
} Indices;

static bool allocateIndices(TracemarkArena *arena, intptr_t rank,
                            Indices *indices) {
  indices->fixed =
      tracemarkArenaAllocate(arena, (size_t)rank + 1, sizeof(int64_t));
  indices->values =
      tracemarkArenaAllocate(arena, (size_t)rank + 1, sizeof(MlirValue));
  indices->valueCount = 0;
  return indices->fixed && indices->values;
}

static void setDynamic(Indices *indices, intptr_t index, MlirValue value) {
  indices->fixed[index] = mlirShapedTypeGetDynamicSize();
  indices->values[indices->valueCount++] = value;
}

/// The whole of `tensor`, as sizes of a slice.
static bool fillSizes(TracemarkArena *arena,
                      const TracemarkOutlineBuilder *builder, MlirValue tensor,
                      Indices *sizes) {
  MlirType type = mlirValueGetType(tensor);
  intptr_t rank = mlirShapedTypeGetRank(type);
  if (!allocateIndices(arena, rank, sizes))
    return false;
  for (intptr_t i = 0; i < rank; ++i)
    if (mlirShapedTypeIsDynamicDim(type, i))
      setDynamic(sizes, i, tracemarkOutlineBuildDim(builder, tensor, i));
    else
      sizes->fixed[i] = mlirShapedTypeGetDimSize(type, i);
  return true;
}

/// tensor.insert_slice of all of `source` at `offsets`.
static MlirOperation buildInsert(TracemarkArena *arena,
                                 const TracemarkOutlineBuilder *builder,
                                 MlirValue source, MlirValue destination,
                                 const Indices *offsets) {
  MlirContext context = builder->context;
  MlirType type = mlirValueGetType(destination);
  intptr_t rank = mlirShapedTypeGetRank(type);
  Indices sizes;
  int64_t *strides =
      tracemarkArenaAllocate(arena, (size_t)rank + 1, sizeof(int64_t));
  MlirValue *operands =
      tracemarkArenaAllocate(arena, 2 * (size_t)rank + 2, sizeof(MlirValue));
  if (!strides || !operands || !fillSizes(arena, builder, source, &sizes))
    return (MlirOperation){NULL};
  intptr_t count = 0;
  operands[count++] = source;
  operands[count++] = destination;
  for (intptr_t i = 0; i < offsets->valueCount; ++i)
    operands[count++] = offsets->values[i];
  for (intptr_t i = 0; i < sizes.valueCount; ++i)
    operands[count++] = sizes.values[i];
  for (intptr_t i = 0; i < rank; ++i)
    strides[i] = 1;
  const int32_t segments[] = {1, 1, (int32_t)offsets->valueCount,
                              (int32_t)sizes.valueCount, 0};
  MlirNamedAttribute attributes[] = {
      tracemarkOutlineAttribute(
          context, "static_offsets",
          mlirDenseI64ArrayGet(context, rank, offsets->fixed)),
      tracemarkOutlineAttribute(
          context, "static_sizes",
          mlirDenseI64ArrayGet(context, rank, sizes.fixed)),
      tracemarkOutlineAttribute(context, "static_strides",
                                mlirDenseI64ArrayGet(context, rank, strides)),
      tracemarkOutlineAttribute(context, "operandSegmentSizes",
                                mlirDenseI32ArrayGet(context, 5, segments))};
  return tracemarkOutlineBuild(
      builder, &(TracemarkOutlineState){.name = "tensor.insert_slice",
                                        .resultCount = 1,
                                        .results = &type,
                                        .operandCount = count,
                                        .operands = operands,
                                        .attributeCount = 4,
                                        .attributes = attributes});
}

static bool replaceMember(TracemarkOutlineOps *ops,
                          TracemarkOutlineGroup *group, MlirOperation operation,
                          TracemarkOutlineOperations *dead) {
  group->members.count = 0;
  return TRACEMARK_ARENA_PUSH(ops->arena, dead, operation);
}

/// Value that pads, usable in front of `pad`.
static MlirValue paddingOf(const TracemarkOutlineBuilder *builder,
                           MlirOperation pad) {
  MlirBlock body = mlirRegionGetFirstBlock(mlirOperationGetRegion(pad, 0));
  MlirValue value = mlirOperationGetOperand(mlirBlockGetTerminator(body), 0);
  MlirOperation definition = tracemarkOutlineDefinition(value);
  if (mlirOperationIsNull(definition) ||
      !mlirBlockEqual(mlirOperationGetBlock(definition), body))
    return value;
  MlirOperation constant = mlirOperationClone(definition);
  tracemarkOutlineInsert(builder, constant);
  return mlirOperationGetResult(constant, 0);
}

/// Reads the low or high amounts of a pad.
static bool readAmounts(TracemarkArena *arena, MlirOperation pad,
                        const char *name, intptr_t firstOperand, intptr_t rank,
                        Indices *amounts) {
  MlirAttribute attribute =
      mlirOperationGetAttributeByName(pad, tracemarkStringFrom(name));
  if (mlirAttributeIsNull(attribute) ||
      !mlirAttributeIsADenseI64Array(attribute) ||
      mlirDenseArrayGetNumElements(attribute) != rank ||
      !allocateIndices(arena, rank, amounts))
    return false;
  for (intptr_t i = 0; i < rank; ++i) {
    int64_t amount = mlirDenseI64ArrayGetElement(attribute, i);
    amounts->fixed[i] = amount;
    if (amount == mlirShapedTypeGetDynamicSize())
      setDynamic(
          amounts, i,
          mlirOperationGetOperand(pad, firstOperand + amounts->valueCount));
  }
  return true;
}

/// `size` + amount `index`, of which `*used` dynamic ones came before.
static MlirValue addAmount(const TracemarkOutlineBuilder *builder,
                           const Indices *amounts, intptr_t index,
                           intptr_t *used, MlirValue size) {
  if (amounts->fixed[index] == 0)
    return size;
  MlirValue amount =
      amounts->fixed[index] == mlirShapedTypeGetDynamicSize()
          ? amounts->values[(*used)++]
          : tracemarkOutlineBuildIndex(builder, amounts->fixed[index]);
  return tracemarkOutlineBuildAdd(builder, size, amount);
}

static bool expandPad(TracemarkOutlineOps *ops, TracemarkOutlineGroup *group,
                      TracemarkOutlineOperations *dead) {
  MlirOperation pad = group->members.items[0];
  TracemarkOutlineBuilder builder = tracemarkOutlineBuilderBefore(pad);
  MlirValue source = mlirOperationGetOperand(pad, 0);
  MlirValue result = mlirOperationGetResult(pad, 0);
  MlirType type = mlirValueGetType(result);
  intptr_t rank = mlirShapedTypeGetRank(type);
  Indices low, high;
  MlirValue *sizes =
      tracemarkArenaAllocate(ops->arena, (size_t)rank + 1, sizeof(MlirValue));
  if (!sizes || !readAmounts(ops->arena, pad, "static_low", 1, rank, &low) ||
      !readAmounts(ops->arena, pad, "static_high", 1 + low.valueCount, rank,
                   &high))
    return false;
  intptr_t count = 0, usedLow = 0, usedHigh = 0;
  for (intptr_t i = 0; i < rank; ++i) {
    MlirValue size = {NULL};
    bool isDynamic = mlirShapedTypeIsDynamicDim(type, i);
    if (!isDynamic) { // only keep step with the dynamic amounts
      usedLow += low.fixed[i] == mlirShapedTypeGetDynamicSize();
      usedHigh += high.fixed[i] == mlirShapedTypeGetDynamicSize();
      continue;
    }
    size = tracemarkOutlineBuildDim(&builder, source, i);
    size = addAmount(&builder, &low, i, &usedLow, size);
    sizes[count++] = addAmount(&builder, &high, i, &usedHigh, size);
  }
  MlirValue empty = tracemarkOutlineBuildEmpty(&builder, type, count, sizes);
  MlirOperation fill = tracemarkOutlineBuildNamed(
      &builder, "linalg.fill", paddingOf(&builder, pad), empty);
  MlirOperation insert = buildInsert(ops->arena, &builder, source,
                                     mlirOperationGetResult(fill, 0), &low);
  if (mlirOperationIsNull(insert))
    return false;
  mlirValueReplaceAllUsesOfWith(result, mlirOperationGetResult(insert, 0));
  group->root = insert;
  return replaceMember(ops, group, pad, dead) &&
         TRACEMARK_ARENA_PUSH(ops->arena, &group->members, fill) &&
         TRACEMARK_ARENA_PUSH(ops->arena, &group->members, insert);
}

/// Moves `offsets` on by the size of `part` in dimension `dim`; `*sum` is the
/// offset as a value once it is no constant.
static void advance(const TracemarkOutlineBuilder *builder, MlirValue part,
                    intptr_t dim, Indices *offsets, MlirValue *sum) {
  MlirType type = mlirValueGetType(part);
  if (mlirValueIsNull(*sum) && !mlirShapedTypeIsDynamicDim(type, dim)) {
    offsets->fixed[dim] += mlirShapedTypeGetDimSize(type, dim);
    return;
  }
  MlirValue size = tracemarkOutlineBuildDim(builder, part, dim);
  if (!mlirValueIsNull(*sum))
    size = tracemarkOutlineBuildAdd(builder, *sum, size);
  else if (offsets->fixed[dim])
    size = tracemarkOutlineBuildAdd(
        builder, tracemarkOutlineBuildIndex(builder, offsets->fixed[dim]),
        size);
  *sum = size;
  offsets->valueCount = 0;
  setDynamic(offsets, dim, size);
}

static bool expandConcat(TracemarkOutlineOps *ops, TracemarkOutlineGroup *group,
                         TracemarkOutlineOperations *dead) {
  MlirOperation concat = group->members.items[0];
  TracemarkOutlineBuilder builder = tracemarkOutlineBuilderBefore(concat);
  MlirValue result = mlirOperationGetResult(concat, 0);
  MlirType type = mlirValueGetType(result);
  intptr_t rank = mlirShapedTypeGetRank(type);
  intptr_t parts = mlirOperationGetNumOperands(concat);
  MlirAttribute dimension =
      mlirOperationGetAttributeByName(concat, tracemarkStringFrom("dim"));
  MlirValue *sizes =
      tracemarkArenaAllocate(ops->arena, (size_t)rank + 1, sizeof(MlirValue));
  Indices offsets;
  if (!sizes || mlirAttributeIsNull(dimension) ||
      !mlirAttributeIsAInteger(dimension) ||
      !allocateIndices(ops->arena, rank, &offsets))
    return false;
  int64_t dim = mlirIntegerAttrGetValueInt(dimension);
  intptr_t count = 0;
  for (intptr_t i = 0; i < rank; ++i) {
    if (!mlirShapedTypeIsDynamicDim(type, i))
      continue;
    MlirValue size = tracemarkOutlineBuildDim(
        &builder, mlirOperationGetOperand(concat, 0), i);
    for (intptr_t j = 1; i == dim && j < parts; ++j)
      size = tracemarkOutlineBuildAdd(
          &builder, size,
          tracemarkOutlineBuildDim(&builder, mlirOperationGetOperand(concat, j),
                                   i));
    sizes[count++] = size;
  }
  MlirValue whole = tracemarkOutlineBuildEmpty(&builder, type, count, sizes);
  MlirValue sum = {NULL};
  bool ok = replaceMember(ops, group, concat, dead);
  for (intptr_t j = 0; j < parts; ++j) {
    MlirValue part = mlirOperationGetOperand(concat, j);
    MlirOperation insert =
        buildInsert(ops->arena, &builder, part, whole, &offsets);
    if (mlirOperationIsNull(insert))
      return false;
    ok = TRACEMARK_ARENA_PUSH(ops->arena, &group->members, insert) && ok;
    group->root = insert;
    whole = mlirOperationGetResult(insert, 0);
    if (j + 1 < parts)
      advance(&builder, part, dim, &offsets, &sum);
  }
  mlirValueReplaceAllUsesOfWith(result, whole);
  return ok;
}

/// linalg.copy of `slice` into memory of its own; null when out of memory.
static MlirOperation buildCopy(TracemarkArena *arena,
                               const TracemarkOutlineBuilder *builder,
                               MlirValue slice) {
  Indices sizes;
  if (!fillSizes(arena, builder, slice, &sizes))
    return (MlirOperation){NULL};
  MlirValue empty = tracemarkOutlineBuildEmpty(builder, mlirValueGetType(slice),
                                               sizes.valueCount, sizes.values);
  return tracemarkOutlineBuildNamed(builder, "linalg.copy", slice, empty);
}

static bool expandExtract(TracemarkOutlineOps *ops,
                          TracemarkOutlineGroup *group,
                          TracemarkOutlineOperations *dead) {
  MlirOperation extract = group->members.items[0];
  MlirValue slice = mlirOperationGetResult(extract, 0);
  TracemarkOutlineBuilder builder = tracemarkOutlineBuilderBefore(extract);
  builder.before = mlirOperationGetNextInBlock(extract);
  MlirOpOperand use = mlirValueGetFirstUse(slice);
  MlirOperation copy = buildCopy(ops->arena, &builder, slice);
  if (mlirOperationIsNull(copy))
    return false;
  while (!mlirOpOperandIsNull(use)) {
    MlirOpOperand next = mlirOpOperandGetNextUse(use);
    MlirOperation user = mlirOpOperandGetOwner(use);
    if (tracemarkOperationIs(user, "func.return") ||
        tracemarkOperationIs(user, "func.call"))
      mlirOperationSetOperand(user,
                              (intptr_t)mlirOpOperandGetOperandNumber(use),
                              mlirOperationGetResult(copy, 0));
    use = next;
  }
  group->root = copy;
  return replaceMember(ops, group, extract, dead) &&
         TRACEMARK_ARENA_PUSH(ops->arena, &group->members, copy);
}

/// The rider itself if this is the last that it is needed for, else a copy of
/// it in front of the member it rides with.
static MlirOperation takeRider(const TracemarkOutlineRider *rider) {
  if (!rider->isMember &&
      tracemarkOutlineHasOneUse(mlirOperationGetResult(rider->producer, 0)))
    return rider->producer;
  MlirOperation clone = mlirOperationClone(rider->producer);
  mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(rider->user),
                                      rider->user, clone);
  mlirOperationSetOperand(rider->user, rider->operand,
                          mlirOperationGetResult(clone, 0));
  return clone;
}

/// Tells whether `result`, of a member, is in the memory that `insert` takes
/// its source from, as far as it can be followed from member to member.
static bool isInsertedBy(TracemarkOutlineOps *ops, MlirValue result,
                         MlirOperation insert) {
  MlirValue value = mlirOperationGetOperand(insert, 0);
  for (int steps = 0; !mlirValueEqual(value, result); ++steps) {
    MlirOperation definition = tracemarkOutlineDefinition(value);
    if (steps == MAX_STEPS || mlirOperationIsNull(definition) ||
        !mlirBlockEqual(mlirOperationGetBlock(definition),
                        mlirOperationGetBlock(insert)))
      return false;
    const TracemarkOutlineOp *op = tracemarkOutlineOpGet(ops, definition);
    intptr_t index = mlirOpResultGetResultNumber(value);
    if (!op || index >= op->initCount)
      return false;
    MlirValue next = {NULL};
    if (tracemarkOutlineReadsInit(op, op->firstInit + index))
      next = mlirOperationGetOperand(definition, op->firstInit + index);
    for (intptr_t i = 0; mlirValueIsNull(next) && i < op->view.insCount; ++i) {
      MlirValue operand = mlirOperationGetOperand(definition, i);
      if (op->view.isElementwise && mlirValueIsAOpResult(operand) &&
          mlirTypeEqual(mlirValueGetType(operand), mlirValueGetType(value)))
        next = operand;
    }
    if (mlirValueIsNull(next))
      return false;
    value = next;
  }
  return true;
}

/// Tells whether init `index` of `member` is a slice that can stay one: the
/// last member puts the result back into it.
static bool isPutBack(TracemarkOutlineOps *ops,
                      const TracemarkOutlineGroup *group, MlirOperation member,
                      intptr_t index) {
  MlirOperation last = group->members.items[group->members.count - 1];
  const TracemarkOutlineOp *op = tracemarkOutlineOpGet(ops, member);
  const TracemarkOutlineOp *end = tracemarkOutlineOpGet(ops, last);
  return op && end && end->kind == TRACEMARK_OUTLINE_INSERT &&
         !mlirOperationEqual(member, last) &&
         tracemarkOutlineIsWindowOf(mlirOperationGetOperand(member, index),
                                    last) &&
         isInsertedBy(
             ops, mlirOperationGetResult(member, index - op->firstInit), last);
}

/// A slice cannot be an argument: an init whose contents matter is copied out
/// of it first.
static bool copySlicedInits(TracemarkOutlineOps *ops,
                            const TracemarkOutlineGroup *group,
                            MlirOperation member,
                            TracemarkOutlineOperations *members) {
  const TracemarkOutlineOp *op = tracemarkOutlineOpGet(ops, member);
  if (!op)
    return false;
  for (intptr_t i = op->firstInit; i < op->firstInit + op->initCount; ++i) {
    MlirValue init = mlirOperationGetOperand(member, i);
    if (!mlirTypeIsARankedTensor(mlirValueGetType(init)) ||
        !tracemarkOutlineReadsInit(op, i) || !tracemarkOutlineIsSliced(init) ||
        isPutBack(ops, group, member, i))
      continue;
    TracemarkOutlineBuilder builder = tracemarkOutlineBuilderBefore(member);
    MlirOperation copy = buildCopy(ops->arena, &builder, init);
    if (mlirOperationIsNull(copy) ||
        !TRACEMARK_ARENA_PUSH(ops->arena, members, copy))
      return false;
    mlirOperationSetOperand(member, i, mlirOperationGetResult(copy, 0));
  }
  return true;
}

/// Puts what makes inits of `member` in front of it in `members`.
static bool expandRiders(TracemarkOutlineOps *ops,
                         const TracemarkOutlineGroup *group,
                         MlirOperation member,
                         TracemarkOutlineOperations *members,
                         TracemarkOutlineOperations *dead) {
  for (size_t i = 0; i < group->riders.count; ++i) {
    const TracemarkOutlineRider *rider = &group->riders.items[i];
    if (!mlirOperationEqual(rider->user, member))
      continue;
    if (!TRACEMARK_ARENA_PUSH(ops->arena, dead, rider->producer))
      return false;
    if (rider->isUnread) {
      const TracemarkOutlineOp *op =
          tracemarkOutlineOpGet(ops, rider->producer);
      if (!op)
        return false;
      mlirOperationSetOperand(
          member, rider->operand,
          mlirOperationGetOperand(rider->producer, op->firstInit));
    } else if (!TRACEMARK_ARENA_PUSH(ops->arena, members, takeRider(rider))) {
      return false;
    }
  }
  return true;
}

static bool expandInits(TracemarkOutlineOps *ops, TracemarkOutlineGroup *group,
                        TracemarkOutlineOperations *dead) {
  TracemarkOutlineOperations members = {0};
  for (size_t i = 0; i < group->members.count; ++i) {
    MlirOperation member = group->members.items[i];
    if (!expandRiders(ops, group, member, &members, dead) ||
        !copySlicedInits(ops, group, member, &members) ||
        !TRACEMARK_ARENA_PUSH(ops->arena, &members, member))
      return false;
  }
  group->members = members;
  return true;
}

bool tracemarkOutlineExpand(TracemarkOutlineOps *ops,
                            TracemarkOutlineGroup *group,
                            TracemarkOutlineOperations *dead) {
  const TracemarkOutlineOp *op =
      tracemarkOutlineOpGet(ops, group->members.items[0]);
  if (!op)
    return false;
  switch (op->kind) {
  case TRACEMARK_OUTLINE_PAD:
    return expandPad(ops, group, dead);
  case TRACEMARK_OUTLINE_CONCAT:
    return expandConcat(ops, group, dead);
  case TRACEMARK_OUTLINE_EXTRACT:
    return expandExtract(ops, group, dead);
  default:
    return expandInits(ops, group, dead);
  }
}
