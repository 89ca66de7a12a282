// Two functions of one content have one hash, whatever they and their values
// are called, wherever they came from; another constant, attribute, type or
// callee is another content.
// RUN: %tracemark-opt %s --pass-pipeline='builtin.module(tracemark-name-dispatches{rename=none})' | FileCheck %s
// RUN: %tracemark-opt %s --pass-pipeline='builtin.module(tracemark-name-dispatches{rename=none})' --mlir-elide-elementsattrs-if-larger=1 --mlir-elide-resource-strings-if-larger=1 | FileCheck %s

// CHECK-LABEL: @reference(
// CHECK-SAME: hash=[[$HASH:[0-9a-f]+]]"
func.func @reference(%a: tensor<4xf32>) -> tensor<4xf32> {
  %w = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %0 = linalg.add ins(%a, %w : tensor<4xf32>, tensor<4xf32>) outs(%a : tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
// CHECK-LABEL: @other_names(
// CHECK-SAME: hash=[[$HASH]]"
func.func @other_names(%b: tensor<4xf32>) -> tensor<4xf32> {
  %weights = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32> loc("w")
  %sum = linalg.add ins(%b, %weights : tensor<4xf32>, tensor<4xf32>) outs(%b : tensor<4xf32>) -> tensor<4xf32> loc("sum"("m.py":1:1))
  return %sum : tensor<4xf32>
}
// CHECK-LABEL: @other_constant(
// CHECK-NOT: hash=[[$HASH]]"
func.func @other_constant(%a: tensor<4xf32>) -> tensor<4xf32> {
  %w = arith.constant dense<[1.0, 2.0, 3.0, 5.0]> : tensor<4xf32>
  %0 = linalg.add ins(%a, %w : tensor<4xf32>, tensor<4xf32>) outs(%a : tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
// CHECK-LABEL: @other_operand(
// CHECK-NOT: hash=[[$HASH]]"
func.func @other_operand(%a: tensor<4xf32>) -> tensor<4xf32> {
  %w = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %0 = linalg.add ins(%w, %a : tensor<4xf32>, tensor<4xf32>) outs(%a : tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
// CHECK-LABEL: @other_attribute(
// CHECK-NOT: hash=[[$HASH]]"
func.func @other_attribute(%a: tensor<4xf32>) -> tensor<4xf32> {
  %w = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %0 = linalg.add {x.y} ins(%a, %w : tensor<4xf32>, tensor<4xf32>) outs(%a : tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// A splat is not the elements it stands for in another type's layout.
// CHECK-LABEL: @resource(
// CHECK-SAME: hash=[[$RESOURCE:[0-9a-f]+]]"
func.func @resource(%a: tensor<2xf32>) -> tensor<2xf32> {
  %w = arith.constant dense_resource<one> : tensor<2xf32>
  %0 = linalg.add ins(%a, %w : tensor<2xf32>, tensor<2xf32>) outs(%a : tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
// CHECK-LABEL: @equal_resource(
// CHECK-SAME: hash=[[$RESOURCE]]"
func.func @equal_resource(%a: tensor<2xf32>) -> tensor<2xf32> {
  %w = arith.constant dense_resource<one_again> : tensor<2xf32>
  %0 = linalg.add ins(%a, %w : tensor<2xf32>, tensor<2xf32>) outs(%a : tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
// CHECK-LABEL: @other_resource(
// CHECK-NOT: hash=[[$RESOURCE]]"
func.func @other_resource(%a: tensor<2xf32>) -> tensor<2xf32> {
  %w = arith.constant dense_resource<two> : tensor<2xf32>
  %0 = linalg.add ins(%a, %w : tensor<2xf32>, tensor<2xf32>) outs(%a : tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
// CHECK-LABEL: @resource_without_data(
// CHECK-NOT: hash=[[$RESOURCE]]"
func.func @resource_without_data(%a: tensor<2xf32>) -> tensor<2xf32> {
  %w = arith.constant dense_resource<nothing> : tensor<2xf32>
  %0 = linalg.add ins(%a, %w : tensor<2xf32>, tensor<2xf32>) outs(%a : tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// What a reference leads to counts, not how it is called.
memref.global "private" constant @w0 : memref<2xf32> = dense<[1.0, 2.0]>
memref.global "private" constant @w1 : memref<2xf32> = dense<[1.0, 2.0]>
memref.global "private" constant @w2 : memref<2xf32> = dense<[1.0, 3.0]>
// CHECK-LABEL: @global(
// CHECK-SAME: hash=[[$GLOBAL:[0-9a-f]+]]"
func.func @global(%a: memref<2xf32>) {
  %w = memref.get_global @w0 : memref<2xf32>
  linalg.add ins(%a, %w : memref<2xf32>, memref<2xf32>) outs(%a : memref<2xf32>)
  return
}
// CHECK-LABEL: @equal_global(
// CHECK-SAME: hash=[[$GLOBAL]]"
func.func @equal_global(%a: memref<2xf32>) {
  %w = memref.get_global @w1 : memref<2xf32>
  linalg.add ins(%a, %w : memref<2xf32>, memref<2xf32>) outs(%a : memref<2xf32>)
  return
}
// CHECK-LABEL: @other_global(
// CHECK-NOT: hash=[[$GLOBAL]]"
// CHECK: {{^}}  }
func.func @other_global(%a: memref<2xf32>) {
  %w = memref.get_global @w2 : memref<2xf32>
  linalg.add ins(%a, %w : memref<2xf32>, memref<2xf32>) outs(%a : memref<2xf32>)
  return
}

{-# dialect_resources: { builtin: {
  one: "0x040000000000803F00000040",
  one_again: "0x040000000000803F00000040",
  two: "0x040000000000803F00004040"
} } #-}
