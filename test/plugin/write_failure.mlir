// What cannot be written while a flag asks for listings is a warning, once for all functions: the compile goes on, its
// output is as without the flag.
// RUN: rm -rf %t && mkdir -p %t/out/manifest.jsonl && cd %t
// RUN: %tracemark-opt %s --source-listing-after=cse --source-listing-to=out --pass-pipeline='builtin.module(func.func(cse,cse))' \
// RUN:   --mlir-print-debuginfo -o with.mlir 2> err
// RUN: FileCheck %s --input-file=err
// RUN: grep -c fused with.mlir | FileCheck %s --check-prefix=ONE

// CHECK: warning: cannot write manifest 'out/manifest.jsonl': Is a directory; no more listings are written
// CHECK-NOT: {{warning|error}}:

// Only the module's location is another one (the compile directory).
// ONE: 1

func.func @a() {
  return
}
func.func @b() {
  return
}
func.func @c() {
  return
}
