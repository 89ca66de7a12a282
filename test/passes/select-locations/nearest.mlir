// An operation without a line takes that of the one before it, or around it. After an inlined one it takes the call's
// line, and where the function has a listing never the line of another one. Files of the input are no such border.
// RUN: %tracemark-opt %s --mlir-print-debuginfo --mlir-print-local-scope --split-input-file \
// RUN:   --pass-pipeline='builtin.module(tracemark-select-locations)' | FileCheck %s

#f2 = loc(fused<{tracemark.from = loc("a.py":1:1), tracemark.stage = "s"}>["l/s/f.mlir":2:3])
#f5 = loc(fused<{tracemark.from = loc("a.py":2:1), tracemark.stage = "s"}>["l/s/f.mlir":5:3])
#g4 = loc(fused<{tracemark.from = loc("b.py":2:2), tracemark.stage = "s"}>["l/s/g.mlir":4:3])

// CHECK-LABEL: func.func @listed
func.func @listed(%arg0: i32 loc(#f2)) {
  // CHECK-NEXT: arith.addi {{.*}}["l/s/f.mlir":2:3])
  %0 = arith.addi %arg0, %arg0 : i32 loc(unknown)
  // CHECK-NEXT: arith.muli {{.*}} loc(callsite({{.*}}["l/s/g.mlir":4:3] at {{.*}}["l/s/f.mlir":5:3]))
  %1 = arith.muli %arg0, %arg0 : i32 loc(callsite(#g4 at #f5))
  // CHECK-NEXT: arith.subi {{.*}} loc(fused<{{.*}}>["l/s/f.mlir":5:3])
  %2 = arith.subi %arg0, %arg0 : i32 loc(unknown)
  // CHECK-NEXT: scf.execute_region
  scf.execute_region {
    // CHECK-NEXT: arith.andi {{.*}} loc(fused<{{.*}}>["l/s/f.mlir":5:3])
    %3 = arith.andi %arg0, %arg0 : i32 loc(unknown)
    // CHECK-NEXT: scf.yield {{.*}}["l/s/g.mlir":4:3])
    scf.yield loc(#g4)
  // CHECK-NEXT: } loc({{.*}}["l/s/g.mlir":4:3])
  } loc(#g4)
  // CHECK-NEXT: arith.ori {{.*}} loc(fused<{{.*}}>["l/s/f.mlir":5:3])
  %4 = arith.ori %arg0, %arg0 : i32 loc(unknown)
  // CHECK-NEXT: return {{.*}}["l/s/f.mlir":5:3])
  return loc(#f5)
// CHECK-NEXT: } loc({{.*}}["l/s/f.mlir":2:3])
} loc(#f2)

// -----

// Its function has no line, so its first one counts.
#f5 = loc(fused<{tracemark.from = loc("a.py":2:1), tracemark.stage = "s"}>["l/s/f.mlir":5:3])
#g4 = loc(fused<{tracemark.from = loc("b.py":2:2), tracemark.stage = "s"}>["l/s/g.mlir":4:3])
// CHECK-LABEL: func.func @no_line
func.func @no_line(%arg0: i32 loc(unknown)) {
  // CHECK-NEXT: arith.addi {{.*}}["l/s/f.mlir":5:3])
  %0 = arith.addi %arg0, %arg0 : i32 loc(#f5)
  // CHECK-NEXT: arith.muli {{.*}}["l/s/g.mlir":4:3])
  %1 = arith.muli %arg0, %arg0 : i32 loc(#g4)
  // CHECK-NEXT: return {{.*}}["l/s/f.mlir":5:3])
  return loc(unknown)
// CHECK-NEXT: } loc({{.*}}["l/s/f.mlir":5:3])
} loc(unknown)

// -----

// CHECK-LABEL: func.func @not_listed
func.func @not_listed(%arg0: i32 loc("a.py":1:1)) {
  // CHECK-NEXT: arith.muli {{.*}} loc("layer.py":4:3)
  %1 = arith.muli %arg0, %arg0 : i32 loc("layer.py":4:3)
  // CHECK-NEXT: arith.subi {{.*}}["layer.py":4:3])
  %2 = arith.subi %arg0, %arg0 : i32 loc(unknown)
  // CHECK-NEXT: return loc("a.py":2:1)
  return loc("a.py":2:1)
} loc("a.py":1:1)
