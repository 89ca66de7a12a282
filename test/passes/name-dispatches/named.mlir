// Named and category ops, and patterns over several of them.
// RUN: %tracemark-opt %s --pass-pipeline='builtin.module(tracemark-name-dispatches{rename=all tag=false})' | FileCheck %s

// CHECK-LABEL: func.func @chain_of_named_add_mul_relu_4x8_f32(
func.func @chain_of_named(%a: tensor<4x8xf32>, %b: tensor<4x8xf32>, %o: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = linalg.add ins(%a, %b : tensor<4x8xf32>, tensor<4x8xf32>) outs(%o : tensor<4x8xf32>) -> tensor<4x8xf32>
  %1 = linalg.elementwise kind=#linalg.elementwise_kind<mul> ins(%0, %b : tensor<4x8xf32>, tensor<4x8xf32>) outs(%o : tensor<4x8xf32>) -> tensor<4x8xf32>
  %z = arith.constant 0.0 : f32
  %f = linalg.fill ins(%z : f32) outs(%o : tensor<4x8xf32>) -> tensor<4x8xf32>
  %2 = linalg.max ins(%1, %f : tensor<4x8xf32>, tensor<4x8xf32>) outs(%o : tensor<4x8xf32>) -> tensor<4x8xf32>
  return %2 : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @map_sub_4x8_f32(
func.func @map(%a: tensor<4x8xf32>, %b: tensor<4x8xf32>, %o: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = linalg.map {arith.subf} ins(%a, %b : tensor<4x8xf32>, tensor<4x8xf32>) outs(%o : tensor<4x8xf32>)
  return %0 : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @reduce_reduce_prod_4x8_f32(
func.func @reduce(%a: tensor<4x8xf32>, %o: tensor<4xf32>) -> tensor<4xf32> {
  %0 = linalg.reduce {arith.mulf} ins(%a:tensor<4x8xf32>) outs(%o:tensor<4xf32>) dimensions = [1]
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @softmax_in_steps_softmax_8x16_f32(
func.func @softmax_in_steps(%x: tensor<8x16xf32>, %row: tensor<8xf32>, %o: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %ninf = arith.constant 0xFF800000 : f32
  %z = arith.constant 0.0 : f32
  %f = linalg.fill ins(%ninf : f32) outs(%row : tensor<8xf32>) -> tensor<8xf32>
  %m = linalg.reduce {arith.maximumf} ins(%x : tensor<8x16xf32>) outs(%f : tensor<8xf32>) dimensions = [1]
  %mb = linalg.broadcast ins(%m : tensor<8xf32>) outs(%o : tensor<8x16xf32>) dimensions = [1]
  %d = linalg.sub ins(%x, %mb : tensor<8x16xf32>, tensor<8x16xf32>) outs(%o : tensor<8x16xf32>) -> tensor<8x16xf32>
  %e = linalg.exp ins(%d : tensor<8x16xf32>) outs(%o : tensor<8x16xf32>) -> tensor<8x16xf32>
  %g = linalg.fill ins(%z : f32) outs(%row : tensor<8xf32>) -> tensor<8xf32>
  %s = linalg.reduce {arith.addf} ins(%e : tensor<8x16xf32>) outs(%g : tensor<8xf32>) dimensions = [1]
  %sb = linalg.broadcast ins(%s : tensor<8xf32>) outs(%o : tensor<8x16xf32>) dimensions = [1]
  %q = linalg.div ins(%e, %sb : tensor<8x16xf32>, tensor<8x16xf32>) outs(%o : tensor<8x16xf32>) -> tensor<8x16xf32>
  return %q : tensor<8x16xf32>
}

// CHECK-LABEL: func.func @arith_on_tensors_add_exp_8xD_f32(
func.func @arith_on_tensors(%a: tensor<8x?xf32>) -> tensor<8x?xf32> {
  %0 = arith.addf %a, %a : tensor<8x?xf32>
  %1 = math.exp %0 : tensor<8x?xf32>
  return %1 : tensor<8x?xf32>
}

// Category ops, and named ones without maps.

// CHECK-LABEL: func.func @category_unary_rsqrt_4x8_f32(
func.func @category_unary(%a: memref<4x8xf32>, %o: memref<4x8xf32>) {
  linalg.elementwise kind=#linalg.elementwise_kind<rsqrt> ins(%a : memref<4x8xf32>) outs(%o : memref<4x8xf32>)
  return
}

// CHECK-LABEL: func.func @category_binary_transpose_add_4x8_f32(
func.func @category_binary(%a: tensor<4x8xf32>, %b: tensor<8x4xf32>, %o: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = linalg.elementwise kind=#linalg.elementwise_kind<add> indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> (i, j)>] ins(%a, %b : tensor<4x8xf32>, tensor<8x4xf32>) outs(%o : tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @category_contract_contract_2x3x8x16_f32(
func.func @category_contract(%a: tensor<2x3x16xf32>, %b: tensor<8x16xf32>, %c: tensor<2x3x8xf32>) -> tensor<2x3x8xf32> {
  %0 = linalg.contract indexing_maps = [affine_map<(b, m, n, k) -> (b, m, k)>, affine_map<(b, m, n, k) -> (n, k)>, affine_map<(b, m, n, k) -> (b, m, n)>] ins(%a, %b : tensor<2x3x16xf32>, tensor<8x16xf32>) outs(%c : tensor<2x3x8xf32>) -> tensor<2x3x8xf32>
  return %0 : tensor<2x3x8xf32>
}

// CHECK-LABEL: func.func @filter_winograd_filter_transform_2x3x3x5_f32(
func.func @filter(%a: tensor<2x3x3x5xf32>, %o: tensor<6x6x5x2xf32>) -> tensor<6x6x5x2xf32> {
  %0 = linalg.winograd_filter_transform fmr(F_4_3) ins(%a : tensor<2x3x3x5xf32>) outs(%o : tensor<6x6x5x2xf32>) -> tensor<6x6x5x2xf32>
  return %0 : tensor<6x6x5x2xf32>
}

// CHECK-LABEL: func.func @input_winograd_input_transform_2x10x10x5_f32(
func.func @input(%a: tensor<2x10x10x5xf32>, %o: tensor<6x6x2x2x2x5xf32>) -> tensor<6x6x2x2x2x5xf32> {
  %0 = linalg.winograd_input_transform fmr(F_4_3) ins(%a : tensor<2x10x10x5xf32>) outs(%o : tensor<6x6x2x2x2x5xf32>) -> tensor<6x6x2x2x2x5xf32>
  return %0 : tensor<6x6x2x2x2x5xf32>
}

// CHECK-LABEL: func.func @tiles_mmt4d_2x5x3x4x4x1_f32(
func.func @tiles(%a: tensor<2x3x4x1xf32>, %b: tensor<5x3x4x1xf32>, %o: tensor<2x5x4x4xf32>) -> tensor<2x5x4x4xf32> {
  %0 = linalg.mmt4d ins(%a, %b : tensor<2x3x4x1xf32>, tensor<5x3x4x1xf32>) outs(%o : tensor<2x5x4x4xf32>) -> tensor<2x5x4x4xf32>
  return %0 : tensor<2x5x4x4xf32>
}

// CHECK-LABEL: func.func @softmax_buffer_softmax_4x8_f16(
func.func @softmax_buffer(%a: memref<4x8xf16>, %o: memref<4x8xf16>) {
  linalg.softmax dimension(0) ins(%a : memref<4x8xf16>) outs(%o : memref<4x8xf16>)
  return
}
