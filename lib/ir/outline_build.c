//===- outline_build.c - making the ops that outlining needs --------------===//

#include "lib/ir/outline_build.h"

#include "lib/ir/strings.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Dialect/Linalg.h"

#include "lib/base/banned.h"

TracemarkOutlineBuilder tracemarkOutlineBuilderBefore(MlirOperation operation) {
  return (TracemarkOutlineBuilder){
      .context = mlirOperationGetContext(operation),
      .location = mlirOperationGetLocation(operation),
      .before = operation,
      .block = mlirOperationGetBlock(operation)};
}

void tracemarkOutlineInsert(const TracemarkOutlineBuilder *builder,
                            MlirOperation operation) {
  if (mlirOperationIsNull(builder->before))
    mlirBlockAppendOwnedOperation(builder->block, operation);
  else
    mlirBlockInsertOwnedOperationBefore(builder->block, builder->before,
                                        operation);
}

MlirOperation tracemarkOutlineBuild(const TracemarkOutlineBuilder *builder,
                                    const TracemarkOutlineState *state) {
  MlirOperationState built = mlirOperationStateGet(
      tracemarkStringFrom(state->name), builder->location);
  mlirOperationStateAddResults(&built, state->resultCount, state->results);
  mlirOperationStateAddOperands(&built, state->operandCount, state->operands);
  mlirOperationStateAddAttributes(&built, state->attributeCount,
                                  state->attributes);
  if (state->hasNamedBody) {
    MlirRegion region = mlirRegionCreate();
    mlirOperationStateAddOwnedRegions(&built, 1, &region);
  }
  MlirOperation operation = mlirOperationCreate(&built);
  if (state->hasNamedBody)
    mlirLinalgFillBuiltinNamedOpRegion(operation);
  tracemarkOutlineInsert(builder, operation);
  return operation;
}

MlirNamedAttribute tracemarkOutlineAttribute(MlirContext context,
                                             const char *name,
                                             MlirAttribute value) {
  return mlirNamedAttributeGet(
      mlirIdentifierGet(context, tracemarkStringFrom(name)), value);
}

MlirValue tracemarkOutlineBuildIndex(const TracemarkOutlineBuilder *builder,
                                     int64_t value) {
  MlirType type = mlirIndexTypeGet(builder->context);
  MlirNamedAttribute attribute = tracemarkOutlineAttribute(
      builder->context, "value", mlirIntegerAttrGet(type, value));
  MlirOperation constant = tracemarkOutlineBuild(
      builder, &(TracemarkOutlineState){.name = "arith.constant",
                                        .resultCount = 1,
                                        .results = &type,
                                        .attributeCount = 1,
                                        .attributes = &attribute});
  return mlirOperationGetResult(constant, 0);
}

static MlirValue buildIndexOp(const TracemarkOutlineBuilder *builder,
                              const char *name, MlirValue left,
                              MlirValue right) {
  MlirType type = mlirIndexTypeGet(builder->context);
  MlirValue operands[] = {left, right};
  MlirOperation operation = tracemarkOutlineBuild(
      builder, &(TracemarkOutlineState){.name = name,
                                        .resultCount = 1,
                                        .results = &type,
                                        .operandCount = 2,
                                        .operands = operands});
  return mlirOperationGetResult(operation, 0);
}

MlirValue tracemarkOutlineBuildDim(const TracemarkOutlineBuilder *builder,
                                   MlirValue tensor, intptr_t index) {
  MlirType type = mlirValueGetType(tensor);
  if (!mlirShapedTypeIsDynamicDim(type, index))
    return tracemarkOutlineBuildIndex(builder,
                                      mlirShapedTypeGetDimSize(type, index));
  return buildIndexOp(builder, "tensor.dim", tensor,
                      tracemarkOutlineBuildIndex(builder, index));
}

MlirValue tracemarkOutlineBuildAdd(const TracemarkOutlineBuilder *builder,
                                   MlirValue left, MlirValue right) {
  return buildIndexOp(builder, "arith.addi", left, right);
}

MlirValue tracemarkOutlineBuildEmpty(const TracemarkOutlineBuilder *builder,
                                     MlirType type, intptr_t sizeCount,
                                     const MlirValue *sizes) {
  MlirOperation empty = tracemarkOutlineBuild(
      builder, &(TracemarkOutlineState){.name = "tensor.empty",
                                        .resultCount = 1,
                                        .results = &type,
                                        .operandCount = sizeCount,
                                        .operands = sizes});
  return mlirOperationGetResult(empty, 0);
}

MlirOperation tracemarkOutlineBuildNamed(const TracemarkOutlineBuilder *builder,
                                         const char *name, MlirValue input,
                                         MlirValue init) {
  const int32_t segments[] = {1, 1};
  MlirNamedAttribute attribute = tracemarkOutlineAttribute(
      builder->context, "operandSegmentSizes",
      mlirDenseI32ArrayGet(builder->context, 2, segments));
  MlirType type = mlirValueGetType(init);
  MlirValue operands[] = {input, init};
  return tracemarkOutlineBuild(
      builder, &(TracemarkOutlineState){.name = name,
                                        .resultCount = 1,
                                        .results = &type,
                                        .operandCount = 2,
                                        .operands = operands,
                                        .attributeCount = 1,
                                        .attributes = &attribute,
                                        .hasNamedBody = true});
}
