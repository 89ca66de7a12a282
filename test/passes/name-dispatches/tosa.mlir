// Bodies of the tosa dialect: the words that the ops have as linalg, loops in
// the order that they have there.
// RUN: %tracemark-opt %s --pass-pipeline='builtin.module(tracemark-name-dispatches{rename=all tag=false})' | FileCheck %s
// RUN: %tracemark-opt %s --mlir-print-op-generic | %tracemark-opt --allow-unregistered-dialect --pass-pipeline='builtin.module(tracemark-name-dispatches{rename=all tag=false})' | FileCheck %s

// CHECK-LABEL: func.func @mm_batch_matmul_1x4x8x16_f32(
func.func @mm(%a: tensor<1x4x16xf32>, %b: tensor<1x16x8xf32>) -> tensor<1x4x8xf32> {
  %z = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %0 = tosa.matmul %a, %b, %z, %z : (tensor<1x4x16xf32>, tensor<1x16x8xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x8xf32>
  return %0 : tensor<1x4x8xf32>
}

// CHECK-LABEL: func.func @mm_epilogue_batch_matmul_2x4x8x16_f32_bias_relu(
func.func @mm_epilogue(%a: tensor<2x4x16xf32>, %b: tensor<2x16x8xf32>, %c: tensor<1x1x8xf32>) -> tensor<2x4x8xf32> {
  %z = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %0 = tosa.matmul %a, %b, %z, %z : (tensor<2x4x16xf32>, tensor<2x16x8xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<2x4x8xf32>
  %1 = tosa.add %0, %c : (tensor<2x4x8xf32>, tensor<1x1x8xf32>) -> tensor<2x4x8xf32>
  %2 = tosa.clamp %1 {min_val = 0.0 : f32, max_val = 3.40282347E+38 : f32} : (tensor<2x4x8xf32>) -> tensor<2x4x8xf32>
  return %2 : tensor<2x4x8xf32>
}

// CHECK-LABEL: func.func @conv_conv_2d_nhwc_fhwc_1x15x15x16x3x3x8_f32_s2_bias_relu6(
func.func @conv(%a: tensor<1x31x31x8xf32>, %w: tensor<16x3x3x8xf32>, %b: tensor<16xf32>) -> tensor<1x15x15x16xf32> {
  %z = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %0 = tosa.conv2d %a, %w, %b, %z, %z {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 2, 2>} : (tensor<1x31x31x8xf32>, tensor<16x3x3x8xf32>, tensor<16xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x15x15x16xf32>
  %1 = tosa.clamp %0 {min_val = 0.0 : f32, max_val = 6.0 : f32} : (tensor<1x15x15x16xf32>) -> tensor<1x15x15x16xf32>
  return %1 : tensor<1x15x15x16xf32>
}
// A bias that is zero everywhere is none.

// CHECK-LABEL: func.func @no_bias_depthwise_conv_2d_nhwc_hwcm_1x30x30x8x1x3x3_f32_d2x1(
func.func @no_bias(%a: tensor<1x34x32x8xf32>, %w: tensor<3x3x8x1xf32>) -> tensor<1x30x30x8xf32> {
  %z = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %b = "tosa.const"() <{values = dense<0.0> : tensor<8xf32>}> : () -> tensor<8xf32>
  %0 = tosa.depthwise_conv2d %a, %w, %b, %z, %z {acc_type = f32, dilation = array<i64: 2, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x34x32x8xf32>, tensor<3x3x8x1xf32>, tensor<8xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x30x30x8xf32>
  return %0 : tensor<1x30x30x8xf32>
}

// CHECK-LABEL: func.func @pool_pooling_nhwc_max_1x16x16x8x2x2_f32_s2(
func.func @pool(%a: tensor<1x32x32x8xf32>) -> tensor<1x16x16x8xf32> {
  %0 = tosa.max_pool2d %a {kernel = array<i64: 2, 2>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 2, 2>} : (tensor<1x32x32x8xf32>) -> tensor<1x16x16x8xf32>
  return %0 : tensor<1x16x16x8xf32>
}

// CHECK-LABEL: func.func @sum_reduce_sum_4x8_f32(
func.func @sum(%a: tensor<4x8xf32>) -> tensor<4x1xf32> {
  %0 = tosa.reduce_sum %a {axis = 1 : i32} : (tensor<4x8xf32>) -> tensor<4x1xf32>
  return %0 : tensor<4x1xf32>
}

// CHECK-LABEL: func.func @index_reduce_argmax_4x8_f32xi32(
func.func @index(%a: tensor<4x8xf32>) -> tensor<4xi32> {
  %0 = tosa.argmax %a {axis = 1 : i32} : (tensor<4x8xf32>) -> tensor<4xi32>
  return %0 : tensor<4xi32>
}

// CHECK-LABEL: func.func @softmax_softmax_4x8_f32(
func.func @softmax(%a: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %s = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %m = tosa.reduce_max %a {axis = 1 : i32} : (tensor<4x8xf32>) -> tensor<4x1xf32>
  %d = tosa.sub %a, %m : (tensor<4x8xf32>, tensor<4x1xf32>) -> tensor<4x8xf32>
  %e = tosa.exp %d : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %n = tosa.reduce_sum %e {axis = 1 : i32} : (tensor<4x8xf32>) -> tensor<4x1xf32>
  %r = tosa.reciprocal %n : (tensor<4x1xf32>) -> tensor<4x1xf32>
  %q = tosa.mul %e, %r, %s : (tensor<4x8xf32>, tensor<4x1xf32>, tensor<1xi8>) -> tensor<4x8xf32>
  return %q : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @silu_silu_4x8_f32(
func.func @silu(%a: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %s = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %d = tosa.sigmoid %a : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %q = tosa.mul %a, %d, %s : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<1xi8>) -> tensor<4x8xf32>
  return %q : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @chain_add_tanh_4x8_f32(
func.func @chain(%a: tensor<4x8xf32>, %b: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = tosa.add %a, %b : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %1 = tosa.tanh %0 : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return %1 : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @moved_transpose_8x4_f32(
func.func @moved(%a: tensor<4x8xf32>) -> tensor<8x4xf32> {
  %0 = tosa.transpose %a {perms = array<i32: 1, 0>} : (tensor<4x8xf32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}

// CHECK-LABEL: func.func @concat_concat_8x8_f32(
func.func @concat(%a: tensor<4x8xf32>) -> tensor<8x8xf32> {
  %0 = tosa.concat %a, %a {axis = 0 : i32} : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// CHECK-LABEL: func.func @lookup_gather_1x3x8_f32xi32xf32(
func.func @lookup(%a: tensor<1x4x8xf32>, %i: tensor<1x3xi32>) -> tensor<1x3x8xf32> {
  %0 = tosa.gather %a, %i : (tensor<1x4x8xf32>, tensor<1x3xi32>) -> tensor<1x3x8xf32>
  return %0 : tensor<1x3x8xf32>
}
// CHECK-LABEL: func.func @no_reshape(
func.func @no_reshape(%a: tensor<4x8xf32>) -> tensor<32xf32> {
  %s = tosa.const_shape {values = dense<32> : tensor<1xindex>} : () -> !tosa.shape<1>
  %0 = tosa.reshape %a, %s : (tensor<4x8xf32>, !tosa.shape<1>) -> tensor<32xf32>
  return %0 : tensor<32xf32>
}
