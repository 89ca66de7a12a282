// The rules of style=iree, one function each. What IREE gives for the same body
// was read off IREE 3.13, but for zero extents, where it divides by zero.
// RUN: %tracemark-opt %s --allow-unregistered-dialect --pass-pipeline='builtin.module(tracemark-name-dispatches{style=iree rename=all tag=false})' | FileCheck %s
// RUN: %tracemark-opt %s --allow-unregistered-dialect --pass-pipeline='builtin.module(tracemark-name-dispatches{style=iree rename=all max-length=1},tracemark-name-dispatches{style=iree rename=all})' | FileCheck %s --check-prefix=TAG

// Of equal costs the last one counts.
// CHECK: func.func @tie_fill_4x8_f32(
// TAG: func.func @tie_fill_4x8_f32(
// TAG-SAME: tracemark.name = "tie_fill_4x8_f32"
// TAG-SAME: tracemark.tag = "grammar=1 base=tie root=
func.func @tie(%c: f32, %a: tensor<8x4xf32>, %b: tensor<4x8xf32>) -> (tensor<8x4xf32>, tensor<4x8xf32>) {
  %0 = linalg.fill ins(%c : f32) outs(%a : tensor<8x4xf32>) -> tensor<8x4xf32>
  %1 = linalg.fill ins(%c : f32) outs(%b : tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0, %1 : tensor<8x4xf32>, tensor<4x8xf32>
}

// A reduction counts twice, a dynamic size 1024; ops in regions count.
// CHECK: func.func @nested_matmul_Dx4x2_f32(
func.func @nested(%n: index, %a: tensor<?x2xf32>, %b: tensor<2x4xf32>, %c: tensor<?x4xf32>, %d: tensor<1000x9xf32>, %e: f32) -> (tensor<?x4xf32>, tensor<1000x9xf32>) {
  %0 = scf.for %i = %n to %n step %n iter_args(%x = %c) -> tensor<?x4xf32> {
    %2 = linalg.matmul ins(%a, %b : tensor<?x2xf32>, tensor<2x4xf32>) outs(%x : tensor<?x4xf32>) -> tensor<?x4xf32>
    scf.yield %2 : tensor<?x4xf32>
  }
  %1 = linalg.fill ins(%e : f32) outs(%d : tensor<1000x9xf32>) -> tensor<1000x9xf32>
  return %0, %1 : tensor<?x4xf32>, tensor<1000x9xf32>
}

// The first dimension of a loop tells its range, dynamic or not.
// CHECK: func.func @first_matmul_Dx4x2_f32(
func.func @first(%a: tensor<?x2xf32>, %b: tensor<2x4xf32>, %c: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<?x2xf32>, tensor<2x4xf32>) outs(%c : tensor<8x4xf32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}

// CHECK: func.func @zero_matmul_0x4x2_f32(
func.func @zero(%a: tensor<0x2xf32>, %b: tensor<2x4xf32>, %c: tensor<0x4xf32>) -> tensor<0x4xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<0x2xf32>, tensor<2x4xf32>) outs(%c : tensor<0x4xf32>) -> tensor<0x4xf32>
  return %0 : tensor<0x4xf32>
}

// A copy moves by permutations, so it is a transpose; without loops there are
// no types.
// CHECK: func.func @rank0_transpose(
func.func @rank0(%a: tensor<f32>, %b: tensor<f32>) -> tensor<f32> {
  %0 = linalg.copy ins(%a : tensor<f32>) outs(%b : tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// CHECK: func.func @types_fill_2_f32xvector_4xf32_(
func.func @types(%v: vector<4xf32>, %a: tensor<2xvector<4xf32>>) -> tensor<2xvector<4xf32>> {
  %0 = linalg.fill ins(%v : vector<4xf32>) outs(%a : tensor<2xvector<4xf32>>) -> tensor<2xvector<4xf32>>
  return %0 : tensor<2xvector<4xf32>>
}

// Costs saturate: more than the largest number is still more than others.
// CHECK: func.func @saturated_fill_DxDxDxDxDxDxD_f32(
func.func @saturated(%c: f32, %a: tensor<?x?x?x?x?x?x?xf32>, %b: tensor<2xf32>) -> (tensor<?x?x?x?x?x?x?xf32>, tensor<2xf32>) {
  %0 = linalg.fill ins(%c : f32) outs(%a : tensor<?x?x?x?x?x?x?xf32>) -> tensor<?x?x?x?x?x?x?xf32>
  %1 = linalg.fill ins(%c : f32) outs(%b : tensor<2xf32>) -> tensor<2xf32>
  return %0, %1 : tensor<?x?x?x?x?x?x?xf32>, tensor<2xf32>
}

// An unpack in front and a pack behind show, unless they are the root.
// CHECK: func.func @packs_unpack_transpose_16x16_f32_pack(
func.func @packs(%a: tensor<2x16x8x1xf32>, %b: tensor<16x16xf32>) -> tensor<2x16x8x1xf32> {
  %0 = linalg.unpack %a inner_dims_pos = [0, 1] inner_tiles = [8, 1] into %b : tensor<2x16x8x1xf32> -> tensor<16x16xf32>
  %1 = linalg.copy ins(%0 : tensor<16x16xf32>) outs(%b : tensor<16x16xf32>) -> tensor<16x16xf32>
  %2 = linalg.pack %1 inner_dims_pos = [0, 1] inner_tiles = [8, 1] into %a : tensor<16x16xf32> -> tensor<2x16x8x1xf32>
  return %2 : tensor<2x16x8x1xf32>
}

// CHECK: func.func @repack_unpack_pack_f32(
func.func @repack(%a: tensor<2x16x8x1xf32>, %b: tensor<16x16xf32>) -> tensor<2x16x8x1xf32> {
  %0 = linalg.unpack %a inner_dims_pos = [0, 1] inner_tiles = [8, 1] into %b : tensor<2x16x8x1xf32> -> tensor<16x16xf32>
  %1 = linalg.pack %0 inner_dims_pos = [0, 1] inner_tiles = [8, 1] into %a : tensor<16x16xf32> -> tensor<2x16x8x1xf32>
  return %1 : tensor<2x16x8x1xf32>
}

// Behind the pack a concat can be tiled, too.
// CHECK: func.func @concat_transpose_16x16_f32(
func.func @concat(%a: tensor<2x16x8x1xf32>, %b: tensor<16x16xf32>) -> tensor<4x16x8x1xf32> {
  %0 = linalg.copy ins(%b : tensor<16x16xf32>) outs(%b : tensor<16x16xf32>) -> tensor<16x16xf32>
  %1 = linalg.pack %0 inner_dims_pos = [0, 1] inner_tiles = [8, 1] into %a : tensor<16x16xf32> -> tensor<2x16x8x1xf32>
  %2 = tensor.concat dim(0) %1, %1 : (tensor<2x16x8x1xf32>, tensor<2x16x8x1xf32>) -> tensor<4x16x8x1xf32>
  return %2 : tensor<4x16x8x1xf32>
}

// LinalgExt: the largest tensor, and the user if there is only one.
// CHECK: func.func @scan_iree_scan_4x100xf32_test_foo_bar(
func.func @scan_iree(%a: tensor<4x100xf32>, %b: tensor<4xf32>) {
  %0:2 = "iree_linalg_ext.scan"(%a, %a, %b) <{dimension = 1 : i64, inclusive = true}> ({
  ^bb0(%x: f32, %y: f32):
    "iree_linalg_ext.yield"(%x) : (f32) -> ()
  }) : (tensor<4x100xf32>, tensor<4x100xf32>, tensor<4xf32>) -> (tensor<4x100xf32>, tensor<4xf32>)
  "dialect.test.foo-bar"(%0#1) : (tensor<4xf32>) -> ()
  return
}

// CHECK: func.func @winograd_winograd_input_transform_1xDxDx1xf16(
func.func @winograd(%a: tensor<1x?x?x1xf16>, %b: tensor<8x8x1x1x1x1xf16>) {
  %0 = "iree_linalg_ext.winograd.input_transform"(%a, %b) : (tensor<1x?x?x1xf16>, tensor<8x8x1x1x1x1xf16>) -> tensor<8x8x1x1x1x1xf16>
  "test.use"(%0, %0) : (tensor<8x8x1x1x1x1xf16>, tensor<8x8x1x1x1x1xf16>) -> ()
  return
}

// Attention is the root whatever it costs; its loops are those of query and
// value.
// CHECK: func.func @attend_attention_2x4x8x16x32(
func.func @attend(%q: tensor<2x4x8xf16>, %k: tensor<2x32x8xf16>, %v: tensor<2x32x16xf16>, %s: f16, %o: tensor<2x4x16xf16>, %c: f32, %big: tensor<9999x9999xf32>) -> (tensor<2x4x16xf16>, tensor<9999x9999xf32>) {
  %0 = "iree_linalg_ext.attention"(%q, %k, %v, %s, %o) <{indexing_maps = [affine_map<(b, m, k1, n, k2) -> (b, m, k1)>, affine_map<(b, m, k1, n, k2) -> (b, k2, k1)>, affine_map<(b, m, k1, n, k2) -> (b, k2, n)>, affine_map<(b, m, k1, n, k2) -> ()>, affine_map<(b, m, k1, n, k2) -> (b, m, n)>]}> ({
  ^bb0(%x: f16):
    "iree_linalg_ext.yield"(%x) : (f16) -> ()
  }) : (tensor<2x4x8xf16>, tensor<2x32x8xf16>, tensor<2x32x16xf16>, f16, tensor<2x4x16xf16>) -> tensor<2x4x16xf16>
  %1 = linalg.fill ins(%c : f32) outs(%big : tensor<9999x9999xf32>) -> tensor<9999x9999xf32>
  return %0, %1 : tensor<2x4x16xf16>, tensor<9999x9999xf32>
}

// Malformed attention still has a name.
// CHECK: func.func @odd_attention_online_attention_(
func.func @odd_attention(%a: tensor<2xf32>) {
  "iree_linalg_ext.online_attention"(%a) <{indexing_maps = 7 : i32}> : (tensor<2xf32>) -> ()
  return
}

// Encodings are the root only beside nothing else.
// CHECK: func.func @encode_set_encoding_RHS_4xD(
func.func @encode(%a: tensor<4x?xf32>) {
  %0 = "iree_encoding.set_encoding"(%a) : (tensor<4x?xf32>) -> tensor<4x?xf32, #iree_encoding.encoding<operand_index = 1 : index, op_type = matmul, element_types = [f32, f32, f32]>>
  return
}
// CHECK: func.func @decode_unset_encoding_LHS_SCALES_4x8(
func.func @decode(%a: tensor<4x8xf32, #iree_encoding.encoding<operand_index = 2 : index, op_type = scaled_matmul>>) {
  %0 = "iree_encoding.unset_encoding"(%a) : (tensor<4x8xf32, #iree_encoding.encoding<operand_index = 2 : index, op_type = scaled_matmul>>) -> tensor<4x8xf32>
  return
}
// CHECK: func.func @filter_set_encoding_CONV_FILTER_4x8(
func.func @filter(%a: tensor<4x8xf32>) {
  %0 = "iree_encoding.set_encoding"(%a) : (tensor<4x8xf32>) -> tensor<4x8xf32, #iree_encoding.encoding<operand_index = 1 : index, op_type = conv>>
  return
}

// What is stored as it was loaded is a copy; anything else without a root has no
// name.
// CHECK: func.func @copy_slow_memcpy(
func.func @copy(%a: !iree_tensor_ext.dispatch.tensor<readonly:tensor<4xf32>>, %b: !iree_tensor_ext.dispatch.tensor<writeonly:tensor<4xf32>>) {
  %0 = "iree_tensor_ext.dispatch.tensor.load"(%a) : (!iree_tensor_ext.dispatch.tensor<readonly:tensor<4xf32>>) -> tensor<4xf32>
  "iree_tensor_ext.dispatch.tensor.store"(%0, %b) : (tensor<4xf32>, !iree_tensor_ext.dispatch.tensor<writeonly:tensor<4xf32>>) -> ()
  return
}
// CHECK: func.func @no_root(%{{.*}}: tensor<4xf32>) -> tensor<4xf32> {
// TAG: func.func @no_root(%{{.*}}: tensor<4xf32>) -> tensor<4xf32> attributes {tracemark.tag =
func.func @no_root(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = math.exp %a : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// Two functions of one name in two tables do not clash, in one they do.
// CHECK: module @inner
module @inner {
  // CHECK: func.func @tie_fill_4_f32(
  func.func @tie(%c: f32, %a: tensor<4xf32>) -> tensor<4xf32> {
    %0 = linalg.fill ins(%c : f32) outs(%a : tensor<4xf32>) -> tensor<4xf32>
    return %0 : tensor<4xf32>
  }
  // CHECK: func.func @a_fill_4_f32_h{{[0-9a-f]+}}(
  func.func @a(%c: f32, %a: tensor<4xf32>) -> tensor<4xf32> {
    %0 = linalg.fill ins(%c : f32) outs(%a : tensor<4xf32>) -> tensor<4xf32>
    return %0 : tensor<4xf32>
  }
  // CHECK: func.func private @a_fill_4_f32(
  func.func private @a_fill_4_f32()
}
