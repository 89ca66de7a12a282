// The plugin loads into the stock mlir-opt and leaves the program alone. Given twice, or as a copy under
// another path, it is loaded once. Without a flag no hook is installed: the output with locations is the
// same, no folder appears, and an action log sees every pass.
// RUN: rm -rf %t && mkdir -p %t
// RUN: %tracemark-opt %s --pass-pipeline='builtin.module(cse)' | FileCheck %s
// RUN: %tracemark-opt %s --load-pass-plugin=%plugin 2>&1 | FileCheck %s --implicit-check-not=warning
// RUN: cp %plugin %t/copy.so
// RUN: cd %t && %tracemark-opt %s --load-pass-plugin=%t/copy.so --source-listing-after=cse --pass-pipeline='builtin.module(cse)' -o /dev/null
// RUN: ls %t/listings/cse | count 1
// RUN: rm -rf %t/listings
// RUN: cd %t && %tracemark-opt %s --mlir-print-debuginfo --pass-pipeline='builtin.module(cse)' > %t/with
// RUN: cd %t && %mlir-opt %s --mlir-print-debuginfo --pass-pipeline='builtin.module(cse)' > %t/without
// RUN: cmp %t/with %t/without
// RUN: not ls %t/listings
// RUN: cd %t && %tracemark-opt %s --log-actions-to=%t/log --pass-pipeline='builtin.module(cse)' -o /dev/null
// RUN: FileCheck %s --check-prefix=LOG --input-file=%t/log

// LOG: pass-execution
// LOG-SAME: CSE

// CHECK-LABEL: func.func @kept
// CHECK-NEXT:    return
func.func @kept() {
  return
}
