// References of the LLVM dialect follow; one that cannot keeps its name. An op
// with a sym_name in a function's body is no symbol.
// RUN: %tracemark-opt %s --allow-unregistered-dialect --pass-pipeline='builtin.module(tracemark-name-dispatches{tag=false})' 2> %t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK --input-file=%t.remarks --implicit-check-not=remark

// CHECK: llvm.func internal @[[$F:f_load_fmul_store_f32]](
llvm.func internal @f(%a: !llvm.ptr) {
  %0 = llvm.load %a : !llvm.ptr -> f32
  %1 = llvm.fmul %0, %0 : f32
  llvm.store %1, %a : f32, !llvm.ptr
  llvm.return
}
// CHECK: llvm.func internal @[[$RESOLVER:resolver_load_fadd_store_f32]](
llvm.func internal @resolver() -> !llvm.ptr {
  // CHECK: llvm.mlir.addressof @[[$F]]
  %0 = llvm.mlir.addressof @f : !llvm.ptr
  %1 = llvm.load %0 : !llvm.ptr -> f32
  %2 = llvm.fadd %1, %1 : f32
  llvm.store %2, %0 : f32, !llvm.ptr
  llvm.return %0 : !llvm.ptr
}
// CHECK: llvm.mlir.ifunc external @dispatcher : {{.*}} @[[$RESOLVER]]
llvm.mlir.ifunc external @dispatcher : !llvm.func<void (ptr)>, !llvm.ptr @resolver
// CHECK-LABEL: llvm.mlir.alias external @again
llvm.mlir.alias external @again : !llvm.func<void (ptr)> {
  // CHECK: llvm.mlir.addressof @[[$F]]
  %0 = llvm.mlir.addressof @f : !llvm.ptr
  llvm.return %0 : !llvm.ptr
}
// CHECK: llvm.mlir.global_ctors ctors = [@[[$RESOLVER]]]
llvm.mlir.global_ctors ctors = [@resolver], priorities = [0 : i32], data = [#llvm.zero]
// CHECK-LABEL: llvm.mlir.global internal constant @table
llvm.mlir.global internal constant @table() : !llvm.ptr {
  // CHECK: llvm.mlir.addressof @[[$F]]
  %0 = llvm.mlir.addressof @f : !llvm.ptr
  llvm.return %0 : !llvm.ptr
}
// REMARK: remark: 'blocks' keeps its name instead of 'blocks_{{.*}}': an attribute that cannot be rewritten refers to it
// CHECK: llvm.func internal @blocks(
// CHECK-NOT: tracemark.name
llvm.func internal @blocks(%a: !llvm.ptr) -> !llvm.ptr {
  // CHECK: llvm.blockaddress <function = @blocks,
  %0 = llvm.blockaddress <function = @blocks, tag = <id = 1>> : !llvm.ptr
  llvm.br ^bb1
^bb1:
  llvm.blocktag <id = 1>
  %1 = llvm.load %a : !llvm.ptr -> f32
  llvm.store %1, %a : f32, !llvm.ptr
  llvm.return %0 : !llvm.ptr
}
// CHECK-LABEL: llvm.func @uses
llvm.func @uses(%a: !llvm.ptr) {
  // CHECK: llvm.dso_local_equivalent @[[$F]]
  %0 = llvm.dso_local_equivalent @f : !llvm.ptr
  %1 = llvm.call @blocks(%a) : (!llvm.ptr) -> !llvm.ptr
  llvm.return
}
// CHECK-LABEL: func.func @shadow
func.func @shadow(%a: memref<8xf32>) {
  // CHECK: sym_name = "work"
  "own.op"() {sym_name = "work"} : () -> ()
  // CHECK: call @[[$WORK:work_exp_8_f32]](
  func.call @work(%a) : (memref<8xf32>) -> ()
  return
}
// CHECK: func.func private @[[$WORK]](
func.func private @work(%a: memref<8xf32>) {
  linalg.exp ins(%a : memref<8xf32>) outs(%a : memref<8xf32>)
  return
}
