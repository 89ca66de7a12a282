//===- listing_trailer.h - what follows the unit in a listing ---*- C -*-===//
//
// Private to the listing writer: declarations that let the file parse, and a
// comment that tells what the elided constants were.
//
//===----------------------------------------------------------------------===//

#ifndef TRACEMARK_LIB_IR_LISTING_TRAILER_H
#define TRACEMARK_LIB_IR_LISTING_TRAILER_H

#include "lib/ir/listing_plan.h"

typedef struct TracemarkListingReferences {
  TracemarkStringBuffer declarations; // one a line
  bool foreign; // something else outside of the unit is referred to
} TracemarkListingReferences;

/// Finds what the unit refers to outside of itself. Private declarations are
/// made of the calls' own types: the functions themselves may be in flight on
/// other threads.
void tracemarkListingReferencesCollect(TracemarkListingPlan *plan,
                                       TracemarkListingReferences *references);

/// Tells whether the printer leaves out the data of a constant. It does of
/// every resource.
bool tracemarkListingIsElided(MlirAttribute attribute, int64_t elideLargerThan);

/// Appends to the text a comment with a line per elided constant, in the order
/// of the text: line, hash, type, bytes. Returns their number; nothing is
/// appended for none.
int64_t tracemarkListingAppendElided(TracemarkListingPlan *plan,
                                     int64_t elideLargerThan);

#endif // TRACEMARK_LIB_IR_LISTING_TRAILER_H
