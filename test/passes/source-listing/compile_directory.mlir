// DWARF's compile directory is the working directory, and the line table's file the listing below it.
// RUN: rm -rf %t && mkdir %t && cd %t && pwd > pwd
// RUN: %tracemark-opt %s --mlir-print-debuginfo --mlir-print-local-scope -o out.mlir \
// RUN:   --pass-pipeline='builtin.module(tracemark-source-listing{to=l stage=s scope=module},tracemark-source-listing{to=l stage=t scope=module},ensure-debug-info-scope-on-llvm-func{emission-kind=LineTablesOnly})'
// RUN: FileCheck %s --input-file=out.mlir
// RUN: mlir-translate --mlir-to-llvmir out.mlir | llc -filetype=obj -o out.o
// RUN: llvm-dwarfdump --debug-info --debug-line out.o > dwarf
// RUN: cat pwd dwarf | FileCheck %s --check-prefix=DWARF

// CHECK: fused<{tracemark.compile_directory = "[[DIR:.*]]", tracemark.from = loc("layer"({{.*}}))}>["[[DIR]]/model.onnx":3:1]

// DWARF: [[DIR:.*]]
// DWARF: DW_AT_name ("model.onnx")
// DWARF: DW_AT_comp_dir ("[[DIR]]")
// DWARF: include_directories[ 1] = "l/t"
// DWARF: name: "module.mlir"
// DWARF-NOT: include_directories
module {
  llvm.func @f() {
    llvm.return
  }
} loc("layer"(callsite("lib.py":1:2 at fused["some/where/model.onnx":3:1, "b":4:4])))
