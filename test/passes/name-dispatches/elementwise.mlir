// Words for what the body of an elementwise generic does.
// RUN: %tracemark-opt %s --pass-pipeline='builtin.module(tracemark-name-dispatches{rename=all tag=false})' | FileCheck %s

// CHECK-LABEL: func.func @relu0_relu_4x8_f32(
func.func @relu0(%a0: tensor<4x8xf32>, %o: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %z = arith.constant 0.0 : f32

  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%a0 : tensor<4x8xf32>) outs(%o : tensor<4x8xf32>) {
  ^bb0(%x0: f32, %y: f32):
 %m = arith.maximumf %z, %x0 : f32
 linalg.yield %m : f32
  } -> tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @relu1_relu_4x8_f32(
func.func @relu1(%a0: tensor<4x8xf32>, %o: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %z = arith.constant 0.0 : f32

  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%a0 : tensor<4x8xf32>) outs(%o : tensor<4x8xf32>) {
  ^bb0(%x0: f32, %y: f32):
 %c = arith.cmpf ogt, %x0, %z : f32
 %m = arith.select %c, %x0, %z : f32
 linalg.yield %m : f32
  } -> tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @relu2_relu_4x8_f32(
func.func @relu2(%a0: tensor<4x8xf32>, %o: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %z = arith.constant 0.0 : f32

  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%a0 : tensor<4x8xf32>) outs(%o : tensor<4x8xf32>) {
  ^bb0(%x0: f32, %y: f32):
 %c = arith.cmpf olt, %x0, %z : f32
 %m = arith.select %c, %z, %x0 : f32
 linalg.yield %m : f32
  } -> tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @relu_inner_relu_4x8_i32(
func.func @relu_inner(%a0: tensor<4x8xi32>, %o: tensor<4x8xi32>) -> tensor<4x8xi32> {

  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%a0 : tensor<4x8xi32>) outs(%o : tensor<4x8xi32>) {
  ^bb0(%x0: i32, %y: i32):
 %z = arith.constant 0 : i32
 %m = arith.maxsi %x0, %z : i32
 linalg.yield %m : i32
  } -> tensor<4x8xi32>
  return %r : tensor<4x8xi32>
}

// CHECK-LABEL: func.func @not_relu_select_4x8_f32(
func.func @not_relu(%a0: tensor<4x8xf32>, %a1: tensor<4x8xf32>, %o: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %z = arith.constant 0.0 : f32

  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%a0, %a1 : tensor<4x8xf32>, tensor<4x8xf32>) outs(%o : tensor<4x8xf32>) {
  ^bb0(%x0: f32, %x1: f32, %y: f32):
 %c = arith.cmpf ogt, %x0, %x1 : f32
 %m = arith.select %c, %x0, %z : f32
 linalg.yield %m : f32
  } -> tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @minimum_min_4x8_f32(
func.func @minimum(%a0: tensor<4x8xf32>, %a1: tensor<4x8xf32>, %o: tensor<4x8xf32>) -> tensor<4x8xf32> {

  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%a0, %a1 : tensor<4x8xf32>, tensor<4x8xf32>) outs(%o : tensor<4x8xf32>) {
  ^bb0(%x0: f32, %x1: f32, %y: f32):
 %c = arith.cmpf olt, %x0, %x1 : f32
 %m = arith.select %c, %x0, %x1 : f32
 linalg.yield %m : f32
  } -> tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @relu6_relu6_4x8_f32(
func.func @relu6(%a0: tensor<4x8xf32>, %o: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %z = arith.constant 0.0 : f32
  %six = arith.constant 6.0 : f32

  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%a0 : tensor<4x8xf32>) outs(%o : tensor<4x8xf32>) {
  ^bb0(%x0: f32, %y: f32):
 %m = arith.maximumf %x0, %z : f32
 %n = arith.minimumf %m, %six : f32
 linalg.yield %n : f32
  } -> tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @clamp_clamp_4x8_f32(
func.func @clamp(%a0: tensor<4x8xf32>, %o: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %one = arith.constant -1.0 : f32
  %six = arith.constant 6.0 : f32

  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%a0 : tensor<4x8xf32>) outs(%o : tensor<4x8xf32>) {
  ^bb0(%x0: f32, %y: f32):
 %m = arith.maximumf %x0, %one : f32
 %n = arith.minimumf %m, %six : f32
 linalg.yield %n : f32
  } -> tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @gelu_gelu_4x8_f32(
func.func @gelu(%a0: tensor<4x8xf32>, %o: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %h = arith.constant 0.5 : f32
  %q = arith.constant 0.7071 : f32
  %one = arith.constant 1.0 : f32

  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%a0 : tensor<4x8xf32>) outs(%o : tensor<4x8xf32>) {
  ^bb0(%x0: f32, %y: f32):
 %a = arith.mulf %x0, %h : f32
 %b = arith.mulf %x0, %q : f32
 %c = math.erf %b : f32
 %d = arith.addf %c, %one : f32
 %e = arith.mulf %a, %d : f32
 linalg.yield %e : f32
  } -> tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @sigmoid_sigmoid_4x8_f32(
func.func @sigmoid(%a0: tensor<4x8xf32>, %o: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %one = arith.constant 1.0 : f32

  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%a0 : tensor<4x8xf32>) outs(%o : tensor<4x8xf32>) {
  ^bb0(%x0: f32, %y: f32):
 %a = arith.negf %x0 : f32
 %b = math.exp %a : f32
 %c = arith.addf %b, %one : f32
 %d = arith.divf %one, %c : f32
 linalg.yield %d : f32
  } -> tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @mixed_add_cast_4x8_f16xf32xf16(
func.func @mixed(%a0: tensor<4x8xf16>, %a1: tensor<4x8xf32>, %o: tensor<4x8xf16>) -> tensor<4x8xf16> {

  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%a0, %a1 : tensor<4x8xf16>, tensor<4x8xf32>) outs(%o : tensor<4x8xf16>) {
  ^bb0(%x0: f16, %x1: f32, %y: f16):
 %a = arith.extf %x0 : f16 to f32
 %b = arith.addf %a, %x1 : f32
 %c = arith.truncf %b : f32 to f16
 linalg.yield %c : f16
  } -> tensor<4x8xf16>
  return %r : tensor<4x8xf16>
}

// CHECK-LABEL: func.func @cast_cast_4x8_i8xf32(
func.func @cast(%a0: tensor<4x8xi8>, %o: tensor<4x8xf32>) -> tensor<4x8xf32> {

  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%a0 : tensor<4x8xi8>) outs(%o : tensor<4x8xf32>) {
  ^bb0(%x0: i8, %y: f32):
 %a = arith.sitofp %x0 : i8 to f32
 linalg.yield %a : f32
  } -> tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @neg_neg_4x8_f32(
func.func @neg(%a0: tensor<4x8xf32>, %o: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %z = arith.constant 0.0 : f32

  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%a0 : tensor<4x8xf32>) outs(%o : tensor<4x8xf32>) {
  ^bb0(%x0: f32, %y: f32):
 %a = arith.subf %z, %x0 : f32
 linalg.yield %a : f32
  } -> tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @many_add_sub_mul_div_etc_4x8_f32(
func.func @many(%a0: tensor<4x8xf32>, %a1: tensor<4x8xf32>, %o: tensor<4x8xf32>) -> tensor<4x8xf32> {

  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%a0, %a1 : tensor<4x8xf32>, tensor<4x8xf32>) outs(%o : tensor<4x8xf32>) {
  ^bb0(%x0: f32, %x1: f32, %y: f32):
 %a = arith.addf %x0, %x1 : f32
 %b = arith.subf %a, %x1 : f32
 %c = arith.mulf %b, %x1 : f32
 %d = arith.divf %c, %x1 : f32
 %e = math.sqrt %d : f32
 linalg.yield %e : f32
  } -> tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @four_rsqrt_abs_tanh_pow_4x8_f32(
func.func @four(%a0: tensor<4x8xf32>, %o: tensor<4x8xf32>) -> tensor<4x8xf32> {

  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%a0 : tensor<4x8xf32>) outs(%o : tensor<4x8xf32>) {
  ^bb0(%x0: f32, %y: f32):
 %a = math.rsqrt %x0 : f32
 %b = math.absf %a : f32
 %c = math.tanh %b : f32
 %d = math.powf %c, %x0 : f32
 linalg.yield %d : f32
  } -> tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @iota_iota_4x8_i32(
func.func @iota(%o: tensor<4x8xi32>) -> tensor<4x8xi32> {

  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} outs(%o : tensor<4x8xi32>) {
  ^bb0(%y: i32):
 %i = linalg.index 0 : index
 %j = arith.index_cast %i : index to i32
 linalg.yield %j : i32
  } -> tensor<4x8xi32>
  return %r : tensor<4x8xi32>
}

// CHECK-LABEL: func.func @fillc_fill_4x8_f32(
func.func @fillc(%o: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %z = arith.constant 0.0 : f32

  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} outs(%o : tensor<4x8xf32>) {
  ^bb0(%y: f32):
 linalg.yield %z : f32
  } -> tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @logic_and_4x8_i1(
func.func @logic(%a0: tensor<4x8xi1>, %a1: tensor<4x8xi1>, %o: tensor<4x8xi1>) -> tensor<4x8xi1> {

  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%a0, %a1 : tensor<4x8xi1>, tensor<4x8xi1>) outs(%o : tensor<4x8xi1>) {
  ^bb0(%x0: i1, %x1: i1, %y: i1):
 %a = arith.andi %x0, %x1 : i1
 linalg.yield %a : i1
  } -> tensor<4x8xi1>
  return %r : tensor<4x8xi1>
}

// CHECK-LABEL: func.func @bf_square_4x8_bf16(
func.func @bf(%a0: tensor<4x8xbf16>, %o: tensor<4x8xbf16>) -> tensor<4x8xbf16> {

  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%a0 : tensor<4x8xbf16>) outs(%o : tensor<4x8xbf16>) {
  ^bb0(%x0: bf16, %y: bf16):
 %a = arith.mulf %x0, %x0 : bf16
 linalg.yield %a : bf16
  } -> tensor<4x8xbf16>
  return %r : tensor<4x8xbf16>
}

// CHECK-LABEL: func.func @fp8_cast_4x8_f8E4M3FNUZxf32(
func.func @fp8(%a0: tensor<4x8xf8E4M3FNUZ>, %o: tensor<4x8xf32>) -> tensor<4x8xf32> {

  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%a0 : tensor<4x8xf8E4M3FNUZ>) outs(%o : tensor<4x8xf32>) {
  ^bb0(%x0: f8E4M3FNUZ, %y: f32):
 %a = arith.extf %x0 : f8E4M3FNUZ to f32
 linalg.yield %a : f32
  } -> tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @idx_add_4x8_index(
func.func @idx(%a0: tensor<4x8xindex>, %o: tensor<4x8xindex>) -> tensor<4x8xindex> {

  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%a0 : tensor<4x8xindex>) outs(%o : tensor<4x8xindex>) {
  ^bb0(%x0: index, %y: index):
 %a = arith.addi %x0, %x0 : index
 linalg.yield %a : index
  } -> tensor<4x8xindex>
  return %r : tensor<4x8xindex>
}

// CHECK-LABEL: func.func @scf_if_cmp_exp_4x8_f32(
func.func @scf_if(%a0: tensor<4x8xf32>, %o: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %z = arith.constant 0.0 : f32

  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%a0 : tensor<4x8xf32>) outs(%o : tensor<4x8xf32>) {
  ^bb0(%x0: f32, %y: f32):
 %c = arith.cmpf ogt, %x0, %z : f32
 %a = scf.if %c -> f32 {
  %q = math.exp %x0 : f32
  scf.yield %q : f32
 } else {
  scf.yield %z : f32
 }
 linalg.yield %a : f32
  } -> tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}

// What is computed of the place of a lookup is no part of the name.

// CHECK-LABEL: func.func @negative_places_gather_8x16_i32xf32_exp(
func.func @negative_places(%t: tensor<100x16xf32>, %ids: tensor<8xi32>, %o: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %c0 = arith.constant 0 : i32
  %c100 = arith.constant 100 : i32
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%ids : tensor<8xi32>) outs(%o : tensor<8x16xf32>) {
  ^bb0(%id: i32, %y: f32):
    %below = arith.cmpi slt, %id, %c0 : i32
    %sum = arith.addi %id, %c100 : i32
    %place = arith.select %below, %sum, %id : i32
    %row = arith.index_cast %place : i32 to index
    %col = linalg.index 1 : index
    %v = tensor.extract %t[%row, %col] : tensor<100x16xf32>
    %e = math.exp %v : f32
    linalg.yield %e : f32
  } -> tensor<8x16xf32>
  return %r : tensor<8x16xf32>
}
