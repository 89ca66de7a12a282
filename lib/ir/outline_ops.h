//===- outline_ops.h - which ops become dispatches --------------*- C -*-===//
//
// What outlining has to know of single ops: does one take time, is it a view,
// does it touch memory, which values does it take from outside. Included by
// the other outline files; depends on mlir-c and lib/ir.
//
// Threads: none of its own; everything lives in the arena of the caller.
//
//===----------------------------------------------------------------------===//

#ifndef TRACEMARK_LIB_IR_OUTLINE_OPS_H
#define TRACEMARK_LIB_IR_OUTLINE_OPS_H

#include "lib/base/pointer_map.h"
#include "lib/ir/linalg_view.h"

/// Value of `key`, for tables whose values are not NULL; NULL if there is none.
static inline void *tracemarkOutlineMapGet(const TracemarkPointerMap *map,
                                           const void *key) {
  const TracemarkPointerMapEntry *entry = tracemarkPointerMapFind(map, key);
  return entry ? (void *)entry->value : NULL;
}

/// Adds or replaces the value of `key`; false when out of memory.
static inline bool tracemarkOutlineMapSet(TracemarkArena *arena,
                                          TracemarkPointerMap *map,
                                          const void *key, const void *value) {
  return tracemarkPointerMapInsert(arena, map, key, value);
}

typedef enum TracemarkOutlineKind {
  TRACEMARK_OUTLINE_OTHER,       // stays in the host, may do anything
  TRACEMARK_OUTLINE_FREE,        // stays in the host, has no effect on memory
  TRACEMARK_OUTLINE_ROOT,        // linalg op that is no elementwise op
  TRACEMARK_OUTLINE_LOOP,        // parallel loop of linalg ops, as it stands
  TRACEMARK_OUTLINE_ELEMENTWISE, // linalg op, see TracemarkLinalgView
  TRACEMARK_OUTLINE_FILL,        // fill or broadcast: cheap enough to repeat
  TRACEMARK_OUTLINE_INSERT,      // tensor.insert_slice
  TRACEMARK_OUTLINE_EXTRACT,     // tensor.extract_slice
  TRACEMARK_OUTLINE_PAD,         // tensor.pad
  TRACEMARK_OUTLINE_CONCAT,      // tensor.concat
  TRACEMARK_OUTLINE_COPY,        // memref.copy
} TracemarkOutlineKind;

typedef struct TracemarkOutlineOp {
  TracemarkOutlineKind kind;
  /// Reads or writes a memref, as operand or captured, or its body does more
  /// than compute: must not be moved over another op that does.
  bool touchesMemory;
  TracemarkLinalgView view;      // ROOT, ELEMENTWISE, FILL; else zeroed
  intptr_t firstInit, initCount; // operands that results are versions of
} TracemarkOutlineOp;

typedef struct TracemarkOutlineOps {
  TracemarkArena *arena;
  TracemarkLinalgContext linalg;
  TracemarkPointerMap known;     // from ops to TracemarkOutlineOp
  TracemarkPointerMap pureNames; // what is known of ops in bodies by name
  /// From results of calls of dispatches to the value whose memory they are in.
  TracemarkPointerMap origins;
} TracemarkOutlineOps;

/// Classifies `operation`; remembers the answer. NULL when out of memory.
const TracemarkOutlineOp *tracemarkOutlineOpGet(TracemarkOutlineOps *ops,
                                                MlirOperation operation);

/// Tells whether `operation` has results that nothing uses and no effect.
/// Remembers nothing, so that it can be erased.
bool tracemarkOutlineIsUnneeded(TracemarkOutlineOps *ops,
                                MlirOperation operation);

/// Operand `index` is a destination: the op's result is a new version of it.
bool tracemarkOutlineIsInit(const TracemarkOutlineOp *op, intptr_t index);

/// Contents of operand `index`, which is a destination, matter to the op.
bool tracemarkOutlineReadsInit(const TracemarkOutlineOp *op, intptr_t index);

/// Its regions run as a part of the function.
bool tracemarkOutlineIsControlFlow(MlirOperation operation);
/// Takes no time: changes the type or the window of its first operand.
bool tracemarkOutlineIsView(MlirOperation operation);
/// A view whose elements may be apart in memory.
bool tracemarkOutlineIsSlice(MlirOperation operation);
/// Tells whether `value` is seen through views, one of them a slice.
bool tracemarkOutlineIsSliced(MlirValue value);
/// Tells whether `value` is the very slice that `insert`, an insert_slice,
/// replaces.
bool tracemarkOutlineIsWindowOf(MlirValue value, MlirOperation insert);
/// The value that `value` is a view of; itself if it is none.
MlirValue tracemarkOutlineBaseOf(MlirValue value);

/// Operation that defines `value`; null for block arguments.
MlirOperation tracemarkOutlineDefinition(MlirValue value);
bool tracemarkOutlineIsDefinedBy(MlirValue value, const char *name);
bool tracemarkOutlineHasOneUse(MlirValue value);
/// `user` asks for a size of a value that is defined in `block`, in that block
/// too, so that it can as well ask what the value is a new version of.
bool tracemarkOutlineAsksSize(MlirBlock block, MlirOperation user);

/// `operation` or the ancestor of it that is in `block`; null if there is none.
MlirOperation tracemarkOutlineAncestorIn(MlirBlock block,
                                         MlirOperation operation);

/// A use of a value from outside: operand `index` of `user`, which is
/// `operation` itself or nested in it.
typedef bool (*TracemarkOutlineUseCallback)(MlirOperation user, intptr_t index,
                                            MlirValue value, bool isNested,
                                            void *userData);

/// Calls back for every value that `operation` or what is nested in it uses and
/// that is defined outside of it, in program order. Stops and returns false as
/// soon as the callback does.
bool tracemarkOutlineForEachUse(MlirOperation operation,
                                TracemarkOutlineUseCallback callback,
                                void *userData);

#endif // TRACEMARK_LIB_IR_OUTLINE_OPS_H
