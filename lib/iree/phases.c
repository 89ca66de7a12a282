//===- phases.c - the phases of IREE's pipeline ---------------------------===//

#include "lib/iree/phases.h"

#include "lib/base/suggest.h"

#include "lib/base/banned.h"

static const char *const names[TRACEMARK_IREE_PHASE_COUNT] = {
    [TRACEMARK_IREE_START] = "start",
    [TRACEMARK_IREE_INPUT] = "input",
    [TRACEMARK_IREE_ABI] = "abi",
    [TRACEMARK_IREE_PREPROCESSING] = "preprocessing",
    [TRACEMARK_IREE_GLOBAL_OPTIMIZATION] = "global-optimization",
    [TRACEMARK_IREE_DISPATCH_CREATION] = "dispatch-creation",
    [TRACEMARK_IREE_FLOW] = "flow",
    [TRACEMARK_IREE_STREAM] = "stream",
    [TRACEMARK_IREE_EXECUTABLE_SOURCES] = "executable-sources",
    [TRACEMARK_IREE_EXECUTABLE_CONFIGURATIONS] = "executable-configurations",
    [TRACEMARK_IREE_EXECUTABLE_TARGETS] = "executable-targets",
    [TRACEMARK_IREE_HAL] = "hal",
    [TRACEMARK_IREE_VM] = "vm",
    [TRACEMARK_IREE_END] = "end",
};

enum {
  FIRST_LISTED = TRACEMARK_IREE_INPUT,
  LAST_LISTED = TRACEMARK_IREE_EXECUTABLE_TARGETS
};

const char *tracemarkIreePhaseName(TracemarkIreePhase phase) {
  return names[phase];
}

int tracemarkIreePhaseFind(const char *name, size_t length) {
  for (int i = 0; i < TRACEMARK_IREE_PHASE_COUNT; ++i)
    if (strlen(names[i]) == length && memcmp(names[i], name, length) == 0)
      return i;
  return -1;
}

static void appendUnknown(TracemarkStringBuffer *error, const char *name,
                          size_t length) {
  TracemarkSuggestion suggestion;
  tracemarkSuggestionStart(&suggestion, name, length);
  tracemarkStringBufferAppendFormat(
      error, "no listing can be made after the phase '%.*s'", (int)length,
      name);
  for (int i = FIRST_LISTED; i <= LAST_LISTED; ++i)
    tracemarkSuggestionOffer(&suggestion, names[i], strlen(names[i]));
  if (suggestion.best[0])
    tracemarkStringBufferAppendFormat(error, "; did you mean '%s'?",
                                      suggestion.best);
  tracemarkStringBufferAppendText(error, " (there are:");
  for (int i = FIRST_LISTED; i <= LAST_LISTED; ++i)
    tracemarkStringBufferAppendFormat(error, "%s %s",
                                      i > FIRST_LISTED ? "," : "", names[i]);
  tracemarkStringBufferAppendText(error, ")");
}

bool tracemarkIreePhasesAdd(const char *list, unsigned *phases,
                            TracemarkStringBuffer *error) {
  while (*list) {
    size_t length = strcspn(list, ",");
    int phase = tracemarkIreePhaseFind(list, length);
    if (phase < FIRST_LISTED || phase > LAST_LISTED) {
      appendUnknown(error, list, length);
      return false;
    }
    *phases |= 1u << phase;
    list += length + (list[length] == ',');
  }
  return true;
}
