// A symbol that cannot be renamed completely keeps its name, and a remark says
// why; the others are renamed.
// RUN: %tracemark-opt %s --split-input-file --allow-unregistered-dialect --verify-diagnostics --pass-pipeline='builtin.module(tracemark-name-dispatches)' | FileCheck %s
// RUN: %tracemark-opt %s --split-input-file --allow-unregistered-dialect --pass-pipeline='builtin.module(gpu.module(tracemark-name-dispatches))' 2>&1 | FileCheck %s --check-prefix=NESTED

// A function that refers to a block of another has the name in an attribute
// that only its dialect can take apart.
// CHECK-LABEL: llvm.func internal @sealed(
// CHECK-LABEL: llvm.func internal @free_copy_f32(
// expected-remark @below {{'sealed' keeps its name instead of 'sealed_load_blocktag_store_f32': an attribute that cannot be rewritten refers to it}}
llvm.func internal @sealed(%a: !llvm.ptr) {
  %0 = llvm.load %a : !llvm.ptr -> f32
  llvm.br ^bb1
^bb1:
  llvm.blocktag <id = 1>
  llvm.store %0, %a : f32, !llvm.ptr
  llvm.return
}
llvm.func internal @free(%a: !llvm.ptr) {
  %0 = llvm.load %a : !llvm.ptr -> f32
  llvm.store %0, %a : f32, !llvm.ptr
  llvm.return
}
llvm.func @takes_address(%a: !llvm.ptr) -> !llvm.ptr {
  llvm.call @sealed(%a) : (!llvm.ptr) -> ()
  llvm.call @free(%a) : (!llvm.ptr) -> ()
  %0 = llvm.blockaddress <function = @sealed, tag = <id = 1>> : !llvm.ptr
  llvm.return %0 : !llvm.ptr
}

// -----

// A name that is there already: the content's hash makes another.
// CHECK-LABEL: func.func @taken_exp_4_f32(
// CHECK-LABEL: func.func private @taken_exp_4_f32_h{{[0-9a-f]+}}(
func.func @taken_exp_4_f32(%a: memref<4xf32>) {
  call @taken(%a) : (memref<4xf32>) -> ()
  return
}
func.func private @taken(%a: memref<4xf32>) {
  linalg.exp ins(%a : memref<4xf32>) outs(%a : memref<4xf32>)
  return
}

// -----

// In a gpu.module alone, whoever launches the kernel is out of reach.
// NESTED: remark: 'k' keeps its name: it may be referred to from outside of the 'gpu.module' that the pass runs on
// NESTED: gpu.func @k({{.*}}tracemark.tag =
// CHECK-LABEL: gpu.func @k_copy_8_f32(
module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @k(%a: memref<8xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %a[%i] : memref<8xf32>
      memref.store %v, %a[%i] : memref<8xf32>
      gpu.return
    }
  }
}
