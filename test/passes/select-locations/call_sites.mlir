// Call sites stay where debug info can show them (the outermost caller is in the function's file), else their callee's
// line is shown; what LLVM makes of them verifies, and every choice can be taken back.
// RUN: %tracemark-opt %s --mlir-print-debuginfo --mlir-print-local-scope \
// RUN:   --pass-pipeline='builtin.module(tracemark-select-locations)' > %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: %tracemark-opt %t.mlir --mlir-print-debuginfo --mlir-print-local-scope \
// RUN:   --pass-pipeline='builtin.module(tracemark-select-locations{stage=original})' > %t.original
// RUN: FileCheck %s --check-prefix=ORIGINAL --input-file=%t.original
// RUN: %tracemark-opt %t.original --mlir-print-debuginfo --mlir-print-local-scope \
// RUN:   --pass-pipeline='builtin.module(tracemark-select-locations)' | diff %t.mlir -
// RUN: %mlir-opt %t.mlir --mlir-print-debuginfo \
// RUN:   --pass-pipeline='builtin.module(ensure-debug-info-scope-on-llvm-func{emission-kind=LineTablesOnly})' \
// RUN:   | mlir-translate --mlir-to-llvmir | opt -passes=verify -S | FileCheck %s --check-prefix=LLVM

// LLVM-LABEL: define void @f(
// LLVM-NEXT: add {{.*}}, !dbg ![[G_AT_F:[0-9]+]]
// LLVM-NEXT: sub {{.*}}, !dbg ![[H_AT_F:[0-9]+]]
// LLVM-NEXT: mul {{.*}}, !dbg ![[G_AT_F]]
// LLVM-NEXT: and {{.*}}, !dbg ![[F:[0-9]+]]
// LLVM-NEXT: or {{.*}}, !dbg ![[G:[0-9]+]]
// LLVM-NEXT: xor {{.*}}, !dbg ![[G]]
// LLVM-DAG: ![[G_AT_F]] = !DILocation(line: 4, column: 3, scope: ![[G_SCOPE:[0-9]+]], inlinedAt: ![[F]])
// LLVM-DAG: ![[G_SCOPE]] = distinct !DILexicalBlockFile({{.*}}, file: ![[G_FILE:[0-9]+]]
// LLVM-DAG: ![[G_FILE]] = !DIFile(filename: "g.mlir", directory: "l/s")
// LLVM-DAG: ![[H_AT_F]] = !DILocation(line: 5, {{.*}}inlinedAt:
// LLVM-DAG: ![[F]] = !DILocation(line: 9, column: 3, scope: ![[#]])
// LLVM-DAG: ![[G]] = !DILocation(line: 4, column: 3, scope: ![[G_SCOPE]])

#f = loc(fused<{tracemark.from = loc("a.py":1:1), tracemark.stage = "s"}>["l/s/f.mlir":9:3])
#g = loc(fused<{tracemark.from = loc("a.py":2:2), tracemark.stage = "s"}>["l/s/g.mlir":4:3])
#h = loc(fused<{tracemark.from = loc("a.py":3:3), tracemark.stage = "s"}>["l/s/h.mlir":5:3])

// CHECK-LABEL: llvm.func @f
// ORIGINAL-LABEL: llvm.func @f
llvm.func @f(%arg0: i32 loc(#f)) {
  // CHECK-NEXT: llvm.add {{.*}} loc(callsite(fused<{{.*}}>["l/s/g.mlir":4:3] at fused<{{.*}}>["l/s/f.mlir":9:3]))
  // ORIGINAL-NEXT: llvm.add {{.*}} loc(callsite(fused<{{.*}}, tracemark.selected = 1 : i32}>["a.py":2:2] at "a.py":1:1))
  %0 = llvm.add %arg0, %arg0 : i32 loc(callsite(#g at #f))
  // CHECK-NEXT: llvm.sub {{.*}} loc(callsite(fused<{{.*}}>["l/s/h.mlir":5:3] at callsite(fused<{{.*}}>["l/s/g.mlir":4:3] at fused<{{.*}}>["l/s/f.mlir":9:3])))
  // ORIGINAL-NEXT: llvm.sub {{.*}} loc(callsite(fused<{{.*}}, tracemark.selected = 1 : i32}>["a.py":3:3] at callsite("a.py":2:2 at "a.py":1:1)))
  %1 = llvm.sub %arg0, %arg0 : i32 loc(callsite(#h at callsite(#g at #f)))
  // CHECK-NEXT: llvm.mul {{.*}} loc(callsite(fused<{tracemark.from = loc(callsite(fused["b.py":1:1, {{.*}}])), tracemark.selected = 1 : i32}>["l/s/g.mlir":4:3] at "l/s/f.mlir":9:3))
  %2 = llvm.mul %arg0, %arg0 : i32 loc(callsite(fused["b.py":1:1, #g] at #f))
  // CHECK-NEXT: llvm.and {{.*}} loc(fused<{tracemark.from = loc(callsite(unknown at {{.*}})), tracemark.selected = 0 : i32}>["l/s/f.mlir":9:3])
  %3 = llvm.and %arg0, %arg0 : i32 loc(callsite(unknown at #f))
  // CHECK-NEXT: llvm.or {{.*}} loc(fused<{tracemark.from = loc(callsite({{.*}} at unknown)), tracemark.selected = 0 : i32}>["l/s/g.mlir":4:3])
  %4 = llvm.or %arg0, %arg0 : i32 loc(callsite(#g at unknown))
  // CHECK-NEXT: llvm.xor {{.*}} loc(fused<{tracemark.from = loc(callsite({{.*}} at "elsewhere.py":2:2)), tracemark.selected = 0 : i32}>["l/s/g.mlir":4:3])
  %5 = llvm.xor %arg0, %arg0 : i32 loc(callsite(#g at "elsewhere.py":2:2))
  // CHECK-NEXT: llvm.return
  llvm.return loc(#f)
// CHECK-NEXT: } loc(fused<{tracemark.from = loc(callsite({{.*}})), tracemark.selected = 0 : i32}>["l/s/f.mlir":9:3])
} loc(callsite(#f at #h))
