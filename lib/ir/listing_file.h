//===- listing_file.h - one file of a listing -------------------*- C -*-===//
//
// Private to the listing writer: the text of one part, its file, its record,
// and the locations in it.
//
//===----------------------------------------------------------------------===//

#ifndef TRACEMARK_LIB_IR_LISTING_FILE_H
#define TRACEMARK_LIB_IR_LISTING_FILE_H

#include "lib/ir/listed_parts.h"
#include "lib/ir/listing.h"
#include "lib/ir/listing_scope.h"

/// What one file shows.
typedef struct TracemarkListingPart {
  MlirOperation operation;
  const char *scope;              // as in the record
  TracemarkListingEntries *aside; // NULL, or what the rest is without
  // What lib/ir/listing_unchanged.h knows of it:
  TracemarkStringBuffer key; // of options->parts
  TracemarkListedPart listed;
  /// Relative to the folder: that of the earlier listing which shows the part,
  /// or the one that was written. Destroyed, like the key, by the caller.
  TracemarkStringBuffer file;
  bool isUnchanged;
} TracemarkListingPart;

/// Writes the file and its record, then re-points the locations. On failure
/// path and reason were emitted, unless another failure was before.
TRACEMARK_MUST_USE MlirLogicalResult tracemarkListingWriteFile(
    const TracemarkListingOptions *options, TracemarkListingPart *part);

/// Notes that something cannot be written, and tells whether that is known.
bool tracemarkListingFailedBefore(const TracemarkListingOptions *options);

/// Says that something of a listing cannot be written, unless that was said of
/// another one. Returns failure.
MlirLogicalResult tracemarkListingFail(const TracemarkListingOptions *options,
                                       MlirLocation location, const char *what,
                                       const char *path,
                                       TracemarkStatus status);

#endif // TRACEMARK_LIB_IR_LISTING_FILE_H
