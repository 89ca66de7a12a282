// What is fused with a root, in words.
// RUN: %tracemark-opt %s --pass-pipeline='builtin.module(tracemark-name-dispatches{rename=all tag=false})' | FileCheck %s

// The bias of a broadcast init comes first.

// CHECK-LABEL: func.func @init_bias_matmul_4x8x16_f32_bias_tanh(
func.func @init_bias(%a: tensor<4x16xf32>, %b: tensor<16x8xf32>, %c: tensor<4x8xf32>, %v: tensor<8xf32>, %o: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %i = linalg.broadcast ins(%v : tensor<8xf32>) outs(%c : tensor<4x8xf32>) dimensions = [0]
  %0 = linalg.matmul ins(%a, %b : tensor<4x16xf32>, tensor<16x8xf32>) outs(%i : tensor<4x8xf32>) -> tensor<4x8xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%0 : tensor<4x8xf32>) outs(%o : tensor<4x8xf32>) {
  ^bb0(%x0: f32, %y: f32):
    %s = math.tanh %x0 : f32
    linalg.yield %s : f32
  } -> tensor<4x8xf32>
  return %1 : tensor<4x8xf32>
}
// A fill is no part of the name, whatever it fills with.

// CHECK-LABEL: func.func @init_fill_matmul_4x8x16_f32(
func.func @init_fill(%a: tensor<4x16xf32>, %b: tensor<16x8xf32>, %c: tensor<4x8xf32>, %v: tensor<8xf32>, %o: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %one = arith.constant 1.0 : f32
  %i = linalg.fill ins(%one : f32) outs(%c : tensor<4x8xf32>) -> tensor<4x8xf32>
  %0 = linalg.matmul ins(%a, %b : tensor<4x16xf32>, tensor<16x8xf32>) outs(%i : tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}
// A scalar repeated is a fill.

// CHECK-LABEL: func.func @init_scalar_matmul_4x8x16_f32(
func.func @init_scalar(%a: tensor<4x16xf32>, %b: tensor<16x8xf32>, %c: tensor<4x8xf32>, %v: tensor<8xf32>, %o: tensor<4x8xf32>, %q: tensor<f32>) -> tensor<4x8xf32> {
  %i = linalg.broadcast ins(%q : tensor<f32>) outs(%c : tensor<4x8xf32>) dimensions = [0, 1]
  %0 = linalg.matmul ins(%a, %b : tensor<4x16xf32>, tensor<16x8xf32>) outs(%i : tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}
// The bias is broadcast by an op of its own.

// CHECK-LABEL: func.func @bias_by_broadcast_matmul_4x8x16_f32_bias(
func.func @bias_by_broadcast(%a: tensor<4x16xf32>, %b: tensor<16x8xf32>, %c: tensor<4x8xf32>, %v: tensor<8xf32>, %o: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<4x16xf32>, tensor<16x8xf32>) outs(%c : tensor<4x8xf32>) -> tensor<4x8xf32>
  %i = linalg.broadcast ins(%v : tensor<8xf32>) outs(%o : tensor<4x8xf32>) dimensions = [0]
  %1 = linalg.add ins(%0, %i : tensor<4x8xf32>, tensor<4x8xf32>) outs(%o : tensor<4x8xf32>) -> tensor<4x8xf32>
  return %1 : tensor<4x8xf32>
}
// Adding a whole tensor or a constant is no bias.

// CHECK-LABEL: func.func @no_bias_matmul_4x8x16_f32_add_add(
func.func @no_bias(%a: tensor<4x16xf32>, %b: tensor<16x8xf32>, %c: tensor<4x8xf32>, %v: tensor<8xf32>, %o: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %one = arith.constant 1.0 : f32
  %0 = linalg.matmul ins(%a, %b : tensor<4x16xf32>, tensor<16x8xf32>) outs(%c : tensor<4x8xf32>) -> tensor<4x8xf32>
  %1 = linalg.add ins(%0, %o : tensor<4x8xf32>, tensor<4x8xf32>) outs(%o : tensor<4x8xf32>) -> tensor<4x8xf32>
  %2 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%1 : tensor<4x8xf32>) outs(%o : tensor<4x8xf32>) {
  ^bb0(%x0: f32, %y: f32):
    %s = arith.addf %x0, %one : f32
    linalg.yield %s : f32
  } -> tensor<4x8xf32>
  return %2 : tensor<4x8xf32>
}
// Four words, the rest is one.

// CHECK-LABEL: func.func @long_tail_matmul_4x8x16_f32_bias_exp_log_sqrt_etc(
func.func @long_tail(%a: tensor<4x16xf32>, %b: tensor<16x8xf32>, %c: tensor<4x8xf32>, %v: tensor<8xf32>, %o: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<4x16xf32>, tensor<16x8xf32>) outs(%c : tensor<4x8xf32>) -> tensor<4x8xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%0, %v : tensor<4x8xf32>, tensor<8xf32>) outs(%o : tensor<4x8xf32>) {
  ^bb0(%x0: f32, %x1: f32, %y: f32):
    %s = arith.addf %x0, %x1 : f32
    linalg.yield %s : f32
  } -> tensor<4x8xf32>
  %2 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%1 : tensor<4x8xf32>) outs(%o : tensor<4x8xf32>) {
  ^bb0(%x0: f32, %y: f32):
    %s = math.exp %x0 : f32
    linalg.yield %s : f32
  } -> tensor<4x8xf32>
  %3 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%2 : tensor<4x8xf32>) outs(%o : tensor<4x8xf32>) {
  ^bb0(%x0: f32, %y: f32):
    %s = math.log %x0 : f32
    linalg.yield %s : f32
  } -> tensor<4x8xf32>
  %4 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%3 : tensor<4x8xf32>) outs(%o : tensor<4x8xf32>) {
  ^bb0(%x0: f32, %y: f32):
    %s = math.sqrt %x0 : f32
    linalg.yield %s : f32
  } -> tensor<4x8xf32>
  %5 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%4 : tensor<4x8xf32>) outs(%o : tensor<4x8xf32>) {
  ^bb0(%x0: f32, %y: f32):
    %s = math.sin %x0 : f32
    linalg.yield %s : f32
  } -> tensor<4x8xf32>
  %6 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%5 : tensor<4x8xf32>) outs(%o : tensor<4x8xf32>) {
  ^bb0(%x0: f32, %y: f32):
    %s = math.cos %x0 : f32
    linalg.yield %s : f32
  } -> tensor<4x8xf32>
  return %6 : tensor<4x8xf32>
}
// One generic with everything in it.

// CHECK-LABEL: func.func @one_generic_matmul_4x8x16_f32_bias_relu(
func.func @one_generic(%a: tensor<4x16xf32>, %b: tensor<16x8xf32>, %c: tensor<4x8xf32>, %v: tensor<8xf32>, %o: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %z = arith.constant 0.0 : f32
  %0 = linalg.matmul ins(%a, %b : tensor<4x16xf32>, tensor<16x8xf32>) outs(%c : tensor<4x8xf32>) -> tensor<4x8xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%0, %v : tensor<4x8xf32>, tensor<8xf32>) outs(%o : tensor<4x8xf32>) {
  ^bb0(%x0: f32, %x1: f32, %y: f32):
    %s = arith.addf %x0, %x1 : f32
    %c1 = arith.cmpf ugt, %s, %z : f32
    %m = arith.select %c1, %s, %z : f32
    linalg.yield %m : f32
  } -> tensor<4x8xf32>
  return %1 : tensor<4x8xf32>
}
// In front of the root.

// CHECK-LABEL: func.func @prologue_matmul_4x8x16_f32_exp(
func.func @prologue(%a: tensor<4x16xf32>, %b: tensor<16x8xf32>, %c: tensor<4x8xf32>, %v: tensor<8xf32>, %o: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %p = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%o : tensor<4x8xf32>) outs(%o : tensor<4x8xf32>) {
  ^bb0(%x0: f32, %y: f32):
    %s = math.exp %x0 : f32
    linalg.yield %s : f32
  } -> tensor<4x8xf32>
  %0 = linalg.matmul ins(%a, %b : tensor<4x16xf32>, tensor<16x8xf32>) outs(%p : tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}
// Five ops of a frontend.

// CHECK-LABEL: func.func @gelu_matmul_4x8x16_f32_bias_gelu(
func.func @gelu(%a: tensor<4x16xf32>, %b: tensor<16x8xf32>, %c: tensor<4x8xf32>, %v: tensor<8xf32>, %o: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %one = arith.constant 1.0 : f32
  %h = arith.constant 0.5 : f32
  %q = arith.constant 0.707106769 : f32
  %0 = linalg.matmul ins(%a, %b : tensor<4x16xf32>, tensor<16x8xf32>) outs(%c : tensor<4x8xf32>) -> tensor<4x8xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%0, %v : tensor<4x8xf32>, tensor<8xf32>) outs(%o : tensor<4x8xf32>) {
  ^bb0(%x0: f32, %x1: f32, %y: f32):
    %s = arith.addf %x0, %x1 : f32
    linalg.yield %s : f32
  } -> tensor<4x8xf32>
  %2 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%1 : tensor<4x8xf32>) outs(%o : tensor<4x8xf32>) {
  ^bb0(%x0: f32, %y: f32):
    %s = arith.mulf %x0, %h : f32
    linalg.yield %s : f32
  } -> tensor<4x8xf32>
  %3 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%1 : tensor<4x8xf32>) outs(%o : tensor<4x8xf32>) {
  ^bb0(%x0: f32, %y: f32):
    %s = arith.mulf %x0, %q : f32
    linalg.yield %s : f32
  } -> tensor<4x8xf32>
  %4 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%3 : tensor<4x8xf32>) outs(%o : tensor<4x8xf32>) {
  ^bb0(%x0: f32, %y: f32):
    %s = math.erf %x0 : f32
    linalg.yield %s : f32
  } -> tensor<4x8xf32>
  %5 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%4 : tensor<4x8xf32>) outs(%o : tensor<4x8xf32>) {
  ^bb0(%x0: f32, %y: f32):
    %s = arith.addf %x0, %one : f32
    linalg.yield %s : f32
  } -> tensor<4x8xf32>
  %6 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%2, %5 : tensor<4x8xf32>, tensor<4x8xf32>) outs(%o : tensor<4x8xf32>) {
  ^bb0(%x0: f32, %x1: f32, %y: f32):
    %s = arith.mulf %x0, %x1 : f32
    linalg.yield %s : f32
  } -> tensor<4x8xf32>
  return %6 : tensor<4x8xf32>
}
// A normalisation: the same with mean, deviation, scale and shift per column.

// CHECK-LABEL: func.func @norm_matmul_4x8x16_f32_norm_relu(
func.func @norm(%a: tensor<4x16xf32>, %b: tensor<16x8xf32>, %c: tensor<4x8xf32>, %v: tensor<8xf32>, %o: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %z = arith.constant 0.0 : f32
  %0 = linalg.matmul ins(%a, %b : tensor<4x16xf32>, tensor<16x8xf32>) outs(%c : tensor<4x8xf32>) -> tensor<4x8xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%0, %v : tensor<4x8xf32>, tensor<8xf32>) outs(%o : tensor<4x8xf32>) {
  ^bb0(%x0: f32, %x1: f32, %y: f32):
    %s = arith.subf %x0, %x1 : f32
    linalg.yield %s : f32
  } -> tensor<4x8xf32>
  %2 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%1, %v : tensor<4x8xf32>, tensor<8xf32>) outs(%o : tensor<4x8xf32>) {
  ^bb0(%x0: f32, %x1: f32, %y: f32):
    %s = arith.mulf %x0, %x1 : f32
    linalg.yield %s : f32
  } -> tensor<4x8xf32>
  %3 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%2, %v : tensor<4x8xf32>, tensor<8xf32>) outs(%o : tensor<4x8xf32>) {
  ^bb0(%x0: f32, %x1: f32, %y: f32):
    %s = arith.mulf %x0, %x1 : f32
    linalg.yield %s : f32
  } -> tensor<4x8xf32>
  %4 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%3, %v : tensor<4x8xf32>, tensor<8xf32>) outs(%o : tensor<4x8xf32>) {
  ^bb0(%x0: f32, %x1: f32, %y: f32):
    %s = arith.addf %x0, %x1 : f32
    linalg.yield %s : f32
  } -> tensor<4x8xf32>
  %5 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%4 : tensor<4x8xf32>) outs(%o : tensor<4x8xf32>) {
  ^bb0(%x0: f32, %y: f32):
    %s = arith.maximumf %x0, %z : f32
    linalg.yield %s : f32
  } -> tensor<4x8xf32>
  return %5 : tensor<4x8xf32>
}
// The costliest op is the root, whatever stands first.

// CHECK-LABEL: func.func @costliest_exp_64x64_f32_matmul(
func.func @costliest(%a: tensor<4x16xf32>, %b: tensor<16x8xf32>, %c: tensor<4x8xf32>, %big: tensor<64x64xf32>) -> (tensor<4x8xf32>, tensor<64x64xf32>) {
  %0 = linalg.matmul ins(%a, %b : tensor<4x16xf32>, tensor<16x8xf32>) outs(%c : tensor<4x8xf32>) -> tensor<4x8xf32>
  %1 = linalg.exp ins(%big : tensor<64x64xf32>) outs(%big : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %0, %1 : tensor<4x8xf32>, tensor<64x64xf32>
}
// On a tie the contraction, though it comes second.

// CHECK-LABEL: func.func @tie_matvec_4x16_f32_sum(
func.func @tie(%x: tensor<4x16xf32>, %y: tensor<4x16xf32>, %r: tensor<4xf32>, %v: tensor<16xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = linalg.reduce {arith.addf} ins(%x : tensor<4x16xf32>) outs(%r : tensor<4xf32>) dimensions = [1]
  %1 = linalg.matvec ins(%y, %v : tensor<4x16xf32>, tensor<16xf32>) outs(%r : tensor<4xf32>) -> tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}
// A dynamic loop counts as 1024.

// CHECK-LABEL: func.func @dynamic_costs_reduce_sum_1000_f32_exp_log(
func.func @dynamic_costs(%x: tensor<?xf32>, %y: tensor<1000xf32>, %z: tensor<1025xf32>) -> (tensor<?xf32>, tensor<1000xf32>, tensor<f32>) {
  %e = tensor.empty() : tensor<f32>
  %0 = linalg.exp ins(%x : tensor<?xf32>) outs(%x : tensor<?xf32>) -> tensor<?xf32>
  %1 = linalg.log ins(%y : tensor<1000xf32>) outs(%y : tensor<1000xf32>) -> tensor<1000xf32>
  %2 = linalg.reduce {arith.addf} ins(%y : tensor<1000xf32>) outs(%e : tensor<f32>) dimensions = [0]
  return %0, %1, %2 : tensor<?xf32>, tensor<1000xf32>, tensor<f32>
}
