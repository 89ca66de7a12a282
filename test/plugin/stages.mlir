// Which stages a flag can ask for: a pass before or after which something is listed, at whatever depth it runs; every pass;
// the program before the first one.
// DEFINE: %{pipeline} = builtin.module(func.func(canonicalize,cse),builtin.module(func.func(cse)),inline,gpu.module(gpu.func(cse),canonicalize))
// RUN: rm -rf %t && mkdir -p %t && cd %t

// `inline` runs canonicalize on the callables by pipelines of its own, on those it inlined into twice.
// RUN: %tracemark-opt %s --source-listing-after=all --pass-pipeline='%{pipeline}' -o /dev/null
// RUN: %python %inputs/list_records.py listings | FileCheck %s --check-prefix=ALL
// RUN: %python %source/scripts/check_manifest.py listings
// RUN: rm -rf listings
// RUN: %tracemark-opt %s --mlir-disable-threading --source-listing-after=all --source-listing-to=serial --pass-pipeline='%{pipeline}' -o /dev/null
// RUN: %tracemark-opt %s --source-listing-after=all --pass-pipeline='%{pipeline}' -o /dev/null
// RUN: %python %inputs/list_records.py listings > listings.txt
// RUN: %python %inputs/list_records.py serial | diff listings.txt -
// ALL:      canonicalize f {{.*}}
// ALL-NEXT: canonicalize g {{.*}}
// ALL-NEXT: canonicalize#2 f {{.*}}
// ALL-NEXT: canonicalize#2 g {{.*}}
// ALL-NEXT: canonicalize#2 inner.h {{.*}}
// ALL-NEXT: canonicalize#2 kernels.k {{.*}}
// ALL-NEXT: canonicalize#3 f {{.*}}
// ALL-NEXT: canonicalize#4 kernels {{.*}}
// ALL-NEXT: cse f {{.*}}
// ALL-NEXT: cse g {{.*}}
// ALL-NEXT: cse inner.h {{.*}}
// ALL-NEXT: cse#2 kernels.k {{.*}}
// ALL-NEXT: inline builtin.module {{.*}}
// ALL-NEXT: inline f {{.*}}
// ALL-NEXT: inline g {{.*}}
// ALL-NEXT: inline inner.h {{.*}}
// ALL-NEXT: inline kernels.k {{.*}}
// ALL-NOT: {{.}}

// Before a pass, and both sides of one; what does not change is one file for both.
// RUN: rm -rf listings
// RUN: %tracemark-opt %s --source-listing-before='canonicalize#1,cse#2' --source-listing-after='canonicalize#1' --pass-pipeline='%{pipeline}' -o /dev/null
// RUN: %python %inputs/list_records.py listings | FileCheck %s --check-prefix=BEFORE
// RUN: FileCheck %s --check-prefix=TEXT --input-file=listings/before-canonicalize/f.mlir
// RUN: not grep addi listings/canonicalize/f.mlir
// RUN: FileCheck %s --check-prefix=RECORD --input-file=listings/manifest.jsonl
// BEFORE:      before-canonicalize f {{.*}}
// BEFORE-NEXT: before-canonicalize g before-canonicalize/g.mlir
// BEFORE-NEXT: before-cse#2 kernels.k {{.*}}
// BEFORE-NEXT: canonicalize f {{.*}}
// BEFORE-NEXT: canonicalize g before-canonicalize/g.mlir
// BEFORE-NOT: {{.}}
// TEXT: arith.addi
// RECORD: "stage":"before-cse#2","argument":"cse","occurrence":2

// What did not change keeps the locations of the listing before; that of the function tells of both stages.
// RUN: %tracemark-opt %s --source-listing-before=cse --source-listing-after=cse --pass-pipeline='builtin.module(cse)' \
// RUN:   --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s --check-prefix=NESTED
// NESTED: call @g{{.*}} loc(fused<loc("{{[^"]*}}stages.mlir":{{[0-9:]+}})>["listings/before-cse/f.mlir":{{[0-9:]+}}])
// NESTED: } loc(fused<{tracemark.from = loc(fused<loc("{{[^"]*}}stages.mlir":{{[0-9:]+}})>["listings/before-cse/f.mlir":1:1]), tracemark.stage = "cse"}>["listings/before-cse/f.mlir":1:1])

// Every pass, before it; the input; the same words in the variables.
// RUN: rm -rf listings
// RUN: %tracemark-opt %s --source-listing-before=all --source-listing-after=input --pass-pipeline='builtin.module(func.func(cse),cse)' -o /dev/null
// RUN: %python %inputs/list_records.py listings | FileCheck %s --check-prefix=INPUT
// RUN: rm -rf listings
// RUN: env TRACEMARK_SOURCE_LISTING_BEFORE=all TRACEMARK_SOURCE_LISTING_AFTER=input \
// RUN:   %tracemark-opt %s --pass-pipeline='builtin.module(func.func(cse),cse)' -o /dev/null
// RUN: %python %inputs/list_records.py listings | FileCheck %s --check-prefix=INPUT
// INPUT:      before-cse f {{.*}}
// INPUT-NEXT: before-cse g {{.*}}
// INPUT-NEXT: before-cse#2 builtin.module {{.*}}
// INPUT-NEXT: before-cse#2 f {{.*}}
// INPUT-NEXT: before-cse#2 g {{.*}}
// INPUT-NEXT: before-cse#2 inner.h {{.*}}
// INPUT-NEXT: before-cse#2 kernels.k {{.*}}
// INPUT-NEXT: input builtin.module {{.*}}
// INPUT-NEXT: input f {{.*}}
// INPUT-NEXT: input g {{.*}}
// INPUT-NEXT: input inner.h {{.*}}
// INPUT-NEXT: input kernels.k {{.*}}
// INPUT-NOT: {{.}}

// What cannot be is refused; what was not reached is said of each flag.
// RUN: not %tracemark-opt %s --source-listing-before=changed --pass-pipeline='builtin.module(cse)' 2>&1 | FileCheck %s --check-prefix=SIDE
// RUN: not %tracemark-opt %s --source-listing-before=input --pass-pipeline='builtin.module(cse)' 2>&1 | FileCheck %s --check-prefix=SIDE
// RUN: not %tracemark-opt %s --source-listing-before=csee --pass-pipeline='builtin.module(cse)' 2>&1 | FileCheck %s --check-prefix=CSEE
// RUN: not %tracemark-opt %s --source-listing-after='all#2' --pass-pipeline='builtin.module(cse)' 2>&1 | FileCheck %s --check-prefix=ALL2
// RUN: %tracemark-opt %s --source-listing-before='sccp,cse' --source-listing-after='cse,cse#2' --pass-pipeline='builtin.module(cse)' -o /dev/null 2>&1 \
// RUN:   | FileCheck %s --check-prefix=UNREACHED
// SIDE: error: the stage '{{changed|input}}' can only be asked for as one 'after', not as one 'before'
// CSEE: error: no pass is registered as 'csee'; did you mean 'cse'?
// ALL2: error: no pass is registered as 'all'
// UNREACHED: warning: --source-listing-after: 'cse#2': no such stage was reached; stages seen: cse
// UNREACHED: warning: --source-listing-before: 'sccp': no such stage was reached; stages seen: cse

func.func @f(%arg0: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %0 = arith.addi %arg0, %c0 : i32
  call @g() : () -> ()
  return %0 : i32
}
func.func @g() {
  return
}
module @inner {
  func.func @h() {
    return
  }
}
gpu.module @kernels {
  gpu.func @k() kernel {
    gpu.return
  }
}
