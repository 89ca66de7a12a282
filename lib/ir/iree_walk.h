//===- iree_walk.h - the op that IREE names a dispatch after ----*- C -*-===//
//
// Internal to iree_summary: what its walk finds, for its spelling.
//
//===----------------------------------------------------------------------===//

#ifndef TRACEMARK_LIB_IR_IREE_WALK_H
#define TRACEMARK_LIB_IR_IREE_WALK_H

#include "lib/base/string_buffer.h"
#include "lib/ir/linalg_view.h"

typedef enum TracemarkIreeRootKind {
  TRACEMARK_IREE_ROOT_NONE,
  TRACEMARK_IREE_ROOT_ATTENTION,
  TRACEMARK_IREE_ROOT_LINALG,
  TRACEMARK_IREE_ROOT_PACK,     // pack, unpack
  TRACEMARK_IREE_ROOT_ENCODING, // set_encoding, unset_encoding
  TRACEMARK_IREE_ROOT_EXTENSION // LinalgExt, softmax
} TracemarkIreeRootKind;

typedef struct TracemarkIreeWalk {
  TracemarkLinalgContext linalg; // its arena is for scratch
  TracemarkIreeRootKind kind;
  MlirOperation root;
  TracemarkLinalgView view; // of a linalg root
  int64_t cost;
  /// Of the ops that can be tiled; null if there is none.
  MlirOperation first, last;
  bool copies; // stores what it loaded
} TracemarkIreeWalk;

/// Size of a dimension of a shaped type with a rank, or
/// TRACEMARK_DYNAMIC_RANGE.
int64_t tracemarkIreeSizeOf(MlirType type, intptr_t dimension);

/// Type of the largest tensor among operands, then results; null without one.
MlirType tracemarkIreeLargestTensor(MlirOperation operation);

/// Appends the summary of what the walk found; false when out of memory.
bool tracemarkIreeSpell(TracemarkIreeWalk *walk, TracemarkStringBuffer *text);

#endif // TRACEMARK_LIB_IR_IREE_WALK_H
