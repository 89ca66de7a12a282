// IREE's LinalgExt and encodings, by name.
// RUN: %tracemark-opt %s --allow-unregistered-dialect --pass-pipeline='builtin.module(tracemark-name-dispatches{rename=all tag=false})' | FileCheck %s

// CHECK-LABEL: func.func @sdpa_attention_20x1024x64x64x1024_f16(
func.func @sdpa(%q: tensor<20x1024x64xf16>, %k: tensor<20x1024x64xf16>, %v: tensor<20x1024x64xf16>, %s: f16, %o: tensor<20x1024x64xf16>) -> tensor<20x1024x64xf16> {
  %0 = "iree_linalg_ext.attention"(%q, %k, %v, %s, %o) {indexing_maps = [affine_map<(b, m, n, k, l) -> (b, m, k)>, affine_map<(b, m, n, k, l) -> (b, l, k)>, affine_map<(b, m, n, k, l) -> (b, l, n)>, affine_map<(b, m, n, k, l) -> ()>, affine_map<(b, m, n, k, l) -> (b, m, n)>]} : (tensor<20x1024x64xf16>, tensor<20x1024x64xf16>, tensor<20x1024x64xf16>, f16, tensor<20x1024x64xf16>) -> tensor<20x1024x64xf16>
  return %0 : tensor<20x1024x64xf16>
}

// CHECK-LABEL: func.func @cache_scatter_4x64_f16xi32xf16xf16(
func.func @cache(%u: tensor<4x64xf16>, %i: tensor<4x1xi32>, %o: tensor<512x64xf16>) -> tensor<512x64xf16> {
  %0 = "iree_linalg_ext.scatter"(%u, %i, %o) ({
  ^bb0(%x: f16, %y: f16):
    "iree_linalg_ext.yield"(%x) : (f16) -> ()
  }) {dimension_map = array<i64: 0>, unique_indices = true} : (tensor<4x64xf16>, tensor<4x1xi32>, tensor<512x64xf16>) -> tensor<512x64xf16>
  return %0 : tensor<512x64xf16>
}

// CHECK-LABEL: func.func @best_topk_4x1000_f32xf32xi32xf32xi32(
func.func @best(%a: tensor<4x1000xf32>, %v: tensor<4x8xf32>, %i: tensor<4x8xi32>) -> (tensor<4x8xf32>, tensor<4x8xi32>) {
  %0:2 = "iree_linalg_ext.topk"(%a, %v, %i) ({
  ^bb0(%x: f32, %y: f32):
    %c = arith.cmpf ogt, %x, %y : f32
    "iree_linalg_ext.yield"(%c) : (i1) -> ()
  }) {dimension = 1 : i64} : (tensor<4x1000xf32>, tensor<4x8xf32>, tensor<4x8xi32>) -> (tensor<4x8xf32>, tensor<4x8xi32>)
  return %0#0, %0#1 : tensor<4x8xf32>, tensor<4x8xi32>
}

// CHECK-LABEL: func.func @sorted_sort_4x8_f32(
func.func @sorted(%a: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = "iree_linalg_ext.sort"(%a) ({
  ^bb0(%x: f32, %y: f32):
    %c = arith.cmpf olt, %x, %y : f32
    "iree_linalg_ext.yield"(%c) : (i1) -> ()
  }) {dimension = 1 : i64} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @summed_scan_4x8_f32(
func.func @summed(%a: tensor<4x8xf32>, %o: tensor<4x8xf32>, %c: tensor<4xf32>) -> (tensor<4x8xf32>, tensor<4xf32>) {
  %0:2 = "iree_linalg_ext.scan"(%a, %o, %c) ({
  ^bb0(%x: f32, %y: f32):
    %s = arith.addf %x, %y : f32
    "iree_linalg_ext.yield"(%s) : (f32) -> ()
  }) {dimension = 1 : i64, inclusive = true} : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4xf32>) -> (tensor<4x8xf32>, tensor<4xf32>)
  return %0#0, %0#1 : tensor<4x8xf32>, tensor<4xf32>
}

// CHECK-LABEL: func.func @spectrum_fft_1024_f32(
func.func @spectrum(%s: index, %a: tensor<1024xf32>, %b: tensor<1024xf32>) -> (tensor<1024xf32>, tensor<1024xf32>) {
  %0:2 = "iree_linalg_ext.fft"(%s, %a, %b) : (index, tensor<1024xf32>, tensor<1024xf32>) -> (tensor<1024xf32>, tensor<1024xf32>)
  return %0#0, %0#1 : tensor<1024xf32>, tensor<1024xf32>
}

// CHECK-LABEL: func.func @wino_winograd_input_transform_1x10x10x64_f32(
func.func @wino(%a: tensor<1x10x10x64xf32>, %o: tensor<8x8x1x2x2x64xf32>) -> tensor<8x8x1x2x2x64xf32> {
  %0 = "iree_linalg_ext.winograd.input_transform"(%a, %o) {output_tile_size = 6 : i64} : (tensor<1x10x10x64xf32>, tensor<8x8x1x2x2x64xf32>) -> tensor<8x8x1x2x2x64xf32>
  return %0 : tensor<8x8x1x2x2x64xf32>
}

// CHECK-LABEL: func.func @patches_im2col_2x1024x5760_f32(
func.func @patches(%a: tensor<2x34x34x640xf32>, %o: tensor<2x1024x5760xf32>) -> tensor<2x1024x5760xf32> {
  %0 = "iree_linalg_ext.im2col"(%a, %o) {strides = array<i64: 1, 1>} : (tensor<2x34x34x640xf32>, tensor<2x1024x5760xf32>) -> tensor<2x1024x5760xf32>
  return %0 : tensor<2x1024x5760xf32>
}

// CHECK-LABEL: func.func @custom_custom_op_4x8_f32(
func.func @custom(%a: tensor<4x8xf32>, %o: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = "iree_linalg_ext.custom_op"(%a, %o) ({
  ^bb0(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>):
    %t = math.exp %x : tensor<?x?xf32>
    "iree_linalg_ext.yield"(%t) : (tensor<?x?xf32>) -> ()
  }) {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>]} : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @encode_set_encoding_4x8_f32(
func.func @encode(%a: tensor<4x8xf32>) -> tensor<4x8xf32, #iree_encoding.encoding<operand_index = 0>> {
  %0 = "iree_encoding.set_encoding"(%a) : (tensor<4x8xf32>) -> tensor<4x8xf32, #iree_encoding.encoding<operand_index = 0>>
  return %0 : tensor<4x8xf32, #iree_encoding.encoding<operand_index = 0>>
}
// Tensors with encodings are tensors.

// CHECK-LABEL: func.func @encoded_matmul_4x8x16_f32(
func.func @encoded(%a: tensor<4x16xf32, "lhs">, %b: tensor<16x8xf32, "rhs">, %c: tensor<4x8xf32, "result">) -> tensor<4x8xf32, "result"> {
  %0 = linalg.matmul ins(%a, %b : tensor<4x16xf32, "lhs">, tensor<16x8xf32, "rhs">) outs(%c : tensor<4x8xf32, "result">) -> tensor<4x8xf32, "result">
  return %0 : tensor<4x8xf32, "result">
}

// CHECK-LABEL: func.func @fused_attention_2x4x8_f16_mul(
func.func @fused(%q: tensor<2x4x8xf16>) -> tensor<2x4x8xf16> {
  %0 = "iree_linalg_ext.attention"(%q, %q, %q) : (tensor<2x4x8xf16>, tensor<2x4x8xf16>, tensor<2x4x8xf16>) -> tensor<2x4x8xf16>
  %1 = arith.mulf %0, %q : tensor<2x4x8xf16>
  return %1 : tensor<2x4x8xf16>
}
