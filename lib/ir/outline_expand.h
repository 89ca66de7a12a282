//===- outline_expand.h - members in destination-passing style --*- C -*-===//
//
// Brings a group into the form that the boundary is computed on: linalg ops and
// tensor.insert_slice, each with one use of its own per init. Used by the
// outlining pass only.
//
//   tensor.pad            -> tensor.empty, linalg.fill, tensor.insert_slice
//   tensor.concat         -> tensor.empty, one tensor.insert_slice per part
//   tensor.extract_slice  -> tensor.empty, linalg.copy behind the slice
//   a rider               -> a copy of it in front of the op it rides with
//   an init that is a slice of a tensor that the group does not put it back
//   into                  -> tensor.empty, linalg.copy of the slice
//
//===----------------------------------------------------------------------===//

#ifndef TRACEMARK_LIB_IR_OUTLINE_EXPAND_H
#define TRACEMARK_LIB_IR_OUTLINE_EXPAND_H

#include "lib/ir/outline_groups.h"

/// Rewrites in the host; members become those of the new form, and what lost
/// its last use is appended to `dead`. Returns false when out of memory; the
/// program means the same either way.
bool tracemarkOutlineExpand(
    TracemarkOutlineOps *ops, TracemarkOutlineGroup *group,
    TracemarkOutlineOperations *dead) TRACEMARK_MUST_USE;

#endif // TRACEMARK_LIB_IR_OUTLINE_EXPAND_H
