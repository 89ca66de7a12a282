//===- session_events.c - a pass begins, a pass ends ----------------------===//

#include "lib/ir/session_state.h"

#include "lib/ir/diagnostics.h"
#include "lib/ir/strings.h"
#include "tracemark/bridge/structure.h"

#include <inttypes.h>

#include "lib/base/banned.h"

/// What `before` leaves to `after` in the execution's scratch.
enum {
  SCRATCH_NUMBER,    // of the occurrence; 0: no listing is asked for
  SCRATCH_STRUCTURE, // hash to compare with; 0: nothing to compare
  SCRATCH_MARK,      // of the passes in flight, + 1
};

static MlirLogicalResult openRun(TracemarkSession *session,
                                 MlirLocation location) {
  session->run = tracemarkListingRunOpen(&session->settings, location);
  if (session->run)
    return mlirLogicalResultSuccess();
  atomic_store(&session->writeFailed, true);
  return session->settings.strict ? mlirLogicalResultFailure()
                                  : mlirLogicalResultSuccess();
}

/// Decides once per session whether what was asked for can be done. Emits what
/// cannot, at no location: flags have none. A folder that cannot be written is
/// a reason only if the settings are strict.
static bool isRefused(TracemarkSession *session, MlirContext context) {
  pthread_mutex_lock(&session->lock);
  if (!session->checked) {
    session->checked = true;
    MlirLocation location = mlirLocationUnknownGet(context);
    MlirLogicalResult result = tracemarkSessionCheck(session, location);
    if (mlirLogicalResultIsSuccess(result))
      result = openRun(session, location);
    session->refused = mlirLogicalResultIsFailure(result);
  }
  bool refused = session->refused;
  pthread_mutex_unlock(&session->lock);
  return refused;
}

static bool isBehindPass(const TracemarkStageEvent *event) {
  return event->side == TRACEMARK_STAGE_AFTER &&
         event->kind != TRACEMARK_STAGE_INPUT;
}

/// Makes the run fail. Behind the pass the result of this execution is settled,
/// but not that of the step around it; if it is the step itself, the next one
/// is refused. Behind the last step nothing can fail any more: ending the
/// process with another code is not ours to do.
static void failRun(TracemarkAttachment *attachment,
                    TracemarkPassExecution *execution,
                    const TracemarkStageEvent *event) {
  TracemarkPassExecution *step = atomic_load(&attachment->step);
  if (step == execution && isBehindPass(event))
    return;
  if (!atomic_exchange(&attachment->session->runFailed, true))
    step->refuse(step);
}

/// Makes any run fail after a listing that cannot be in the way that was asked
/// for.
static void refuseRun(TracemarkAttachment *attachment,
                      TracemarkPassExecution *execution,
                      const TracemarkStageEvent *event) {
  TracemarkSession *session = attachment->session;
  pthread_mutex_lock(&session->lock);
  session->refused = true;
  pthread_mutex_unlock(&session->lock);
  atomic_store(&session->writeFailed, true);
  failRun(attachment, execution, event);
}

/// Writes no more after a listing that could not be written; a strict run
/// fails.
static void stopListing(TracemarkAttachment *attachment,
                        TracemarkPassExecution *execution,
                        const TracemarkStageEvent *event) {
  atomic_store(&attachment->session->writeFailed, true);
  if (attachment->session->settings.strict)
    failRun(attachment, execution, event);
}

static void appendLabel(const TracemarkStageEvent *event,
                        TracemarkStringBuffer *label) {
  if (event->side == TRACEMARK_STAGE_BEFORE)
    tracemarkStringBufferAppendText(label, "before-");
  tracemarkStringBufferAppend(label, event->argument.data,
                              event->argument.length);
  if (event->occurrence > 1)
    tracemarkStringBufferAppendFormat(label, "#%" PRId64, event->occurrence);
}

static void noteListed(TracemarkSession *session,
                       const TracemarkListingOptions *options) {
  if (options->settings->locations != TRACEMARK_LISTING_LOCATIONS_KEEP)
    atomic_store(&session->repointed, true);
  if (mlirStringRefEqual(options->stage, options->settings->debugInfo))
    atomic_store(&session->shownReached, true);
}

/// Writes the listing of the execution's operation if a request asks for it.
static void listIfAsked(TracemarkAttachment *attachment,
                        TracemarkPassExecution *execution,
                        const TracemarkStageEvent *event) {
  TracemarkSession *session = attachment->session;
  pthread_mutex_lock(&session->lock);
  bool asked = tracemarkStageRequestsReach(&session->requests, event) &&
               !session->refused;
  pthread_mutex_unlock(&session->lock);
  if (!asked || atomic_load(&session->writeFailed))
    return;
  atomic_store(&session->listed, true);
  TracemarkListingSettings settings = session->settings;
  // The label of a first occurrence has no number.
  MlirStringRef *shown = &settings.debugInfo;
  if (tracemarkStringEndsWith(*shown, "#1"))
    shown->length -= 2;
  // What the user has selected there stays so.
  if (isBehindPass(event) &&
      tracemarkStringIs(event->argument, "tracemark-select-locations"))
    settings.locations = TRACEMARK_LISTING_LOCATIONS_KEEP;
  TracemarkStringBuffer label = {0}, pipeline = {0};
  appendLabel(event, &label);
  if (event->kind != TRACEMARK_STAGE_INPUT)
    tracemarkBridgePassExecutionPrint(execution, tracemarkStringAppendCallback,
                                      &pipeline);
  TracemarkListingOptions options = {
      .settings = &settings,
      .stage =
          mlirStringRefCreate(tracemarkStringBufferText(&label), label.length),
      .argument = event->argument,
      .occurrence = event->occurrence,
      .pipeline = mlirStringRefCreate(pipeline.data, pipeline.length),
      .run = session->run,
      .parts = attachment->parts,
      .only = &session->only,
      .failedBefore = &session->writeFailed};
  if (mlirLogicalResultIsFailure(
          tracemarkListingCheck(execution->operation, &options)))
    refuseRun(attachment, execution, event);
  else if (label.failed || pipeline.failed ||
           mlirLogicalResultIsFailure(
               tracemarkListingWrite(execution->operation, &options)))
    stopListing(attachment, execution, event);
  else
    noteListed(session, &options);
  tracemarkStringBufferDestroy(&label);
  tracemarkStringBufferDestroy(&pipeline);
}

/// A step begins: nothing else is running in the context. False if the run is
/// refused.
static bool beginStep(TracemarkAttachment *attachment,
                      TracemarkPassExecution *execution, bool isFirst) {
  TracemarkSession *session = attachment->session;
  atomic_store(&attachment->step, execution);
  if (session->settings.strict && atomic_load(&session->writeFailed)) {
    atomic_store(&session->runFailed, true);
    execution->refuse(execution);
    return false;
  }
  if (isRefused(session, mlirOperationGetContext(execution->operation))) {
    execution->refuse(execution);
    return false;
  }
  if (!atomic_load(&session->writeFailed) &&
      session->settings.locations != TRACEMARK_LISTING_LOCATIONS_KEEP)
    tracemarkListingSetCompileDirectory(execution->operation,
                                        session->settings.prefixMap);
  if (isFirst)
    listIfAsked(attachment, execution,
                &(TracemarkStageEvent){.kind = TRACEMARK_STAGE_INPUT,
                                       .argument = tracemarkStringFrom("input"),
                                       .occurrence = 1});
  return true;
}

/// Of the structure; not 0.
static uint64_t hashOf(MlirOperation operation) {
  uint64_t hash = 0;
  bool known = tracemarkBridgeStructureHash(operation, NULL, NULL, &hash);
  return known && hash ? hash : 1;
}

/// Lists what is wanted before the pass, and notes what `after` has to know.
/// `hash`: of the structure, or 0 if it is not known.
static void beginPass(TracemarkAttachment *attachment,
                      TracemarkPassExecution *execution, int64_t number,
                      uint64_t hash) {
  const TracemarkStageRequests *requests = &attachment->session->requests;
  TracemarkStageEvent event = {.argument = execution->argument,
                               .occurrence = number,
                               .side = TRACEMARK_STAGE_BEFORE};
  listIfAsked(attachment, execution, &event);
  execution->scratch[SCRATCH_NUMBER] = (uint64_t)number;
  if (tracemarkStageRequestsHave(requests, TRACEMARK_STAGE_CHANGED))
    execution->scratch[SCRATCH_STRUCTURE] =
        hash ? hash : hashOf(execution->operation);
}

/// Takes what the last step has left, if it ran on this operation: nothing has
/// changed it since.
static uint64_t takeHash(TracemarkAttachment *attachment,
                         MlirOperation operation) {
  uint64_t hash = attachment->hashed == operation.ptr ? attachment->hash : 0;
  attachment->hashed = NULL;
  return hash;
}

void tracemarkSessionBeforePass(TracemarkPassExecution *execution,
                                void *userData) {
  TracemarkAttachment *attachment = userData;
  TracemarkSession *session = attachment->session;
  TracemarkOccurrence occurrence = tracemarkOccurrencesBegin(
      attachment->occurrences, execution->argument, execution->operation,
      tracemarkStageRequestsNumber(&session->requests, execution->argument));
  uint64_t hash =
      occurrence.isStep ? takeHash(attachment, execution->operation) : 0;
  bool goesOn = !occurrence.isStep ||
                beginStep(attachment, execution, occurrence.isFirst);
  if (goesOn && occurrence.number && !atomic_load(&session->writeFailed))
    beginPass(attachment, execution, occurrence.number, hash);
  int mark = tracemarkInFlightBegin(tracemarkListingRunMarks(session->run),
                                    execution->name, execution->operation);
  execution->scratch[SCRATCH_MARK] = (uint64_t)(mark + 1);
}

/// Lists what is wanted after the pass.
static void endPass(TracemarkAttachment *attachment,
                    TracemarkPassExecution *execution, int64_t number) {
  uint64_t former = execution->scratch[SCRATCH_STRUCTURE];
  TracemarkStageEvent event = {.argument = execution->argument,
                               .occurrence = number,
                               .side = TRACEMARK_STAGE_AFTER};
  uint64_t hash = former ? hashOf(execution->operation) : 0;
  event.changed = hash != former;
  listIfAsked(attachment, execution, &event);
  if (hash && atomic_load(&attachment->step) == execution) {
    attachment->hashed = execution->operation.ptr;
    attachment->hash = hash;
  }
}

void tracemarkSessionAfterPass(TracemarkPassExecution *execution,
                               void *userData) {
  TracemarkAttachment *attachment = userData;
  TracemarkSession *session = attachment->session;
  if (execution->scratch[SCRATCH_NUMBER])
    endPass(attachment, execution, (int64_t)execution->scratch[SCRATCH_NUMBER]);
  tracemarkOccurrencesEnd(attachment->occurrences);
  tracemarkInFlightEnd(tracemarkListingRunMarks(session->run),
                       (int)execution->scratch[SCRATCH_MARK] - 1);
}
