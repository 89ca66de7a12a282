//===- session_attach.c - a session by the text of its options ------------===//

#include "lib/ir/session_state.h"

#include "lib/ir/diagnostics.h"
#include "lib/ir/option_values.h"

#include <stdlib.h>

#include "lib/base/banned.h"

static MlirLogicalResult setAll(TracemarkSession *session, const char *text,
                                MlirLocation location) {
  TracemarkOptionTable table = {
      .owner = "tracemarkSessionAttach",
      .options = &tracemarkListingOptions[TRACEMARK_LISTING_FIRST_FLAG],
      .count = TRACEMARK_LISTING_SETTING_COUNT - TRACEMARK_LISTING_FIRST_FLAG};
  TracemarkStringBuffer error = {0};
  MlirStringRef value;
  intptr_t index;
  while (tracemarkOptionTableTake(&table, &text, &index, &value, &error)) {
    char *copy = tracemarkTextCopy(value.data, value.length);
    if (!copy) {
      error.failed = true;
      break;
    }
    tracemarkSessionSet(
        session,
        (TracemarkListingSetting)(TRACEMARK_LISTING_FIRST_FLAG + index), copy);
    free(copy);
  }
  MlirLogicalResult result = mlirLogicalResultSuccess();
  if (error.failed)
    result = tracemarkEmitError(location, "out of memory for a session");
  else if (error.length)
    result = tracemarkEmitError(location, "%s", error.data);
  tracemarkStringBufferDestroy(&error);
  return result;
}

static MlirLogicalResult start(TracemarkSession *session, MlirContext context,
                               const char *options) {
  MlirLocation location = mlirLocationUnknownGet(context);
  MlirLogicalResult result = setAll(session, options, location);
  if (mlirLogicalResultIsSuccess(result))
    result = tracemarkSessionCheck(session, location);
  if (mlirLogicalResultIsFailure(result))
    return result;
  if (!tracemarkSessionWantsListings(session))
    return tracemarkEmitError(
        location, "'tracemarkSessionAttach' expects the option 'after' or "
                  "'before' to name a stage, found none");
  return tracemarkSessionFollow(session, context);
}

TracemarkSession *tracemarkSessionAttach(MlirContext context,
                                         const char *options) {
  TracemarkSession *session = tracemarkSessionCreate(NULL);
  if (!session) {
    (void)tracemarkEmitError(mlirLocationUnknownGet(context),
                             "out of memory for a session");
    return NULL;
  }
  if (mlirLogicalResultIsSuccess(
          start(session, context, options ? options : "")))
    return session;
  tracemarkSessionDestroy(session);
  return NULL;
}
