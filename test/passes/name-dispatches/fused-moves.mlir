// An elementwise op that also moves elements says so: its result, or some of its
// operands, stand in another order; where to read is computed.
// RUN: %tracemark-opt %s --pass-pipeline='builtin.module(tracemark-name-dispatches{rename=all tag=false})' | FileCheck %s

#ij = affine_map<(i, j) -> (i, j)>
#ji = affine_map<(i, j) -> (j, i)>
#j = affine_map<(i, j) -> (j)>

// CHECK-LABEL: func.func @result_add_transpose_4x8_f32(
func.func @result(%x: tensor<4x8xf32>, %b: tensor<8xf32>, %o: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %0 = linalg.generic {indexing_maps = [#ij, #j, #ji], iterator_types = ["parallel", "parallel"]} ins(%x, %b : tensor<4x8xf32>, tensor<8xf32>) outs(%o : tensor<8x4xf32>) {
  ^bb0(%a: f32, %c: f32, %u: f32):
    %v = arith.addf %a, %c : f32
    linalg.yield %v : f32
  } -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}

// CHECK-LABEL: func.func @result_in_steps_add_transpose_4x8_f32(
func.func @result_in_steps(%x: tensor<4x8xf32>, %b: tensor<8xf32>, %s: tensor<4x8xf32>, %o: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %0 = linalg.generic {indexing_maps = [#ij, #j, #ij], iterator_types = ["parallel", "parallel"]} ins(%x, %b : tensor<4x8xf32>, tensor<8xf32>) outs(%s : tensor<4x8xf32>) {
  ^bb0(%a: f32, %c: f32, %u: f32):
    %v = arith.addf %a, %c : f32
    linalg.yield %v : f32
  } -> tensor<4x8xf32>
  %1 = linalg.transpose ins(%0 : tensor<4x8xf32>) outs(%o : tensor<8x4xf32>) permutation = [1, 0]
  return %1 : tensor<8x4xf32>
}

// CHECK-LABEL: func.func @operand_transpose_mul_exp_4x8_f32(
func.func @operand(%x: memref<4x8xf32>, %y: memref<8x4xf32>, %o: memref<4x8xf32>) {
  linalg.generic {indexing_maps = [#ij, #ji, #ij], iterator_types = ["parallel", "parallel"]} ins(%x, %y : memref<4x8xf32>, memref<8x4xf32>) outs(%o : memref<4x8xf32>) {
  ^bb0(%a: f32, %b: f32, %u: f32):
    %m = arith.mulf %a, %b : f32
    %v = math.exp %m : f32
    linalg.yield %v : f32
  }
  return
}

// CHECK-LABEL: func.func @behind_a_root_matmul_4x8x16_f32_bias_relu_transpose(
func.func @behind_a_root(%a: tensor<4x16xf32>, %b: tensor<16x8xf32>, %bias: tensor<8xf32>, %c: tensor<4x8xf32>, %o: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %zero = arith.constant 0.0 : f32
  %0 = linalg.matmul ins(%a, %b : tensor<4x16xf32>, tensor<16x8xf32>) outs(%c : tensor<4x8xf32>) -> tensor<4x8xf32>
  %1 = linalg.generic {indexing_maps = [#ij, #j, #ji], iterator_types = ["parallel", "parallel"]} ins(%0, %bias : tensor<4x8xf32>, tensor<8xf32>) outs(%o : tensor<8x4xf32>) {
  ^bb0(%x: f32, %y: f32, %u: f32):
    %s = arith.addf %x, %y : f32
    %v = arith.maximumf %s, %zero : f32
    linalg.yield %v : f32
  } -> tensor<8x4xf32>
  return %1 : tensor<8x4xf32>
}
// A loop of one iteration may stand anywhere.

// CHECK-LABEL: func.func @no_move_exp_1x8_f32(
func.func @no_move(%x: tensor<1x8xf32>, %o: tensor<8x1xf32>) -> tensor<8x1xf32> {
  %0 = linalg.generic {indexing_maps = [#ij, #ji], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<1x8xf32>) outs(%o : tensor<8x1xf32>) {
  ^bb0(%a: f32, %u: f32):
    %v = math.exp %a : f32
    linalg.yield %v : f32
  } -> tensor<8x1xf32>
  return %0 : tensor<8x1xf32>
}
// Every other element of the result.

// CHECK-LABEL: func.func @strided_exp_4x8_f32(
func.func @strided(%x: memref<4x8xf32>, %o: memref<8x16xf32>) {
  linalg.generic {indexing_maps = [#ij, affine_map<(i, j) -> (i * 2, j * 2)>], iterator_types = ["parallel", "parallel"]} ins(%x : memref<4x8xf32>) outs(%o : memref<8x16xf32>) {
  ^bb0(%a: f32, %u: f32):
    %v = math.exp %a : f32
    linalg.yield %v : f32
  }
  return
}
// A dynamic broadcast of collapsed dimensions, as IREE makes it: no data tell
// where to read.

// CHECK-LABEL: func.func @computed_place_sub_D_f32(
func.func @computed_place(%x: tensor<?xf32>, %m: tensor<?x?xf32>, %n: index, %o: tensor<?xf32>) -> tensor<?xf32> {
  %c64 = arith.constant 64 : index
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%x : tensor<?xf32>) outs(%o : tensor<?xf32>) {
  ^bb0(%a: f32, %u: f32):
    %i = linalg.index 0 : index
    %r = arith.divsi %i, %c64 : index
    %p = arith.divsi %r, %n : index
    %q = arith.remsi %r, %n : index
    %e = tensor.extract %m[%p, %q] : tensor<?x?xf32>
    %v = arith.subf %a, %e : f32
    linalg.yield %v : f32
  } -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
