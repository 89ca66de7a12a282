//===- session.c - listings after passes of any pipeline ------------------===//

#include "lib/ir/session_state.h"

#include "lib/ir/strings.h"

#include <stdlib.h>

#include "lib/base/banned.h"

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
  if (setting == TRACEMARK_LISTING_AFTER || setting == TRACEMARK_LISTING_BEFORE)
    session->outOfMemory |= !tracemarkStageRequestsAdd(
        &session->requests,
        setting == TRACEMARK_LISTING_AFTER ? TRACEMARK_STAGE_AFTER
                                           : TRACEMARK_STAGE_BEFORE,
        text, strlen(text));
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

bool tracemarkSessionHasRepointed(const TracemarkSession *session) {
  return atomic_load(&session->repointed);
}

bool tracemarkSessionWantsListings(const TracemarkSession *session) {
  return session->requests.count != 0;
}

static void noteSeen(MlirStringRef argument, void *userData) {
  TracemarkSession *session = userData;
  for (TracemarkSeenPass *pass = session->seen; pass; pass = pass->next)
    if (tracemarkStringIs(argument, pass->argument))
      return;
  TracemarkSeenPass *pass = calloc(1, sizeof(*pass) + argument.length + 1);
  if (!pass)
    return;
  memcpy(pass->argument, argument.data, argument.length);
  *session->seenEnd = pass;
  session->seenEnd = &pass->next;
}

static void detachedFromContext(void *userData) {
  TracemarkAttachment *attachment = userData;
  TracemarkSession *session = attachment->session;
  pthread_mutex_lock(&session->lock);
  tracemarkOccurrencesForEach(attachment->occurrences, noteSeen, session);
  ++session->detachments;
  pthread_mutex_unlock(&session->lock);
  tracemarkOccurrencesDestroy(attachment->occurrences);
  free(attachment);
}

void tracemarkSessionAttach(TracemarkSession *session, MlirContext context) {
  TracemarkAttachment *attachment = calloc(1, sizeof(*attachment));
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
      context, (TracemarkActionHandler){.before = tracemarkSessionBeforePass,
                                        .after = tracemarkSessionAfterPass,
                                        .detached = detachedFromContext,
                                        .userData = attachment});
}

void tracemarkSessionFinish(TracemarkSession *session) {
  tracemarkListingRunFinish(session->run);
}

void tracemarkSessionDestroy(TracemarkSession *session) {
  tracemarkStageRequestsDestroy(&session->requests);
  while (session->seen) {
    TracemarkSeenPass *next = session->seen->next;
    free(session->seen);
    session->seen = next;
  }
  pthread_mutex_destroy(&session->lock);
  tracemarkListingRunDestroy(session->run);
  for (size_t i = 0; i < TRACEMARK_LISTING_SETTING_COUNT; ++i)
    tracemarkStringBufferDestroy(&session->texts[i]);
  tracemarkListingSelectionDestroy(&session->only);
  tracemarkStringBufferDestroy(&session->problem);
  free(session);
}
