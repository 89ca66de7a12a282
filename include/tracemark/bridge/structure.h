//===- tracemark/bridge/structure.h - has an operation changed --*- C -*-===//
//
// mlir-c hashes one operation, by the identity of its operands and with its
// location; whether a pass has changed a program needs neither.
//
//===----------------------------------------------------------------------===//

#ifndef TRACEMARK_BRIDGE_STRUCTURE_H
#define TRACEMARK_BRIDGE_STRUCTURE_H

#include "mlir-c/IR.h"

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Returns a hash of everything in `operation` but the locations: two equal
/// texts have the same one, also if an operation was built anew. Good within
/// one context only. Reads nothing outside of `operation`. Linear.
uint64_t tracemarkBridgeStructureHash(MlirOperation operation);

#ifdef __cplusplus
}
#endif

#endif // TRACEMARK_BRIDGE_STRUCTURE_H
