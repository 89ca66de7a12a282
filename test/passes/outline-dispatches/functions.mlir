// Which functions are outlined, names of dispatches, who gets a C interface. A second run changes nothing.
// RUN: %tracemark-opt %s --pass-pipeline='builtin.module(tracemark-outline-dispatches)' -o %t.once
// RUN: FileCheck %s --input-file=%t.once
// RUN: %tracemark-opt %t.once --pass-pipeline='builtin.module(tracemark-outline-dispatches)' | diff %t.once -

// Numbers follow the program, taken names are left out, dispatches stand behind their host.
// CHECK-LABEL: func.func @two(
// CHECK-SAME:    attributes {llvm.emit_c_interface}
// CHECK:         call @two_dispatch_0(
// CHECK:         call @two_dispatch_2(
// CHECK:       func.func private @two_dispatch_0(
// CHECK-SAME:    attributes {no_inline, passthrough = ["noinline"]}
// CHECK:         linalg.matmul
// CHECK:       func.func private @two_dispatch_2(
// CHECK-SAME:    attributes {no_inline, passthrough = ["noinline"]}
// CHECK:         linalg.reduce
func.func @two(%a: tensor<4x4xf32>, %c: tensor<4x4xf32>, %v: tensor<4xf32>) -> tensor<4xf32> {
  %m = linalg.matmul ins(%a, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%c : tensor<4x4xf32>) -> tensor<4x4xf32>
  %s = linalg.reduce { arith.addf } ins(%m : tensor<4x4xf32>) outs(%v : tensor<4xf32>) dimensions = [1]
  return %s : tensor<4xf32>
}

// Nothing to outline: as it was.
// CHECK-LABEL: func.func private @two_dispatch_1() {
func.func private @two_dispatch_1() {
  return
}

// A private function is no entry.
// CHECK-LABEL: func.func private @helper(
// CHECK-NOT:     emit_c_interface
// CHECK:         call @helper_dispatch_0(
func.func private @helper(%a: tensor<4xf32>) -> tensor<4xf32> {
  %r = linalg.exp ins(%a : tensor<4xf32>) outs(%a : tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// CHECK-LABEL: func.func @caller(
// CHECK-NOT:     attributes
// CHECK-NEXT:    call @helper(
func.func @caller(%a: tensor<4xf32>) -> tensor<4xf32> {
  %r = func.call @helper(%a) : (tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// CHECK-LABEL: func.func private @declared(tensor<4xf32>)
func.func private @declared(tensor<4xf32>)

// Functions of nested modules belong to these.
// CHECK-LABEL: module @nested
// CHECK:         func.func @inner(
// CHECK-NOT:       call
// CHECK:           linalg.exp
module @nested {
  func.func @inner(%a: tensor<4xf32>) -> tensor<4xf32> {
    %r = linalg.exp ins(%a : tensor<4xf32>) outs(%a : tensor<4xf32>) -> tensor<4xf32>
    return %r : tensor<4xf32>
  }
}
