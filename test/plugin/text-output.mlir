// Text without --mlir-print-debuginfo loses the locations that were pointed at listings: that is said once, where it is certain.
// DEFINE: %{opt} = %tracemark-opt %s --source-listing-after=cse
// DEFINE: %{cse} = --pass-pipeline='builtin.module(cse)' --split-input-file
// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: %{opt} %{cse} -o out 2> err
// RUN: FileCheck %s --input-file=err
// RUN: %{opt} %{cse} 2> err > out
// RUN: FileCheck %s --input-file=err
// CHECK: tracemark: warning: text output has no locations without --mlir-print-debuginfo: what reads it will know nothing of the listings
// CHECK-NOT: {{.}}

// Not with locations, nor where nothing is output, nor where no location was changed or no listing written.
// RUN: %{opt} %{cse} --mlir-print-debuginfo 2>&1 >out | count 0
// RUN: %{opt} %{cse} --emit-bytecode -o out 2>&1 | count 0
// RUN: %{opt} %{cse} -o /dev/null 2>&1 | count 0
// RUN: %{opt} %{cse} --source-listing-locations=keep 2>&1 >out | count 0
// RUN: not %{opt} --source-listing-after=csee %{cse} 2>&1 >out | FileCheck %s --check-prefix=REFUSED
// RUN: %tracemark-opt %s %{cse} 2>&1 >out | count 0
// REFUSED-NOT: text output

func.func @first() {
  return
}

// -----

func.func @second() {
  return
}
