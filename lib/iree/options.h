//===- options.h - command line of tracemark-iree-compile -------*- C -*-===//

#ifndef TRACEMARK_LIB_IREE_OPTIONS_H
#define TRACEMARK_LIB_IREE_OPTIONS_H

#include "lib/base/string_buffer.h"

typedef enum TracemarkIreeNames {
  TRACEMARK_IREE_NAMES_DESCRIPTIVE,
  TRACEMARK_IREE_NAMES_IREE,
  TRACEMARK_IREE_NAMES_OFF,
} TracemarkIreeNames;

typedef struct TracemarkIreeOptions {
  const char *library; // NULL: to be found
  TracemarkIreeNames names;
  unsigned phases; // with a listing, bit by TracemarkIreePhase
  /// Options of tracemark-source-listing but for `stage`, as pipeline text.
  TracemarkStringBuffer listing;
  const char *folder; // of the listings
  bool help, version;
  bool warnsOfLevel; // IREE is asked for a debug level that it shows wrong
  /// What is left for iree-compile; ends with NULL. The texts are argv's.
  char **arguments;
  int count;
} TracemarkIreeOptions;

/// Takes our flags off a command line. False, with one line appended to
/// `error`, if a value is refused. Destroy the result in either case.
bool tracemarkIreeOptionsRead(int count, char **arguments,
                              TracemarkIreeOptions *options,
                              TracemarkStringBuffer *error);

void tracemarkIreeOptionsDestroy(TracemarkIreeOptions *options);

#endif // TRACEMARK_LIB_IREE_OPTIONS_H
