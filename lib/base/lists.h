//===- lists.h - comma lists in options -------------------------*- C -*-===//
//
// Several values in one option: "a, b,c"; line feeds are as commas. No
// ownership; thread safe.
//
//===----------------------------------------------------------------------===//

#ifndef TRACEMARK_LIB_BASE_LISTS_H
#define TRACEMARK_LIB_BASE_LISTS_H

#include "lib/base/support.h"

/// What is left of a list; begins with the whole of it.
typedef struct TracemarkList {
  const char *data;
  size_t length;
} TracemarkList;

/// Takes the next item, without the blanks around it; empty ones are skipped.
/// False at the end.
bool tracemarkListNext(TracemarkList *list, const char **item, size_t *length);

#endif // TRACEMARK_LIB_BASE_LISTS_H
