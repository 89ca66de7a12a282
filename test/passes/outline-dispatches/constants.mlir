// Scalars move in; so do tensors that one dispatch alone needs if they are small or a splat.
// RUN: %tracemark-opt %s --split-input-file --pass-pipeline='builtin.module(tracemark-outline-dispatches)' | FileCheck %s

// CHECK-LABEL: func.func @moved(
// CHECK-NOT:     arith.constant
// CHECK:         call @moved_dispatch_0(%{{[^,]+}}, %{{[^,]+}})
// CHECK-LABEL: func.func private @moved_dispatch_0(
// CHECK-DAG:     arith.constant dense<1.0{{.*}}> : tensor<64xf32>
// CHECK-DAG:     arith.constant dense<[1.0{{.*}}, 2.0{{.*}}]> : tensor<2xf32>
// CHECK-DAG:     arith.constant 4.0{{.*}} : f32
#row = affine_map<(i, j) -> (i)>
#col = affine_map<(i, j) -> (j)>
#id = affine_map<(i, j) -> (i, j)>
func.func @moved(%a: tensor<2x64xf32>) -> tensor<2x64xf32> {
  %k = arith.constant 4.0 : f32
  %splat = arith.constant dense<1.0> : tensor<64xf32>
  %small = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %e = tensor.empty() : tensor<2x64xf32>
  %r = linalg.generic {indexing_maps = [#id, #col, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%a, %splat, %small : tensor<2x64xf32>, tensor<64xf32>, tensor<2xf32>) outs(%e : tensor<2x64xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32, %o: f32):
    %s = arith.addf %x, %y : f32
    %t = arith.addf %s, %z : f32
    %u = arith.mulf %t, %k : f32
    linalg.yield %u : f32
  } -> tensor<2x64xf32>
  return %r : tensor<2x64xf32>
}

// -----

// Large, shared by two, or the init of a dispatch that adds to it: arguments.
// CHECK-LABEL: func.func @kept(
// CHECK-DAG:     %[[LARGE:.+]] = arith.constant dense<{{.+}}> : tensor<17xi8>
// CHECK-DAG:     %[[SHARED:.+]] = arith.constant dense<[1, 2]> : tensor<2xi8>
// CHECK-DAG:     %[[INIT:.+]] = arith.constant dense<7.0{{.*}}> : tensor<4x4xf32>
// CHECK:         call @kept_dispatch_0(%[[LARGE]],
// CHECK:         call @kept_dispatch_1(%[[SHARED]],
// CHECK:         call @kept_dispatch_2(%[[SHARED]],
// CHECK:         call @kept_dispatch_3(%{{.+}}, %[[INIT]])
func.func @kept(%a: tensor<4x4xf32>) -> (tensor<17xi8>, tensor<2xi8>, tensor<2xi8>, tensor<4x4xf32>) {
  %large = arith.constant dense<"0x0102030405060708090A0B0C0D0E0F1011"> : tensor<17xi8>
  %shared = arith.constant dense<[1, 2]> : tensor<2xi8>
  %init = arith.constant dense<7.0> : tensor<4x4xf32>
  %e17 = tensor.empty() : tensor<17xi8>
  %e2 = tensor.empty() : tensor<2xi8>
  %p = linalg.add ins(%large, %large : tensor<17xi8>, tensor<17xi8>) outs(%e17 : tensor<17xi8>) -> tensor<17xi8>
  %q = linalg.add ins(%shared, %shared : tensor<2xi8>, tensor<2xi8>) outs(%e2 : tensor<2xi8>) -> tensor<2xi8>
  %r = linalg.mul ins(%shared, %shared : tensor<2xi8>, tensor<2xi8>) outs(%e2 : tensor<2xi8>) -> tensor<2xi8>
  %m = linalg.matmul ins(%a, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%init : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %p, %q, %r, %m : tensor<17xi8>, tensor<2xi8>, tensor<2xi8>, tensor<4x4xf32>
}
