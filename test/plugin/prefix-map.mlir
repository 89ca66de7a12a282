// Paths in locations, debug info and manifest are what the map gives; files are where they were to be written.
// DEFINE: %{passes} = builtin.module(llvm.func(canonicalize),canonicalize,ensure-debug-info-scope-on-llvm-func)
// RUN: rm -rf %t && mkdir -p %t/build && cd %t/build
// RUN: %tracemark-opt %s --source-listing-after=input,canonicalize --source-listing-to=%t/build/l \
// RUN:   --source-listing-prefix-map=%t=/never --source-listing-prefix-map=%t=/source \
// RUN:   --pass-pipeline='%{passes}' --mlir-print-debuginfo --mlir-print-local-scope -o out.mlir
// RUN: ls %t/build/l/canonicalize/f.mlir
// RUN: FileCheck %s --input-file=out.mlir
// RUN: FileCheck %s --input-file=l/manifest.jsonl --check-prefix=MANIFEST
// RUN: %python %source/scripts/check_manifest.py l
// CHECK: tracemark.compile_directory = "/source/build", tracemark.from = {{.*}}["/source/build/prefix-map.mlir":
// CHECK-NOT: /never
// MANIFEST: "path":"/source/build/l/input/f.mlir","directory":"/source/build",{{.*}}"inputs":["{{.*}}prefix-map.mlir"]
// MANIFEST: "path":"/source/build/l/canonicalize/f.mlir",{{.*}}"inputs":["/source/build/l/input/f.mlir"
// RUN: mlir-translate --mlir-to-llvmir out.mlir | FileCheck %s --check-prefix=LLVM
// LLVM: !DIFile(filename: "{{.*}}.mlir", directory: "/source/build/l/canonicalize

// The variable holds one rule, relative folders can be mapped too, and the empty directory is '.'.
// RUN: rm -rf l && env TRACEMARK_SOURCE_LISTING_PREFIX_MAP=l/=mapped/ %tracemark-opt %s --source-listing-after=canonicalize \
// RUN:   --source-listing-to=l --pass-pipeline='%{passes}' -o out.mlir
// RUN: FileCheck %s --input-file=l/manifest.jsonl --check-prefix=RELATIVE
// RELATIVE: "path":"mapped/canonicalize/f.mlir"
// RUN: rm -rf l && %tracemark-opt %s --source-listing-after=canonicalize --source-listing-to=l \
// RUN:   --source-listing-prefix-map=%t/build= --pass-pipeline='%{passes}' --mlir-print-debuginfo --mlir-print-local-scope -o out.mlir
// RUN: FileCheck %s --input-file=l/manifest.jsonl --check-prefix=DOT
// RUN: FileCheck %s --input-file=out.mlir --check-prefix=DOTS
// DOT: "path":"l/canonicalize/f.mlir","directory":"."
// DOTS: tracemark.compile_directory = ".", {{.*}}["./prefix-map.mlir":

// RUN: rm -rf l
// RUN: not %tracemark-opt %s --source-listing-prefix-map=%t 2>&1 | FileCheck %s --check-prefix=FLAG
// RUN: not env TRACEMARK_SOURCE_LISTING_PREFIX_MAP=none %tracemark-opt %s --source-listing-after=canonicalize --source-listing-to=l \
// RUN:   --pass-pipeline='%{passes}' 2>&1 | FileCheck %s --check-prefix=VARIABLE
// RUN: not %tracemark-opt %s --source-listing-sync=maybe 2>&1 | FileCheck %s --check-prefix=SYNC
// RUN: not %tracemark-opt %s --source-listing-clean=2 2>&1 | FileCheck %s --check-prefix=CLEAN
// RUN: not ls l
// FLAG: for the --source-listing-prefix-map option: expects OLD=NEW, found '
// VARIABLE: error: source listing setting 'prefix-map' expects OLD=NEW, found 'none'
// SYNC: for the --source-listing-sync option: expects 'true' or 'false', found 'maybe'
// CLEAN: for the --source-listing-clean option: expects 'true' or 'false', found '2'

llvm.func @f() {
  %unused = llvm.mlir.constant(0 : i32) : i32
  llvm.return
}
