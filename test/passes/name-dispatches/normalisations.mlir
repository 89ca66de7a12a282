// Chains of ops that form a softmax or a normalisation get its word if all of
// it is there.
// RUN: %tracemark-opt %s --pass-pipeline='builtin.module(tracemark-name-dispatches{rename=all tag=false})' | FileCheck %s

#full = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
#unit = affine_map<(i, j) -> (i, 0)>
#column = affine_map<(i, j) -> (j)>
#one = affine_map<(i) -> (i)>

// CHECK-LABEL: func.func @softmax_of_generics_softmax_8x16_f32(
func.func @softmax_of_generics(%x: tensor<8x16xf32>, %row: tensor<8xf32>, %o: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %m = linalg.generic {indexing_maps = [#full, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<8x16xf32>) outs(%row : tensor<8xf32>) {
  ^bb0(%v: f32, %s: f32):
    %t = arith.maxnumf %v, %s : f32
    linalg.yield %t : f32
  } -> tensor<8xf32>
  %e = linalg.generic {indexing_maps = [#full, #row, #full], iterator_types = ["parallel", "parallel"]} ins(%x, %m : tensor<8x16xf32>, tensor<8xf32>) outs(%o : tensor<8x16xf32>) {
  ^bb0(%v: f32, %w: f32, %s: f32):
    %d = arith.subf %v, %w : f32
    %t = math.exp %d : f32
    linalg.yield %t : f32
  } -> tensor<8x16xf32>
  %n = linalg.generic {indexing_maps = [#full, #row], iterator_types = ["parallel", "reduction"]} ins(%e : tensor<8x16xf32>) outs(%row : tensor<8xf32>) {
  ^bb0(%v: f32, %s: f32):
    %t = arith.addf %v, %s : f32
    linalg.yield %t : f32
  } -> tensor<8xf32>
  %q = linalg.generic {indexing_maps = [#full, #row, #full], iterator_types = ["parallel", "parallel"]} ins(%e, %n : tensor<8x16xf32>, tensor<8xf32>) outs(%o : tensor<8x16xf32>) {
  ^bb0(%v: f32, %w: f32, %s: f32):
    %t = arith.divf %v, %w : f32
    linalg.yield %t : f32
  } -> tensor<8x16xf32>
  return %q : tensor<8x16xf32>
}
// The exponential is computed again where it is added up, and the sum's
// reciprocal is multiplied.

// CHECK-LABEL: func.func @softmax_recomputed_softmax_8x16_f32(
func.func @softmax_recomputed(%x: tensor<8x16xf32>, %row: tensor<8xf32>, %o: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %c1 = arith.constant 1.0 : f32
  %m = linalg.reduce {arith.maximumf} ins(%x : tensor<8x16xf32>) outs(%row : tensor<8xf32>) dimensions = [1]
  %n = linalg.generic {indexing_maps = [#full, #row, #row], iterator_types = ["parallel", "reduction"]} ins(%x, %m : tensor<8x16xf32>, tensor<8xf32>) outs(%row : tensor<8xf32>) {
  ^bb0(%v: f32, %w: f32, %s: f32):
    %d = arith.subf %v, %w : f32
    %e = math.exp %d : f32
    %t = arith.addf %e, %s : f32
    linalg.yield %t : f32
  } -> tensor<8xf32>
  %q = linalg.generic {indexing_maps = [#full, #row, #row, #full], iterator_types = ["parallel", "parallel"]} ins(%x, %m, %n : tensor<8x16xf32>, tensor<8xf32>, tensor<8xf32>) outs(%o : tensor<8x16xf32>) {
  ^bb0(%v: f32, %w: f32, %y: f32, %s: f32):
    %d = arith.subf %v, %w : f32
    %e = math.exp %d : f32
    %i = arith.divf %c1, %y : f32
    %t = arith.mulf %e, %i : f32
    linalg.yield %t : f32
  } -> tensor<8x16xf32>
  return %q : tensor<8x16xf32>
}

// CHECK-LABEL: func.func @log_softmax_log_softmax_8x16_f32(
func.func @log_softmax(%x: tensor<8x16xf32>, %row: tensor<8xf32>, %o: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %m = linalg.reduce {arith.maximumf} ins(%x : tensor<8x16xf32>) outs(%row : tensor<8xf32>) dimensions = [1]
  %mb = linalg.broadcast ins(%m : tensor<8xf32>) outs(%o : tensor<8x16xf32>) dimensions = [1]
  %d = linalg.sub ins(%x, %mb : tensor<8x16xf32>, tensor<8x16xf32>) outs(%o : tensor<8x16xf32>) -> tensor<8x16xf32>
  %e = linalg.exp ins(%d : tensor<8x16xf32>) outs(%o : tensor<8x16xf32>) -> tensor<8x16xf32>
  %s = linalg.reduce {arith.addf} ins(%e : tensor<8x16xf32>) outs(%row : tensor<8xf32>) dimensions = [1]
  %l = linalg.log ins(%s : tensor<8xf32>) outs(%row : tensor<8xf32>) -> tensor<8xf32>
  %lb = linalg.broadcast ins(%l : tensor<8xf32>) outs(%o : tensor<8x16xf32>) dimensions = [1]
  %q = linalg.sub ins(%d, %lb : tensor<8x16xf32>, tensor<8x16xf32>) outs(%o : tensor<8x16xf32>) -> tensor<8x16xf32>
  return %q : tensor<8x16xf32>
}
// The same words, but the sum is of another tensor.

// CHECK-LABEL: func.func @no_softmax_of_another_reduce_max_8x16_f32_sub_exp_sum_div(
func.func @no_softmax_of_another(%x: tensor<8x16xf32>, %y: tensor<8x16xf32>, %row: tensor<8xf32>, %o: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %m = linalg.reduce {arith.maximumf} ins(%x : tensor<8x16xf32>) outs(%row : tensor<8xf32>) dimensions = [1]
  %mb = linalg.broadcast ins(%m : tensor<8xf32>) outs(%o : tensor<8x16xf32>) dimensions = [1]
  %d = linalg.sub ins(%x, %mb : tensor<8x16xf32>, tensor<8x16xf32>) outs(%o : tensor<8x16xf32>) -> tensor<8x16xf32>
  %e = linalg.exp ins(%d : tensor<8x16xf32>) outs(%o : tensor<8x16xf32>) -> tensor<8x16xf32>
  %s = linalg.reduce {arith.addf} ins(%y : tensor<8x16xf32>) outs(%row : tensor<8xf32>) dimensions = [1]
  %sb = linalg.broadcast ins(%s : tensor<8xf32>) outs(%o : tensor<8x16xf32>) dimensions = [1]
  %q = linalg.div ins(%e, %sb : tensor<8x16xf32>, tensor<8x16xf32>) outs(%o : tensor<8x16xf32>) -> tensor<8x16xf32>
  return %q : tensor<8x16xf32>
}
// Attention in one dispatch.

// CHECK-LABEL: func.func @attention_matmul_nt_8x16x64_f32_softmax(
func.func @attention(%a: tensor<8x64xf32>, %b: tensor<16x64xf32>, %row: tensor<8xf32>, %o: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %x = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>] ins(%a, %b : tensor<8x64xf32>, tensor<16x64xf32>) outs(%o : tensor<8x16xf32>) -> tensor<8x16xf32>
  %m = linalg.reduce {arith.maximumf} ins(%x : tensor<8x16xf32>) outs(%row : tensor<8xf32>) dimensions = [1]
  %mb = linalg.broadcast ins(%m : tensor<8xf32>) outs(%o : tensor<8x16xf32>) dimensions = [1]
  %d = linalg.sub ins(%x, %mb : tensor<8x16xf32>, tensor<8x16xf32>) outs(%o : tensor<8x16xf32>) -> tensor<8x16xf32>
  %e = linalg.exp ins(%d : tensor<8x16xf32>) outs(%o : tensor<8x16xf32>) -> tensor<8x16xf32>
  %s = linalg.reduce {arith.addf} ins(%e : tensor<8x16xf32>) outs(%row : tensor<8xf32>) dimensions = [1]
  %sb = linalg.broadcast ins(%s : tensor<8xf32>) outs(%o : tensor<8x16xf32>) dimensions = [1]
  %q = linalg.div ins(%e, %sb : tensor<8x16xf32>, tensor<8x16xf32>) outs(%o : tensor<8x16xf32>) -> tensor<8x16xf32>
  return %q : tensor<8x16xf32>
}

// CHECK-LABEL: func.func @layernorm_layernorm_8x16_f32(
func.func @layernorm(%x: tensor<8x16xf32>, %g: tensor<16xf32>, %b: tensor<16xf32>, %row: tensor<8xf32>, %o: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %n = arith.constant 16.0 : f32
  %eps = arith.constant 1.0e-5 : f32
  %sum = linalg.reduce {arith.addf} ins(%x : tensor<8x16xf32>) outs(%row : tensor<8xf32>) dimensions = [1]
  %mean = linalg.generic {indexing_maps = [#one, #one], iterator_types = ["parallel"]} ins(%sum : tensor<8xf32>) outs(%row : tensor<8xf32>) {
  ^bb0(%v: f32, %s: f32):
    %t = arith.divf %v, %n : f32
    linalg.yield %t : f32
  } -> tensor<8xf32>
  %d = linalg.generic {indexing_maps = [#full, #row, #full], iterator_types = ["parallel", "parallel"]} ins(%x, %mean : tensor<8x16xf32>, tensor<8xf32>) outs(%o : tensor<8x16xf32>) {
  ^bb0(%v: f32, %w: f32, %s: f32):
    %t = arith.subf %v, %w : f32
    linalg.yield %t : f32
  } -> tensor<8x16xf32>
  %squares = linalg.generic {indexing_maps = [#full, #row], iterator_types = ["parallel", "reduction"]} ins(%d : tensor<8x16xf32>) outs(%row : tensor<8xf32>) {
  ^bb0(%v: f32, %s: f32):
    %p = arith.mulf %v, %v : f32
    %t = arith.addf %p, %s : f32
    linalg.yield %t : f32
  } -> tensor<8xf32>
  %r = linalg.generic {indexing_maps = [#one, #one], iterator_types = ["parallel"]} ins(%squares : tensor<8xf32>) outs(%row : tensor<8xf32>) {
  ^bb0(%v: f32, %s: f32):
    %t = arith.divf %v, %n : f32
    %u = arith.addf %t, %eps : f32
    %w = math.rsqrt %u : f32
    linalg.yield %w : f32
  } -> tensor<8xf32>
  %y = linalg.generic {indexing_maps = [#full, #row, #column, #column, #full], iterator_types = ["parallel", "parallel"]} ins(%d, %r, %g, %b : tensor<8x16xf32>, tensor<8xf32>, tensor<16xf32>, tensor<16xf32>) outs(%o : tensor<8x16xf32>) {
  ^bb0(%v: f32, %w: f32, %gg: f32, %bb: f32, %s: f32):
    %t = arith.mulf %v, %w : f32
    %u = arith.mulf %t, %gg : f32
    %z = arith.addf %u, %bb : f32
    linalg.yield %z : f32
  } -> tensor<8x16xf32>
  return %y : tensor<8x16xf32>
}
// Kept dimensions, variance as the difference of two means, a square root and
// a quotient.

// CHECK-LABEL: func.func @layernorm_by_moments_layernorm_8x16_f32(
func.func @layernorm_by_moments(%x: tensor<8x16xf32>, %row: tensor<8xf32>, %o: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %n = arith.constant 0.0625 : f32
  %eps = arith.constant 1.0e-5 : f32
  %sum = linalg.reduce {arith.addf} ins(%x : tensor<8x16xf32>) outs(%row : tensor<8xf32>) dimensions = [1]
  %squares = linalg.generic {indexing_maps = [#full, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<8x16xf32>) outs(%row : tensor<8xf32>) {
  ^bb0(%v: f32, %s: f32):
    %p = arith.mulf %v, %v : f32
    %t = arith.addf %p, %s : f32
    linalg.yield %t : f32
  } -> tensor<8xf32>
  %sum1 = tensor.expand_shape %sum [[0, 1]] output_shape [8, 1] : tensor<8xf32> into tensor<8x1xf32>
  %squares1 = tensor.expand_shape %squares [[0, 1]] output_shape [8, 1] : tensor<8xf32> into tensor<8x1xf32>
  %y = linalg.generic {indexing_maps = [#full, #unit, #unit, #full], iterator_types = ["parallel", "parallel"]} ins(%x, %sum1, %squares1 : tensor<8x16xf32>, tensor<8x1xf32>, tensor<8x1xf32>) outs(%o : tensor<8x16xf32>) {
  ^bb0(%v: f32, %w: f32, %q: f32, %s: f32):
    %mean = arith.mulf %w, %n : f32
    %second = arith.mulf %q, %n : f32
    %first = arith.mulf %mean, %mean : f32
    %variance = arith.subf %second, %first : f32
    %u = arith.addf %variance, %eps : f32
    %deviation = math.sqrt %u : f32
    %d = arith.subf %v, %mean : f32
    %t = arith.divf %d, %deviation : f32
    linalg.yield %t : f32
  } -> tensor<8x16xf32>
  return %y : tensor<8x16xf32>
}

// CHECK-LABEL: func.func @rmsnorm_rmsnorm_8x16_f32(
func.func @rmsnorm(%x: tensor<8x16xf32>, %g: tensor<16xf32>, %row: tensor<8xf32>, %o: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %n = arith.constant 16.0 : f32
  %eps = arith.constant 1.0e-5 : f32
  %sq = linalg.square ins(%x : tensor<8x16xf32>) outs(%o : tensor<8x16xf32>) -> tensor<8x16xf32>
  %sum = linalg.reduce {arith.addf} ins(%sq : tensor<8x16xf32>) outs(%row : tensor<8xf32>) dimensions = [1]
  %r = linalg.generic {indexing_maps = [#one, #one], iterator_types = ["parallel"]} ins(%sum : tensor<8xf32>) outs(%row : tensor<8xf32>) {
  ^bb0(%v: f32, %s: f32):
    %t = arith.divf %v, %n : f32
    %u = arith.addf %t, %eps : f32
    %w = math.rsqrt %u : f32
    linalg.yield %w : f32
  } -> tensor<8xf32>
  %y = linalg.generic {indexing_maps = [#full, #row, #column, #full], iterator_types = ["parallel", "parallel"]} ins(%x, %r, %g : tensor<8x16xf32>, tensor<8xf32>, tensor<16xf32>) outs(%o : tensor<8x16xf32>) {
  ^bb0(%v: f32, %w: f32, %gg: f32, %s: f32):
    %t = arith.mulf %v, %w : f32
    %u = arith.mulf %gg, %t : f32
    linalg.yield %u : f32
  } -> tensor<8x16xf32>
  return %y : tensor<8x16xf32>
}
// Divided by something else.

// CHECK-LABEL: func.func @no_rmsnorm_reduce_sumsq_8x16_f32_rsqrt_mul(
func.func @no_rmsnorm(%x: tensor<8x16xf32>, %z: tensor<8x16xf32>, %row: tensor<8xf32>, %o: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %sum = linalg.generic {indexing_maps = [#full, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<8x16xf32>) outs(%row : tensor<8xf32>) {
  ^bb0(%v: f32, %s: f32):
    %p = arith.mulf %v, %v : f32
    %t = arith.addf %p, %s : f32
    linalg.yield %t : f32
  } -> tensor<8xf32>
  %y = linalg.generic {indexing_maps = [#full, #row, #full], iterator_types = ["parallel", "parallel"]} ins(%z, %sum : tensor<8x16xf32>, tensor<8xf32>) outs(%o : tensor<8x16xf32>) {
  ^bb0(%v: f32, %w: f32, %s: f32):
    %r = math.rsqrt %w : f32
    %t = arith.mulf %v, %r : f32
    linalg.yield %t : f32
  } -> tensor<8x16xf32>
  return %y : tensor<8x16xf32>
}
// A batch norm with statistics from outside: only with scale and shift.

// CHECK-LABEL: func.func @batch_norm_norm_8x16_f32(
func.func @batch_norm(%x: tensor<8x16xf32>, %m: tensor<16xf32>, %v: tensor<16xf32>, %g: tensor<16xf32>, %b: tensor<16xf32>, %o: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %eps = arith.constant 1.0e-5 : f32
  %y = linalg.generic {indexing_maps = [#full, #column, #column, #column, #column, #full], iterator_types = ["parallel", "parallel"]} ins(%x, %m, %v, %g, %b : tensor<8x16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16xf32>) outs(%o : tensor<8x16xf32>) {
  ^bb0(%xx: f32, %mm: f32, %vv: f32, %gg: f32, %bb: f32, %s: f32):
    %d = arith.subf %xx, %mm : f32
    %e = arith.addf %vv, %eps : f32
    %r = math.rsqrt %e : f32
    %t = arith.mulf %d, %r : f32
    %u = arith.mulf %t, %gg : f32
    %w = arith.addf %u, %bb : f32
    linalg.yield %w : f32
  } -> tensor<8x16xf32>
  return %y : tensor<8x16xf32>
}

// CHECK-LABEL: func.func @no_norm_of_whole_tensors_sub_mul_mul_add_8x16_f32(
func.func @no_norm_of_whole_tensors(%x: tensor<8x16xf32>, %m: tensor<8x16xf32>, %v: tensor<8x16xf32>, %g: tensor<8x16xf32>, %b: tensor<16xf32>, %o: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %y = linalg.generic {indexing_maps = [#full, #full, #full, #full, #column, #full], iterator_types = ["parallel", "parallel"]} ins(%x, %m, %v, %g, %b : tensor<8x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>, tensor<16xf32>) outs(%o : tensor<8x16xf32>) {
  ^bb0(%xx: f32, %mm: f32, %vv: f32, %gg: f32, %bb: f32, %s: f32):
    %d = arith.subf %xx, %mm : f32
    %t = arith.mulf %d, %vv : f32
    %u = arith.mulf %t, %gg : f32
    %w = arith.addf %u, %bb : f32
    linalg.yield %w : f32
  } -> tensor<8x16xf32>
  return %y : tensor<8x16xf32>
}

// Of values that are centred elsewhere, with scale and shift: half of another
// norm.

// CHECK-LABEL: func.func @second_half_norm_8x16_f32(
func.func @second_half(%x: tensor<8x16xf32>, %g: tensor<16xf32>, %b: tensor<16xf32>, %row: tensor<8xf32>, %o: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %n = arith.constant 16.0 : f32
  %eps = arith.constant 1.0e-5 : f32
  %sum = linalg.generic {indexing_maps = [#full, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<8x16xf32>) outs(%row : tensor<8xf32>) {
  ^bb0(%v: f32, %s: f32):
    %p = arith.mulf %v, %v : f32
    %t = arith.addf %p, %s : f32
    linalg.yield %t : f32
  } -> tensor<8xf32>
  %y = linalg.generic {indexing_maps = [#full, #row, #column, #column, #full], iterator_types = ["parallel", "parallel"]} ins(%x, %sum, %g, %b : tensor<8x16xf32>, tensor<8xf32>, tensor<16xf32>, tensor<16xf32>) outs(%o : tensor<8x16xf32>) {
  ^bb0(%v: f32, %q: f32, %gg: f32, %bb: f32, %s: f32):
    %w = arith.divf %q, %n : f32
    %u = arith.addf %w, %eps : f32
    %r = math.rsqrt %u : f32
    %t = arith.mulf %v, %r : f32
    %z = arith.mulf %t, %gg : f32
    %k = arith.addf %z, %bb : f32
    linalg.yield %k : f32
  } -> tensor<8x16xf32>
  return %y : tensor<8x16xf32>
}

// What is normalised may be read or written in another order: a batch norm
// whose result is shuffled.
// CHECK-LABEL: func.func @shuffled_batch_matmul_4x28x32x6_f32_norm_relu_transpose(
func.func @shuffled(%x: tensor<4x28x6xf32>, %w: tensor<4x6x32xf32>, %t: tensor<4x28x32xf32>, %m: tensor<4x28xf32>, %v: tensor<4x28xf32>, %g: tensor<4x28xf32>, %b: tensor<4x28xf32>, %o: tensor<28x4x32xf32>) -> tensor<28x4x32xf32> {
  %eps = arith.constant 1.0e-05 : f32
  %z = arith.constant 0.0 : f32
  %0 = linalg.batch_matmul ins(%x, %w : tensor<4x28x6xf32>, tensor<4x6x32xf32>) outs(%t : tensor<4x28x32xf32>) -> tensor<4x28x32xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, j, k)>, affine_map<(i, j, k) -> (i, j)>, affine_map<(i, j, k) -> (i, j)>, affine_map<(i, j, k) -> (i, j)>, affine_map<(i, j, k) -> (i, j)>, affine_map<(i, j, k) -> (j, i, k)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%0, %m, %v, %g, %b : tensor<4x28x32xf32>, tensor<4x28xf32>, tensor<4x28xf32>, tensor<4x28xf32>, tensor<4x28xf32>) outs(%o : tensor<28x4x32xf32>) {
  ^bb0(%a: f32, %mean: f32, %var: f32, %gain: f32, %bias: f32, %y: f32):
    %e = arith.addf %var, %eps : f32
    %r = math.rsqrt %e : f32
    %d = arith.subf %a, %mean : f32
    %n = arith.mulf %d, %r : f32
    %s = arith.mulf %n, %gain : f32
    %u = arith.addf %s, %bias : f32
    %p = arith.maximumf %u, %z : f32
    linalg.yield %p : f32
  } -> tensor<28x4x32xf32>
  return %1 : tensor<28x4x32xf32>
}
