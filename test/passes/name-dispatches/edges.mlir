// Inputs at the edges: a name, no crash.
// RUN: %tracemark-opt %s --allow-unregistered-dialect --pass-pipeline='builtin.module(tracemark-name-dispatches{rename=all tag=false})' | FileCheck %s
// RUN: %tracemark-opt %s --allow-unregistered-dialect --pass-pipeline='builtin.module(tracemark-name-dispatches{rename=all})' -o /dev/null

#i = affine_map<(i) -> (i)>

// CHECK-LABEL: func.func @seventy_operands_add_add_add_add_etc_4_f32(
func.func @seventy_operands(%a0: tensor<4xf32>, %a1: tensor<4xf32>, %a2: tensor<4xf32>, %a3: tensor<4xf32>, %a4: tensor<4xf32>, %a5: tensor<4xf32>, %a6: tensor<4xf32>, %a7: tensor<4xf32>, %a8: tensor<4xf32>, %a9: tensor<4xf32>, %a10: tensor<4xf32>, %a11: tensor<4xf32>, %a12: tensor<4xf32>, %a13: tensor<4xf32>, %a14: tensor<4xf32>, %a15: tensor<4xf32>, %a16: tensor<4xf32>, %a17: tensor<4xf32>, %a18: tensor<4xf32>, %a19: tensor<4xf32>, %a20: tensor<4xf32>, %a21: tensor<4xf32>, %a22: tensor<4xf32>, %a23: tensor<4xf32>, %a24: tensor<4xf32>, %a25: tensor<4xf32>, %a26: tensor<4xf32>, %a27: tensor<4xf32>, %a28: tensor<4xf32>, %a29: tensor<4xf32>, %a30: tensor<4xf32>, %a31: tensor<4xf32>, %a32: tensor<4xf32>, %a33: tensor<4xf32>, %a34: tensor<4xf32>, %a35: tensor<4xf32>, %a36: tensor<4xf32>, %a37: tensor<4xf32>, %a38: tensor<4xf32>, %a39: tensor<4xf32>, %a40: tensor<4xf32>, %a41: tensor<4xf32>, %a42: tensor<4xf32>, %a43: tensor<4xf32>, %a44: tensor<4xf32>, %a45: tensor<4xf32>, %a46: tensor<4xf32>, %a47: tensor<4xf32>, %a48: tensor<4xf32>, %a49: tensor<4xf32>, %a50: tensor<4xf32>, %a51: tensor<4xf32>, %a52: tensor<4xf32>, %a53: tensor<4xf32>, %a54: tensor<4xf32>, %a55: tensor<4xf32>, %a56: tensor<4xf32>, %a57: tensor<4xf32>, %a58: tensor<4xf32>, %a59: tensor<4xf32>, %a60: tensor<4xf32>, %a61: tensor<4xf32>, %a62: tensor<4xf32>, %a63: tensor<4xf32>, %a64: tensor<4xf32>, %a65: tensor<4xf32>, %a66: tensor<4xf32>, %a67: tensor<4xf32>, %a68: tensor<4xf32>, %a69: tensor<4xf32>, %o: tensor<4xf32>) -> tensor<4xf32> {
  %r = linalg.generic {indexing_maps = [#i, #i, #i, #i, #i, #i, #i, #i, #i, #i, #i, #i, #i, #i, #i, #i, #i, #i, #i, #i, #i, #i, #i, #i, #i, #i, #i, #i, #i, #i, #i, #i, #i, #i, #i, #i, #i, #i, #i, #i, #i, #i, #i, #i, #i, #i, #i, #i, #i, #i, #i, #i, #i, #i, #i, #i, #i, #i, #i, #i, #i, #i, #i, #i, #i, #i, #i, #i, #i, #i, #i], iterator_types = ["parallel"]} ins(%a0, %a1, %a2, %a3, %a4, %a5, %a6, %a7, %a8, %a9, %a10, %a11, %a12, %a13, %a14, %a15, %a16, %a17, %a18, %a19, %a20, %a21, %a22, %a23, %a24, %a25, %a26, %a27, %a28, %a29, %a30, %a31, %a32, %a33, %a34, %a35, %a36, %a37, %a38, %a39, %a40, %a41, %a42, %a43, %a44, %a45, %a46, %a47, %a48, %a49, %a50, %a51, %a52, %a53, %a54, %a55, %a56, %a57, %a58, %a59, %a60, %a61, %a62, %a63, %a64, %a65, %a66, %a67, %a68, %a69 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) outs(%o : tensor<4xf32>) {
  ^bb0(%x0: f32, %x1: f32, %x2: f32, %x3: f32, %x4: f32, %x5: f32, %x6: f32, %x7: f32, %x8: f32, %x9: f32, %x10: f32, %x11: f32, %x12: f32, %x13: f32, %x14: f32, %x15: f32, %x16: f32, %x17: f32, %x18: f32, %x19: f32, %x20: f32, %x21: f32, %x22: f32, %x23: f32, %x24: f32, %x25: f32, %x26: f32, %x27: f32, %x28: f32, %x29: f32, %x30: f32, %x31: f32, %x32: f32, %x33: f32, %x34: f32, %x35: f32, %x36: f32, %x37: f32, %x38: f32, %x39: f32, %x40: f32, %x41: f32, %x42: f32, %x43: f32, %x44: f32, %x45: f32, %x46: f32, %x47: f32, %x48: f32, %x49: f32, %x50: f32, %x51: f32, %x52: f32, %x53: f32, %x54: f32, %x55: f32, %x56: f32, %x57: f32, %x58: f32, %x59: f32, %x60: f32, %x61: f32, %x62: f32, %x63: f32, %x64: f32, %x65: f32, %x66: f32, %x67: f32, %x68: f32, %x69: f32, %u: f32):
    %s1 = arith.addf %x0, %x1 : f32
    %s2 = arith.addf %s1, %x2 : f32
    %s3 = arith.addf %s2, %x3 : f32
    %s4 = arith.addf %s3, %x4 : f32
    %s5 = arith.addf %s4, %x5 : f32
    %s6 = arith.addf %s5, %x6 : f32
    %s7 = arith.addf %s6, %x7 : f32
    %s8 = arith.addf %s7, %x8 : f32
    %s9 = arith.addf %s8, %x9 : f32
    %s10 = arith.addf %s9, %x10 : f32
    %s11 = arith.addf %s10, %x11 : f32
    %s12 = arith.addf %s11, %x12 : f32
    %s13 = arith.addf %s12, %x13 : f32
    %s14 = arith.addf %s13, %x14 : f32
    %s15 = arith.addf %s14, %x15 : f32
    %s16 = arith.addf %s15, %x16 : f32
    %s17 = arith.addf %s16, %x17 : f32
    %s18 = arith.addf %s17, %x18 : f32
    %s19 = arith.addf %s18, %x19 : f32
    %s20 = arith.addf %s19, %x20 : f32
    %s21 = arith.addf %s20, %x21 : f32
    %s22 = arith.addf %s21, %x22 : f32
    %s23 = arith.addf %s22, %x23 : f32
    %s24 = arith.addf %s23, %x24 : f32
    %s25 = arith.addf %s24, %x25 : f32
    %s26 = arith.addf %s25, %x26 : f32
    %s27 = arith.addf %s26, %x27 : f32
    %s28 = arith.addf %s27, %x28 : f32
    %s29 = arith.addf %s28, %x29 : f32
    %s30 = arith.addf %s29, %x30 : f32
    %s31 = arith.addf %s30, %x31 : f32
    %s32 = arith.addf %s31, %x32 : f32
    %s33 = arith.addf %s32, %x33 : f32
    %s34 = arith.addf %s33, %x34 : f32
    %s35 = arith.addf %s34, %x35 : f32
    %s36 = arith.addf %s35, %x36 : f32
    %s37 = arith.addf %s36, %x37 : f32
    %s38 = arith.addf %s37, %x38 : f32
    %s39 = arith.addf %s38, %x39 : f32
    %s40 = arith.addf %s39, %x40 : f32
    %s41 = arith.addf %s40, %x41 : f32
    %s42 = arith.addf %s41, %x42 : f32
    %s43 = arith.addf %s42, %x43 : f32
    %s44 = arith.addf %s43, %x44 : f32
    %s45 = arith.addf %s44, %x45 : f32
    %s46 = arith.addf %s45, %x46 : f32
    %s47 = arith.addf %s46, %x47 : f32
    %s48 = arith.addf %s47, %x48 : f32
    %s49 = arith.addf %s48, %x49 : f32
    %s50 = arith.addf %s49, %x50 : f32
    %s51 = arith.addf %s50, %x51 : f32
    %s52 = arith.addf %s51, %x52 : f32
    %s53 = arith.addf %s52, %x53 : f32
    %s54 = arith.addf %s53, %x54 : f32
    %s55 = arith.addf %s54, %x55 : f32
    %s56 = arith.addf %s55, %x56 : f32
    %s57 = arith.addf %s56, %x57 : f32
    %s58 = arith.addf %s57, %x58 : f32
    %s59 = arith.addf %s58, %x59 : f32
    %s60 = arith.addf %s59, %x60 : f32
    %s61 = arith.addf %s60, %x61 : f32
    %s62 = arith.addf %s61, %x62 : f32
    %s63 = arith.addf %s62, %x63 : f32
    %s64 = arith.addf %s63, %x64 : f32
    %s65 = arith.addf %s64, %x65 : f32
    %s66 = arith.addf %s65, %x66 : f32
    %s67 = arith.addf %s66, %x67 : f32
    %s68 = arith.addf %s67, %x68 : f32
    %s69 = arith.addf %s68, %x69 : f32
    linalg.yield %s69 : f32
  } -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// CHECK-LABEL: func.func @seventy_unknown_join_4_f32(
func.func @seventy_unknown(%a0: tensor<4xf32>, %a1: tensor<4xf32>, %a2: tensor<4xf32>, %a3: tensor<4xf32>, %a4: tensor<4xf32>, %a5: tensor<4xf32>, %a6: tensor<4xf32>, %a7: tensor<4xf32>, %a8: tensor<4xf32>, %a9: tensor<4xf32>, %a10: tensor<4xf32>, %a11: tensor<4xf32>, %a12: tensor<4xf32>, %a13: tensor<4xf32>, %a14: tensor<4xf32>, %a15: tensor<4xf32>, %a16: tensor<4xf32>, %a17: tensor<4xf32>, %a18: tensor<4xf32>, %a19: tensor<4xf32>, %a20: tensor<4xf32>, %a21: tensor<4xf32>, %a22: tensor<4xf32>, %a23: tensor<4xf32>, %a24: tensor<4xf32>, %a25: tensor<4xf32>, %a26: tensor<4xf32>, %a27: tensor<4xf32>, %a28: tensor<4xf32>, %a29: tensor<4xf32>, %a30: tensor<4xf32>, %a31: tensor<4xf32>, %a32: tensor<4xf32>, %a33: tensor<4xf32>, %a34: tensor<4xf32>, %a35: tensor<4xf32>, %a36: tensor<4xf32>, %a37: tensor<4xf32>, %a38: tensor<4xf32>, %a39: tensor<4xf32>, %a40: tensor<4xf32>, %a41: tensor<4xf32>, %a42: tensor<4xf32>, %a43: tensor<4xf32>, %a44: tensor<4xf32>, %a45: tensor<4xf32>, %a46: tensor<4xf32>, %a47: tensor<4xf32>, %a48: tensor<4xf32>, %a49: tensor<4xf32>, %a50: tensor<4xf32>, %a51: tensor<4xf32>, %a52: tensor<4xf32>, %a53: tensor<4xf32>, %a54: tensor<4xf32>, %a55: tensor<4xf32>, %a56: tensor<4xf32>, %a57: tensor<4xf32>, %a58: tensor<4xf32>, %a59: tensor<4xf32>, %a60: tensor<4xf32>, %a61: tensor<4xf32>, %a62: tensor<4xf32>, %a63: tensor<4xf32>, %a64: tensor<4xf32>, %a65: tensor<4xf32>, %a66: tensor<4xf32>, %a67: tensor<4xf32>, %a68: tensor<4xf32>, %a69: tensor<4xf32>) -> tensor<4xf32> {
  %r = "x.join"(%a0, %a1, %a2, %a3, %a4, %a5, %a6, %a7, %a8, %a9, %a10, %a11, %a12, %a13, %a14, %a15, %a16, %a17, %a18, %a19, %a20, %a21, %a22, %a23, %a24, %a25, %a26, %a27, %a28, %a29, %a30, %a31, %a32, %a33, %a34, %a35, %a36, %a37, %a38, %a39, %a40, %a41, %a42, %a43, %a44, %a45, %a46, %a47, %a48, %a49, %a50, %a51, %a52, %a53, %a54, %a55, %a56, %a57, %a58, %a59, %a60, %a61, %a62, %a63, %a64, %a65, %a66, %a67, %a68, %a69) : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// CHECK-LABEL: func.func @zero_reduction_div_4_f32_sum(
func.func @zero_reduction(%a: tensor<4x0xf32>, %o: tensor<4xf32>) -> tensor<4xf32> {
  %n = arith.constant 0.0 : f32
  %r = linalg.reduce {arith.addf} ins(%a : tensor<4x0xf32>) outs(%o : tensor<4xf32>) dimensions = [1]
  %m = linalg.map ins(%r : tensor<4xf32>) outs(%o : tensor<4xf32>) (%x: f32, %y: f32) {
    %s = arith.divf %x, %n : f32
    linalg.yield %s : f32
  }
  return %m : tensor<4xf32>
}

// CHECK-LABEL: func.func @zero_conv_conv_2d_nhwc_hwcf_0x1x1x0x3x3x0_f32(
func.func @zero_conv(%x: tensor<0x3x3x0xf32>, %w: tensor<3x3x0x0xf32>, %o: tensor<0x1x1x0xf32>) -> tensor<0x1x1x0xf32> {
  %0 = linalg.conv_2d_nhwc_hwcf ins(%x, %w : tensor<0x3x3x0xf32>, tensor<3x3x0x0xf32>) outs(%o : tensor<0x1x1x0xf32>) -> tensor<0x1x1x0xf32>
  return %0 : tensor<0x1x1x0xf32>
}

// CHECK-LABEL: func.func @zero_pack_pack_0x8_f32(
func.func @zero_pack(%a: tensor<0x8xf32>, %p: tensor<0x2x4x4xf32>) -> tensor<0x2x4x4xf32> {
  %0 = linalg.pack %a inner_dims_pos = [0, 1] inner_tiles = [4, 4] into %p : tensor<0x8xf32> -> tensor<0x2x4x4xf32>
  return %0 : tensor<0x2x4x4xf32>
}

// CHECK-LABEL: func.func @rank_zero_everything_turn_f32_exp(
func.func @rank_zero_everything(%a: tensor<f32>, %b: memref<f32>) -> tensor<f32> {
  %0 = linalg.exp ins(%a : tensor<f32>) outs(%a : tensor<f32>) -> tensor<f32>
  linalg.copy ins(%b : memref<f32>) outs(%b : memref<f32>)
  %1 = "x.turn"(%0) : (tensor<f32>) -> tensor<f32>
  return %1 : tensor<f32>
}

// CHECK-LABEL: func.func @saturating_reduce_sum_4294967296x4294967296x4294967296_f32(
func.func @saturating(%a: tensor<4294967296x4294967296x4294967296xf32>, %o: tensor<4294967296xf32>) -> tensor<4294967296xf32> {
  %0 = linalg.reduce {arith.addf} ins(%a : tensor<4294967296x4294967296x4294967296xf32>) outs(%o : tensor<4294967296xf32>) dimensions = [1, 2]
  return %0 : tensor<4294967296xf32>
}

// CHECK-LABEL: func.func @saturating_dot_matmul_4294967296x4294967296x4294967296_f32(
func.func @saturating_dot(%a: tensor<4294967296x4294967296xf32>, %b: tensor<4294967296x4294967296xf32>) -> tensor<4294967296x4294967296xf32> {
  %0 = "stablehlo.dot_general"(%a, %b) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [], lhs_contracting_dimensions = [1, 99999999999999999999, -3], rhs_contracting_dimensions = [0]>} : (tensor<4294967296x4294967296xf32>, tensor<4294967296x4294967296xf32>) -> tensor<4294967296x4294967296xf32>
  return %0 : tensor<4294967296x4294967296xf32>
}

// CHECK-LABEL: func.func @endless_copy_Dx9223372036854775807_f32(
func.func @endless(%a: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %lo = arith.constant -9223372036854775808 : index
  %hi = arith.constant 9223372036854775807 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %lo to %hi step %c1 {
    scf.for %j = %c0 to %hi step %c1 {
      %v = memref.load %a[%c0] : memref<8xf32>
      memref.store %v, %a[%c0] : memref<8xf32>
    }
  }
  return
}

// CHECK-LABEL: func.func @step_zero_copy_D_f32(
func.func @step_zero(%a: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c0 {
    %v = memref.load %a[%i] : memref<8xf32>
    memref.store %v, %a[%i] : memref<8xf32>
  }
  return
}

// CHECK-LABEL: func.func @without_shape_turn_f32_exp(
func.func @without_shape(%a: tensor<*xf32>, %b: memref<*xf32>) -> tensor<*xf32> {
  %0 = math.exp %a : tensor<*xf32>
  %1 = "x.turn"(%0, %b) : (tensor<*xf32>, memref<*xf32>) -> tensor<*xf32>
  return %1 : tensor<*xf32>
}

// CHECK-LABEL: func.func @operands_missing_source_4_f32_contract_convolution_add_reduce_etc(
func.func @operands_missing(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "x.source"() : () -> tensor<4xf32>
  %1 = "stablehlo.dot_general"() : () -> tensor<4xf32>
  %2 = "stablehlo.convolution"(%a) : (tensor<4xf32>) -> tensor<4xf32>
  %3 = "stablehlo.add"() : () -> tensor<4xf32>
  %4 = "stablehlo.reduce"() ({
  }) : () -> tensor<4xf32>
  %5 = "stablehlo.broadcast_in_dim"() : () -> tensor<4xf32>
  %6 = "stablehlo.multiply"(%5, %3) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %7 = "iree_linalg_ext.attention"(%6) {indexing_maps = [affine_map<(i, j) -> (i, j)>, 3, affine_map<() -> ()>]} : (tensor<4xf32>) -> tensor<4xf32>
  "stablehlo.add"(%6) : (tensor<4xf32>) -> ()
  return %7 : tensor<4xf32>
}

// CHECK-LABEL: func.func @layouts_that_lie_convolution_x2_1x6x6x4_f32(
func.func @layouts_that_lie(%a: tensor<1x8x8x4xf32>, %w: tensor<3x3x4x4xf32>) -> tensor<1x6x6x4xf32> {
  %0 = "stablehlo.convolution"(%a, %w) {dimension_numbers = "[[[[0, 1, 2, 3, 4, 5, 6]x[]->"} : (tensor<1x8x8x4xf32>, tensor<3x3x4x4xf32>) -> tensor<1x6x6x4xf32>
  %1 = "stablehlo.convolution"(%a, %w) {dimension_numbers = "[b, 0, 1, f]x[z, 0, 1, z]->[q, 0, 1, q]"} : (tensor<1x8x8x4xf32>, tensor<3x3x4x4xf32>) -> tensor<1x6x6x4xf32>
  return %1 : tensor<1x6x6x4xf32>
}
// A graph region may hold cycles: every walk back ends.

// CHECK-LABEL: func.func @cycles_mul_div_add_sub_etc_4_f32(
func.func @cycles(%a: tensor<4xf32>) {
  "x.graph"() ({
    %0 = arith.mulf %1, %2 : tensor<4xf32>
    %1 = arith.divf %0, %1 : tensor<4xf32>
    %2 = arith.addf %1, %2 : tensor<4xf32>
    %3 = arith.subf %3, %3 : tensor<4xf32>
    %4 = math.exp %5 : tensor<4xf32>
    %5 = math.log %4 : tensor<4xf32>
    %6 = arith.truncf %7 : tensor<4xf32> to tensor<4xf16>
    %7 = arith.extf %6 : tensor<4xf16> to tensor<4xf32>
    %8 = arith.divf %7, %8 : tensor<4xf32>
    %9 = arith.mulf %8, %9 : tensor<4xf32>
    "x.end"() : () -> ()
  }) : () -> ()
  return
}
