//===- outline_rewrite.c - making a dispatch of a group -------------------===//

#include "lib/ir/outline_rewrite.h"

#include "lib/ir/outline_buffers.h"
#include "lib/ir/outline_build.h"
#include "lib/ir/outline_leftovers.h"
#include "lib/ir/strings.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

#include "lib/base/banned.h"

typedef TracemarkOutlineBoundary Boundary;
typedef TracemarkOutlineBuffer Buffer;

typedef struct Rewrite {
  const Boundary *b;
  TracemarkArena *arena;
  MlirContext context;
  MlirLocation location;      // of the root
  MlirBlock body;             // of the new function
  TracemarkPointerMap mapped; // from values of the host to those of the body
  TracemarkOutlineOperations *dead;
  intptr_t argumentCount;
  MlirValue *arguments; // of the call
  MlirType *argumentTypes;
  MlirType *resultTypes;
  intptr_t constantCount; // at the start of the body
  bool failed;
} Rewrite;

//===----------------------------------------------------------------------===//
// Values inside
//===----------------------------------------------------------------------===//

static void setMapped(Rewrite *r, MlirValue outside, MlirValue inside) {
  if (!tracemarkOutlineMapSet(r->arena, &r->mapped, outside.ptr, inside.ptr))
    r->failed = true;
}

/// The value of the body that stands for `value`; when they are needed first,
/// constants are copied to its start and slices to its end.
static MlirValue resolve(Rewrite *r, MlirValue value) {
  void *known = tracemarkOutlineMapGet(&r->mapped, value.ptr);
  if (known)
    return (MlirValue){known};
  TracemarkOutlineSource source = tracemarkOutlineSourceOf(r->b, value);
  if (source == TRACEMARK_OUTLINE_SOURCE_MEMBER ||
      source == TRACEMARK_OUTLINE_SOURCE_ARGUMENT)
    return value;
  MlirOperation definition = tracemarkOutlineDefinition(value);
  MlirOperation copy = mlirOperationClone(definition);
  for (intptr_t i = 0, e = mlirOperationGetNumOperands(copy); i < e; ++i)
    mlirOperationSetOperand(copy, i,
                            resolve(r, mlirOperationGetOperand(definition, i)));
  if (source == TRACEMARK_OUTLINE_SOURCE_CONSTANT)
    mlirBlockInsertOwnedOperation(r->body, r->constantCount++, copy);
  else
    mlirBlockAppendOwnedOperation(r->body, copy);
  if (!TRACEMARK_ARENA_PUSH(r->arena, r->dead, definition))
    r->failed = true;
  MlirValue inside =
      mlirOperationGetResult(copy, mlirOpResultGetResultNumber(value));
  setMapped(r, value, inside);
  setMapped(r, inside, inside); // when an operand that is done is seen again
  return inside;
}

static bool resolveOperand(MlirOperation user, intptr_t index, MlirValue value,
                           bool isNested, void *userData) {
  MlirValue inside = resolve(userData, value);
  if (!mlirValueEqual(inside, value))
    mlirOperationSetOperand(user, index, inside);
  return true;
}

/// tensor.extract_slice of what the last member, an insert_slice, overwrites.
static MlirValue buildTargetSlice(Rewrite *r, const Buffer *buffer) {
  const TracemarkOutlineGroup *group = r->b->group;
  MlirOperation insert = group->members.items[group->members.count - 1];
  static const char *const copied[] = {"static_offsets", "static_sizes",
                                       "static_strides"};
  MlirNamedAttribute attributes[4];
  for (size_t i = 0; i < 3; ++i)
    attributes[i] =
        tracemarkOutlineAttribute(r->context, copied[i],
                                  mlirOperationGetAttributeByName(
                                      insert, tracemarkStringFrom(copied[i])));
  MlirAttribute segments = mlirOperationGetAttributeByName(
      insert, tracemarkStringFrom("operandSegmentSizes"));
  int32_t sizes[4] = {1, 0, 0, 0};
  for (intptr_t i = 0; i < 3; ++i)
    sizes[1 + i] = mlirDenseI32ArrayGetElement(segments, 2 + i);
  attributes[3] =
      tracemarkOutlineAttribute(r->context, "operandSegmentSizes",
                                mlirDenseI32ArrayGet(r->context, 4, sizes));
  intptr_t count = mlirOperationGetNumOperands(insert) - 1;
  MlirValue *operands =
      tracemarkArenaAllocate(r->arena, (size_t)count, sizeof(MlirValue));
  if (!operands) {
    r->failed = true;
    return mlirBlockGetArgument(r->body, 0);
  }
  const Buffer *target = &r->b->buffers.items[r->b->insertTarget];
  operands[0] = mlirBlockGetArgument(r->body, target->argument);
  for (intptr_t i = 1; i < count; ++i)
    operands[i] = resolve(r, mlirOperationGetOperand(insert, i + 1));
  TracemarkOutlineBuilder builder = {
      .context = r->context, .location = r->location, .block = r->body};
  MlirOperation slice = tracemarkOutlineBuild(
      &builder, &(TracemarkOutlineState){.name = "tensor.extract_slice",
                                         .resultCount = 1,
                                         .results = &buffer->type,
                                         .operandCount = count,
                                         .operands = operands,
                                         .attributeCount = 4,
                                         .attributes = attributes});
  return mlirOperationGetResult(slice, 0);
}

/// What an init operand becomes that lives in `buffer`.
static MlirValue initFor(Rewrite *r, size_t index, MlirValue *slices) {
  const Buffer *buffer = &r->b->buffers.items[index];
  if (!buffer->isSliced)
    return mlirBlockGetArgument(r->body, buffer->argument);
  if (!mlirValueIsNull(slices[index]))
    return slices[index];
  slices[index] = buildTargetSlice(r, buffer);
  setMapped(r, slices[index], slices[index]);
  return slices[index];
}

//===----------------------------------------------------------------------===//
// Values outside
//===----------------------------------------------------------------------===//

/// The tensor.empty of the host for scratch or an init without contents: the
/// one that the program has, or a new one.
static MlirValue emptyFor(Rewrite *r, const TracemarkOutlineBuilder *builder,
                          const Buffer *buffer) {
  MlirValue like = buffer->like;
  if (tracemarkOutlineIsDefinedBy(like, "tensor.empty"))
    return like;
  intptr_t rank = mlirShapedTypeGetRank(buffer->type), count = 0;
  MlirValue *sizes =
      tracemarkArenaAllocate(r->arena, (size_t)rank + 1, sizeof(MlirValue));
  if (!sizes) {
    r->failed = true;
    return like;
  }
  for (intptr_t i = 0; i < rank; ++i)
    if (mlirShapedTypeIsDynamicDim(buffer->type, i))
      sizes[count++] = tracemarkOutlineBuildDim(builder, like, i);
  return tracemarkOutlineBuildEmpty(builder, buffer->type, count, sizes);
}

/// Keeps the tensor.empty ops of one call apart. They are equal and pure, so a
/// later cse would make one of two of the same type, and one-shot-bufferize
/// would then pass one buffer for both: the dispatch overwrites one with the
/// other. An attribute that differs keeps cse from it; between calls the
/// merging goes on.
static MlirValue keepApart(Rewrite *r, const TracemarkOutlineBuilder *builder,
                           const Buffer *buffer, MlirValue empty) {
  if (!tracemarkOutlineIsDefinedBy(empty, "tensor.empty"))
    return empty;
  MlirType type = mlirValueGetType(empty);
  int64_t earlier = 0;
  for (intptr_t i = 0; i < r->argumentCount; ++i)
    earlier += mlirTypeEqual(mlirValueGetType(r->arguments[i]), type) &&
               tracemarkOutlineIsDefinedBy(r->arguments[i], "tensor.empty");
  if (!earlier)
    return empty;
  MlirOperation operation = tracemarkOutlineDefinition(empty);
  if (mlirValueEqual(empty, buffer->like)) {
    operation = mlirOperationClone(operation);
    mlirOperationSetLocation(operation, r->location);
    tracemarkOutlineInsert(builder, operation);
  }
  mlirOperationSetDiscardableAttributeByName(
      operation, tracemarkStringFrom("tracemark.buffer"),
      mlirIntegerAttrGet(mlirIntegerTypeGet(builder->context, 64), earlier));
  return mlirOperationGetResult(operation, 0);
}

static bool prepareArguments(Rewrite *r,
                             const TracemarkOutlineBuilder *builder) {
  const Boundary *b = r->b;
  size_t count = b->inputs.count + b->order.count;
  r->arguments = tracemarkArenaAllocate(r->arena, count + 1, sizeof(MlirValue));
  r->argumentTypes =
      tracemarkArenaAllocate(r->arena, count + 1, sizeof(MlirType));
  r->resultTypes =
      tracemarkArenaAllocate(r->arena, b->results.count + 1, sizeof(MlirType));
  if (!r->arguments || !r->argumentTypes || !r->resultTypes)
    return false;
  for (size_t i = 0; i < b->inputs.count; ++i)
    r->arguments[r->argumentCount++] = b->inputs.items[i];
  for (size_t i = 0; i < b->order.count; ++i) {
    const Buffer *buffer = &b->buffers.items[b->order.items[i]];
    MlirValue value = buffer->external;
    if (mlirValueIsNull(value))
      value = keepApart(r, builder, buffer, emptyFor(r, builder, buffer));
    r->arguments[r->argumentCount++] = value;
  }
  for (intptr_t i = 0; i < r->argumentCount; ++i)
    r->argumentTypes[i] = mlirValueGetType(r->arguments[i]);
  for (size_t i = 0; i < b->results.count; ++i)
    r->resultTypes[i] = mlirValueGetType(b->results.items[i]);
  return !r->failed;
}

/// Arguments of the body stand for what is passed; an input that shares a
/// buffer's argument stands for that.
static bool mapArguments(Rewrite *r) {
  const Boundary *b = r->b;
  for (size_t i = 0; i < b->inputs.count; ++i)
    setMapped(r, b->inputs.items[i],
              mlirBlockGetArgument(r->body, (intptr_t)i));
  for (size_t i = 0; i < b->order.count; ++i) {
    const Buffer *buffer = &b->buffers.items[b->order.items[i]];
    if (mlirValueIsNull(buffer->external))
      continue;
    const TracemarkOutlineInput *input =
        tracemarkOutlineMapGet(&b->inputOf, buffer->external.ptr);
    if (input && input->buffer == (intptr_t)b->order.items[i])
      setMapped(r, buffer->external,
                mlirBlockGetArgument(r->body, buffer->argument));
  }
  return !r->failed;
}

//===----------------------------------------------------------------------===//
// The function and the call
//===----------------------------------------------------------------------===//

static MlirOperation buildFunction(Rewrite *r, MlirStringRef name,
                                   MlirOperation previous) {
  MlirContext context = r->context;
  MlirLocation *locations = tracemarkArenaAllocate(
      r->arena, (size_t)r->argumentCount + 1, sizeof(MlirLocation));
  if (!locations)
    return (MlirOperation){NULL};
  for (intptr_t i = 0; i < r->argumentCount; ++i)
    locations[i] = r->location;
  r->body = mlirBlockCreate(r->argumentCount, r->argumentTypes, locations);
  MlirRegion region = mlirRegionCreate();
  mlirRegionAppendOwnedBlock(region, r->body);
  MlirType type =
      mlirFunctionTypeGet(context, r->argumentCount, r->argumentTypes,
                          (intptr_t)r->b->results.count, r->resultTypes);
  // MLIR's inliner looks at the first, LLVM's at the second.
  MlirAttribute noinline =
      mlirStringAttrGet(context, tracemarkStringFrom("noinline"));
  MlirNamedAttribute attributes[] = {
      tracemarkOutlineAttribute(context, "sym_name",
                                mlirStringAttrGet(context, name)),
      tracemarkOutlineAttribute(
          context, "sym_visibility",
          mlirStringAttrGet(context, tracemarkStringFrom("private"))),
      tracemarkOutlineAttribute(context, "function_type",
                                mlirTypeAttrGet(type)),
      tracemarkOutlineAttribute(context, "no_inline", mlirUnitAttrGet(context)),
      tracemarkOutlineAttribute(context, "passthrough",
                                mlirArrayAttrGet(context, 1, &noinline))};
  MlirOperationState state =
      mlirOperationStateGet(tracemarkStringFrom("func.func"), r->location);
  mlirOperationStateAddAttributes(&state, TRACEMARK_COUNT_OF(attributes),
                                  attributes);
  mlirOperationStateAddOwnedRegions(&state, 1, &region);
  MlirOperation function = mlirOperationCreate(&state);
  mlirBlockInsertOwnedOperationAfter(mlirOperationGetBlock(previous), previous,
                                     function);
  return function;
}

static MlirOperation buildCall(Rewrite *r,
                               const TracemarkOutlineBuilder *builder,
                               MlirStringRef name) {
  MlirNamedAttribute callee = tracemarkOutlineAttribute(
      r->context, "callee", mlirFlatSymbolRefAttrGet(r->context, name));
  return tracemarkOutlineBuild(
      builder,
      &(TracemarkOutlineState){.name = "func.call",
                               .resultCount = (intptr_t)r->b->results.count,
                               .results = r->resultTypes,
                               .operandCount = r->argumentCount,
                               .operands = r->arguments,
                               .attributeCount = 1,
                               .attributes = &callee});
}

/// Moves the members; their operands become values of the body.
static bool moveMembers(Rewrite *r) {
  const Boundary *b = r->b;
  size_t nextInit = 0;
  MlirValue *slices =
      tracemarkArenaAllocate(r->arena, b->buffers.count + 1, sizeof(MlirValue));
  if (!slices)
    return false;
  for (size_t i = 0; i < b->group->members.count; ++i) {
    MlirOperation member = b->group->members.items[i];
    for (; nextInit < b->inits.count && b->inits.items[nextInit].member == i;
         ++nextInit) {
      const TracemarkOutlineInit *init = &b->inits.items[nextInit];
      MlirOperation former = tracemarkOutlineDefinition(
          mlirOperationGetOperand(member, init->operand));
      if (!mlirOperationIsNull(former) &&
          !TRACEMARK_ARENA_PUSH(r->arena, r->dead, former))
        r->failed = true;
      mlirOperationSetOperand(member, init->operand,
                              mlirValueIsNull(init->former)
                                  ? initFor(r, init->buffer, slices)
                                  : init->former);
    }
    tracemarkOutlineForEachUse(member, resolveOperand, r);
    mlirOperationRemoveFromParent(member);
    mlirBlockAppendOwnedOperation(r->body, member);
  }
  return !r->failed;
}

/// Remembers whose memory the results are in.
static void noteOrigins(Rewrite *r, MlirOperation call) {
  for (size_t i = 0; i < r->b->results.count; ++i) {
    const Buffer *buffer = &r->b->buffers.items[r->b->order.items[i]];
    if (!tracemarkOutlineMapSet(r->arena, &r->b->ops->origins,
                                mlirOperationGetResult(call, (intptr_t)i).ptr,
                                r->arguments[buffer->argument].ptr))
      r->failed = true;
  }
}

/// Results that leave the dispatch are those of the call.
static void replaceUses(Rewrite *r, MlirOperation call, MlirOperation end) {
  for (size_t i = 0; i < r->b->results.count; ++i) {
    MlirValue inside = r->b->results.items[i];
    MlirOpOperand use = mlirValueGetFirstUse(inside);
    while (!mlirOpOperandIsNull(use)) {
      MlirOpOperand next = mlirOpOperandGetNextUse(use);
      MlirOperation user = mlirOpOperandGetOwner(use);
      if (!mlirOperationEqual(user, end) &&
          mlirOperationIsNull(tracemarkOutlineAncestorIn(r->body, user)))
        mlirOperationSetOperand(user,
                                (intptr_t)mlirOpOperandGetOperandNumber(use),
                                mlirOperationGetResult(call, (intptr_t)i));
      use = next;
    }
  }
}

MlirOperation tracemarkOutlineRewrite(const Boundary *b, MlirStringRef name,
                                      MlirOperation previous,
                                      TracemarkOutlineOperations *dead) {
  const TracemarkOutlineGroup *group = b->group;
  MlirOperation last = group->members.items[group->members.count - 1];
  TracemarkOutlineBuilder builder = tracemarkOutlineBuilderBefore(last);
  builder.location = mlirOperationGetLocation(group->root);
  Rewrite r = {.b = b, .arena = b->ops->arena, .context = builder.context};
  r.location = builder.location;
  r.dead = dead;
  if (!prepareArguments(&r, &builder))
    return (MlirOperation){NULL};
  MlirOperation function = buildFunction(&r, name, previous);
  if (mlirOperationIsNull(function) || !mapArguments(&r))
    return (MlirOperation){NULL};
  MlirOperation call = buildCall(&r, &builder, name);
  for (size_t i = 0; i < group->members.count; ++i) {
    MlirOperation member = group->members.items[i];
    for (intptr_t j = 0, e = mlirOperationGetNumResults(member); j < e; ++j)
      tracemarkOutlineRedirectSizes(b->ops, mlirOperationGetResult(member, j));
  }
  if (!moveMembers(&r))
    return (MlirOperation){NULL};
  TracemarkOutlineBuilder inside = {
      .context = r.context, .location = r.location, .block = r.body};
  MlirOperation end = tracemarkOutlineBuild(
      &inside,
      &(TracemarkOutlineState){.name = "func.return",
                               .operandCount = (intptr_t)b->results.count,
                               .operands = b->results.items});
  replaceUses(&r, call, end);
  noteOrigins(&r, call);
  return r.failed ? (MlirOperation){NULL} : function;
}
