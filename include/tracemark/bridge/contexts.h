//===- tracemark/bridge/contexts.h - see every context made -----*- C -*-===//
//
// mlir-c has no dialect extensions; one on the builtin dialect runs for every
// context that is made from a registry.
//
//===----------------------------------------------------------------------===//

#ifndef TRACEMARK_BRIDGE_CONTEXTS_H
#define TRACEMARK_BRIDGE_CONTEXTS_H

#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Has `callback` called with every context made from `registry` from now on,
/// on the thread that makes it, before anything is parsed into it. The same
/// callback is added once.
void tracemarkBridgeContextsOnCreate(MlirDialectRegistry registry,
                                     void (*callback)(MlirContext context));

#ifdef __cplusplus
}
#endif

#endif // TRACEMARK_BRIDGE_CONTEXTS_H
