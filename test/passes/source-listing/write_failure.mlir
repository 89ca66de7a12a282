// A file or record that cannot be written is a warning with path and reason, and the run goes on as if the pass were not
// there; with `strict` it is an error that fails the pass. The IR stays as it was in both.
// DEFINE: %{print} = --mlir-print-debuginfo --mlir-print-local-scope
// RUN: rm -rf %t && mkdir -p %t/manifest/manifest.jsonl && cd %t
// RUN: echo > blocked && mkdir stage && echo > stage/s
// RUN: seq -f "func.func @f%g() { return }" 50 > many.mlir
// RUN: %tracemark-opt %s %{print} --pass-pipeline='builtin.module()' -o without.mlir
// RUN: not %tracemark-opt %s --pass-pipeline='builtin.module(func.func(tracemark-source-listing{to=blocked/l stage=s strict}))' 2>&1 \
// RUN:   | FileCheck %s --check-prefix=FOLDER
// RUN: not %tracemark-opt %s %{print} --mlir-print-ir-after-failure \
// RUN:   --pass-pipeline='builtin.module(func.func(tracemark-source-listing{to=stage stage=s strict}))' 2>&1 \
// RUN:   | FileCheck %s --check-prefixes=IR,STAGE
// RUN: not %tracemark-opt %s %{print} --mlir-print-ir-after-failure \
// RUN:   --pass-pipeline='builtin.module(func.func(tracemark-source-listing{to=manifest stage=s strict}))' 2>&1 \
// RUN:   | FileCheck %s --check-prefixes=IR,MANIFEST

// RUN: %tracemark-opt %s %{print} -o with.mlir 2> err \
// RUN:   --pass-pipeline='builtin.module(func.func(tracemark-source-listing{to=stage stage=s}))'
// RUN: FileCheck %s --check-prefix=STAGE-GOES-ON --input-file=err
// RUN: diff without.mlir with.mlir
// RUN: %tracemark-opt %s %{print} -o with.mlir 2> err \
// RUN:   --pass-pipeline='builtin.module(func.func(tracemark-source-listing{to=manifest stage=s}))'
// RUN: FileCheck %s --check-prefix=MANIFEST-GOES-ON --input-file=err
// RUN: diff without.mlir with.mlir

// Of many functions, on however many threads, it is said once.
// RUN: %tracemark-opt many.mlir --pass-pipeline='builtin.module(func.func(tracemark-source-listing{to=blocked/l stage=s}))' \
// RUN:   -o many.out 2> err
// RUN: grep -c 'cannot write' err | FileCheck %s --check-prefix=ONCE
// RUN: %tracemark-opt many.mlir --pass-pipeline='builtin.module(func.func(tracemark-source-listing{to=stage stage=s}))' \
// RUN:   -o many.out 2> err
// RUN: grep -c 'cannot write' err | FileCheck %s --check-prefix=ONCE
// ONCE: {{^1$}}

// FOLDER: error: cannot write listings to folder 'blocked/l': Not a directory
// FOLDER-NOT: error
// STAGE: write_failure.mlir:[[#]]:1: error: cannot write listing 'stage/s/f.mlir': Not a directory
// STAGE-NOT: error
// MANIFEST: write_failure.mlir:[[#]]:1: error: cannot write manifest 'manifest/manifest.jsonl': Is a directory
// MANIFEST-NOT: error
// STAGE-GOES-ON: write_failure.mlir:[[#]]:1: warning: cannot write listing 'stage/s/f.mlir': Not a directory; the compile goes on without
// STAGE-GOES-ON-NOT: {{warning|error}}:
// MANIFEST-GOES-ON: write_failure.mlir:[[#]]:1: warning: cannot write manifest 'manifest/manifest.jsonl': Is a directory; the compile goes on without
// MANIFEST-GOES-ON-NOT: {{warning|error}}:
// IR: func.func @f(%arg0: i32 loc("{{.*}}write_failure.mlir":[[#]]:14)) {
// IR: ^bb1(%{{.*}}: i32 loc("{{.*}}write_failure.mlir":[[#]]:6)):
// IR: return loc("{{.*}}write_failure.mlir":[[#]]:3)
// IR: } loc("{{.*}}write_failure.mlir":[[#]]:1)
func.func @f(%arg0: i32) {
  cf.br ^bb1(%arg0 : i32)
^bb1(%0: i32):
  return
}
