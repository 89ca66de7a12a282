// One line for each operation and block argument: of several the listing's, of nothing the neighbour's; the rest is kept.
// RUN: %tracemark-opt %s --mlir-print-debuginfo --mlir-print-local-scope \
// RUN:   --pass-pipeline='builtin.module(tracemark-select-locations)' > %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir
// A second run changes nothing, and on functions it is the same.
// RUN: %tracemark-opt %t.mlir --mlir-print-debuginfo --mlir-print-local-scope \
// RUN:   --pass-pipeline='builtin.module(tracemark-select-locations,func.func(tracemark-select-locations))' | diff %t.mlir -

#s = loc(fused<{tracemark.from = loc("a.py":1:1), tracemark.stage = "s"}>["l/s/f.mlir":2:3])
#t = loc(fused<{tracemark.from = #s, tracemark.stage = "t"}>["l/t/f.mlir":4:3])

// CHECK-LABEL: func.func @kinds
// CHECK-SAME: %arg0: i32 loc("a.py":1:1)
// CHECK-SAME: %arg1: i32 loc(fused<{tracemark.from = loc(unknown), tracemark.selected = 0 : i32}>["l/s/f.mlir":1:1])
func.func @kinds(%arg0: i32 loc("a.py":1:1), %arg1: i32 loc(unknown)) {
  // CHECK-NEXT: constant 0 : i32 loc(fused<{tracemark.from = loc(unknown), tracemark.selected = 0 : i32}>["l/s/f.mlir":1:1])
  %0 = arith.constant 0 : i32 loc(unknown)
  // CHECK-NEXT: constant 1 : i32 loc("a.py":2:2)
  %1 = arith.constant 1 : i32 loc("a.py":2:2)
  // CHECK-NEXT: constant 2 : i32 loc(fused<{tracemark.from = loc(unknown), tracemark.selected = 0 : i32}>["a.py":2:2])
  %2 = arith.constant 2 : i32 loc(unknown)
  // CHECK-NEXT: constant 3 : i32 loc(fused<{tracemark.from = loc("a.py":1:1), tracemark.stage = "s"}>["l/s/f.mlir":2:3])
  %3 = arith.constant 3 : i32 loc(#s)
  // CHECK-NEXT: constant 4 : i32 loc(fused<{tracemark.from = loc(fused["a.py":3:3, fused<{{.*}}>["l/s/f.mlir":2:3]]), tracemark.selected = 0 : i32}>["l/s/f.mlir":2:3])
  %4 = arith.constant 4 : i32 loc(fused["a.py":3:3, #s])
  // CHECK-NEXT: constant 5 : i32 loc(fused<{tracemark.from = loc(fused[{{.*}}]), tracemark.selected = 0 : i32}>["l/t/f.mlir":4:3])
  %5 = arith.constant 5 : i32 loc(fused[#s, #t, "b.py":3:3])
  // CHECK-NEXT: constant 6 : i32 loc(fused<{tracemark.from = loc(fused["b.py":5:5, "a.py":4:4]), tracemark.selected = 0 : i32}>["b.py":5:5])
  %6 = arith.constant 6 : i32 loc(fused["b.py":5:5, "a.py":4:4])
  // CHECK-NEXT: constant 7 : i32 loc("conv1"("a.py":6:6))
  %7 = arith.constant 7 : i32 loc("conv1"("a.py":6:6))
  // CHECK-NEXT: constant 8 : i32 loc(fused<{tracemark.from = loc("a.py":7:7 to 9:9), tracemark.selected = 0 : i32}>["a.py":7:7])
  %8 = arith.constant 8 : i32 loc("a.py":7:7 to 9:9)
  // CHECK-NEXT: constant 9 : i32 loc(fused<{tracemark.from = loc("a.py":0:0), tracemark.selected = 0 : i32}>["a.py":7:7])
  %9 = arith.constant 9 : i32 loc("a.py":0:0)
  // CHECK-NEXT: constant 10 : i32 loc(fused<{tracemark.from = loc("conv2"), tracemark.selected = 0 : i32}>["a.py":7:7])
  %10 = arith.constant 10 : i32 loc("conv2")
  // CHECK-NEXT: cf.br ^bb1({{.*}}) loc({{.*}}["a.py":7:7])
  cf.br ^bb1(%0 : i32) loc(unknown)
// CHECK-NEXT: ^bb1({{.*}}: i32 loc(fused<{tracemark.from = loc(unknown), tracemark.selected = 0 : i32}>["l/s/f.mlir":1:1])):
^bb1(%11: i32 loc(unknown)):
  // CHECK-NEXT: return loc({{.*}}["l/s/f.mlir":1:1])
  return loc(unknown)
} loc(fused<{tracemark.from = loc("a.py":1:1), tracemark.stage = "s"}>["l/s/f.mlir":1:1])

// A function without a line has that of the first operation with one, not its neighbour's.
// CHECK-LABEL: func.func @no_line
func.func @no_line() {
  // CHECK-NEXT: constant 1 : i32 loc(fused<{tracemark.from = loc(unknown), tracemark.selected = 0 : i32}>["c.py":2:2])
  %0 = arith.constant 1 : i32 loc(unknown)
  // CHECK-NEXT: constant 2 : i32 loc("c.py":2:2)
  %1 = arith.constant 2 : i32 loc("c.py":2:2)
  return loc("c.py":3:3)
// CHECK: } loc(fused<{tracemark.from = loc(unknown), tracemark.selected = 0 : i32}>["c.py":2:2])
} loc(unknown)

// ... and if there is none, line 1 of the input.
// CHECK-LABEL: func.func @no_lines
func.func @no_lines() {
  // CHECK-NEXT: return loc(fused<{tracemark.from = loc(unknown), tracemark.selected = 0 : i32}>["{{.*}}latest.mlir":1:1])
  return loc(unknown)
} loc(unknown)
// CHECK: } loc(fused<{tracemark.compile_directory = "[[DIR:.*]]", tracemark.from = loc("{{.*}}":0:0)}>["[[DIR]]/latest.mlir":0:0])
