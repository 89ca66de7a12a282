// Loops and scalars are named by their hottest ops, tiled linalg by its tile.
// RUN: %tracemark-opt %s --pass-pipeline='builtin.module(tracemark-name-dispatches{rename=all tag=false})' | FileCheck %s

// CHECK-LABEL: func.func @loops_load_mulf_store_64x32_f32(
func.func @loops(%a: memref<64x32xf32>, %b: memref<64x32xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %c32 = arith.constant 32 : index
  scf.for %i = %c0 to %c64 step %c1 {
    scf.for %j = %c0 to %c32 step %c1 {
      %v = memref.load %a[%i, %j] : memref<64x32xf32>
      %w = arith.mulf %v, %v : f32
      memref.store %w, %b[%i, %j] : memref<64x32xf32>
    }
  }
  return
}

// CHECK-LABEL: func.func @aff_load_exp_addf_store_64x16_f32(
func.func @aff(%a: memref<64x32xf32>, %b: memref<64xf32>) {
  affine.for %i = 0 to 64 {
    %c = arith.constant 0.0 : f32
    %s = affine.for %j = 0 to 32 step 2 iter_args(%acc = %c) -> f32 {
      %v = affine.load %a[%i, %j] : memref<64x32xf32>
      %w = math.exp %v : f32
      %n = arith.addf %acc, %w : f32
      affine.yield %n : f32
    }
    affine.store %s, %b[%i] : memref<64xf32>
  }
  return
}

// CHECK-LABEL: func.func @scalar_addi_i32(
func.func @scalar(%a: i32) -> i32 {
  %0 = arith.addi %a, %a : i32
  return %0 : i32
}

// CHECK-LABEL: func.func @vec_addf_8_f32(
func.func @vec(%a: vector<8xf32>) -> vector<8xf32> {
  %0 = arith.addf %a, %a : vector<8xf32>
  return %0 : vector<8xf32>
}

// CHECK-LABEL: func.func @tiled_matmul_16x64x64_f32(
func.func @tiled(%a: tensor<64x64xf32>, %b: tensor<64x64xf32>, %c: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  %r = scf.for %i = %c0 to %c64 step %c16 iter_args(%acc = %c) -> tensor<64x64xf32> {
    %s = tensor.extract_slice %a[%i, 0] [16, 64] [1, 1] : tensor<64x64xf32> to tensor<16x64xf32>
    %d = tensor.extract_slice %acc[%i, 0] [16, 64] [1, 1] : tensor<64x64xf32> to tensor<16x64xf32>
    %m = linalg.matmul ins(%s, %b : tensor<16x64xf32>, tensor<64x64xf32>) outs(%d : tensor<16x64xf32>) -> tensor<16x64xf32>
    %n = tensor.insert_slice %m into %acc[%i, 0] [16, 64] [1, 1] : tensor<16x64xf32> into tensor<64x64xf32>
    scf.yield %n : tensor<64x64xf32>
  }
  return %r : tensor<64x64xf32>
}
