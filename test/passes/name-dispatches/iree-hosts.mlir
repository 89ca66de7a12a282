// Ops of IREE's host side are no work: they move nothing that a dispatch does
// not, and call what does.
// RUN: %tracemark-opt %s --allow-unregistered-dialect --pass-pipeline='builtin.module(tracemark-name-dispatches{rename=all tag=false})' | FileCheck %s

// CHECK: "flow.dispatch"(%{{.*}}) {entry_points = [@ex::@go]}
// CHECK: sym_name = "host"
"util.func"() ({
^bb0(%a: tensor<4x8xf32>, %v: !hal.buffer_view):
  %0 = "hal.tensor.import"(%v) : (!hal.buffer_view) -> tensor<4x8xf32>
  %1 = "flow.tensor.update"(%0, %a) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %2 = "flow.dispatch"(%1) {entry_points = [@ex::@go]} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  "util.return"(%2) : (tensor<4x8xf32>) -> ()
}) {sym_name = "host"} : () -> ()

// CHECK: func.func @loads_and_stores_exp_4x8_f32(
func.func @loads_and_stores(%a: !iree_tensor_ext.dispatch.tensor<readonly:tensor<4x8xf32>>, %n: index) {
  %t = "flow.dispatch.tie_shape"(%a, %n) : (!iree_tensor_ext.dispatch.tensor<readonly:tensor<4x8xf32>>, index) -> !iree_tensor_ext.dispatch.tensor<readonly:tensor<4x8xf32>>
  %0 = "iree_tensor_ext.dispatch.tensor.load"(%t) : (!iree_tensor_ext.dispatch.tensor<readonly:tensor<4x8xf32>>) -> tensor<4x8xf32>
  %1 = math.exp %0 : tensor<4x8xf32>
  "iree_tensor_ext.dispatch.tensor.store"(%1, %t) : (tensor<4x8xf32>, !iree_tensor_ext.dispatch.tensor<readonly:tensor<4x8xf32>>) -> ()
  return
}
