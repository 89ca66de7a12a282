//===- suggest.h - "did you mean" -------------------------------*- C -*-===//
//
// The nearest of many candidate names. Keeps a copy of the best one so far, so
// that candidates need not outlive the call. Not thread safe.
//
//===----------------------------------------------------------------------===//

#ifndef TRACEMARK_LIB_BASE_SUGGEST_H
#define TRACEMARK_LIB_BASE_SUGGEST_H

#include "lib/base/support.h"

/// Names longer than this are neither matched nor suggested.
enum { TRACEMARK_SUGGEST_MAX = 127 };

typedef struct TracemarkSuggestion {
  const char *wanted; // not owned
  size_t wantedLength;
  size_t distance; // of `best`; only meaningful when it is not empty
  char best[TRACEMARK_SUGGEST_MAX + 1];
} TracemarkSuggestion;

void tracemarkSuggestionStart(TracemarkSuggestion *suggestion,
                              const char *wanted, size_t length);

/// Offers a candidate. It is taken if fewer single-character insertions,
/// deletions and replacements lead to it than to the best so far, and at most
/// a third of the wanted name has to change; of equals the first in byte order
/// wins, so that the order of offers does not matter.
void tracemarkSuggestionOffer(TracemarkSuggestion *suggestion,
                              const char *candidate, size_t length);

#endif // TRACEMARK_LIB_BASE_SUGGEST_H
