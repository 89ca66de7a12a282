// What tosa's lowering makes of its ops has the names that the ops have.
// RUN: %tracemark-opt %s --pass-pipeline='builtin.module(tracemark-name-dispatches{rename=all})' | FileCheck %s

#ij = affine_map<(i, j) -> (i, j)>
#i = affine_map<(i, j) -> (i)>

// CHECK-LABEL: func.func @argmax_reduce_argmax_4x64_f32xi32(
func.func @argmax(%x: tensor<4x64xf32>, %oi: tensor<4xi32>, %om: tensor<4xf32>) -> tensor<4xi32> {
  %0:2 = linalg.generic {indexing_maps = [#ij, #i, #i], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<4x64xf32>) outs(%oi, %om : tensor<4xi32>, tensor<4xf32>) {
  ^bb0(%a: f32, %i: i32, %m: f32):
    %j = linalg.index 1 : index
    %k = arith.index_cast %j : index to i32
    %g = arith.cmpf ugt, %a, %m : f32
    %n = arith.cmpf ord, %m, %m : f32
    %c = arith.andi %g, %n : i1
    %v = arith.select %c, %a, %m : f32
    %w = arith.select %c, %k, %i : i32
    linalg.yield %w, %v : i32, f32
  } -> (tensor<4xi32>, tensor<4xf32>)
  return %0#0 : tensor<4xi32>
}
// Two comparisons of data are no maximum.

// CHECK-LABEL: func.func @no_argmax_reduce_4x64_f32xf32xi32(
func.func @no_argmax(%x: tensor<4x64xf32>, %y: tensor<4xf32>, %oi: tensor<4xi32>, %om: tensor<4xf32>) -> tensor<4xi32> {
  %0:2 = linalg.generic {indexing_maps = [#ij, #i, #i, #i], iterator_types = ["parallel", "reduction"]} ins(%x, %y : tensor<4x64xf32>, tensor<4xf32>) outs(%oi, %om : tensor<4xi32>, tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32, %i: i32, %m: f32):
    %j = linalg.index 1 : index
    %k = arith.index_cast %j : index to i32
    %g = arith.cmpf ugt, %a, %m : f32
    %n = arith.cmpf ult, %a, %b : f32
    %c = arith.andi %g, %n : i1
    %v = arith.select %c, %a, %m : f32
    %w = arith.select %c, %k, %i : i32
    linalg.yield %w, %v : i32, f32
  } -> (tensor<4xi32>, tensor<4xf32>)
  return %0#0 : tensor<4xi32>
}

// CHECK-LABEL: func.func @reverse_reverse_4x64_f32(
// CHECK-SAME: flops=0 bytes=2048
func.func @reverse(%x: tensor<4x64xf32>, %o: tensor<4x64xf32>) -> tensor<4x64xf32> {
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %0 = linalg.generic {indexing_maps = [#ij], iterator_types = ["parallel", "parallel"]} outs(%o : tensor<4x64xf32>) {
  ^bb0(%u: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %l = arith.subi %c64, %c1 : index
    %k = arith.subi %l, %j : index
    %v = tensor.extract %x[%i, %k] : tensor<4x64xf32>
    linalg.yield %v : f32
  } -> tensor<4x64xf32>
  return %0 : tensor<4x64xf32>
}
// A difference of two loops is somewhere else.

// CHECK-LABEL: func.func @no_reverse_gather_4x64_f32(
func.func @no_reverse(%x: tensor<4x64xf32>, %o: tensor<4x64xf32>) -> tensor<4x64xf32> {
  %0 = linalg.generic {indexing_maps = [#ij], iterator_types = ["parallel", "parallel"]} outs(%o : tensor<4x64xf32>) {
  ^bb0(%u: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %k = arith.subi %i, %j : index
    %v = tensor.extract %x[%i, %k] : tensor<4x64xf32>
    linalg.yield %v : f32
  } -> tensor<4x64xf32>
  return %0 : tensor<4x64xf32>
}

// CHECK-LABEL: func.func @rescale_rescale_4x64_i32xi8(
func.func @rescale(%x: tensor<4x64xi32>, %o: tensor<4x64xi8>) -> tensor<4x64xi8> {
  %multiplier = arith.constant 1073741824 : i32
  %shift = arith.constant 38 : i8
  %from = arith.constant 0 : i32
  %to = arith.constant 3 : i32
  %low = arith.constant -128 : i32
  %high = arith.constant 127 : i32
  %0 = linalg.generic {indexing_maps = [#ij, #ij], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<4x64xi32>) outs(%o : tensor<4x64xi8>) {
  ^bb0(%a: i32, %u: i8):
    %d = arith.subi %a, %from : i32
    %s = tosa.apply_scale %d, %multiplier, %shift {rounding_mode = SINGLE_ROUND} : (i32, i32, i8) -> i32
    %t = arith.addi %s, %to : i32
    %m = arith.maxsi %low, %t : i32
    %n = arith.minsi %high, %m : i32
    %v = arith.trunci %n : i32 to i8
    linalg.yield %v : i8
  } -> tensor<4x64xi8>
  return %0 : tensor<4x64xi8>
}
// Of a table as much is read as comes out.

// CHECK-LABEL: func.func @table_gather_1x5x8_f32xi32xf32(
// CHECK-SAME: flops=0 bytes=340
func.func @table(%x: tensor<1x64x8xf32>, %i: tensor<1x5xi32>) -> tensor<1x5x8xf32> {
  %0 = tosa.gather %x, %i : (tensor<1x64x8xf32>, tensor<1x5xi32>) -> tensor<1x5x8xf32>
  return %0 : tensor<1x5x8xf32>
}

// CHECK-LABEL: func.func @zero_points_quantized_batch_matmul_2x4x8x16_i8xi8xi32(
func.func @zero_points(%x: tensor<2x4x16xi8>, %w: tensor<2x16x8xi8>) -> tensor<2x4x8xi32> {
  %z = "tosa.const"() {values = dense<3> : tensor<1xi8>} : () -> tensor<1xi8>
  %0 = tosa.matmul %x, %w, %z, %z : (tensor<2x4x16xi8>, tensor<2x16x8xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<2x4x8xi32>
  return %0 : tensor<2x4x8xi32>
}

// CHECK-LABEL: func.func @no_zero_points_conv_2d_nhwc_fhwc_1x16x16x8x3x3x4_i8xi8xi32_bias(
func.func @no_zero_points(%x: tensor<1x18x18x4xi8>, %w: tensor<8x3x3x4xi8>, %b: tensor<8xi32>) -> tensor<1x16x16x8xi32> {
  %z = "tosa.const"() {values = dense<0> : tensor<1xi8>} : () -> tensor<1xi8>
  %0 = tosa.conv2d %x, %w, %b, %z, %z {acc_type = i32, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>} : (tensor<1x18x18x4xi8>, tensor<8x3x3x4xi8>, tensor<8xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x16x16x8xi32>
  return %0 : tensor<1x16x16x8xi32>
}

// CHECK-LABEL: func.func @one_zero_point_conv_2d_nhwc_fhwc_q_1x16x16x8x3x3x4_i8xi8xi32_bias(
func.func @one_zero_point(%x: tensor<1x18x18x4xi8>, %w: tensor<8x3x3x4xi8>, %b: tensor<8xi32>) -> tensor<1x16x16x8xi32> {
  %z = "tosa.const"() {values = dense<0> : tensor<1xi8>} : () -> tensor<1xi8>
  %p = "tosa.const"() {values = dense<-3> : tensor<1xi8>} : () -> tensor<1xi8>
  %0 = tosa.conv2d %x, %w, %b, %p, %z {acc_type = i32, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>} : (tensor<1x18x18x4xi8>, tensor<8x3x3x4xi8>, tensor<8xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x16x16x8xi32>
  return %0 : tensor<1x16x16x8xi32>
}
