//===- tracemark/bridge/locations.h - many locations, fast ------*- C -*-===//
//
// mlir-c looks the file's name up for every location that it makes. Any thread
// may call this.
//
//===----------------------------------------------------------------------===//

#ifndef TRACEMARK_BRIDGE_LOCATIONS_H
#define TRACEMARK_BRIDGE_LOCATIONS_H

#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Returns the location of a line and a column (both from 1) of the file that
/// the string attribute `file` names.
MlirLocation tracemarkBridgeLocationInFile(MlirAttribute file, unsigned line,
                                           unsigned column);

#ifdef __cplusplus
}
#endif

#endif // TRACEMARK_BRIDGE_LOCATIONS_H
