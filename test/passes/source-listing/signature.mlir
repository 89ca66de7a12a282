// The manifest has the type of every function with a body, and its visibility: a reader calls it without
// parsing IR. Function types of other dialects are null.
//
// RUN: rm -rf %t && mkdir %t
// RUN: %tracemark-opt %s -o /dev/null --pass-pipeline='builtin.module(tracemark-source-listing{to=%t/out scope=module})'
// RUN: FileCheck %s --input-file=%t/out/manifest.jsonl

// CHECK: "symbol":"two_results"{{[^}]*}}"visibility":"public","signature":{"arguments":["tensor<?x4xf32>","index"],"results":["tensor<?x4xf32>","index"]}}
// CHECK-SAME: "symbol":"no_types"{{[^}]*}}"visibility":"private","signature":{"arguments":[],"results":[]}}
// CHECK-SAME: "symbol":"no_builtin_type"{{[^}]*}}"visibility":"public","signature":null}
func.func @two_results(%arg0: tensor<?x4xf32>, %arg1: index) -> (tensor<?x4xf32>, index) {
  return %arg0, %arg1 : tensor<?x4xf32>, index
}
func.func private @no_types() {
  return
}
llvm.func @no_builtin_type(%arg0: i32) {
  llvm.return
}
