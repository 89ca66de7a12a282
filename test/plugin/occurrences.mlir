// Numbers of a pass's runs: counted over steps of the root operation, and within a step per operation, whatever
// thread was first. One record per function; where nothing has changed it names the earlier file.
// DEFINE: %{pipeline} = builtin.module(func.func(canonicalize,cse,canonicalize),canonicalize,func.func(canonicalize))
// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: %tracemark-opt %s --source-listing-after=canonicalize --pass-pipeline='%{pipeline}' -o /dev/null
// RUN: %python %inputs/list_records.py listings | FileCheck %s --check-prefix=ALL
// RUN: mv listings threads
// RUN: %tracemark-opt %s --mlir-disable-threading --source-listing-after=canonicalize --pass-pipeline='%{pipeline}' -o /dev/null
// RUN: rm listings/manifest.jsonl threads/manifest.jsonl && diff -r listings threads

// ALL:      canonicalize f canonicalize/f.mlir
// ALL-NEXT: canonicalize g canonicalize/g.mlir
// ALL-NEXT: canonicalize#2 f canonicalize/f.mlir
// ALL-NEXT: canonicalize#2 g canonicalize/g.mlir
// ALL-NEXT: canonicalize#3 f canonicalize/f.mlir
// ALL-NEXT: canonicalize#3 g canonicalize/g.mlir
// ALL-NEXT: canonicalize#4 f canonicalize/f.mlir
// ALL-NEXT: canonicalize#4 g canonicalize/g.mlir
// ALL-NOT:  canonicalize

// Flags repeat and take lists; what two of them ask for is written once.
// RUN: rm -rf listings
// RUN: %tracemark-opt %s --source-listing-after='canonicalize#3, cse' --source-listing-after='cse#1' --source-listing-to=out/deep --pass-pipeline='%{pipeline}' -o /dev/null
// RUN: find out -type f | sort | FileCheck %s --check-prefix=SOME
// RUN: %python %inputs/list_records.py out/deep | count 4
// SOME:      out/deep/cse/f.mlir
// SOME-NEXT: out/deep/cse/g.mlir
// SOME-NEXT: out/deep/manifest.jsonl
// SOME-NOT:  out

// The variables mean the same and flags win over them.
// RUN: rm -rf listings out
// RUN: env TRACEMARK_SOURCE_LISTING_AFTER=cse TRACEMARK_SOURCE_LISTING_TO=out %tracemark-opt %s --pass-pipeline='%{pipeline}' -o /dev/null
// RUN: find out -name '*.mlir' | sort | FileCheck %s --check-prefix=VARIABLE
// VARIABLE:      out/cse/f.mlir
// VARIABLE-NEXT: out/cse/g.mlir
// VARIABLE-NOT: out
// RUN: rm -rf out
// RUN: env TRACEMARK_SOURCE_LISTING_AFTER=cse TRACEMARK_SOURCE_LISTING_TO=out %tracemark-opt %s --source-listing-after='canonicalize#3' --source-listing-to=flag --pass-pipeline='%{pipeline}' -o /dev/null
// RUN: not ls out
// RUN: ls flag | FileCheck %s --check-prefix=FLAG
// FLAG: canonicalize#3
// FLAG-NEXT: manifest.jsonl

func.func @f() {
  return
}
func.func @g() {
  return
}
