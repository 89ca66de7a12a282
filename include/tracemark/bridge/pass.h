//===- tracemark/bridge/pass.h - passes with options ------------*- C -*-===//
//
// mlirCreateExternalPass knows no options; this makes an mlir::Pass from a
// TracemarkPassDescriptor that has them (round trip through
// --dump-pass-pipeline, rejection by name).
//
//===----------------------------------------------------------------------===//

#ifndef TRACEMARK_BRIDGE_PASS_H
#define TRACEMARK_BRIDGE_PASS_H

#include "mlir-c/Pass.h"
#include "tracemark/pass.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Returns a new pass with `options` as they stand between the braces of a
/// pipeline text; the caller owns it until a pass manager takes it. On failure
/// `ptr` is NULL and `onError` was called with one line. `descriptor` must
/// outlive the pass.
MlirPass tracemarkBridgePassCreate(const TracemarkPassDescriptor *descriptor,
                                   const char *options,
                                   MlirStringCallback onError, void *userData);

/// Makes the pass known to pipeline text in this process. `descriptor` must
/// outlive the process's use of MLIR. Must be called once per descriptor:
/// MLIR ends the process at a second registration of one argument.
void tracemarkBridgePassRegister(const TracemarkPassDescriptor *descriptor);

#ifdef __cplusplus
}
#endif

#endif // TRACEMARK_BRIDGE_PASS_H
