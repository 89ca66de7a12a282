// A stage that cannot be is refused: one message with the nearest pass, exit code not 0, no output, no folder.
// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: not %tracemark-opt %s --source-listing-after=csee --pass-pipeline='builtin.module(cse)' -o %t/out 2> %t/err
// RUN: FileCheck %s --check-prefix=CSEE --input-file=%t/err
// RUN: not ls %t/out
// RUN: not ls %t/listings
// CSEE: error: no pass is registered as 'csee'; did you mean 'cse'?
// CSEE-NOT: error

// Passes of this plugin are known to "did you mean" although the command line does not list them.
// RUN: not %tracemark-opt %s --source-listing-after=tracemark-source-listin --pass-pipeline='builtin.module(cse)' 2>&1 | FileCheck %s --check-prefix=OURS
// OURS: did you mean 'tracemark-source-listing'?

// RUN: not %tracemark-opt %s --source-listing-after=unrelated-thing --pass-pipeline='builtin.module(cse)' 2>&1 | FileCheck %s --check-prefix=FAR
// FAR: error: no pass is registered as 'unrelated-thing'{{$}}

// RUN: not %tracemark-opt %s --source-listing-after=buffer-deallocation-pipeline --pass-pipeline='builtin.module(cse)' 2>&1 | FileCheck %s --check-prefix=PIPELINE
// PIPELINE: error: 'buffer-deallocation-pipeline' is a pass pipeline

// RUN: not %tracemark-opt %s --source-listing-after='cse#0' --pass-pipeline='builtin.module(cse)' 2>&1 | FileCheck %s --check-prefix=NUMBER
// RUN: not %tracemark-opt %s --source-listing-after='cse#two' --pass-pipeline='builtin.module(cse)' 2>&1 | FileCheck %s --check-prefix=NUMBER
// RUN: not %tracemark-opt %s --source-listing-after='cse#' --pass-pipeline='builtin.module(cse)' 2>&1 | FileCheck %s --check-prefix=NUMBER
// NUMBER: error: expected a number from 1 to 999999999 behind '#' in the stage 'cse#

// The variable is checked like the flag, once for all chunks of a split file.
// RUN: not env TRACEMARK_SOURCE_LISTING_AFTER=csee %tracemark-opt %s --split-input-file --pass-pipeline='builtin.module(cse)' 2> %t/err
// RUN: FileCheck %s --check-prefix=CSEE --input-file=%t/err

func.func @first() {
  return
}

// -----

func.func @second() {
  return
}
