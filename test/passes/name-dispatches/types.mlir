// Types as any assembler and file system takes them.
// RUN: %tracemark-opt %s --allow-unregistered-dialect --pass-pipeline='builtin.module(tracemark-name-dispatches{rename=all tag=false})' | FileCheck %s

// CHECK-LABEL: func.func @complex_add_4_cf32(
func.func @complex(%a: tensor<4xcomplex<f32>>, %o: tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>> {
  %0 = linalg.add ins(%a, %a : tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>) outs(%o : tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
  return %0 : tensor<4xcomplex<f32>>
}

// CHECK-LABEL: func.func @complex_product_matmul_4x4x4_cf64(
func.func @complex_product(%a: memref<4x4xcomplex<f64>>, %b: memref<4x4xcomplex<f64>>, %c: memref<4x4xcomplex<f64>>) {
  linalg.matmul ins(%a, %b : memref<4x4xcomplex<f64>>, memref<4x4xcomplex<f64>>) outs(%c : memref<4x4xcomplex<f64>>)
  return
}

// CHECK-LABEL: func.func @dequantised_dequantize_4_qi8xf32(
func.func @dequantised(%a: tensor<4x!quant.uniform<i8:f32, 2.0e-3:-12>>) -> tensor<4xf32> {
  %0 = quant.dcast %a : tensor<4x!quant.uniform<i8:f32, 2.0e-3:-12>> to tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @quantised_by_channel_quantize_4x2_f32xqu8(
func.func @quantised_by_channel(%a: tensor<4x2xf32>) -> tensor<4x2x!quant.uniform<u8<1:255>:f32:1, {1.0:2, 3.0:4}>> {
  %0 = quant.qcast %a : tensor<4x2xf32> to tensor<4x2x!quant.uniform<u8<1:255>:f32:1, {1.0:2, 3.0:4}>>
  return %0 : tensor<4x2x!quant.uniform<u8<1:255>:f32:1, {1.0:2, 3.0:4}>>
}

// CHECK-LABEL: func.func @small_floats_scale_4_f8E4M3FNUZxf8E8M0FNUxf4E2M1FNxtf32(
func.func @small_floats(%a: tensor<4xf8E4M3FNUZ>, %b: tensor<4xf8E8M0FNU>, %c: tensor<4xf4E2M1FN>) -> tensor<4xtf32> {
  %0 = "x.scale"(%a, %b, %c) : (tensor<4xf8E4M3FNUZ>, tensor<4xf8E8M0FNU>, tensor<4xf4E2M1FN>) -> tensor<4xtf32>
  return %0 : tensor<4xtf32>
}

// CHECK-LABEL: func.func @integers_pick_4_si8xui16xi1xindex(
func.func @integers(%a: tensor<4xsi8>, %b: tensor<4xui16>, %c: tensor<4xi1>) -> tensor<4xindex> {
  %0 = "x.pick"(%a, %b, %c) : (tensor<4xsi8>, tensor<4xui16>, tensor<4xi1>) -> tensor<4xindex>
  return %0 : tensor<4xindex>
}

// CHECK-LABEL: func.func @vectors_fold_4_v2x8f16xvs4i1xvf32xf32(
func.func @vectors(%a: tensor<4xvector<2x8xf16>>, %b: tensor<4xvector<[4]xi1>>, %c: tensor<4xvector<f32>>) -> tensor<4xf32> {
  %0 = "x.fold"(%a, %b, %c) : (tensor<4xvector<2x8xf16>>, tensor<4xvector<[4]xi1>>, tensor<4xvector<f32>>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
// Of a type that nobody knows, what letters and digits it prints.

// CHECK-LABEL: func.func @opaque_turn_4_Tacmetileweirdname12(
func.func @opaque(%a: tensor<4x!acme.tile<"weird $name", [1, 2]>>) -> tensor<4x!acme.tile<"weird $name", [1, 2]>> {
  %0 = "x.turn"(%a) : (tensor<4x!acme.tile<"weird $name", [1, 2]>>) -> tensor<4x!acme.tile<"weird $name", [1, 2]>>
  return %0 : tensor<4x!acme.tile<"weird $name", [1, 2]>>
}

// CHECK-LABEL: func.func @long_turn_4_Tacmeatypewhosenameislongerthanmoxf32(
func.func @long(%a: tensor<4x!acme.a_type_whose_name_is_longer_than_most<[1, 2, 3, 4, 5, 6, 7, 8, 9]>>) -> tensor<4xf32> {
  %0 = "x.turn"(%a) : (tensor<4x!acme.a_type_whose_name_is_longer_than_most<[1, 2, 3, 4, 5, 6, 7, 8, 9]>>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @result_tuple_both_4_f32xTtuplef32tensor4xi8(
func.func @result_tuple(%a: tensor<4xf32>) -> tuple<f32, tensor<4xi8>> {
  %0 = "x.both"(%a) : (tensor<4xf32>) -> tuple<f32, tensor<4xi8>>
  return %0 : tuple<f32, tensor<4xi8>>
}

// CHECK-LABEL: func.func @result_none_sink_4_f32xnone(
func.func @result_none(%a: tensor<4xf32>) {
  %0 = "x.sink"(%a) : (tensor<4xf32>) -> none
  return
}
