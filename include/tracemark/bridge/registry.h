//===- tracemark/bridge/registry.h - passes and flags known -----*- C -*-===//
//
// What this process's pass registry and command line know. Main thread, or
// after registration has ended: MLIR's registries are not locked.
//
//===----------------------------------------------------------------------===//

#ifndef TRACEMARK_BRIDGE_REGISTRY_H
#define TRACEMARK_BRIDGE_REGISTRY_H

#include "mlir-c/Support.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Tells whether a pass is registered under exactly this argument.
bool tracemarkBridgePassIsRegistered(MlirStringRef argument);

/// Tells whether a pass pipeline is registered under exactly this argument.
bool tracemarkBridgePipelineIsRegistered(MlirStringRef argument);

/// Calls `callback` with the argument of every registered pass that is also an
/// option of the command line (those of plugins that were loaded later are
/// found by lookup only), in no order.
void tracemarkBridgePassForEach(MlirStringCallback callback, void *userData);

/// Returns how often the option `name` stands on the command line; -1 if the
/// host has no such option. Not at the end of the process: LLVM's command line
/// is gone by then.
int tracemarkBridgeCommandLineCount(MlirStringRef name);

/// Gives the option `name` of the command line the value `value`, as if it
/// stood there. False if the host has no such option or refuses the value.
bool tracemarkBridgeCommandLineSet(MlirStringRef name, MlirStringRef value);

#ifdef __cplusplus
}
#endif

#endif // TRACEMARK_BRIDGE_REGISTRY_H
