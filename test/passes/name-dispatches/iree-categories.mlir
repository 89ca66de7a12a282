// Categories that IREE has for linalg.generic, first that fits.
// RUN: %tracemark-opt %s --pass-pipeline='builtin.module(tracemark-name-dispatches{style=iree rename=all tag=false})' | FileCheck %s

// Every output in order, some input, too.
// CHECK: func.func @plain_elementwise_4x8_f32(
func.func @plain(%a: tensor<4x8xf32>, %b: tensor<8xf32>, %c: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%a, %b : tensor<4x8xf32>, tensor<8xf32>) outs(%c : tensor<4x8xf32>) {
  ^bb0(%m: f32, %n: f32, %o: f32):
    %1 = arith.addf %m, %n : f32
    linalg.yield %1 : f32
  } -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// CHECK: func.func @index_zero_elementwise_4x8_f32(
func.func @index_zero(%a: tensor<4x8xf32>, %b: tensor<4x1xf32>, %c: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, 0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%a, %b : tensor<4x8xf32>, tensor<4x1xf32>) outs(%c : tensor<4x8xf32>) {
  ^bb0(%m: f32, %n: f32, %o: f32):
    %1 = arith.addf %m, %n : f32
    linalg.yield %1 : f32
  } -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// Permuted.
// CHECK: func.func @turned_elementwise_transpose_4x8_f32(
func.func @turned(%a: tensor<8x4xf32>, %b: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%a : tensor<8x4xf32>) outs(%b : tensor<4x8xf32>) {
  ^bb0(%m: f32, %n: f32):
    %1 = math.exp %m : f32
    linalg.yield %1 : f32
  } -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// CHECK: func.func @turned_output_elementwise_transpose_4x8_f32(
func.func @turned_output(%a: tensor<4x8xf32>, %b: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1, d0)>], iterator_types = ["parallel", "parallel"]} ins(%a : tensor<4x8xf32>) outs(%b : tensor<8x4xf32>) {
  ^bb0(%m: f32, %n: f32):
    %1 = math.exp %m : f32
    linalg.yield %1 : f32
  } -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}

// No input runs over all loops.
// CHECK: func.func @spread_elementwise_broadcast_4x8_f32(
func.func @spread(%a: tensor<4xf32>, %b: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%a : tensor<4xf32>) outs(%b : tensor<4x8xf32>) {
  ^bb0(%m: f32, %n: f32):
    %1 = math.exp %m : f32
    linalg.yield %1 : f32
  } -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// CHECK: func.func @no_input_elementwise_broadcast_4x8_f32(
func.func @no_input(%a: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%a : tensor<4x8xf32>) {
  ^bb0(%m: f32):
    %1 = math.exp %m : f32
    linalg.yield %1 : f32
  } -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// Sums of products, through casts and other ops of one operand.
// CHECK: func.func @mm_matmul_like_4x8x16_f16xf16xf32(
func.func @mm(%a: tensor<4x16xf16>, %b: tensor<8x16xf16>, %c: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %b : tensor<4x16xf16>, tensor<8x16xf16>) outs(%c : tensor<4x8xf32>) {
  ^bb0(%m: f16, %n: f16, %o: f32):
    %1 = arith.extf %m : f16 to f32
    %2 = arith.extf %n : f16 to f32
    %3 = arith.mulf %2, %1 : f32
    %4 = arith.negf %3 : f32
    %5 = arith.addf %o, %4 : f32
    linalg.yield %5 : f32
  } -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// CHECK: func.func @mv_matvec_like_2x1x8x16_f32(
func.func @mv(%a: tensor<2x1x16xf32>, %b: tensor<2x8x16xf32>, %c: tensor<2x1x8xf32>) -> tensor<2x1x8xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%a, %b : tensor<2x1x16xf32>, tensor<2x8x16xf32>) outs(%c : tensor<2x1x8xf32>) {
  ^bb0(%m: f32, %n: f32, %o: f32):
    %1 = arith.mulf %m, %n : f32
    %2 = arith.addf %o, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<2x1x8xf32>
  return %0 : tensor<2x1x8xf32>
}

// CHECK: func.func @few_matvec_like_16_f32(
func.func @few(%a: tensor<16xf32>, %b: tensor<16xf32>, %c: tensor<f32>) -> tensor<f32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"]} ins(%a, %b : tensor<16xf32>, tensor<16xf32>) outs(%c : tensor<f32>) {
  ^bb0(%m: f32, %n: f32, %o: f32):
    %1 = arith.mulf %m, %n : f32
    %2 = arith.addf %o, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<f32>
  return %0 : tensor<f32>
}

// CHECK: func.func @one_parallel_contract_4x16_f32(
func.func @one_parallel(%a: tensor<4x16xf32>, %b: tensor<4x16xf32>, %c: tensor<f32>) -> tensor<f32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> ()>], iterator_types = ["parallel", "reduction"]} ins(%a, %b : tensor<4x16xf32>, tensor<4x16xf32>) outs(%c : tensor<f32>) {
  ^bb0(%m: f32, %n: f32, %o: f32):
    %1 = arith.mulf %m, %n : f32
    %2 = arith.addf %o, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<f32>
  return %0 : tensor<f32>
}

// The square of one input is none.
// CHECK: func.func @square_reduction_4x8x16_f32(
func.func @square(%a: tensor<4x16xf32>, %b: tensor<8x16xf32>, %c: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %b : tensor<4x16xf32>, tensor<8x16xf32>) outs(%c : tensor<4x8xf32>) {
  ^bb0(%m: f32, %n: f32, %o: f32):
    %1 = arith.mulf %m, %m : f32
    %2 = arith.addf %o, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// CHECK: func.func @scaled_scaled_matmul_like_4x8x2x32_f4E2M1FNxf4E2M1FNxf8E8M0FNUxf8E8M0FNUxf32(
func.func @scaled(%a: tensor<4x2x32xf4E2M1FN>, %b: tensor<8x2x32xf4E2M1FN>, %c: tensor<4x2xf8E8M0FNU>, %d: tensor<8x2xf8E8M0FNU>, %e: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d2)>, affine_map<(d0, d1, d2, d3) -> (d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%a, %b, %c, %d : tensor<4x2x32xf4E2M1FN>, tensor<8x2x32xf4E2M1FN>, tensor<4x2xf8E8M0FNU>, tensor<8x2xf8E8M0FNU>) outs(%e : tensor<4x8xf32>) {
  ^bb0(%m: f4E2M1FN, %n: f4E2M1FN, %o: f8E8M0FNU, %p: f8E8M0FNU, %q: f32):
    %1 = arith.scaling_extf %m, %o : f4E2M1FN, f8E8M0FNU to f32
    %2 = arith.scaling_extf %n, %p : f4E2M1FN, f8E8M0FNU to f32
    %3 = arith.mulf %1, %2 : f32
    %4 = arith.addf %3, %q : f32
    linalg.yield %4 : f32
  } -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// CHECK: func.func @fused_horizontal_multi_contract_4x8x16_f32(
func.func @fused(%a: tensor<4x16xf32>, %b: tensor<8x16xf32>, %c: tensor<8x16xf32>, %d: tensor<4x8xf32>, %e: tensor<8x4xf32>) -> (tensor<4x8xf32>, tensor<8x4xf32>) {
  %0:2 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d1, d0)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %b, %c : tensor<4x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>) outs(%d, %e : tensor<4x8xf32>, tensor<8x4xf32>) {
  ^bb0(%m: f32, %n: f32, %o: f32, %p: f32, %q: f32):
    %1 = arith.mulf %m, %n : f32
    %2 = arith.addf %p, %1 : f32
    %3 = arith.mulf %o, %m : f32
    %4 = arith.addf %q, %3 : f32
    linalg.yield %2, %4 : f32, f32
  } -> (tensor<4x8xf32>, tensor<8x4xf32>)
  return %0#0, %0#1 : tensor<4x8xf32>, tensor<8x4xf32>
}

// A sum of two loops in the input, one of them the output's, whatever the body.
// CHECK: func.func @window_conv_4x3_f32(
func.func @window(%a: tensor<9xf32>, %b: tensor<3xf32>, %c: tensor<4xf32>) -> tensor<4xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0 * 2 + d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%a, %b : tensor<9xf32>, tensor<3xf32>) outs(%c : tensor<4xf32>) {
  ^bb0(%m: f32, %n: f32, %o: f32):
    %1 = arith.maximumf %m, %o : f32
    linalg.yield %1 : f32
  } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK: func.func @diagonal_reduction_4x3_f32(
func.func @diagonal(%a: tensor<6x4xf32>, %b: tensor<3xf32>, %c: tensor<4xf32>) -> tensor<4xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0 + d1, d0)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%a, %b : tensor<6x4xf32>, tensor<3xf32>) outs(%c : tensor<4xf32>) {
  ^bb0(%m: f32, %n: f32, %o: f32):
    %1 = arith.mulf %m, %n : f32
    %2 = arith.addf %o, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK: func.func @sum_reduction_4x8_f32(
func.func @sum(%a: tensor<4x8xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%a : tensor<4x8xf32>) outs(%b : tensor<4xf32>) {
  ^bb0(%m: f32, %n: f32):
    %1 = arith.addf %m, %n : f32
    linalg.yield %1 : f32
  } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// Nothing fits.
// CHECK: func.func @strided_generic_4x8_f32(
func.func @strided(%a: tensor<7x8xf32>, %b: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0 * 2, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%a : tensor<7x8xf32>) outs(%b : tensor<4x8xf32>) {
  ^bb0(%m: f32, %n: f32):
    %1 = math.exp %m : f32
    linalg.yield %1 : f32
  } -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}
