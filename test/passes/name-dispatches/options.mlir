// RUN: %tracemark-opt %s --pass-pipeline='builtin.module(tracemark-name-dispatches)' --dump-pass-pipeline -o /dev/null 2>&1 | FileCheck %s --check-prefix=DEFAULTS
// DEFAULTS: tracemark-name-dispatches{entry=auto max-length=120 rename=internal style=descriptive tag=true}
// RUN: %tracemark-opt %s --pass-pipeline='builtin.module(tracemark-name-dispatches{entry=executable max-length=64 rename=none style=iree tag=false})' --dump-pass-pipeline -o /dev/null 2>&1 | FileCheck %s --check-prefix=GIVEN
// GIVEN: tracemark-name-dispatches{entry=executable max-length=64 rename=none style=iree tag=false}

// RUN: not %tracemark-opt %s --pass-pipeline='builtin.module(tracemark-name-dispatches{rename=some})' 2>&1 | FileCheck %s --check-prefix=RENAME
// RENAME: rename option: expects one of 'internal', 'all', 'none', found 'some'
// RUN: not %tracemark-opt %s --pass-pipeline='builtin.module(tracemark-name-dispatches{style=ordinal})' 2>&1 | FileCheck %s --check-prefix=STYLE
// STYLE: style option: expects one of 'descriptive', 'iree', found 'ordinal'
// RUN: not %tracemark-opt %s --pass-pipeline='builtin.module(tracemark-name-dispatches{entry=loop})' 2>&1 | FileCheck %s --check-prefix=ENTRY
// ENTRY: entry option: expects one of 'auto', 'executable', 'gpu', 'kernel', 'func', found 'loop'
// RUN: not %tracemark-opt %s --pass-pipeline='builtin.module(tracemark-name-dispatches{max-length=0})' 2>&1 | FileCheck %s --check-prefix=LENGTH
// LENGTH: 'tracemark-name-dispatches' expects option 'max-length' to be between 1 and 65536, found 0
// RUN: not %tracemark-opt %s --pass-pipeline='builtin.module(func.func(tracemark-name-dispatches))' 2>&1 | FileCheck %s --check-prefix=ANCHOR
// ANCHOR: error: 'tracemark-name-dispatches' expects an operation that defines a symbol table, found 'func.func'

// RUN: %tracemark-opt %s --pass-pipeline='builtin.module(tracemark-name-dispatches)' | FileCheck %s --check-prefix=INTERNAL
// RUN: %tracemark-opt %s --pass-pipeline='builtin.module(tracemark-name-dispatches{rename=all tag=false})' | FileCheck %s --check-prefix=ALL
// RUN: %tracemark-opt %s --pass-pipeline='builtin.module(tracemark-name-dispatches{rename=none})' | FileCheck %s --check-prefix=NONE
// RUN: %tracemark-opt %s --pass-pipeline='builtin.module(tracemark-name-dispatches{rename=all entry=kernel})' | FileCheck %s --check-prefix=KERNEL

// INTERNAL-LABEL: func.func @public(
// INTERNAL-SAME: tracemark.tag = "grammar=1 base=public root=exp
// ALL-LABEL: func.func @public_exp_4_f32(
// ALL-SAME: attributes {tracemark.name = "public_exp_4_f32"} {
// NONE-LABEL: func.func @public(
// NONE-SAME: attributes {tracemark.tag =
// KERNEL-LABEL: func.func @public(
func.func @public(%a: memref<4xf32>) {
  linalg.exp ins(%a : memref<4xf32>) outs(%a : memref<4xf32>)
  return
}

// INTERNAL-LABEL: func.func private @private_exp_4_f32(
// ALL-LABEL: func.func private @private_exp_4_f32(
// NONE-LABEL: func.func private @private(
// NONE-NOT: tracemark.name
// KERNEL-LABEL: func.func private @private(
func.func private @private(%a: memref<4xf32>) {
  linalg.exp ins(%a : memref<4xf32>) outs(%a : memref<4xf32>)
  return
}

// A kernel that some runtime finds by its name keeps it unless told.
// INTERNAL-LABEL: func.func @marked(
// ALL-LABEL: func.func @marked_exp_4_f32(
// KERNEL-LABEL: func.func @marked_exp_4_f32(
func.func @marked(%a: memref<4xf32>) attributes {rock.kernel} {
  linalg.exp ins(%a : memref<4xf32>) outs(%a : memref<4xf32>)
  return
}

// The host does no work of its own.
// INTERNAL-LABEL: func.func @host(%{{.*}}: memref<4xf32>) {
// INTERNAL: call @private_exp_4_f32(
// ALL-LABEL: func.func @host(%{{.*}}: memref<4xf32>) {
// ALL: call @private_exp_4_f32(
// NONE-LABEL: func.func @host(%{{.*}}: memref<4xf32>) {
// NONE: call @private(
func.func @host(%a: memref<4xf32>) {
  call @private(%a) : (memref<4xf32>) -> ()
  return
}
