// Values that only a body names become arguments; control flow stays in the host.
// RUN: %tracemark-opt %s --split-input-file --pass-pipeline='builtin.module(tracemark-outline-dispatches)' | FileCheck %s

// CHECK-LABEL: func.func @gather(
// CHECK-SAME:    %[[T:.+]]: tensor<16x4xf32>, %[[IDS:.+]]: tensor<5xi64>, %[[K:.+]]: f32)
// CHECK:         call @gather_dispatch_0(%[[IDS]], %[[T]], %[[K]], %{{.+}})
// CHECK-LABEL: func.func private @gather_dispatch_0(
// CHECK-SAME:    %{{.+}}: tensor<5xi64>, %[[S:.+]]: tensor<16x4xf32>, %[[F:.+]]: f32, %{{.+}}: tensor<5x4xf32>)
// CHECK:         tensor.extract %[[S]][
// CHECK:         arith.mulf %{{.+}}, %[[F]]
#row = affine_map<(i, j) -> (i)>
#id = affine_map<(i, j) -> (i, j)>
func.func @gather(%t: tensor<16x4xf32>, %ids: tensor<5xi64>, %k: f32) -> tensor<5x4xf32> {
  %e = tensor.empty() : tensor<5x4xf32>
  %r = linalg.generic {indexing_maps = [#row, #id], iterator_types = ["parallel", "parallel"]} ins(%ids : tensor<5xi64>) outs(%e : tensor<5x4xf32>) {
  ^bb0(%i: i64, %o: f32):
    %n = arith.index_cast %i : i64 to index
    %c = linalg.index 1 : index
    %v = tensor.extract %t[%n, %c] : tensor<16x4xf32>
    %w = arith.mulf %v, %k : f32
    linalg.yield %w : f32
  } -> tensor<5x4xf32>
  return %r : tensor<5x4xf32>
}

// -----

// CHECK-LABEL: func.func @loop(
// CHECK-SAME:    %[[A:.+]]: tensor<4x4xf32>, %[[C:.+]]: tensor<4x4xf32>, %[[N:.+]]: index)
// CHECK:         scf.for %[[I:.+]] = {{.*}} iter_args(%[[X:.+]] = %[[C]])
// CHECK-NEXT:      %[[M:.+]] = func.call @loop_dispatch_0(%[[A]], %[[I]], %[[X]])
// CHECK-NEXT:      scf.yield %[[M]]
// CHECK:         call @loop_dispatch_1(
// CHECK-LABEL: func.func private @loop_dispatch_0(
// CHECK:         linalg.matmul
// CHECK:         linalg.generic
// CHECK-LABEL: func.func private @loop_dispatch_1(
// CHECK:         linalg.exp
#e = affine_map<(i, j) -> (i, j)>
func.func @loop(%a: tensor<4x4xf32>, %c: tensor<4x4xf32>, %n: index) -> tensor<4x4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %c) -> (tensor<4x4xf32>) {
    %m = linalg.matmul ins(%a, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%x : tensor<4x4xf32>) -> tensor<4x4xf32>
    %s = linalg.generic {indexing_maps = [#e, #e], iterator_types = ["parallel", "parallel"]} ins(%m : tensor<4x4xf32>) outs(%x : tensor<4x4xf32>) {
    ^bb0(%p: f32, %o: f32):
      %k = arith.index_cast %i : index to i32
      %f = arith.sitofp %k : i32 to f32
      %q = arith.addf %p, %f : f32
      linalg.yield %q : f32
    } -> tensor<4x4xf32>
    scf.yield %s : tensor<4x4xf32>
  }
  %g = linalg.exp ins(%r : tensor<4x4xf32>) outs(%r : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %g : tensor<4x4xf32>
}

// -----

// A parallel loop is one dispatch as it stands.
// CHECK-LABEL: func.func @parallel(
// CHECK-NEXT:    %[[R:.+]] = call @parallel_dispatch_0(
// CHECK-NEXT:    return %[[R]]
// CHECK-LABEL: func.func private @parallel_dispatch_0(
// CHECK:         scf.forall
// CHECK:           linalg.exp
func.func @parallel(%a: tensor<8xf32>, %c: tensor<8xf32>) -> tensor<8xf32> {
  %r = scf.forall (%i) = (0) to (8) step (4) shared_outs(%o = %c) -> (tensor<8xf32>) {
    %s = tensor.extract_slice %a[%i] [4] [1] : tensor<8xf32> to tensor<4xf32>
    %d = tensor.extract_slice %o[%i] [4] [1] : tensor<8xf32> to tensor<4xf32>
    %x = linalg.exp ins(%s : tensor<4xf32>) outs(%d : tensor<4xf32>) -> tensor<4xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %x into %o[%i] [4] [1] : tensor<4xf32> into tensor<8xf32>
    }
  }
  return %r : tensor<8xf32>
}

// -----

// Sizes of a result are asked of its init, so that asking makes no result of it.
// CHECK-LABEL: func.func @sizes(
// CHECK-SAME:    %[[A:.+]]: tensor<?x?xf32>, %[[C:.+]]: tensor<?x?xf32>)
// CHECK:         %[[D:.+]] = tensor.dim %[[C]], %{{.+}}
// CHECK:         %[[R:.+]] = call @sizes_dispatch_0(%[[A]], %[[C]]
// CHECK:         return %[[R]], %[[D]]
func.func @sizes(%a: tensor<?x?xf32>, %c: tensor<?x?xf32>) -> (tensor<?x?xf32>, index) {
  %c0 = arith.constant 0 : index
  %m = linalg.matmul ins(%a, %a : tensor<?x?xf32>, tensor<?x?xf32>) outs(%c : tensor<?x?xf32>) -> tensor<?x?xf32>
  %d = tensor.dim %m, %c0 : tensor<?x?xf32>
  %r = linalg.exp ins(%m : tensor<?x?xf32>) outs(%c : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r, %d : tensor<?x?xf32>, index
}
