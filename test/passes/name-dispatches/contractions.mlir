// Contractions are named by how their maps index operands, whoever wrote them.
// RUN: %tracemark-opt %s --pass-pipeline='builtin.module(tracemark-name-dispatches{rename=all tag=false})' | FileCheck %s

// CHECK-LABEL: func.func @nn_matmul_4x8x16_f32(
func.func @nn(%a: tensor<4x16xf32>, %b: tensor<16x8xf32>, %c: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %b : tensor<4x16xf32>, tensor<16x8xf32>) outs(%c : tensor<4x8xf32>) {
  ^bb0(%x: f32, %y: f32, %s: f32):
    %m = arith.mulf %y, %x : f32
    %t = arith.addf %m, %s : f32
    linalg.yield %t : f32
  } -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @tn_matmul_tn_4x8x16_i8xi8xi32(
func.func @tn(%a: tensor<16x4xi8>, %b: tensor<16x8xi8>, %c: tensor<4x8xi32>) -> tensor<4x8xi32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (k, m)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %b : tensor<16x4xi8>, tensor<16x8xi8>) outs(%c : tensor<4x8xi32>) {
  ^bb0(%x: i8, %y: i8, %s: i32):
    %p = arith.extsi %x : i8 to i32
    %q = arith.extsi %y : i8 to i32
    %m = arith.muli %p, %q : i32
    %t = arith.addi %s, %m : i32
    linalg.yield %t : i32
  } -> tensor<4x8xi32>
  return %0 : tensor<4x8xi32>
}

// CHECK-LABEL: func.func @tt_matmul_tt_4x8x16_f32(
func.func @tt(%a: memref<16x4xf32>, %b: memref<8x16xf32>, %c: memref<4x8xf32>) {
  linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (k, m)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %b : memref<16x4xf32>, memref<8x16xf32>) outs(%c : memref<4x8xf32>) {
  ^bb0(%x: f32, %y: f32, %s: f32):
    %t = math.fma %x, %y, %s : f32
    linalg.yield %t : f32
  }
  return
}

// CHECK-LABEL: func.func @attn_batch_matmul_nt_2x3x4x8x16_cf32(
func.func @attn(%a: tensor<2x3x4x16xcomplex<f32>>, %b: tensor<2x3x8x16xcomplex<f32>>, %c: tensor<2x3x4x8xcomplex<f32>>) -> tensor<2x3x4x8xcomplex<f32>> {
  %0 = linalg.generic {indexing_maps = [affine_map<(b, h, m, n, k) -> (b, h, m, k)>, affine_map<(b, h, m, n, k) -> (b, h, n, k)>, affine_map<(b, h, m, n, k) -> (b, h, m, n)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%a, %b : tensor<2x3x4x16xcomplex<f32>>, tensor<2x3x8x16xcomplex<f32>>) outs(%c : tensor<2x3x4x8xcomplex<f32>>) {
  ^bb0(%x: complex<f32>, %y: complex<f32>, %s: complex<f32>):
    %m = complex.mul %x, %y : complex<f32>
    %t = complex.add %s, %m : complex<f32>
    linalg.yield %t : complex<f32>
  } -> tensor<2x3x4x8xcomplex<f32>>
  return %0 : tensor<2x3x4x8xcomplex<f32>>
}

// CHECK-LABEL: func.func @named_matmul_tn_4x8x16_f32(
func.func @named(%a: tensor<16x4xf32>, %b: tensor<16x8xf32>, %c: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (k, m)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>] ins(%a, %b : tensor<16x4xf32>, tensor<16x8xf32>) outs(%c : tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @contract_contract_2x8x16x4_f32(
func.func @contract(%a: tensor<2x16x4xf32>, %b: tensor<16x4x8xf32>, %c: tensor<2x8xf32>) -> tensor<2x8xf32> {
  %0 = linalg.contract indexing_maps = [affine_map<(m, n, k, l) -> (m, k, l)>, affine_map<(m, n, k, l) -> (k, l, n)>, affine_map<(m, n, k, l) -> (m, n)>] ins(%a, %b : tensor<2x16x4xf32>, tensor<16x4x8xf32>) outs(%c : tensor<2x8xf32>) -> tensor<2x8xf32>
  return %0 : tensor<2x8xf32>
}

// CHECK-LABEL: func.func @outer_mul_4x8_f32(
func.func @outer(%a: tensor<4xf32>, %b: tensor<8xf32>, %c: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(m, n) -> (m)>, affine_map<(m, n) -> (n)>, affine_map<(m, n) -> (m, n)>], iterator_types = ["parallel", "parallel"]} ins(%a, %b : tensor<4xf32>, tensor<8xf32>) outs(%c : tensor<4x8xf32>) {
  ^bb0(%x: f32, %y: f32, %s: f32):
    %m = arith.mulf %x, %y : f32
    linalg.yield %m : f32
  } -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @vm_vecmat_8x16_f32(
func.func @vm(%a: tensor<16xf32>, %b: tensor<16x8xf32>, %c: tensor<8xf32>) -> tensor<8xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(n, k) -> (k)>, affine_map<(n, k) -> (k, n)>, affine_map<(n, k) -> (n)>], iterator_types = ["parallel", "reduction"]} ins(%a, %b : tensor<16xf32>, tensor<16x8xf32>) outs(%c : tensor<8xf32>) {
  ^bb0(%x: f32, %y: f32, %s: f32):
    %m = arith.mulf %x, %y : f32
    %t = arith.addf %s, %m : f32
    linalg.yield %t : f32
  } -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
// not a contraction: the operands are added

// CHECK-LABEL: func.func @sumadd_reduce_sum_4x8x16_f32_add(
func.func @sumadd(%a: tensor<4x16xf32>, %b: tensor<16x8xf32>, %c: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %b : tensor<4x16xf32>, tensor<16x8xf32>) outs(%c : tensor<4x8xf32>) {
  ^bb0(%x: f32, %y: f32, %s: f32):
    %m = arith.addf %y, %x : f32
    %t = arith.addf %m, %s : f32
    linalg.yield %t : f32
  } -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @qkv_matmul_x3_4x8x16_f32(
func.func @qkv(%x: tensor<4x16xf32>, %q: tensor<16x8xf32>, %k: tensor<16x8xf32>, %v: tensor<16x8xf32>, %c: tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) {
  %z = arith.constant 0.0 : f32
  %f = linalg.fill ins(%z : f32) outs(%c : tensor<4x8xf32>) -> tensor<4x8xf32>
  %0 = linalg.matmul ins(%x, %q : tensor<4x16xf32>, tensor<16x8xf32>) outs(%f : tensor<4x8xf32>) -> tensor<4x8xf32>
  %1 = linalg.matmul ins(%x, %k : tensor<4x16xf32>, tensor<16x8xf32>) outs(%f : tensor<4x8xf32>) -> tensor<4x8xf32>
  %2 = linalg.matmul ins(%x, %v : tensor<4x16xf32>, tensor<16x8xf32>) outs(%f : tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0, %1, %2 : tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>
}

// CHECK-LABEL: func.func @zero_matmul_0x8x16_f32(
func.func @zero(%a: tensor<0x16xf32>, %b: tensor<16x8xf32>, %c: tensor<0x8xf32>) -> tensor<0x8xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<0x16xf32>, tensor<16x8xf32>) outs(%c : tensor<0x8xf32>) -> tensor<0x8xf32>
  return %0 : tensor<0x8xf32>
}

// CHECK-LABEL: func.func @huge_matmul_4294967296x4294967296x4294967296_f64(
func.func @huge(%a: memref<4294967296x4294967296xf64>, %b: memref<4294967296x4294967296xf64>, %c: memref<4294967296x4294967296xf64>) {
  linalg.matmul ins(%a, %b : memref<4294967296x4294967296xf64>, memref<4294967296x4294967296xf64>) outs(%c : memref<4294967296x4294967296xf64>)
  return
}

// The result has the right operand's loop first: the product of the two turned
// around, and nothing is transposed.

// CHECK-LABEL: func.func @turned_around_matmul_4x8x16_f32(
func.func @turned_around(%x: tensor<16x8xf32>, %w: tensor<4x16xf32>, %c: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(f, p, k) -> (k, p)>, affine_map<(f, p, k) -> (f, k)>, affine_map<(f, p, k) -> (f, p)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x, %w : tensor<16x8xf32>, tensor<4x16xf32>) outs(%c : tensor<4x8xf32>) {
  ^bb0(%a: f32, %b: f32, %s: f32):
    %m = arith.mulf %a, %b : f32
    %t = arith.addf %s, %m : f32
    linalg.yield %t : f32
  } -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}
