//===- session_report.c - what was asked for and never seen ---------------===//

#include "lib/ir/session_state.h"

#include "lib/ir/strings.h"

#include "lib/base/banned.h"

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
  if (!session->seen && session->detachments == session->attachments)
    tracemarkStringBufferAppendText(
        text, " (no pass ran, or another action handler, such as "
              "--log-actions-to installs, took the place of ours)");
}

static void reportSide(const TracemarkSession *session, TracemarkStageSide side,
                       TracemarkListingSetting setting,
                       MlirStringCallback callback, void *userData) {
  TracemarkStringBuffer stages = {0}, text = {0};
  appendUnreached(&session->requests, side, &stages);
  if (stages.length) {
    tracemarkStringBufferAppendFormat(
        &text, "%s: %s: no such stage was reached; stages seen: ",
        tracemarkListingOptions[setting].name, stages.data);
    appendSeen(session, &text);
    callback(mlirStringRefCreate(text.data, text.length), userData);
  }
  tracemarkStringBufferDestroy(&stages);
  tracemarkStringBufferDestroy(&text);
}

/// Says nothing if nothing was looked at: that is another report.
static void reportUnmatched(TracemarkSession *session,
                            MlirStringCallback callback, void *userData) {
  TracemarkStringBuffer globs = {0}, text = {0};
  tracemarkListingSelectionAppendUnmatched(&session->only, &globs);
  if (globs.length && atomic_load(&session->listed)) {
    tracemarkStringBufferAppendFormat(
        &text, "%s: no entry point matches %s",
        tracemarkListingOptions[TRACEMARK_LISTING_ONLY].name, globs.data);
    callback(mlirStringRefCreate(text.data, text.length), userData);
  }
  tracemarkStringBufferDestroy(&globs);
  tracemarkStringBufferDestroy(&text);
}

/// Tells that the stage that debug info is to show was not listed.
static void reportShown(const TracemarkSession *session,
                        MlirStringCallback callback, void *userData) {
  MlirStringRef label = session->settings.debugInfo;
  if (atomic_load(&session->shownReached) ||
      tracemarkStringIs(label, "latest") ||
      tracemarkStringIs(label, "original"))
    return;
  TracemarkStringBuffer text = {0};
  tracemarkStringBufferAppendFormat(
      &text, "%s: '%.*s': no such stage was listed, the last one is shown",
      tracemarkListingOptions[TRACEMARK_LISTING_DEBUG_INFO].name,
      (int)label.length, label.data);
  if (!text.failed)
    callback(mlirStringRefCreate(text.data, text.length), userData);
  tracemarkStringBufferDestroy(&text);
}

void tracemarkSessionReport(TracemarkSession *session,
                            MlirStringCallback callback, void *userData) {
  if (!session->attachments || session->refused ||
      atomic_load(&session->writeFailed))
    return;
  reportSide(session, TRACEMARK_STAGE_AFTER, TRACEMARK_LISTING_AFTER, callback,
             userData);
  reportSide(session, TRACEMARK_STAGE_BEFORE, TRACEMARK_LISTING_BEFORE,
             callback, userData);
  reportUnmatched(session, callback, userData);
  reportShown(session, callback, userData);
}
