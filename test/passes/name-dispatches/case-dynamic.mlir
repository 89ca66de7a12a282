// Dynamic sizes are D in the name, and the tag says whose they are; rank 0 has
// no dims. More inputs of the kind of cases/dynamic_matmul.mlir.
// RUN: %tracemark-opt %s --allow-unregistered-dialect --pass-pipeline='builtin.module(tracemark-name-dispatches{rename=all})' | FileCheck %s

// CHECK-LABEL: func.func @conv_conv_2d_nhwc_hwcf_DxDxDx16x3x3x8_f32(
// CHECK-NOT: flops=
// CHECK-SAME: dyn=arg0.d0,arg0.d1,arg0.d2,arg2.d0,arg2.d1,arg2.d2 hash=
func.func @conv(%x: tensor<?x?x?x8xf32>, %w: tensor<3x3x8x16xf32>, %o: tensor<?x?x?x16xf32>) -> tensor<?x?x?x16xf32> {
  %0 = linalg.conv_2d_nhwc_hwcf ins(%x, %w : tensor<?x?x?x8xf32>, tensor<3x3x8x16xf32>) outs(%o : tensor<?x?x?x16xf32>) -> tensor<?x?x?x16xf32>
  return %0 : tensor<?x?x?x16xf32>
}

// CHECK-LABEL: func.func @softmax_softmax_Dx1024_f32(
// CHECK-SAME: dyn=arg0.d0,arg1.d0 hash=
func.func @softmax(%x: memref<?x1024xf32>, %o: memref<?x1024xf32>) {
  linalg.softmax dimension(1) ins(%x : memref<?x1024xf32>) outs(%o : memref<?x1024xf32>)
  return
}

// CHECK-LABEL: func.func @generic_batch_matmul_nt_DxDxDx64_bf16xbf16xf32(
// CHECK-SAME: dyn=arg0.d0,arg0.d1,arg1.d0,arg1.d1,arg2.d0,arg2.d1,arg2.d2 hash=
func.func @generic(%a: tensor<?x?x64xbf16>, %b: tensor<?x?x64xbf16>, %o: tensor<?x?x?xf32>) -> tensor<?x?x?xf32> {
  %r = linalg.generic {indexing_maps = [affine_map<(b, m, n, k) -> (b, m, k)>, affine_map<(b, m, n, k) -> (b, n, k)>, affine_map<(b, m, n, k) -> (b, m, n)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%a, %b : tensor<?x?x64xbf16>, tensor<?x?x64xbf16>) outs(%o : tensor<?x?x?xf32>) {
  ^bb0(%x: bf16, %y: bf16, %s: f32):
    %p = arith.extf %x : bf16 to f32
    %q = arith.extf %y : bf16 to f32
    %m = arith.mulf %p, %q : f32
    %t = arith.addf %m, %s : f32
    linalg.yield %t : f32
  } -> tensor<?x?x?xf32>
  return %r : tensor<?x?x?xf32>
}

// A loop is as long as any operand tells.
// CHECK-LABEL: func.func @told_add_4x8_f32(
// CHECK-SAME: dyn=arg0.d1 hash=
func.func @told(%a: tensor<4x?xf32>, %b: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = linalg.add ins(%a, %b : tensor<4x?xf32>, tensor<4x8xf32>) outs(%b : tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// Without a rank nothing is counted.
// CHECK-LABEL: func.func @no_rank_tanh_f32(
// CHECK-SAME: root=tanh types=f32 hash=
func.func @no_rank(%a: tensor<*xf32>) -> tensor<*xf32> {
  %0 = "tosa.tanh"(%a) : (tensor<*xf32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// CHECK-LABEL: func.func @rank0_buffer_exp_f64(
// CHECK-SAME: root=exp types=f64 flops=1 bytes=16 hash=
func.func @rank0_buffer(%a: memref<f64>, %o: memref<f64>) {
  linalg.exp ins(%a : memref<f64>) outs(%o : memref<f64>)
  return
}

// CHECK-LABEL: func.func @rank0_generic_mul_i32(
// CHECK-SAME: root=mul types=i32 flops=1 bytes=12 hash=
func.func @rank0_generic(%a: tensor<i32>, %b: tensor<i32>, %o: tensor<i32>) -> tensor<i32> {
  %r = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%a, %b : tensor<i32>, tensor<i32>) outs(%o : tensor<i32>) {
  ^bb0(%x: i32, %y: i32, %z: i32):
    %m = arith.muli %x, %y : i32
    linalg.yield %m : i32
  } -> tensor<i32>
  return %r : tensor<i32>
}

// CHECK-LABEL: func.func @rank0_map_relu_f16(
func.func @rank0_map(%a: tensor<f16>, %o: tensor<f16>) -> tensor<f16> {
  %z = arith.constant 0.0 : f16
  %r = linalg.map ins(%a : tensor<f16>) outs(%o : tensor<f16>) (%x: f16, %y: f16) {
    %m = arith.maximumf %x, %z : f16
    linalg.yield %m : f16
  }
  return %r : tensor<f16>
}

// What a transform of winograd computes is not known.
// CHECK-LABEL: func.func @winograd_winograd_input_transform_1x10x10x4_f32(
// CHECK-NOT: flops=
// CHECK-SAME: bytes=3904 hash=
func.func @winograd(%a: tensor<1x10x10x4xf32>, %o: tensor<6x6x2x2x1x4xf32>) -> tensor<6x6x2x2x1x4xf32> {
  %0 = linalg.winograd_input_transform fmr(F_4_3) ins(%a : tensor<1x10x10x4xf32>) outs(%o : tensor<6x6x2x2x1x4xf32>) -> tensor<6x6x2x2x1x4xf32>
  return %0 : tensor<6x6x2x2x1x4xf32>
}
