// A module as the unit: everything in it, nested symbol modules, unregistered ops, graph regions, empty blocks and
// modules, has its line; the top-level module itself keeps its own location, with the compile directory.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %tracemark-opt %s --allow-unregistered-dialect --mlir-print-debuginfo --mlir-print-local-scope \
// RUN:   --pass-pipeline='builtin.module(tracemark-source-listing{to=l stage=s scope=module})' | FileCheck %s
// RUN: %mlir-opt l/s/module.mlir --allow-unregistered-dialect | FileCheck %s --check-prefix=FILE
// RUN: %python %source/scripts/check_manifest.py l
// RUN: echo "" | %tracemark-opt - --mlir-print-debuginfo --mlir-print-local-scope \
// RUN:   --pass-pipeline='builtin.module(tracemark-source-listing{to=empty stage=s})' | FileCheck %s --check-prefix=EMPTY
// RUN: %python %source/scripts/check_manifest.py empty | FileCheck %s --check-prefix=ONE

// EMPTY: module {
// EMPTY-NEXT: } loc(fused<{tracemark.compile_directory = "[[DIR:.*]]", tracemark.from = loc("<stdin>":0:0)}>["[[DIR]]/<stdin>":0:0])
// ONE: 1 records, 0 wrong

// FILE: module {
// FILE-NEXT: module @a {
// FILE: "t.graph"
module @a {
  // CHECK: module @b {
  // CHECK: func.func private @declared() loc({{.*}}["l/s/module.mlir":4:7])
  // CHECK: return loc({{.*}}["l/s/module.mlir":6:9])
  // CHECK: } loc({{.*}}["l/s/module.mlir":5:7])
  // CHECK: } loc({{.*}}["l/s/module.mlir":3:5])
  module @b {
    func.func private @declared()
    func.func @f() {
      return
    }
  }
  // CHECK: module {
  // CHECK: } loc({{.*}}["l/s/module.mlir":9:5])
  module {
  }
// CHECK: } loc({{.*}}["l/s/module.mlir":2:3])
}
// CHECK: "t.u"{{.*}}["l/s/module.mlir":13:5])
// CHECK: "t.u"{{.*}}["l/s/module.mlir":14:5])
// CHECK: ^bb0(%{{.*}}: i32 loc({{.*}}["l/s/module.mlir":15:5])):
// CHECK: }) : () -> i32 loc({{.*}}["l/s/module.mlir":15:5])
// CHECK: }) : () -> i32 loc({{.*}}["l/s/module.mlir":12:3])
%0 = "t.graph"() ({
  %1 = "t.u"(%2) : (i32) -> i32
  %2 = "t.u"(%1) : (i32) -> i32
  %3 = "t.v"() ({}, {
  ^bb0(%4: i32):
  }) : () -> i32
}) : () -> i32
// CHECK: } loc(fused<{tracemark.compile_directory = "[[DIR:.*]]", tracemark.from = loc("{{.*}}modules.mlir":0:0)}>["[[DIR]]/modules.mlir":0:0])
