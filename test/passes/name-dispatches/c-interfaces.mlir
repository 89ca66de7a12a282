// A function and its C interface are renamed together or not at all.
// RUN: %tracemark-opt %s --split-input-file --pass-pipeline='builtin.module(tracemark-name-dispatches{tag=false})' 2> %t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK --input-file=%t.remarks --implicit-check-not=remark
// RUN: %tracemark-opt %s --split-input-file --pass-pipeline='builtin.module(tracemark-name-dispatches{tag=false rename=all})' 2> %t.remarks | FileCheck %s --check-prefix=ALL

// CHECK: llvm.func internal @[[$F:f_load_fmul_store_f32]](
llvm.func internal @f(%a: !llvm.ptr) attributes {llvm.emit_c_interface} {
  %0 = llvm.load %a : !llvm.ptr -> f32
  %1 = llvm.fmul %0, %0 : f32
  llvm.store %1, %a : f32, !llvm.ptr
  llvm.return
}
// CHECK: llvm.func internal @_mlir_ciface_f_load_fmul_store_f32(
// CHECK-NOT: tracemark.name
llvm.func internal @_mlir_ciface_f(%a: !llvm.ptr) {
  // CHECK: llvm.call @[[$F]](
  llvm.call @f(%a) : (!llvm.ptr) -> ()
  llvm.return
}
// CHECK-LABEL: llvm.func @caller
llvm.func @caller(%a: !llvm.ptr) {
  // CHECK: llvm.call @_mlir_ciface_f_load_fmul_store_f32(
  llvm.call @_mlir_ciface_f(%a) : (!llvm.ptr) -> ()
  llvm.return
}

// -----

// The wrapper is public: only rename=all may change it.
// CHECK: llvm.func internal @f(
// REMARK: remark: 'f' keeps its name instead of 'f_copy_f32': its C interface is public
// ALL: llvm.func internal @[[$F:f_copy_f32]](
llvm.func internal @f(%a: !llvm.ptr) {
  %0 = llvm.load %a : !llvm.ptr -> f32
  llvm.store %0, %a : f32, !llvm.ptr
  llvm.return
}
// CHECK: llvm.func @_mlir_ciface_f(
// ALL: llvm.func @_mlir_ciface_f_copy_f32(
llvm.func @_mlir_ciface_f(%a: !llvm.ptr) {
  // CHECK: llvm.call @f(
  // ALL: llvm.call @[[$F]](
  llvm.call @f(%a) : (!llvm.ptr) -> ()
  llvm.return
}

// -----

// What the interface would be called is there already.
// REMARK: remark: 'f' keeps its name instead of 'f_exp_8_f32': the name of its C interface is taken
// CHECK: func.func private @f(
func.func private @f(%a: memref<8xf32>) attributes {llvm.emit_c_interface} {
  linalg.exp ins(%a : memref<8xf32>) outs(%a : memref<8xf32>)
  return
}
func.func private @_mlir_ciface_f_exp_8_f32(memref<8xf32>)
func.func @caller(%a: memref<8xf32>) {
  call @f(%a) : (memref<8xf32>) -> ()
  return
}
