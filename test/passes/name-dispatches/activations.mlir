// Activation functions that programs spell out get their word only if every
// step is there, with its constants, on one input.
// RUN: %tracemark-opt %s --pass-pipeline='builtin.module(tracemark-name-dispatches{rename=all tag=false})' | FileCheck %s

// CHECK-LABEL: func.func @sigmoid_sigmoid_64_f32(
func.func @sigmoid(%a: tensor<64xf32>, %b: tensor<64xf32>, %o: tensor<64xf32>) -> tensor<64xf32> {
  %one = arith.constant 1.0 : f32
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%a, %b : tensor<64xf32>, tensor<64xf32>) outs(%o : tensor<64xf32>) {
  ^bb0(%x: f32, %y: f32, %u: f32):
    %n = arith.negf %x : f32
    %e = math.exp %n : f32
    %d = arith.addf %e, %one : f32
    %v = arith.divf %one, %d : f32
    linalg.yield %v : f32
  } -> tensor<64xf32>
  return %r : tensor<64xf32>
}

// CHECK-LABEL: func.func @sigmoid_by_tanh_sigmoid_64_f32(
func.func @sigmoid_by_tanh(%a: tensor<64xf32>, %b: tensor<64xf32>, %o: tensor<64xf32>) -> tensor<64xf32> {
  %half = arith.constant 0.5 : f32
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%a, %b : tensor<64xf32>, tensor<64xf32>) outs(%o : tensor<64xf32>) {
  ^bb0(%x: f32, %y: f32, %u: f32):
    %h = arith.mulf %x, %half : f32
    %t = math.tanh %h : f32
    %s = arith.mulf %half, %t : f32
    %v = arith.addf %s, %half : f32
    linalg.yield %v : f32
  } -> tensor<64xf32>
  return %r : tensor<64xf32>
}

// CHECK-LABEL: func.func @no_sigmoid_of_two_neg_exp_add_div_64_f32(
func.func @no_sigmoid_of_two(%a: tensor<64xf32>, %b: tensor<64xf32>, %o: tensor<64xf32>) -> tensor<64xf32> {
  %two = arith.constant 2.0 : f32
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%a, %b : tensor<64xf32>, tensor<64xf32>) outs(%o : tensor<64xf32>) {
  ^bb0(%x: f32, %y: f32, %u: f32):
    %n = arith.negf %x : f32
    %e = math.exp %n : f32
    %d = arith.addf %e, %two : f32
    %v = arith.divf %two, %d : f32
    linalg.yield %v : f32
  } -> tensor<64xf32>
  return %r : tensor<64xf32>
}

// CHECK-LABEL: func.func @no_sigmoid_upside_down_neg_exp_add_div_64_f32(
func.func @no_sigmoid_upside_down(%a: tensor<64xf32>, %b: tensor<64xf32>, %o: tensor<64xf32>) -> tensor<64xf32> {
  %one = arith.constant 1.0 : f32
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%a, %b : tensor<64xf32>, tensor<64xf32>) outs(%o : tensor<64xf32>) {
  ^bb0(%x: f32, %y: f32, %u: f32):
    %n = arith.negf %x : f32
    %e = math.exp %n : f32
    %d = arith.addf %e, %one : f32
    %v = arith.divf %d, %one : f32
    linalg.yield %v : f32
  } -> tensor<64xf32>
  return %r : tensor<64xf32>
}

// CHECK-LABEL: func.func @silu_silu_64_f32(
func.func @silu(%a: tensor<64xf32>, %b: tensor<64xf32>, %o: tensor<64xf32>) -> tensor<64xf32> {
  %one = arith.constant 1.0 : f32
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%a, %b : tensor<64xf32>, tensor<64xf32>) outs(%o : tensor<64xf32>) {
  ^bb0(%x: f32, %y: f32, %u: f32):
    %n = arith.negf %x : f32
    %e = math.exp %n : f32
    %d = arith.addf %e, %one : f32
    %q = arith.divf %one, %d : f32
    %v = arith.mulf %q, %x : f32
    linalg.yield %v : f32
  } -> tensor<64xf32>
  return %r : tensor<64xf32>
}

// CHECK-LABEL: func.func @silu_divided_silu_64_f32(
func.func @silu_divided(%a: tensor<64xf32>, %b: tensor<64xf32>, %o: tensor<64xf32>) -> tensor<64xf32> {
  %one = arith.constant 1.0 : f32
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%a, %b : tensor<64xf32>, tensor<64xf32>) outs(%o : tensor<64xf32>) {
  ^bb0(%x: f32, %y: f32, %u: f32):
    %n = arith.negf %x : f32
    %e = math.exp %n : f32
    %d = arith.addf %one, %e : f32
    %v = arith.divf %x, %d : f32
    linalg.yield %v : f32
  } -> tensor<64xf32>
  return %r : tensor<64xf32>
}

// A gate: the sigmoid of one tensor times another.

// CHECK-LABEL: func.func @no_silu_of_another_sigmoid_mul_64_f32(
func.func @no_silu_of_another(%a: tensor<64xf32>, %b: tensor<64xf32>, %o: tensor<64xf32>) -> tensor<64xf32> {
  %one = arith.constant 1.0 : f32
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%a, %b : tensor<64xf32>, tensor<64xf32>) outs(%o : tensor<64xf32>) {
  ^bb0(%x: f32, %y: f32, %u: f32):
    %n = arith.negf %x : f32
    %e = math.exp %n : f32
    %d = arith.addf %e, %one : f32
    %q = arith.divf %one, %d : f32
    %v = arith.mulf %q, %y : f32
    linalg.yield %v : f32
  } -> tensor<64xf32>
  return %r : tensor<64xf32>
}

// CHECK-LABEL: func.func @quickgelu_quickgelu_64_f32(
func.func @quickgelu(%a: tensor<64xf32>, %b: tensor<64xf32>, %o: tensor<64xf32>) -> tensor<64xf32> {
  %one = arith.constant 1.0 : f32
  %c = arith.constant -1.702 : f32
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%a, %b : tensor<64xf32>, tensor<64xf32>) outs(%o : tensor<64xf32>) {
  ^bb0(%x: f32, %y: f32, %u: f32):
    %k = arith.mulf %x, %c : f32
    %e = math.exp %k : f32
    %d = arith.addf %e, %one : f32
    %q = arith.divf %one, %d : f32
    %v = arith.mulf %q, %x : f32
    linalg.yield %v : f32
  } -> tensor<64xf32>
  return %r : tensor<64xf32>
}

// CHECK-LABEL: func.func @gelu_gelu_64_f32(
func.func @gelu(%a: tensor<64xf32>, %b: tensor<64xf32>, %o: tensor<64xf32>) -> tensor<64xf32> {
  %one = arith.constant 1.0 : f32
  %half = arith.constant 0.5 : f32
  %c = arith.constant 0.707106769 : f32
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%a, %b : tensor<64xf32>, tensor<64xf32>) outs(%o : tensor<64xf32>) {
  ^bb0(%x: f32, %y: f32, %u: f32):
    %k = arith.mulf %x, %c : f32
    %e = math.erf %k : f32
    %d = arith.addf %e, %one : f32
    %h = arith.mulf %x, %half : f32
    %v = arith.mulf %h, %d : f32
    linalg.yield %v : f32
  } -> tensor<64xf32>
  return %r : tensor<64xf32>
}

// CHECK-LABEL: func.func @gelu_divided_gelu_64_f32(
func.func @gelu_divided(%a: tensor<64xf32>, %b: tensor<64xf32>, %o: tensor<64xf32>) -> tensor<64xf32> {
  %one = arith.constant 1.0 : f32
  %half = arith.constant 0.5 : f32
  %c = arith.constant 1.41421354 : f32
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%a, %b : tensor<64xf32>, tensor<64xf32>) outs(%o : tensor<64xf32>) {
  ^bb0(%x: f32, %y: f32, %u: f32):
    %k = arith.divf %x, %c : f32
    %e = math.erf %k : f32
    %d = arith.addf %e, %one : f32
    %h = arith.mulf %d, %half : f32
    %v = arith.mulf %x, %h : f32
    linalg.yield %v : f32
  } -> tensor<64xf32>
  return %r : tensor<64xf32>
}

// CHECK-LABEL: func.func @gelu_of_sum_add_gelu_64_f32(
func.func @gelu_of_sum(%a: tensor<64xf32>, %b: tensor<64xf32>, %o: tensor<64xf32>) -> tensor<64xf32> {
  %one = arith.constant 1.0 : f32
  %half = arith.constant 0.5 : f32
  %c = arith.constant 0.707106769 : f32
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%a, %b : tensor<64xf32>, tensor<64xf32>) outs(%o : tensor<64xf32>) {
  ^bb0(%x: f32, %y: f32, %u: f32):
    %z = arith.addf %x, %y : f32
    %k = arith.mulf %z, %c : f32
    %e = math.erf %k : f32
    %d = arith.addf %e, %one : f32
    %h = arith.mulf %d, %half : f32
    %v = arith.mulf %z, %h : f32
    linalg.yield %v : f32
  } -> tensor<64xf32>
  return %r : tensor<64xf32>
}

// CHECK-LABEL: func.func @gelu_of_product_mul_gelu_64_f32(
func.func @gelu_of_product(%a: tensor<64xf32>, %b: tensor<64xf32>, %o: tensor<64xf32>) -> tensor<64xf32> {
  %one = arith.constant 1.0 : f32
  %half = arith.constant 0.5 : f32
  %c = arith.constant 0.707106769 : f32
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%a, %b : tensor<64xf32>, tensor<64xf32>) outs(%o : tensor<64xf32>) {
  ^bb0(%x: f32, %y: f32, %u: f32):
    %z = arith.mulf %x, %y : f32
    %k = arith.mulf %z, %c : f32
    %e = math.erf %k : f32
    %d = arith.addf %e, %one : f32
    %h = arith.mulf %d, %half : f32
    %v = arith.mulf %z, %h : f32
    linalg.yield %v : f32
  } -> tensor<64xf32>
  return %r : tensor<64xf32>
}

// CHECK-LABEL: func.func @gelu_by_erfc_gelu_64_f32(
func.func @gelu_by_erfc(%a: tensor<64xf32>, %b: tensor<64xf32>, %o: tensor<64xf32>) -> tensor<64xf32> {
  %half = arith.constant 0.5 : f32
  %c = arith.constant -0.707106769 : f32
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%a, %b : tensor<64xf32>, tensor<64xf32>) outs(%o : tensor<64xf32>) {
  ^bb0(%x: f32, %y: f32, %u: f32):
    %k = arith.mulf %x, %c : f32
    %e = math.erfc %k : f32
    %h = arith.mulf %x, %half : f32
    %v = arith.mulf %h, %e : f32
    linalg.yield %v : f32
  } -> tensor<64xf32>
  return %r : tensor<64xf32>
}

// The same words, but erf is taken of another tensor, or at another scale.

// CHECK-LABEL: func.func @no_gelu_of_another_mul_erf_add_mul_etc_64_f32(
func.func @no_gelu_of_another(%a: tensor<64xf32>, %b: tensor<64xf32>, %o: tensor<64xf32>) -> tensor<64xf32> {
  %one = arith.constant 1.0 : f32
  %half = arith.constant 0.5 : f32
  %c = arith.constant 0.707106769 : f32
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%a, %b : tensor<64xf32>, tensor<64xf32>) outs(%o : tensor<64xf32>) {
  ^bb0(%x: f32, %y: f32, %u: f32):
    %k = arith.mulf %x, %c : f32
    %e = math.erf %k : f32
    %d = arith.addf %e, %one : f32
    %h = arith.mulf %y, %half : f32
    %v = arith.mulf %h, %d : f32
    linalg.yield %v : f32
  } -> tensor<64xf32>
  return %r : tensor<64xf32>
}

// CHECK-LABEL: func.func @no_gelu_other_scale_mul_erf_add_mul_etc_64_f32(
func.func @no_gelu_other_scale(%a: tensor<64xf32>, %b: tensor<64xf32>, %o: tensor<64xf32>) -> tensor<64xf32> {
  %one = arith.constant 1.0 : f32
  %half = arith.constant 0.5 : f32
  %c = arith.constant 0.5 : f32
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%a, %b : tensor<64xf32>, tensor<64xf32>) outs(%o : tensor<64xf32>) {
  ^bb0(%x: f32, %y: f32, %u: f32):
    %k = arith.mulf %x, %c : f32
    %e = math.erf %k : f32
    %d = arith.addf %e, %one : f32
    %h = arith.mulf %x, %half : f32
    %v = arith.mulf %h, %d : f32
    linalg.yield %v : f32
  } -> tensor<64xf32>
  return %r : tensor<64xf32>
}

// CHECK-LABEL: func.func @no_gelu_not_halved_mul_erf_add_mul_64_f32(
func.func @no_gelu_not_halved(%a: tensor<64xf32>, %b: tensor<64xf32>, %o: tensor<64xf32>) -> tensor<64xf32> {
  %one = arith.constant 1.0 : f32
  %c = arith.constant 0.707106769 : f32
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%a, %b : tensor<64xf32>, tensor<64xf32>) outs(%o : tensor<64xf32>) {
  ^bb0(%x: f32, %y: f32, %u: f32):
    %k = arith.mulf %x, %c : f32
    %e = math.erf %k : f32
    %d = arith.addf %e, %one : f32
    %v = arith.mulf %x, %d : f32
    linalg.yield %v : f32
  } -> tensor<64xf32>
  return %r : tensor<64xf32>
}

// CHECK-LABEL: func.func @gelu_by_tanh_gelu_64_f32(
func.func @gelu_by_tanh(%a: tensor<64xf32>, %b: tensor<64xf32>, %o: tensor<64xf32>) -> tensor<64xf32> {
  %one = arith.constant 1.0 : f32
  %half = arith.constant 0.5 : f32
  %c = arith.constant 0.044715 : f32
  %r2 = arith.constant 0.797884583 : f32
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%a, %b : tensor<64xf32>, tensor<64xf32>) outs(%o : tensor<64xf32>) {
  ^bb0(%x: f32, %y: f32, %u: f32):
    %x2 = arith.mulf %x, %x : f32
    %x3 = arith.mulf %x2, %x : f32
    %p = arith.mulf %x3, %c : f32
    %s = arith.addf %x, %p : f32
    %q = arith.mulf %s, %r2 : f32
    %t = math.tanh %q : f32
    %d = arith.addf %t, %one : f32
    %h = arith.mulf %x, %half : f32
    %v = arith.mulf %h, %d : f32
    linalg.yield %v : f32
  } -> tensor<64xf32>
  return %r : tensor<64xf32>
}

// CHECK-LABEL: func.func @gelu_by_tanh_factored_gelu_64_f32(
func.func @gelu_by_tanh_factored(%a: tensor<64xf32>, %b: tensor<64xf32>, %o: tensor<64xf32>) -> tensor<64xf32> {
  %one = arith.constant 1.0 : f32
  %half = arith.constant 0.5 : f32
  %c = arith.constant 0.044715 : f32
  %r2 = arith.constant 0.797884583 : f32
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%a, %b : tensor<64xf32>, tensor<64xf32>) outs(%o : tensor<64xf32>) {
  ^bb0(%x: f32, %y: f32, %u: f32):
    %x2 = arith.mulf %x, %x : f32
    %p = arith.mulf %x2, %c : f32
    %s = arith.addf %one, %p : f32
    %w = arith.mulf %x, %r2 : f32
    %q = arith.mulf %s, %w : f32
    %t = math.tanh %q : f32
    %d = arith.addf %t, %one : f32
    %h = arith.mulf %half, %d : f32
    %v = arith.mulf %h, %x : f32
    linalg.yield %v : f32
  } -> tensor<64xf32>
  return %r : tensor<64xf32>
}

// CHECK-LABEL: func.func @gelu_by_tanh_and_pow_gelu_64_f32(
func.func @gelu_by_tanh_and_pow(%a: tensor<64xf32>, %b: tensor<64xf32>, %o: tensor<64xf32>) -> tensor<64xf32> {
  %one = arith.constant 1.0 : f32
  %half = arith.constant 0.5 : f32
  %three = arith.constant 3.0 : f32
  %c = arith.constant 0.044715 : f32
  %r2 = arith.constant 0.797884583 : f32
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%a, %b : tensor<64xf32>, tensor<64xf32>) outs(%o : tensor<64xf32>) {
  ^bb0(%x: f32, %y: f32, %u: f32):
    %x3 = math.powf %x, %three : f32
    %p = arith.mulf %x3, %c : f32
    %s = arith.addf %x, %p : f32
    %q = arith.mulf %s, %r2 : f32
    %t = math.tanh %q : f32
    %d = arith.addf %t, %one : f32
    %h = arith.mulf %half, %d : f32
    %v = arith.mulf %h, %x : f32
    linalg.yield %v : f32
  } -> tensor<64xf32>
  return %r : tensor<64xf32>
}

// CHECK-LABEL: func.func @no_gelu_square_square_mul_add_mul_etc_64_f32(
func.func @no_gelu_square(%a: tensor<64xf32>, %b: tensor<64xf32>, %o: tensor<64xf32>) -> tensor<64xf32> {
  %one = arith.constant 1.0 : f32
  %half = arith.constant 0.5 : f32
  %c = arith.constant 0.044715 : f32
  %r2 = arith.constant 0.797884583 : f32
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%a, %b : tensor<64xf32>, tensor<64xf32>) outs(%o : tensor<64xf32>) {
  ^bb0(%x: f32, %y: f32, %u: f32):
    %x2 = arith.mulf %x, %x : f32
    %p = arith.mulf %x2, %c : f32
    %s = arith.addf %x, %p : f32
    %q = arith.mulf %s, %r2 : f32
    %t = math.tanh %q : f32
    %d = arith.addf %t, %one : f32
    %h = arith.mulf %half, %d : f32
    %v = arith.mulf %h, %x : f32
    linalg.yield %v : f32
  } -> tensor<64xf32>
  return %r : tensor<64xf32>
}

// CHECK-LABEL: func.func @leaky_leaky_relu_64_f32(
func.func @leaky(%a: tensor<64xf32>, %b: tensor<64xf32>, %o: tensor<64xf32>) -> tensor<64xf32> {
  %zero = arith.constant 0.0 : f32
  %c = arith.constant 0.01 : f32
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%a, %b : tensor<64xf32>, tensor<64xf32>) outs(%o : tensor<64xf32>) {
  ^bb0(%x: f32, %y: f32, %u: f32):
    %c0 = arith.cmpf ogt, %x, %zero : f32
    %m = arith.mulf %x, %c : f32
    %v = arith.select %c0, %x, %m : f32
    linalg.yield %v : f32
  } -> tensor<64xf32>
  return %r : tensor<64xf32>
}

// CHECK-LABEL: func.func @leaky_by_max_leaky_relu_64_f32(
func.func @leaky_by_max(%a: tensor<64xf32>, %b: tensor<64xf32>, %o: tensor<64xf32>) -> tensor<64xf32> {
  %c = arith.constant 0.2 : f32
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%a, %b : tensor<64xf32>, tensor<64xf32>) outs(%o : tensor<64xf32>) {
  ^bb0(%x: f32, %y: f32, %u: f32):
    %m = arith.mulf %x, %c : f32
    %v = arith.maximumf %x, %m : f32
    linalg.yield %v : f32
  } -> tensor<64xf32>
  return %r : tensor<64xf32>
}

// CHECK-LABEL: func.func @leaky_turned_leaky_relu_64_f32(
func.func @leaky_turned(%a: tensor<64xf32>, %b: tensor<64xf32>, %o: tensor<64xf32>) -> tensor<64xf32> {
  %zero = arith.constant 0.0 : f32
  %c = arith.constant 0.01 : f32
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%a, %b : tensor<64xf32>, tensor<64xf32>) outs(%o : tensor<64xf32>) {
  ^bb0(%x: f32, %y: f32, %u: f32):
    %c0 = arith.cmpf olt, %x, %zero : f32
    %m = arith.mulf %x, %c : f32
    %v = arith.select %c0, %m, %x : f32
    linalg.yield %v : f32
  } -> tensor<64xf32>
  return %r : tensor<64xf32>
}

// CHECK-LABEL: func.func @no_leaky_of_another_mul_select_64_f32(
func.func @no_leaky_of_another(%a: tensor<64xf32>, %b: tensor<64xf32>, %o: tensor<64xf32>) -> tensor<64xf32> {
  %zero = arith.constant 0.0 : f32
  %c = arith.constant 0.01 : f32
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%a, %b : tensor<64xf32>, tensor<64xf32>) outs(%o : tensor<64xf32>) {
  ^bb0(%x: f32, %y: f32, %u: f32):
    %c0 = arith.cmpf ogt, %x, %zero : f32
    %m = arith.mulf %y, %c : f32
    %v = arith.select %c0, %x, %m : f32
    linalg.yield %v : f32
  } -> tensor<64xf32>
  return %r : tensor<64xf32>
}

// CHECK-LABEL: func.func @elu_elu_64_f32(
func.func @elu(%a: tensor<64xf32>, %b: tensor<64xf32>, %o: tensor<64xf32>) -> tensor<64xf32> {
  %zero = arith.constant 0.0 : f32
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%a, %b : tensor<64xf32>, tensor<64xf32>) outs(%o : tensor<64xf32>) {
  ^bb0(%x: f32, %y: f32, %u: f32):
    %c0 = arith.cmpf ogt, %x, %zero : f32
    %m = math.expm1 %x : f32
    %v = arith.select %c0, %x, %m : f32
    linalg.yield %v : f32
  } -> tensor<64xf32>
  return %r : tensor<64xf32>
}

// CHECK-LABEL: func.func @relu_by_select_relu_64_f32(
func.func @relu_by_select(%a: tensor<64xf32>, %b: tensor<64xf32>, %o: tensor<64xf32>) -> tensor<64xf32> {
  %zero = arith.constant 0.0 : f32
  %null = arith.constant 0.0 : f32
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%a, %b : tensor<64xf32>, tensor<64xf32>) outs(%o : tensor<64xf32>) {
  ^bb0(%x: f32, %y: f32, %u: f32):
    %c0 = arith.cmpf ogt, %x, %zero : f32
    %v = arith.select %c0, %x, %null : f32
    linalg.yield %v : f32
  } -> tensor<64xf32>
  return %r : tensor<64xf32>
}

// CHECK-LABEL: func.func @relu6_relu6_64_f32(
func.func @relu6(%a: tensor<64xf32>, %b: tensor<64xf32>, %o: tensor<64xf32>) -> tensor<64xf32> {
  %zero = arith.constant 0.0 : f32
  %six = arith.constant 6.0 : f32
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%a, %b : tensor<64xf32>, tensor<64xf32>) outs(%o : tensor<64xf32>) {
  ^bb0(%x: f32, %y: f32, %u: f32):
    %m = arith.maximumf %x, %zero : f32
    %v = arith.minimumf %m, %six : f32
    linalg.yield %v : f32
  } -> tensor<64xf32>
  return %r : tensor<64xf32>
}

// CHECK-LABEL: func.func @relu6_turned_relu6_64_f32(
func.func @relu6_turned(%a: tensor<64xf32>, %b: tensor<64xf32>, %o: tensor<64xf32>) -> tensor<64xf32> {
  %zero = arith.constant 0.0 : f32
  %six = arith.constant 6.0 : f32
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%a, %b : tensor<64xf32>, tensor<64xf32>) outs(%o : tensor<64xf32>) {
  ^bb0(%x: f32, %y: f32, %u: f32):
    %m = arith.minimumf %x, %six : f32
    %v = arith.maximumf %m, %zero : f32
    linalg.yield %v : f32
  } -> tensor<64xf32>
  return %r : tensor<64xf32>
}

// CHECK-LABEL: func.func @clamp_clamp_64_f32(
func.func @clamp(%a: tensor<64xf32>, %b: tensor<64xf32>, %o: tensor<64xf32>) -> tensor<64xf32> {
  %zero = arith.constant -1.0 : f32
  %six = arith.constant 1.0 : f32
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%a, %b : tensor<64xf32>, tensor<64xf32>) outs(%o : tensor<64xf32>) {
  ^bb0(%x: f32, %y: f32, %u: f32):
    %m = arith.maximumf %x, %zero : f32
    %v = arith.minimumf %m, %six : f32
    linalg.yield %v : f32
  } -> tensor<64xf32>
  return %r : tensor<64xf32>
}

// CHECK-LABEL: func.func @hardswish_hardswish_64_f32(
func.func @hardswish(%a: tensor<64xf32>, %b: tensor<64xf32>, %o: tensor<64xf32>) -> tensor<64xf32> {
  %three = arith.constant 3.0 : f32
  %zero = arith.constant 0.0 : f32
  %six = arith.constant 6.0 : f32
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%a, %b : tensor<64xf32>, tensor<64xf32>) outs(%o : tensor<64xf32>) {
  ^bb0(%x: f32, %y: f32, %u: f32):
    %s = arith.addf %x, %three : f32
    %m = arith.maximumf %s, %zero : f32
    %n = arith.minimumf %m, %six : f32
    %p = arith.mulf %x, %n : f32
    %v = arith.divf %p, %six : f32
    linalg.yield %v : f32
  } -> tensor<64xf32>
  return %r : tensor<64xf32>
}

// CHECK-LABEL: func.func @hardsigmoid_hardsigmoid_64_f32(
func.func @hardsigmoid(%a: tensor<64xf32>, %b: tensor<64xf32>, %o: tensor<64xf32>) -> tensor<64xf32> {
  %three = arith.constant 3.0 : f32
  %zero = arith.constant 0.0 : f32
  %six = arith.constant 6.0 : f32
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%a, %b : tensor<64xf32>, tensor<64xf32>) outs(%o : tensor<64xf32>) {
  ^bb0(%x: f32, %y: f32, %u: f32):
    %s = arith.addf %x, %three : f32
    %m = arith.maximumf %s, %zero : f32
    %n = arith.minimumf %m, %six : f32
    %v = arith.divf %n, %six : f32
    linalg.yield %v : f32
  } -> tensor<64xf32>
  return %r : tensor<64xf32>
}

// CHECK-LABEL: func.func @softplus_softplus_64_f32(
func.func @softplus(%a: tensor<64xf32>, %b: tensor<64xf32>, %o: tensor<64xf32>) -> tensor<64xf32> {
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%a, %b : tensor<64xf32>, tensor<64xf32>) outs(%o : tensor<64xf32>) {
  ^bb0(%x: f32, %y: f32, %u: f32):
    %e = math.exp %x : f32
    %v = math.log1p %e : f32
    linalg.yield %v : f32
  } -> tensor<64xf32>
  return %r : tensor<64xf32>
}

// CHECK-LABEL: func.func @mish_mish_64_f32(
func.func @mish(%a: tensor<64xf32>, %b: tensor<64xf32>, %o: tensor<64xf32>) -> tensor<64xf32> {
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%a, %b : tensor<64xf32>, tensor<64xf32>) outs(%o : tensor<64xf32>) {
  ^bb0(%x: f32, %y: f32, %u: f32):
    %e = math.exp %x : f32
    %l = math.log1p %e : f32
    %t = math.tanh %l : f32
    %v = arith.mulf %x, %t : f32
    linalg.yield %v : f32
  } -> tensor<64xf32>
  return %r : tensor<64xf32>
}
