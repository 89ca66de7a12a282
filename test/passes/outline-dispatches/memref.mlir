// Functions on memrefs: order is kept, no results; a subview moves in.
// RUN: %tracemark-opt %s --split-input-file --pass-pipeline='builtin.module(tracemark-outline-dispatches)' --mlir-print-local-scope | FileCheck %s

// CHECK-LABEL: func.func @fused(
// CHECK-SAME:    %[[A:.+]]: memref<4x4xf32>, %[[C:.+]]: memref<4x4xf32>, %[[D:.+]]: memref<8x8xf32>)
// CHECK-NEXT:    call @fused_dispatch_0(%[[A]], %[[C]], %[[D]]) : (memref<4x4xf32>, memref<4x4xf32>, memref<8x8xf32>) -> ()
// CHECK-NEXT:    return
// CHECK-LABEL: func.func private @fused_dispatch_0(
// CHECK-SAME:    %[[X:.+]]: memref<4x4xf32>, %[[Y:.+]]: memref<4x4xf32>, %[[Z:.+]]: memref<8x8xf32>)
// CHECK:         linalg.fill {{.*}} outs(%[[Y]] :
// CHECK-NEXT:    linalg.matmul ins(%[[X]], %[[X]] : {{.*}}) outs(%[[Y]] :
// CHECK-NEXT:    %[[S:.+]] = memref.subview %[[Z]]
// CHECK-NEXT:    linalg.exp ins(%[[Y]] : {{.*}}) outs(%[[S]] :
func.func @fused(%a: memref<4x4xf32>, %c: memref<4x4xf32>, %d: memref<8x8xf32>) {
  %z = arith.constant 0.0 : f32
  linalg.fill ins(%z : f32) outs(%c : memref<4x4xf32>)
  %s = memref.subview %d[1, 2] [4, 4] [1, 1] : memref<8x8xf32> to memref<4x4xf32, strided<[8, 1], offset: 10>>
  linalg.matmul ins(%a, %a : memref<4x4xf32>, memref<4x4xf32>) outs(%c : memref<4x4xf32>)
  linalg.exp ins(%c : memref<4x4xf32>) outs(%s : memref<4x4xf32, strided<[8, 1], offset: 10>>)
  return
}

// -----

// Memory is touched in between: nothing moves over it. A copy is a dispatch.
// CHECK-LABEL: func.func @no_move_over_store(
// CHECK:         call @no_move_over_store_dispatch_0(
// CHECK:         memref.store
// CHECK:         call @no_move_over_store_dispatch_1(
// CHECK:         call @no_move_over_store_dispatch_2(
// CHECK-NEXT:    return
// CHECK-LABEL: func.func private @no_move_over_store_dispatch_2(
// CHECK:         memref.copy
func.func @no_move_over_store(%a: memref<4xf32>, %c: memref<4xf32>, %k: f32, %i: index) {
  linalg.exp ins(%a : memref<4xf32>) outs(%c : memref<4xf32>)
  memref.store %k, %c[%i] : memref<4xf32>
  linalg.tanh ins(%c : memref<4xf32>) outs(%a : memref<4xf32>)
  memref.copy %a, %c : memref<4xf32> to memref<4xf32>
  return
}
