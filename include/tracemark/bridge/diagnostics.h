//===- tracemark/bridge/diagnostics.h - warnings and remarks ----*- C -*-===//
//
// mlir-c emits errors only.
//
//===----------------------------------------------------------------------===//

#ifndef TRACEMARK_BRIDGE_DIAGNOSTICS_H
#define TRACEMARK_BRIDGE_DIAGNOSTICS_H

#include "mlir-c/Diagnostics.h"
#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Emits a diagnostic of any severity but Note, at `location`. Any thread.
void tracemarkBridgeEmit(MlirLocation location, MlirDiagnosticSeverity severity,
                         MlirStringRef message);

#ifdef __cplusplus
}
#endif

#endif // TRACEMARK_BRIDGE_DIAGNOSTICS_H
