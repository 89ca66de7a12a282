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
// The root's layer first, though a cast stands before it, and none of a fill,
// which other layers share.
// CHECK: from=block7/matmul,block7/cast,block8/relu hash=
func.func @shared_fill(%a: tensor<4x4xf16>, %b: tensor<4x4xf32>, %o: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %z = arith.constant 0.0 : f32 loc("block0/constant")
  %f = linalg.fill ins(%z : f32) outs(%o : tensor<4x4xf32>) -> tensor<4x4xf32> loc("block0/fill")
  %0 = arith.extf %a : tensor<4x4xf16> to tensor<4x4xf32> loc("block7/cast")
  %1 = linalg.matmul ins(%0, %b : tensor<4x4xf32>, tensor<4x4xf32>) outs(%f : tensor<4x4xf32>) -> tensor<4x4xf32> loc("block7/matmul")
  %2 = linalg.max ins(%1, %f : tensor<4x4xf32>, tensor<4x4xf32>) outs(%o : tensor<4x4xf32>) -> tensor<4x4xf32> loc("block8/relu")
  return %2 : tensor<4x4xf32>
}
// Nothing but a fill.
// CHECK: from=block0/fill hash=
func.func @fill(%z: f32, %o: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %f = linalg.fill ins(%z : f32) outs(%o : tensor<4x4xf32>) -> tensor<4x4xf32> loc("block0/fill")
  return %f : tensor<4x4xf32>
}
// Loops: the layers of their hottest ops.
// CHECK: from=block3/mul,block3/store hash=
func.func @loops(%a: memref<64xf32>, %f: f32) {
  affine.for %i = 0 to 64 {
    %v = arith.mulf %f, %f : f32 loc("block3/mul")
    affine.store %v, %a[%i] : memref<64xf32> loc("block3/store")
  }
  return
}
