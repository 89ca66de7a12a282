// Options round-trip and bad values are refused.
// RUN: %tracemark-opt %s --pass-pipeline='builtin.module(tracemark-outline-dispatches)' --dump-pass-pipeline 2>&1 | FileCheck %s --check-prefix=DEFAULT
// RUN: %tracemark-opt %s --pass-pipeline='builtin.module(tracemark-outline-dispatches{fuse=none})' --dump-pass-pipeline 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not %tracemark-opt %s --pass-pipeline='builtin.module(tracemark-outline-dispatches{fuse=all})' 2>&1 | FileCheck %s --check-prefix=BAD
// RUN: not %tracemark-opt %s --pass-pipeline='builtin.module(func.func(tracemark-outline-dispatches))' 2>&1 | FileCheck %s --check-prefix=ANCHOR

// DEFAULT: {{^ *}}tracemark-outline-dispatches{fuse=elementwise}{{$}}
// NONE: {{^ *}}tracemark-outline-dispatches{fuse=none}{{$}}
// BAD: expects one of 'elementwise', 'none', found 'all'
// ANCHOR: restricted to 'builtin.module'
func.func @nothing() {
  return
}
