// Inputs off the beaten track; none may crash or give a program that does not verify.
// RUN: %tracemark-opt %s --split-input-file --allow-unregistered-dialect --pass-pipeline='builtin.module(tracemark-outline-dispatches)' | FileCheck %s
// RUN: %tracemark-opt %s --split-input-file --allow-unregistered-dialect --verify-each=0 --mlir-print-op-generic --pass-pipeline='builtin.module(tracemark-outline-dispatches{fuse=none})' -o /dev/null

// What nothing needs is erased: a call would keep it.
// CHECK-LABEL: func.func @dead(
// CHECK-NOT:     attributes
// CHECK-NEXT:    return
func.func @dead(%a: tensor<4xf32>) -> tensor<4xf32> {
  %r = linalg.exp ins(%a : tensor<4xf32>) outs(%a : tensor<4xf32>) -> tensor<4xf32>
  return %a : tensor<4xf32>
}

// -----

// A size that a body asks for.
// CHECK-LABEL: func.func @dim_in_body(
// CHECK:         call @dim_in_body_dispatch_1(
// CHECK-LABEL: func.func private @dim_in_body_dispatch_1(
// CHECK:         %[[M:.+]] = linalg.exp
// CHECK:         tensor.dim %[[M]],
#id = affine_map<(i) -> (i)>
func.func @dim_in_body(%a: tensor<?xf32>, %c: tensor<?xf32>) -> tensor<?xindex> {
  %c0 = arith.constant 0 : index
  %z = arith.constant 1.0 : f32
  %f = linalg.fill ins(%z : f32) outs(%c : tensor<?xf32>) -> tensor<?xf32>
  %n = tensor.dim %a, %c0 : tensor<?xf32>
  %e = tensor.empty(%n) : tensor<?xindex>
  %m = linalg.exp ins(%a : tensor<?xf32>) outs(%c : tensor<?xf32>) -> tensor<?xf32>
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%m : tensor<?xf32>) outs(%e : tensor<?xindex>) {
  ^bb0(%x: f32, %o: index):
    %d = tensor.dim %m, %c0 : tensor<?xf32>
    %d2 = tensor.dim %f, %c0 : tensor<?xf32>
    %s = arith.addi %d, %d2 : index
    linalg.yield %s : index
  } -> tensor<?xindex>
  return %r : tensor<?xindex>
}

// -----

// Regions of ops that nobody knows are left alone; what they use is used.
// CHECK-LABEL: func.func @unregistered(
// CHECK:         "foo.bar"
// CHECK:           linalg.exp
// CHECK:         %[[Q:.+]] = call @unregistered_dispatch_0(
// CHECK:         "foo.use"(%[[Q]])
// CHECK:         call @unregistered_dispatch_1(%[[Q]])
func.func @unregistered(%a: tensor<4xf32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %r = "foo.bar"(%a) ({
    ^bb0(%x: tensor<4xf32>):
    %p = linalg.exp ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
    "foo.yield"(%p) : (tensor<4xf32>) -> ()
  }) : (tensor<4xf32>) -> tensor<4xf32>
  %q = linalg.exp ins(%r : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  "foo.use"(%q) ({
    "foo.inner"(%q) : (tensor<4xf32>) -> ()
  }) : (tensor<4xf32>) -> ()
  %s = linalg.exp ins(%q : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  return %s : tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @while(
// CHECK:         func.call @while_dispatch_0(
// CHECK:         func.call @while_dispatch_1(
func.func @while(%a: tensor<4xf32>, %n: i1) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %r = scf.while (%x = %a) : (tensor<4xf32>) -> tensor<4xf32> {
    %p = linalg.exp ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
    scf.condition(%n) %p : tensor<4xf32>
  } do {
  ^bb0(%y: tensor<4xf32>):
    %q = linalg.tanh ins(%y : tensor<4xf32>) outs(%y : tensor<4xf32>) -> tensor<4xf32>
    scf.yield %q : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}

// -----

// The tensor is memory that changes: what reads it does not move over the change.
// CHECK-LABEL: func.func @barrier(
// CHECK:         %[[P:.+]] = call @barrier_dispatch_0(
// CHECK:         memref.store
// CHECK:         call @barrier_dispatch_1(%[[P]])
func.func @barrier(%m: memref<4xf32>, %k: f32, %i: index) -> tensor<4xf32> {
  %a = bufferization.to_tensor %m restrict : memref<4xf32> to tensor<4xf32>
  %e = tensor.empty() : tensor<4xf32>
  %p = linalg.exp ins(%a : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  memref.store %k, %m[%i] : memref<4xf32>
  %q = linalg.tanh ins(%p : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  return %q : tensor<4xf32>
}

// -----

// A body that reads memory.
// CHECK-LABEL: func.func @mixed(
// CHECK-SAME:    %{{.+}}: tensor<4xf32>, %[[M:.+]]: memref<4xf32>)
// CHECK:         call @mixed_dispatch_0(%[[M]], %{{.+}})
func.func @mixed(%t: tensor<4xf32>, %m: memref<4xf32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %p = linalg.map outs(%e : tensor<4xf32>) (%o: f32) {
    %i = linalg.index 0 : index
    %v = memref.load %m[%i] : memref<4xf32>
    linalg.yield %v : f32
  }
  %q = linalg.exp ins(%p : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  return %q : tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @unranked(
// CHECK:         tensor.cast
// CHECK:         call @unranked_dispatch_0(
// CHECK:         tensor.cast
func.func @unranked(%t: tensor<*xf32>) -> tensor<*xf32> {
  %c = tensor.cast %t : tensor<*xf32> to tensor<4xf32>
  %e = tensor.empty() : tensor<4xf32>
  %q = linalg.exp ins(%c : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %d = tensor.cast %q : tensor<4xf32> to tensor<*xf32>
  return %d : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @pad_self(
// CHECK-COUNT-5: call @pad_self_dispatch_
func.func @pad_self(%a: tensor<4xf32>, %b: tensor<4xf32>) -> (tensor<6xf32>, tensor<8xf32>, tensor<f32>) {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %x = linalg.exp ins(%a : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %p = tensor.pad %x low[1] high[1] {
  ^bb0(%i: index):
    tensor.yield %z : f32
  } : tensor<4xf32> to tensor<6xf32>
  %q = linalg.tanh ins(%p : tensor<6xf32>) outs(%p : tensor<6xf32>) -> tensor<6xf32>
  %c = tensor.concat dim(0) %x, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<8xf32>
  %e0 = tensor.empty() : tensor<f32>
  %s = tensor.pad %e0 low[] high[] {
    tensor.yield %z : f32
  } : tensor<f32> to tensor<f32>
  return %q, %c, %s : tensor<6xf32>, tensor<8xf32>, tensor<f32>
}

// -----

// What is needed when the body runs again is not overwritten.
// CHECK-LABEL: func.func @loop_carried(
// CHECK:         %[[B:.+]] = call @loop_carried_dispatch_0(
// CHECK:         scf.for {{.*}} iter_args(%[[X:.+]] = %{{.+}})
// CHECK-NEXT:      func.call @loop_carried_dispatch_1(%[[B]], %[[X]], %{{.+}})
func.func @loop_carried(%a: tensor<4xf32>, %n: index) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = tensor.empty() : tensor<4xf32>
  %b = linalg.exp ins(%a : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a) -> (tensor<4xf32>) {
    %p = linalg.tanh ins(%b : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
    %q = linalg.add ins(%p, %x : tensor<4xf32>, tensor<4xf32>) outs(%x : tensor<4xf32>) -> tensor<4xf32>
    scf.yield %q : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @"quoted name"(
// CHECK:         call @"quoted name_dispatch_0"(
#map = affine_map<(d0, d1) -> (d0, d1)>
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<4x4xf32>) -> tensor<4x4xf32>, sym_name = "quoted name"}> ({
  ^bb0(%a: tensor<4x4xf32>):
    %0 = "tensor.empty"() : () -> tensor<4x4xf32>
    %1 = "linalg.generic"(%a, %0) <{indexing_maps = [#map, #map], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%x: f32, %y: f32):
      "linalg.yield"(%x) : (f32) -> ()
    }) {my.attr} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    "func.return"(%1) : (tensor<4x4xf32>) -> ()
  }) : () -> ()
}) : () -> ()
