// What is an entry point: kernels of GPU modules in every dialect, marked
// functions, functions of any dialect.
// RUN: %tracemark-opt %s --split-input-file --allow-unregistered-dialect --pass-pipeline='builtin.module(tracemark-name-dispatches{tag=false})' | FileCheck %s

// Kernels of a gpu.module are renamed though they are public, helpers are not.

// CHECK: gpu.module @kernels
// CHECK: llvm.func @by_gpu_load_fmul_store_f32(
// CHECK: llvm.func @by_nvvm_exp_f32(
// CHECK: llvm.func @by_rocdl_exp_f32(
// CHECK: llvm.func @helper(
// CHECK: llvm.func @only_declared(
// CHECK: gpu.launch_func{{.*}}@kernels::@by_gpu_load_fmul_store_f32
module attributes {gpu.container_module} {
  gpu.module @kernels {
    llvm.func @by_gpu(%p: !llvm.ptr) attributes {gpu.kernel} {
      %t = nvvm.read.ptx.sreg.tid.x : i32
      %i = llvm.sext %t : i32 to i64
      %q = llvm.getelementptr %p[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
      %x = llvm.load %q : !llvm.ptr -> f32
      %y = llvm.fmul %x, %x : f32
      llvm.store %y, %q : f32, !llvm.ptr
      llvm.return
    }
    llvm.func @by_nvvm(%x: f32) attributes {nvvm.kernel} {
      %y = llvm.intr.exp(%x) : (f32) -> f32
      llvm.return
    }
    llvm.func @by_rocdl(%x: f32) attributes {rocdl.kernel} {
      %y = llvm.intr.exp(%x) : (f32) -> f32
      llvm.return
    }
    llvm.func @helper(%x: f32) -> f32 {
      %y = llvm.intr.exp(%x) : (f32) -> f32
      llvm.return %y : f32
    }
    llvm.func @only_declared(f32) attributes {nvvm.kernel}
  }
  func.func @host(%n: index, %p: !llvm.ptr) {
    gpu.launch_func @kernels::@by_gpu blocks in (%n, %n, %n) threads in (%n, %n, %n) args(%p : !llvm.ptr)
    return
  }
}

// -----

// Outside of a gpu.module: what the device compiler gets.

// CHECK: llvm.func @marked_exp_f32(
// CHECK: llvm.func ptx_kernelcc @by_convention_exp_f32(
// CHECK: llvm.func amdgpu_kernelcc @by_other_convention_exp_f32(
// CHECK: llvm.func @plain(
llvm.func @marked(%x: f32) attributes {nvvm.kernel} {
  %y = llvm.intr.exp(%x) : (f32) -> f32
  llvm.return
}
llvm.func ptx_kernelcc @by_convention(%x: f32) {
  %y = llvm.intr.exp(%x) : (f32) -> f32
  llvm.return
}
llvm.func amdgpu_kernelcc @by_other_convention(%x: f32) {
  %y = llvm.intr.exp(%x) : (f32) -> f32
  llvm.return
}
llvm.func @plain(%x: f32) {
  %y = llvm.intr.exp(%x) : (f32) -> f32
  llvm.return
}

// -----

// SPIR-V: functions that an EntryPoint names.

// CHECK: spirv.module
// CHECK: spirv.func @[[$KERNEL:kernel_load_fmul_store_f32]](
// CHECK: spirv.func @helper(
// CHECK: spirv.EntryPoint "GLCompute" @[[$KERNEL]]
// CHECK: spirv.ExecutionMode @[[$KERNEL]] "LocalSize", 1, 1, 1
spirv.module Logical GLSL450 requires #spirv.vce<v1.0, [Shader], []> {
  spirv.GlobalVariable @v : !spirv.ptr<f32, Private>
  spirv.func @kernel() "None" {
    %p = spirv.mlir.addressof @v : !spirv.ptr<f32, Private>
    %x = spirv.Load "Private" %p : f32
    %y = spirv.FMul %x, %x : f32
    spirv.Store "Private" %p, %y : f32
    spirv.Return
  }
  spirv.func @helper(%x: f32) -> f32 "None" {
    %y = spirv.FMul %x, %x : f32
    spirv.ReturnValue %y : f32
  }
  spirv.EntryPoint "GLCompute" @kernel
  spirv.ExecutionMode @kernel "LocalSize", 1, 1, 1
}

// -----

// Marks, though nobody in this module calls them: unit, string, ordinal;
// `false` is none.

// CHECK: func.func private @unit_square_4_f32(
// CHECK: func.func private @text_square_4_f32(
// CHECK: func.func private @ordinal_square_4_f32(
// CHECK: func.func private @no_mark(
func.func private @unit(%a: tensor<4xf32>) -> tensor<4xf32> attributes {kernel} {
  %0 = arith.mulf %a, %a : tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func private @text(%a: tensor<4xf32>) -> tensor<4xf32> attributes {rock.kernel = "mixr"} {
  %0 = arith.mulf %a, %a : tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func private @ordinal(%a: tensor<4xf32>) -> tensor<4xf32> attributes {kernel = 0 : i32} {
  %0 = arith.mulf %a, %a : tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func private @no_mark(%a: tensor<4xf32>) -> tensor<4xf32> attributes {kernel = false} {
  %0 = arith.mulf %a, %a : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// Functions of dialects that nobody registered; modules and globals are none.

// CHECK: "acme.program"() ({
// CHECK: sym_name = "step_mul_4_f32"
// CHECK: sym_name = "weights"
// CHECK: sym_name = "inner"
// CHECK: sym_name = "deep_mul_4_f32"
// CHECK: callees = [@step_mul_4_f32, @holder::@deep_mul_4_f32]
"acme.program"() ({
^bb0(%a: tensor<4xf32>):
  %0 = "acme.mul"(%a, %a) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  "acme.return"(%0) : (tensor<4xf32>) -> ()
}) {sym_name = "step", sym_visibility = "private"} : () -> ()
"acme.global"() ({
  %0 = "acme.mul"() : () -> tensor<4xf32>
  "acme.return"(%0) : (tensor<4xf32>) -> ()
}) {sym_name = "weights", sym_visibility = "private"} : () -> ()
"acme.group"() ({
  "acme.program"() ({
    "acme.return"() : () -> ()
  }) {sym_name = "inner"} : () -> ()
  "acme.program"() ({
  ^bb0(%a: tensor<4xf32>):
    %0 = "acme.mul"(%a, %a) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    "acme.return"(%0) : (tensor<4xf32>) -> ()
  }) {sym_name = "deep", sym_visibility = "private"} : () -> ()
}) {sym_name = "holder"} : () -> ()
"acme.run"() {callees = [@step, @holder::@deep], keeps = @weights} : () -> ()

// -----

// Programs for the compiler are no dispatches; bodies without work, and
// without ops, keep their names.

// CHECK: transform.named_sequence @__transform_main(
// CHECK: "acme.func"() ({
// CHECK: sym_name = "empty"
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%m: !transform.any_op) attributes {kernel} {
    %0 = transform.structured.match ops{["linalg.matmul"]} in %m : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
  "acme.func"() ({
  ^bb0:
  }) {sym_name = "empty", kernel} : () -> ()
}

// -----

// Modules in modules, each with its own names.

// CHECK: module @a
// CHECK: func.func private @f_square_4_f32(
// CHECK: call @f_square_4_f32(
// CHECK: module @b
// CHECK: func.func private @f_square_4_f32(
// CHECK: call @f_square_4_f32(
// CHECK: use = @outer::@a::@f_square_4_f32
module @outer {
  module @a {
    func.func private @f(%a: tensor<4xf32>) -> tensor<4xf32> {
      %0 = arith.mulf %a, %a : tensor<4xf32>
      return %0 : tensor<4xf32>
    }
    func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
      %0 = call @f(%a) : (tensor<4xf32>) -> tensor<4xf32>
      return %0 : tensor<4xf32>
    }
  }
  module @b {
    func.func private @f(%a: tensor<4xf32>) -> tensor<4xf32> {
      %0 = arith.mulf %a, %a : tensor<4xf32>
      return %0 : tensor<4xf32>
    }
    func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
      %0 = call @f(%a) : (tensor<4xf32>) -> tensor<4xf32>
      return %0 : tensor<4xf32>
    }
  }
}
"acme.run"() {use = @outer::@a::@f} : () -> ()
