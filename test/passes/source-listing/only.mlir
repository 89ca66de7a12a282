// Only entry points that a glob matches, by symbol or by path, are listed and re-pointed; what matches nothing is said.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %tracemark-opt %s --mlir-print-debuginfo --mlir-print-local-scope -o out.mlir \
// RUN:   --pass-pipeline='builtin.module(tracemark-source-listing{to=l stage=s only=dispatch_[12]*,inner.*,no?ne,none})' 2>&1 \
// RUN:   | FileCheck %s --check-prefix=SAID --implicit-check-not=matches
// RUN: FileCheck %s --input-file=out.mlir
// RUN: find l -name '*.mlir' | env LC_ALL=C sort | FileCheck %s --check-prefix=FILES
// RUN: grep -c . l/manifest.jsonl | FileCheck %s --check-prefix=COUNT
// RUN: %python %source/scripts/check_manifest.py l
// Nested: a unit's own symbol, or that of an entry point in it.
// RUN: %tracemark-opt %s -o /dev/null \
// RUN:   --pass-pipeline='builtin.module(func.func(tracemark-source-listing{to=n stage=f only=dispatch_2}),builtin.module(tracemark-source-listing{to=n stage=m only=deep}))' 2>&1 \
// RUN:   | FileCheck %s --check-prefix=SILENT --allow-empty
// RUN: find n -name '*.mlir' | env LC_ALL=C sort | FileCheck %s --check-prefix=NESTED

// SAID: only.mlir:[[# @LINE + 12]]:1: remark: no entry point for a listing matches 'no?ne', 'none'
// SILENT-NOT: {{.}}

//      FILES: l/s/dispatch_1.mlir
// FILES-NEXT: l/s/dispatch_23.mlir
// FILES-NEXT: l/s/inner.deep.mlir
//  FILES-NOT: {{.}}
// COUNT: 3
//      NESTED: n/m/inner.mlir
//  NESTED-NOT: {{.}}

// CHECK: module {
module {
  // CHECK: return loc("{{.*}}only.mlir":[[# @LINE + 3]]:5)
  // CHECK: } loc("{{.*}}only.mlir":[[# @LINE + 1]]:3)
  func.func @main() {
    return
  }
  // CHECK: return {{.*}}["l/s/dispatch_1.mlir":2:3])
  func.func @dispatch_1() {
    return
  }
  // CHECK: return {{.*}}["l/s/dispatch_23.mlir":2:3])
  func.func @dispatch_23() {
    return
  }
  module @inner {
    // CHECK: return {{.*}}["l/s/inner.deep.mlir":2:3])
    func.func @deep() {
      return
    }
  // CHECK: } loc("{{.*}}only.mlir":
  }
  // CHECK: return loc("{{.*}}only.mlir":[[# @LINE + 2]]:5)
  func.func @dispatch_3() {
    return
  }
}
