//===- tracemark/session.h - listings after stages of a pipeline -*- C -*-===//
//
// For compilers that build their pipelines through MLIR's C API: listings
// before and after any pass, with none of ours in the pipeline. Exported by
// libTracemark.so. libTracemarkC.so and libTracemarkCore.a have the functions
// too, but Attach fails there: MLIR's C API does not tell which passes run.
//
//   TracemarkSession *session = tracemarkSessionAttach(
//       context, "after=canonicalize,cse#2 to=listings");
//   ... run pass managers on programs of the context ...
//   tracemarkSessionReport(session, print, stderr);
//   tracemarkSessionDestroy(session);
//   mlirContextDestroy(context);
//
// Options, as they would stand between the braces of a pass; docs and defaults
// are those of the flags `--source-listing-<option>`:
//   after, before      comma list of PASS, PASS#N, `all`; `after` also takes
//                      `changed` and `input`. One of the two is needed.
//   to                 folder of the listings, from the working directory
//   scope, only, elide-larger-than, check, locations, debug-info, strict,
//   prefix-map, sync, clean
// `after`, `before`, `only` and `prefix-map` may stand several times; of the
// others the last one counts. A value with blanks stands in quotes or braces.
// A PASS is the argument under which a pass runs. It need not be registered:
// one that never runs is told by Report.
//
// Several contexts: Follow adds one to a session; they share folder, settings
// and what Report says. Stages are counted (`#N`) in each context by itself.
// Several sessions: each writes what it was asked for, in the order in which
// they were attached; the locations show the listing that was written last.
// The plugin's flags are a session too, attached when the context was made:
// both work. A context of which someone else handles the actions
// (mlir::MLIRContext::registerActionHandler) is refused; who does so later
// takes the context away from every session, and Report says it.
//
// Failure: whatever a session has to say while passes run it emits as
// diagnostics of the context. A listing that cannot be written is a warning,
// and no more are written; with `strict` it is an error, and the run of the
// pass manager fails. So does one with scope=module in a nested pipeline. Only
// behind the last pass of a run its result is settled: there the error is said,
// and the next run fails.
//
// Ownership: the caller owns the session until Destroy, contexts stay his.
// Either may end first: a context that ends leaves its sessions, and Destroy
// takes the session off the contexts that still live.
//
// Threads: passes may run in several contexts and threads at once. Attach,
// Follow and Destroy must not be called while a pass manager runs in a context
// that they are about, nor while one of these ends; different sessions and
// contexts are independent. Report: any time before Destroy.
//
//===----------------------------------------------------------------------===//

#ifndef TRACEMARK_SESSION_H
#define TRACEMARK_SESSION_H

#include "mlir-c/IR.h"
#include "mlir-c/Support.h"

/// Exported by each of our libraries.
#define TRACEMARK_SESSION_API __attribute__((visibility("default")))

#ifdef __cplusplus
extern "C" {
#endif

typedef struct TracemarkSession TracemarkSession;

/// Returns a new session that follows the passes of `context` from now on, with
/// `options` as above. NULL if they are wrong, ask for no stage, or the context
/// cannot be followed; that was emitted as an error at an unknown location of
/// the context. Nothing is written before the first pass runs.
TRACEMARK_SESSION_API TracemarkSession *
tracemarkSessionAttach(MlirContext context, const char *options);

/// Has the session follow the passes of another context too; without effect if
/// it does so already. Failure as with Attach; the session is as it was.
TRACEMARK_SESSION_API MlirLogicalResult
tracemarkSessionFollow(TracemarkSession *session, MlirContext context);

/// Calls `callback` with one line, without a line feed, for each option that
/// asked for what there was not, so far:
///   after: 'sccp': no such stage was reached; stages seen: canonicalize, cse
///   only: no entry point matches 'main*'
///   debug-info: 'cse': no such stage was listed, the last one is shown
/// Not after a failure that was emitted. Without effect if `session` is NULL.
TRACEMARK_SESSION_API void tracemarkSessionReport(TracemarkSession *session,
                                                  MlirStringCallback callback,
                                                  void *userData);

/// Ends a session: every listing is in its place, and no context is followed
/// any more. Without effect if `session` is NULL.
TRACEMARK_SESSION_API void tracemarkSessionDestroy(TracemarkSession *session);

#ifdef __cplusplus
}
#endif

#endif // TRACEMARK_SESSION_H
