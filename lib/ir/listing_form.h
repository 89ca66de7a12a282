//===- listing_form.h - the form in which a text parses again ---*- C -*-===//
//
// Private to the listing writer. What MLIR prints does not always parse: some
// custom forms lose something, and some operations do not take the resource
// that stands for an elided constant. What is known of that costs nothing where
// it does not apply; for the rest there is the setting `check`.
//
//===----------------------------------------------------------------------===//

#ifndef TRACEMARK_LIB_IR_LISTING_FORM_H
#define TRACEMARK_LIB_IR_LISTING_FORM_H

#include "lib/ir/listing_plan.h"

/// Tells whether something in `unit` is known to parse in generic form only.
bool tracemarkListingNeedsGeneric(MlirOperation unit);

/// Gives the number of elements of the largest constant that was elided and
/// that its operation is not parsed without; 0 if there is none.
int64_t tracemarkListingMustPrint(const TracemarkListingPlan *plan,
                                  int64_t elideLargerThan);

#endif // TRACEMARK_LIB_IR_LISTING_FORM_H
