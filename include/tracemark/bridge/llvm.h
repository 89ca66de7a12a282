//===- tracemark/bridge/llvm.h - types of the LLVM dialect ------*- C -*-===//
//
// mlir-c makes array types and tells their elements' type, but not their size.
// Any thread.
//
//===----------------------------------------------------------------------===//

#ifndef TRACEMARK_BRIDGE_LLVM_H
#define TRACEMARK_BRIDGE_LLVM_H

#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Number of elements of an array type of the LLVM dialect; -1 for other types.
int64_t tracemarkBridgeLLVMArraySize(MlirType type);

#ifdef __cplusplus
}
#endif

#endif // TRACEMARK_BRIDGE_LLVM_H
