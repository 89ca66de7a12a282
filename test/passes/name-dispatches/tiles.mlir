// Tiling changes neither the tail nor flops and bytes: slices in loops are parts
// of what they are slices of.
// RUN: %tracemark-opt %s --pass-pipeline='builtin.module(tracemark-name-dispatches{rename=all})' | FileCheck %s

#ij = affine_map<(i, j) -> (i, j)>
#j = affine_map<(i, j) -> (j)>

// CHECK-LABEL: func.func @whole_matmul_128x256x512_f32_bias_relu(
// CHECK-SAME: flops=33619968 bytes=918528
func.func @whole(%a: tensor<128x512xf32>, %b: tensor<512x256xf32>, %bias: tensor<256xf32>, %o: tensor<128x256xf32>) -> tensor<128x256xf32> {
  %zero = arith.constant 0.0 : f32
  %f = linalg.fill ins(%zero : f32) outs(%o : tensor<128x256xf32>) -> tensor<128x256xf32>
  %m = linalg.matmul ins(%a, %b : tensor<128x512xf32>, tensor<512x256xf32>) outs(%f : tensor<128x256xf32>) -> tensor<128x256xf32>
  %r = linalg.generic {indexing_maps = [#ij, #j, #ij], iterator_types = ["parallel", "parallel"]} ins(%m, %bias : tensor<128x256xf32>, tensor<256xf32>) outs(%o : tensor<128x256xf32>) {
  ^bb0(%x: f32, %y: f32, %u: f32):
    %s = arith.addf %x, %y : f32
    %v = arith.maximumf %s, %zero : f32
    linalg.yield %v : f32
  } -> tensor<128x256xf32>
  return %r : tensor<128x256xf32>
}

// CHECK-LABEL: func.func @tiled_matmul_32x64x16_f32_bias_relu(
// CHECK-SAME: flops=33619968 bytes=918528
func.func @tiled(%a: tensor<128x512xf32>, %b: tensor<512x256xf32>, %bias: tensor<256xf32>, %o: tensor<128x256xf32>) -> tensor<128x256xf32> {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %c64 = arith.constant 64 : index
  %c128 = arith.constant 128 : index
  %c256 = arith.constant 256 : index
  %c512 = arith.constant 512 : index
  %rows = scf.for %i = %c0 to %c128 step %c32 iter_args(%r = %o) -> tensor<128x256xf32> {
    %columns = scf.for %j = %c0 to %c256 step %c64 iter_args(%c = %r) -> tensor<128x256xf32> {
      %ai = tensor.extract_slice %a[%i, 0] [32, 512] [1, 1] : tensor<128x512xf32> to tensor<32x512xf32>
      %bj = tensor.extract_slice %b[0, %j] [512, 64] [1, 1] : tensor<512x256xf32> to tensor<512x64xf32>
      %e = tensor.empty() : tensor<32x64xf32>
      %f = linalg.fill ins(%zero : f32) outs(%e : tensor<32x64xf32>) -> tensor<32x64xf32>
      %m = scf.for %k = %c0 to %c512 step %c16 iter_args(%s = %f) -> tensor<32x64xf32> {
        %aik = tensor.extract_slice %ai[0, %k] [32, 16] [1, 1] : tensor<32x512xf32> to tensor<32x16xf32>
        %bkj = tensor.extract_slice %bj[%k, 0] [16, 64] [1, 1] : tensor<512x64xf32> to tensor<16x64xf32>
        %p = linalg.matmul ins(%aik, %bkj : tensor<32x16xf32>, tensor<16x64xf32>) outs(%s : tensor<32x64xf32>) -> tensor<32x64xf32>
        scf.yield %p : tensor<32x64xf32>
      }
      %biasj = tensor.extract_slice %bias[%j] [64] [1] : tensor<256xf32> to tensor<64xf32>
      %ci = tensor.extract_slice %c[%i, %j] [32, 64] [1, 1] : tensor<128x256xf32> to tensor<32x64xf32>
      %t = linalg.generic {indexing_maps = [#ij, #j, #ij], iterator_types = ["parallel", "parallel"]} ins(%m, %biasj : tensor<32x64xf32>, tensor<64xf32>) outs(%ci : tensor<32x64xf32>) {
      ^bb0(%x: f32, %y: f32, %u: f32):
        %s = arith.addf %x, %y : f32
        %v = arith.maximumf %s, %zero : f32
        linalg.yield %v : f32
      } -> tensor<32x64xf32>
      %n = tensor.insert_slice %t into %c[%i, %j] [32, 64] [1, 1] : tensor<32x64xf32> into tensor<128x256xf32>
      scf.yield %n : tensor<128x256xf32>
    }
    scf.yield %columns : tensor<128x256xf32>
  }
  return %rows : tensor<128x256xf32>
}

// CHECK-LABEL: func.func @tiled_buffers_exp_2x8_f32(
// CHECK-SAME: flops=64 bytes=512
func.func @tiled_buffers(%x: memref<8x8xf32>, %o: memref<8x8xf32>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c2 {
    %xi = memref.subview %x[%i, 0] [2, 8] [1, 1] : memref<8x8xf32> to memref<2x8xf32, strided<[8, 1], offset: ?>>
    %oi = memref.subview %o[%i, 0] [2, 8] [1, 1] : memref<8x8xf32> to memref<2x8xf32, strided<[8, 1], offset: ?>>
    linalg.exp ins(%xi : memref<2x8xf32, strided<[8, 1], offset: ?>>) outs(%oi : memref<2x8xf32, strided<[8, 1], offset: ?>>)
  }
  return
}

// Half of the rows only.
// CHECK-LABEL: func.func @half_exp_2x8_f32(
// CHECK-SAME: flops=32 bytes=256
func.func @half(%x: memref<8x8xf32>, %o: memref<8x8xf32>) {
  scf.forall (%i) in (2) {
    %xi = memref.subview %x[%i, 0] [2, 8] [1, 1] : memref<8x8xf32> to memref<2x8xf32, strided<[8, 1], offset: ?>>
    %oi = memref.subview %o[%i, 0] [2, 8] [1, 1] : memref<8x8xf32> to memref<2x8xf32, strided<[8, 1], offset: ?>>
    linalg.exp ins(%xi : memref<2x8xf32, strided<[8, 1], offset: ?>>) outs(%oi : memref<2x8xf32, strided<[8, 1], offset: ?>>)
  }
  return
}
