// Programs that differ only in constants have one name but for the base, and
// hashes that tell them apart: the first and the last are equal, the one in
// between is another. More inputs of the kind of cases/weights_differ.mlir.
// RUN: %tracemark-opt %s --pass-pipeline='builtin.module(tracemark-name-dispatches{rename=all})' | FileCheck %s

// A number in a body, tensors.
// CHECK: func.func @scale0_mul_4x8_f32(
// CHECK-SAME: hash=[[$SCALE:[0-9a-f]+]]"
// CHECK: func.func @scale1_mul_4x8_f32(
// CHECK-NOT: hash=[[$SCALE]]
// CHECK: func.func @scale2_mul_4x8_f32(
// CHECK-SAME: hash=[[$SCALE]]"
func.func @scale0(%a: tensor<4x8xf32>, %o: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %c = arith.constant 0.5 : f32
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%a : tensor<4x8xf32>) outs(%o : tensor<4x8xf32>) {
  ^bb0(%x: f32, %y: f32):
    %m = arith.mulf %x, %c : f32
    linalg.yield %m : f32
  } -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}
func.func @scale1(%a: tensor<4x8xf32>, %o: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %c = arith.constant 0.25 : f32
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%a : tensor<4x8xf32>) outs(%o : tensor<4x8xf32>) {
  ^bb0(%x: f32, %y: f32):
    %m = arith.mulf %x, %c : f32
    linalg.yield %m : f32
  } -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}
func.func @scale2(%a: tensor<4x8xf32>, %o: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %c = arith.constant 0.5 : f32
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%a : tensor<4x8xf32>) outs(%o : tensor<4x8xf32>) {
  ^bb0(%x: f32, %y: f32):
    %m = arith.mulf %x, %c : f32
    linalg.yield %m : f32
  } -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// Weights in globals, memrefs.
// CHECK: func.func @buffer0_matmul_2x2x2_f16(
// CHECK-SAME: hash=[[$BUFFER:[0-9a-f]+]]"
// CHECK: func.func @buffer1_matmul_2x2x2_f16(
// CHECK-NOT: hash=[[$BUFFER]]
// CHECK: func.func @buffer2_matmul_2x2x2_f16(
// CHECK-SAME: hash=[[$BUFFER]]"
memref.global "private" constant @g0 : memref<2x2xf16> = dense<[[1.0, 2.0], [3.0, 4.0]]>
memref.global "private" constant @g1 : memref<2x2xf16> = dense<[[1.0, 2.0], [3.0, 5.0]]>
memref.global "private" constant @g2 : memref<2x2xf16> = dense<[[1.0, 2.0], [3.0, 4.0]]>
func.func @buffer0(%a: memref<2x2xf16>, %o: memref<2x2xf16>) {
  %w = memref.get_global @g0 : memref<2x2xf16>
  linalg.matmul ins(%a, %w : memref<2x2xf16>, memref<2x2xf16>) outs(%o : memref<2x2xf16>)
  return
}
func.func @buffer1(%a: memref<2x2xf16>, %o: memref<2x2xf16>) {
  %w = memref.get_global @g1 : memref<2x2xf16>
  linalg.matmul ins(%a, %w : memref<2x2xf16>, memref<2x2xf16>) outs(%o : memref<2x2xf16>)
  return
}
func.func @buffer2(%a: memref<2x2xf16>, %o: memref<2x2xf16>) {
  %w = memref.get_global @g2 : memref<2x2xf16>
  linalg.matmul ins(%a, %w : memref<2x2xf16>, memref<2x2xf16>) outs(%o : memref<2x2xf16>)
  return
}

// Resources, a named convolution with a bias.
// CHECK: func.func @blob0_conv_2d_nhwc_hwcf_1x4x4x2x1x1x1_f32_bias(
// CHECK-SAME: hash=[[$BLOB:[0-9a-f]+]]"
// CHECK: func.func @blob1_conv_2d_nhwc_hwcf_1x4x4x2x1x1x1_f32_bias(
// CHECK-NOT: hash=[[$BLOB]]
// CHECK: func.func @blob2_conv_2d_nhwc_hwcf_1x4x4x2x1x1x1_f32_bias(
// CHECK-SAME: hash=[[$BLOB]]"
func.func @blob0(%x: tensor<1x4x4x1xf32>, %b: tensor<2xf32>, %o: tensor<1x4x4x2xf32>) -> tensor<1x4x4x2xf32> {
  %w = arith.constant dense_resource<blob0> : tensor<1x1x1x2xf32>
  %i = linalg.broadcast ins(%b : tensor<2xf32>) outs(%o : tensor<1x4x4x2xf32>) dimensions = [0, 1, 2]
  %0 = linalg.conv_2d_nhwc_hwcf ins(%x, %w : tensor<1x4x4x1xf32>, tensor<1x1x1x2xf32>) outs(%i : tensor<1x4x4x2xf32>) -> tensor<1x4x4x2xf32>
  return %0 : tensor<1x4x4x2xf32>
}
func.func @blob1(%x: tensor<1x4x4x1xf32>, %b: tensor<2xf32>, %o: tensor<1x4x4x2xf32>) -> tensor<1x4x4x2xf32> {
  %w = arith.constant dense_resource<blob1> : tensor<1x1x1x2xf32>
  %i = linalg.broadcast ins(%b : tensor<2xf32>) outs(%o : tensor<1x4x4x2xf32>) dimensions = [0, 1, 2]
  %0 = linalg.conv_2d_nhwc_hwcf ins(%x, %w : tensor<1x4x4x1xf32>, tensor<1x1x1x2xf32>) outs(%i : tensor<1x4x4x2xf32>) -> tensor<1x4x4x2xf32>
  return %0 : tensor<1x4x4x2xf32>
}
func.func @blob2(%x: tensor<1x4x4x1xf32>, %b: tensor<2xf32>, %o: tensor<1x4x4x2xf32>) -> tensor<1x4x4x2xf32> {
  %w = arith.constant dense_resource<blob2> : tensor<1x1x1x2xf32>
  %i = linalg.broadcast ins(%b : tensor<2xf32>) outs(%o : tensor<1x4x4x2xf32>) dimensions = [0, 1, 2]
  %0 = linalg.conv_2d_nhwc_hwcf ins(%x, %w : tensor<1x4x4x1xf32>, tensor<1x1x1x2xf32>) outs(%i : tensor<1x4x4x2xf32>) -> tensor<1x4x4x2xf32>
  return %0 : tensor<1x4x4x2xf32>
}

// A splat against the same number written out, and against another splat.
// CHECK: func.func @splat0_add_3_i32(
// CHECK-SAME: hash=[[$SPLAT:[0-9a-f]+]]"
// CHECK: func.func @splat1_add_3_i32(
// CHECK-NOT: hash=[[$SPLAT]]
// CHECK: func.func @splat2_add_3_i32(
// CHECK-SAME: hash=[[$SPLAT]]"
func.func @splat0(%a: tensor<3xi32>, %o: tensor<3xi32>) -> tensor<3xi32> {
  %w = arith.constant dense<7> : tensor<3xi32>
  %0 = linalg.add ins(%a, %w : tensor<3xi32>, tensor<3xi32>) outs(%o : tensor<3xi32>) -> tensor<3xi32>
  return %0 : tensor<3xi32>
}
func.func @splat1(%a: tensor<3xi32>, %o: tensor<3xi32>) -> tensor<3xi32> {
  %w = arith.constant dense<8> : tensor<3xi32>
  %0 = linalg.add ins(%a, %w : tensor<3xi32>, tensor<3xi32>) outs(%o : tensor<3xi32>) -> tensor<3xi32>
  return %0 : tensor<3xi32>
}
func.func @splat2(%a: tensor<3xi32>, %o: tensor<3xi32>) -> tensor<3xi32> {
  %w = arith.constant dense<[7, 7, 7]> : tensor<3xi32>
  %0 = linalg.add ins(%a, %w : tensor<3xi32>, tensor<3xi32>) outs(%o : tensor<3xi32>) -> tensor<3xi32>
  return %0 : tensor<3xi32>
}
{-# dialect_resources: { builtin: {
  blob0: "0x040000000000803F00000040",
  blob1: "0x040000000000803F0000803F",
  blob2: "0x040000000000803F00000040"
} } #-}
