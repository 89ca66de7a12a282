// Integers that stand for reals: contractions with zero points, and the steps
// between integers and reals.
// RUN: %tracemark-opt %s --pass-pipeline='builtin.module(tracemark-name-dispatches{rename=all tag=false})' | FileCheck %s

#a = affine_map<(m, n, k) -> (m, k)>
#b = affine_map<(m, n, k) -> (k, n)>
#bt = affine_map<(m, n, k) -> (n, k)>
#c = affine_map<(m, n, k) -> (m, n)>
#scalar = affine_map<(m, n, k) -> ()>
#full = affine_map<(i, j) -> (i, j)>
#column = affine_map<(i, j) -> (j)>

// CHECK-LABEL: func.func @named_quantized_matmul_4x8x16_i8xi8xi32xi32xi32(
func.func @named(%a: tensor<4x16xi8>, %b: tensor<16x8xi8>, %za: i32, %zb: i32, %c: tensor<4x8xi32>) -> tensor<4x8xi32> {
  %0 = linalg.quantized_matmul ins(%a, %b, %za, %zb : tensor<4x16xi8>, tensor<16x8xi8>, i32, i32) outs(%c : tensor<4x8xi32>) -> tensor<4x8xi32>
  return %0 : tensor<4x8xi32>
}

// CHECK-LABEL: func.func @named_batch_quantized_batch_matmul_2x4x8x16_i8xi8xi32xi32xi32(
func.func @named_batch(%a: tensor<2x4x16xi8>, %b: tensor<2x16x8xi8>, %za: i32, %zb: i32, %c: tensor<2x4x8xi32>) -> tensor<2x4x8xi32> {
  %0 = linalg.quantized_batch_matmul ins(%a, %b, %za, %zb : tensor<2x4x16xi8>, tensor<2x16x8xi8>, i32, i32) outs(%c : tensor<2x4x8xi32>) -> tensor<2x4x8xi32>
  return %0 : tensor<2x4x8xi32>
}

// CHECK-LABEL: func.func @generic_zero_points_quantized_matmul_nt_4x8x16_i8xi8xi32xi32xi32(
func.func @generic_zero_points(%a: tensor<4x16xi8>, %b: tensor<8x16xi8>, %za: i32, %zb: i32, %c: tensor<4x8xi32>) -> tensor<4x8xi32> {
  %0 = linalg.generic {indexing_maps = [#a, #bt, #scalar, #scalar, #c], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %b, %za, %zb : tensor<4x16xi8>, tensor<8x16xi8>, i32, i32) outs(%c : tensor<4x8xi32>) {
  ^bb0(%x: i8, %y: i8, %p: i32, %q: i32, %s: i32):
    %x0 = arith.extsi %x : i8 to i32
    %x1 = arith.subi %x0, %p : i32
    %y0 = arith.extsi %y : i8 to i32
    %y1 = arith.subi %y0, %q : i32
    %m = arith.muli %x1, %y1 : i32
    %t = arith.addi %s, %m : i32
    linalg.yield %t : i32
  } -> tensor<4x8xi32>
  return %0 : tensor<4x8xi32>
}

// CHECK-LABEL: func.func @constant_zero_point_quantized_matmul_4x8x16_i8xi8xi32(
func.func @constant_zero_point(%a: memref<4x16xi8>, %b: memref<16x8xi8>, %c: memref<4x8xi32>) {
  %z = arith.constant 3 : i32
  linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %b : memref<4x16xi8>, memref<16x8xi8>) outs(%c : memref<4x8xi32>) {
  ^bb0(%x: i8, %y: i8, %s: i32):
    %x0 = arith.extsi %x : i8 to i32
    %x1 = arith.subi %x0, %z : i32
    %y0 = arith.extsi %y : i8 to i32
    %m = arith.muli %x1, %y0 : i32
    %t = arith.addi %s, %m : i32
    linalg.yield %t : i32
  }
  return
}
// Without zero points it is a matmul of integers.

// CHECK-LABEL: func.func @no_zero_point_matmul_4x8x16_i8xi8xi32_dequantize(
func.func @no_zero_point(%a: tensor<4x16xi8>, %b: tensor<16x8xi8>, %c: tensor<4x8xi32>, %scale: tensor<8xf32>, %o: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<4x16xi8>, tensor<16x8xi8>) outs(%c : tensor<4x8xi32>) -> tensor<4x8xi32>
  %1 = linalg.generic {indexing_maps = [#full, #column, #full], iterator_types = ["parallel", "parallel"]} ins(%0, %scale : tensor<4x8xi32>, tensor<8xf32>) outs(%o : tensor<4x8xf32>) {
  ^bb0(%x: i32, %f: f32, %u: f32):
    %r = arith.sitofp %x : i32 to f32
    %v = arith.mulf %r, %f : f32
    linalg.yield %v : f32
  } -> tensor<4x8xf32>
  return %1 : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @dequantized_weights_matmul_4x8x16_f32_dequantize(
func.func @dequantized_weights(%a: tensor<4x16xf32>, %b: tensor<16x8xi4>, %scale: tensor<8xf32>, %zero: tensor<8xf32>, %w: tensor<16x8xf32>, %c: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = linalg.generic {indexing_maps = [#full, #column, #column, #full], iterator_types = ["parallel", "parallel"]} ins(%b, %scale, %zero : tensor<16x8xi4>, tensor<8xf32>, tensor<8xf32>) outs(%w : tensor<16x8xf32>) {
  ^bb0(%x: i4, %f: f32, %z: f32, %u: f32):
    %e = arith.extui %x : i4 to i32
    %r = arith.uitofp %e : i32 to f32
    %d = arith.subf %r, %z : f32
    %v = arith.mulf %d, %f : f32
    linalg.yield %v : f32
  } -> tensor<16x8xf32>
  %1 = linalg.matmul ins(%a, %0 : tensor<4x16xf32>, tensor<16x8xf32>) outs(%c : tensor<4x8xf32>) -> tensor<4x8xf32>
  return %1 : tensor<4x8xf32>
}
// Positions are no quantised values.

// CHECK-LABEL: func.func @no_dequantize_mul_4x8_i64xf32(
func.func @no_dequantize(%a: tensor<4x8xi64>, %o: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %c = arith.constant 0.125 : f32
  %1 = linalg.generic {indexing_maps = [#full, #full], iterator_types = ["parallel", "parallel"]} ins(%a : tensor<4x8xi64>) outs(%o : tensor<4x8xf32>) {
  ^bb0(%x: i64, %u: f32):
    %r = arith.sitofp %x : i64 to f32
    %v = arith.mulf %r, %c : f32
    linalg.yield %v : f32
  } -> tensor<4x8xf32>
  return %1 : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @quantize_quantize_4x8_f32xi8(
func.func @quantize(%a: tensor<4x8xf32>, %o: tensor<4x8xi8>) -> tensor<4x8xi8> {
  %scale = arith.constant 0.05 : f32
  %zero = arith.constant 3.0 : f32
  %low = arith.constant -128.0 : f32
  %high = arith.constant 127.0 : f32
  %1 = linalg.generic {indexing_maps = [#full, #full], iterator_types = ["parallel", "parallel"]} ins(%a : tensor<4x8xf32>) outs(%o : tensor<4x8xi8>) {
  ^bb0(%x: f32, %u: i8):
    %d = arith.divf %x, %scale : f32
    %r = math.roundeven %d : f32
    %s = arith.addf %r, %zero : f32
    %m = arith.maximumf %s, %low : f32
    %n = arith.minimumf %m, %high : f32
    %v = arith.fptosi %n : f32 to i8
    linalg.yield %v : i8
  } -> tensor<4x8xi8>
  return %1 : tensor<4x8xi8>
}

// CHECK-LABEL: func.func @no_quantize_add_cast_4x8_f32xi8(
func.func @no_quantize(%a: tensor<4x8xf32>, %o: tensor<4x8xi8>) -> tensor<4x8xi8> {
  %one = arith.constant 1.0 : f32
  %1 = linalg.generic {indexing_maps = [#full, #full], iterator_types = ["parallel", "parallel"]} ins(%a : tensor<4x8xf32>) outs(%o : tensor<4x8xi8>) {
  ^bb0(%x: f32, %u: i8):
    %d = arith.addf %x, %one : f32
    %v = arith.fptosi %d : f32 to i8
    linalg.yield %v : i8
  } -> tensor<4x8xi8>
  return %1 : tensor<4x8xi8>
}
