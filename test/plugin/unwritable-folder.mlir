// A folder that cannot be written is refused with path and reason before any output is written.
// RUN: rm -rf %t && mkdir -p %t && cd %t && touch %t/file
// RUN: not %tracemark-opt %s --source-listing-after=cse --source-listing-to=%t/file --pass-pipeline='builtin.module(cse)' -o %t/out 2>&1 | FileCheck %s --check-prefix=FILE
// RUN: not ls %t/out
// FILE: error: {{.*}}file'{{.*}}: Not a directory
// FILE-NOT: error

// RUN: not %tracemark-opt %s --source-listing-after=cse --source-listing-to=/proc/listings --pass-pipeline='builtin.module(cse)' -o %t/out 2>&1 | FileCheck %s --check-prefix=PROC
// RUN: not ls %t/out
// PROC: error: {{.*}}'/proc/listings'{{.*}}: No such file or directory

func.func @kept() {
  return
}
