// A function whose debug info is made keeps its locations: its lines are lines of the file that the debug info names. A listing
// behind that is written all the same.
// DEFINE: %{lower} = func.func(canonicalize),convert-func-to-llvm,convert-arith-to-llvm,reconcile-unrealized-casts
// DEFINE: %{scope} = tracemark-select-locations,ensure-debug-info-scope-on-llvm-func{emission-kind=LineTablesOnly}
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %tracemark-opt %s --mlir-print-debuginfo --source-listing-after='canonicalize,ensure-debug-info-scope-on-llvm-func' \
// RUN:   --pass-pipeline='builtin.module(%{lower},%{scope})' -o both.mlir
// RUN: ls listings/ensure-debug-info-scope-on-llvm-func/f.mlir
// RUN: %tracemark-opt %s --mlir-print-debuginfo --source-listing-after=canonicalize \
// RUN:   --pass-pipeline='builtin.module(%{lower},%{scope})' -o one.mlir
// RUN: diff both.mlir one.mlir
// RUN: mlir-translate --mlir-to-llvmir both.mlir | FileCheck %s

// CHECK-DAG: !DIFile(filename: "f.mlir", directory: "listings/canonicalize")
// CHECK-DAG: !DILocation(line: 2, column: 3, scope:
func.func @f(%arg0: i32) -> i32 {
  %0 = arith.muli %arg0, %arg0 : i32
  return %0 : i32
}
