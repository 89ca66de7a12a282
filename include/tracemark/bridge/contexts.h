//===- tracemark/bridge/contexts.h - contexts, their dialects -----*- C -*-===//
//
// mlir-c has no dialect extensions; one on the builtin dialect runs for every
// context that is made from a registry. Nor does it tell which dialects a
// context has loaded, or lend its threads.
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

/// Calls `visit` with the namespace of every dialect that is loaded, from the
/// calling thread; any thread may call it while no dialect is being loaded. A
/// host that does not tell has one dialect without a name.
void tracemarkBridgeLoadedDialects(MlirContext context,
                                   void (*visit)(MlirStringRef space,
                                                 void *userData),
                                   void *userData);

/// Calls `body` with every number below `count`, on the threads of the context
/// where it has several, and returns when all have returned. They are called in
/// no order that can be relied on.
void tracemarkBridgeParallelFor(MlirContext context, size_t count,
                                void (*body)(size_t index, void *userData),
                                void *userData);

#ifdef __cplusplus
}
#endif

#endif // TRACEMARK_BRIDGE_CONTEXTS_H
