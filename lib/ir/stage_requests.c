//===- stage_requests.c - which stages were asked for ---------------------===//

#include "lib/ir/stage_requests.h"

#include "lib/base/lists.h"
#include "lib/base/string_buffer.h"
#include "lib/base/suggest.h"
#include "lib/ir/diagnostics.h"
#include "lib/ir/strings.h"
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

static TracemarkStageKind kindOf(const char *text, size_t length) {
  MlirStringRef stage = mlirStringRefCreate(text, length);
  return tracemarkStringIs(stage, "all")       ? TRACEMARK_STAGE_ALL
         : tracemarkStringIs(stage, "changed") ? TRACEMARK_STAGE_CHANGED
         : tracemarkStringIs(stage, "input")   ? TRACEMARK_STAGE_INPUT
                                               : TRACEMARK_STAGE_PASS;
}

static bool addOne(TracemarkStageRequests *requests, TracemarkStageSide side,
                   const char *text, size_t length) {
  const char *mark = memchr(text, '#', length);
  size_t argumentLength = mark ? (size_t)(mark - text) : length;
  TracemarkStageRequest request = {
      .kind = kindOf(text, length),
      .side = side,
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
                               TracemarkStageSide side, const char *stages,
                               size_t length) {
  TracemarkList list = {.data = stages, .length = length};
  const char *stage;
  while (tracemarkListNext(&list, &stage, &length))
    if (!addOne(requests, side, stage, length))
      return false;
  return true;
}

static void offerPass(MlirStringRef argument, void *suggestion) {
  tracemarkSuggestionOffer(suggestion, argument.data, argument.length);
}

static MlirLogicalResult checkPass(const TracemarkStageRequest *request,
                                   const char *const *ownPasses,
                                   MlirLocation location) {
  MlirStringRef argument = mlirStringRefCreateFromCString(request->argument);
  if (tracemarkBridgePassIsRegistered(argument))
    return mlirLogicalResultSuccess();
  if (tracemarkBridgePipelineIsRegistered(argument))
    return tracemarkEmitError(location,
                              "'%s' is a pass pipeline; a source listing needs "
                              "one of the passes in it",
                              request->argument);
  if (!ownPasses)
    return mlirLogicalResultSuccess();
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
    if (request->side == TRACEMARK_STAGE_BEFORE &&
        (request->kind == TRACEMARK_STAGE_CHANGED ||
         request->kind == TRACEMARK_STAGE_INPUT))
      return tracemarkEmitError(location,
                                "the stage '%s' can only be asked for as one "
                                "'after', not as one 'before'",
                                request->text);
    if (request->kind == TRACEMARK_STAGE_PASS &&
        mlirLogicalResultIsFailure(checkPass(request, ownPasses, location)))
      return mlirLogicalResultFailure();
  }
  return mlirLogicalResultSuccess();
}

bool tracemarkStageRequestsHave(const TracemarkStageRequests *requests,
                                TracemarkStageKind kind) {
  for (size_t i = 0; i < requests->count; ++i)
    if (requests->items[i].kind == kind)
      return true;
  return false;
}

bool tracemarkStageRequestsNumber(const TracemarkStageRequests *requests,
                                  MlirStringRef argument) {
  for (size_t i = 0; i < requests->count; ++i) {
    const TracemarkStageRequest *request = &requests->items[i];
    if (request->kind == TRACEMARK_STAGE_ALL ||
        request->kind == TRACEMARK_STAGE_CHANGED ||
        tracemarkStringIs(argument, request->argument))
      return true;
  }
  return false;
}

static bool asks(const TracemarkStageRequest *request,
                 const TracemarkStageEvent *event) {
  if (request->side != event->side)
    return false;
  if (event->kind == TRACEMARK_STAGE_INPUT)
    return request->kind == TRACEMARK_STAGE_INPUT;
  switch (request->kind) {
  case TRACEMARK_STAGE_PASS:
    return (!request->occurrence || request->occurrence == event->occurrence) &&
           tracemarkStringIs(event->argument, request->argument);
  case TRACEMARK_STAGE_ALL:
    return true;
  case TRACEMARK_STAGE_CHANGED:
    return event->changed;
  case TRACEMARK_STAGE_INPUT:
    return false;
  }
  return false;
}

bool tracemarkStageRequestsReach(TracemarkStageRequests *requests,
                                 const TracemarkStageEvent *event) {
  bool reached = false;
  for (size_t i = 0; i < requests->count; ++i)
    if (asks(&requests->items[i], event))
      reached = requests->items[i].reached = true;
  return reached;
}

void tracemarkStageRequestsDestroy(TracemarkStageRequests *requests) {
  for (size_t i = 0; i < requests->count; ++i) {
    free(requests->items[i].text);
    free(requests->items[i].argument);
  }
  free(requests->items);
  *requests = (TracemarkStageRequests){0};
}
