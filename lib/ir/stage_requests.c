//===- stage_requests.c - which stages were asked for ---------------------===//

#include "lib/ir/stage_requests.h"

#include "lib/base/string_buffer.h"
#include "lib/base/suggest.h"
#include "lib/ir/diagnostics.h"
#include "tracemark/bridge/registry.h"

#include <stdlib.h>

#include "lib/base/banned.h"

/// Value of the decimal digits `text`; -1 if it is something else, 0, or more
/// than nine digits.
static int64_t parseOccurrence(const char *text, size_t length) {
  if (length == 0 || length > 9)
    return -1;
  int64_t value = 0;
  for (size_t i = 0; i < length; ++i) {
    if (text[i] < '0' || text[i] > '9')
      return -1;
    value = value * 10 + (text[i] - '0');
  }
  return value ? value : -1;
}

static bool addOne(TracemarkStageRequests *requests, const char *text,
                   size_t length) {
  const char *mark = memchr(text, '#', length);
  size_t argumentLength = mark ? (size_t)(mark - text) : length;
  TracemarkStageRequest request = {
      .text = tracemarkTextCopy(text, length),
      .argument = tracemarkTextCopy(text, argumentLength),
      .occurrence =
          mark ? parseOccurrence(mark + 1, length - argumentLength - 1) : 0};
  TracemarkStageRequest *grown =
      realloc(requests->items, (requests->count + 1) * sizeof(*grown));
  if (grown)
    requests->items = grown;
  if (!grown || !request.text || !request.argument) {
    free(request.text);
    free(request.argument);
    return false;
  }
  requests->items[requests->count++] = request;
  return true;
}

bool tracemarkStageRequestsAdd(TracemarkStageRequests *requests,
                               const char *stages, size_t length) {
  while (length) {
    const char *comma = memchr(stages, ',', length);
    size_t whole = comma ? (size_t)(comma - stages) : length;
    const char *text = stages;
    size_t size = whole;
    while (size && (*text == ' ' || *text == '\t'))
      ++text, --size;
    while (size && (text[size - 1] == ' ' || text[size - 1] == '\t'))
      --size;
    if (size && !addOne(requests, text, size))
      return false;
    size_t step = whole + (comma != NULL);
    stages += step;
    length -= step;
  }
  return true;
}

static void offerPass(MlirStringRef argument, void *suggestion) {
  tracemarkSuggestionOffer(suggestion, argument.data, argument.length);
}

static MlirLogicalResult refuseUnknown(const TracemarkStageRequest *request,
                                       const char *const *ownPasses,
                                       MlirLocation location) {
  MlirStringRef argument = mlirStringRefCreateFromCString(request->argument);
  if (tracemarkBridgePipelineIsRegistered(argument))
    return tracemarkEmitError(location,
                              "'%s' is a pass pipeline; a source listing needs "
                              "one of the passes in it",
                              request->argument);
  TracemarkSuggestion suggestion;
  tracemarkSuggestionStart(&suggestion, argument.data, argument.length);
  tracemarkBridgePassForEach(offerPass, &suggestion);
  for (; *ownPasses; ++ownPasses)
    tracemarkSuggestionOffer(&suggestion, *ownPasses, strlen(*ownPasses));
  if (suggestion.best[0])
    return tracemarkEmitError(
        location, "no pass is registered as '%s'; did you mean '%s'?",
        request->argument, suggestion.best);
  return tracemarkEmitError(location, "no pass is registered as '%s'",
                            request->argument);
}

MlirLogicalResult
tracemarkStageRequestsCheck(const TracemarkStageRequests *requests,
                            const char *const *ownPasses,
                            MlirLocation location) {
  for (size_t i = 0; i < requests->count; ++i) {
    const TracemarkStageRequest *request = &requests->items[i];
    if (request->occurrence < 0)
      return tracemarkEmitError(
          location,
          "expected a number from 1 to 999999999 behind '#' in the stage '%s'",
          request->text);
    if (!tracemarkBridgePassIsRegistered(
            mlirStringRefCreateFromCString(request->argument)))
      return refuseUnknown(request, ownPasses, location);
  }
  return mlirLogicalResultSuccess();
}

void tracemarkStageRequestsDestroy(TracemarkStageRequests *requests) {
  for (size_t i = 0; i < requests->count; ++i) {
    free(requests->items[i].text);
    free(requests->items[i].argument);
  }
  free(requests->items);
  *requests = (TracemarkStageRequests){0};
}
