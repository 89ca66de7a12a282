// A convolution or pool has the name of the named op, also as a generic.
// RUN: %tracemark-opt %s --pass-pipeline='builtin.module(tracemark-name-dispatches{rename=all tag=false})' | FileCheck %s
// RUN: %tracemark-opt %s --pass-pipeline='builtin.module(linalg-generalize-named-ops,tracemark-name-dispatches{rename=all tag=false})' | FileCheck %s

// CHECK-LABEL: func.func @a_conv_1d_nwc_wcf_1x8x8x3x4_f32(
func.func @a(%i: tensor<1x10x4xf32>, %k: tensor<3x4x8xf32>, %o: tensor<1x8x8xf32>) -> tensor<1x8x8xf32> {
  %0 = linalg.conv_1d_nwc_wcf ins(%i, %k : tensor<1x10x4xf32>, tensor<3x4x8xf32>) outs(%o : tensor<1x8x8xf32>) -> tensor<1x8x8xf32>
  return %0 : tensor<1x8x8xf32>
}

// CHECK-LABEL: func.func @b_conv_2d_nchw_fchw_1x8x7x4x3x3x2_f32_s1x2(
func.func @b(%i: tensor<1x3x9x9xf32>, %k: tensor<8x3x3x2xf32>, %o: tensor<1x8x7x4xf32>) -> tensor<1x8x7x4xf32> {
  %0 = linalg.conv_2d_nchw_fchw {strides = dense<[1, 2]> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>} ins(%i, %k : tensor<1x3x9x9xf32>, tensor<8x3x3x2xf32>) outs(%o : tensor<1x8x7x4xf32>) -> tensor<1x8x7x4xf32>
  return %0 : tensor<1x8x7x4xf32>
}

// CHECK-LABEL: func.func @c_conv_3d_ndhwc_dhwcf_1x6x6x6x8x3x3x3x4_f16xf16xf32_d2(
func.func @c(%i: tensor<1x10x10x10x4xf16>, %k: tensor<3x3x3x4x8xf16>, %o: tensor<1x6x6x6x8xf32>) -> tensor<1x6x6x6x8xf32> {
  %0 = linalg.conv_3d_ndhwc_dhwcf {dilations = dense<2> : tensor<3xi64>} ins(%i, %k : tensor<1x10x10x10x4xf16>, tensor<3x3x3x4x8xf16>) outs(%o : tensor<1x6x6x6x8xf32>) -> tensor<1x6x6x6x8xf32>
  return %0 : tensor<1x6x6x6x8xf32>
}

// CHECK-LABEL: func.func @d_depthwise_conv_2d_nhwc_hwcm_1x8x8x4x2x3x3_f32(
func.func @d(%i: tensor<1x10x10x4xf32>, %k: tensor<3x3x4x2xf32>, %o: tensor<1x8x8x4x2xf32>) -> tensor<1x8x8x4x2xf32> {
  %0 = linalg.depthwise_conv_2d_nhwc_hwcm ins(%i, %k : tensor<1x10x10x4xf32>, tensor<3x3x4x2xf32>) outs(%o : tensor<1x8x8x4x2xf32>) -> tensor<1x8x8x4x2xf32>
  return %0 : tensor<1x8x8x4x2xf32>
}

// CHECK-LABEL: func.func @e_depthwise_conv_2d_nchw_chw_1x8x8x4x3x3_f32(
func.func @e(%i: tensor<1x4x10x10xf32>, %k: tensor<4x3x3xf32>, %o: tensor<1x4x8x8xf32>) -> tensor<1x4x8x8xf32> {
  %0 = linalg.depthwise_conv_2d_nchw_chw ins(%i, %k : tensor<1x4x10x10xf32>, tensor<4x3x3xf32>) outs(%o : tensor<1x4x8x8xf32>) -> tensor<1x4x8x8xf32>
  return %0 : tensor<1x4x8x8xf32>
}

// CHECK-LABEL: func.func @f_pooling_nchw_sum_1x4x8x8x3x3_f32(
func.func @f(%i: tensor<1x4x10x10xf32>, %k: tensor<3x3xf32>, %o: tensor<1x4x8x8xf32>) -> tensor<1x4x8x8xf32> {
  %0 = linalg.pooling_nchw_sum ins(%i, %k : tensor<1x4x10x10xf32>, tensor<3x3xf32>) outs(%o : tensor<1x4x8x8xf32>) -> tensor<1x4x8x8xf32>
  return %0 : tensor<1x4x8x8xf32>
}

// CHECK-LABEL: func.func @g_pooling_nhwc_min_1x4x4x4x3x3_f32_s2(
func.func @g(%i: tensor<1x10x10x4xf32>, %k: tensor<3x3xf32>, %o: tensor<1x4x4x4xf32>) -> tensor<1x4x4x4xf32> {
  %0 = linalg.pooling_nhwc_min {strides = dense<2> : vector<2xi64>} ins(%i, %k : tensor<1x10x10x4xf32>, tensor<3x3xf32>) outs(%o : tensor<1x4x4x4xf32>) -> tensor<1x4x4x4xf32>
  return %0 : tensor<1x4x4x4xf32>
}

// CHECK-LABEL: func.func @h_conv_2d_8x8x3x3_f32(
func.func @h(%i: tensor<10x10xf32>, %k: tensor<3x3xf32>, %o: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = linalg.conv_2d ins(%i, %k : tensor<10x10xf32>, tensor<3x3xf32>) outs(%o : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// CHECK-LABEL: func.func @i_conv_2d_ngchw_gfchw_1x4x8x8x8x2x3x3_f32(
func.func @i(%i: tensor<1x4x2x10x10xf32>, %k: tensor<4x8x2x3x3xf32>, %o: tensor<1x4x8x8x8xf32>) -> tensor<1x4x8x8x8xf32> {
  %0 = linalg.conv_2d_ngchw_gfchw ins(%i, %k : tensor<1x4x2x10x10xf32>, tensor<4x8x2x3x3xf32>) outs(%o : tensor<1x4x8x8x8xf32>) -> tensor<1x4x8x8x8xf32>
  return %0 : tensor<1x4x8x8x8xf32>
}

// CHECK-LABEL: func.func @j_pooling_nwc_max_1x8x4x3_f32(
func.func @j(%i: tensor<1x10x4xf32>, %k: tensor<3xf32>, %o: tensor<1x8x4xf32>) -> tensor<1x8x4xf32> {
  %0 = linalg.pooling_nwc_max ins(%i, %k : tensor<1x10x4xf32>, tensor<3xf32>) outs(%o : tensor<1x8x4xf32>) -> tensor<1x8x4xf32>
  return %0 : tensor<1x8x4xf32>
}

// CHECK-LABEL: func.func @k_conv_2d_nhwc_hwcf_DxDxDxDx3x3x4_f32(
func.func @k(%i: memref<?x?x?x4xf32>, %k: memref<3x3x4x?xf32>, %o: memref<?x?x?x?xf32>) {
  linalg.conv_2d_nhwc_hwcf ins(%i, %k : memref<?x?x?x4xf32>, memref<3x3x4x?xf32>) outs(%o : memref<?x?x?x?xf32>)
  return
}

// CHECK-LABEL: func.func @l_pooling_ndhwc_max_1x8x8x8x4x3x3x3_f32(
func.func @l(%i: tensor<1x10x10x10x4xf32>, %k: tensor<3x3x3xf32>, %o: tensor<1x8x8x8x4xf32>) -> tensor<1x8x8x8x4xf32> {
  %0 = linalg.pooling_ndhwc_max ins(%i, %k : tensor<1x10x10x10x4xf32>, tensor<3x3x3xf32>) outs(%o : tensor<1x8x8x8x4xf32>) -> tensor<1x8x8x8x4xf32>
  return %0 : tensor<1x8x8x8x4xf32>
}

// Squared distances in a window are no convolution.

// CHECK-LABEL: func.func @no_conv_distance_reduce_sumsq_1x8x8x8x3x3x4_f32(
func.func @no_conv_distance(%x: tensor<1x10x10x4xf32>, %w: tensor<3x3x4x8xf32>, %o: tensor<1x8x8x8xf32>) -> tensor<1x8x8x8xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(n, h, w, f, x, y, c) -> (n, h + x, w + y, c)>, affine_map<(n, h, w, f, x, y, c) -> (x, y, c, f)>, affine_map<(n, h, w, f, x, y, c) -> (n, h, w, f)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]} ins(%x, %w : tensor<1x10x10x4xf32>, tensor<3x3x4x8xf32>) outs(%o : tensor<1x8x8x8xf32>) {
  ^bb0(%a: f32, %b: f32, %s: f32):
    %d = arith.subf %a, %b : f32
    %p = arith.mulf %d, %d : f32
    %t = arith.addf %p, %s : f32
    linalg.yield %t : f32
  } -> tensor<1x8x8x8xf32>
  return %0 : tensor<1x8x8x8xf32>
}

// CHECK-LABEL: func.func @grouped_conv_2d_ngchw_gfchw_1x2x8x8x8x4x3x3_f32(
func.func @grouped(%x: memref<1x2x4x10x10xf32>, %w: memref<2x8x4x3x3xf32>, %o: memref<1x2x8x8x8xf32>) {
  linalg.generic {indexing_maps = [affine_map<(n, g, f, h, w, c, x, y) -> (n, g, c, h + x, w + y)>, affine_map<(n, g, f, h, w, c, x, y) -> (g, f, c, x, y)>, affine_map<(n, g, f, h, w, c, x, y) -> (n, g, f, h, w)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]} ins(%x, %w : memref<1x2x4x10x10xf32>, memref<2x8x4x3x3xf32>) outs(%o : memref<1x2x8x8x8xf32>) {
  ^bb0(%a: f32, %b: f32, %s: f32):
    %p = arith.mulf %a, %b : f32
    %t = arith.addf %p, %s : f32
    linalg.yield %t : f32
  }
  return
}

// CHECK-LABEL: func.func @zero_points_conv_2d_nhwc_hwcf_q_1x8x8x8x3x3x4_i8xi8xi32(
func.func @zero_points(%x: tensor<1x10x10x4xi8>, %w: tensor<3x3x4x8xi8>, %o: tensor<1x8x8x8xi32>) -> tensor<1x8x8x8xi32> {
  %z = arith.constant 3 : i32
  %0 = linalg.generic {indexing_maps = [affine_map<(n, h, w, f, x, y, c) -> (n, h + x, w + y, c)>, affine_map<(n, h, w, f, x, y, c) -> (x, y, c, f)>, affine_map<(n, h, w, f, x, y, c) -> (n, h, w, f)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]} ins(%x, %w : tensor<1x10x10x4xi8>, tensor<3x3x4x8xi8>) outs(%o : tensor<1x8x8x8xi32>) {
  ^bb0(%a: i8, %b: i8, %s: i32):
    %a0 = arith.extsi %a : i8 to i32
    %a1 = arith.subi %a0, %z : i32
    %b0 = arith.extsi %b : i8 to i32
    %p = arith.muli %a1, %b0 : i32
    %t = arith.addi %p, %s : i32
    linalg.yield %t : i32
  } -> tensor<1x8x8x8xi32>
  return %0 : tensor<1x8x8x8xi32>
}

// CHECK-LABEL: func.func @patches_im2col_1x8x8x3x3x4_f32(
func.func @patches(%x: tensor<1x10x10x4xf32>, %o: tensor<1x8x8x3x3x4xf32>) -> tensor<1x8x8x3x3x4xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(n, h, w, x, y, c) -> (n, h + x, w + y, c)>, affine_map<(n, h, w, x, y, c) -> (n, h, w, x, y, c)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%x : tensor<1x10x10x4xf32>) outs(%o : tensor<1x8x8x3x3x4xf32>) {
  ^bb0(%a: f32, %s: f32):
    linalg.yield %a : f32
  } -> tensor<1x8x8x3x3x4xf32>
  return %0 : tensor<1x8x8x3x3x4xf32>
}

// CHECK-LABEL: func.func @dilated_buffer_conv_2d_nhwc_hwcf_1x15x15x8x3x3x4_f32_s2x1_d2(
func.func @dilated_buffer(%x: memref<1x34x34x4xf32>, %w: memref<3x3x4x8xf32>, %o: memref<1x15x15x8xf32>) {
  linalg.conv_2d_nhwc_hwcf {strides = dense<[2, 1]> : tensor<2xi64>, dilations = dense<2> : tensor<2xi64>} ins(%x, %w : memref<1x34x34x4xf32>, memref<3x3x4x8xf32>) outs(%o : memref<1x15x15x8xf32>)
  return
}

// Windows of one element: strides alone tell a convolution from a contraction.

// CHECK-LABEL: func.func @strided_conv_2d_chw_fc_4x4x4x16_f32_s2(
func.func @strided(%x: tensor<16x8x8xf32>, %w: tensor<4x16xf32>, %o: tensor<4x4x4xf32>) -> tensor<4x4x4xf32> {
  %r = linalg.generic {indexing_maps = [affine_map<(f, h, w, k) -> (k, h * 2, w * 2)>, affine_map<(f, h, w, k) -> (f, k)>, affine_map<(f, h, w, k) -> (f, h, w)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%x, %w : tensor<16x8x8xf32>, tensor<4x16xf32>) outs(%o : tensor<4x4x4xf32>) {
  ^bb0(%a: f32, %b: f32, %s: f32):
    %m = arith.mulf %a, %b : f32
    %t = arith.addf %s, %m : f32
    linalg.yield %t : f32
  } -> tensor<4x4x4xf32>
  return %r : tensor<4x4x4xf32>
}

// CHECK-LABEL: func.func @strided_batch_conv_2d_nhwc_cf_2x4x4x8x16_f16_s2(
func.func @strided_batch(%x: memref<2x8x8x16xf16>, %w: memref<16x8xf16>, %o: memref<2x4x4x8xf16>) {
  linalg.generic {indexing_maps = [affine_map<(n, h, w, f, c) -> (n, h * 2, w * 2, c)>, affine_map<(n, h, w, f, c) -> (c, f)>, affine_map<(n, h, w, f, c) -> (n, h, w, f)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%x, %w : memref<2x8x8x16xf16>, memref<16x8xf16>) outs(%o : memref<2x4x4x8xf16>) {
  ^bb0(%a: f16, %b: f16, %s: f16):
    %m = arith.mulf %a, %b : f16
    %t = arith.addf %s, %m : f16
    linalg.yield %t : f16
  }
  return
}

// CHECK-LABEL: func.func @strided_once_conv_2d_nchw_fc_Dx8x4x8x16_f32_s2x1(
func.func @strided_once(%x: tensor<?x16x8x8xf32>, %w: tensor<8x16xf32>, %o: tensor<?x8x4x8xf32>) -> tensor<?x8x4x8xf32> {
  %r = linalg.generic {indexing_maps = [affine_map<(n, f, h, w, c) -> (n, c, h * 2, w)>, affine_map<(n, f, h, w, c) -> (f, c)>, affine_map<(n, f, h, w, c) -> (n, f, h, w)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%x, %w : tensor<?x16x8x8xf32>, tensor<8x16xf32>) outs(%o : tensor<?x8x4x8xf32>) {
  ^bb0(%a: f32, %b: f32, %s: f32):
    %m = arith.mulf %a, %b : f32
    %t = arith.addf %s, %m : f32
    linalg.yield %t : f32
  } -> tensor<?x8x4x8xf32>
  return %r : tensor<?x8x4x8xf32>
}

// CHECK-LABEL: func.func @strided_filter_first_conv_3d_ncdhw_fc_1x8x2x2x2x4_f32_s3(
func.func @strided_filter_first(%x: tensor<8x4xf32>, %w: tensor<1x4x4x4x4xf32>, %o: tensor<1x8x2x2x2xf32>) -> tensor<1x8x2x2x2xf32> {
  %r = linalg.generic {indexing_maps = [affine_map<(n, f, d, h, w, c) -> (f, c)>, affine_map<(n, f, d, h, w, c) -> (n, c, d * 3, h * 3, w * 3)>, affine_map<(n, f, d, h, w, c) -> (n, f, d, h, w)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%x, %w : tensor<8x4xf32>, tensor<1x4x4x4x4xf32>) outs(%o : tensor<1x8x2x2x2xf32>) {
  ^bb0(%a: f32, %b: f32, %s: f32):
    %m = arith.mulf %a, %b : f32
    %t = arith.addf %s, %m : f32
    linalg.yield %t : f32
  } -> tensor<1x8x2x2x2xf32>
  return %r : tensor<1x8x2x2x2xf32>
}

// CHECK-LABEL: func.func @strided_groups_conv_2d_ngchw_gfc_1x2x8x4x4x16_f32_s2(
func.func @strided_groups(%x: tensor<1x2x16x8x8xf32>, %w: tensor<2x8x16xf32>, %o: tensor<1x2x8x4x4xf32>) -> tensor<1x2x8x4x4xf32> {
  %r = linalg.generic {indexing_maps = [affine_map<(n, g, f, h, w, c) -> (n, g, c, h * 2, w * 2)>, affine_map<(n, g, f, h, w, c) -> (g, f, c)>, affine_map<(n, g, f, h, w, c) -> (n, g, f, h, w)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%x, %w : tensor<1x2x16x8x8xf32>, tensor<2x8x16xf32>) outs(%o : tensor<1x2x8x4x4xf32>) {
  ^bb0(%a: f32, %b: f32, %s: f32):
    %m = arith.mulf %a, %b : f32
    %t = arith.addf %s, %m : f32
    linalg.yield %t : f32
  } -> tensor<1x2x8x4x4xf32>
  return %r : tensor<1x2x8x4x4xf32>
}

// CHECK-LABEL: func.func @strided_zero_point_conv_1d_nwc_cf_q_1x4x8x16_i8xi8xi32_s4(
func.func @strided_zero_point(%x: tensor<1x16x16xi8>, %w: tensor<16x8xi8>, %o: tensor<1x4x8xi32>) -> tensor<1x4x8xi32> {
  %r = linalg.generic {indexing_maps = [affine_map<(n, w, f, c) -> (n, w * 4, c)>, affine_map<(n, w, f, c) -> (c, f)>, affine_map<(n, w, f, c) -> (n, w, f)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%x, %w : tensor<1x16x16xi8>, tensor<16x8xi8>) outs(%o : tensor<1x4x8xi32>) {
  ^bb0(%a: i8, %b: i8, %s: i32):
    %z = arith.constant 3 : i32
    %p = arith.extsi %a : i8 to i32
    %u = arith.subi %p, %z : i32
    %v = arith.extsi %b : i8 to i32
    %m = arith.muli %u, %v : i32
    %t = arith.addi %m, %s : i32
    linalg.yield %t : i32
  } -> tensor<1x4x8xi32>
  return %r : tensor<1x4x8xi32>
}

// A diagonal, and channels read in steps, are none.

// CHECK-LABEL: func.func @diagonal_contract_4x8x16_f32(
func.func @diagonal(%x: tensor<16x8x8xf32>, %w: tensor<4x16xf32>, %o: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %r = linalg.generic {indexing_maps = [affine_map<(f, h, k) -> (k, h, h)>, affine_map<(f, h, k) -> (f, k)>, affine_map<(f, h, k) -> (f, h)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x, %w : tensor<16x8x8xf32>, tensor<4x16xf32>) outs(%o : tensor<4x8xf32>) {
  ^bb0(%a: f32, %b: f32, %s: f32):
    %m = arith.mulf %a, %b : f32
    %t = arith.addf %s, %m : f32
    linalg.yield %t : f32
  } -> tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @strided_channels_contract_4x8x16_f32(
func.func @strided_channels(%x: tensor<32x8xf32>, %w: tensor<4x16xf32>, %o: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %r = linalg.generic {indexing_maps = [affine_map<(f, w, c) -> (c * 2, w)>, affine_map<(f, w, c) -> (f, c)>, affine_map<(f, w, c) -> (f, w)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x, %w : tensor<32x8xf32>, tensor<4x16xf32>) outs(%o : tensor<4x8xf32>) {
  ^bb0(%a: f32, %b: f32, %s: f32):
    %m = arith.mulf %a, %b : f32
    %t = arith.addf %s, %m : f32
    linalg.yield %t : f32
  } -> tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}

// Convolutions that MLIR does not infer: a window in one dimension alone, the
// filter first.

// CHECK-LABEL: func.func @rect_conv_2d_nhwc_wcf_1x4x14x8x3x4_f32_s2x1(
func.func @rect(%x: tensor<1x8x16x4xf32>, %w: tensor<3x4x8xf32>, %o: tensor<1x4x14x8xf32>) -> tensor<1x4x14x8xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(n, h, w, f, y, c) -> (n, h*2, w + y, c)>, affine_map<(n, h, w, f, y, c) -> (y, c, f)>, affine_map<(n, h, w, f, y, c) -> (n, h, w, f)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction"]} ins(%x, %w : tensor<1x8x16x4xf32>, tensor<3x4x8xf32>) outs(%o : tensor<1x4x14x8xf32>) {
  ^bb0(%a: f32, %b: f32, %s: f32):
    %p = arith.mulf %a, %b : f32
    %t = arith.addf %p, %s : f32
    linalg.yield %t : f32
  } -> tensor<1x4x14x8xf32>
  return %0 : tensor<1x4x14x8xf32>
}

// CHECK-LABEL: func.func @filter_first_conv_2d_nhwc_hwcf_1x8x8x8x3x3x4_f32(
func.func @filter_first(%w: tensor<3x3x4x8xf32>, %x: tensor<1x10x10x4xf32>, %o: tensor<1x8x8x8xf32>) -> tensor<1x8x8x8xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(n, h, w, f, x, y, c) -> (x, y, c, f)>, affine_map<(n, h, w, f, x, y, c) -> (n, h + x, w + y, c)>, affine_map<(n, h, w, f, x, y, c) -> (n, h, w, f)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]} ins(%w, %x : tensor<3x3x4x8xf32>, tensor<1x10x10x4xf32>) outs(%o : tensor<1x8x8x8xf32>) {
  ^bb0(%a: f32, %b: f32, %s: f32):
    %p = arith.mulf %a, %b : f32
    %t = arith.addf %p, %s : f32
    linalg.yield %t : f32
  } -> tensor<1x8x8x8xf32>
  return %0 : tensor<1x8x8x8xf32>
}

// CHECK-LABEL: func.func @filter_first_depthwise_depthwise_conv_2d_nhwc_hwcm_1x4x4x4x2x3x3_f32_s2_d1x2(
func.func @filter_first_depthwise(%w: memref<3x3x4x2xf32>, %x: memref<1x10x12x4xf32>, %o: memref<1x4x4x4x2xf32>) {
  linalg.generic {indexing_maps = [affine_map<(n, h, w, c, m, x, y) -> (x, y, c, m)>, affine_map<(n, h, w, c, m, x, y) -> (n, x + h * 2, w * 2 + y * 2, c)>, affine_map<(n, h, w, c, m, x, y) -> (n, h, w, c, m)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "reduction", "reduction"]} ins(%w, %x : memref<3x3x4x2xf32>, memref<1x10x12x4xf32>) outs(%o : memref<1x4x4x4x2xf32>) {
  ^bb0(%a: f32, %b: f32, %s: f32):
    %p = arith.mulf %a, %b : f32
    %t = arith.addf %p, %s : f32
    linalg.yield %t : f32
  }
  return
}

// A pool that divides its sum by the size of the window averages.
// CHECK-LABEL: func.func @average_pooling_nhwc_avg_1x5x5x4x2x2_f32_s2(
func.func @average(%x: tensor<1x10x10x4xf32>, %k: tensor<2x2xf32>, %o: tensor<1x5x5x4xf32>) -> tensor<1x5x5x4xf32> {
  %z = arith.constant 0.0 : f32
  %n = arith.constant 4.0 : f32
  %f = linalg.fill ins(%z : f32) outs(%o : tensor<1x5x5x4xf32>) -> tensor<1x5x5x4xf32>
  %0 = linalg.pooling_nhwc_sum {strides = dense<2> : tensor<2xi64>} ins(%x, %k : tensor<1x10x10x4xf32>, tensor<2x2xf32>) outs(%f : tensor<1x5x5x4xf32>) -> tensor<1x5x5x4xf32>
  %1 = linalg.map ins(%0 : tensor<1x5x5x4xf32>) outs(%o : tensor<1x5x5x4xf32>) (%a: f32, %y: f32) {
    %m = arith.divf %a, %n : f32
    linalg.yield %m : f32
  }
  return %1 : tensor<1x5x5x4xf32>
}

// CHECK-LABEL: func.func @no_average_pooling_nhwc_sum_1x5x5x4x2x2_f32_s2_div(
func.func @no_average(%x: tensor<1x10x10x4xf32>, %k: tensor<2x2xf32>, %o: tensor<1x5x5x4xf32>) -> tensor<1x5x5x4xf32> {
  %z = arith.constant 0.0 : f32
  %n = arith.constant 5.0 : f32
  %f = linalg.fill ins(%z : f32) outs(%o : tensor<1x5x5x4xf32>) -> tensor<1x5x5x4xf32>
  %0 = linalg.pooling_nhwc_sum {strides = dense<2> : tensor<2xi64>} ins(%x, %k : tensor<1x10x10x4xf32>, tensor<2x2xf32>) outs(%f : tensor<1x5x5x4xf32>) -> tensor<1x5x5x4xf32>
  %1 = linalg.map ins(%0 : tensor<1x5x5x4xf32>) outs(%o : tensor<1x5x5x4xf32>) (%a: f32, %y: f32) {
    %m = arith.divf %a, %n : f32
    linalg.yield %m : f32
  }
  return %1 : tensor<1x5x5x4xf32>
}
