// Every op that is made carries the location of the root; moved ops keep theirs.
// RUN: %tracemark-opt %s --pass-pipeline='builtin.module(tracemark-outline-dispatches)' --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s

// CHECK-LABEL: func.func @main(
// CHECK:         call @main_dispatch_0({{.*}} loc("matmul")
// CHECK:         tensor.empty() : tensor<6xf32> loc("pad")
// CHECK:         call @main_dispatch_1({{.*}} loc("pad")
// CHECK:       func.func private @main_dispatch_0(%{{.+}}: tensor<4x4xf32> loc("matmul"),
// CHECK:         linalg.fill {{.*}} loc("fill")
// CHECK:         linalg.matmul {{.*}} loc("matmul")
// CHECK:         linalg.exp {{.*}} loc("exp")
// CHECK:         return {{.*}} loc("matmul")
// CHECK-NEXT:  } loc("matmul")
// CHECK:       func.func private @main_dispatch_1(
// CHECK:         linalg.fill {{.*}} loc("pad")
// CHECK:         tensor.insert_slice {{.*}} loc("pad")
// CHECK:         return {{.*}} loc("pad")
// CHECK-NEXT:  } loc("pad")
func.func @main(%a: tensor<4x4xf32>, %v: tensor<4xf32>) -> (tensor<4x4xf32>, tensor<6xf32>) {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x4xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32> loc("fill")
  %m = linalg.matmul ins(%a, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%f : tensor<4x4xf32>) -> tensor<4x4xf32> loc("matmul")
  %r = linalg.exp ins(%m : tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32> loc("exp")
  %p = tensor.pad %v low[1] high[1] {
  ^bb0(%i: index):
    tensor.yield %z : f32
  } : tensor<4xf32> to tensor<6xf32> loc("pad")
  return %r, %p : tensor<4x4xf32>, tensor<6xf32>
}
