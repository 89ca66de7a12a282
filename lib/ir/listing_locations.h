//===- listing_locations.h - locations in a listing -------------*- C -*-===//
//
// The one place that knows what a recorded location looks like:
//   fused<{tracemark.from = <former>, tracemark.stage = "<label>"}>[line]
//
//===----------------------------------------------------------------------===//

#ifndef TRACEMARK_LIB_IR_LISTING_LOCATIONS_H
#define TRACEMARK_LIB_IR_LISTING_LOCATIONS_H

#include "lib/ir/listing_plan.h"

#include "mlir-c/IR.h"

#define TRACEMARK_ATTRIBUTE_FROM "tracemark.from"
#define TRACEMARK_ATTRIBUTE_STAGE "tracemark.stage"
#define TRACEMARK_ATTRIBUTE_SELECTED "tracemark.selected"
#define TRACEMARK_ATTRIBUTE_COMPILE_DIRECTORY "tracemark.compile_directory"

/// Re-points every operation and block argument of the plan to its line of
/// `file`, all but a top-level module itself.
void tracemarkListingRepoint(const TracemarkListingPlan *plan,
                             MlirStringRef file, MlirStringRef stage);

/// Takes tracemarkListingRepoint back.
void tracemarkListingRestore(const TracemarkListingPlan *plan);

/// Returns `fused<{tracemark.from = former, key = value}>[line]`.
MlirLocation tracemarkLocationRecord(MlirLocation line, MlirLocation former,
                                     const char *key, MlirAttribute value);

/// Value of `key` in the dictionary that is the metadata of a fused location;
/// null for every other location.
MlirAttribute tracemarkLocationMetadata(MlirLocation location, const char *key);

/// The location that `tracemark.from` of `location` keeps; null if there is
/// none.
MlirLocation tracemarkLocationFormer(MlirLocation location);

#endif // TRACEMARK_LIB_IR_LISTING_LOCATIONS_H
