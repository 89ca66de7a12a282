// Indices are data where they come from operands, and not work where they only
// tell places: which rows to take, which elements to mask.
// RUN: %tracemark-opt %s --pass-pipeline='builtin.module(tracemark-name-dispatches{rename=all})' | FileCheck %s

#i = affine_map<(i) -> (i)>

// CHECK-LABEL: func.func @chosen_select_64_i1xindexxindexxindex(
func.func @chosen(%a: tensor<64xindex>, %b: tensor<64xindex>, %c: tensor<64xi1>, %o: tensor<64xindex>) -> tensor<64xindex> {
  %r = linalg.generic {indexing_maps = [#i, #i, #i, #i], iterator_types = ["parallel"]} ins(%c, %a, %b : tensor<64xi1>, tensor<64xindex>, tensor<64xindex>) outs(%o : tensor<64xindex>) {
  ^bb0(%p: i1, %x: index, %y: index, %z: index):
    %s = arith.select %p, %x, %y : index
    linalg.yield %s : index
  } -> tensor<64xindex>
  return %r : tensor<64xindex>
}

// CHECK-LABEL: func.func @wrapped_add_select_64_index(
func.func @wrapped(%a: tensor<64xindex>, %o: tensor<64xindex>) -> tensor<64xindex> {
  %z = arith.constant 0 : index
  %h = arith.constant 63 : index
  %r = linalg.generic {indexing_maps = [#i, #i], iterator_types = ["parallel"]} ins(%a : tensor<64xindex>) outs(%o : tensor<64xindex>) {
  ^bb0(%x: index, %y: index):
    %c = arith.cmpi slt, %x, %z : index
    %s = arith.addi %x, %h : index
    %t = arith.select %c, %s, %x : index
    linalg.yield %t : index
  } -> tensor<64xindex>
  return %r : tensor<64xindex>
}

// CHECK-LABEL: func.func @scaled_mul_add_64_index(
// CHECK-SAME: flops=128
func.func @scaled(%a: tensor<64xindex>, %o: tensor<64xindex>) -> tensor<64xindex> {
  %h = arith.constant 63 : index
  %r = linalg.generic {indexing_maps = [#i, #i], iterator_types = ["parallel"]} ins(%a : tensor<64xindex>) outs(%o : tensor<64xindex>) {
  ^bb0(%x: index, %y: index):
    %s = arith.muli %x, %h : index
    %t = arith.addi %s, %h : index
    linalg.yield %t : index
  } -> tensor<64xindex>
  return %r : tensor<64xindex>
}

// CHECK-LABEL: func.func @wrapped_to_index_add_select_cast_64_i64xindex(
func.func @wrapped_to_index(%a: tensor<64xi64>, %o: tensor<64xindex>) -> tensor<64xindex> {
  %h = arith.constant 64 : i64
  %z = arith.constant 0 : i64
  %r = linalg.generic {indexing_maps = [#i, #i], iterator_types = ["parallel"]} ins(%a : tensor<64xi64>) outs(%o : tensor<64xindex>) {
  ^bb0(%x: i64, %y: index):
    %c = arith.cmpi slt, %x, %z : i64
    %s = arith.addi %x, %h : i64
    %t = arith.select %c, %s, %x : i64
    %u = arith.index_cast %t : i64 to index
    linalg.yield %u : index
  } -> tensor<64xindex>
  return %r : tensor<64xindex>
}

// CHECK-LABEL: func.func @to_index_cast_64_i64xindex(
func.func @to_index(%a: tensor<64xi64>, %o: tensor<64xindex>) -> tensor<64xindex> {
  %r = linalg.generic {indexing_maps = [#i, #i], iterator_types = ["parallel"]} ins(%a : tensor<64xi64>) outs(%o : tensor<64xindex>) {
  ^bb0(%x: i64, %y: index):
    %u = arith.index_cast %x : i64 to index
    linalg.yield %u : index
  } -> tensor<64xindex>
  return %r : tensor<64xindex>
}

// CHECK-LABEL: func.func @multiples_mul_64_index(
func.func @multiples(%o: tensor<64xindex>) -> tensor<64xindex> {
  %h = arith.constant 3 : index
  %r = linalg.generic {indexing_maps = [#i], iterator_types = ["parallel"]} outs(%o : tensor<64xindex>) {
  ^bb0(%y: index):
    %i = linalg.index 0 : index
    %s = arith.muli %i, %h : index
    linalg.yield %s : index
  } -> tensor<64xindex>
  return %r : tensor<64xindex>
}

// CHECK-LABEL: func.func @count_iota_64_i64(
func.func @count(%o: tensor<64xi64>) -> tensor<64xi64> {
  %r = linalg.generic {indexing_maps = [#i], iterator_types = ["parallel"]} outs(%o : tensor<64xi64>) {
  ^bb0(%y: i64):
    %i = linalg.index 0 : index
    %s = arith.index_cast %i : index to i64
    linalg.yield %s : i64
  } -> tensor<64xi64>
  return %r : tensor<64xi64>
}

// CHECK-LABEL: func.func @squares_reduce_sumsq_64_index(
func.func @squares(%a: tensor<64xindex>, %o: tensor<index>) -> tensor<index> {
  %r = linalg.generic {indexing_maps = [#i, affine_map<(i)->()>], iterator_types = ["reduction"]} ins(%a : tensor<64xindex>) outs(%o : tensor<index>) {
  ^bb0(%x: index, %y: index):
    %s = arith.muli %x, %x : index
    %t = arith.addi %s, %y : index
    linalg.yield %t : index
  } -> tensor<index>
  return %r : tensor<index>
}

// CHECK-LABEL: func.func @causal_select_4x4_f32(
func.func @causal(%a: tensor<4x4xf32>, %o: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %ninf = arith.constant 0xFF800000 : f32
  %r = linalg.generic {indexing_maps = [affine_map<(i,j)->(i,j)>, affine_map<(i,j)->(i,j)>], iterator_types = ["parallel","parallel"]} ins(%a : tensor<4x4xf32>) outs(%o : tensor<4x4xf32>) {
  ^bb0(%x: f32, %y: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %c = arith.cmpi sge, %i, %j : index
    %s = arith.select %c, %x, %ninf : f32
    linalg.yield %s : f32
  } -> tensor<4x4xf32>
  return %r : tensor<4x4xf32>
}

// CHECK-LABEL: func.func @larger_max_add_64_index(
func.func @larger(%a: tensor<64xindex>, %b: tensor<64xindex>, %o: tensor<64xindex>) -> tensor<64xindex> {
  %r = linalg.generic {indexing_maps = [#i, #i, #i], iterator_types = ["parallel"]} ins(%a, %b : tensor<64xindex>, tensor<64xindex>) outs(%o : tensor<64xindex>) {
  ^bb0(%x: index, %y: index, %z: index):
    %c = arith.cmpi sgt, %x, %y : index
    %s = arith.select %c, %x, %y : index
    %t = arith.addi %s, %y : index
    linalg.yield %t : index
  } -> tensor<64xindex>
  return %r : tensor<64xindex>
}

// Where to look something up is neither a word nor flops.
// CHECK-LABEL: func.func @wrapped_lookup_gather_8_i64xf32_exp(
// CHECK-SAME: flops=8 bytes=
func.func @wrapped_lookup(%t: tensor<64xf32>, %ids: tensor<8xi64>, %o: tensor<8xf32>) -> tensor<8xf32> {
  %z = arith.constant 0 : i64
  %n = arith.constant 64 : i64
  %one = arith.constant 1 : index
  %r = linalg.generic {indexing_maps = [#i, #i], iterator_types = ["parallel"]} ins(%ids : tensor<8xi64>) outs(%o : tensor<8xf32>) {
  ^bb0(%id: i64, %y: f32):
    %c = arith.cmpi slt, %id, %z : i64
    %w = arith.addi %id, %n : i64
    %s = arith.select %c, %w, %id : i64
    %k = arith.index_cast %s : i64 to index
    %l = arith.subi %k, %one : index
    %v = tensor.extract %t[%l] : tensor<64xf32>
    %e = math.exp %v : f32
    linalg.yield %e : f32
  } -> tensor<8xf32>
  return %r : tensor<8xf32>
}
