// Flops count operations on numbers: those on the parts of complex ones, as many
// as a vector has elements, a comparison that a selection is made by.
// RUN: %tracemark-opt %s --pass-pipeline='builtin.module(tracemark-name-dispatches{rename=all})' | FileCheck %s

#ij = affine_map<(i, j) -> (i, j)>

// Eight per multiply-add.
// CHECK-LABEL: func.func @complex_matmul_4x8x16_cf32(
// CHECK-SAME: flops=4096
func.func @complex(%a: tensor<4x16xcomplex<f32>>, %b: tensor<16x8xcomplex<f32>>, %c: tensor<4x8xcomplex<f32>>) -> tensor<4x8xcomplex<f32>> {
  %0 = linalg.matmul ins(%a, %b : tensor<4x16xcomplex<f32>>, tensor<16x8xcomplex<f32>>) outs(%c : tensor<4x8xcomplex<f32>>) -> tensor<4x8xcomplex<f32>>
  return %0 : tensor<4x8xcomplex<f32>>
}

// Eleven of the quotient, two of the difference, four of the size.
// CHECK-LABEL: func.func @complex_size_div_sub_abs_4x8_cf32xcf32xf32(
// CHECK-SAME: flops=544
func.func @complex_size(%a: tensor<4x8xcomplex<f32>>, %b: tensor<4x8xcomplex<f32>>, %o: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = linalg.generic {indexing_maps = [#ij, #ij, #ij], iterator_types = ["parallel", "parallel"]} ins(%a, %b : tensor<4x8xcomplex<f32>>, tensor<4x8xcomplex<f32>>) outs(%o : tensor<4x8xf32>) {
  ^bb0(%x: complex<f32>, %y: complex<f32>, %u: f32):
    %q = complex.div %x, %y : complex<f32>
    %d = complex.sub %q, %y : complex<f32>
    %r = complex.abs %d : complex<f32>
    linalg.yield %r : f32
  } -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// Sixteen and eight.
// CHECK-LABEL: func.func @vectors_fma_mul_4x8_v8f32(
// CHECK-SAME: flops=768
func.func @vectors(%a: memref<4x8xvector<8xf32>>, %o: memref<4x8xvector<8xf32>>) {
  linalg.generic {indexing_maps = [#ij, #ij], iterator_types = ["parallel", "parallel"]} ins(%a : memref<4x8xvector<8xf32>>) outs(%o : memref<4x8xvector<8xf32>>) {
  ^bb0(%x: vector<8xf32>, %u: vector<8xf32>):
    %f = math.fma %x, %x, %x : vector<8xf32>
    %m = arith.mulf %f, %x : vector<8xf32>
    linalg.yield %m : vector<8xf32>
  }
  return
}

// CHECK-LABEL: func.func @chosen_add_select_4x8_f32(
// CHECK-SAME: flops=64
func.func @chosen(%a: tensor<4x8xf32>, %b: tensor<4x8xf32>, %o: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = linalg.generic {indexing_maps = [#ij, #ij, #ij], iterator_types = ["parallel", "parallel"]} ins(%a, %b : tensor<4x8xf32>, tensor<4x8xf32>) outs(%o : tensor<4x8xf32>) {
  ^bb0(%x: f32, %y: f32, %u: f32):
    %c = arith.cmpf olt, %x, %y : f32
    %s = arith.addf %x, %y : f32
    %r = arith.select %c, %s, %x : f32
    linalg.yield %r : f32
  } -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @maximum_max_4x8_f32(
// CHECK-SAME: flops=32
func.func @maximum(%a: tensor<4x8xf32>, %b: tensor<4x8xf32>, %o: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = linalg.generic {indexing_maps = [#ij, #ij, #ij], iterator_types = ["parallel", "parallel"]} ins(%a, %b : tensor<4x8xf32>, tensor<4x8xf32>) outs(%o : tensor<4x8xf32>) {
  ^bb0(%x: f32, %y: f32, %u: f32):
    %c = arith.cmpf ogt, %x, %y : f32
    %r = arith.select %c, %x, %y : f32
    linalg.yield %r : f32
  } -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// The mask is there already.
// CHECK-LABEL: func.func @masked_select_4x8_i1xf32xf32xf32(
// CHECK-SAME: flops=0
func.func @masked(%m: tensor<4x8xi1>, %a: tensor<4x8xf32>, %b: tensor<4x8xf32>, %o: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = linalg.select ins(%m, %a, %b : tensor<4x8xi1>, tensor<4x8xf32>, tensor<4x8xf32>) outs(%o : tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// On whole tensors, too: two of the clamp, none of the cast.
// CHECK-LABEL: func.func @whole_clamp_cast_4x8_f32xf16(
// CHECK-SAME: flops=64
func.func @whole(%a: tensor<4x8xf32>) -> tensor<4x8xf16> {
  %0 = tosa.clamp %a {min_val = -1.0 : f32, max_val = 1.0 : f32} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %1 = tosa.cast %0 : (tensor<4x8xf32>) -> tensor<4x8xf16>
  return %1 : tensor<4x8xf16>
}
