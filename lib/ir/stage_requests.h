//===- stage_requests.h - which stages were asked for -----------*- C -*-===//
//
// Parses and checks the values of `--source-listing-after`: PASS[#N], several
// joined with commas. Used by the session only.
//
//===----------------------------------------------------------------------===//

#ifndef TRACEMARK_LIB_IR_STAGE_REQUESTS_H
#define TRACEMARK_LIB_IR_STAGE_REQUESTS_H

#include "lib/base/support.h"

#include "mlir-c/IR.h"

typedef struct TracemarkStageRequest {
  char *text;         // as the user wrote it, owned: "canonicalize#2"
  char *argument;     // owned: "canonicalize"
  int64_t occurrence; // from 1; 0: every one; -1: what stands behind '#' is bad
  bool reached;
} TracemarkStageRequest;

typedef struct TracemarkStageRequests {
  TracemarkStageRequest *items;
  size_t count;
} TracemarkStageRequests;

/// Adds the stages of a comma list; blanks around a stage do not count and
/// empty ones are skipped. False when out of memory.
TRACEMARK_MUST_USE bool
tracemarkStageRequestsAdd(TracemarkStageRequests *requests, const char *stages,
                          size_t length);

/// Emits at `location` the first thing that is wrong: an occurrence that is no
/// positive number, or an argument under which no pass is registered, with the
/// nearest one that is.
MlirLogicalResult
tracemarkStageRequestsCheck(const TracemarkStageRequests *requests,
                            const char *const *ownPasses,
                            MlirLocation location);

void tracemarkStageRequestsDestroy(TracemarkStageRequests *requests);

#endif // TRACEMARK_LIB_IR_STAGE_REQUESTS_H
