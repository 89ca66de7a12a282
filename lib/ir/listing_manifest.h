//===- listing_manifest.h - what the manifest says of a listing -*- C -*-===//
//
// Private to the listing writer: the one place that knows docs/manifest.md.
//
//===----------------------------------------------------------------------===//

#ifndef TRACEMARK_LIB_IR_LISTING_MANIFEST_H
#define TRACEMARK_LIB_IR_LISTING_MANIFEST_H

#include "lib/ir/listing.h"
#include "lib/ir/listing_plan.h"
#include "tracemark/bridge/parsing.h"

/// Names of the symbols from the top to a unit, outermost first.
typedef struct TracemarkSymbolPath {
  TRACEMARK_ARENA_ARRAY(MlirStringRef) names;
} TracemarkSymbolPath;

/// What is known of a listing when its file is there.
typedef struct TracemarkListingRecord {
  const TracemarkListingPlan *plan;
  const TracemarkListingOptions *options;
  const TracemarkSymbolPath *path;
  const char *scope;          // "unit", "entry" or "rest"
  MlirStringRef file;         // relative to the folder
  MlirStringRef locationPath; // of the file, in locations
  MlirStringRef text;         // of the whole file
  uint64_t hash;              // of the text
  int64_t elided;
  TracemarkParsed parses;
  bool verifies;
} TracemarkListingRecord;

/// Appends an array of the files that the locations of the plan's operations
/// are lines of, as `rules` of a prefix map give them.
void tracemarkListingPutInputs(const TracemarkListingPlan *plan,
                               MlirStringRef rules,
                               TracemarkStringBuffer *line);

/// Appends the record as one line; the buffer fails when out of memory.
void tracemarkListingAppendRecord(const TracemarkListingRecord *record,
                                  TracemarkStringBuffer *line);

/// Appends one more file (relative to the folder) to the elements of an array.
void tracemarkListingPutFile(const TracemarkStringBuffer *file,
                             TracemarkStringBuffer *files);

/// Appends, as one line, the record of parts that are as these files show them.
/// `isWhole`: of the whole unit, else of entry points or the rest of it.
void tracemarkListingAppendUnchanged(const TracemarkListingOptions *options,
                                     bool isWhole,
                                     const TracemarkStringBuffer *files,
                                     TracemarkStringBuffer *line);

#endif // TRACEMARK_LIB_IR_LISTING_MANIFEST_H
