// The flags and variables for what is listed; globs that match nothing are said once, at the end.
// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: %tracemark-opt %s --source-listing-after=cse --source-listing-scope=module --pass-pipeline='builtin.module(cse)' -o /dev/null
// RUN: find listings -name '*.mlir' | FileCheck %s --check-prefix=MODULE
//      MODULE: listings/cse/module.mlir
//  MODULE-NOT: {{.}}

// RUN: rm -rf listings
// RUN: env TRACEMARK_SOURCE_LISTING_ONLY='g,no*' %tracemark-opt %s --source-listing-after=cse --source-listing-after=canonicalize \
// RUN:   --pass-pipeline='builtin.module(cse,func.func(canonicalize))' -o /dev/null 2>&1 | FileCheck %s --check-prefix=SAID
// RUN: %python %inputs/list_records.py listings | FileCheck %s --check-prefix=ONLY
// RUN: rm -rf listings
// RUN: %tracemark-opt %s --source-listing-after=cse --source-listing-after=canonicalize --source-listing-only=g --source-listing-only='no*' \
// RUN:   --pass-pipeline='builtin.module(cse,func.func(canonicalize))' -o /dev/null 2>&1 | FileCheck %s --check-prefix=SAID
// RUN: %python %inputs/list_records.py listings | FileCheck %s --check-prefix=ONLY
//      SAID: tracemark: warning: --source-listing-only: no entry point matches 'no*'
//  SAID-NOT: warning
//      ONLY: canonicalize g cse/g.mlir
// ONLY-NEXT: cse g cse/g.mlir
//  ONLY-NOT: {{.}}

// A stage that is not reached is said, not that no entry point was.
// RUN: %tracemark-opt %s --source-listing-after=sccp --source-listing-only=none --pass-pipeline='builtin.module(cse)' -o /dev/null 2>&1 \
// RUN:   | FileCheck %s --check-prefix=STAGE
//     STAGE: tracemark: warning: --source-listing-after: 'sccp': no such stage was reached
// STAGE-NOT: warning

// RUN: rm -rf listings
// RUN: not %tracemark-opt %s --source-listing-scope=file 2>&1 | FileCheck %s --check-prefix=VALUE
// RUN: not %tracemark-opt %s --source-listing-after=cse --source-listing-scope=module --source-listing-only=f \
// RUN:   --pass-pipeline='builtin.module(cse)' -o out 2>&1 | FileCheck %s --check-prefix=BOTH
// RUN: not ls out
// RUN: not %tracemark-opt %s --source-listing-after=cse --source-listing-scope=module --pass-pipeline='builtin.module(func.func(cse))' -o out 2>&1 \
// RUN:   | FileCheck %s --check-prefix=NESTED
// RUN: not ls out
// VALUE: for the --source-listing-scope option: expects one of 'auto', 'entry', 'module', found 'file'
// BOTH: error: expected no 'only', which selects entry points, for listings of scope 'module', found 'f'
// NESTED: error: expected a pass on the whole module for a listing of scope 'module', found 'cse' on a nested 'func.func'
// NESTED-NOT: error: expected

func.func @f() {
  return
}
func.func @g() {
  return
}
