// Ops that move elements: what moves, and how much.
// RUN: %tracemark-opt %s --pass-pipeline='builtin.module(tracemark-name-dispatches{rename=all tag=false})' | FileCheck %s

// CHECK-LABEL: func.func @transpose_transpose_8x4_f32(
func.func @transpose(%a: tensor<4x8xf32>, %o: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %0 = linalg.transpose ins(%a:tensor<4x8xf32>) outs(%o:tensor<8x4xf32>) permutation=[1,0]
  return %0 : tensor<8x4xf32>
}

// CHECK-LABEL: func.func @broadcast_broadcast_4x8_f32(
func.func @broadcast(%a: tensor<4xf32>, %o: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = linalg.broadcast ins(%a:tensor<4xf32>) outs(%o:tensor<4x8xf32>) dimensions=[1]
  return %0 : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @pack_pack_4x8_f32(
func.func @pack(%a: tensor<4x8xf32>, %p: tensor<1x2x4x4xf32>) -> tensor<1x2x4x4xf32> {
  %5 = linalg.pack %a inner_dims_pos=[0,1] inner_tiles=[4,4] into %p : tensor<4x8xf32> -> tensor<1x2x4x4xf32>
  return %5 : tensor<1x2x4x4xf32>
}

// CHECK-LABEL: func.func @unpack_unpack_1x2x4x4_f32(
func.func @unpack(%a: tensor<1x2x4x4xf32>, %p: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %5 = linalg.unpack %a inner_dims_pos=[0,1] inner_tiles=[4,4] into %p : tensor<1x2x4x4xf32> -> tensor<4x8xf32>
  return %5 : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @fill_fill_4x8_f32(
func.func @fill(%c: f32, %o: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = linalg.fill ins(%c:f32) outs(%o:tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @linalg_copy_copy_4x8_f32(
func.func @linalg_copy(%a: memref<4x8xf32>, %o: memref<4x8xf32>) {
  linalg.copy ins(%a : memref<4x8xf32>) outs(%o : memref<4x8xf32>)
  return
}

// CHECK-LABEL: func.func @memref_copy_copy_4x8_f32(
func.func @memref_copy(%a: memref<4x8xf32>, %o: memref<4x8xf32>) {
  memref.copy %a, %o : memref<4x8xf32> to memref<4x8xf32>
  return
}

// CHECK-LABEL: func.func @concat_concat_8x8_f32(
func.func @concat(%a: tensor<4x8xf32>, %b: tensor<4x8xf32>) -> tensor<8x8xf32> {
  %0 = tensor.concat dim(0) %a, %b : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// CHECK-LABEL: func.func @pad_pad_6x10_f32(
func.func @pad(%a: tensor<4x8xf32>) -> tensor<6x10xf32> {
  %z = arith.constant 0.0 : f32
  %0 = tensor.pad %a low[1, 1] high[1, 1] {
  ^bb0(%i: index, %j: index):
    tensor.yield %z : f32
  } : tensor<4x8xf32> to tensor<6x10xf32>
  return %0 : tensor<6x10xf32>
}

// CHECK-LABEL: func.func @two_inserts_concat_8x8_f32(
func.func @two_inserts(%a: tensor<4x8xf32>, %b: tensor<4x8xf32>, %o: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = tensor.insert_slice %a into %o[0, 0] [4, 8] [1, 1] : tensor<4x8xf32> into tensor<8x8xf32>
  %1 = tensor.insert_slice %b into %0[4, 0] [4, 8] [1, 1] : tensor<4x8xf32> into tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}

// CHECK-LABEL: func.func @one_slice_copy_2x8_f32(
func.func @one_slice(%a: tensor<4x8xf32>) -> tensor<2x8xf32> {
  %0 = tensor.extract_slice %a[0, 0] [2, 8] [1, 1] : tensor<4x8xf32> to tensor<2x8xf32>
  return %0 : tensor<2x8xf32>
}

// CHECK-LABEL: func.func @transpose_feeds_sub_transpose_sub_8x4_f32(
func.func @transpose_feeds_sub(%a: tensor<4x8xf32>, %b: tensor<8x4xf32>, %o: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %0 = linalg.transpose ins(%a:tensor<4x8xf32>) outs(%o:tensor<8x4xf32>) permutation=[1,0]
  %1 = linalg.sub ins(%0, %b : tensor<8x4xf32>, tensor<8x4xf32>) outs(%o : tensor<8x4xf32>) -> tensor<8x4xf32>
  return %1 : tensor<8x4xf32>
}

// CHECK-LABEL: func.func @no_reshape(
func.func @no_reshape(%a: tensor<4x8xf32>) -> tensor<32xf32> {
  %0 = tensor.collapse_shape %a [[0, 1]] : tensor<4x8xf32> into tensor<32xf32>
  return %0 : tensor<32xf32>
}

// CHECK-LABEL: func.func @lookup_gather_3x8_f32xindexxf32(
func.func @lookup(%a: tensor<4x8xf32>, %i: tensor<3x1xindex>) -> tensor<3x8xf32> {
  %0 = tensor.gather %a[%i] gather_dims([0]) : (tensor<4x8xf32>, tensor<3x1xindex>) -> tensor<3x8xf32>
  return %0 : tensor<3x8xf32>
}

// CHECK-LABEL: func.func @pad_in_steps_pad_6x10_f32(
func.func @pad_in_steps(%a: tensor<4x8xf32>, %o: tensor<6x10xf32>) -> tensor<6x10xf32> {
  %z = arith.constant 0.0 : f32
  %f = linalg.fill ins(%z : f32) outs(%o : tensor<6x10xf32>) -> tensor<6x10xf32>
  %0 = tensor.insert_slice %a into %f[1, 1] [4, 8] [1, 1] : tensor<4x8xf32> into tensor<6x10xf32>
  return %0 : tensor<6x10xf32>
}

// CHECK-LABEL: func.func @generic_transpose_transpose_8x4_f32(
func.func @generic_transpose(%a: tensor<4x8xf32>, %o: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%a : tensor<4x8xf32>) outs(%o : tensor<8x4xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  } -> tensor<8x4xf32>
  return %r : tensor<8x4xf32>
}
// Both maps permute the loops alike: nothing is transposed.

// CHECK-LABEL: func.func @generic_copy_permuted_copy_8x4_f32(
func.func @generic_copy_permuted(%a: tensor<4x8xf32>, %o: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> (j, i)>], iterator_types = ["parallel", "parallel"]} ins(%a : tensor<4x8xf32>) outs(%o : tensor<4x8xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  } -> tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @generic_broadcast_broadcast_4x8_f32(
func.func @generic_broadcast(%a: tensor<8xf32>, %o: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%a : tensor<8xf32>) outs(%o : tensor<4x8xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  } -> tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}
// Repeated once: a copy that adds a dimension.

// CHECK-LABEL: func.func @generic_unit_broadcast_copy_1x8_f32(
func.func @generic_unit_broadcast(%a: tensor<8xf32>, %o: tensor<1x8xf32>) -> tensor<1x8xf32> {
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%a : tensor<8xf32>) outs(%o : tensor<1x8xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  } -> tensor<1x8xf32>
  return %r : tensor<1x8xf32>
}
// Looked up at places that the loops tell, not data: no gather.

// CHECK-LABEL: func.func @lookup_by_loop_broadcast_4x8_f32(
func.func @lookup_by_loop(%t: tensor<8xf32>, %o: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} outs(%o : tensor<4x8xf32>) {
  ^bb0(%y: f32):
    %j = linalg.index 1 : index
    %v = tensor.extract %t[%j] : tensor<8xf32>
    linalg.yield %v : f32
  } -> tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @zero_extent_copy_0x8_f32(
func.func @zero_extent(%a: tensor<0x8xf32>, %o: tensor<0x8xf32>) -> tensor<0x8xf32> {
  %0 = linalg.copy ins(%a : tensor<0x8xf32>) outs(%o : tensor<0x8xf32>) -> tensor<0x8xf32>
  return %0 : tensor<0x8xf32>
}

// Pieces that leave something of the target are copied, not joined.

// CHECK-LABEL: func.func @no_concat_copy_1x8_f32(
func.func @no_concat(%a: tensor<1x8xf32>, %b: tensor<1x8xf32>, %o: tensor<64x8xf32>) -> tensor<64x8xf32> {
  %0 = tensor.insert_slice %a into %o[3, 0] [1, 8] [1, 1] : tensor<1x8xf32> into tensor<64x8xf32>
  %1 = tensor.insert_slice %b into %0[7, 0] [1, 8] [1, 1] : tensor<1x8xf32> into tensor<64x8xf32>
  return %1 : tensor<64x8xf32>
}

// CHECK-LABEL: func.func @dynamic_concat_concat_Dx8_f32(
func.func @dynamic_concat(%a: tensor<?x8xf32>, %b: tensor<?x8xf32>, %n: index, %m: index, %s: index) -> tensor<?x8xf32> {
  %o = tensor.empty(%s) : tensor<?x8xf32>
  %0 = tensor.insert_slice %a into %o[0, 0] [%n, 8] [1, 1] : tensor<?x8xf32> into tensor<?x8xf32>
  %1 = tensor.insert_slice %b into %0[%n, 0] [%m, 8] [1, 1] : tensor<?x8xf32> into tensor<?x8xf32>
  return %1 : tensor<?x8xf32>
}

// CHECK-LABEL: func.func @rows_written_scatter_3x1x8_f32xf32xindexxf32(
func.func @rows_written(%u: tensor<3x1x8xf32>, %a: tensor<4x8xf32>, %i: tensor<3x1xindex>) -> tensor<4x8xf32> {
  %0 = tensor.scatter %u into %a[%i] scatter_dims([0]) unique : (tensor<3x1x8xf32>, tensor<4x8xf32>, tensor<3x1xindex>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @broadcast_buffer_broadcast_4x8_f16(
func.func @broadcast_buffer(%a: memref<8xf16>, %o: memref<4x8xf16>) {
  linalg.broadcast ins(%a : memref<8xf16>) outs(%o : memref<4x8xf16>) dimensions = [0]
  return
}

// CHECK-LABEL: func.func @transpose_buffer_transpose_4x2x3_i32(
func.func @transpose_buffer(%a: memref<2x3x4xi32>, %o: memref<4x2x3xi32>) {
  linalg.transpose ins(%a : memref<2x3x4xi32>) outs(%o : memref<4x2x3xi32>) permutation = [2, 0, 1]
  return
}

// CHECK-LABEL: func.func @pack_padded_pack_5x7_f32(
func.func @pack_padded(%a: tensor<5x7xf32>, %p: tensor<2x2x4x4xf32>) -> tensor<2x2x4x4xf32> {
  %z = arith.constant 0.0 : f32
  %0 = linalg.pack %a padding_value(%z : f32) inner_dims_pos = [0, 1] inner_tiles = [4, 4] into %p : tensor<5x7xf32> -> tensor<2x2x4x4xf32>
  return %0 : tensor<2x2x4x4xf32>
}

// Places that arithmetic on loop indices tells: a reversal is neither a copy nor a broadcast.
// CHECK-LABEL: func.func @reversed_reverse_8_f32(
func.func @reversed(%a: tensor<8xf32>, %o: tensor<8xf32>) -> tensor<8xf32> {
  %last = arith.constant 7 : index
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]} outs(%o : tensor<8xf32>) {
  ^bb0(%y: f32):
    %i = linalg.index 0 : index
    %j = arith.subi %last, %i : index
    %x = tensor.extract %a[%j] : tensor<8xf32>
    linalg.yield %x : f32
  } -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
