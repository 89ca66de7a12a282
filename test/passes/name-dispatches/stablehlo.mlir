// Bodies of stablehlo, which stock hosts do not know: by name, attributes'
// text and shapes.
// RUN: %tracemark-opt %s --allow-unregistered-dialect --pass-pipeline='builtin.module(tracemark-name-dispatches{rename=all tag=false})' | FileCheck %s

// CHECK-LABEL: func.func @mm_matmul_4x8x16_f32(
func.func @mm(%a: tensor<4x16xf32>, %b: tensor<16x8xf32>) -> tensor<4x8xf32> {
  %0 = "stablehlo.dot_general"(%a, %b) {dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>} : (tensor<4x16xf32>, tensor<16x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @scores_batch_matmul_nt_12x128x128x64_f16xf16xf32(
func.func @scores(%a: tensor<12x128x64xf16>, %b: tensor<12x128x64xf16>) -> tensor<12x128x128xf32> {
  %0 = "stablehlo.dot_general"(%a, %b) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2]>} : (tensor<12x128x64xf16>, tensor<12x128x64xf16>) -> tensor<12x128x128xf32>
  return %0 : tensor<12x128x128xf32>
}

// CHECK-LABEL: func.func @gradient_matmul_tn_16x8xD_f32(
func.func @gradient(%a: tensor<?x16xf32>, %b: tensor<?x8xf32>) -> tensor<16x8xf32> {
  %0 = "stablehlo.dot_general"(%a, %b) {dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [0], rhs_contracting_dimensions = [0]>} : (tensor<?x16xf32>, tensor<?x8xf32>) -> tensor<16x8xf32>
  return %0 : tensor<16x8xf32>
}

// CHECK-LABEL: func.func @three_dims_contract_4x5x8x16_f32(
func.func @three_dims(%a: tensor<4x5x16xf32>, %b: tensor<16x8xf32>) -> tensor<4x5x8xf32> {
  %0 = "stablehlo.dot_general"(%a, %b) {dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [0]>} : (tensor<4x5x16xf32>, tensor<16x8xf32>) -> tensor<4x5x8xf32>
  return %0 : tensor<4x5x8xf32>
}

// CHECK-LABEL: func.func @vectors_dot_16_f32(
func.func @vectors(%a: tensor<16xf32>, %b: tensor<16xf32>) -> tensor<f32> {
  %0 = "stablehlo.dot"(%a, %b) : (tensor<16xf32>, tensor<16xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// CHECK-LABEL: func.func @dense_matmul_4x8x16_f32_bias_relu(
func.func @dense(%a: tensor<4x16xf32>, %b: tensor<16x8xf32>, %c: tensor<8xf32>) -> tensor<4x8xf32> {
  %z = "stablehlo.constant"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
  %zb = "stablehlo.broadcast_in_dim"(%z) {broadcast_dimensions = array<i64>} : (tensor<f32>) -> tensor<4x8xf32>
  %cb = "stablehlo.broadcast_in_dim"(%c) {broadcast_dimensions = array<i64: 1>} : (tensor<8xf32>) -> tensor<4x8xf32>
  %0 = "stablehlo.dot"(%a, %b) : (tensor<4x16xf32>, tensor<16x8xf32>) -> tensor<4x8xf32>
  %1 = "stablehlo.add"(%0, %cb) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %2 = "stablehlo.maximum"(%1, %zb) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return %2 : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @conv_conv_2d_nhwc_hwcf_1x14x14x16x3x3x8_f32_s2(
func.func @conv(%a: tensor<1x30x30x8xf32>, %w: tensor<3x3x8x16xf32>) -> tensor<1x14x14x16xf32> {
  %0 = "stablehlo.convolution"(%a, %w) {dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, window_strides = array<i64: 2, 2>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x30x30x8xf32>, tensor<3x3x8x16xf32>) -> tensor<1x14x14x16xf32>
  return %0 : tensor<1x14x14x16xf32>
}

// CHECK-LABEL: func.func @depthwise_depthwise_conv_2d_nchw_fchw_1x28x28x8x3x3x1_f32(
func.func @depthwise(%a: tensor<1x8x30x30xf32>, %w: tensor<8x1x3x3xf32>) -> tensor<1x8x28x28xf32> {
  %0 = "stablehlo.convolution"(%a, %w) {dimension_numbers = #stablehlo.conv<[b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1]>, feature_group_count = 8 : i64, batch_group_count = 1 : i64} : (tensor<1x8x30x30xf32>, tensor<8x1x3x3xf32>) -> tensor<1x8x28x28xf32>
  return %0 : tensor<1x8x28x28xf32>
}

// CHECK-LABEL: func.func @rows_reduce_max_4x8_f32(
func.func @rows(%a: tensor<4x8xf32>, %i: tensor<f32>) -> tensor<4xf32> {
  %0 = "stablehlo.reduce"(%a, %i) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %m = "stablehlo.maximum"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%m) : (tensor<f32>) -> ()
  }) {dimensions = array<i64: 1>} : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @gelu_gelu_4x8_f32(
func.func @gelu(%a: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %h = "stablehlo.constant"() {value = dense<0.5> : tensor<4x8xf32>} : () -> tensor<4x8xf32>
  %one = "stablehlo.constant"() {value = dense<1.0> : tensor<4x8xf32>} : () -> tensor<4x8xf32>
  %c = "stablehlo.constant"() {value = dense<0.707106769> : tensor<4x8xf32>} : () -> tensor<4x8xf32>
  %0 = "stablehlo.multiply"(%a, %h) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %1 = "stablehlo.multiply"(%a, %c) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %2 = "chlo.erf"(%1) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %3 = "stablehlo.add"(%2, %one) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %4 = "stablehlo.multiply"(%0, %3) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return %4 : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @looked_up_gather_3x8_f32xi32xf32(
func.func @looked_up(%a: tensor<4x8xf32>, %i: tensor<3xi32>) -> tensor<3x8xf32> {
  %0 = "stablehlo.gather"(%a, %i) {indices_are_sorted = false} : (tensor<4x8xf32>, tensor<3xi32>) -> tensor<3x8xf32>
  return %0 : tensor<3x8xf32>
}
// Attributes that say nothing, shapes that are not known.

// CHECK-LABEL: func.func @odd_contract_f32(
func.func @odd(%a: tensor<*xf32>, %b: tensor<16x8xf32>) -> tensor<*xf32> {
  %0 = "stablehlo.dot_general"(%a, %b) {dot_dimension_numbers = "none"} : (tensor<*xf32>, tensor<16x8xf32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}
