//===- types.h - spelling and sizes of types --------------------*- C -*-===//
//
// Element types as a symbol can hold them, shapes as `8x1024`, sizes in bytes.
// Depends on mlir-c only; no state.
//
//===----------------------------------------------------------------------===//

#ifndef TRACEMARK_LIB_IR_TYPES_H
#define TRACEMARK_LIB_IR_TYPES_H

#include "lib/base/string_buffer.h"

#include "mlir-c/IR.h"

/// Tells whether `type` is a tensor or memref with a rank.
bool tracemarkTypeHasShape(MlirType type);

/// Element type of a shaped type, else the type itself.
MlirType tracemarkTypeElement(MlirType type);

/// Appends a scalar type: f32, bf16, f8E4M3FNUZ, i1, index as MLIR spells
/// them, cf32 for complex<f32>, v4x8f32 for vector<4x8xf32> (vs4 if scalable),
/// qi8 for !quant.uniform<i8:f32, ...>; of other types `T` and the letters and
/// digits that MLIR prints, 32 at most: one token of the grammar.
void tracemarkTypeAppendElement(TracemarkStringBuffer *buffer, MlirType type);

/// Appends `size`, or D for a negative one, after an 'x' unless the buffer is
/// `start` bytes long.
void tracemarkTypeAppendDimension(TracemarkStringBuffer *buffer, size_t start,
                                  int64_t size);

/// Appends the shape of a shaped type with a rank: 4x32xD; nothing for rank 0.
void tracemarkTypeAppendShape(TracemarkStringBuffer *buffer, MlirType type);

/// Number of elements: 1 for scalars, saturating; false if a size is dynamic
/// or the type has no rank.
bool tracemarkTypeElementCount(MlirType type, uint64_t *count);

/// Size in bytes, every element rounded up to whole bytes (index: 8); false if
/// not known.
bool tracemarkTypeBytes(MlirType type, uint64_t *bytes);

#endif // TRACEMARK_LIB_IR_TYPES_H
