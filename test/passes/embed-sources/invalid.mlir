// What cannot be embedded is said once, with the path and the reason.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: not %tracemark-opt %s --pass-pipeline='builtin.module(tracemark-embed-sources)' -o out.mlir 2>&1 \
// RUN:   | FileCheck %s --check-prefix=NOTHING
// RUN: not %tracemark-opt %s --pass-pipeline='builtin.module(func.func(tracemark-source-listing{stage=one}),tracemark-embed-sources{stage=other})' 2>&1 \
// RUN:   | FileCheck %s --check-prefix=STAGE

// It may be wanted only where there is a listing.
// RUN: %tracemark-opt %s --pass-pipeline='builtin.module(tracemark-embed-sources{optional=true})' | FileCheck %s --check-prefix=OPTIONAL
// RUN: %tracemark-opt %s --pass-pipeline='builtin.module(tracemark-embed-sources{optional=true as=global})' | FileCheck %s --check-prefix=OPTIONAL
// OPTIONAL-NOT: tracemark
// OPTIONAL: func.func @main(
// OPTIONAL-NOT: tracemark

// The locations are kept in a file; then the folder changes.
// RUN: %tracemark-opt %s --pass-pipeline='builtin.module(func.func(tracemark-source-listing))' --emit-bytecode -o m.mlirbc
// RUN: cp -r listings whole
// RUN: echo '// edited' >> listings/tracemark-source-listing/main.mlir
// RUN: not %tracemark-opt m.mlirbc --pass-pipeline='builtin.module(tracemark-embed-sources)' 2>&1 | FileCheck %s --check-prefix=CHANGED
// RUN: rm listings/tracemark-source-listing/main.mlir
// RUN: not %tracemark-opt m.mlirbc --pass-pipeline='builtin.module(tracemark-embed-sources)' 2>&1 | FileCheck %s --check-prefix=MISSING
// RUN: mkdir listings/tracemark-source-listing/main.mlir
// RUN: not %tracemark-opt m.mlirbc --pass-pipeline='builtin.module(tracemark-embed-sources)' 2>&1 | FileCheck %s --check-prefix=FOLDER
// RUN: rm whole/manifest.jsonl
// RUN: not %tracemark-opt m.mlirbc --pass-pipeline='builtin.module(tracemark-embed-sources{from=whole})' 2>&1 | FileCheck %s --check-prefix=MANIFEST
// RUN: echo 'cut {"stage":' > whole/manifest.jsonl
// RUN: not %tracemark-opt m.mlirbc --pass-pipeline='builtin.module(tracemark-embed-sources{from=whole})' 2>&1 | FileCheck %s --check-prefix=RECORD
// RUN: not ls out.mlir

// NOTHING: error: no location points to a listing: there is nothing to embed
// NOTHING-NOT: error
// STAGE: error: no location has recorded the stage 'other'; recorded: 'one'
// CHANGED: error: the listing 'listings/tracemark-source-listing/main.mlir' was changed since it was written: the manifest has the hash '[[HASH:[0-9a-f]{16}]]', the file '
// CHANGED-NOT: [[HASH]]
// CHANGED-NOT: error
// MISSING: error: cannot read the listing 'listings/tracemark-source-listing/main.mlir': No such file or directory
// FOLDER: error: cannot read the listing 'listings/tracemark-source-listing/main.mlir': Is a directory
// MANIFEST: error: cannot read the manifest 'whole/manifest.jsonl': No such file or directory
// RECORD: error: the manifest 'whole/manifest.jsonl' has no record of 'tracemark-source-listing/main.mlir' with the stage 'tracemark-source-listing'
func.func @main(%a: f32) -> f32 {
  return %a : f32
}
