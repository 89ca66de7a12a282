//===- session.c - listings after passes of any pipeline ------------------===//

#include "lib/ir/session_state.h"

#include "lib/ir/diagnostics.h"
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

MlirLogicalResult tracemarkSessionCheck(TracemarkSession *session,
                                        MlirLocation location) {
  if (session->settingsChecked)
    return mlirLogicalResultSuccess();
  if (session->outOfMemory ||
      !tracemarkListingSelectionAdd(&session->only, session->settings.only))
    return tracemarkEmitError(location, "out of memory for listing settings");
  if (session->problem.length)
    return tracemarkEmitError(location, "%s", session->problem.data);
  MlirLogicalResult result =
      tracemarkListingSettingsCheck(&session->settings, location);
  if (mlirLogicalResultIsSuccess(result))
    result = tracemarkStageRequestsCheck(&session->requests, session->ownPasses,
                                         location);
  session->settingsChecked = mlirLogicalResultIsSuccess(result);
  return result;
}

static void destroyAttachment(TracemarkAttachment *attachment) {
  if (attachment->occurrences)
    tracemarkOccurrencesDestroy(attachment->occurrences);
  tracemarkListedPartsDestroy(attachment->parts);
  free(attachment);
}

static void detachedFromContext(void *userData) {
  TracemarkAttachment *attachment = userData;
  TracemarkSession *session = attachment->session;
  pthread_mutex_lock(&session->lock);
  tracemarkSessionNoteSeen(session, attachment->occurrences);
  *attachment->link = attachment->next;
  if (attachment->next)
    attachment->next->link = attachment->link;
  pthread_mutex_unlock(&session->lock);
  destroyAttachment(attachment);
}

/// Puts the attachment in front of the session's list, unless another one is of
/// its context.
static bool addAttachment(TracemarkSession *session,
                          TracemarkAttachment *attachment) {
  pthread_mutex_lock(&session->lock);
  TracemarkAttachment *same = session->attached;
  while (same && !mlirContextEqual(same->context, attachment->context))
    same = same->next;
  if (!same) {
    session->hasFollowed = true;
    attachment->link = &session->attached;
    attachment->next = session->attached;
    if (attachment->next)
      attachment->next->link = &attachment->next;
    session->attached = attachment;
  }
  pthread_mutex_unlock(&session->lock);
  return !same;
}

MlirLogicalResult tracemarkSessionFollow(TracemarkSession *session,
                                         MlirContext context) {
  MlirLocation location = mlirLocationUnknownGet(context);
  TracemarkAttachment *attachment = calloc(1, sizeof(*attachment));
  if (!attachment ||
      !(attachment->occurrences = tracemarkOccurrencesCreate())) {
    free(attachment);
    return tracemarkEmitError(location, "out of memory for a session");
  }
  attachment->session = session;
  attachment->context = context;
  attachment->parts = tracemarkListedPartsCreate();
  if (!addAttachment(session, attachment)) {
    destroyAttachment(attachment);
    return mlirLogicalResultSuccess();
  }
  TracemarkActionHandler handler = {.before = tracemarkSessionBeforePass,
                                    .after = tracemarkSessionAfterPass,
                                    .detached = detachedFromContext,
                                    .userData = attachment};
  if (mlirLogicalResultIsSuccess(
          tracemarkBridgeActionsAttach(context, handler)))
    return mlirLogicalResultSuccess();
  detachedFromContext(attachment);
  return tracemarkEmitError(location,
                            "cannot follow the passes of a context that has an "
                            "action handler of another library");
}

void tracemarkSessionFinish(TracemarkSession *session) {
  tracemarkListingRunFinish(session->run);
}

void tracemarkSessionDestroy(TracemarkSession *session) {
  if (!session)
    return;
  while (session->attached)
    tracemarkBridgeActionsDetach(session->attached->context, session->attached);
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
