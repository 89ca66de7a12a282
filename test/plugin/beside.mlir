// What of mlir-opt looks at passes too works beside the listings, and prints what it prints without them.
// DEFINE: %{pipeline} = --pass-pipeline='builtin.module(func.func(canonicalize),cse)'
// DEFINE: %{listed} = %tracemark-opt %s -o /dev/null %{pipeline} --source-listing-after=canonicalize,cse --source-listing-to=now
// DEFINE: %{plain} = %tracemark-opt %s -o /dev/null %{pipeline}
// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: %tracemark-opt %s -o /dev/null %{pipeline} --source-listing-after=canonicalize,cse --source-listing-to=alone
// RUN: %python %inputs/list_records.py alone > alone.txt
// RUN: FileCheck %s --check-prefix=ALONE --input-file=alone.txt
// ALONE: canonicalize f canonicalize/f.mlir
// ALONE: cse f cse/f.mlir
// ALONE: cse g canonicalize/g.mlir

// RUN: %{listed} --mlir-timing 2>&1 | FileCheck %s --check-prefix=TIMING
// RUN: %python %inputs/list_records.py now | diff alone.txt - && rm -rf now
// TIMING: Execution time report
// TIMING: Canonicalizer
// RUN: %{listed} --mlir-pass-statistics 2>&1 | FileCheck %s --check-prefix=STATISTICS
// RUN: %python %inputs/list_records.py now | diff alone.txt - && rm -rf now
// STATISTICS: Pass statistics report

// RUN: %{plain} --mlir-disable-threading --mlir-print-ir-after-all --mlir-print-ir-before=cse 2> expected
// RUN: %{listed} --mlir-disable-threading --mlir-print-ir-after-all --mlir-print-ir-before=cse 2> found
// RUN: diff expected found
// RUN: %python %inputs/list_records.py now | diff alone.txt - && rm -rf now
// RUN: %{plain} --mlir-disable-threading --mlir-print-ir-after-all --mlir-print-ir-module-scope 2> expected
// RUN: %{listed} --mlir-disable-threading --mlir-print-ir-after-all --mlir-print-ir-module-scope 2> found
// RUN: diff expected found
// RUN: %python %inputs/list_records.py now | diff alone.txt - && rm -rf now
// RUN: %{plain} --mlir-print-ir-after-all --mlir-print-ir-tree-dir=expected-tree
// RUN: %{listed} --mlir-print-ir-after-all --mlir-print-ir-tree-dir=found-tree
// RUN: diff -r expected-tree found-tree
// RUN: %python %inputs/list_records.py now | diff alone.txt - && rm -rf now
// --mlir-print-ir-after-change takes new locations for a change; with `keep` there are none.
// RUN: %{plain} --mlir-disable-threading --mlir-print-ir-after-all --mlir-print-ir-after-change 2> expected
// RUN: %{listed} --mlir-disable-threading --mlir-print-ir-after-all --mlir-print-ir-after-change 2>&1 | FileCheck %s --check-prefix=CHANGE
// RUN: rm -rf now
// RUN: %{listed} --source-listing-locations=keep --mlir-disable-threading --mlir-print-ir-after-all --mlir-print-ir-after-change 2> found
// RUN: diff expected found
// RUN: %python %inputs/list_records.py now | diff alone.txt - && rm -rf now
// CHANGE: IR Dump After Canonicalizer
// CHANGE-NEXT: func.func @f
// CHANGE: IR Dump After Canonicalizer
// CHANGE-NEXT: func.func @g

// A reproducer of a failure has the whole pipeline, and what was listed before is there.
// RUN: not %tracemark-opt %s -o out --source-listing-after=canonicalize --source-listing-to=now \
// RUN:   --pass-pipeline='builtin.module(func.func(canonicalize),tracemark-select-locations{stage=none})' \
// RUN:   --mlir-pass-pipeline-crash-reproducer=reproducer.mlir 2>&1 | FileCheck %s --check-prefix=FAILURE
// RUN: FileCheck %s --check-prefix=REPRODUCER --input-file=reproducer.mlir
// RUN: not %tracemark-opt reproducer.mlir --run-reproducer 2>&1 | FileCheck %s --check-prefix=AGAIN
// RUN: %python %inputs/list_records.py now | FileCheck %s --check-prefix=LISTED
// RUN: rm -rf now
// RUN: not %tracemark-opt %s -o out --mlir-disable-threading --source-listing-after=canonicalize --source-listing-to=now \
// RUN:   --pass-pipeline='builtin.module(func.func(canonicalize),tracemark-select-locations{stage=none})' \
// RUN:   --mlir-pass-pipeline-crash-reproducer=reproducer.mlir --mlir-pass-pipeline-local-reproducer 2>&1 | FileCheck %s --check-prefix=FAILURE
// RUN: %python %inputs/list_records.py now | FileCheck %s --check-prefix=LISTED
// FAILURE: error: no location has recorded the stage 'none'
// FAILURE: Failures have been detected while processing an MLIR pass pipeline
// REPRODUCER: func.func @f
// REPRODUCER: pipeline: "builtin.module(func.func(canonicalize{{.*}}tracemark-select-locations{stage=none})"
// AGAIN: error: no location has recorded the stage 'none'
// LISTED: canonicalize f canonicalize/f.mlir
// LISTED: canonicalize g canonicalize/g.mlir

// Other handlers of actions take the place of ours: that is said, and they see every pass. MLIR's write from all threads at once.
// RUN: rm -rf now
// RUN: %{listed} --mlir-disable-threading --log-actions-to=log 2>&1 | FileCheck %s --check-prefix=TAKEN
// RUN: FileCheck %s --check-prefix=LOG --input-file=log
// RUN: %{listed} --mlir-disable-threading --profile-actions-to=profile.json 2>&1 | FileCheck %s --check-prefix=TAKEN
// RUN: FileCheck %s --check-prefix=PROFILE --input-file=profile.json
// RUN: not ls now
// TAKEN: warning: --source-listing-after: 'canonicalize', 'cse': no such stage was reached; stages seen: none (no pass ran, or another action handler, such as --log-actions-to
// LOG: running `Canonicalizer` on Operation `func.func`
// PROFILE: pass-execution

func.func @f(%arg0: i32) -> i32 {
  %0 = arith.muli %arg0, %arg0 : i32
  %1 = arith.muli %arg0, %arg0 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @g(%arg0: i32) -> i32 {
  return %arg0 : i32
}
