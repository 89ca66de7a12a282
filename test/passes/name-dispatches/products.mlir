// A contraction or convolution keeps its name if one op also makes its operands
// from something smaller: weights of few bits, an activation, a mean.
// RUN: %tracemark-opt %s --pass-pipeline='builtin.module(tracemark-name-dispatches{rename=all tag=false})' | FileCheck %s

#a = affine_map<(m, n, k) -> (m, k)>
#b = affine_map<(m, n, k) -> (k, n)>
#bt = affine_map<(m, n, k) -> (n, k)>
#rows = affine_map<(m, n, k) -> (m)>
#columns = affine_map<(m, n, k) -> (n)>
#groups = affine_map<(m, n, k) -> (n, k floordiv 4)>
#c = affine_map<(m, n, k) -> (m, n)>
#ij = affine_map<(i, j) -> (i, j)>
#i = affine_map<(i, j) -> (i)>
#j = affine_map<(i, j) -> (j)>
#scalar = affine_map<(i, j) -> ()>

// CHECK-LABEL: func.func @weights_matmul_4x8x16_f32xi4xf32xf32xf32_dequantize(
func.func @weights(%a: tensor<4x16xf32>, %b: tensor<16x8xi4>, %scale: tensor<8xf32>, %zero: tensor<8xf32>, %c: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = linalg.generic {indexing_maps = [#a, #b, #columns, #columns, #c], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %b, %scale, %zero : tensor<4x16xf32>, tensor<16x8xi4>, tensor<8xf32>, tensor<8xf32>) outs(%c : tensor<4x8xf32>) {
  ^bb0(%x: f32, %y: i4, %f: f32, %z: f32, %s: f32):
    %e = arith.extui %y : i4 to i32
    %r = arith.uitofp %e : i32 to f32
    %d = arith.subf %r, %z : f32
    %v = arith.mulf %d, %f : f32
    %m = arith.mulf %x, %v : f32
    %t = arith.addf %s, %m : f32
    linalg.yield %t : f32
  } -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @weights_by_groups_matmul_nt_4x8x16_f32xi4xf32xf32_dequantize(
func.func @weights_by_groups(%a: memref<4x16xf32>, %b: memref<8x16xi4>, %scale: memref<8x4xf32>, %c: memref<4x8xf32>) {
  linalg.generic {indexing_maps = [#a, #bt, #groups, #c], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %b, %scale : memref<4x16xf32>, memref<8x16xi4>, memref<8x4xf32>) outs(%c : memref<4x8xf32>) {
  ^bb0(%x: f32, %y: i4, %f: f32, %s: f32):
    %r = arith.sitofp %y : i4 to f32
    %v = arith.mulf %r, %f : f32
    %m = arith.mulf %x, %v : f32
    %t = arith.addf %s, %m : f32
    linalg.yield %t : f32
  }
  return
}
// The quantised operand first, its scale and zero point before the other one.

// CHECK-LABEL: func.func @rows_matmul_4x8x16_i8xf32xi8xf32xf32_dequantize(
func.func @rows(%a: tensor<4x16xi8>, %scale: tensor<4xf32>, %zero: tensor<4xi8>, %b: tensor<16x8xf32>, %c: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = linalg.generic {indexing_maps = [#a, #rows, #rows, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %scale, %zero, %b : tensor<4x16xi8>, tensor<4xf32>, tensor<4xi8>, tensor<16x8xf32>) outs(%c : tensor<4x8xf32>) {
  ^bb0(%x: i8, %f: f32, %z: i8, %y: f32, %s: f32):
    %e = arith.extsi %x : i8 to i32
    %g = arith.extsi %z : i8 to i32
    %d = arith.subi %e, %g : i32
    %r = arith.sitofp %d : i32 to f32
    %v = arith.mulf %r, %f : f32
    %m = arith.mulf %v, %y : f32
    %t = arith.addf %s, %m : f32
    linalg.yield %t : f32
  } -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @both_matmul_4x8x16_i8xi8xf32xf32xf32_dequantize_dequantize(
func.func @both(%a: tensor<4x16xi8>, %b: tensor<16x8xi8>, %fa: tensor<4xf32>, %fb: tensor<8xf32>, %c: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = linalg.generic {indexing_maps = [#a, #b, #rows, #columns, #c], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %b, %fa, %fb : tensor<4x16xi8>, tensor<16x8xi8>, tensor<4xf32>, tensor<8xf32>) outs(%c : tensor<4x8xf32>) {
  ^bb0(%x: i8, %y: i8, %f: f32, %g: f32, %s: f32):
    %x0 = arith.sitofp %x : i8 to f32
    %x1 = arith.mulf %x0, %f : f32
    %y0 = arith.sitofp %y : i8 to f32
    %y1 = arith.mulf %y0, %g : f32
    %m = arith.mulf %x1, %y1 : f32
    %t = arith.addf %s, %m : f32
    linalg.yield %t : f32
  } -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @zero_point_per_column_quantized_matmul_4x8x16_i8xi8xi32xi32(
func.func @zero_point_per_column(%a: tensor<4x16xi8>, %b: tensor<16x8xi8>, %z: tensor<8xi32>, %c: tensor<4x8xi32>) -> tensor<4x8xi32> {
  %0 = linalg.generic {indexing_maps = [#a, #b, #columns, #c], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %b, %z : tensor<4x16xi8>, tensor<16x8xi8>, tensor<8xi32>) outs(%c : tensor<4x8xi32>) {
  ^bb0(%x: i8, %y: i8, %p: i32, %s: i32):
    %x0 = arith.extsi %x : i8 to i32
    %y0 = arith.extsi %y : i8 to i32
    %y1 = arith.subi %y0, %p : i32
    %m = arith.muli %x0, %y1 : i32
    %t = arith.addi %s, %m : i32
    linalg.yield %t : i32
  } -> tensor<4x8xi32>
  return %0 : tensor<4x8xi32>
}
// What is taken away from reals is no zero point.

// CHECK-LABEL: func.func @no_zero_point_matmul_4x8x16_f32_sub(
func.func @no_zero_point(%a: tensor<4x16xf32>, %b: tensor<16x8xf32>, %mean: tensor<4xf32>, %c: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = linalg.generic {indexing_maps = [#a, #b, #rows, #c], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %b, %mean : tensor<4x16xf32>, tensor<16x8xf32>, tensor<4xf32>) outs(%c : tensor<4x8xf32>) {
  ^bb0(%x: f32, %y: f32, %f: f32, %s: f32):
    %d = arith.subf %x, %f : f32
    %m = arith.mulf %d, %y : f32
    %t = arith.addf %m, %s : f32
    linalg.yield %t : f32
  } -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @gated_matmul_4x8x16_f32_silu_mul(
func.func @gated(%a: tensor<4x16xf32>, %g: tensor<4x16xf32>, %b: tensor<16x8xf32>, %c: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %one = arith.constant 1.0 : f32
  %0 = linalg.generic {indexing_maps = [#a, #a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %g, %b : tensor<4x16xf32>, tensor<4x16xf32>, tensor<16x8xf32>) outs(%c : tensor<4x8xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32, %s: f32):
    %n = arith.negf %x : f32
    %e = math.exp %n : f32
    %d = arith.addf %e, %one : f32
    %q = arith.divf %x, %d : f32
    %v = arith.mulf %q, %y : f32
    %m = arith.mulf %v, %z : f32
    %t = arith.addf %s, %m : f32
    linalg.yield %t : f32
  } -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @wide_sum_matmul_4x8x16_f16(
func.func @wide_sum(%a: memref<4x16xf16>, %b: memref<16x8xf16>, %c: memref<4x8xf16>) {
  linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %b : memref<4x16xf16>, memref<16x8xf16>) outs(%c : memref<4x8xf16>) {
  ^bb0(%x: f16, %y: f16, %s: f16):
    %x0 = arith.extf %x : f16 to f32
    %y0 = arith.extf %y : f16 to f32
    %s0 = arith.extf %s : f16 to f32
    %m = arith.mulf %x0, %y0 : f32
    %t = arith.addf %s0, %m : f32
    %u = arith.truncf %t : f32 to f16
    linalg.yield %u : f16
  }
  return
}

// CHECK-LABEL: func.func @convolution_conv_2d_nhwc_hwcf_1x8x8x16x3x3x3_f32xi8xf32xf32_dequantize(
func.func @convolution(%a: tensor<1x10x10x3xf32>, %b: tensor<3x3x3x16xi8>, %scale: tensor<16xf32>, %c: tensor<1x8x8x16xf32>) -> tensor<1x8x8x16xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(n, h, w, f, y, x, c) -> (n, h + y, w + x, c)>, affine_map<(n, h, w, f, y, x, c) -> (y, x, c, f)>, affine_map<(n, h, w, f, y, x, c) -> (f)>, affine_map<(n, h, w, f, y, x, c) -> (n, h, w, f)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]} ins(%a, %b, %scale : tensor<1x10x10x3xf32>, tensor<3x3x3x16xi8>, tensor<16xf32>) outs(%c : tensor<1x8x8x16xf32>) {
  ^bb0(%x: f32, %y: i8, %f: f32, %s: f32):
    %r = arith.sitofp %y : i8 to f32
    %v = arith.mulf %r, %f : f32
    %m = arith.mulf %x, %v : f32
    %t = arith.addf %s, %m : f32
    linalg.yield %t : f32
  } -> tensor<1x8x8x16xf32>
  return %0 : tensor<1x8x8x16xf32>
}
// One per sum, or one for all, is no second operand of a product.

// CHECK-LABEL: func.func @scaled_reduce_sum_4x8_f32_mul(
func.func @scaled(%x: tensor<4x8xf32>, %f: tensor<4xf32>, %o: tensor<4xf32>) -> tensor<4xf32> {
  %0 = linalg.generic {indexing_maps = [#ij, #i, #i], iterator_types = ["parallel", "reduction"]} ins(%x, %f : tensor<4x8xf32>, tensor<4xf32>) outs(%o : tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32, %s: f32):
    %m = arith.mulf %a, %b : f32
    %t = arith.addf %s, %m : f32
    linalg.yield %t : f32
  } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @scaled_alike_reduce_sum_4x8_f32_mul(
func.func @scaled_alike(%x: memref<4x8xf32>, %f: memref<f32>, %o: memref<4xf32>) {
  linalg.generic {indexing_maps = [#ij, #scalar, #i], iterator_types = ["parallel", "reduction"]} ins(%x, %f : memref<4x8xf32>, memref<f32>) outs(%o : memref<4xf32>) {
  ^bb0(%a: f32, %b: f32, %s: f32):
    %m = arith.mulf %a, %b : f32
    %t = arith.addf %s, %m : f32
    linalg.yield %t : f32
  }
  return
}
// Two weights of four bits in each byte.

// CHECK-LABEL: func.func @packed_matmul_nt_4x8x16_f16xi8xf16xf32_dequantize(
func.func @packed(%a: tensor<4x16xf16>, %b: tensor<8x8xi8>, %scale: tensor<8xf16>, %c: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %mask = arith.constant 15 : i8
  %c4 = arith.constant 4 : i8
  %eight = arith.constant 8.0 : f16
  %c2 = arith.constant 2 : index
  %0 = linalg.generic {indexing_maps = [#a, affine_map<(m, n, k) -> (n, k floordiv 2)>, #columns, #c], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %b, %scale : tensor<4x16xf16>, tensor<8x8xi8>, tensor<8xf16>) outs(%c : tensor<4x8xf32>) {
  ^bb0(%x: f16, %y: i8, %f: f16, %s: f32):
    %k = linalg.index 2 : index
    %h = arith.remui %k, %c2 : index
    %i = arith.index_cast %h : index to i8
    %j = arith.muli %i, %c4 : i8
    %y0 = arith.shrui %y, %j : i8
    %y1 = arith.andi %y0, %mask : i8
    %r = arith.uitofp %y1 : i8 to f16
    %d = arith.subf %r, %eight : f16
    %v = arith.mulf %d, %f : f16
    %xw = arith.extf %x : f16 to f32
    %vw = arith.extf %v : f16 to f32
    %p = arith.mulf %xw, %vw : f32
    %t = arith.addf %s, %p : f32
    linalg.yield %t : f32
  } -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}
// Where it is not masked.

// CHECK-LABEL: func.func @causal_matmul_4x8x16_f32_select(
func.func @causal(%a: tensor<4x16xf32>, %b: tensor<16x8xf32>, %c: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %zero = arith.constant 0.0 : f32
  %0 = linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %b : tensor<4x16xf32>, tensor<16x8xf32>) outs(%c : tensor<4x8xf32>) {
  ^bb0(%x: f32, %y: f32, %s: f32):
    %i = linalg.index 0 : index
    %k = linalg.index 2 : index
    %g = arith.cmpi sge, %i, %k : index
    %v = arith.select %g, %x, %zero : f32
    %m = arith.mulf %v, %y : f32
    %t = arith.addf %s, %m : f32
    linalg.yield %t : f32
  } -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}
// An index is no operand.

// CHECK-LABEL: func.func @indexed_reduce_sum_4x8_f32xi32xf32_select_mul(
func.func @indexed(%x: tensor<4x8xf32>, %n: tensor<4xi32>, %o: tensor<4xf32>) -> tensor<4xf32> {
  %one = arith.constant 1.0 : f32
  %zero = arith.constant 0.0 : f32
  %0 = linalg.generic {indexing_maps = [#ij, #i, #i], iterator_types = ["parallel", "reduction"]} ins(%x, %n : tensor<4x8xf32>, tensor<4xi32>) outs(%o : tensor<4xf32>) {
  ^bb0(%a: f32, %b: i32, %s: f32):
    %i = linalg.index 1 : index
    %k = arith.index_cast %i : index to i32
    %e = arith.cmpi eq, %k, %b : i32
    %w = arith.select %e, %one, %zero : f32
    %m = arith.mulf %a, %w : f32
    %t = arith.addf %s, %m : f32
    linalg.yield %t : f32
  } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
