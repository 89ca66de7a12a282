// What becomes of the locations: the listing's line around the former one, the line alone, or nothing. The files are the same.
// DEFINE: %{print} = --mlir-print-debuginfo --mlir-print-local-scope
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %tracemark-opt %s %{print} --pass-pipeline='builtin.module(func.func(tracemark-source-listing{to=fuse stage=s}))' \
// RUN:   | FileCheck %s --check-prefix=FUSE
// RUN: %tracemark-opt %s %{print} --pass-pipeline='builtin.module(func.func(tracemark-source-listing{to=replace stage=s locations=replace}))' \
// RUN:   | FileCheck %s --check-prefix=REPLACE
// RUN: %tracemark-opt %s %{print} --pass-pipeline='builtin.module(func.func(tracemark-source-listing{to=keep stage=s locations=keep}))' -o kept.mlir
// RUN: %tracemark-opt %s %{print} -o untouched.mlir
// RUN: diff kept.mlir untouched.mlir
// RUN: diff -r fuse/s replace/s && diff -r fuse/s keep/s
// The flag does the same; with `keep` the module has no compile directory either.
// RUN: %tracemark-opt %s %{print} --source-listing-after=cse --source-listing-to=replace --source-listing-locations=replace \
// RUN:   --pass-pipeline='builtin.module(func.func(cse))' | FileCheck %s --check-prefix=FLAG
// RUN: %tracemark-opt %s %{print} --source-listing-after=cse --source-listing-locations=keep \
// RUN:   --pass-pipeline='builtin.module(func.func(cse))' -o kept.mlir
// RUN: ls listings/cse/f.mlir
// RUN: diff kept.mlir untouched.mlir

// FUSE: func.func @f(%arg0: i32 loc(fused<loc("{{.*}}":[[#]]:14)>["fuse/s/f.mlir":1:1]))
// FUSE: return loc(fused<loc({{.*}})>["fuse/s/f.mlir":4:3])
// REPLACE: func.func @f(%arg0: i32 loc("replace/s/f.mlir":1:1))
// REPLACE: ^bb1(%0: i32 loc("replace/s/f.mlir":4:3)):
// REPLACE-NEXT: return loc("replace/s/f.mlir":4:3)
// REPLACE-NEXT: } loc("replace/s/f.mlir":1:1)
// REPLACE-NEXT: } loc({{.*}}location_modes.mlir":0:0)
// FLAG: return loc("replace/cse/f.mlir":4:3)
// FLAG-NEXT: } loc("replace/cse/f.mlir":1:1)
// FLAG-NEXT: } loc(fused<{tracemark.compile_directory
func.func @f(%arg0: i32) {
  cf.br ^bb1(%arg0 : i32)
^bb1(%0: i32):
  return
}
