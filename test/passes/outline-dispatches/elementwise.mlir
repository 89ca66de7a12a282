// Elementwise ops: chains without a root, memory of intermediates, what must not be fused.
// RUN: %tracemark-opt %s --split-input-file --pass-pipeline='builtin.module(tracemark-outline-dispatches)' --mlir-print-local-scope | FileCheck %s

// A chain without a root is one dispatch; its intermediate needs no memory of its own.
// CHECK-LABEL: func.func @chain(
// CHECK-SAME:    %[[A:.+]]: tensor<4xf32>)
// CHECK-NEXT:    %[[E:.+]] = tensor.empty() : tensor<4xf32>
// CHECK-NEXT:    %[[R:.+]] = call @chain_dispatch_0(%[[A]], %[[E]])
// CHECK-NEXT:    return %[[R]]
// CHECK-LABEL: func.func private @chain_dispatch_0(
// CHECK-SAME:    %[[X:.+]]: tensor<4xf32>, %[[O:.+]]: tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT:    %[[P:.+]] = linalg.exp ins(%[[X]] : {{.*}}) outs(%[[O]] :
// CHECK-NEXT:    %[[Q:.+]] = linalg.tanh ins(%[[P]] : {{.*}}) outs(%[[O]] :
// CHECK-NEXT:    return %[[Q]]
func.func @chain(%a: tensor<4xf32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %f = tensor.empty() : tensor<4xf32>
  %p = linalg.exp ins(%a : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %q = linalg.tanh ins(%p : tensor<4xf32>) outs(%f : tensor<4xf32>) -> tensor<4xf32>
  return %q : tensor<4xf32>
}

// -----

// An intermediate that is needed longer, or of another type, is in scratch behind the init.
// CHECK-LABEL: func.func @scratch(
// CHECK:         %[[R:.+]] = call @scratch_dispatch_0(%{{.+}}, %[[INIT:.+]], %[[SAME:.+]], %[[OTHER:.+]]) :
// CHECK-SAME:      (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf64>) -> tensor<4xf32>
// CHECK-LABEL: func.func private @scratch_dispatch_0(
// CHECK-SAME:    %{{.+}}: tensor<4xf32>, %[[I:.+]]: tensor<4xf32>, %[[S:.+]]: tensor<4xf32>, %[[O:.+]]: tensor<4xf64>)
// CHECK:         %[[P:.+]] = linalg.exp {{.*}} outs(%[[S]] :
// CHECK:         %[[Q:.+]] = linalg.tanh ins(%[[P]] : {{.*}}) outs(%[[I]] :
// CHECK:         linalg.generic {{.*}} ins(%[[P]], %[[Q]] : {{.*}}) outs(%[[O]] : tensor<4xf64>)
// CHECK:         linalg.generic {{.*}} outs(%[[Q]] : tensor<4xf32>)
#id = affine_map<(i) -> (i)>
func.func @scratch(%a: tensor<4xf32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %w = tensor.empty() : tensor<4xf64>
  %p = linalg.exp ins(%a : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %q = linalg.tanh ins(%p : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %r = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]} ins(%p, %q : tensor<4xf32>, tensor<4xf32>) outs(%w : tensor<4xf64>) {
  ^bb0(%x: f32, %y: f32, %o: f64):
    %s = arith.addf %x, %y : f32
    %d = arith.extf %s : f32 to f64
    linalg.yield %d : f64
  } -> tensor<4xf64>
  %t = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%r : tensor<4xf64>) outs(%e : tensor<4xf32>) {
  ^bb0(%x: f64, %o: f32):
    %s = arith.truncf %x : f64 to f32
    linalg.yield %s : f32
  } -> tensor<4xf32>
  return %t : tensor<4xf32>
}

// -----

// A result that others need too leaves the dispatch; both have an init.
// CHECK-LABEL: func.func @several_results(
// CHECK:         %[[R:.+]]:2 = call @several_results_dispatch_0(
// CHECK:         return %[[R]]#0, %[[R]]#1
// CHECK-LABEL: func.func private @several_results_dispatch_0(
// CHECK-SAME:    -> (tensor<4x4xf32>, tensor<4x4xf32>)
func.func @several_results(%a: tensor<4x4xf32>, %c: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>) {
  %e = tensor.empty() : tensor<4x4xf32>
  %m = linalg.matmul ins(%a, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%c : tensor<4x4xf32>) -> tensor<4x4xf32>
  %r = linalg.exp ins(%m : tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %m, %r : tensor<4x4xf32>, tensor<4x4xf32>
}

// -----

// A consumer that reads other elements than it writes is no elementwise consumer.
// CHECK-LABEL: func.func @no_transposed_consumer(
// CHECK-COUNT-2: call @no_transposed_consumer_dispatch_
func.func @no_transposed_consumer(%a: tensor<4x4xf32>, %c: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %e = tensor.empty() : tensor<4x4xf32>
  %m = linalg.matmul ins(%a, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%c : tensor<4x4xf32>) -> tensor<4x4xf32>
  %r = linalg.transpose ins(%m : tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) permutation = [1, 0]
  return %r : tensor<4x4xf32>
}

// -----

// Something in between needs the result of the root: the consumer cannot pull it down.
// CHECK-LABEL: func.func @no_use_in_between(
// CHECK:         %[[M:.+]] = call @no_use_in_between_dispatch_0(
// CHECK-NEXT:    call @sink(%[[M]])
// CHECK:         call @no_use_in_between_dispatch_1(%[[M]]
func.func @no_use_in_between(%a: tensor<4x4xf32>, %c: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %e = tensor.empty() : tensor<4x4xf32>
  %m = linalg.matmul ins(%a, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%c : tensor<4x4xf32>) -> tensor<4x4xf32>
  func.call @sink(%m) : (tensor<4x4xf32>) -> ()
  %r = linalg.exp ins(%m : tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %r : tensor<4x4xf32>
}
func.func private @sink(tensor<4x4xf32>)

// -----

// A dead operand that a dispatch made serves as the init.
// CHECK-LABEL: func.func @dead_operand(
// CHECK:         %[[M:.+]] = call @dead_operand_dispatch_0(
// CHECK:         %[[S:.+]] = call @dead_operand_dispatch_1(%[[M]]
// CHECK-NEXT:    %[[R:.+]] = call @dead_operand_dispatch_2(%[[S]], %[[M]]) : (tensor<4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
// CHECK-LABEL: func.func private @dead_operand_dispatch_2(
// CHECK-SAME:    %[[V:.+]]: tensor<4xf32>, %[[I:.+]]: tensor<4x4xf32>)
// CHECK:         linalg.generic {{.*}} ins(%[[I]], %[[V]] : {{.*}}) outs(%[[I]] :
#both = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
func.func @dead_operand(%a: tensor<4x4xf32>, %c: tensor<4x4xf32>, %v: tensor<4xf32>) -> tensor<4x4xf32> {
  %e = tensor.empty() : tensor<4x4xf32>
  %m = linalg.matmul ins(%a, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%c : tensor<4x4xf32>) -> tensor<4x4xf32>
  %s = linalg.reduce { arith.addf } ins(%m : tensor<4x4xf32>) outs(%v : tensor<4xf32>) dimensions = [1]
  %r = linalg.generic {indexing_maps = [#both, #row, #both], iterator_types = ["parallel", "parallel"]} ins(%m, %s : tensor<4x4xf32>, tensor<4xf32>) outs(%e : tensor<4x4xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %d = arith.divf %x, %y : f32
    linalg.yield %d : f32
  } -> tensor<4x4xf32>
  return %r : tensor<4x4xf32>
}
