// What is shown is a choice: the stage recorded last, a stage by its label, or what was there before; each run keeps the
// chain, so that another choice follows.
// RUN: %tracemark-opt %s --mlir-print-debuginfo --mlir-print-local-scope \
// RUN:   --pass-pipeline='builtin.module(tracemark-select-locations{stage=s})' > %t.s
// RUN: FileCheck %s --check-prefix=S --input-file=%t.s
// RUN: %tracemark-opt %t.s --mlir-print-debuginfo --mlir-print-local-scope \
// RUN:   --pass-pipeline='builtin.module(tracemark-select-locations{stage=original})' > %t.original
// RUN: FileCheck %s --check-prefix=ORIGINAL --input-file=%t.original
// RUN: %tracemark-opt %t.original --mlir-print-debuginfo --mlir-print-local-scope \
// RUN:   --pass-pipeline='builtin.module(tracemark-select-locations)' > %t.latest
// RUN: FileCheck %s --check-prefix=LATEST --input-file=%t.latest
// RUN: %tracemark-opt %s --mlir-print-debuginfo --mlir-print-local-scope \
// RUN:   --pass-pipeline='builtin.module(tracemark-select-locations)' | diff %t.latest -
// RUN: not %tracemark-opt %s --pass-pipeline='builtin.module(tracemark-select-locations{stage=u})' 2>&1 \
// RUN:   | FileCheck %s --check-prefix=MISSING
// RUN: not %tracemark-opt %s --pass-pipeline='builtin.module(strip-debuginfo,tracemark-select-locations{stage=s})' 2>&1 \
// RUN:   | FileCheck %s --check-prefix=NONE

// MISSING: error: no location has recorded the stage 'u'; recorded: 's', 't#2'
// NONE: error: no location has recorded the stage 's'; recorded: none

// The stage is the folder's name, or what the location says: the file of t#2 is one that u had written before.
#s = loc(fused<loc("a.py":1:1)>["l/s/f.mlir":2:3])
#t = loc(fused<{tracemark.from = #s, tracemark.stage = "t#2"}>["l/u/f.mlir":4:3])

// S-LABEL: func.func @f
// ORIGINAL-LABEL: func.func @f
// LATEST-LABEL: func.func @f
func.func @f() {
  // S-NEXT: constant 1 : i32 loc(fused<{tracemark.from = loc(fused<{{.*}}>["l/u/f.mlir":4:3]), tracemark.selected = 0 : i32}>["l/s/f.mlir":2:3])
  // ORIGINAL-NEXT: constant 1 : i32 loc(fused<{tracemark.from = loc(fused<{{.*}}>["l/u/f.mlir":4:3]), tracemark.selected = 0 : i32}>["a.py":1:1])
  // LATEST-NEXT: constant 1 : i32 loc(fused<{tracemark.from = loc(fused<{{.*}}>["l/s/f.mlir":2:3]), tracemark.stage = "t#2"}>["l/u/f.mlir":4:3])
  %0 = arith.constant 1 : i32 loc(#t)
  // S-NEXT: constant 2 : i32 loc(fused<loc("a.py":1:1)>["l/s/f.mlir":2:3])
  // ORIGINAL-NEXT: constant 2 : i32 loc({{.*}}["a.py":1:1])
  // LATEST-NEXT: constant 2 : i32 loc(fused<loc("a.py":1:1)>["l/s/f.mlir":2:3])
  %1 = arith.constant 2 : i32 loc(#s)
  // What something else made is of no stage, whatever its metadata: no listing, no folder, no line.
  // S-NEXT: constant 3 : i32 loc({{.*}}["l/s/f.mlir":2:3])
  // ORIGINAL-NEXT: constant 3 : i32 loc(fused<loc("a.py":3:3)>["l/s/f.py":3:4])
  // LATEST-NEXT: constant 3 : i32 loc(fused<loc("a.py":3:3)>["l/s/f.py":3:4])
  %2 = arith.constant 3 : i32 loc(fused<loc("a.py":3:3)>["l/s/f.py":3:4])
  // S-NEXT: constant 4 : i32 loc({{.*}}["l/s/f.mlir":2:3])
  // ORIGINAL-NEXT: constant 4 : i32 loc(fused<loc("a.py":4:3)>["f.mlir":4:4])
  // LATEST-NEXT: constant 4 :
  %3 = arith.constant 4 : i32 loc(fused<loc("a.py":4:3)>["f.mlir":4:4])
  // S-NEXT: constant 5 : i32 loc({{.*}}["l/s/f.mlir":2:3])
  // ORIGINAL-NEXT: constant 5 : i32 loc(fused<{tracemark.from = loc(fused<loc("a.py":5:3)>["f.py":5:4, "l/s/f.mlir":5:5]), tracemark.selected = 0 : i32}>["f.py":5:4])
  // LATEST-NEXT: constant 5 :
  %4 = arith.constant 5 : i32 loc(fused<loc("a.py":5:3)>["f.py":5:4, "l/s/f.mlir":5:5])
  // An operation that was not there at the stage has its neighbour's line.
  // S-NEXT: return loc({{.*}}tracemark.from = loc("a.py":9:9), tracemark.selected = 0 : i32}>["l/s/f.mlir":2:3])
  // ORIGINAL-NEXT: return loc("a.py":9:9)
  // LATEST-NEXT: return loc("a.py":9:9)
  return loc("a.py":9:9)
} loc(#t)
