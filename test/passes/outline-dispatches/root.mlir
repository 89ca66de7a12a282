// What makes the init of a root and what consumes its result element by element ride along with it.
// RUN: %tracemark-opt %s --split-input-file --pass-pipeline='builtin.module(tracemark-outline-dispatches)' --mlir-print-local-scope | FileCheck %s --check-prefixes=CHECK,FUSE
// RUN: %tracemark-opt %s --split-input-file --pass-pipeline='builtin.module(tracemark-outline-dispatches{fuse=none})' --mlir-print-local-scope | FileCheck %s --check-prefixes=CHECK,NONE

// CHECK-LABEL: func.func @fill_matmul_relu(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: tensor<4x8xf32>, %[[B:[a-z0-9]+]]: tensor<8x2xf32>
// CHECK-SAME:    attributes {llvm.emit_c_interface}
// FUSE-NEXT:     %[[E:.+]] = tensor.empty() : tensor<4x2xf32>
// FUSE-NEXT:     %[[R:.+]] = call @fill_matmul_relu_dispatch_0(%[[A]], %[[B]], %[[E]])
// FUSE-NEXT:     return %[[R]]
// NONE-COUNT-3:  call @fill_matmul_relu_dispatch_
// FUSE-LABEL:  func.func private @fill_matmul_relu_dispatch_0(
// FUSE-SAME:     %[[X:[a-z0-9]+]]: tensor<4x8xf32>, %[[Y:[a-z0-9]+]]: tensor<8x2xf32>, %[[O:[a-z0-9]+]]: tensor<4x2xf32>) -> tensor<4x2xf32>
// FUSE-SAME:     attributes {no_inline, passthrough = ["noinline"]}
// FUSE-NEXT:     %[[ZERO:.+]] = arith.constant 0.0
// FUSE-NEXT:     %[[F:.+]] = linalg.fill ins(%[[ZERO]] : f32) outs(%[[O]] :
// FUSE-NEXT:     %[[M:.+]] = linalg.matmul ins(%[[X]], %[[Y]] : {{.*}}) outs(%[[F]] :
// FUSE-NEXT:     %[[G:.+]] = linalg.generic {{.*}} ins(%[[M]] : tensor<4x2xf32>) outs(%[[O]] : tensor<4x2xf32>)
// FUSE:          arith.maximumf %{{.+}}, %[[ZERO]]
// FUSE:          return %[[G]]
// NONE:        func.func private @fill_matmul_relu_dispatch_0(
// NONE:          linalg.fill
// NONE:        func.func private @fill_matmul_relu_dispatch_1(
// NONE:          linalg.matmul
// NONE:        func.func private @fill_matmul_relu_dispatch_2(
// NONE:          linalg.generic
#id = affine_map<(i, j) -> (i, j)>
func.func @fill_matmul_relu(%a: tensor<4x8xf32>, %b: tensor<8x2xf32>) -> tensor<4x2xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x2xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<4x2xf32>) -> tensor<4x2xf32>
  %m = linalg.matmul ins(%a, %b : tensor<4x8xf32>, tensor<8x2xf32>) outs(%f : tensor<4x2xf32>) -> tensor<4x2xf32>
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%m : tensor<4x2xf32>) outs(%e : tensor<4x2xf32>) {
    ^bb0(%x: f32, %y: f32):
      %t = arith.maximumf %x, %z : f32
      linalg.yield %t : f32
  } -> tensor<4x2xf32>
  return %r : tensor<4x2xf32>
}

// -----

// A fill that several roots start from is repeated in each; no dispatch is left for it alone.
// CHECK-LABEL: func.func @shared_fill(
// FUSE-COUNT-2:  call @shared_fill_dispatch_
// FUSE-NOT:      call
// FUSE-LABEL:  func.func private @shared_fill_dispatch_0(
// FUSE:          linalg.fill
// FUSE:          linalg.matmul
// FUSE-LABEL:  func.func private @shared_fill_dispatch_1(
// FUSE:          linalg.fill
// FUSE:          linalg.matmul
// FUSE-NOT:    func.func
func.func @shared_fill(%a: tensor<4x4xf32>, %b: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>) {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x4xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
  %0 = linalg.matmul ins(%a, %b : tensor<4x4xf32>, tensor<4x4xf32>) outs(%f : tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = linalg.matmul ins(%b, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%f : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %0, %1 : tensor<4x4xf32>, tensor<4x4xf32>
}
