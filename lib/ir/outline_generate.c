//===- outline_generate.c - tensor.generate as linalg.generic -------------===//

#include "lib/ir/outline_generate.h"

#include "lib/ir/outline_build.h"
#include "lib/ir/strings.h"

#include "mlir-c/AffineMap.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

#include "lib/base/banned.h"

typedef struct Found {
  TracemarkArena *arena;
  TRACEMARK_ARENA_ARRAY(MlirOperation) generates;
  bool failed;
} Found;

/// The block of a generate that is as its dialect has it: an index per
/// dimension, and one element yielded. Null if it is not.
static MlirBlock bodyOf(MlirOperation generate) {
  const MlirBlock none = {NULL};
  if (mlirOperationGetNumRegions(generate) != 1 ||
      mlirOperationGetNumResults(generate) != 1)
    return none;
  MlirType type = mlirValueGetType(mlirOperationGetResult(generate, 0));
  MlirBlock body = mlirRegionGetFirstBlock(mlirOperationGetRegion(generate, 0));
  if (!mlirTypeIsARankedTensor(type) || mlirBlockIsNull(body) ||
      !mlirBlockIsNull(mlirBlockGetNextInRegion(body)) ||
      mlirBlockGetNumArguments(body) != mlirShapedTypeGetRank(type))
    return none;
  MlirOperation yield = mlirBlockGetTerminator(body);
  bool yieldsOne = !mlirOperationIsNull(yield) &&
                   tracemarkOperationIs(yield, "tensor.yield") &&
                   mlirOperationGetNumOperands(yield) == 1;
  return yieldsOne ? body : none;
}

static MlirWalkResult collect(MlirOperation operation, void *userData) {
  Found *found = userData;
  if (tracemarkOperationIs(operation, "tensor.generate") &&
      !mlirBlockIsNull(bodyOf(operation)) &&
      !TRACEMARK_ARENA_PUSH(found->arena, &found->generates, operation))
    found->failed = true;
  return MlirWalkResultAdvance;
}

static MlirValue buildIndexOf(const TracemarkOutlineBuilder *builder,
                              intptr_t dimension) {
  MlirType type = mlirIndexTypeGet(builder->context);
  MlirNamedAttribute attribute = tracemarkOutlineAttribute(
      builder->context, "dim",
      mlirIntegerAttrGet(mlirIntegerTypeGet(builder->context, 64), dimension));
  return mlirOperationGetResult(
      tracemarkOutlineBuild(builder,
                            &(TracemarkOutlineState){.name = "linalg.index",
                                                     .resultCount = 1,
                                                     .results = &type,
                                                     .attributeCount = 1,
                                                     .attributes = &attribute}),
      0);
}

/// Moves the ops of `from` into `to`, the body of a generic.
static void moveBody(MlirContext context, MlirBlock from, MlirBlock to) {
  MlirOperation yield = mlirBlockGetTerminator(from);
  TracemarkOutlineBuilder builder = {.context = context,
                                     .location =
                                         mlirOperationGetLocation(yield),
                                     .block = to};
  for (intptr_t i = 0, e = mlirBlockGetNumArguments(from); i < e; ++i)
    mlirValueReplaceAllUsesOfWith(mlirBlockGetArgument(from, i),
                                  buildIndexOf(&builder, i));
  for (MlirOperation operation = mlirBlockGetFirstOperation(from);
       !mlirOperationEqual(operation, yield);) {
    MlirOperation next = mlirOperationGetNextInBlock(operation);
    mlirOperationRemoveFromParent(operation);
    mlirBlockAppendOwnedOperation(to, operation);
    operation = next;
  }
  MlirValue element = mlirOperationGetOperand(yield, 0);
  tracemarkOutlineBuild(&builder,
                        &(TracemarkOutlineState){.name = "linalg.yield",
                                                 .operandCount = 1,
                                                 .operands = &element});
}

/// linalg.generic with an empty body over the whole of `init`.
static MlirOperation buildGeneric(TracemarkArena *arena,
                                  const TracemarkOutlineBuilder *builder,
                                  MlirValue init) {
  MlirContext context = builder->context;
  MlirType type = mlirValueGetType(init);
  intptr_t rank = mlirShapedTypeGetRank(type);
  MlirAttribute *kinds =
      tracemarkArenaAllocate(arena, (size_t)rank + 1, sizeof(MlirAttribute));
  if (!kinds)
    return (MlirOperation){NULL};
  MlirAttribute parallel = mlirAttributeParseGet(
      context, tracemarkStringFrom("#linalg.iterator_type<parallel>"));
  for (intptr_t i = 0; i < rank; ++i)
    kinds[i] = parallel;
  const int32_t segments[] = {0, 1};
  MlirAttribute map =
      mlirAffineMapAttrGet(mlirAffineMapMultiDimIdentityGet(context, rank));
  MlirNamedAttribute attributes[] = {
      tracemarkOutlineAttribute(context, "indexing_maps",
                                mlirArrayAttrGet(context, 1, &map)),
      tracemarkOutlineAttribute(context, "iterator_types",
                                mlirArrayAttrGet(context, rank, kinds)),
      tracemarkOutlineAttribute(context, "operandSegmentSizes",
                                mlirDenseI32ArrayGet(context, 2, segments))};
  MlirOperationState state = mlirOperationStateGet(
      tracemarkStringFrom("linalg.generic"), builder->location);
  mlirOperationStateAddResults(&state, 1, &type);
  mlirOperationStateAddOperands(&state, 1, &init);
  mlirOperationStateAddAttributes(&state, TRACEMARK_COUNT_OF(attributes),
                                  attributes);
  MlirType element = mlirShapedTypeGetElementType(type);
  MlirRegion region = mlirRegionCreate();
  mlirRegionAppendOwnedBlock(region,
                             mlirBlockCreate(1, &element, &builder->location));
  mlirOperationStateAddOwnedRegions(&state, 1, &region);
  MlirOperation generic = mlirOperationCreate(&state);
  tracemarkOutlineInsert(builder, generic);
  return generic;
}

static bool rewrite(TracemarkArena *arena, MlirOperation generate) {
  TracemarkOutlineBuilder builder = tracemarkOutlineBuilderBefore(generate);
  intptr_t count = mlirOperationGetNumOperands(generate);
  MlirValue *sizes =
      tracemarkArenaAllocate(arena, (size_t)count + 1, sizeof(MlirValue));
  if (!sizes)
    return false;
  for (intptr_t i = 0; i < count; ++i)
    sizes[i] = mlirOperationGetOperand(generate, i);
  MlirValue result = mlirOperationGetResult(generate, 0);
  MlirOperation generic =
      buildGeneric(arena, &builder,
                   tracemarkOutlineBuildEmpty(
                       &builder, mlirValueGetType(result), count, sizes));
  if (mlirOperationIsNull(generic))
    return false;
  moveBody(builder.context, bodyOf(generate),
           mlirRegionGetFirstBlock(mlirOperationGetRegion(generic, 0)));
  mlirValueReplaceAllUsesOfWith(result, mlirOperationGetResult(generic, 0));
  mlirOperationDestroy(generate);
  return true;
}

bool tracemarkOutlineRewriteGenerates(TracemarkArena *arena,
                                      MlirOperation function) {
  Found found = {.arena = arena};
  mlirOperationWalk(function, collect, &found, MlirWalkPostOrder);
  for (size_t i = 0; !found.failed && i < found.generates.count; ++i)
    found.failed = !rewrite(arena, found.generates.items[i]);
  return !found.failed;
}
