//===- listing_path.h - symbol path and file of a listing -------*- C -*-===//
//
// Private to the listing writer.
//
//===----------------------------------------------------------------------===//

#ifndef TRACEMARK_LIB_IR_LISTING_PATH_H
#define TRACEMARK_LIB_IR_LISTING_PATH_H

#include "lib/ir/listing_manifest.h"

/// Collects the symbols that enclose `unit` and its own. False when out of
/// memory.
TRACEMARK_MUST_USE bool tracemarkSymbolPathCollect(TracemarkArena *arena,
                                                   MlirOperation unit,
                                                   TracemarkSymbolPath *path);

/// Appends "<stage>/<stem>": the path joined with dots; a unit without a symbol
/// adds its operation's name ("module" for builtin.module).
void tracemarkListingAppendStem(TracemarkStringBuffer *stem,
                                MlirStringRef stage, MlirOperation unit,
                                const TracemarkSymbolPath *path);

/// Appends the folder as it begins a location's file name and a path: without
/// slashes at its end, "." for the empty one.
void tracemarkListingAppendFolder(TracemarkStringBuffer *text,
                                  MlirStringRef folder);

/// What a file of a listing is made of.
typedef struct TracemarkListingFile {
  const char *stem; // "<stage>/<symbol path>"
  MlirStringRef text;
  uint64_t hash; // of the text
} TracemarkListingFile;

/// Finds the file that an earlier stage of the run wrote for the same unit with
/// the same text, or writes the text to `<folder>/<stem>.mlir`, or, if that
/// file has other content, to `<folder>/<stem>.<hash of the text>.mlir`. `path`
/// begins as the folder and becomes the path of the file.
TRACEMARK_MUST_USE TracemarkStatus tracemarkListingPlaceFile(
    const TracemarkListingOptions *options, const TracemarkListingFile *file,
    TracemarkStringBuffer *path);

#endif // TRACEMARK_LIB_IR_LISTING_PATH_H
