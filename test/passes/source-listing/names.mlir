// Symbols become file names that are safe; equal names of other content get a hash, equal content is one file.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %tracemark-opt %s -o /dev/null --mlir-disable-threading \
// RUN:   --pass-pipeline='builtin.module(builtin.module(func.func(tracemark-source-listing{to=l/ stage=../x#2}),tracemark-source-listing{to=l stage=m}))'
// RUN: find l -type f | env LC_ALL=C sort | FileCheck %s
// A second run finds its files and adds none.
// RUN: %tracemark-opt %s -o /dev/null --mlir-disable-threading \
// RUN:   --pass-pipeline='builtin.module(builtin.module(func.func(tracemark-source-listing{to=l stage=../x#2}),tracemark-source-listing{to=l stage=m}))'
// RUN: find l -type f | env LC_ALL=C sort | FileCheck %s
// RUN: %python %source/scripts/check_manifest.py l

// Names that are taken: in the folder, or by Windows.
// RUN: %tracemark-opt %s -o /dev/null --mlir-disable-threading \
// RUN:   --pass-pipeline='builtin.module(tracemark-source-listing{to=t stage=manifest.jsonl only=aux},tracemark-source-listing{to=t stage=in-flight only=aux},tracemark-source-listing{to=t stage=NUL only=aux},tracemark-source-listing{to=t stage=a. only=aux})'
// RUN: find t -type f | env LC_ALL=C sort | FileCheck %s --check-prefix=TAKEN
// RUN: %python %source/scripts/check_manifest.py t

//      TAKEN: t/%4EUL/%61ux.mlir
// TAKEN-NEXT: t/%69n-flight/%61ux.mlir
// TAKEN-NEXT: t/%6Danifest.jsonl/%61ux.mlir
// TAKEN-NEXT: t/a%2E/%61ux.mlir
// TAKEN-NEXT: t/manifest.jsonl
//  TAKEN-NOT: {{.}}

//      CHECK: l/%2E.%2Fx#2/%2Fetc%2Fpasswd.mlir
// CHECK-NEXT: l/%2E.%2Fx#2/F.mlir
// CHECK-NEXT: l/%2E.%2Fx#2/f.{{[0-9a-f]+}}.mlir
// CHECK-NEXT: l/%2E.%2Fx#2/f.mlir
// CHECK-NEXT: l/%2E.%2Fx#2/{{[long]+}}-{{[0-9a-f]+}}.mlir
// CHECK-NEXT: l/%2E.%2Fx#2/named.%2E.%20%C3%A9%25.mlir
// CHECK-NEXT: l/m/module.{{[0-9a-f]+}}.mlir
// CHECK-NEXT: l/m/module.mlir
// CHECK-NEXT: l/m/named.mlir
// CHECK-NEXT: l/manifest.jsonl
//  CHECK-NOT: {{.}}
module {
  func.func @f() {
    return
  }
  func.func @F() {
    return
  }
  func.func @"/etc/passwd"() {
    return
  }
  func.func @longlonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglong() {
    return
  }
}
module {
  func.func @f() {
    %0 = arith.constant 1 : i32
    return
  }
}
module {
  func.func @f() {
    %0 = arith.constant 1 : i32
    return
  }
}
module @named {
  func.func @".. é%"() {
    return
  }
}
func.func @aux() {
  return
}
