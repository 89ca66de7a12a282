// Activations as torch-mlir spells them: halves on both sides of zero, forms
// that do not overflow, constants that are computed, assertions.
// RUN: %tracemark-opt %s --pass-pipeline='builtin.module(tracemark-name-dispatches{rename=all})' | FileCheck %s

#x = affine_map<(i) -> (i)>
#scalar = affine_map<(i) -> ()>

// CHECK-LABEL: func.func @elu_elu_64_f32(
func.func @elu(%x: tensor<64xf32>, %o: tensor<64xf32>) -> tensor<64xf32> {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %one = arith.constant 1.0 : f32
  %alpha = arith.constant 0.5 : f32
  %0 = linalg.generic {indexing_maps = [#scalar, #x, #x], iterator_types = ["parallel"]} ins(%zero, %x : tensor<f32>, tensor<64xf32>) outs(%o : tensor<64xf32>) {
  ^bb0(%z: f32, %a: f32, %u: f32):
    %c = arith.cmpf ogt, %z, %a : f32
    %v = arith.select %c, %z, %a : f32
    linalg.yield %v : f32
  } -> tensor<64xf32>
  %1 = linalg.generic {indexing_maps = [#scalar, #x, #x], iterator_types = ["parallel"]} ins(%zero, %x : tensor<f32>, tensor<64xf32>) outs(%o : tensor<64xf32>) {
  ^bb0(%z: f32, %a: f32, %u: f32):
    %c = arith.cmpf olt, %z, %a : f32
    %m = arith.select %c, %z, %a : f32
    %e = math.exp %m : f32
    %d = arith.subf %e, %one : f32
    %v = arith.mulf %d, %alpha : f32
    linalg.yield %v : f32
  } -> tensor<64xf32>
  %2 = linalg.add ins(%0, %1 : tensor<64xf32>, tensor<64xf32>) outs(%o : tensor<64xf32>) -> tensor<64xf32>
  return %2 : tensor<64xf32>
}

// CHECK-LABEL: func.func @celu_elu_64_f32(
func.func @celu(%x: tensor<64xf32>, %o: tensor<64xf32>) -> tensor<64xf32> {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %0 = linalg.generic {indexing_maps = [#x, #x], iterator_types = ["parallel"]} ins(%x : tensor<64xf32>) outs(%o : tensor<64xf32>) {
  ^bb0(%a: f32, %u: f32):
    %p = arith.maximumf %a, %zero : f32
    %e = math.exp %a : f32
    %d = arith.subf %e, %one : f32
    %n = arith.minimumf %d, %zero : f32
    %v = arith.addf %p, %n : f32
    linalg.yield %v : f32
  } -> tensor<64xf32>
  return %0 : tensor<64xf32>
}

// CHECK-LABEL: func.func @leaky_leaky_relu_64_f32(
func.func @leaky(%x: tensor<64xf32>, %o: tensor<64xf32>) -> tensor<64xf32> {
  %zero = arith.constant 0.0 : f32
  %slope = arith.constant 0.1 : f64
  %0 = linalg.generic {indexing_maps = [#x, #x], iterator_types = ["parallel"]} ins(%x : tensor<64xf32>) outs(%o : tensor<64xf32>) {
  ^bb0(%a: f32, %u: f32):
    %p = arith.maximumf %a, %zero : f32
    %n = arith.minimumf %a, %zero : f32
    %s = arith.truncf %slope : f64 to f32
    %m = arith.mulf %n, %s : f32
    %v = arith.addf %p, %m : f32
    linalg.yield %v : f32
  } -> tensor<64xf32>
  return %0 : tensor<64xf32>
}
// Halves of two tensors.

// CHECK-LABEL: func.func @no_leaky_relu_min_mul_add_64_f32(
func.func @no_leaky(%x: tensor<64xf32>, %y: tensor<64xf32>, %o: tensor<64xf32>) -> tensor<64xf32> {
  %zero = arith.constant 0.0 : f32
  %slope = arith.constant 0.1 : f32
  %0 = linalg.generic {indexing_maps = [#x, #x, #x], iterator_types = ["parallel"]} ins(%x, %y : tensor<64xf32>, tensor<64xf32>) outs(%o : tensor<64xf32>) {
  ^bb0(%a: f32, %b: f32, %u: f32):
    %p = arith.maximumf %a, %zero : f32
    %n = arith.minimumf %b, %zero : f32
    %m = arith.mulf %n, %slope : f32
    %v = arith.addf %p, %m : f32
    linalg.yield %v : f32
  } -> tensor<64xf32>
  return %0 : tensor<64xf32>
}

// CHECK-LABEL: func.func @hard_hardsigmoid_64_f32(
func.func @hard(%x: tensor<64xf32>, %o: tensor<64xf32>) -> tensor<64xf32> {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %three = arith.constant 3.0 : f32
  %six = arith.constant 6.0 : f32
  %0 = linalg.generic {indexing_maps = [#x, #x], iterator_types = ["parallel"]} ins(%x : tensor<64xf32>) outs(%o : tensor<64xf32>) {
  ^bb0(%a: f32, %u: f32):
    %s = arith.addf %a, %three : f32
    %d = arith.divf %s, %six : f32
    %n = arith.minimumf %d, %one : f32
    %v = arith.maximumf %n, %zero : f32
    linalg.yield %v : f32
  } -> tensor<64xf32>
  return %0 : tensor<64xf32>
}

// CHECK-LABEL: func.func @softplus_softplus_64_f32(
func.func @softplus(%x: tensor<64xf32>, %c: tensor<64xi1>, %o: tensor<64xf32>) -> tensor<64xf32> {
  %zero = arith.constant 0.0 : f32
  %bound = arith.constant 20.0 : f32
  %0 = linalg.generic {indexing_maps = [#x, #x], iterator_types = ["parallel"]} ins(%x : tensor<64xf32>) outs(%o : tensor<64xf32>) {
  ^bb0(%a: f32, %u: f32):
    %b = math.absf %a : f32
    %n = arith.negf %b : f32
    %e = math.exp %n : f32
    %l = math.log1p %e : f32
    %p = arith.maximumf %a, %zero : f32
    %v = arith.addf %p, %l : f32
    linalg.yield %v : f32
  } -> tensor<64xf32>
  %1 = linalg.generic {indexing_maps = [#x, #x], iterator_types = ["parallel"]} ins(%x : tensor<64xf32>) outs(%c : tensor<64xi1>) {
  ^bb0(%a: f32, %u: i1):
    %v = arith.cmpf ogt, %a, %bound : f32
    linalg.yield %v : i1
  } -> tensor<64xi1>
  %2 = linalg.select ins(%1, %x, %0 : tensor<64xi1>, tensor<64xf32>, tensor<64xf32>) outs(%o : tensor<64xf32>) -> tensor<64xf32>
  return %2 : tensor<64xf32>
}

// CHECK-LABEL: func.func @mish_mish_64_f32(
func.func @mish(%x: tensor<64xf32>, %o: tensor<64xf32>) -> tensor<64xf32> {
  %zero = arith.constant 0.0 : f32
  %bound = arith.constant 20.0 : f32
  %0 = linalg.generic {indexing_maps = [#x, #x], iterator_types = ["parallel"]} ins(%x : tensor<64xf32>) outs(%o : tensor<64xf32>) {
  ^bb0(%a: f32, %u: f32):
    %b = math.absf %a : f32
    %n = arith.negf %b : f32
    %e = math.exp %n : f32
    %l = math.log1p %e : f32
    %p = arith.maximumf %a, %zero : f32
    %s = arith.addf %p, %l : f32
    %c = arith.cmpf ogt, %a, %bound : f32
    %t = arith.select %c, %a, %s : f32
    %h = math.tanh %t : f32
    %v = arith.mulf %a, %h : f32
    linalg.yield %v : f32
  } -> tensor<64xf32>
  return %0 : tensor<64xf32>
}
// Not what a sum of the size of something else is.

// CHECK-LABEL: func.func @no_softplus_abs_neg_softplus_relu_etc_64_f32(
func.func @no_softplus(%x: tensor<64xf32>, %y: tensor<64xf32>, %o: tensor<64xf32>) -> tensor<64xf32> {
  %zero = arith.constant 0.0 : f32
  %0 = linalg.generic {indexing_maps = [#x, #x, #x], iterator_types = ["parallel"]} ins(%x, %y : tensor<64xf32>, tensor<64xf32>) outs(%o : tensor<64xf32>) {
  ^bb0(%a: f32, %c: f32, %u: f32):
    %b = math.absf %c : f32
    %n = arith.negf %b : f32
    %e = math.exp %n : f32
    %l = math.log1p %e : f32
    %p = arith.maximumf %a, %zero : f32
    %v = arith.addf %p, %l : f32
    linalg.yield %v : f32
  } -> tensor<64xf32>
  return %0 : tensor<64xf32>
}

// CHECK-LABEL: func.func @gelu_of_root_gelu_64_bf16(
func.func @gelu_of_root(%x: tensor<64xbf16>, %o: tensor<64xbf16>) -> tensor<64xbf16> {
  %one = arith.constant 1.0 : bf16
  %two = arith.constant 2.0 : bf16
  %half = arith.constant 0.5 : bf16
  %0 = linalg.generic {indexing_maps = [#x, #x], iterator_types = ["parallel"]} ins(%x : tensor<64xbf16>) outs(%o : tensor<64xbf16>) {
  ^bb0(%a: bf16, %u: bf16):
    %r = math.sqrt %two : bf16
    %d = arith.divf %a, %r : bf16
    %e = math.erf %d : bf16
    %s = arith.addf %e, %one : bf16
    %h = arith.mulf %s, %half : bf16
    %v = arith.mulf %a, %h : bf16
    linalg.yield %v : bf16
  } -> tensor<64xbf16>
  return %0 : tensor<64xbf16>
}

// What is only asserted is no part of the result.
// CHECK-LABEL: func.func @checked_gather_64_i64xf32(
// CHECK-SAME: flops=0
func.func @checked(%x: tensor<64xi64>, %t: tensor<1000xf32>, %o: tensor<64xf32>) -> tensor<64xf32> {
  %zero = arith.constant 0 : i64
  %0 = linalg.generic {indexing_maps = [#x, #x], iterator_types = ["parallel"]} ins(%x : tensor<64xi64>) outs(%o : tensor<64xf32>) {
  ^bb0(%a: i64, %u: f32):
    %c = arith.cmpi sge, %a, %zero : i64
    cf.assert %c, "index must not be negative"
    %i = arith.index_cast %a : i64 to index
    %v = tensor.extract %t[%i] : tensor<1000xf32>
    linalg.yield %v : f32
  } -> tensor<64xf32>
  return %0 : tensor<64xf32>
}

// CHECK-LABEL: func.func @squared_square_64_f32(
func.func @squared(%x: tensor<64xf32>, %o: tensor<64xf32>) -> tensor<64xf32> {
  %two = arith.constant 2 : i32
  %0 = linalg.generic {indexing_maps = [#x, #x], iterator_types = ["parallel"]} ins(%x : tensor<64xf32>) outs(%o : tensor<64xf32>) {
  ^bb0(%a: f32, %u: f32):
    %v = math.fpowi %a, %two : f32, i32
    linalg.yield %v : f32
  } -> tensor<64xf32>
  return %0 : tensor<64xf32>
}
