// More inputs of each kind that test/Inputs/cases has: other shapes, types and
// forms.
// RUN: %tracemark-opt %s --allow-unregistered-dialect --pass-pipeline='builtin.module(tracemark-name-dispatches{rename=all tag=false})' | FileCheck %s

#ij = affine_map<(i, j) -> (i, j)>
#ji = affine_map<(i, j) -> (j, i)>
#i = affine_map<(i, j) -> (i)>
#j = affine_map<(i, j) -> (j)>

// Copies that are no transposes.

// CHECK-LABEL: func.func @copy_buffer_copy_5x7x3_i8(
func.func @copy_buffer(%a: memref<3x5x7xi8>, %o: memref<3x5x7xi8>) {
  linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (k, i, j)>, affine_map<(i, j, k) -> (k, i, j)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%a : memref<3x5x7xi8>) outs(%o : memref<3x5x7xi8>) {
  ^bb0(%x: i8, %y: i8):
    linalg.yield %x : i8
  }
  return
}

// CHECK-LABEL: func.func @copy_without_unit_copy_4x8_bf16(
func.func @copy_without_unit(%a: tensor<4x1x8xbf16>, %o: tensor<4x8xbf16>) -> tensor<4x8xbf16> {
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, 0, j)>, #ij], iterator_types = ["parallel", "parallel"]} ins(%a : tensor<4x1x8xbf16>) outs(%o : tensor<4x8xbf16>) {
  ^bb0(%x: bf16, %y: bf16):
    linalg.yield %x : bf16
  } -> tensor<4x8xbf16>
  return %r : tensor<4x8xbf16>
}

// CHECK-LABEL: func.func @copy_dynamic_copy_DxD_f32(
func.func @copy_dynamic(%a: tensor<?x?xf32>, %o: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %r = linalg.map ins(%a : tensor<?x?xf32>) outs(%o : tensor<?x?xf32>) (%x: f32, %y: f32) {
    linalg.yield %x : f32
  }
  return %r : tensor<?x?xf32>
}

// Lookups.

// CHECK-LABEL: func.func @lookup_in_buffer_gather_4x8x16_i32xf32(
func.func @lookup_in_buffer(%t: memref<100x16xf32>, %ids: memref<4x8xi32>, %o: memref<4x8x16xf32>) {
  linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, j)>, affine_map<(i, j, k) -> (i, j, k)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%ids : memref<4x8xi32>) outs(%o : memref<4x8x16xf32>) {
  ^bb0(%id: i32, %y: f32):
    %row = arith.index_cast %id : i32 to index
    %col = linalg.index 2 : index
    %v = memref.load %t[%row, %col] : memref<100x16xf32>
    linalg.yield %v : f32
  }
  return
}

// CHECK-LABEL: func.func @lookup_and_scale_gather_8x16_i64xf16_mul(
func.func @lookup_and_scale(%t: tensor<100x16xf16>, %ids: tensor<8xi64>, %o: tensor<8x16xf16>) -> tensor<8x16xf16> {
  %c = arith.constant 2.0 : f16
  %r = linalg.generic {indexing_maps = [#i, #ij], iterator_types = ["parallel", "parallel"]} ins(%ids : tensor<8xi64>) outs(%o : tensor<8x16xf16>) {
  ^bb0(%id: i64, %y: f16):
    %row = arith.index_cast %id : i64 to index
    %col = linalg.index 1 : index
    %v = tensor.extract %t[%row, %col] : tensor<100x16xf16>
    %s = arith.mulf %v, %c : f16
    linalg.yield %s : f16
  } -> tensor<8x16xf16>
  return %r : tensor<8x16xf16>
}

// CHECK-LABEL: func.func @lookup_of_scalars_gather_D_indexxi32(
func.func @lookup_of_scalars(%t: tensor<1024xi32>, %ids: tensor<?xindex>, %o: tensor<?xi32>) -> tensor<?xi32> {
  %r = linalg.map ins(%ids : tensor<?xindex>) outs(%o : tensor<?xi32>) (%id: index, %y: i32) {
    %v = tensor.extract %t[%id] : tensor<1024xi32>
    linalg.yield %v : i32
  }
  return %r : tensor<?xi32>
}

// Reductions of all kinds.

// CHECK-LABEL: func.func @product_reduce_prod_4x8_f64(
func.func @product(%x: memref<4x8xf64>, %o: memref<4xf64>) {
  linalg.reduce {arith.mulf} ins(%x : memref<4x8xf64>) outs(%o : memref<4xf64>) dimensions = [1]
  return
}

// CHECK-LABEL: func.func @least_reduce_min_4x8_i32(
func.func @least(%x: tensor<4x8xi32>, %o: tensor<8xi32>) -> tensor<8xi32> {
  %r = linalg.generic {indexing_maps = [#ij, #j], iterator_types = ["reduction", "parallel"]} ins(%x : tensor<4x8xi32>) outs(%o : tensor<8xi32>) {
  ^bb0(%a: i32, %acc: i32):
    %c = arith.cmpi slt, %a, %acc : i32
    %s = arith.select %c, %a, %acc : i32
    linalg.yield %s : i32
  } -> tensor<8xi32>
  return %r : tensor<8xi32>
}

// CHECK-LABEL: func.func @mean_of_all_reduce_mean_4x8_f32(
func.func @mean_of_all(%x: tensor<4x8xf32>, %o: tensor<f32>) -> tensor<f32> {
  %n = arith.constant 32.0 : f32
  %r = linalg.generic {indexing_maps = [#ij, affine_map<(i, j) -> ()>], iterator_types = ["reduction", "reduction"]} ins(%x : tensor<4x8xf32>) outs(%o : tensor<f32>) {
  ^bb0(%a: f32, %acc: f32):
    %s = arith.addf %a, %acc : f32
    linalg.yield %s : f32
  } -> tensor<f32>
  %m = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%r : tensor<f32>) outs(%o : tensor<f32>) {
  ^bb0(%a: f32, %y: f32):
    %s = arith.divf %a, %n : f32
    linalg.yield %s : f32
  } -> tensor<f32>
  return %m : tensor<f32>
}

// CHECK-LABEL: func.func @last_one_reduce_4x8_f32(
func.func @last_one(%x: tensor<4x8xf32>, %o: tensor<4xf32>) -> tensor<4xf32> {
  %r = linalg.generic {indexing_maps = [#ij, #i], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<4x8xf32>) outs(%o : tensor<4xf32>) {
  ^bb0(%a: f32, %acc: f32):
    linalg.yield %a : f32
  } -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// CHECK-LABEL: func.func @every_reduce_and_4x8_i1(
func.func @every(%x: tensor<4x8xi1>, %o: tensor<4xi1>) -> tensor<4xi1> {
  %r = linalg.reduce {arith.andi} ins(%x : tensor<4x8xi1>) outs(%o : tensor<4xi1>) dimensions = [1]
  return %r : tensor<4xi1>
}

// CHECK-LABEL: func.func @not_the_mean_reduce_sum_4x8_f32_div(
func.func @not_the_mean(%x: tensor<4x8xf32>, %o: tensor<4xf32>) -> tensor<4xf32> {
  %n = arith.constant 9.0 : f32
  %r = linalg.reduce {arith.addf} ins(%x : tensor<4x8xf32>) outs(%o : tensor<4xf32>) dimensions = [1]
  %m = linalg.map ins(%r : tensor<4xf32>) outs(%o : tensor<4xf32>) (%a: f32, %y: f32) {
    %s = arith.divf %a, %n : f32
    linalg.yield %s : f32
  }
  return %m : tensor<4xf32>
}

// What stands behind a root.

// CHECK-LABEL: func.func @batch_bias_batch_matmul_2x4x8x16_f16_bias(
func.func @batch_bias(%a: tensor<2x4x16xf16>, %b: tensor<2x16x8xf16>, %c: tensor<2x4x8xf16>, %v: tensor<8xf16>) -> tensor<2x4x8xf16> {
  %0 = linalg.batch_matmul ins(%a, %b : tensor<2x4x16xf16>, tensor<2x16x8xf16>) outs(%c : tensor<2x4x8xf16>) -> tensor<2x4x8xf16>
  %1 = linalg.generic {indexing_maps = [affine_map<(b, i, j) -> (b, i, j)>, affine_map<(b, i, j) -> (j)>, affine_map<(b, i, j) -> (b, i, j)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%0, %v : tensor<2x4x8xf16>, tensor<8xf16>) outs(%c : tensor<2x4x8xf16>) {
  ^bb0(%x: f16, %y: f16, %u: f16):
    %s = arith.addf %y, %x : f16
    linalg.yield %s : f16
  } -> tensor<2x4x8xf16>
  return %1 : tensor<2x4x8xf16>
}

// CHECK-LABEL: func.func @residual_matmul_4x8x16_f32_add(
func.func @residual(%a: memref<4x16xf32>, %b: memref<16x8xf32>, %c: memref<4x8xf32>, %r: memref<4x8xf32>) {
  linalg.matmul ins(%a, %b : memref<4x16xf32>, memref<16x8xf32>) outs(%c : memref<4x8xf32>)
  linalg.add ins(%c, %r : memref<4x8xf32>, memref<4x8xf32>) outs(%c : memref<4x8xf32>)
  return
}

// CHECK-LABEL: func.func @conv_bn_relu6_conv_2d_nchw_fchw_1x16x8x8x8x3x3_f32_bias_relu6(
func.func @conv_bn_relu6(%x: tensor<1x8x10x10xf32>, %w: tensor<16x8x3x3xf32>, %o: tensor<1x16x8x8xf32>, %v: tensor<16xf32>) -> tensor<1x16x8x8xf32> {
  %z = arith.constant 0.0 : f32
  %six = arith.constant 6.0 : f32
  %i = linalg.broadcast ins(%v : tensor<16xf32>) outs(%o : tensor<1x16x8x8xf32>) dimensions = [0, 2, 3]
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x8x10x10xf32>, tensor<16x8x3x3xf32>) outs(%i : tensor<1x16x8x8xf32>) -> tensor<1x16x8x8xf32>
  %1 = linalg.map ins(%0 : tensor<1x16x8x8xf32>) outs(%o : tensor<1x16x8x8xf32>) (%a: f32, %y: f32) {
    %m = arith.maximumf %a, %z : f32
    linalg.yield %m : f32
  }
  %2 = linalg.map ins(%1 : tensor<1x16x8x8xf32>) outs(%o : tensor<1x16x8x8xf32>) (%a: f32, %y: f32) {
    %m = arith.minimumf %a, %six : f32
    linalg.yield %m : f32
  }
  return %2 : tensor<1x16x8x8xf32>
}

// CHECK-LABEL: func.func @transposed_matmul_4x8x16_f32_transpose(
func.func @transposed(%a: tensor<4x16xf32>, %b: tensor<16x8xf32>, %c: tensor<4x8xf32>, %o: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<4x16xf32>, tensor<16x8xf32>) outs(%c : tensor<4x8xf32>) -> tensor<4x8xf32>
  %1 = linalg.transpose ins(%0 : tensor<4x8xf32>) outs(%o : tensor<8x4xf32>) permutation = [1, 0]
  return %1 : tensor<8x4xf32>
}

// Dynamic sizes.

// CHECK-LABEL: func.func @dynamic_conv_conv_2d_nhwc_hwcf_DxDxDx16x3x3x8_f32_s2_d1x2(
func.func @dynamic_conv(%x: tensor<?x?x?x8xf32>, %w: tensor<3x3x8x16xf32>, %o: tensor<?x?x?x16xf32>) -> tensor<?x?x?x16xf32> {
  %0 = linalg.conv_2d_nhwc_hwcf {strides = dense<2> : tensor<2xi64>, dilations = dense<[1, 2]> : tensor<2xi64>} ins(%x, %w : tensor<?x?x?x8xf32>, tensor<3x3x8x16xf32>) outs(%o : tensor<?x?x?x16xf32>) -> tensor<?x?x?x16xf32>
  return %0 : tensor<?x?x?x16xf32>
}

// CHECK-LABEL: func.func @dynamic_softmax_softmax_Dx1024_f32(
func.func @dynamic_softmax(%x: memref<?x1024xf32>, %o: memref<?x1024xf32>) {
  linalg.softmax dimension(1) ins(%x : memref<?x1024xf32>) outs(%o : memref<?x1024xf32>)
  return
}

// CHECK-LABEL: func.func @everything_dynamic_batch_matmul_DxDxDxD_bf16xbf16xf32(
func.func @everything_dynamic(%a: tensor<?x?x?xbf16>, %b: tensor<?x?x?xbf16>, %o: tensor<?x?x?xf32>) -> tensor<?x?x?xf32> {
  %0 = linalg.batch_matmul ins(%a, %b : tensor<?x?x?xbf16>, tensor<?x?x?xbf16>) outs(%o : tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  return %0 : tensor<?x?x?xf32>
}

// Contractions in other forms.

// CHECK-LABEL: func.func @category_nt_matmul_nt_4x8x16_f32(
func.func @category_nt(%a: tensor<4x16xf32>, %b: tensor<8x16xf32>, %c: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = linalg.contract indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>] ins(%a, %b : tensor<4x16xf32>, tensor<8x16xf32>) outs(%c : tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @batch_tn_batch_matmul_tn_2x4x8x16_f32(
func.func @batch_tn(%a: memref<2x16x4xf32>, %b: memref<2x16x8xf32>, %c: memref<2x4x8xf32>) {
  linalg.generic {indexing_maps = [affine_map<(b, m, n, k) -> (b, k, m)>, affine_map<(b, m, n, k) -> (b, k, n)>, affine_map<(b, m, n, k) -> (b, m, n)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%a, %b : memref<2x16x4xf32>, memref<2x16x8xf32>) outs(%c : memref<2x4x8xf32>) {
  ^bb0(%x: f32, %y: f32, %s: f32):
    %m = arith.mulf %y, %x : f32
    %t = arith.addf %m, %s : f32
    linalg.yield %t : f32
  }
  return
}

// CHECK-LABEL: func.func @batch_nt_named_batch_matmul_nt_2x4x8x16_f32(
func.func @batch_nt_named(%a: tensor<2x4x16xf32>, %b: tensor<2x8x16xf32>, %c: tensor<2x4x8xf32>) -> tensor<2x4x8xf32> {
  %0 = linalg.batch_matmul indexing_maps = [affine_map<(b, m, n, k) -> (b, m, k)>, affine_map<(b, m, n, k) -> (b, n, k)>, affine_map<(b, m, n, k) -> (b, m, n)>] ins(%a, %b : tensor<2x4x16xf32>, tensor<2x8x16xf32>) outs(%c : tensor<2x4x8xf32>) -> tensor<2x4x8xf32>
  return %0 : tensor<2x4x8xf32>
}

// CHECK-LABEL: func.func @batch_vector_batch_matvec_2x4x16_f32(
func.func @batch_vector(%a: tensor<2x4x16xf32>, %b: tensor<2x16xf32>, %c: tensor<2x4xf32>) -> tensor<2x4xf32> {
  %0 = linalg.batch_matvec ins(%a, %b : tensor<2x4x16xf32>, tensor<2x16xf32>) outs(%c : tensor<2x4xf32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// CHECK-LABEL: func.func @widened_matmul_4x8x16_f8E4M3FNxf8E5M2xf32(
func.func @widened(%a: tensor<4x16xf8E4M3FN>, %b: tensor<16x8xf8E5M2>, %c: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %b : tensor<4x16xf8E4M3FN>, tensor<16x8xf8E5M2>) outs(%c : tensor<4x8xf32>) {
  ^bb0(%x: f8E4M3FN, %y: f8E5M2, %s: f32):
    %p = arith.extf %x : f8E4M3FN to f32
    %q = arith.extf %y : f8E5M2 to f32
    %t = math.fma %p, %q, %s : f32
    linalg.yield %t : f32
  } -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// Programs of ops that are known by name alone.

// CHECK-LABEL: func.func @mlir_conv_bias_convolution_add_relu_1x16x8x8_f16(
func.func @mlir_conv_bias(%x: tensor<1x8x10x10xf16>, %w: tensor<16x8x3x3xf16>, %b: tensor<1x16x8x8xf16>) -> tensor<1x16x8x8xf16> {
  %0 = "migraphx.convolution"(%x, %w) {group = 1 : i64} : (tensor<1x8x10x10xf16>, tensor<16x8x3x3xf16>) -> tensor<1x16x8x8xf16>
  %1 = "migraphx.add"(%0, %b) : (tensor<1x16x8x8xf16>, tensor<1x16x8x8xf16>) -> tensor<1x16x8x8xf16>
  %2 = "migraphx.relu"(%1) : (tensor<1x16x8x8xf16>) -> tensor<1x16x8x8xf16>
  return %2 : tensor<1x16x8x8xf16>
}

// CHECK-LABEL: func.func @from_torch_softmax_mul_4x8_f32(
func.func @from_torch(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %i = "torch.constant.int"() {value = 1 : i64} : () -> !torch.int
  %0 = "torch.aten.softmax.int"(%x, %i) : (tensor<4x8xf32>, !torch.int) -> tensor<4x8xf32>
  %1 = "torch.aten.mul.Tensor"(%0, %x) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return %1 : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @from_onnx_Conv_Relu_1x16x8x8_f32(
func.func @from_onnx(%x: tensor<1x8x10x10xf32>, %w: tensor<16x8x3x3xf32>) -> tensor<1x16x8x8xf32> {
  %n = "onnx.NoValue"() {value} : () -> none
  %0 = "onnx.Conv"(%x, %w, %n) : (tensor<1x8x10x10xf32>, tensor<16x8x3x3xf32>, none) -> tensor<1x16x8x8xf32>
  %1 = "onnx.Relu"(%0) : (tensor<1x16x8x8xf32>) -> tensor<1x16x8x8xf32>
  return %1 : tensor<1x16x8x8xf32>
}

// What moves, and how much.

// CHECK-LABEL: func.func @slice_of_buffer_copy_4x32_f16(
func.func @slice_of_buffer(%a: memref<8x32xf16>, %b: memref<4x32xf16>) {
  %s = memref.subview %a[4, 0] [4, 32] [1, 1] : memref<8x32xf16> to memref<4x32xf16, strided<[32, 1], offset: 128>>
  memref.copy %s, %b : memref<4x32xf16, strided<[32, 1], offset: 128>> to memref<4x32xf16>
  return
}

// CHECK-LABEL: func.func @slice_dynamic_copy_Dx128_f16(
func.func @slice_dynamic(%a: tensor<?x128xf16>, %n: index) -> tensor<?x128xf16> {
  %0 = tensor.extract_slice %a[%n, 0] [%n, 128] [1, 1] : tensor<?x128xf16> to tensor<?x128xf16>
  return %0 : tensor<?x128xf16>
}

// CHECK-LABEL: func.func @slice_into_copy_1x32_i8(
func.func @slice_into(%a: tensor<1x32xi8>, %b: tensor<8x32xi8>, %n: index) -> tensor<8x32xi8> {
  %0 = tensor.insert_slice %a into %b[%n, 0] [1, 32] [1, 1] : tensor<1x32xi8> into tensor<8x32xi8>
  return %0 : tensor<8x32xi8>
}
