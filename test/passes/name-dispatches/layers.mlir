// The tag lists the layers that the root and what is fused with it came from.
// RUN: %tracemark-opt %s --pass-pipeline='builtin.module(tracemark-name-dispatches{rename=none})' | FileCheck %s
// CHECK: from=block1/conv,caller,a,b,with%20blank%2Ccomma,block2 hash=
func.func @layers(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = linalg.exp ins(%a : tensor<4xf32>) outs(%a : tensor<4xf32>) -> tensor<4xf32> loc("block1/conv"("m.onnx":1:1))
  %1 = linalg.log ins(%0 : tensor<4xf32>) outs(%a : tensor<4xf32>) -> tensor<4xf32> loc(callsite("block1/conv"("m.onnx":1:1) at "caller"("m.onnx":7:1)))
  %2 = linalg.abs ins(%1 : tensor<4xf32>) outs(%a : tensor<4xf32>) -> tensor<4xf32> loc(fused["a", fused["b", "a"]])
  %3 = linalg.ceil ins(%2 : tensor<4xf32>) outs(%a : tensor<4xf32>) -> tensor<4xf32> loc("with blank,comma")
  %4 = linalg.floor ins(%3 : tensor<4xf32>) outs(%a : tensor<4xf32>) -> tensor<4xf32> loc(fused<{tracemark.from = loc("block2"("m.onnx":9:1)), tracemark.stage = "canonicalize"}>["listing.mlir":3:5])
  %5 = linalg.sqrt ins(%4 : tensor<4xf32>) outs(%a : tensor<4xf32>) -> tensor<4xf32> loc(unknown)
  return %5 : tensor<4xf32>
}
