//===- listing_unchanged.h - parts that need no new listing -----*- C -*-===//
//
// Private to the listing writer. A part that is as it was when it was last
// listed in this context is not printed, verified or re-pointed: its text, and
// every line that its locations have, are those of the earlier file. One record
// names these files for all such parts of a unit. Of the locations only one of
// each part records the stage: which of its stages are older than that one, and
// so which line an operation of the part had then, is seen from it
// (lib/ir/location_lines.h).
//
//===----------------------------------------------------------------------===//

#ifndef TRACEMARK_LIB_IR_LISTING_UNCHANGED_H
#define TRACEMARK_LIB_IR_LISTING_UNCHANGED_H

#include "lib/ir/listing_file.h"

/// Finds out whether the part is as it was when it was listed last, with its
/// locations being lines of that file, and the file is still there.
void tracemarkListingLookUp(TracemarkListingPart *part,
                            const TracemarkListingOptions *options);

/// Appends the record of the unchanged ones of these parts of a unit, if there
/// are any, and lets the location of each record the stage. On failure path and
/// reason were emitted as by tracemarkListingFail.
TRACEMARK_MUST_USE MlirLogicalResult
tracemarkListingRecordUnchanged(TracemarkListingPart *parts, size_t count,
                                const TracemarkListingOptions *options);

/// Notes what all of these parts are like, when nothing is left to do to them.
void tracemarkListingRemember(TracemarkListingPart *parts, size_t count,
                              const TracemarkListingOptions *options);

#endif // TRACEMARK_LIB_IR_LISTING_UNCHANGED_H
