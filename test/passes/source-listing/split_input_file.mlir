// Every chunk's listings are kept: equal names get a hash of their content.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %tracemark-opt %s --split-input-file --mlir-print-debuginfo --mlir-print-local-scope \
// RUN:   --pass-pipeline='builtin.module(func.func(tracemark-source-listing{to=l stage=s}))' | FileCheck %s
// RUN: ls l/s | count 2
// RUN: %python %source/scripts/check_manifest.py l | FileCheck %s --check-prefix=MANIFEST

// MANIFEST: 3 records, 0 wrong

// CHECK: return loc({{.*}}["l/s/f.mlir":2:3])
func.func @f() {
  return
}
// -----
// CHECK: return loc({{.*}}["l/s/f.[[HASH:[0-9a-f]+]].mlir":3:3])
func.func @f() {
  %0 = arith.constant 1 : i32
  return
}
// -----
// CHECK: return loc({{.*}}["l/s/f.mlir":2:3])
func.func @f() {
  return
}
