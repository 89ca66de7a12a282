//===- session_report.c - what was asked for and never seen ---------------===//

#include "lib/ir/session_state.h"

#include "lib/ir/strings.h"

#include <stdlib.h>

#include "lib/base/banned.h"

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

void tracemarkSessionNoteSeen(TracemarkSession *session,
                              TracemarkOccurrences *occurrences) {
  tracemarkOccurrencesForEach(occurrences, noteSeen, session);
}

/// Appends the requests of one side that nothing answered.
static void appendUnreached(const TracemarkStageRequests *requests,
                            TracemarkStageSide side,
                            TracemarkStringBuffer *text) {
  for (size_t i = 0; i < requests->count; ++i) {
    const TracemarkStageRequest *request = &requests->items[i];
    if (!request->reached && request->side == side)
      tracemarkStringBufferAppendFormat(
          text, "%s'%s'", text->length ? ", " : "", request->text);
  }
}

static void appendSeen(const TracemarkSession *session,
                       TracemarkStringBuffer *text) {
  if (!session->seen)
    tracemarkStringBufferAppendText(text, "none");
  for (const TracemarkSeenPass *pass = session->seen; pass; pass = pass->next)
    tracemarkStringBufferAppendFormat(text, "%s%s", pass->argument,
                                      pass->next ? ", " : "");
  if (!session->seen && !session->attached)
    tracemarkStringBufferAppendText(
        text, " (no pass ran, or another action handler, such as "
              "--log-actions-to installs, took the place of ours)");
}

// Each of these appends one line, or nothing.

static void reportSide(const TracemarkSession *session, TracemarkStageSide side,
                       TracemarkListingSetting setting,
                       TracemarkStringBuffer *lines) {
  TracemarkStringBuffer stages = {0};
  appendUnreached(&session->requests, side, &stages);
  if (stages.length) {
    tracemarkStringBufferAppendFormat(
        lines, "%s: %s: no such stage was reached; stages seen: ",
        tracemarkListingOptions[setting].name, stages.data);
    appendSeen(session, lines);
    tracemarkStringBufferAppendText(lines, "\n");
  }
  tracemarkStringBufferDestroy(&stages);
}

/// Says nothing if nothing was looked at: that is another report.
static void reportUnmatched(TracemarkSession *session,
                            TracemarkStringBuffer *lines) {
  TracemarkStringBuffer globs = {0};
  tracemarkListingSelectionAppendUnmatched(&session->only, &globs);
  if (globs.length && atomic_load(&session->listed))
    tracemarkStringBufferAppendFormat(
        lines, "%s: no entry point matches %s\n",
        tracemarkListingOptions[TRACEMARK_LISTING_ONLY].name, globs.data);
  tracemarkStringBufferDestroy(&globs);
}

/// Tells that the stage that debug info is to show was not listed.
static void reportShown(const TracemarkSession *session,
                        TracemarkStringBuffer *lines) {
  MlirStringRef label = session->settings.debugInfo;
  if (atomic_load(&session->shownReached) ||
      tracemarkStringIs(label, "latest") ||
      tracemarkStringIs(label, "original"))
    return;
  tracemarkStringBufferAppendFormat(
      lines, "%s: '%.*s': no such stage was listed, the last one is shown\n",
      tracemarkListingOptions[TRACEMARK_LISTING_DEBUG_INFO].name,
      (int)label.length, label.data);
}

static void collect(TracemarkSession *session, TracemarkStringBuffer *lines) {
  if (!session->hasFollowed || session->refused ||
      atomic_load(&session->writeFailed))
    return;
  for (TracemarkAttachment *context = session->attached; context;
       context = context->next)
    tracemarkSessionNoteSeen(session, context->occurrences);
  reportSide(session, TRACEMARK_STAGE_AFTER, TRACEMARK_LISTING_AFTER, lines);
  reportSide(session, TRACEMARK_STAGE_BEFORE, TRACEMARK_LISTING_BEFORE, lines);
  reportUnmatched(session, lines);
  reportShown(session, lines);
}

void tracemarkSessionReport(TracemarkSession *session,
                            MlirStringCallback callback, void *userData) {
  if (!session)
    return;
  TracemarkStringBuffer lines = {0};
  pthread_mutex_lock(&session->lock);
  collect(session, &lines);
  pthread_mutex_unlock(&session->lock);
  const char *line = tracemarkStringBufferText(&lines), *end;
  for (; (end = strchr(line, '\n')); line = end + 1)
    callback(mlirStringRefCreate(line, (size_t)(end - line)), userData);
  tracemarkStringBufferDestroy(&lines);
}
