//===- listing_locations.h - locations in a listing -------------*- C -*-===//
//
// The one place that knows what a recorded location looks like:
//   fused<<former>>["listings/<stage>/f.mlir":L:C]
//   fused<{tracemark.from = <former>, tracemark.stage = "<stage>"}>["f":L:C]
// The long form is for a file whose folder is not called like the stage: one
// that an earlier stage wrote with the same content, or a label that is no file
// name. It is not the only one because a dictionary per operation takes a third
// of the time of re-pointing.
//
//===----------------------------------------------------------------------===//

#ifndef TRACEMARK_LIB_IR_LISTING_LOCATIONS_H
#define TRACEMARK_LIB_IR_LISTING_LOCATIONS_H

#include "lib/ir/listing.h"
#include "lib/ir/listing_plan.h"

#include "mlir-c/IR.h"

#define TRACEMARK_ATTRIBUTE_FROM "tracemark.from"
#define TRACEMARK_ATTRIBUTE_STAGE "tracemark.stage"
#define TRACEMARK_ATTRIBUTE_SHOWN "tracemark.shown"
#define TRACEMARK_ATTRIBUTE_SELECTED "tracemark.selected"
#define TRACEMARK_ATTRIBUTE_COMPILE_DIRECTORY "tracemark.compile_directory"

/// Re-points every operation and block argument of the plan to its line of
/// `file`, in the way that the settings want: all but a top-level module itself
/// and a function whose debug info is settled, with what is in it.
void tracemarkListingRepoint(const TracemarkListingPlan *plan,
                             MlirStringRef file,
                             const TracemarkListingOptions *options);

/// Lets the location of an operation whose listing is still right record one
/// more stage, with the line that it has: always in the long form, but where
/// the file's folder is called like the stage. No effect on a location that
/// records no stage, and on one with debug info.
void tracemarkListingRecordAgain(MlirOperation operation,
                                 const TracemarkListingOptions *options);

/// Tells whether what is in an operation keeps its locations: it has regions
/// and a debug info scope.
bool tracemarkLocationIsSettled(MlirOperation operation);

/// With a stage other than the last one to show (the setting `debug-info`):
/// puts the line of that stage around what was recorded of the unit's listing,
///   fused<{tracemark.from = <recorded>, tracemark.shown = "<label>"}>[line]
/// where it has recorded that stage, or nearby.
void tracemarkListingShow(MlirOperation unit,
                          const TracemarkListingOptions *options);

/// Tells whether a dialect has put its debug info on a location (a subprogram
/// or a lexical block, in the metadata of a fused location). The lines of what
/// is inside are lines of that scope's file from then on.
bool tracemarkLocationHasScope(MlirLocation location);

/// Returns `fused<{tracemark.from = former, key = value}>[line]`.
MlirLocation tracemarkLocationRecord(MlirLocation line, MlirLocation former,
                                     const char *key, MlirAttribute value);

/// Value of `key` in the dictionary that is the metadata of a fused location;
/// null for every other location.
MlirAttribute tracemarkLocationMetadata(MlirLocation location, const char *key);

/// The location that a recorded or selected one keeps; null for every other.
MlirLocation tracemarkLocationFormer(MlirLocation location);

/// The string that tracemarkLocationMetadata gives; no data if there is none.
MlirStringRef tracemarkLocationLabel(MlirLocation location, const char *key);

/// Label of the stage that `location` records; no data if it records none.
MlirStringRef tracemarkLocationStage(MlirLocation location);

/// Returns `location`, which tracemarkListingRepoint has made, with another
/// location kept inside.
MlirLocation tracemarkLocationReplaceFormer(MlirLocation location,
                                            MlirLocation former);

#endif // TRACEMARK_LIB_IR_LISTING_LOCATIONS_H
