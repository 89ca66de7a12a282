//===- session.c - sessions, in C -----------------------------------------===//
//
// The C API neither tells which passes run nor lets anybody be told: there is
// no session here, and so nothing for the other functions to do.
//
//===----------------------------------------------------------------------===//

#include "tracemark/session.h"

#include "lib/ir/diagnostics.h"

#include "lib/base/banned.h"

TracemarkSession *tracemarkSessionAttach(MlirContext context,
                                         const char *options) {
  (void)tracemarkEmitError(
      mlirLocationUnknownGet(context),
      "'tracemarkSessionAttach' needs libTracemark.so: MLIR's C API does not "
      "tell which passes run; put the pass 'tracemark-source-listing' into the "
      "pipeline instead, by 'tracemarkCreatePass'");
  return NULL;
}

MlirLogicalResult tracemarkSessionFollow(TracemarkSession *session,
                                         MlirContext context) {
  return mlirLogicalResultFailure();
}

void tracemarkSessionReport(TracemarkSession *session,
                            MlirStringCallback callback, void *userData) {}

void tracemarkSessionDestroy(TracemarkSession *session) {}
