// Loops and scalars are named by their hottest ops, tiled linalg by its tile.
// RUN: %tracemark-opt %s --pass-pipeline='builtin.module(tracemark-name-dispatches{rename=all tag=false})' | FileCheck %s

// CHECK-LABEL: func.func @loops_load_mulf_store_64x32_f32(
func.func @loops(%a: memref<64x32xf32>, %b: memref<64x32xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %c32 = arith.constant 32 : index
  scf.for %i = %c0 to %c64 step %c1 {
    scf.for %j = %c0 to %c32 step %c1 {
      %v = memref.load %a[%i, %j] : memref<64x32xf32>
      %w = arith.mulf %v, %v : f32
      memref.store %w, %b[%i, %j] : memref<64x32xf32>
    }
  }
  return
}

// CHECK-LABEL: func.func @aff_load_exp_addf_store_64x16_f32(
func.func @aff(%a: memref<64x32xf32>, %b: memref<64xf32>) {
  affine.for %i = 0 to 64 {
    %c = arith.constant 0.0 : f32
    %s = affine.for %j = 0 to 32 step 2 iter_args(%acc = %c) -> f32 {
      %v = affine.load %a[%i, %j] : memref<64x32xf32>
      %w = math.exp %v : f32
      %n = arith.addf %acc, %w : f32
      affine.yield %n : f32
    }
    affine.store %s, %b[%i] : memref<64xf32>
  }
  return
}

// CHECK-LABEL: func.func @scalar_addi_i32(
func.func @scalar(%a: i32) -> i32 {
  %0 = arith.addi %a, %a : i32
  return %0 : i32
}

// CHECK-LABEL: func.func @vec_addf_8_f32(
func.func @vec(%a: vector<8xf32>) -> vector<8xf32> {
  %0 = arith.addf %a, %a : vector<8xf32>
  return %0 : vector<8xf32>
}

// CHECK-LABEL: func.func @tiled_matmul_16x64x64_f32(
func.func @tiled(%a: tensor<64x64xf32>, %b: tensor<64x64xf32>, %c: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  %r = scf.for %i = %c0 to %c64 step %c16 iter_args(%acc = %c) -> tensor<64x64xf32> {
    %s = tensor.extract_slice %a[%i, 0] [16, 64] [1, 1] : tensor<64x64xf32> to tensor<16x64xf32>
    %d = tensor.extract_slice %acc[%i, 0] [16, 64] [1, 1] : tensor<64x64xf32> to tensor<16x64xf32>
    %m = linalg.matmul ins(%s, %b : tensor<16x64xf32>, tensor<64x64xf32>) outs(%d : tensor<16x64xf32>) -> tensor<16x64xf32>
    %n = tensor.insert_slice %m into %acc[%i, 0] [16, 64] [1, 1] : tensor<16x64xf32> into tensor<64x64xf32>
    scf.yield %n : tensor<64x64xf32>
  }
  return %r : tensor<64x64xf32>
}

// Bodies after lowering: loops whose bounds are known in every dialect, vectors,
// branches, address computing left out.

// CHECK-LABEL: func.func @parallel_load_addf_store_32x32_f32(
func.func @parallel(%a: memref<64x32xf32>) {
  affine.parallel (%i, %j) = (0, 0) to (64, 32) step (2, 1) {
    %x = affine.load %a[%i, %j] : memref<64x32xf32>
    %s = arith.addf %x, %x : f32
    affine.store %s, %a[%i, %j] : memref<64x32xf32>
  }
  return
}

// CHECK-LABEL: func.func @triangle_load_exp_store_64xD_f32(
func.func @triangle(%a: memref<64x64xf32>) {
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to affine_map<(d) -> (d)>(%i) {
      %x = affine.load %a[%i, %j] : memref<64x64xf32>
      %s = math.exp %x : f32
      affine.store %s, %a[%j, %i] : memref<64x64xf32>
    }
  }
  return
}

// CHECK-LABEL: func.func @vectors_load_exp_store_64x4_f32(
func.func @vectors(%a: memref<64x32xf32>, %b: memref<64x32xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c32 = arith.constant 32 : index
  %c64 = arith.constant 64 : index
  scf.for %i = %c0 to %c64 step %c1 {
    scf.for %j = %c0 to %c32 step %c8 {
      %v = vector.load %a[%i, %j] : memref<64x32xf32>, vector<8xf32>
      %w = math.exp %v : vector<8xf32>
      vector.store %w, %b[%i, %j] : memref<64x32xf32>, vector<8xf32>
    }
  }
  return
}
// The hotter of two nests.

// CHECK-LABEL: func.func @two_nests_load_store_tanh_exp_1024_f32(
func.func @two_nests(%a: memref<64xf32>, %b: memref<1024xf32>) {
  affine.for %i = 0 to 64 {
    %x = affine.load %a[%i] : memref<64xf32>
    %s = math.exp %x : f32
    affine.store %s, %a[%i] : memref<64xf32>
  }
  affine.for %i = 0 to 1024 {
    %x = affine.load %b[%i] : memref<1024xf32>
    %s = math.tanh %x : f32
    affine.store %s, %b[%i] : memref<1024xf32>
  }
  return
}

// CHECK-LABEL: func.func @branches_load_tanh_store_64_f32(
func.func @branches(%a: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  cf.br ^head(%c0 : index)
^head(%i: index):
  %c = arith.cmpi slt, %i, %c64 : index
  cf.cond_br %c, ^body, ^end
^body:
  %x = memref.load %a[%i] : memref<64xf32>
  %s = math.tanh %x : f32
  memref.store %s, %a[%i] : memref<64xf32>
  %n = arith.addi %i, %c1 : index
  cf.br ^head(%n : index)
^end:
  return
}
// A copy before a loop nest that does more.

// CHECK-LABEL: func.func @staged_load_exp_store_64_f32(
func.func @staged(%a: memref<64xf32>, %b: memref<64xf32>) {
  memref.copy %a, %b : memref<64xf32> to memref<64xf32>
  affine.for %i = 0 to 64 {
    %x = affine.load %b[%i] : memref<64xf32>
    %s = math.exp %x : f32
    affine.store %s, %b[%i] : memref<64xf32>
  }
  return
}

// CHECK-LABEL: llvm.func @lowered_load_fmul_store_f32(
llvm.func @lowered(%p: !llvm.ptr, %n: i64) attributes {nvvm.kernel} {
  %one = llvm.mlir.constant(1 : i64) : i64
  llvm.br ^head(%one : i64)
^head(%i: i64):
  %c = llvm.icmp "slt" %i, %n : i64
  llvm.cond_br %c, ^body, ^end
^body:
  %o = llvm.mul %i, %n : i64
  %q = llvm.getelementptr %p[%o] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %x = llvm.load %q : !llvm.ptr -> f32
  %y = llvm.fmul %x, %x : f32
  llvm.store %y, %q : f32, !llvm.ptr
  %m = llvm.add %i, %one : i64
  llvm.br ^head(%m : i64)
^end:
  llvm.return
}
// Integers as wide as addresses that are kept are data.

// CHECK-LABEL: llvm.func @counted_load_add_store_i64(
llvm.func @counted(%p: !llvm.ptr) attributes {nvvm.kernel} {
  %x = llvm.load %p : !llvm.ptr -> i64
  %y = llvm.add %x, %x : i64
  llvm.store %y, %p : i64, !llvm.ptr
  llvm.return
}

// Ops of SPIR-V are spelled like others; the loaded thread id is no shape.
// CHECK-LABEL: spirv.module @sp
// CHECK: spirv.func @main_load_exp_store_f32(
// CHECK: spirv.EntryPoint "GLCompute" @main_load_exp_store_f32
spirv.module @sp Logical GLSL450 requires #spirv.vce<v1.0, [Shader], [SPV_KHR_storage_buffer_storage_class]> {
  spirv.GlobalVariable @id built_in("GlobalInvocationId") : !spirv.ptr<vector<3xi32>, Input>
  spirv.GlobalVariable @buf bind(0, 0) : !spirv.ptr<!spirv.struct<(!spirv.array<64 x f32, stride=4> [0])>, StorageBuffer>
  spirv.func @main() "None" {
    %0 = spirv.mlir.addressof @id : !spirv.ptr<vector<3xi32>, Input>
    %1 = spirv.Load "Input" %0 : vector<3xi32>
    %2 = spirv.CompositeExtract %1[0 : i32] : vector<3xi32>
    %b = spirv.mlir.addressof @buf : !spirv.ptr<!spirv.struct<(!spirv.array<64 x f32, stride=4> [0])>, StorageBuffer>
    %z = spirv.Constant 0 : i32
    %p = spirv.AccessChain %b[%z, %2] : !spirv.ptr<!spirv.struct<(!spirv.array<64 x f32, stride=4> [0])>, StorageBuffer>, i32, i32 -> !spirv.ptr<f32, StorageBuffer>
    %v = spirv.Load "StorageBuffer" %p : f32
    %e = spirv.GL.Exp %v : f32
    spirv.Store "StorageBuffer" %p, %e : f32
    spirv.Return
  }
  spirv.EntryPoint "GLCompute" @main, @id
  spirv.ExecutionMode @main "LocalSize", 32, 1, 1
}
// CHECK-LABEL: spirv.module @sp2
// CHECK: spirv.func @cp_copy_f32(
spirv.module @sp2 Logical GLSL450 {
  spirv.GlobalVariable @buf bind(0, 0) : !spirv.ptr<!spirv.struct<(!spirv.array<64 x f32, stride=4> [0])>, StorageBuffer>
  spirv.GlobalVariable @buf2 bind(0, 1) : !spirv.ptr<!spirv.struct<(!spirv.array<64 x f32, stride=4> [0])>, StorageBuffer>
  spirv.func @cp() "None" {
    %b = spirv.mlir.addressof @buf : !spirv.ptr<!spirv.struct<(!spirv.array<64 x f32, stride=4> [0])>, StorageBuffer>
    %c = spirv.mlir.addressof @buf2 : !spirv.ptr<!spirv.struct<(!spirv.array<64 x f32, stride=4> [0])>, StorageBuffer>
    %z = spirv.Constant 0 : i32
    %p = spirv.AccessChain %b[%z, %z] : !spirv.ptr<!spirv.struct<(!spirv.array<64 x f32, stride=4> [0])>, StorageBuffer>, i32, i32 -> !spirv.ptr<f32, StorageBuffer>
    %q = spirv.AccessChain %c[%z, %z] : !spirv.ptr<!spirv.struct<(!spirv.array<64 x f32, stride=4> [0])>, StorageBuffer>, i32, i32 -> !spirv.ptr<f32, StorageBuffer>
    %v = spirv.Load "StorageBuffer" %p : f32
    spirv.Store "StorageBuffer" %q, %v : f32
    spirv.Return
  }
  spirv.EntryPoint "GLCompute" @cp
}
