// Functions and ops of dialects that are not loaded, in generic form.
// RUN: %tracemark-opt %s --allow-unregistered-dialect --pass-pipeline='builtin.module(tracemark-name-dispatches{tag=false})' | FileCheck %s

// CHECK: }) {sym_name = "[[$MAIN:util_entry_dot_add_4x8_f32]]", sym_visibility = "private"
"util.func"() ({
^bb0(%a: tensor<4x16xf32>, %b: tensor<16x8xf32>):
  %0 = "mig.dot"(%a, %b) : (tensor<4x16xf32>, tensor<16x8xf32>) -> tensor<4x8xf32>
  %1 = "mig.add"(%0, %0) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  "util.return"(%1) : (tensor<4x8xf32>) -> ()
}) {sym_name = "util_entry", sym_visibility = "private"} : () -> ()

// CHECK: "util.call"{{.*}}callee = @[[$MAIN]]
// CHECK: }) {sym_name = "caller"}
"util.func"() ({
^bb0(%a: tensor<4x16xf32>, %b: tensor<16x8xf32>):
  %0 = "util.call"(%a, %b) {callee = @util_entry} : (tensor<4x16xf32>, tensor<16x8xf32>) -> tensor<4x8xf32>
  "util.return"(%0) : (tensor<4x8xf32>) -> ()
}) {sym_name = "caller"} : () -> ()

// An unknown op among known ones is the root where it is the costliest.
// CHECK: func.func private @mixed_attention_4x8_f32_relu(
func.func private @mixed(%a: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %z = arith.constant 0.0 : f32
  %0 = "ext.attention"(%a) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %1 = linalg.map ins(%0 : tensor<4x8xf32>) outs(%a : tensor<4x8xf32>) (%x: f32, %y: f32) {
    %m = arith.maximumf %x, %z : f32
    linalg.yield %m : f32
  }
  return %1 : tensor<4x8xf32>
}
// Five names, and characters that no assembler takes.
// CHECK: func.func private @long_a_b1_c_d_etc_4_f32(
func.func private @long(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "x.a"(%a) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = "x.b-1"(%0) : (tensor<4xf32>) -> tensor<4xf32>
  %2 = "x.c"(%1) : (tensor<4xf32>) -> tensor<4xf32>
  %3 = "x.d"(%2) : (tensor<4xf32>) -> tensor<4xf32>
  %4 = "x.e"(%3) : (tensor<4xf32>) -> tensor<4xf32>
  return %4 : tensor<4xf32>
}
// CHECK: func.func private @no_regions_that_do_nothing(
func.func private @no_regions_that_do_nothing() {
  "x.wrap"() ({
  }, {
    "x.yield"() : () -> ()
  }) : () -> ()
  return
}
func.func @calls_all(%a: tensor<4xf32>, %b: tensor<4x8xf32>) {
  %0 = call @long(%a) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = call @mixed(%b) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  call @no_regions_that_do_nothing() : () -> ()
  return
}
