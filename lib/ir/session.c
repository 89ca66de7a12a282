//===- session.c - listings after passes of any pipeline ------------------===//

#include "lib/ir/session.h"

#include "lib/ir/diagnostics.h"
#include "lib/ir/listing.h"
#include "lib/ir/occurrences.h"
#include "lib/ir/stage_requests.h"
#include "lib/ir/strings.h"
#include "tracemark/bridge/actions.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "lib/base/banned.h"

typedef struct SeenPass {
  struct SeenPass *next;
  char argument[];
} SeenPass;

struct TracemarkSession {
  TracemarkStageRequests requests;
  const char *const *ownPasses;
  TracemarkListingSettings settings;
  TracemarkStringBuffer texts[TRACEMARK_LISTING_SETTING_COUNT]; // of settings
  TracemarkStringBuffer problem; // with the first bad value
  bool outOfMemory;              // while settings were taken
  pthread_mutex_t lock;
  // Under the lock:
  bool checked, refused;
  TracemarkListingRun *run; // set before the first execution goes on
  SeenPass *seen, **seenEnd;
  size_t attachments;      // contexts that were followed, ever
  size_t detachments;      // of these, those that let go
  atomic_bool writeFailed; // said already; nothing more is written
  atomic_bool runFailed;   // an execution failed for it
};

/// One context that the session follows.
typedef struct Attachment {
  TracemarkSession *session;
  TracemarkOccurrences *occurrences;
  _Atomic(TracemarkPassExecution *) step; // the outermost one that runs
} Attachment;

TracemarkSession *tracemarkSessionCreate(const char *const *ownPasses) {
  TracemarkSession *session = calloc(1, sizeof(*session));
  if (!session)
    return NULL;
  if (pthread_mutex_init(&session->lock, NULL) != 0) {
    free(session);
    return NULL;
  }
  tracemarkListingSettingsInit(&session->settings);
  session->ownPasses = ownPasses;
  session->seenEnd = &session->seen;
  return session;
}

void tracemarkSessionSet(TracemarkSession *session,
                         TracemarkListingSetting setting, const char *text) {
  const TracemarkOptionDescriptor *option = &tracemarkListingOptions[setting];
  TracemarkStringBuffer *kept = &session->texts[setting];
  TracemarkOptionValue value;
  TracemarkStringBuffer problem = {0};
  if (option->repeatable && kept->length)
    tracemarkStringBufferAppendText(kept, "\n");
  else
    tracemarkStringBufferTruncate(kept, 0);
  tracemarkStringBufferAppendText(kept, text);
  if (setting == TRACEMARK_LISTING_AFTER)
    session->outOfMemory |=
        !tracemarkStageRequestsAdd(&session->requests, text, strlen(text));
  if (tracemarkListingSettingParse(
          setting, tracemarkStringFrom(tracemarkStringBufferText(kept)), &value,
          &problem))
    tracemarkListingSettingsPut(&session->settings, setting, value);
  else if (session->problem.length == 0)
    tracemarkStringBufferAppendFormat(&session->problem,
                                      "source listing setting '%s' %s",
                                      option->name, problem.data);
  session->outOfMemory |= kept->failed | problem.failed;
  tracemarkStringBufferDestroy(&problem);
}

bool tracemarkSessionWantsListings(const TracemarkSession *session) {
  return session->requests.count != 0;
}

static MlirLogicalResult openRun(TracemarkSession *session,
                                 MlirLocation location) {
  session->run = tracemarkListingRunOpen(&session->settings, location);
  if (session->run)
    return mlirLogicalResultSuccess();
  atomic_store(&session->writeFailed, true);
  return session->settings.strict ? mlirLogicalResultFailure()
                                  : mlirLogicalResultSuccess();
}

static MlirLogicalResult checkSettings(const TracemarkSession *session,
                                       MlirLocation location) {
  if (session->outOfMemory)
    return tracemarkEmitError(location, "out of memory for listing settings");
  if (session->problem.length)
    return tracemarkEmitError(location, "%s", session->problem.data);
  return tracemarkStageRequestsCheck(&session->requests, session->ownPasses,
                                     location);
}

/// Decides once per session whether what was asked for can be done. Emits what
/// cannot, at no location: flags have none. A folder that cannot be written is
/// a reason only if the settings are strict.
static bool isRefused(TracemarkSession *session, MlirContext context) {
  pthread_mutex_lock(&session->lock);
  if (!session->checked) {
    session->checked = true;
    MlirLocation location = mlirLocationUnknownGet(context);
    MlirLogicalResult result = checkSettings(session, location);
    if (mlirLogicalResultIsSuccess(result))
      result = openRun(session, location);
    session->refused = mlirLogicalResultIsFailure(result);
  }
  bool refused = session->refused;
  pthread_mutex_unlock(&session->lock);
  return refused;
}

static bool isWanted(const TracemarkSession *session, MlirStringRef argument) {
  for (size_t i = 0; i < session->requests.count; ++i)
    if (tracemarkStringIs(argument, session->requests.items[i].argument))
      return true;
  return false;
}

/// What is done once for a step, before it runs.
static void beginStep(Attachment *attachment,
                      TracemarkPassExecution *execution) {
  TracemarkSession *session = attachment->session;
  // Only here is nothing else running in the context.
  atomic_store(&attachment->step, execution);
  if (session->settings.strict && atomic_load(&session->writeFailed)) {
    atomic_store(&session->runFailed, true);
    execution->refuse(execution);
    return;
  }
  if (isRefused(session, mlirOperationGetContext(execution->operation))) {
    execution->refuse(execution);
    return;
  }
  if (!atomic_load(&session->writeFailed) &&
      session->settings.locations != TRACEMARK_LISTING_LOCATIONS_KEEP)
    tracemarkListingSetCompileDirectory(execution->operation,
                                        session->settings.prefixMap);
}

static void beforePass(TracemarkPassExecution *execution, void *userData) {
  Attachment *attachment = userData;
  TracemarkSession *session = attachment->session;
  TracemarkOccurrence occurrence = tracemarkOccurrencesBegin(
      attachment->occurrences, execution->argument, execution->operation,
      isWanted(session, execution->argument));
  execution->scratch = (void *)(uintptr_t)occurrence.number;
  if (occurrence.isStep)
    beginStep(attachment, execution);
  execution->mark =
      tracemarkInFlightBegin(tracemarkListingRunMarks(session->run),
                             execution->name, execution->operation);
}

/// Marks every request that this execution answers; true if there is one.
static bool answersRequest(TracemarkSession *session, MlirStringRef argument,
                           int64_t number) {
  bool answers = false;
  pthread_mutex_lock(&session->lock);
  for (size_t i = 0; i < session->requests.count; ++i) {
    TracemarkStageRequest *request = &session->requests.items[i];
    if (!tracemarkStringIs(argument, request->argument) ||
        (request->occurrence && request->occurrence != number))
      continue;
    request->reached = true;
    answers = true;
  }
  answers = answers && !session->refused;
  pthread_mutex_unlock(&session->lock);
  return answers;
}

/// Makes a strict run fail after a listing that could not be written. The
/// result of this execution is settled, but not that of the step around it; if
/// it is the step itself, the next one is refused. Behind the last step nothing
/// can fail any more: ending the process with another code is not ours to do.
static void failRun(Attachment *attachment, TracemarkPassExecution *execution) {
  TracemarkSession *session = attachment->session;
  atomic_store(&session->writeFailed, true);
  TracemarkPassExecution *step = atomic_load(&attachment->step);
  if (session->settings.strict && step != execution &&
      !atomic_exchange(&session->runFailed, true))
    step->refuse(step);
}

static void afterPass(TracemarkPassExecution *execution, void *userData) {
  Attachment *attachment = userData;
  TracemarkSession *session = attachment->session;
  int64_t number = (int64_t)(uintptr_t)execution->scratch;
  if (number && answersRequest(session, execution->argument, number) &&
      !atomic_load(&session->writeFailed)) {
    TracemarkStringBuffer stage = {0}, pipeline = {0};
    tracemarkBridgePassExecutionPrint(execution, tracemarkStringAppendCallback,
                                      &pipeline);
    tracemarkStringBufferAppend(&stage, execution->argument.data,
                                execution->argument.length);
    if (number > 1)
      tracemarkStringBufferAppendFormat(&stage, "#%lld", (long long)number);
    TracemarkListingOptions options = {
        .settings = &session->settings,
        .stage = mlirStringRefCreate(tracemarkStringBufferText(&stage),
                                     stage.length),
        .argument = execution->argument,
        .occurrence = number,
        .pipeline = mlirStringRefCreate(tracemarkStringBufferText(&pipeline),
                                        pipeline.length),
        .run = session->run,
        .failedBefore = &session->writeFailed};
    if (stage.failed || pipeline.failed ||
        mlirLogicalResultIsFailure(
            tracemarkListingWrite(execution->operation, &options)))
      failRun(attachment, execution);
    tracemarkStringBufferDestroy(&stage);
    tracemarkStringBufferDestroy(&pipeline);
  }
  tracemarkOccurrencesEnd(attachment->occurrences);
  tracemarkInFlightEnd(tracemarkListingRunMarks(session->run), execution->mark);
}

static void noteSeen(MlirStringRef argument, void *userData) {
  TracemarkSession *session = userData;
  for (SeenPass *pass = session->seen; pass; pass = pass->next)
    if (tracemarkStringIs(argument, pass->argument))
      return;
  SeenPass *pass = calloc(1, sizeof(*pass) + argument.length + 1);
  if (!pass)
    return;
  memcpy(pass->argument, argument.data, argument.length);
  *session->seenEnd = pass;
  session->seenEnd = &pass->next;
}

static void detachedFromContext(void *userData) {
  Attachment *attachment = userData;
  TracemarkSession *session = attachment->session;
  pthread_mutex_lock(&session->lock);
  tracemarkOccurrencesForEach(attachment->occurrences, noteSeen, session);
  ++session->detachments;
  pthread_mutex_unlock(&session->lock);
  tracemarkOccurrencesDestroy(attachment->occurrences);
  free(attachment);
}

void tracemarkSessionAttach(TracemarkSession *session, MlirContext context) {
  Attachment *attachment = calloc(1, sizeof(*attachment));
  TracemarkOccurrences *occurrences = tracemarkOccurrencesCreate();
  if (!attachment || !occurrences) {
    free(attachment);
    if (occurrences)
      tracemarkOccurrencesDestroy(occurrences);
    return;
  }
  attachment->session = session;
  attachment->occurrences = occurrences;
  pthread_mutex_lock(&session->lock);
  ++session->attachments;
  pthread_mutex_unlock(&session->lock);
  tracemarkBridgeActionsAttach(
      context, (TracemarkActionHandler){.before = beforePass,
                                        .after = afterPass,
                                        .detached = detachedFromContext,
                                        .userData = attachment});
}

void tracemarkSessionReport(TracemarkSession *session,
                            MlirStringCallback callback, void *userData) {
  if (!session->attachments || session->refused)
    return;
  TracemarkStringBuffer text = {0};
  for (size_t i = 0; i < session->requests.count; ++i)
    if (!session->requests.items[i].reached)
      tracemarkStringBufferAppendFormat(&text, "%s'%s'",
                                        text.length ? ", " : "",
                                        session->requests.items[i].text);
  if (text.length) {
    tracemarkStringBufferAppendText(
        &text, ": no such stage was reached; stages seen: ");
    if (!session->seen)
      tracemarkStringBufferAppendText(&text, "none");
    for (SeenPass *pass = session->seen; pass; pass = pass->next)
      tracemarkStringBufferAppendFormat(&text, "%s%s", pass->argument,
                                        pass->next ? ", " : "");
    if (!session->seen && session->detachments == session->attachments)
      tracemarkStringBufferAppendText(
          &text, " (no pass ran, or another action handler, such as "
                 "--log-actions-to installs, took the place of ours)");
    callback(mlirStringRefCreate(text.data, text.length), userData);
  }
  tracemarkStringBufferDestroy(&text);
}

void tracemarkSessionFinish(TracemarkSession *session) {
  tracemarkListingRunFinish(session->run);
}

void tracemarkSessionDestroy(TracemarkSession *session) {
  tracemarkStageRequestsDestroy(&session->requests);
  while (session->seen) {
    SeenPass *next = session->seen->next;
    free(session->seen);
    session->seen = next;
  }
  pthread_mutex_destroy(&session->lock);
  tracemarkListingRunDestroy(session->run);
  for (size_t i = 0; i < TRACEMARK_LISTING_SETTING_COUNT; ++i)
    tracemarkStringBufferDestroy(&session->texts[i]);
  tracemarkStringBufferDestroy(&session->problem);
  free(session);
}
