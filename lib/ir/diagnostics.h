//===- diagnostics.h - formatted diagnostics --------------------*- C -*-===//
//
// Who detects a problem emits it, once, at the most specific location; callers
// forward the failure. Messages: lower case, no period, IR names in single
// quotes, expected and found. Thread safe (MLIR orders diagnostics of workers).
//
//===----------------------------------------------------------------------===//

#ifndef TRACEMARK_LIB_IR_DIAGNOSTICS_H
#define TRACEMARK_LIB_IR_DIAGNOSTICS_H

#include "lib/base/support.h"

#include "mlir-c/IR.h"

/// Emits an error and returns failure, so that it can be returned.
MlirLogicalResult tracemarkEmitError(MlirLocation location, const char *format,
                                     ...) TRACEMARK_PRINTF(2, 3);
void tracemarkEmitWarning(MlirLocation location, const char *format, ...)
    TRACEMARK_PRINTF(2, 3);
void tracemarkEmitRemark(MlirLocation location, const char *format, ...)
    TRACEMARK_PRINTF(2, 3);

#endif // TRACEMARK_LIB_IR_DIAGNOSTICS_H
