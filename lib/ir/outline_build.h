//===- outline_build.h - making the ops that outlining needs ----*- C -*-===//
//
// Ops of arith, tensor and linalg by name, at one place with one location. Used
// by the outline files; the dialects are loaded by the pass that runs them.
// Ops go before `before`, or at the end of `block` if `before` is null.
//
//===----------------------------------------------------------------------===//

#ifndef TRACEMARK_LIB_IR_OUTLINE_BUILD_H
#define TRACEMARK_LIB_IR_OUTLINE_BUILD_H

#include "lib/base/support.h"

#include "mlir-c/IR.h"

typedef struct TracemarkOutlineBuilder {
  MlirContext context;
  MlirLocation location;
  MlirOperation before;
  MlirBlock block;
} TracemarkOutlineBuilder;

typedef struct TracemarkOutlineState {
  const char *name;
  intptr_t resultCount, operandCount, attributeCount;
  const MlirType *results;
  const MlirValue *operands;
  const MlirNamedAttribute *attributes;
  /// Makes the body of a named linalg op.
  bool hasNamedBody;
} TracemarkOutlineState;

/// Builder in front of `operation`, with its location.
TracemarkOutlineBuilder tracemarkOutlineBuilderBefore(MlirOperation operation);

void tracemarkOutlineInsert(const TracemarkOutlineBuilder *builder,
                            MlirOperation operation);
MlirOperation tracemarkOutlineBuild(const TracemarkOutlineBuilder *builder,
                                    const TracemarkOutlineState *state);
MlirNamedAttribute tracemarkOutlineAttribute(MlirContext context,
                                             const char *name,
                                             MlirAttribute value);

MlirValue tracemarkOutlineBuildIndex(const TracemarkOutlineBuilder *builder,
                                     int64_t value);
/// Size of dimension `index`: a constant if it is static.
MlirValue tracemarkOutlineBuildDim(const TracemarkOutlineBuilder *builder,
                                   MlirValue tensor, intptr_t index);
MlirValue tracemarkOutlineBuildAdd(const TracemarkOutlineBuilder *builder,
                                   MlirValue left, MlirValue right);
/// tensor.empty; `sizes` are those of the dynamic dimensions.
MlirValue tracemarkOutlineBuildEmpty(const TracemarkOutlineBuilder *builder,
                                     MlirType type, intptr_t sizeCount,
                                     const MlirValue *sizes);
/// linalg.fill or linalg.copy.
MlirOperation tracemarkOutlineBuildNamed(const TracemarkOutlineBuilder *builder,
                                         const char *name, MlirValue input,
                                         MlirValue init);

#endif // TRACEMARK_LIB_IR_OUTLINE_BUILD_H
