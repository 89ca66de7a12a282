//===- outline_groups.h - which ops share a dispatch ------------*- C -*-===//
//
// Decides, without changing anything, which ops of a function go into one
// dispatch together. Used by the outlining pass only.
//
// A group is the ops of one block that become one dispatch, called where the
// last of them stands: moving the others down to it is right because tensors
// are values, and it is only done where no result is needed in between and no
// operand would be overwritten in between (which would make bufferization
// copy). Members that touch memrefs are joined only if nothing that touches
// memory stands between them.
//
// Cost: n log n in ops, linear in operands and uses of fills; joining over ops
// that stand in between compares the writes among these with the members, up to
// a limit.
//
//===----------------------------------------------------------------------===//

#ifndef TRACEMARK_LIB_IR_OUTLINE_GROUPS_H
#define TRACEMARK_LIB_IR_OUTLINE_GROUPS_H

#include "lib/ir/outline_ops.h"

typedef TRACEMARK_ARENA_ARRAY(MlirOperation) TracemarkOutlineOperations;

/// A fill or broadcast that is repeated in the dispatch of the op whose init it
/// makes.
typedef struct TracemarkOutlineRider {
  MlirOperation producer, user;
  intptr_t operand; // of `user`
  bool isMember;    // the producer has a dispatch of its own besides
  bool isUnread;    // `user` overwrites what the producer made: left out
} TracemarkOutlineRider;

typedef struct TracemarkOutlineGroup {
  TracemarkOutlineOperations members; // in program order; none: merged away
  TRACEMARK_ARENA_ARRAY(TracemarkOutlineRider) riders;
  MlirOperation root; // what the dispatch is there for
  int64_t last;       // position of the last member in the function, pre-order
  size_t writes, barrier; // that were seen when the last member joined
  bool hasRoot;           // the root is no elementwise op
  bool isUsed;            // by an op outside that was seen: no op may join
  bool isClosed;          // no elementwise op may join
  bool isSealed;          // no insertion may join either
  bool isUnordered;       // members, until the end
  struct TracemarkOutlineGroup *mergedInto;
} TracemarkOutlineGroup;

typedef TRACEMARK_ARENA_ARRAY(TracemarkOutlineGroup *) TracemarkOutlineGroups;

/// Appends the groups of `function` in program order of their calls. With
/// `fuse` false every op is a group of its own. Returns false when out of
/// memory.
bool tracemarkOutlineGroupsFind(
    TracemarkOutlineOps *ops, MlirOperation function, bool fuse,
    TracemarkOutlineGroups *groups) TRACEMARK_MUST_USE;

#endif // TRACEMARK_LIB_IR_OUTLINE_GROUPS_H
