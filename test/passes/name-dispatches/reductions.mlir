// Reductions are named by how they combine.
// RUN: %tracemark-opt %s --pass-pipeline='builtin.module(tracemark-name-dispatches{rename=all tag=false})' | FileCheck %s

// CHECK-LABEL: func.func @sum_reduce_sum_4x8_f32(
func.func @sum(%a0: tensor<4x8xf32>, %o0: tensor<4xf32>) -> (tensor<4xf32>) {
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%a0 : tensor<4x8xf32>) outs(%o0 : tensor<4xf32>) {
  ^bb0(%x0: f32, %y0: f32):
    %s = arith.addf %y0, %x0 : f32
    linalg.yield %s : f32
  } -> (tensor<4xf32>)
  return %r : tensor<4xf32>
}

// CHECK-LABEL: func.func @sum_widened_reduce_sum_4x8_f16xf32(
func.func @sum_widened(%a0: tensor<4x8xf16>, %o0: tensor<4xf32>) -> (tensor<4xf32>) {
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%a0 : tensor<4x8xf16>) outs(%o0 : tensor<4xf32>) {
  ^bb0(%x0: f16, %y0: f32):
    %w = arith.extf %x0 : f16 to f32
    %s = arith.addf %w, %y0 : f32
    linalg.yield %s : f32
  } -> (tensor<4xf32>)
  return %r : tensor<4xf32>
}

// CHECK-LABEL: func.func @sumsq_reduce_sumsq_4x8_f32(
func.func @sumsq(%a0: tensor<4x8xf32>, %o0: tensor<4xf32>) -> (tensor<4xf32>) {
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%a0 : tensor<4x8xf32>) outs(%o0 : tensor<4xf32>) {
  ^bb0(%x0: f32, %y0: f32):
    %q = arith.mulf %x0, %x0 : f32
    %s = arith.addf %y0, %q : f32
    linalg.yield %s : f32
  } -> (tensor<4xf32>)
  return %r : tensor<4xf32>
}

// CHECK-LABEL: func.func @mean_reduce_mean_4x8_f32(
func.func @mean(%a0: tensor<4x8xf32>, %o0: tensor<4xf32>) -> (tensor<4xf32>) {
  %n = arith.constant 8.0 : f32
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%a0 : tensor<4x8xf32>) outs(%o0 : tensor<4xf32>) {
  ^bb0(%x0: f32, %y0: f32):
    %q = arith.divf %x0, %n : f32
    %s = arith.addf %y0, %q : f32
    linalg.yield %s : f32
  } -> (tensor<4xf32>)
  return %r : tensor<4xf32>
}

// CHECK-LABEL: func.func @prod_reduce_prod_4x8_i32(
func.func @prod(%a0: tensor<4x8xi32>, %o0: tensor<4xi32>) -> (tensor<4xi32>) {
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%a0 : tensor<4x8xi32>) outs(%o0 : tensor<4xi32>) {
  ^bb0(%x0: i32, %y0: i32):
    %s = arith.muli %y0, %x0 : i32
    linalg.yield %s : i32
  } -> (tensor<4xi32>)
  return %r : tensor<4xi32>
}

// CHECK-LABEL: func.func @min_by_select_reduce_min_4x8_f32(
func.func @min_by_select(%a0: tensor<4x8xf32>, %o0: tensor<4xf32>) -> (tensor<4xf32>) {
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%a0 : tensor<4x8xf32>) outs(%o0 : tensor<4xf32>) {
  ^bb0(%x0: f32, %y0: f32):
    %c = arith.cmpf olt, %x0, %y0 : f32
    %s = arith.select %c, %x0, %y0 : f32
    linalg.yield %s : f32
  } -> (tensor<4xf32>)
  return %r : tensor<4xf32>
}

// CHECK-LABEL: func.func @max_signed_reduce_max_4x8_i8(
func.func @max_signed(%a0: tensor<4x8xi8>, %o0: tensor<4xi8>) -> (tensor<4xi8>) {
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%a0 : tensor<4x8xi8>) outs(%o0 : tensor<4xi8>) {
  ^bb0(%x0: i8, %y0: i8):
    %s = arith.maxsi %y0, %x0 : i8
    linalg.yield %s : i8
  } -> (tensor<4xi8>)
  return %r : tensor<4xi8>
}

// CHECK-LABEL: func.func @and_reduce_and_4x8_i1(
func.func @and(%a0: tensor<4x8xi1>, %o0: tensor<4xi1>) -> (tensor<4xi1>) {
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%a0 : tensor<4x8xi1>) outs(%o0 : tensor<4xi1>) {
  ^bb0(%x0: i1, %y0: i1):
    %s = arith.andi %y0, %x0 : i1
    linalg.yield %s : i1
  } -> (tensor<4xi1>)
  return %r : tensor<4xi1>
}

// CHECK-LABEL: func.func @or_reduce_or_4x8_i1(
func.func @or(%a0: tensor<4x8xi1>, %o0: tensor<4xi1>) -> (tensor<4xi1>) {
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%a0 : tensor<4x8xi1>) outs(%o0 : tensor<4xi1>) {
  ^bb0(%x0: i1, %y0: i1):
    %s = arith.ori %y0, %x0 : i1
    linalg.yield %s : i1
  } -> (tensor<4xi1>)
  return %r : tensor<4xi1>
}

// CHECK-LABEL: func.func @argmax_reduce_argmax_4x8_f32xf32xi64(
func.func @argmax(%a0: tensor<4x8xf32>, %o0: tensor<4xf32>, %o1: tensor<4xi64>) -> (tensor<4xf32>, tensor<4xi64>) {
  %r:2 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%a0 : tensor<4x8xf32>) outs(%o0, %o1 : tensor<4xf32>, tensor<4xi64>) {
  ^bb0(%x0: f32, %y0: f32, %y1: i64):
    %j = linalg.index 1 : index
    %k = arith.index_cast %j : index to i64
    %m = arith.maximumf %x0, %y0 : f32
    %c = arith.cmpf ogt, %x0, %y0 : f32
    %s = arith.select %c, %k, %y1 : i64
    linalg.yield %m, %s : f32, i64
  } -> (tensor<4xf32>, tensor<4xi64>)
  return %r#0, %r#1 : tensor<4xf32>, tensor<4xi64>
}

// CHECK-LABEL: func.func @argmax_index_unused_reduce_max_4x8_f32(
func.func @argmax_index_unused(%a0: tensor<4x8xf32>, %o0: tensor<4xf32>, %o1: tensor<4xi64>) -> (tensor<4xf32>) {
  %r:2 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%a0 : tensor<4x8xf32>) outs(%o0, %o1 : tensor<4xf32>, tensor<4xi64>) {
  ^bb0(%x0: f32, %y0: f32, %y1: i64):
    %j = linalg.index 1 : index
    %k = arith.index_cast %j : index to i64
    %m = arith.maximumf %x0, %y0 : f32
    %c = arith.cmpf ogt, %x0, %y0 : f32
    %s = arith.select %c, %k, %y1 : i64
    linalg.yield %m, %s : f32, i64
  } -> (tensor<4xf32>, tensor<4xi64>)
  return %r#0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @two_sums_reduce_sum_4x8_f32(
func.func @two_sums(%a0: tensor<4x8xf32>, %o0: tensor<4xf32>, %o1: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %r:2 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%a0 : tensor<4x8xf32>) outs(%o0, %o1 : tensor<4xf32>, tensor<4xf32>) {
  ^bb0(%x0: f32, %y0: f32, %y1: f32):
    %s = arith.addf %y0, %x0 : f32
    %t = arith.addf %y1, %x0 : f32
    linalg.yield %s, %t : f32, f32
  } -> (tensor<4xf32>, tensor<4xf32>)
  return %r#0, %r#1 : tensor<4xf32>, tensor<4xf32>
}

// CHECK-LABEL: func.func @unlike_reduce_4x8_f32_sum_prod(
func.func @unlike(%a0: tensor<4x8xf32>, %o0: tensor<4xf32>, %o1: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %r:2 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%a0 : tensor<4x8xf32>) outs(%o0, %o1 : tensor<4xf32>, tensor<4xf32>) {
  ^bb0(%x0: f32, %y0: f32, %y1: f32):
    %s = arith.addf %y0, %x0 : f32
    %t = arith.mulf %y1, %x0 : f32
    linalg.yield %s, %t : f32, f32
  } -> (tensor<4xf32>, tensor<4xf32>)
  return %r#0, %r#1 : tensor<4xf32>, tensor<4xf32>
}

// CHECK-LABEL: func.func @last_reduce_4x8_f32(
func.func @last(%a0: tensor<4x8xf32>, %o0: tensor<4xf32>) -> (tensor<4xf32>) {
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%a0 : tensor<4x8xf32>) outs(%o0 : tensor<4xf32>) {
  ^bb0(%x0: f32, %y0: f32):
    linalg.yield %x0 : f32
  } -> (tensor<4xf32>)
  return %r : tensor<4xf32>
}

// CHECK-LABEL: func.func @row_dot_batch_dot_4x8_f32(
func.func @row_dot(%a0: tensor<4x8xf32>, %a1: tensor<4x8xf32>, %o0: tensor<4xf32>) -> (tensor<4xf32>) {
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%a0, %a1 : tensor<4x8xf32>, tensor<4x8xf32>) outs(%o0 : tensor<4xf32>) {
  ^bb0(%x0: f32, %x1: f32, %y0: f32):
    %q = arith.mulf %x0, %x1 : f32
    %s = arith.addf %y0, %q : f32
    linalg.yield %s : f32
  } -> (tensor<4xf32>)
  return %r : tensor<4xf32>
}

// CHECK-LABEL: func.func @mean_in_steps_reduce_mean_4x8_f32(
func.func @mean_in_steps(%a: tensor<4x8xf32>, %o: tensor<4xf32>) -> tensor<4xf32> {
  %n = arith.constant 8.0 : f32
  %0 = linalg.reduce {arith.addf} ins(%a : tensor<4x8xf32>) outs(%o : tensor<4xf32>) dimensions = [1]
  %1 = linalg.map ins(%0 : tensor<4xf32>) outs(%o : tensor<4xf32>) (%x: f32, %y: f32) {
    %q = arith.divf %x, %n : f32
    linalg.yield %q : f32
  }
  return %1 : tensor<4xf32>
}
// Divided by another number than that of the addends.

// CHECK-LABEL: func.func @no_mean_reduce_sum_4x8_f32_div(
func.func @no_mean(%a: tensor<4x8xf32>, %o: tensor<4xf32>) -> tensor<4xf32> {
  %n = arith.constant 7.0 : f32
  %0 = linalg.reduce {arith.addf} ins(%a : tensor<4x8xf32>) outs(%o : tensor<4xf32>) dimensions = [1]
  %1 = linalg.map ins(%0 : tensor<4xf32>) outs(%o : tensor<4xf32>) (%x: f32, %y: f32) {
    %q = arith.divf %x, %n : f32
    linalg.yield %q : f32
  }
  return %1 : tensor<4xf32>
}

// A sum of scaled values is a mean only if the scale is the share.

// CHECK-LABEL: func.func @no_mean_other_scale_reduce_sum_4x8_f32_mul(
func.func @no_mean_other_scale(%x: tensor<4x8xf32>, %o: tensor<4xf32>) -> tensor<4xf32> {
  %c = arith.constant 2.0 : f32
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<4x8xf32>) outs(%o : tensor<4xf32>) {
  ^bb0(%a: f32, %acc: f32):
    %m = arith.mulf %a, %c : f32
    %s = arith.addf %m, %acc : f32
    linalg.yield %s : f32
  } -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// CHECK-LABEL: func.func @mean_by_share_reduce_mean_4x8_f32(
func.func @mean_by_share(%x: tensor<4x8xf32>, %o: tensor<4xf32>) -> tensor<4xf32> {
  %c = arith.constant 0.125 : f32
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<4x8xf32>) outs(%o : tensor<4xf32>) {
  ^bb0(%a: f32, %acc: f32):
    %m = arith.mulf %a, %c : f32
    %s = arith.addf %m, %acc : f32
    linalg.yield %s : f32
  } -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// CHECK-LABEL: func.func @no_mean_dynamic_reduce_sum_DxD_f32_mul(
func.func @no_mean_dynamic(%x: tensor<?x?xf32>, %o: tensor<f32>) -> tensor<f32> {
  %c = arith.constant 1.0 : f32
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> ()>], iterator_types = ["reduction", "reduction"]} ins(%x : tensor<?x?xf32>) outs(%o : tensor<f32>) {
  ^bb0(%a: f32, %acc: f32):
    %m = arith.mulf %a, %c : f32
    %s = arith.addf %m, %acc : f32
    linalg.yield %s : f32
  } -> tensor<f32>
  return %r : tensor<f32>
}

// The index may come first, and the value may not be used.

// CHECK-LABEL: func.func @index_first_reduce_argmin_4x8_f32xindexxf32(
func.func @index_first(%x: memref<4x8xf32>, %i: memref<4xindex>, %v: memref<4xf32>) {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%x : memref<4x8xf32>) outs(%i, %v : memref<4xindex>, memref<4xf32>) {
  ^bb0(%a: f32, %n: index, %m: f32):
    %j = linalg.index 1 : index
    %c = arith.cmpf olt, %a, %m : f32
    %s = arith.select %c, %a, %m : f32
    %k = arith.select %c, %j, %n : index
    linalg.yield %k, %s : index, f32
  }
  return
}

// What is carried along is no index.

// CHECK-LABEL: func.func @no_index_carried_reduce_4x8_f32(
func.func @no_index_carried(%x: tensor<4x8xf32>, %y: tensor<4x8xf32>, %v: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0:2 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%x, %y : tensor<4x8xf32>, tensor<4x8xf32>) outs(%v, %v : tensor<4xf32>, tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32, %m: f32, %n: f32):
    %c = arith.cmpf ogt, %a, %m : f32
    %s = arith.select %c, %a, %m : f32
    %k = arith.select %c, %b, %n : f32
    linalg.yield %s, %k : f32, f32
  } -> (tensor<4xf32>, tensor<4xf32>)
  return %0#0, %0#1 : tensor<4xf32>, tensor<4xf32>
}

// Several results of several kinds: which they are stands behind.

// CHECK-LABEL: func.func @mean_and_square_reduce_4x8_f32_sum_sumsq(
func.func @mean_and_square(%x: tensor<4x8xf32>, %o: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %r:2 = linalg.generic {indexing_maps = [affine_map<(i,j)->(i,j)>, affine_map<(i,j)->(i)>, affine_map<(i,j)->(i)>], iterator_types = ["parallel","reduction"]} ins(%x : tensor<4x8xf32>) outs(%o, %o : tensor<4xf32>, tensor<4xf32>) {
  ^bb0(%i: f32, %a: f32, %b: f32):
    %q = arith.mulf %i, %i : f32
    %s = arith.addf %a, %i : f32
    %t = arith.addf %b, %q : f32
    linalg.yield %s, %t : f32, f32
  } -> (tensor<4xf32>, tensor<4xf32>)
  return %r#0, %r#1 : tensor<4xf32>, tensor<4xf32>
}
