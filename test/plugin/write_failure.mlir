// A listing that a flag asks for and that cannot be written is a warning, said once for all functions; nothing more is
// written, and the compile is what it is without the flag, but for the module's own location (the compile directory).
// RUN: rm -rf %t && mkdir -p %t/out/manifest.jsonl && cd %t
// RUN: %tracemark-opt %s --mlir-print-debuginfo --pass-pipeline='builtin.module(func.func(cse,cse),cse)' -o without.mlir
// RUN: %tracemark-opt %s --mlir-print-debuginfo --source-listing-after=cse --source-listing-to=out \
// RUN:   --pass-pipeline='builtin.module(func.func(cse,cse),cse)' -o with.mlir 2> warned
// RUN: FileCheck %s --check-prefix=WARNED --input-file=warned
// RUN: grep -c fused with.mlir | FileCheck %s --check-prefix=ONE
// WARNED: warning: cannot write manifest 'out/manifest.jsonl': Is a directory; the compile goes on without
// WARNED-NOT: {{warning|error}}:

// With --source-listing-strict it is an error and fails the run: the step around it, or the one after it. Nothing is output.
// RUN: not %tracemark-opt %s --source-listing-after=cse --source-listing-strict --source-listing-to=out --pass-pipeline='builtin.module(func.func(cse,cse))' \
// RUN:   -o nested.mlir 2> nested
// RUN: FileCheck %s --input-file=nested
// RUN: not ls nested.mlir
// RUN: not %tracemark-opt %s --mlir-disable-threading --source-listing-after=cse --source-listing-strict --source-listing-to=out \
// RUN:   --pass-pipeline='builtin.module(func.func(cse))' -o serial.mlir 2> serial
// RUN: FileCheck %s --input-file=serial
// RUN: not ls serial.mlir
// RUN: not %tracemark-opt %s --source-listing-after=cse --source-listing-strict --source-listing-to=out --pass-pipeline='builtin.module(cse,canonicalize)' \
// RUN:   -o next.mlir 2> next
// RUN: FileCheck %s --input-file=next
// RUN: not ls next.mlir
// Before a pass it is the step itself that fails.
// RUN: not %tracemark-opt %s --source-listing-before=cse --source-listing-strict --source-listing-to=out --pass-pipeline='builtin.module(cse)' \
// RUN:   -o before.mlir 2> before
// RUN: FileCheck %s --input-file=before
// RUN: not ls before.mlir
// RUN: not %tracemark-opt %s --source-listing-after=input --source-listing-strict --source-listing-to=out --pass-pipeline='builtin.module(cse)' \
// RUN:   -o input.mlir 2> input
// RUN: FileCheck %s --input-file=input
// RUN: not ls input.mlir

// CHECK: error: cannot write manifest 'out/manifest.jsonl': Is a directory
// CHECK-NOT: {{warning|error}}:

// Behind the last pass the result is settled: the error is said, the output is complete, and as without the flag.
// RUN: %tracemark-opt %s --source-listing-after=cse --source-listing-strict --source-listing-to=out --pass-pipeline='builtin.module(cse)' \
// RUN:   --mlir-print-debuginfo > last.mlir 2> last
// RUN: FileCheck %s --input-file=last
// RUN: grep -c fused last.mlir | FileCheck %s --check-prefix=ONE

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
