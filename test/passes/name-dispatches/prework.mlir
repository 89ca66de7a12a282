// What is done to an element before it is combined is a part of the tail,
// whether one op does both or two.
// RUN: %tracemark-opt %s --pass-pipeline='builtin.module(tracemark-name-dispatches{rename=all tag=false})' | FileCheck %s

#ij = affine_map<(i, j) -> (i, j)>
#i = affine_map<(i, j) -> (i)>

// CHECK-LABEL: func.func @sum_exp_reduce_sum_4x8_f32_exp(
func.func @sum_exp(%x: tensor<4x8xf32>, %o0: tensor<4xf32>) -> (tensor<4xf32>) {
  %r:1 = linalg.generic {indexing_maps = [#ij, #i], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<4x8xf32>) outs(%o0 : tensor<4xf32>) {
  ^bb0(%a0: f32, %s0: f32):
    %e = math.exp %a0 : f32
    %t = arith.addf %e, %s0 : f32
    linalg.yield %t : f32
  } -> (tensor<4xf32>)
  return %r#0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @sum_exp_in_steps_reduce_sum_4x8_f32_exp(
func.func @sum_exp_in_steps(%x: tensor<4x8xf32>, %e: tensor<4x8xf32>, %o: tensor<4xf32>) -> tensor<4xf32> {
  %0 = linalg.exp ins(%x : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  %1 = linalg.reduce {arith.addf} ins(%0 : tensor<4x8xf32>) outs(%o : tensor<4xf32>) dimensions = [1]
  return %1 : tensor<4xf32>
}

// CHECK-LABEL: func.func @sum_exp_of_difference_reduce_sum_4x8_f16xf32xf32_sub_exp(
func.func @sum_exp_of_difference(%x: memref<4x8xf16>, %m: memref<4xf32>, %o: memref<4xf32>) {
  linalg.generic {indexing_maps = [#ij, #i, #i], iterator_types = ["parallel", "reduction"]} ins(%x, %m : memref<4x8xf16>, memref<4xf32>) outs(%o : memref<4xf32>) {
  ^bb0(%a: f16, %b: f32, %s: f32):
    %w = arith.extf %a : f16 to f32
    %d = arith.subf %w, %b : f32
    %e = math.exp %d : f32
    %t = arith.addf %s, %e : f32
    linalg.yield %t : f32
  }
  return
}

// CHECK-LABEL: func.func @largest_size_reduce_max_4x8_f32_abs(
func.func @largest_size(%x: memref<4x8xf32>, %o0: memref<4xf32>) {
  linalg.generic {indexing_maps = [#ij, #i], iterator_types = ["parallel", "reduction"]} ins(%x : memref<4x8xf32>) outs(%o0 : memref<4xf32>) {
  ^bb0(%a0: f32, %s0: f32):
    %e = math.absf %a0 : f32
    %t = arith.maximumf %e, %s0 : f32
    linalg.yield %t : f32
  }
  return
}

// CHECK-LABEL: func.func @mean_of_sizes_reduce_mean_4x8_f32_abs(
func.func @mean_of_sizes(%x: tensor<4x8xf32>, %o0: tensor<4xf32>) -> (tensor<4xf32>) {
  %n = arith.constant 8.0 : f32
  %r:1 = linalg.generic {indexing_maps = [#ij, #i], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<4x8xf32>) outs(%o0 : tensor<4xf32>) {
  ^bb0(%a0: f32, %s0: f32):
    %e = math.absf %a0 : f32
    %q = arith.divf %e, %n : f32
    %t = arith.addf %q, %s0 : f32
    linalg.yield %t : f32
  } -> (tensor<4xf32>)
  return %r#0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @sum_of_sigmoids_reduce_sum_4x8_f32_sigmoid(
func.func @sum_of_sigmoids(%x: tensor<4x8xf32>, %o0: tensor<4xf32>) -> (tensor<4xf32>) {
  %one = arith.constant 1.0 : f32
  %r:1 = linalg.generic {indexing_maps = [#ij, #i], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<4x8xf32>) outs(%o0 : tensor<4xf32>) {
  ^bb0(%a0: f32, %s0: f32):
    %n = arith.negf %a0 : f32
    %e = math.exp %n : f32
    %d = arith.addf %e, %one : f32
    %q = arith.divf %one, %d : f32
    %t = arith.addf %q, %s0 : f32
    linalg.yield %t : f32
  } -> (tensor<4xf32>)
  return %r#0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @argmax_of_sizes_reduce_argmax_4x8_f32xf32xi32_abs(
func.func @argmax_of_sizes(%x: tensor<4x8xf32>, %o0: tensor<4xf32>, %o1: tensor<4xi32>) -> (tensor<4xf32>, tensor<4xi32>) {
  %r:2 = linalg.generic {indexing_maps = [#ij, #i, #i], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<4x8xf32>) outs(%o0, %o1 : tensor<4xf32>, tensor<4xi32>) {
  ^bb0(%a0: f32, %s0: f32, %s1: i32):
    %j = linalg.index 1 : index
    %k = arith.index_cast %j : index to i32
    %e = math.absf %a0 : f32
    %t = arith.maximumf %e, %s0 : f32
    %c = arith.cmpf ogt, %e, %s0 : f32
    %p = arith.select %c, %k, %s1 : i32
    linalg.yield %t, %p : f32, i32
  } -> (tensor<4xf32>, tensor<4xi32>)
  return %r#0, %r#1 : tensor<4xf32>, tensor<4xi32>
}

// CHECK-LABEL: func.func @two_sums_reduce_sum_4x8_f32_exp(
func.func @two_sums(%x: tensor<4x8xf32>, %o0: tensor<4xf32>, %o1: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %r:2 = linalg.generic {indexing_maps = [#ij, #i, #i], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<4x8xf32>) outs(%o0, %o1 : tensor<4xf32>, tensor<4xf32>) {
  ^bb0(%a0: f32, %s0: f32, %s1: f32):
    %e = math.exp %a0 : f32
    %t = arith.addf %e, %s0 : f32
    %u = arith.addf %a0, %s1 : f32
    linalg.yield %t, %u : f32, f32
  } -> (tensor<4xf32>, tensor<4xf32>)
  return %r#0, %r#1 : tensor<4xf32>, tensor<4xf32>
}

// A square is what the kind says, of a difference, too; more is not.

// CHECK-LABEL: func.func @variance_reduce_sumsq_4x8_f32(
func.func @variance(%x: tensor<4x8xf32>, %m: tensor<4xf32>, %o0: tensor<4xf32>) -> (tensor<4xf32>) {
  %r:1 = linalg.generic {indexing_maps = [#ij, #i, #i], iterator_types = ["parallel", "reduction"]} ins(%x, %m : tensor<4x8xf32>, tensor<4xf32>) outs(%o0 : tensor<4xf32>) {
  ^bb0(%a0: f32, %a1: f32, %s0: f32):
    %d = arith.subf %a0, %a1 : f32
    %q = arith.mulf %d, %d : f32
    %t = arith.addf %q, %s0 : f32
    linalg.yield %t : f32
  } -> (tensor<4xf32>)
  return %r#0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @squared_exp_reduce_sumsq_4x8_f32_exp(
func.func @squared_exp(%x: tensor<4x8xf32>, %o0: tensor<4xf32>) -> (tensor<4xf32>) {
  %r:1 = linalg.generic {indexing_maps = [#ij, #i], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<4x8xf32>) outs(%o0 : tensor<4xf32>) {
  ^bb0(%a0: f32, %s0: f32):
    %d = math.exp %a0 : f32
    %t = math.fma %d, %d, %s0 : f32
    linalg.yield %t : f32
  } -> (tensor<4xf32>)
  return %r#0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @squared_difference_of_logs_reduce_sumsq_4x8_f32_log(
func.func @squared_difference_of_logs(%x: tensor<4x8xf32>, %m: tensor<4xf32>, %o0: tensor<4xf32>) -> (tensor<4xf32>) {
  %r:1 = linalg.generic {indexing_maps = [#ij, #i, #i], iterator_types = ["parallel", "reduction"]} ins(%x, %m : tensor<4x8xf32>, tensor<4xf32>) outs(%o0 : tensor<4xf32>) {
  ^bb0(%a0: f32, %a1: f32, %s0: f32):
    %l = math.log %a0 : f32
    %d = arith.subf %l, %a1 : f32
    %q = arith.mulf %d, %d : f32
    %t = arith.addf %q, %s0 : f32
    linalg.yield %t : f32
  } -> (tensor<4xf32>)
  return %r#0 : tensor<4xf32>
}

// What the running value goes through is no prework.

// CHECK-LABEL: func.func @decayed_reduce_4x8_f32(
func.func @decayed(%x: tensor<4x8xf32>, %o0: tensor<4xf32>) -> (tensor<4xf32>) {
  %h = arith.constant 0.5 : f32
  %r:1 = linalg.generic {indexing_maps = [#ij, #i], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<4x8xf32>) outs(%o0 : tensor<4xf32>) {
  ^bb0(%a0: f32, %s0: f32):
    %d = arith.mulf %s0, %h : f32
    %t = arith.addf %d, %a0 : f32
    linalg.yield %t : f32
  } -> (tensor<4xf32>)
  return %r#0 : tensor<4xf32>
}

// Behind another root.

// CHECK-LABEL: func.func @scores_matmul_nt_4x8x16_f32_exp_sum(
func.func @scores(%a: tensor<4x16xf32>, %b: tensor<8x16xf32>, %c: tensor<4x8xf32>, %o: tensor<4xf32>) -> tensor<4xf32> {
  %0 = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>] ins(%a, %b : tensor<4x16xf32>, tensor<8x16xf32>) outs(%c : tensor<4x8xf32>) -> tensor<4x8xf32>
  %1 = linalg.generic {indexing_maps = [#ij, #i], iterator_types = ["parallel", "reduction"]} ins(%0 : tensor<4x8xf32>) outs(%o : tensor<4xf32>) {
  ^bb0(%x: f32, %s: f32):
    %e = math.exp %x : f32
    %t = arith.addf %e, %s : f32
    linalg.yield %t : f32
  } -> tensor<4xf32>
  return %1 : tensor<4xf32>
}
