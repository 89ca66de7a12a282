// A computation has one name, as a named op, as a generic one, and as the ops
// that it is made of.
// RUN: %tracemark-opt %s --pass-pipeline='builtin.module(tracemark-name-dispatches{rename=all tag=false})' | FileCheck %s
// RUN: %tracemark-opt %s --pass-pipeline='builtin.module(func.func(linalg-generalize-named-ops),tracemark-name-dispatches{rename=all tag=false})' | FileCheck %s

#ij = affine_map<(i, j) -> (i, j)>
#i = affine_map<(i, j) -> (i)>

// CHECK-LABEL: func.func @negative_neg_4x8_f32(
func.func @negative(%x: tensor<4x8xf32>, %o: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = linalg.negf ins(%x : tensor<4x8xf32>) outs(%o : tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @squared_square_4x8_f32(
func.func @squared(%x: memref<4x8xf32>, %o: memref<4x8xf32>) {
  linalg.square ins(%x : memref<4x8xf32>) outs(%o : memref<4x8xf32>)
  return
}

// CHECK-LABEL: func.func @squared_by_mul_square_4x8_f32(
func.func @squared_by_mul(%x: memref<4x8xf32>, %o: memref<4x8xf32>) {
  linalg.generic {indexing_maps = [#ij, #ij, #ij], iterator_types = ["parallel", "parallel"]} ins(%x, %x : memref<4x8xf32>, memref<4x8xf32>) outs(%o : memref<4x8xf32>) {
  ^bb0(%a: f32, %b: f32, %u: f32):
    %v = arith.mulf %a, %b : f32
    linalg.yield %v : f32
  }
  return
}
// Another tensor of the same type.

// CHECK-LABEL: func.func @no_square_mul_4x8_f32(
func.func @no_square(%x: memref<4x8xf32>, %y: memref<4x8xf32>, %o: memref<4x8xf32>) {
  linalg.generic {indexing_maps = [#ij, #ij, #ij], iterator_types = ["parallel", "parallel"]} ins(%x, %y : memref<4x8xf32>, memref<4x8xf32>) outs(%o : memref<4x8xf32>) {
  ^bb0(%a: f32, %b: f32, %u: f32):
    %v = arith.mulf %a, %b : f32
    linalg.yield %v : f32
  }
  return
}

// CHECK-LABEL: func.func @inverse_reciprocal_4x8_f32(
func.func @inverse(%x: tensor<4x8xf32>, %o: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = linalg.reciprocal ins(%x : tensor<4x8xf32>) outs(%o : tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @power_pow_4x8_f32(
func.func @power(%x: tensor<4x8xf32>, %y: tensor<4x8xf32>, %o: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = linalg.powf ins(%x, %y : tensor<4x8xf32>, tensor<4x8xf32>) outs(%o : tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @unsigned_div_4x8_i32(
func.func @unsigned(%x: tensor<4x8xi32>, %y: tensor<4x8xi32>, %o: tensor<4x8xi32>) -> tensor<4x8xi32> {
  %0 = linalg.div_unsigned ins(%x, %y : tensor<4x8xi32>, tensor<4x8xi32>) outs(%o : tensor<4x8xi32>) -> tensor<4x8xi32>
  return %0 : tensor<4x8xi32>
}

// CHECK-LABEL: func.func @tiles_mmt4d_2x4x3x8x8x1_f32(
func.func @tiles(%a: tensor<2x3x8x1xf32>, %b: tensor<4x3x8x1xf32>, %c: tensor<2x4x8x8xf32>) -> tensor<2x4x8x8xf32> {
  %0 = linalg.mmt4d ins(%a, %b : tensor<2x3x8x1xf32>, tensor<4x3x8x1xf32>) outs(%c : tensor<2x4x8x8xf32>) -> tensor<2x4x8x8xf32>
  return %0 : tensor<2x4x8x8xf32>
}

// CHECK-LABEL: func.func @batches_of_tiles_batch_mmt4d_5x2x4x3x8x8x1_f32(
func.func @batches_of_tiles(%a: tensor<5x2x3x8x1xf32>, %b: tensor<5x4x3x8x1xf32>, %c: tensor<5x2x4x8x8xf32>) -> tensor<5x2x4x8x8xf32> {
  %0 = linalg.batch_mmt4d ins(%a, %b : tensor<5x2x3x8x1xf32>, tensor<5x4x3x8x1xf32>) outs(%c : tensor<5x2x4x8x8xf32>) -> tensor<5x2x4x8x8xf32>
  return %0 : tensor<5x2x4x8x8xf32>
}

// CHECK-LABEL: func.func @added_batches_batch_reduce_matmul_2x4x8x16_f32(
func.func @added_batches(%a: tensor<2x4x16xf32>, %b: tensor<2x16x8xf32>, %c: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = linalg.batch_reduce_matmul ins(%a, %b : tensor<2x4x16xf32>, tensor<2x16x8xf32>) outs(%c : tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @squares_in_steps_reduce_sumsq_4x8_f32(
func.func @squares_in_steps(%x: tensor<4x8xf32>, %t: tensor<4x8xf32>, %o: tensor<4xf32>) -> tensor<4xf32> {
  %0 = linalg.square ins(%x : tensor<4x8xf32>) outs(%t : tensor<4x8xf32>) -> tensor<4x8xf32>
  %1 = linalg.reduce {arith.addf} ins(%0 : tensor<4x8xf32>) outs(%o : tensor<4xf32>) dimensions = [1]
  return %1 : tensor<4xf32>
}

// CHECK-LABEL: func.func @variance_in_steps_reduce_sumsq_4x8_f32(
func.func @variance_in_steps(%x: tensor<4x8xf32>, %m: tensor<4xf32>, %t: tensor<4x8xf32>, %o: tensor<4xf32>) -> tensor<4xf32> {
  %0 = linalg.generic {indexing_maps = [#ij, #i, #ij], iterator_types = ["parallel", "parallel"]} ins(%x, %m : tensor<4x8xf32>, tensor<4xf32>) outs(%t : tensor<4x8xf32>) {
  ^bb0(%a: f32, %b: f32, %u: f32):
    %v = arith.subf %a, %b : f32
    linalg.yield %v : f32
  } -> tensor<4x8xf32>
  %1 = linalg.mul ins(%0, %0 : tensor<4x8xf32>, tensor<4x8xf32>) outs(%t : tensor<4x8xf32>) -> tensor<4x8xf32>
  %2 = linalg.reduce {arith.addf} ins(%1 : tensor<4x8xf32>) outs(%o : tensor<4xf32>) dimensions = [1]
  return %2 : tensor<4xf32>
}

// CHECK-LABEL: func.func @squares_of_one_tensor_reduce_sumsq_4x8_f32(
func.func @squares_of_one_tensor(%x: tensor<4x8xf32>, %o: tensor<4xf32>) -> tensor<4xf32> {
  %0 = linalg.generic {indexing_maps = [#ij, #ij, #i], iterator_types = ["parallel", "reduction"]} ins(%x, %x : tensor<4x8xf32>, tensor<4x8xf32>) outs(%o : tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32, %s: f32):
    %m = arith.mulf %a, %b : f32
    %t = arith.addf %s, %m : f32
    linalg.yield %t : f32
  } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @no_squares_reduce_sum_4x8_f32_mul(
func.func @no_squares(%x: tensor<4x8xf32>, %y: tensor<4x8xf32>, %t: tensor<4x8xf32>, %o: tensor<4xf32>) -> tensor<4xf32> {
  %0 = linalg.mul ins(%x, %y : tensor<4x8xf32>, tensor<4x8xf32>) outs(%t : tensor<4x8xf32>) -> tensor<4x8xf32>
  %1 = linalg.reduce {arith.addf} ins(%0 : tensor<4x8xf32>) outs(%o : tensor<4xf32>) dimensions = [1]
  return %1 : tensor<4xf32>
}
// A select speaks for its comparison.

// CHECK-LABEL: func.func @chosen_in_steps_add_select_4x8_f32(
func.func @chosen_in_steps(%x: tensor<4x8xf32>, %y: tensor<4x8xf32>, %c: tensor<4x8xi1>, %o: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = linalg.generic {indexing_maps = [#ij, #ij, #ij], iterator_types = ["parallel", "parallel"]} ins(%x, %y : tensor<4x8xf32>, tensor<4x8xf32>) outs(%c : tensor<4x8xi1>) {
  ^bb0(%a: f32, %b: f32, %u: i1):
    %v = arith.cmpf olt, %a, %b : f32
    linalg.yield %v : i1
  } -> tensor<4x8xi1>
  %1 = linalg.add ins(%x, %y : tensor<4x8xf32>, tensor<4x8xf32>) outs(%o : tensor<4x8xf32>) -> tensor<4x8xf32>
  %2 = linalg.select ins(%0, %1, %x : tensor<4x8xi1>, tensor<4x8xf32>, tensor<4x8xf32>) outs(%o : tensor<4x8xf32>) -> tensor<4x8xf32>
  return %2 : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @maximum_in_steps_max_4x8_f32(
func.func @maximum_in_steps(%x: tensor<4x8xf32>, %y: tensor<4x8xf32>, %c: tensor<4x8xi1>, %o: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = linalg.generic {indexing_maps = [#ij, #ij, #ij], iterator_types = ["parallel", "parallel"]} ins(%x, %y : tensor<4x8xf32>, tensor<4x8xf32>) outs(%c : tensor<4x8xi1>) {
  ^bb0(%a: f32, %b: f32, %u: i1):
    %v = arith.cmpf olt, %a, %b : f32
    linalg.yield %v : i1
  } -> tensor<4x8xi1>
  %1 = linalg.select ins(%0, %y, %x : tensor<4x8xi1>, tensor<4x8xf32>, tensor<4x8xf32>) outs(%o : tensor<4x8xf32>) -> tensor<4x8xf32>
  return %1 : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @relu_in_steps_relu_4x8_f32(
func.func @relu_in_steps(%x: tensor<4x8xf32>, %c: tensor<4x8xi1>, %o: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %zero = arith.constant 0.0 : f32
  %0 = linalg.generic {indexing_maps = [#ij, #ij], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<4x8xf32>) outs(%c : tensor<4x8xi1>) {
  ^bb0(%a: f32, %u: i1):
    %v = arith.cmpf ogt, %a, %zero : f32
    linalg.yield %v : i1
  } -> tensor<4x8xi1>
  %1 = linalg.generic {indexing_maps = [#ij, #ij, #ij], iterator_types = ["parallel", "parallel"]} ins(%0, %x : tensor<4x8xi1>, tensor<4x8xf32>) outs(%o : tensor<4x8xf32>) {
  ^bb0(%a: i1, %b: f32, %u: f32):
    %v = arith.select %a, %b, %zero : f32
    linalg.yield %v : f32
  } -> tensor<4x8xf32>
  return %1 : tensor<4x8xf32>
}
