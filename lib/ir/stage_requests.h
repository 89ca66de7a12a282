//===- stage_requests.h - which stages were asked for -----------*- C -*-===//
//
// Parses and checks the values of `--source-listing-after` and `-before`: a
// comma list of PASS[#N] and keywords. Used by the session only.
//
//===----------------------------------------------------------------------===//

#ifndef TRACEMARK_LIB_IR_STAGE_REQUESTS_H
#define TRACEMARK_LIB_IR_STAGE_REQUESTS_H

#include "lib/base/support.h"

#include "mlir-c/IR.h"

typedef enum TracemarkStageKind {
  TRACEMARK_STAGE_PASS,    // PASS[#N]
  TRACEMARK_STAGE_ALL,     // "all": every pass that has an argument
  TRACEMARK_STAGE_CHANGED, // "changed": of these, the ones that change a thing
  TRACEMARK_STAGE_INPUT,   // "input": the program before the first pass
} TracemarkStageKind;

typedef enum TracemarkStageSide {
  TRACEMARK_STAGE_AFTER,
  TRACEMARK_STAGE_BEFORE,
} TracemarkStageSide;

typedef struct TracemarkStageRequest {
  TracemarkStageKind kind;
  TracemarkStageSide side;
  char *text;         // as the user wrote it, owned: "canonicalize#2"
  char *argument;     // owned: "canonicalize"
  int64_t occurrence; // from 1; 0: every one; -1: what stands behind '#' is bad
  bool reached;
} TracemarkStageRequest;

typedef struct TracemarkStageRequests {
  TracemarkStageRequest *items;
  size_t count;
} TracemarkStageRequests;

/// What happens to a pipeline: before or after an execution of a pass.
typedef struct TracemarkStageEvent {
  TracemarkStageKind kind; // PASS, or INPUT before the first one
  TracemarkStageSide side;
  bool changed; // after a pass: it has changed its operation
  MlirStringRef argument;
  int64_t occurrence;
} TracemarkStageEvent;

/// Adds the stages of a comma list; blanks around a stage do not count and
/// empty ones are skipped. False when out of memory.
TRACEMARK_MUST_USE bool
tracemarkStageRequestsAdd(TracemarkStageRequests *requests,
                          TracemarkStageSide side, const char *stages,
                          size_t length);

/// Emits at `location` the first thing that is wrong: an occurrence that is no
/// positive number, a keyword on the wrong side, the name of a pipeline, or,
/// unless `ownPasses` is NULL, an argument under which no pass is registered,
/// with the nearest one that is.
MlirLogicalResult
tracemarkStageRequestsCheck(const TracemarkStageRequests *requests,
                            const char *const *ownPasses,
                            MlirLocation location);

/// Tells whether the executions of a pass have to be numbered.
bool tracemarkStageRequestsNumber(const TracemarkStageRequests *requests,
                                  MlirStringRef argument);

/// Tells whether there is a request of this kind.
bool tracemarkStageRequestsHave(const TracemarkStageRequests *requests,
                                TracemarkStageKind kind);

/// Tells whether a request asks for a listing at the event, and marks all that
/// do as reached.
bool tracemarkStageRequestsReach(TracemarkStageRequests *requests,
                                 const TracemarkStageEvent *event);

void tracemarkStageRequestsDestroy(TracemarkStageRequests *requests);

#endif // TRACEMARK_LIB_IR_STAGE_REQUESTS_H
