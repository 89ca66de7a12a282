// A file or record that cannot be written fails the pass with one error that has path and reason, and the IR stays as it
// was.
// RUN: rm -rf %t && mkdir -p %t/manifest/manifest.jsonl && cd %t
// RUN: echo > blocked && mkdir stage && echo > stage/s
// RUN: not %tracemark-opt %s --pass-pipeline='builtin.module(func.func(tracemark-source-listing{to=blocked/l stage=s}))' 2>&1 \
// RUN:   | FileCheck %s --check-prefix=FOLDER
// RUN: not %tracemark-opt %s --mlir-print-debuginfo --mlir-print-local-scope --mlir-print-ir-after-failure \
// RUN:   --pass-pipeline='builtin.module(func.func(tracemark-source-listing{to=stage stage=s}))' 2>&1 \
// RUN:   | FileCheck %s --check-prefixes=IR,STAGE
// RUN: not %tracemark-opt %s --mlir-print-debuginfo --mlir-print-local-scope --mlir-print-ir-after-failure \
// RUN:   --pass-pipeline='builtin.module(func.func(tracemark-source-listing{to=manifest stage=s}))' 2>&1 \
// RUN:   | FileCheck %s --check-prefixes=IR,MANIFEST

// FOLDER: error: cannot write listings to folder 'blocked/l': Not a directory
// FOLDER-NOT: error
// STAGE: write_failure.mlir:[[#]]:1: error: cannot write listing 'stage/s/f.mlir': Not a directory
// STAGE-NOT: error
// MANIFEST: write_failure.mlir:[[#]]:1: error: cannot write manifest 'manifest/manifest.jsonl': Is a directory
// MANIFEST-NOT: error
// IR: func.func @f(%arg0: i32 loc("{{.*}}write_failure.mlir":[[#]]:14)) {
// IR: ^bb1(%{{.*}}: i32 loc("{{.*}}write_failure.mlir":[[#]]:6)):
// IR: return loc("{{.*}}write_failure.mlir":[[#]]:3)
// IR: } loc("{{.*}}write_failure.mlir":[[#]]:1)
func.func @f(%arg0: i32) {
  cf.br ^bb1(%arg0 : i32)
^bb1(%0: i32):
  return
}
