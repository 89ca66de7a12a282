//===- tracemark/bridge/actions.h - see every pass run ----------*- C -*-===//
//
// A context tells its action handler of every pass execution: nested
// adaptors and dynamic pipelines too, on worker threads concurrently. A context
// has room for one and no getter: a later registration by others (for example
// by --log-actions-to) takes the place of ours, which `detached` tells. Those
// that this library attaches share the place.
//
//===----------------------------------------------------------------------===//

#ifndef TRACEMARK_BRIDGE_ACTIONS_H
#define TRACEMARK_BRIDGE_ACTIONS_H

#include "mlir-c/IR.h"

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// One execution of a pass on one operation.
typedef struct TracemarkPassExecution {
  /// Argument of the pass; empty for adaptors and passes that have none.
  MlirStringRef argument;
  /// The argument, or the name of the class if there is none; empty for
  /// adaptors, which run the passes of a nested pipeline.
  MlirStringRef name;
  MlirOperation operation;
  /// Makes this execution fail when the pass has run; nothing is emitted.
  /// Callable from `before`, or once while executions nested in it run (from
  /// their `before` or `after`): behind the pass it is too late.
  void (*refuse)(struct TracemarkPassExecution *execution);
  /// Of the handler: set in `before`, read in `after`; 0 at first.
  uint64_t scratch[3];
} TracemarkPassExecution;

/// Prints the pass as it stands in a pipeline's text, with every option:
/// "canonicalize{max-iterations=10 top-down=true ...}".
void tracemarkBridgePassExecutionPrint(const TracemarkPassExecution *execution,
                                       MlirStringCallback callback,
                                       void *userData);

typedef struct TracemarkActionHandler {
  /// Called on the thread that runs the pass, before and after it. After a
  /// failed pass `after` is called as well; failure is not visible.
  void (*before)(TracemarkPassExecution *execution, void *userData);
  void (*after)(TracemarkPassExecution *execution, void *userData);
  /// Called once when the context lets the handler go: the context ends, or
  /// another handler took its place.
  void (*detached)(void *userData);
  void *userData;
} TracemarkActionHandler;

/// Adds `handler` to those that are told of the passes of `context`, as the
/// last one: before and after each pass they are told in the order in which
/// they were attached. Failure, with nothing emitted, if the place is taken by
/// someone else. The context must not be running a pass manager.
MlirLogicalResult tracemarkBridgeActionsAttach(MlirContext context,
                                               TracemarkActionHandler handler);

/// Takes away the handler with that `userData`, which must be attached: its
/// `detached` is called. The context must not be running a pass manager.
void tracemarkBridgeActionsDetach(MlirContext context, void *userData);

#ifdef __cplusplus
}
#endif

#endif // TRACEMARK_BRIDGE_ACTIONS_H
