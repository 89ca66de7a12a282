// Options round-trip; an empty stage is refused.
// RUN: %tracemark-opt %s --dump-pass-pipeline \
// RUN:   --pass-pipeline='builtin.module(tracemark-select-locations,tracemark-select-locations{stage=original})' 2>&1 \
// RUN:   | FileCheck %s
// RUN: not %tracemark-opt %s --pass-pipeline='builtin.module(tracemark-select-locations{stage=})' 2>&1 \
// RUN:   | FileCheck %s --check-prefix=EMPTY

// CHECK: tracemark-select-locations{stage=latest}
// CHECK: tracemark-select-locations{stage=original}
// EMPTY: error: 'tracemark-select-locations' expects option 'stage' to be not empty
module {}
