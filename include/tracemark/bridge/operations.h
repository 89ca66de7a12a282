//===- tracemark/bridge/operations.h - walk many, visit few -----*- C -*-===//
//
// mlir-c calls back for every operation of a walk, and each of its getters is a
// call. Programs are full of operations of which nothing but the name and the
// attributes counts, and these are the same again and again.
//
//===----------------------------------------------------------------------===//

#ifndef TRACEMARK_BRIDGE_OPERATIONS_H
#define TRACEMARK_BRIDGE_OPERATIONS_H

#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum TracemarkVisit {
  TRACEMARK_VISIT_STOP,
  TRACEMARK_VISIT_GO_ON,
  /// Operations of the same name and with the same dictionary of plain
  /// attributes (attributes.h) need no visit.
  TRACEMARK_VISIT_KNOWN,
} TracemarkVisit;

/// Calls `visit` for the operations nested in `root`, outer ones first, but for
/// most of those that are known; false if it was stopped. Any thread that may
/// read `root`. Linear.
bool tracemarkBridgeOperationsWalk(MlirOperation root,
                                   TracemarkVisit (*visit)(MlirOperation,
                                                           void *userData),
                                   void *userData);

#ifdef __cplusplus
}
#endif

#endif // TRACEMARK_BRIDGE_OPERATIONS_H
