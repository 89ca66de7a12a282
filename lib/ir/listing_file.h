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
  uint64_t ownLocation; // share of the operation's own in listed.locations
} TracemarkListingPart;

/// Writes the files of the parts that are not as an earlier listing shows them
/// and their records, then re-points the locations: several parts at once on
/// the threads of the context, with the records in the order of the parts. No
/// part may be in another one. On failure path and reason of the first failure
/// were emitted, unless another one was before; no further parts are begun.
TRACEMARK_MUST_USE MlirLogicalResult
tracemarkListingWriteFiles(const TracemarkListingOptions *options,
                           TracemarkListingPart *parts, size_t count);

/// Notes that something cannot be written, and tells whether that is known.
bool tracemarkListingFailedBefore(const TracemarkListingOptions *options);

/// Says that something of a listing cannot be written, unless that was said of
/// another one. Returns failure.
MlirLogicalResult tracemarkListingFail(const TracemarkListingOptions *options,
                                       MlirLocation location, const char *what,
                                       const char *path,
                                       TracemarkStatus status);

#endif // TRACEMARK_LIB_IR_LISTING_FILE_H
