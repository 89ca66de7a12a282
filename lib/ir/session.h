//===- session.h - listings after passes of any pipeline --------*- C -*-===//
//
// What `--source-listing-after` and `-before` ask for, followed through every
// pass that runs in the contexts it is attached to: which stage a pass
// execution is, whether it was asked for, and at the end what was never
// reached. Knows no command line: lib/plugin owns the session of a process's
// flags. Hosts make sessions of their own by tracemark/session.h, which has the
// rest of the functions; here is what takes a session's settings one by one.
//
// Stages: a comma list of PASS[#N] and the keywords `all`, `changed`, `input`.
// A step is one pass execution on the root operation of the run; N counts the
// executions of the pass in earlier steps (the maximum over operations) and on
// this operation in this step, from 1. Without #N every occurrence is meant
// (design, section 5). `changed` is what `all` is, but only where the pass has
// changed its operation (locations do not count); `input` is the root operation
// before the first step.
//
// Labels: "canonicalize", "canonicalize#2", "before-canonicalize", "input".
//
// Threads: Set before the first Follow; everything else from any thread.
//
//   TracemarkSession *session = tracemarkSessionCreate(ownPasses);
//   tracemarkSessionSet(session, TRACEMARK_LISTING_AFTER,
//                       "canonicalize#2,cse");
//   if (mlirLogicalResultIsSuccess(tracemarkSessionFollow(session, context)))
//     ... run pass managers ...
//   tracemarkSessionReport(session, print, stderr);
//   tracemarkSessionDestroy(session);
//
//===----------------------------------------------------------------------===//

#ifndef TRACEMARK_LIB_IR_SESSION_H
#define TRACEMARK_LIB_IR_SESSION_H

#include "lib/base/support.h"
#include "lib/ir/listing_settings.h"
#include "tracemark/session.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Returns a session that asks for nothing, or NULL when out of memory.
/// `ownPasses` (NULL-terminated, must outlive the session) are candidates for
/// "did you mean" that the host's command line does not list. NULL: passes that
/// are asked for need not be registered, since the host may make them itself.
TracemarkSession *tracemarkSessionCreate(const char *const *ownPasses);

/// Gives a setting a value; a repeatable one gets it in addition to those
/// before. What is wrong is said, and the run refused, at the first pass
/// execution: before that the passes of other plugins may not be registered.
void tracemarkSessionSet(TracemarkSession *session,
                         TracemarkListingSetting setting, const char *text);

/// Tells whether anything was asked for.
bool tracemarkSessionWantsListings(const TracemarkSession *session);

/// Tells whether locations of a program were pointed at a listing.
bool tracemarkSessionHasRepointed(const TracemarkSession *session);

/// Says that the process ends in order: the file that tells after a crash which
/// passes were running goes. Passes may still run.
void tracemarkSessionFinish(TracemarkSession *session);

#ifdef __cplusplus
}
#endif

#endif // TRACEMARK_LIB_IR_SESSION_H
