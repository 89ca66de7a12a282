//===- types.h - spelling and sizes of types --------------------*- C -*-===//
//
// Element types as a symbol can hold them, shapes as `8x1024`, sizes in bytes.
// Depends on mlir-c only; no state, but for a table of facts that a run of a
// pass may keep: asking mlir-c for a shape is slow, and programs have few
// types.
//
//===----------------------------------------------------------------------===//

#ifndef TRACEMARK_LIB_IR_TYPES_H
#define TRACEMARK_LIB_IR_TYPES_H

#include "lib/base/pointer_map.h"
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

/// Appends the shape of a shaped type with a rank to a buffer of dimensions
/// alone: 4x32xD; nothing for rank 0.
void tracemarkTypeAppendShape(TracemarkStringBuffer *buffer, MlirType type);

/// Number of elements: 1 for scalars, saturating; false if a size is dynamic
/// or the type has no rank.
bool tracemarkTypeElementCount(MlirType type, uint64_t *count);

/// Size in bytes, every element rounded up to whole bytes (index: 8); false if
/// not known.
bool tracemarkTypeBytes(MlirType type, uint64_t *bytes);

/// What is known of a type. Lives as long as the arena of its table.
typedef struct TracemarkTypeFacts {
  bool isShaped;    // tensor, memref or vector, with a rank or not
  bool hasShape;    // as tracemarkTypeHasShape
  intptr_t rank;    // 0 without a shape
  int64_t *sizes;   // rank of them, negative for dynamic ones
  MlirType element; // as tracemarkTypeElement
  uint64_t bytes;   // as tracemarkTypeBytes
  bool bytesKnown;
} TracemarkTypeFacts;

/// Zero-initialise but for the arena; one thread.
typedef struct TracemarkTypes {
  TracemarkArena *arena;
  TracemarkPointerMap byType;
} TracemarkTypes;

/// Facts of a type; NULL when out of memory.
const TracemarkTypeFacts *tracemarkTypesGet(TracemarkTypes *types,
                                            MlirType type);

/// Floating point or integer operations that one op called `word` ("add",
/// "fma") is on elements of this type: one, two of an fma or clamp; of complex
/// numbers those on their parts, of vectors as many as they have elements.
uint64_t tracemarkTypeOperations(MlirType element, const char *word);

#endif // TRACEMARK_LIB_IR_TYPES_H
