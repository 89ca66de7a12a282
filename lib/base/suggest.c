//===- suggest.c - "did you mean" -----------------------------------------===//

#include "lib/base/suggest.h"

#include "lib/base/banned.h"

void tracemarkSuggestionStart(TracemarkSuggestion *suggestion,
                              const char *wanted, size_t length) {
  *suggestion = (TracemarkSuggestion){.wanted = wanted, .wantedLength = length};
}

/// Levenshtein distance by the one-row recurrence; both lengths are at most
/// TRACEMARK_SUGGEST_MAX.
static size_t editDistance(const char *a, size_t aLength, const char *b,
                           size_t bLength) {
  uint8_t row[TRACEMARK_SUGGEST_MAX + 1];
  for (size_t j = 0; j <= bLength; ++j)
    row[j] = (uint8_t)j;
  for (size_t i = 1; i <= aLength; ++i) {
    size_t diagonal = row[0];
    row[0] = (uint8_t)i;
    for (size_t j = 1; j <= bLength; ++j) {
      size_t best = diagonal + (a[i - 1] != b[j - 1]);
      if (row[j] + 1u < best)
        best = row[j] + 1u;
      if (row[j - 1] + 1u < best)
        best = row[j - 1] + 1u;
      diagonal = row[j];
      row[j] = (uint8_t)best;
    }
  }
  return row[bLength];
}

void tracemarkSuggestionOffer(TracemarkSuggestion *suggestion,
                              const char *candidate, size_t length) {
  if (!length || length > TRACEMARK_SUGGEST_MAX ||
      suggestion->wantedLength > TRACEMARK_SUGGEST_MAX)
    return;
  size_t distance = editDistance(suggestion->wanted, suggestion->wantedLength,
                                 candidate, length);
  if (distance > (suggestion->wantedLength + 2) / 3)
    return;
  bool better = !suggestion->best[0] || distance < suggestion->distance;
  if (!better && distance == suggestion->distance) {
    size_t best = strlen(suggestion->best);
    int order =
        memcmp(candidate, suggestion->best, best < length ? best : length);
    better = order < 0 || (order == 0 && length < best);
  }
  if (!better)
    return;
  memcpy(suggestion->best, candidate, length);
  suggestion->best[length] = '\0';
  suggestion->distance = distance;
}
