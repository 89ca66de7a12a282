//===- custom_opt.cpp - an opt tool with Tracemark linked in --------------===//
//
// A tool on MlirOptMain with a few dialects of its choice. Our passes and flags
// are there without --load-pass-plugin.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "mlir/Transforms/Passes.h"
#include "tracemark/register.h"

int main(int argc, char **argv) {
  mlir::registerCanonicalizer();
  mlir::registerCSE();
  tracemarkRegisterPasses();
  mlir::DialectRegistry registry;
  registry.insert<mlir::arith::ArithDialect, mlir::func::FuncDialect,
                  mlir::linalg::LinalgDialect, mlir::memref::MemRefDialect,
                  mlir::tensor::TensorDialect>();
  return mlir::asMainReturnCode(
      mlir::MlirOptMain(argc, argv, "custom-opt\n", registry));
}
