//===- outline_grouping.h - groups while they are found ---------*- C -*-===//
//
// State and primitives of tracemarkOutlineGroupsFind: which group an op is in,
// starting, joining and merging groups, whether one may move down to the op at
// hand, and the fills that ride along. Used by outline_groups.c only. When
// memory runs out `failed` is set and the walk ends.
//
//===----------------------------------------------------------------------===//

#ifndef TRACEMARK_LIB_IR_OUTLINE_GROUPING_H
#define TRACEMARK_LIB_IR_OUTLINE_GROUPING_H

#include "lib/ir/outline_groups.h"

/// `operation` overwrites the memory of `base` if it bufferizes in place.
typedef struct TracemarkOutlineWrite {
  MlirValue base;
  MlirOperation operation;
} TracemarkOutlineWrite;

typedef struct TracemarkGrouping {
  TracemarkOutlineOps *ops;
  TracemarkArena *arena;
  TracemarkOutlineGroups *groups;
  TracemarkPointerMap groupOf; // from ops to groups
  TracemarkPointerMap riders;  // from fills and broadcasts to themselves
  TRACEMARK_ARENA_ARRAY(TracemarkOutlineWrite) writes;
  /// May be joined by an op that touches memory; NULL: none.
  TracemarkOutlineGroup *memoryGroup;
  int64_t position; // of the op at hand
  size_t barrier;   // ops seen that may change memory behind a tensor
  bool fuse, failed;
} TracemarkGrouping;

/// Group that `operation`, or the op that defines `value`, is in; NULL if none.
TracemarkOutlineGroup *
tracemarkGroupingFindByOperation(const TracemarkGrouping *g,
                                 MlirOperation operation);
TracemarkOutlineGroup *tracemarkGroupingFindByValue(const TracemarkGrouping *g,
                                                    MlirValue value);
/// The same if an elementwise op may join it, else NULL.
TracemarkOutlineGroup *tracemarkGroupingFindOpen(const TracemarkGrouping *g,
                                                 MlirValue value);

/// Starts a group with the op at hand; NULL when out of memory. A sealed one is
/// joined by nothing.
TracemarkOutlineGroup *tracemarkGroupingStart(TracemarkGrouping *g,
                                              MlirOperation operation,
                                              bool isClosed, bool hasRoot);
void tracemarkGroupingStartSealed(TracemarkGrouping *g,
                                  MlirOperation operation);
void tracemarkGroupingJoin(TracemarkGrouping *g, TracemarkOutlineGroup *group,
                           MlirOperation operation);
/// Moves the members of `from` into `into`, which the op at hand is in.
void tracemarkGroupingMerge(TracemarkGrouping *g, TracemarkOutlineGroup *from,
                            TracemarkOutlineGroup *into);

/// Tells whether the members of `group` can be computed here, behind the ops
/// that were seen since the last of them.
bool tracemarkGroupingCanMoveHere(TracemarkGrouping *g,
                                  const TracemarkOutlineGroup *group);
/// Remembers what the op at hand overwrites if its inits bufferize in place.
void tracemarkGroupingNoteWrites(TracemarkGrouping *g,
                                 const TracemarkOutlineOp *op,
                                 MlirOperation operation);

bool tracemarkGroupingIsRider(const TracemarkGrouping *g, MlirValue value);
/// A fill or broadcast: marks it as one that rides along where it makes an
/// init, or is left out where the init is only written to. Returns true if that
/// is all it is used for.
bool tracemarkGroupingNoteRider(TracemarkGrouping *g, MlirOperation operation);
/// Adds the riders that make inits of `operation`, a member of `group`.
void tracemarkGroupingAddRiders(TracemarkGrouping *g,
                                TracemarkOutlineGroup *group,
                                const TracemarkOutlineOp *op,
                                MlirOperation operation);

#endif // TRACEMARK_LIB_IR_OUTLINE_GROUPING_H
