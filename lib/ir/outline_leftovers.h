//===- outline_leftovers.h - tidying up the host ----------------*- C -*-===//
//
// What outlining leaves behind in the host: sizes of results that became
// results of calls, and definitions that nothing needs any more. Used by the
// outlining pass only.
//
//===----------------------------------------------------------------------===//

#ifndef TRACEMARK_LIB_IR_OUTLINE_LEFTOVERS_H
#define TRACEMARK_LIB_IR_OUTLINE_LEFTOVERS_H

#include "lib/ir/outline_groups.h"

/// Lets every tensor.dim of `result`, an op's, that is in the same block ask
/// the init that `result` is a new version of, outermost first.
void tracemarkOutlineRedirectSizes(TracemarkOutlineOps *ops, MlirValue result);

/// Erases the ops of `dead` that have no uses, and what only they used.
void tracemarkOutlineEraseDead(TracemarkOutlineOps *ops,
                               TracemarkOutlineOperations *dead);

/// Erases the ops in `operation`, a function or control flow, that compute what
/// nothing needs: a call would keep them, and what they use, alive. Returns
/// false when out of memory.
bool tracemarkOutlineEraseUnneeded(TracemarkOutlineOps *ops,
                                   MlirOperation operation) TRACEMARK_MUST_USE;

#endif // TRACEMARK_LIB_IR_OUTLINE_LEFTOVERS_H
