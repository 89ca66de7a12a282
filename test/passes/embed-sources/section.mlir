// What lands in the object is what docs/sources.md says: several stages, entries with odd names, two modules linked.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %tracemark-opt %s --pass-pipeline='builtin.module(func.func(tracemark-source-listing{stage=one},tracemark-source-listing{stage=two},canonicalize,tracemark-source-listing{stage=three}),tracemark-embed-sources{as=global})' -o a.mlir
// RUN: %tracemark-opt %s --pass-pipeline='builtin.module(func.func(tracemark-source-listing{stage=one}),tracemark-embed-sources{as=global})' -o b.mlir
// RUN: sh -e -c 'for m in a b; do (echo "module {"; sed -n "/llvm.mlir.global internal constant/,\$p" $m.mlir) | mlir-translate --mlir-to-llvmir | llc -filetype=obj -o $m.o; done'
// RUN: llvm-objcopy --dump-section=.tracemark_sources=a.section a.o
// RUN: llvm-objcopy --dump-section=.tracemark_sources=b.section b.o
// RUN: %python %inputs/check_sources.py a.section 1 6 .
// RUN: %python %inputs/check_sources.py b.section 1 2 .
// RUN: sh -c 'cat a.section b.section; head -c 5 /dev/zero; cat b.section' > section
// RUN: %python %inputs/check_sources.py section 3 10 .
// RUN: llvm-readelf --sections --wide a.o | FileCheck %s
// CHECK: .tracemark_sources PROGBITS {{.*}} AR {{.*}} 1
func.func @main(%a: f32) -> f32 attributes {note = "\"\\\C3\A9\01\FF"} {
  %0 = call @"é/..%"(%a) : (f32) -> f32
  return %0 : f32
}
func.func private @"é/..%"(%a: f32) -> f32 {
  %unused = arith.addf %a, %a : f32
  return %a : f32
}
