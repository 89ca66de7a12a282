// With an operation around it a unit is one file. "module" is an error there: the module's other functions may be in
// flight.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %tracemark-opt %s -o /dev/null \
// RUN:   --pass-pipeline='builtin.module(func.func(tracemark-source-listing{to=l stage=f scope=entry}),builtin.module(tracemark-source-listing{to=l stage=m scope=entry}))'
// RUN: find l -name '*.mlir' | env LC_ALL=C sort | FileCheck %s --check-prefix=FILES
// RUN: not %tracemark-opt %s -o out.mlir --pass-pipeline='builtin.module(func.func(tracemark-source-listing{to=n stage=f scope=module}))' 2>&1 | FileCheck %s
// RUN: not %tracemark-opt %s -o out.mlir --pass-pipeline='builtin.module(builtin.module(tracemark-source-listing{to=n stage=f scope=module}))' 2>&1 | FileCheck %s --check-prefix=INNER
// RUN: not ls out.mlir n/f n/manifest.jsonl

//      FILES: l/f/f.mlir
// FILES-NEXT: l/m/inner.mlir
//  FILES-NOT: {{.}}

//      CHECK: scope_nested.mlir:[[# @LINE + 3]]:1: error: expected a pass on the whole module for a listing of scope 'module', found 'tracemark-source-listing' on a nested 'func.func'
//  CHECK-NOT: error
//      INNER: scope_nested.mlir:[[# @LINE + 4]]:1: error: expected a pass on the whole module for a listing of scope 'module', found 'tracemark-source-listing' on a nested 'builtin.module'
func.func @f() {
  return
}
module @inner {
  func.func @g() {
    return
  }
  func.func @h() {
    return
  }
}
