//===- outline_rewrite.h - making a dispatch of a group ---------*- C -*-===//
//
// Moves the members of a group into a private function of their own and calls
// it. Used by the outlining pass only.
//
//===----------------------------------------------------------------------===//

#ifndef TRACEMARK_LIB_IR_OUTLINE_REWRITE_H
#define TRACEMARK_LIB_IR_OUTLINE_REWRITE_H

#include "lib/ir/outline_boundary.h"

/// Builds @`name` behind `previous`, an op of the module, and the call where
/// the last member stood. Definitions that may have lost their last use are
/// appended to `dead`. Returns the function; null when out of memory, then the
/// program is as before.
MlirOperation tracemarkOutlineRewrite(const TracemarkOutlineBoundary *boundary,
                                      MlirStringRef name,
                                      MlirOperation previous,
                                      TracemarkOutlineOperations *dead);

#endif // TRACEMARK_LIB_IR_OUTLINE_REWRITE_H
