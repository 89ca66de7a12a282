// Every kind of location keeps its original inside, in text and in bytecode.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %tracemark-opt %inputs/cases/locations.mlir --mlir-print-debuginfo --mlir-print-local-scope \
// RUN:   --pass-pipeline='builtin.module(func.func(tracemark-source-listing{to=l stage=s#2}))' > out.mlir
// RUN: FileCheck %s --input-file=out.mlir
// RUN: FileCheck %s --input-file=l/s#2/loc.mlir --check-prefix=FILE --match-full-lines --strict-whitespace
// RUN: %mlir-opt out.mlir --mlir-print-debuginfo --mlir-print-local-scope | diff out.mlir -
// RUN: %mlir-opt out.mlir --emit-bytecode -o out.mlirbc
// RUN: %mlir-opt out.mlirbc --mlir-print-debuginfo --mlir-print-local-scope | diff out.mlir -

//      FILE:func.func @loc(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) -> tensor<4xf32> {
// FILE-NEXT:  %0 = linalg.exp ins(%arg0 : tensor<4xf32>) outs(%arg1 : tensor<4xf32>) -> tensor<4xf32>
//      FILE:}
//  FILE-NOT:{{.+}}

// CHECK-LABEL: func.func @loc(
//  CHECK-SAME: loc(fused<loc("orig.py":1:1)>["l/s#2/loc.mlir":1:1])
//  CHECK-SAME: loc(fused<loc("orig.py":2:1)>["l/s#2/loc.mlir":1:1])
//       CHECK: linalg.exp
//  CHECK-SAME: loc(fused<loc("orig.py":7:3)>["l/s#2/loc.mlir":2:3])
//       CHECK: linalg.log
//  CHECK-SAME: loc(fused<loc(fused["a.py":1:2, "b.py":3:4])>["l/s#2/loc.mlir":3:3])
//       CHECK: linalg.abs
//  CHECK-SAME: loc(fused<loc(callsite("f"("c.py":5:6) at "d.py":9:9))>["l/s#2/loc.mlir":4:3])
//       CHECK: linalg.floor
//  CHECK-SAME: loc(fused<loc("layer1/0/conv1"("e.py":8:8))>["l/s#2/loc.mlir":5:3])
//       CHECK: linalg.ceil
//  CHECK-SAME: loc(fused<loc(unknown)>["l/s#2/loc.mlir":6:3])
//       CHECK: return
//  CHECK-SAME: loc(fused<loc("orig.py":8:3)>["l/s#2/loc.mlir":7:3])
//       CHECK: } loc(fused<loc("orig.py":6:1)>["l/s#2/loc.mlir":1:1])
