// References follow a renamed symbol: in calls and launches, in any attribute
// however nested, of any op, the module's own too. A second run changes nothing,
// in one pipeline and over a written file.
// RUN: %tracemark-opt %s --allow-unregistered-dialect --pass-pipeline='builtin.module(tracemark-name-dispatches)' -o %t.once.mlir
// RUN: FileCheck %s --input-file=%t.once.mlir
// RUN: %tracemark-opt %s --allow-unregistered-dialect --pass-pipeline='builtin.module(tracemark-name-dispatches,tracemark-name-dispatches)' -o %t.twice.mlir
// RUN: diff %t.once.mlir %t.twice.mlir
// RUN: %tracemark-opt %t.once.mlir --allow-unregistered-dialect --pass-pipeline='builtin.module(tracemark-name-dispatches)' -o %t.again.mlir
// RUN: diff %t.once.mlir %t.again.mlir
// RUN: %tracemark-opt %s --allow-unregistered-dialect --mlir-print-op-generic -o %t.generic.mlir
// RUN: %tracemark-opt %t.generic.mlir --allow-unregistered-dialect --verify-each=0 --pass-pipeline='builtin.module(tracemark-name-dispatches)' -o %t.from-generic.mlir
// RUN: diff %t.once.mlir %t.from-generic.mlir

// CHECK: module attributes {app.entry = @[[$WORK:work_exp_16_f32]], app.table = [@[[$WORK]], {a = @kernels::@[[$K:k_load_mulf_store_16_f32]]}, "work"]
module attributes {gpu.container_module, app.entry = @work, app.table = [@work, {a = @kernels::@k}, "work"]} {
  // CHECK: gpu.module @kernels attributes {app.uses = @[[$K]]}
  gpu.module @kernels attributes {app.uses = @k} {
    // CHECK: gpu.func @[[$K]](
    // CHECK-SAME: app.self = @[[$K]]
    gpu.func @k(%a: memref<16xf32>) kernel attributes {app.self = @k} {
      %i = gpu.thread_id x
      %v = memref.load %a[%i] : memref<16xf32>
      %w = arith.mulf %v, %v : f32
      memref.store %w, %a[%i] : memref<16xf32>
      gpu.return
    }
    // CHECK: gpu.func @helper(
    gpu.func @helper(%a: memref<16xf32>) {
      %i = gpu.thread_id x
      %v = memref.load %a[%i] : memref<16xf32>
      memref.store %v, %a[%i] : memref<16xf32>
      gpu.return
    }
  }
  gpu.module @others {
    // CHECK: gpu.func @[[$OTHER:k_copy_8_f32]](
    gpu.func @k(%a: memref<8xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %a[%i] : memref<8xf32>
      memref.store %v, %a[%i] : memref<8xf32>
      gpu.return
    }
  }

  // CHECK-LABEL: func.func @host(
  func.func @host(%a: memref<16xf32>, %b: memref<8xf32>) {
    %c = arith.constant 1 : index
    // CHECK: gpu.launch_func @kernels::@[[$K]]
    gpu.launch_func @kernels::@k blocks in (%c, %c, %c) threads in (%c, %c, %c) args(%a : memref<16xf32>)
    // CHECK: gpu.launch_func @others::@[[$OTHER]]
    gpu.launch_func @others::@k blocks in (%c, %c, %c) threads in (%c, %c, %c) args(%b : memref<8xf32>)
    // CHECK: call @[[$WORK]](
    func.call @work(%a) : (memref<16xf32>) -> ()
    // CHECK: constant @[[$WORK]] :
    %f = func.constant @work : (memref<16xf32>) -> ()
    // CHECK: "test.op"() {other = @kernels, sym = {{\[\[}}@[[$WORK]]], {x = @kernels::@[[$K]], y = @nowhere}]}
    "test.op"() {sym = [[@work], {x = @kernels::@k, y = @nowhere}], other = @kernels} : () -> ()
    return
  }

  // CHECK: func.func private @[[$WORK]](
  // CHECK-SAME: llvm.emit_c_interface
  func.func private @work(%a: memref<16xf32>) attributes {llvm.emit_c_interface} {
    linalg.exp ins(%a : memref<16xf32>) outs(%a : memref<16xf32>)
    return
  }
  // CHECK: func.func private @nobody_calls(
  func.func private @nobody_calls(%a: memref<16xf32>) {
    linalg.exp ins(%a : memref<16xf32>) outs(%a : memref<16xf32>)
    return
  }
  // CHECK: func.func private @declared(
  func.func private @declared(memref<16xf32>)
  // CHECK: func.func private @only_calls(
  func.func private @only_calls(%a: memref<16xf32>) {
    call @declared(%a) : (memref<16xf32>) -> ()
    call @only_calls(%a) : (memref<16xf32>) -> ()
    return
  }

  // An inner module has symbols of its own.
  module @inner {
    // CHECK: func.func private @[[$LOG:work_log_4_f32]](
    func.func private @work(%a: memref<4xf32>) {
      linalg.log ins(%a : memref<4xf32>) outs(%a : memref<4xf32>)
      return
    }
    func.func @caller(%a: memref<4xf32>) {
      // CHECK: call @[[$LOG]](
      call @work(%a) : (memref<4xf32>) -> ()
      return
    }
  }
  // CHECK: "test.path"() {x = @inner::@[[$LOG]], y = @[[$WORK]]}
  "test.path"() {x = @inner::@work, y = @work} : () -> ()

  // CHECK: llvm.func internal @[[$LLVM:linked_load_fmul_store_f32]](
  llvm.func internal @linked(%a: !llvm.ptr) {
    %0 = llvm.load %a : !llvm.ptr -> f32
    %1 = llvm.fmul %0, %0 : f32
    llvm.store %1, %a : f32, !llvm.ptr
    llvm.return
  }
  llvm.func @uses_linked() -> !llvm.ptr {
    // CHECK: llvm.mlir.addressof @[[$LLVM]]
    %0 = llvm.mlir.addressof @linked : !llvm.ptr
    // CHECK: llvm.call @[[$LLVM]](
    llvm.call @linked(%0) : (!llvm.ptr) -> ()
    llvm.return %0 : !llvm.ptr
  }
}
