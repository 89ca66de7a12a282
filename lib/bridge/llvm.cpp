//===- llvm.cpp - types of the LLVM dialect -------------------------------===//

#include "tracemark/bridge/llvm.h"

#include "mlir/CAPI/IR.h"
#include "mlir/Dialect/LLVMIR/LLVMTypes.h"

using namespace mlir;

int64_t tracemarkBridgeLLVMArraySize(MlirType type) {
  auto array = dyn_cast<LLVM::LLVMArrayType>(unwrap(type));
  return array ? static_cast<int64_t>(array.getNumElements()) : -1;
}
