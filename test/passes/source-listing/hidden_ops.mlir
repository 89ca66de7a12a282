// What prints no text of its own has its parent's line: bodies of named ops, hidden terminators, block arguments of
// regions that are not printed.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %tracemark-opt %s --mlir-print-debuginfo --mlir-print-local-scope --mlir-print-op-generic \
// RUN:   --pass-pipeline='builtin.module(func.func(tracemark-source-listing{to=l stage=s}))' | FileCheck %s
// RUN: FileCheck %s --check-prefix=FILE --input-file=l/s/hidden.mlir

// FILE-LABEL: func.func @hidden
//  FILE-NEXT:   scf.for
//  FILE-NEXT:     linalg.matmul
//  FILE-NEXT:   }
//  FILE-NEXT:   return
//  FILE-NEXT: }
//   FILE-NOT: {{.}}

// CHECK-LABEL: "func.func"
// CHECK: "scf.for"
// CHECK-NEXT: ^bb0(%{{.*}}: index loc({{.*}}["l/s/hidden.mlir":2:3])):
// CHECK-NEXT: "linalg.matmul"
// CHECK-NEXT: ^bb0(%{{.*}}["l/s/hidden.mlir":3:5]), %{{.*}}["l/s/hidden.mlir":3:5]), %{{.*}}["l/s/hidden.mlir":3:5])):
// CHECK-NEXT: arith.mulf{{.*}}["l/s/hidden.mlir":3:5])
// CHECK-NEXT: arith.addf{{.*}}["l/s/hidden.mlir":3:5])
// CHECK-NEXT: linalg.yield{{.*}}["l/s/hidden.mlir":3:5])
// CHECK: "scf.yield"{{.*}}["l/s/hidden.mlir":2:3])
func.func @hidden(%arg0: memref<4x4xf32>, %arg1: index) {
  scf.for %i = %arg1 to %arg1 step %arg1 {
    linalg.matmul ins(%arg0, %arg0 : memref<4x4xf32>, memref<4x4xf32>) outs(%arg0 : memref<4x4xf32>)
  }
  return
}
