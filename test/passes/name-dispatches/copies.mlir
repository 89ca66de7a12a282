// What a dispatch only moves is called by how it moves: tensors loaded and
// stored, loops and kernels of nothing but loads and stores.
// RUN: %tracemark-opt %s --allow-unregistered-dialect --pass-pipeline='builtin.module(tracemark-name-dispatches{rename=all tag=false})' | FileCheck %s

// Whole results.

// CHECK-LABEL: func.func @flow_copy_4x8_f32(
func.func @flow(%a: !flow.dispatch.tensor<readonly:tensor<4x8xf32>>, %b: !flow.dispatch.tensor<writeonly:tensor<4x8xf32>>) {
  %0 = "flow.dispatch.tensor.load"(%a) : (!flow.dispatch.tensor<readonly:tensor<4x8xf32>>) -> tensor<4x8xf32>
  "flow.dispatch.tensor.store"(%0, %b) : (tensor<4x8xf32>, !flow.dispatch.tensor<writeonly:tensor<4x8xf32>>) -> ()
  return
}

// CHECK-LABEL: func.func @slice_and_reshape_copy_32x64_f32(
func.func @slice_and_reshape(%a: !iree_tensor_ext.dispatch.tensor<readonly:tensor<1x32x192xf32>>, %b: !iree_tensor_ext.dispatch.tensor<writeonly:tensor<32x64xf32>>) {
  %0 = "iree_tensor_ext.dispatch.tensor.load"(%a) <{static_offsets = array<i64: 0, 0, 0>, static_sizes = array<i64: 1, 32, 64>}> : (!iree_tensor_ext.dispatch.tensor<readonly:tensor<1x32x192xf32>>) -> tensor<1x32x64xf32>
  %1 = tensor.collapse_shape %0 [[0, 1], [2]] : tensor<1x32x64xf32> into tensor<32x64xf32>
  "iree_tensor_ext.dispatch.tensor.store"(%1, %b) : (tensor<32x64xf32>, !iree_tensor_ext.dispatch.tensor<writeonly:tensor<32x64xf32>>) -> ()
  return
}

// CHECK-LABEL: func.func @from_buffer_copy_Dx8_bf16(
func.func @from_buffer(%a: memref<?x8xbf16>, %b: memref<?x8xbf16>) {
  %0 = "iree_codegen.load_from_buffer"(%a) : (memref<?x8xbf16>) -> tensor<?x8xbf16>
  "iree_codegen.store_to_buffer"(%0, %b) : (tensor<?x8xbf16>, memref<?x8xbf16>) -> ()
  return
}

// CHECK-LABEL: func.func @constant_stored_fill_4x8_f32(
func.func @constant_stored(%b: !flow.dispatch.tensor<writeonly:tensor<4x8xf32>>) {
  %0 = arith.constant dense<1.0> : tensor<4x8xf32>
  "flow.dispatch.tensor.store"(%0, %b) : (tensor<4x8xf32>, !flow.dispatch.tensor<writeonly:tensor<4x8xf32>>) -> ()
  return
}

// What is computed in between speaks for itself.
// CHECK-LABEL: func.func @computed_exp_4x8_f32(
func.func @computed(%a: !flow.dispatch.tensor<readonly:tensor<4x8xf32>>, %b: !flow.dispatch.tensor<writeonly:tensor<4x8xf32>>) {
  %0 = "flow.dispatch.tensor.load"(%a) : (!flow.dispatch.tensor<readonly:tensor<4x8xf32>>) -> tensor<4x8xf32>
  %1 = linalg.exp ins(%0 : tensor<4x8xf32>) outs(%0 : tensor<4x8xf32>) -> tensor<4x8xf32>
  "flow.dispatch.tensor.store"(%1, %b) : (tensor<4x8xf32>, !flow.dispatch.tensor<writeonly:tensor<4x8xf32>>) -> ()
  return
}

// CHECK-LABEL: func.func @nothing_stored(
func.func @nothing_stored() {
  "flow.dispatch.tensor.store"() : () -> ()
  return
}

// Loops and kernels.

// CHECK-LABEL: func.func @loops_copy_4x8_f32(
func.func @loops(%a: memref<4x8xf32>, %b: memref<4x8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c4 step %c1 {
    scf.for %j = %c0 to %c8 step %c1 {
      %v = memref.load %a[%i, %j] : memref<4x8xf32>
      memref.store %v, %b[%i, %j] : memref<4x8xf32>
    }
  }
  return
}

// CHECK-LABEL: func.func @aff_copy_4xD_f32(
func.func @aff(%a: memref<4x?xf32>, %b: memref<4x?xf32>, %n: index) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to %n {
      %v = affine.load %a[%i, %j] : memref<4x?xf32>
      affine.store %v, %b[%i, %j] : memref<4x?xf32>
    }
  }
  return
}

// CHECK-LABEL: func.func @vec_copy_4x8_f32(
func.func @vec(%a: memref<4x8xf32>, %b: memref<4x8xf32>) {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  %v = vector.transfer_read %a[%c0, %c0], %z : memref<4x8xf32>, vector<4x8xf32>
  vector.transfer_write %v, %b[%c0, %c0] : vector<4x8xf32>, memref<4x8xf32>
  return
}

// CHECK-LABEL: func.func @vecld_copy_8x8_f32(
func.func @vecld(%a: memref<64xf32>, %b: memref<64xf32>) {
  affine.for %i = 0 to 64 step 8 {
    %v = vector.load %a[%i] : memref<64xf32>, vector<8xf32>
    vector.store %v, %b[%i] : memref<64xf32>, vector<8xf32>
  }
  return
}

// CHECK-LABEL: func.func @transposing_transpose_4x8_f32(
func.func @transposing(%a: memref<4x8xf32>, %b: memref<8x4xf32>) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 8 {
      %v = affine.load %a[%i, %j] : memref<4x8xf32>
      affine.store %v, %b[%j, %i] : memref<8x4xf32>
    }
  }
  return
}

// CHECK-LABEL: llvm.func @llcopy_copy_f32(
llvm.func @llcopy(%a: !llvm.ptr, %b: !llvm.ptr) {
  %v = llvm.load %a : !llvm.ptr -> f32
  llvm.store %v, %b : f32, !llvm.ptr
  llvm.return
}

// CHECK-LABEL: llvm.func @llmemcpy_copy(
llvm.func @llmemcpy(%a: !llvm.ptr, %b: !llvm.ptr) {
  %c = llvm.mlir.constant(1024 : i64) : i64
  "llvm.intr.memcpy"(%a, %b, %c) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
  llvm.return
}

// CHECK-LABEL: func.func @prefixsum_load_addf_store_63_f32(
func.func @prefixsum(%a: memref<64xf32>, %b: memref<64xf32>) {
  affine.for %i = 1 to 64 {
    %u = affine.load %b[%i - 1] : memref<64xf32>
    %v = affine.load %a[%i] : memref<64xf32>
    %w = arith.addf %u, %v : f32
    affine.store %w, %b[%i] : memref<64xf32>
  }
  return
}

// CHECK-LABEL: func.func @fillloop_fill_64_f32(
func.func @fillloop(%b: memref<64xf32>) {
  %z = arith.constant 0.0 : f32
  affine.for %i = 0 to 64 {
    affine.store %z, %b[%i] : memref<64xf32>
  }
  return
}

// CHECK-LABEL: func.func @gath_gather_8_f32(
func.func @gath(%a: memref<64xf32>, %ix: memref<8xindex>, %b: memref<8xf32>) {
  affine.for %i = 0 to 8 {
    %k = affine.load %ix[%i] : memref<8xindex>
    %v = memref.load %a[%k] : memref<64xf32>
    affine.store %v, %b[%i] : memref<8xf32>
  }
  return
}

// CHECK-LABEL: gpu.func @kernel_copy_64_f32(
gpu.module @kernels {
  gpu.func @kernel(%a: memref<64xf32>, %b: memref<64xf32>) kernel {
    %i = gpu.thread_id x
    %v = memref.load %a[%i] : memref<64xf32>
    memref.store %v, %b[%i] : memref<64xf32>
    gpu.return
  }
}

// CHECK-LABEL: func.func @rows_repeated_broadcast_4x8_i8(
func.func @rows_repeated(%a: memref<8xi8>, %b: memref<4x8xi8>) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 8 {
      %v = affine.load %a[%j] : memref<8xi8>
      affine.store %v, %b[%i, %j] : memref<4x8xi8>
    }
  }
  return
}

// CHECK-LABEL: func.func @rows_written_scatter_8_f32(
func.func @rows_written(%a: memref<8xf32>, %ix: memref<8xi32>, %b: memref<64xf32>) {
  affine.for %i = 0 to 8 {
    %k = affine.load %ix[%i] : memref<8xi32>
    %j = arith.index_cast %k : i32 to index
    %v = affine.load %a[%i] : memref<8xf32>
    memref.store %v, %b[%j] : memref<64xf32>
  }
  return
}

// Two of a kind are one, two kinds are none.
// CHECK-LABEL: func.func @two_copies_copy_8_f32(
func.func @two_copies(%a: memref<8xf32>, %b: memref<8xf32>, %c: memref<8xf32>) {
  affine.for %i = 0 to 8 {
    %v = affine.load %a[%i] : memref<8xf32>
    affine.store %v, %b[%i] : memref<8xf32>
    affine.store %v, %c[%i] : memref<8xf32>
  }
  return
}

// CHECK-LABEL: func.func @copy_and_fill_store_load_8_f32(
func.func @copy_and_fill(%a: memref<8xf32>, %b: memref<8xf32>, %c: memref<8xf32>) {
  %z = arith.constant 0.0 : f32
  affine.for %i = 0 to 8 {
    %v = affine.load %a[%i] : memref<8xf32>
    affine.store %v, %b[%i] : memref<8xf32>
    affine.store %z, %c[%i] : memref<8xf32>
  }
  return
}

// CHECK-LABEL: func.func @handed_in_store_8_f32(
func.func @handed_in(%v: f32, %b: memref<8xf32>) {
  affine.for %i = 0 to 8 {
    affine.store %v, %b[%i] : memref<8xf32>
  }
  return
}
