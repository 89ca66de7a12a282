// Several equal roots: beside each other they are counted, behind each other
// they are a tail.
// RUN: %tracemark-opt %s --pass-pipeline='builtin.module(tracemark-name-dispatches{rename=all tag=false})' | FileCheck %s

// CHECK-LABEL: func.func @two_heads_matmul_x2_4x8x16_f32_relu(
func.func @two_heads(%x: tensor<4x16xf32>, %p: tensor<16x8xf32>, %q: tensor<16x8xf32>, %c: tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<4x8xf32>) {
  %z = arith.constant 0.0 : f32
  %0 = linalg.matmul ins(%x, %p : tensor<4x16xf32>, tensor<16x8xf32>) outs(%c : tensor<4x8xf32>) -> tensor<4x8xf32>
  %1 = linalg.map ins(%0 : tensor<4x8xf32>) outs(%c : tensor<4x8xf32>) (%i: f32, %o: f32) {
    %m = arith.maximumf %i, %z : f32
    linalg.yield %m : f32
  }
  %2 = linalg.matmul ins(%x, %q : tensor<4x16xf32>, tensor<16x8xf32>) outs(%c : tensor<4x8xf32>) -> tensor<4x8xf32>
  return %1, %2 : tensor<4x8xf32>, tensor<4x8xf32>
}

// CHECK-LABEL: func.func @two_layers_matmul_8x8x8_f32_relu_matmul(
func.func @two_layers(%x: tensor<8x8xf32>, %p: tensor<8x8xf32>, %q: tensor<8x8xf32>, %c: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %z = arith.constant 0.0 : f32
  %0 = linalg.matmul ins(%x, %p : tensor<8x8xf32>, tensor<8x8xf32>) outs(%c : tensor<8x8xf32>) -> tensor<8x8xf32>
  %1 = linalg.map ins(%0 : tensor<8x8xf32>) outs(%c : tensor<8x8xf32>) (%i: f32, %o: f32) {
    %m = arith.maximumf %i, %z : f32
    linalg.yield %m : f32
  }
  %2 = linalg.matmul ins(%1, %q : tensor<8x8xf32>, tensor<8x8xf32>) outs(%c : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %2 : tensor<8x8xf32>
}

// CHECK-LABEL: func.func @three_sums_reduce_sum_x3_8x16_f32(
func.func @three_sums(%x: tensor<8x16xf32>, %y: tensor<8x16xf32>, %w: tensor<8x16xf32>, %o: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) {
  %0 = linalg.reduce {arith.addf} ins(%x : tensor<8x16xf32>) outs(%o : tensor<8xf32>) dimensions = [1]
  %1 = linalg.reduce {arith.addf} ins(%y : tensor<8x16xf32>) outs(%o : tensor<8xf32>) dimensions = [1]
  %2 = linalg.reduce {arith.addf} ins(%w : tensor<8x16xf32>) outs(%o : tensor<8xf32>) dimensions = [1]
  return %0, %1, %2 : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
}
// Other types or shapes are no twins.

// CHECK-LABEL: func.func @no_twins_matmul_4x8x16_f32_matmul_matmul(
func.func @no_twins(%x: tensor<4x16xf32>, %p: tensor<16x8xf32>, %q: tensor<16x8xf16>, %r: tensor<16x4xf32>, %c: tensor<4x8xf32>, %d: tensor<4x4xf32>) -> (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x4xf32>) {
  %0 = linalg.matmul ins(%x, %p : tensor<4x16xf32>, tensor<16x8xf32>) outs(%c : tensor<4x8xf32>) -> tensor<4x8xf32>
  %1 = linalg.matmul ins(%x, %q : tensor<4x16xf32>, tensor<16x8xf16>) outs(%c : tensor<4x8xf32>) -> tensor<4x8xf32>
  %2 = linalg.matmul ins(%x, %r : tensor<4x16xf32>, tensor<16x4xf32>) outs(%d : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %0, %1, %2 : tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x4xf32>
}
// Buffers: what is written here and read there.

// CHECK-LABEL: func.func @two_layers_in_buffers_matmul_8x8x8_f32_exp_matmul(
func.func @two_layers_in_buffers(%x: memref<8x8xf32>, %p: memref<8x8xf32>, %q: memref<8x8xf32>, %t: memref<8x8xf32>, %c: memref<8x8xf32>) {
  linalg.matmul ins(%x, %p : memref<8x8xf32>, memref<8x8xf32>) outs(%t : memref<8x8xf32>)
  linalg.exp ins(%t : memref<8x8xf32>) outs(%t : memref<8x8xf32>)
  linalg.matmul ins(%t, %q : memref<8x8xf32>, memref<8x8xf32>) outs(%c : memref<8x8xf32>)
  return
}

// CHECK-LABEL: func.func @two_heads_in_buffers_matmul_x2_8x8x8_f32(
func.func @two_heads_in_buffers(%x: memref<8x8xf32>, %p: memref<8x8xf32>, %q: memref<8x8xf32>, %t: memref<8x8xf32>, %c: memref<8x8xf32>) {
  linalg.matmul ins(%x, %p : memref<8x8xf32>, memref<8x8xf32>) outs(%t : memref<8x8xf32>)
  linalg.matmul ins(%x, %q : memref<8x8xf32>, memref<8x8xf32>) outs(%c : memref<8x8xf32>)
  return
}
