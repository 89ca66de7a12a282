// The plugin loads into the stock mlir-opt and leaves the program alone; given twice it is loaded once.
// RUN: %tracemark-opt %s | FileCheck %s
// RUN: %tracemark-opt %s --load-pass-plugin=%plugin 2>&1 | FileCheck %s

// CHECK-LABEL: func.func @kept
// CHECK-NEXT:    return
func.func @kept() {
  return
}
