// A listing of one function parses again: private declarations of what it calls follow, from the calls' own types. Other
// foreign symbols make `verifies` false.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %tracemark-opt %s -o /dev/null --mlir-disable-threading \
// RUN:   --pass-pipeline='builtin.module(func.func(tracemark-source-listing{to=l stage=s}),llvm.func(tracemark-source-listing{to=l stage=s}))'
// RUN: FileCheck %s --check-prefix=FUNC --input-file=l/s/calls.mlir
// RUN: FileCheck %s --check-prefix=LLVM --input-file=l/s/llvm_calls.mlir
// RUN: FileCheck %s --check-prefix=NONE --input-file=l/s/no_foreign.mlir
// RUN: not ls l/s/declared.mlir
// RUN: %mlir-opt l/s/calls.mlir -o /dev/null
// RUN: %mlir-opt l/s/llvm_calls.mlir -o /dev/null
// RUN: %mlir-opt l/s/no_foreign.mlir -o /dev/null
// RUN: not %mlir-opt l/s/foreign.mlir -o /dev/null
// RUN: FileCheck %s --check-prefix=MANIFEST --input-file=l/manifest.jsonl

// MANIFEST-DAG: "symbol":["calls"]{{.*}}"verifies":true
// MANIFEST-DAG: "symbol":["llvm_calls"]{{.*}}"verifies":true
// MANIFEST-DAG: "symbol":["no_foreign"]{{.*}}"verifies":true
// MANIFEST-DAG: "symbol":["foreign"]{{.*}}"verifies":false

// FUNC-LABEL: func.func @calls
// FUNC:       {{^}}}
// FUNC-NEXT:  func.func private @declared() -> (i32, i32)
// FUNC-NEXT:  func.func private @"odd name"(i32)
// FUNC-NEXT:  func.func private @constant(i32) -> (i32)
// FUNC-NOT:   {{.}}
func.func private @declared() -> (i32, i32)
func.func private @"odd name"(i32)
func.func private @constant(i32) -> i32
func.func @calls() {
  %0:2 = func.call @declared() : () -> (i32, i32)
  %1:2 = func.call @declared() : () -> (i32, i32)
  func.call @"odd name"(%0#0) : (i32) -> ()
  %2 = func.constant @constant : (i32) -> i32
  func.call @calls() : () -> ()
  return
}

// LLVM-LABEL: llvm.func @llvm_calls
// LLVM:       {{^}}}
// LLVM-NEXT:  "llvm.func"() <{function_type = !llvm.func<i32 (ptr, ...)>, linkage = #llvm.linkage<external>, sym_name = "printf"}> ({
// LLVM-NEXT:  }) : () -> ()
// LLVM-NEXT:  llvm.func @puts(!llvm.ptr) -> i32
// LLVM-NEXT:  llvm.func @nothing()
// LLVM-NOT:   {{.}}
llvm.func @printf(!llvm.ptr, ...) -> i32
llvm.func @puts(!llvm.ptr) -> i32
llvm.func @nothing()
llvm.func @llvm_calls(%arg0: !llvm.ptr, %arg1: i32) {
  %0 = llvm.call @printf(%arg0, %arg1) vararg(!llvm.func<i32 (ptr, ...)>) : (!llvm.ptr, i32) -> i32
  %1 = llvm.call @puts(%arg0) : (!llvm.ptr) -> i32
  llvm.call @nothing() : () -> ()
  llvm.return
}

// NONE-LABEL: func.func @no_foreign
// NONE:       {{^}}}
// NONE-NOT:   {{.}}
func.func @no_foreign() {
  builtin.module {
    func.func private @inner()
    func.func @caller() {
      func.call @inner() : () -> ()
      return
    }
  }
  return
}

memref.global @global : memref<4xf32>
func.func @foreign() {
  %0 = memref.get_global @global : memref<4xf32>
  return
}
