// A host that only calls dispatches is none, however it gets to the calls.
// RUN: %tracemark-opt %s --pass-pipeline='builtin.module(tracemark-name-dispatches{rename=all})' | FileCheck %s
// RUN: %tracemark-opt %source/examples/squeezenet.mlir --pass-pipeline='builtin.module(tracemark-outline-dispatches,tracemark-name-dispatches{rename=all})' | FileCheck %s --check-prefix=MODEL

// CHECK-LABEL: func.func @control_flow(
// CHECK-NOT: tracemark
// CHECK: func.call @work_exp_4_f32(
func.func @control_flow(%a: tensor<4xf32>, %n: index, %p: i1) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = arith.muli %n, %n : index
  %r = scf.for %i = %c0 to %m step %c1 iter_args(%s = %a) -> tensor<4xf32> {
    %q = scf.if %p -> tensor<4xf32> {
      %t = func.call @work(%s) : (tensor<4xf32>) -> tensor<4xf32>
      scf.yield %t : tensor<4xf32>
    } else {
      scf.yield %s : tensor<4xf32>
    }
    scf.yield %q : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}
// CHECK-LABEL: func.func @scalars(
// CHECK: call @work_exp_4_f32(
func.func @scalars(%a: tensor<4xf32>, %x: i32) -> (tensor<4xf32>, i32) {
  %y = arith.addi %x, %x : i32
  %e = tensor.empty() : tensor<4xf32>
  %t = call @work(%e) : (tensor<4xf32>) -> tensor<4xf32>
  return %t, %y : tensor<4xf32>, i32
}
// One that works itself is a dispatch as well.
// CHECK-LABEL: func.func @works_too_log_4_f32(
// CHECK: call @work_exp_4_f32(
func.func @works_too(%a: tensor<4xf32>) -> tensor<4xf32> {
  %t = call @work(%a) : (tensor<4xf32>) -> tensor<4xf32>
  %u = linalg.log ins(%t : tensor<4xf32>) outs(%a : tensor<4xf32>) -> tensor<4xf32>
  return %u : tensor<4xf32>
}
func.func private @work(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = linalg.exp ins(%a : tensor<4xf32>) outs(%a : tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// MODEL: func.func @squeezenet_old(
// MODEL: call @squeezenet_old_dispatch_0_conv_2d_nchw_fchw_1x64x111x111x3x3x3_f32_s2_bias_relu(
// MODEL: func.func private @squeezenet_old_dispatch_0_conv_2d_nchw_fchw_1x64x111x111x3x3x3_f32_s2_bias_relu(
// MODEL-SAME: flops=43369920 bytes=3763456 from=conv1/Conv,conv1/Relu hash=
