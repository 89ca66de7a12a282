//===- prefix_map.h - other beginnings for paths ----------------*- C -*-===//
//
// What gcc's -ffile-prefix-map does: a rule OLD=NEW has a path that begins with
// OLD begin with NEW instead. Beginnings are compared as text, OLD ends at the
// rule's last '=', and of the rules that fit a path the last one counts.
//
//===----------------------------------------------------------------------===//

#ifndef TRACEMARK_LIB_BASE_PREFIX_MAP_H
#define TRACEMARK_LIB_BASE_PREFIX_MAP_H

#include "lib/base/string_buffer.h"

/// Tells whether each of `rules`, joined by line feeds, has a '='.
bool tracemarkPrefixMapIsValid(const char *rules, size_t length);

/// Appends `path` as `rules` map it. An empty rule fits
/// no path.
void tracemarkPrefixMapAppend(TracemarkStringBuffer *text, const char *rules,
                              size_t rulesLength, const char *path,
                              size_t pathLength);

#endif // TRACEMARK_LIB_BASE_PREFIX_MAP_H
