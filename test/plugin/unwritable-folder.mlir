// A folder that cannot be written: one warning with path and reason, and the compile is what it is without the flag. With
// --source-listing-strict it is refused before any output is written.
// RUN: rm -rf %t && mkdir -p %t && cd %t && touch %t/file
// RUN: %tracemark-opt %s --mlir-print-debuginfo --pass-pipeline='builtin.module(func.func(cse),cse)' -o without
// RUN: %tracemark-opt %s --mlir-print-debuginfo --source-listing-after=cse --source-listing-to=%t/file \
// RUN:   --pass-pipeline='builtin.module(func.func(cse),cse)' -o with 2> err
// RUN: FileCheck %s --check-prefix=GOES-ON --input-file=err
// RUN: diff with without
// GOES-ON: warning: cannot write listings to folder '{{.*}}file': Not a directory; the compile goes on without
// GOES-ON-NOT: {{warning|error}}:

// RUN: not %tracemark-opt %s --source-listing-after=cse --source-listing-to=%t/file --source-listing-strict --pass-pipeline='builtin.module(cse)' -o %t/out 2>&1 | FileCheck %s --check-prefix=FILE
// RUN: not ls %t/out
// FILE: error: {{.*}}file'{{.*}}: Not a directory
// FILE-NOT: error

// The variable is as strict as the flag, and the flag wins.
// RUN: not env TRACEMARK_SOURCE_LISTING_STRICT=true %tracemark-opt %s --source-listing-after=cse --source-listing-to=/proc/listings --pass-pipeline='builtin.module(cse)' -o %t/out 2>&1 | FileCheck %s --check-prefix=PROC
// RUN: not ls %t/out
// PROC: error: {{.*}}'/proc/listings'{{.*}}: No such file or directory
// RUN: env TRACEMARK_SOURCE_LISTING_STRICT=true %tracemark-opt %s --source-listing-after=cse --source-listing-to=/proc/listings --source-listing-strict=false \
// RUN:   --pass-pipeline='builtin.module(cse)' -o %t/out 2>&1 | FileCheck %s --check-prefix=FLAG
// FLAG: warning: cannot write listings to folder '/proc/listings': No such file or directory

func.func @kept() {
  return
}
