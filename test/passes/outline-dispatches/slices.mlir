// Slices move in: whole buffers cross the call. Pads, concatenations and slices alone are dispatches.
// RUN: %tracemark-opt %s --split-input-file --pass-pipeline='builtin.module(tracemark-outline-dispatches)' --mlir-print-local-scope | FileCheck %s

// CHECK-LABEL: func.func @read(
// CHECK-SAME:    %[[BIG:.+]]: tensor<8x8xf32>, %[[C:.+]]: tensor<4x4xf32>, %[[I:.+]]: index)
// CHECK-NEXT:    call @read_dispatch_0(%[[BIG]], %[[I]], %[[C]])
// CHECK-NOT:     extract_slice
// CHECK-LABEL: func.func private @read_dispatch_0(
// CHECK-SAME:    %[[B:.+]]: tensor<8x8xf32>, %[[J:.+]]: index, %{{.+}}: tensor<4x4xf32>) -> tensor<4x4xf32>
// CHECK-NEXT:    %[[S:.+]] = tensor.extract_slice %[[B]][%[[J]], 0]
// CHECK-NEXT:    linalg.matmul ins(%[[S]], %[[S]] :
func.func @read(%big: tensor<8x8xf32>, %c: tensor<4x4xf32>, %i: index) -> tensor<4x4xf32> {
  %s = tensor.extract_slice %big[%i, 0] [4, 4] [1, 1] : tensor<8x8xf32> to tensor<4x4xf32>
  %m = linalg.matmul ins(%s, %s : tensor<4x4xf32>, tensor<4x4xf32>) outs(%c : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %m : tensor<4x4xf32>
}

// -----

// What is inserted is made in its place; no scratch is needed for it.
// CHECK-LABEL: func.func @write(
// CHECK-SAME:    %[[A:.+]]: tensor<4x4xf32>, %[[BIG:.+]]: tensor<8x8xf32>)
// CHECK-NEXT:    %[[R:.+]] = call @write_dispatch_0(%[[A]], %[[BIG]]) : (tensor<4x4xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
// CHECK-NEXT:    return %[[R]]
// CHECK-LABEL: func.func private @write_dispatch_0(
// CHECK-SAME:    %[[X:.+]]: tensor<4x4xf32>, %[[B:.+]]: tensor<8x8xf32>)
// CHECK:         %[[S:.+]] = tensor.extract_slice %[[B]][2, 1] [4, 4] [1, 2]
// CHECK:         %[[F:.+]] = linalg.fill {{.*}} outs(%[[S]] :
// CHECK:         %[[M:.+]] = linalg.matmul {{.*}} outs(%[[F]] :
// CHECK:         %[[T:.+]] = linalg.tanh ins(%[[M]] : {{.*}}) outs(%[[S]] :
// CHECK:         %[[W:.+]] = tensor.insert_slice %[[T]] into %[[B]][2, 1] [4, 4] [1, 2]
// CHECK:         return %[[W]]
func.func @write(%a: tensor<4x4xf32>, %big: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x4xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
  %m = linalg.matmul ins(%a, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%f : tensor<4x4xf32>) -> tensor<4x4xf32>
  %t = linalg.tanh ins(%m : tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
  %w = tensor.insert_slice %t into %big[2, 1] [4, 4] [1, 2] : tensor<4x4xf32> into tensor<8x8xf32>
  return %w : tensor<8x8xf32>
}

// -----

// CHECK-LABEL: func.func @pad(
// CHECK-SAME:    %[[A:.+]]: tensor<?x4xf32>, %[[V:.+]]: f32, %[[N:.+]]: index)
// CHECK:         %[[E:.+]] = tensor.empty(%{{.+}}) : tensor<?x6xf32>
// CHECK:         %[[R:.+]] = call @pad_dispatch_0(%[[V]], %[[A]], %[[N]], %{{.+}}, %[[E]])
// CHECK:         return %[[R]]
// CHECK-LABEL: func.func private @pad_dispatch_0(
// CHECK-SAME:    %[[X:.+]]: f32, %[[S:.+]]: tensor<?x4xf32>, %[[L:.+]]: index, %[[D:.+]]: index, %[[O:.+]]: tensor<?x6xf32>)
// CHECK-NEXT:    %[[F:.+]] = linalg.fill ins(%[[X]] : f32) outs(%[[O]] :
// CHECK-NEXT:    %[[I:.+]] = tensor.insert_slice %[[S]] into %[[F]][%[[L]], 1] [%[[D]], 4] [1, 1]
// CHECK-NEXT:    return %[[I]]
func.func @pad(%a: tensor<?x4xf32>, %v: f32, %n: index) -> tensor<?x6xf32> {
  %p = tensor.pad %a low[%n, 1] high[2, 1] {
  ^bb0(%i: index, %j: index):
    tensor.yield %v : f32
  } : tensor<?x4xf32> to tensor<?x6xf32>
  return %p : tensor<?x6xf32>
}

// -----

// What pads depends on the position: stays.
// CHECK-LABEL: func.func @no_varying_pad(
// CHECK-NOT:     call
// CHECK:         tensor.pad
func.func @no_varying_pad(%a: tensor<4xindex>) -> tensor<6xindex> {
  %p = tensor.pad %a low[1] high[1] {
  ^bb0(%i: index):
    tensor.yield %i : index
  } : tensor<4xindex> to tensor<6xindex>
  return %p : tensor<6xindex>
}

// -----

// CHECK-LABEL: func.func @concat(
// CHECK:         %[[E:.+]] = tensor.empty() : tensor<2x6xf32>
// CHECK-NEXT:    call @concat_dispatch_0(%{{.+}}, %{{.+}}, %[[E]])
// CHECK-LABEL: func.func private @concat_dispatch_0(
// CHECK-SAME:    %[[A:.+]]: tensor<2x2xf32>, %[[B:.+]]: tensor<2x4xf32>, %[[O:.+]]: tensor<2x6xf32>)
// CHECK-NEXT:    %[[P:.+]] = tensor.insert_slice %[[A]] into %[[O]][0, 0] [2, 2] [1, 1]
// CHECK-NEXT:    %[[Q:.+]] = tensor.insert_slice %[[B]] into %[[P]][0, 2] [2, 4] [1, 1]
// CHECK-NEXT:    return %[[Q]]
func.func @concat(%a: tensor<2x2xf32>, %b: tensor<2x4xf32>) -> tensor<2x6xf32> {
  %r = tensor.concat dim(1) %a, %b : (tensor<2x2xf32>, tensor<2x4xf32>) -> tensor<2x6xf32>
  return %r : tensor<2x6xf32>
}

// -----

// CHECK-LABEL: func.func @returned_slice(
// CHECK:         %[[E:.+]] = tensor.empty() : tensor<2xf32>
// CHECK:         %[[R:.+]] = call @returned_slice_dispatch_0(%{{.+}}, %[[E]])
// CHECK:         return %[[R]]
// CHECK-LABEL: func.func private @returned_slice_dispatch_0(
// CHECK:         tensor.extract_slice
// CHECK:         linalg.copy
func.func @returned_slice(%a: tensor<8xf32>) -> tensor<2xf32> {
  %s = tensor.extract_slice %a[3] [2] [1] : tensor<8xf32> to tensor<2xf32>
  return %s : tensor<2xf32>
}

// -----

// A window is cut out, updated and put back: one dispatch on the whole.
// CHECK-LABEL: func.func @update(
// CHECK-SAME:    %[[BIG:.+]]: tensor<8x8xf32>, %[[B:.+]]: tensor<4x4xf32>)
// CHECK-NEXT:    call @update_dispatch_0(%[[B]], %[[BIG]]) :
// CHECK-LABEL: func.func private @update_dispatch_0(
// CHECK:         %[[S:.+]] = tensor.extract_slice
// CHECK:         linalg.matmul {{.*}} outs(%[[S]] :
// CHECK:         tensor.insert_slice
func.func @update(%big: tensor<8x8xf32>, %b: tensor<4x4xf32>) -> tensor<8x8xf32> {
  %s = tensor.extract_slice %big[1, 2] [4, 4] [1, 1] : tensor<8x8xf32> to tensor<4x4xf32>
  %m = linalg.matmul ins(%b, %b : tensor<4x4xf32>, tensor<4x4xf32>) outs(%s : tensor<4x4xf32>) -> tensor<4x4xf32>
  %w = tensor.insert_slice %m into %big[1, 2] [4, 4] [1, 1] : tensor<4x4xf32> into tensor<8x8xf32>
  return %w : tensor<8x8xf32>
}

// -----

// A loop updates a slice in place between: bufferization has to see both ends of it.
// CHECK-LABEL: func.func @no_update_around_loop(
// CHECK:         tensor.extract_slice
// CHECK:         scf.for
// CHECK:           func.call @no_update_around_loop_dispatch_0(
// CHECK:         tensor.insert_slice
func.func @no_update_around_loop(%big: tensor<8x8xf32>, %b: tensor<4x4xf32>, %n: index) -> tensor<8x8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %s = tensor.extract_slice %big[1, 2] [4, 4] [1, 1] : tensor<8x8xf32> to tensor<4x4xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %s) -> (tensor<4x4xf32>) {
    %m = linalg.matmul ins(%b, %b : tensor<4x4xf32>, tensor<4x4xf32>) outs(%x : tensor<4x4xf32>) -> tensor<4x4xf32>
    scf.yield %m : tensor<4x4xf32>
  }
  %w = tensor.insert_slice %r into %big[1, 2] [4, 4] [1, 1] : tensor<4x4xf32> into tensor<8x8xf32>
  return %w : tensor<8x8xf32>
}
