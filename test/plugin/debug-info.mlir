// With several stages debug info shows the last one, or the one that is asked for; the others stay inside, each once.
// DEFINE: %{print} = --mlir-print-debuginfo --mlir-print-local-scope
// DEFINE: %{lower} = func.func(canonicalize),convert-func-to-llvm,convert-arith-to-llvm,reconcile-unrealized-casts
// DEFINE: %{scope} = tracemark-select-locations,ensure-debug-info-scope-on-llvm-func{emission-kind=LineTablesOnly}
// DEFINE: %{opt} = %tracemark-opt %s --source-listing-after=all --mlir-print-debuginfo --pass-pipeline='builtin.module(%{lower},%{scope})'
// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: %{opt} | mlir-translate --mlir-to-llvmir | FileCheck %s --check-prefix=LATEST
// RUN: %{opt} --source-listing-debug-info=latest | mlir-translate --mlir-to-llvmir | FileCheck %s --check-prefix=LATEST
// RUN: %{opt} --source-listing-debug-info=canonicalize | mlir-translate --mlir-to-llvmir | FileCheck %s --check-prefix=STAGE
// RUN: %{opt} --source-listing-debug-info='canonicalize#1' | mlir-translate --mlir-to-llvmir | FileCheck %s --check-prefix=STAGE
// RUN: env TRACEMARK_SOURCE_LISTING_DEBUG_INFO=canonicalize %{opt} | mlir-translate --mlir-to-llvmir | FileCheck %s --check-prefix=STAGE
// RUN: %{opt} --source-listing-debug-info=original | mlir-translate --mlir-to-llvmir | FileCheck %s --check-prefix=ORIGINAL
// LATEST: !DIFile(filename: "f.mlir", directory: "listings/convert-arith-to-llvm")
// LATEST-NOT: DIFile
// STAGE: !DIFile(filename: "f.mlir", directory: "listings/canonicalize")
// STAGE: !DILocation(line: 2, column: 3,
// STAGE-NOT: DIFile
// ORIGINAL: !DIFile(filename: "debug-info.mlir"
// ORIGINAL: !DIFile(filename: "debug-info.mlir"
// ORIGINAL: !DILocation(line: [[#ORIGINAL_LINE:]],
// ORIGINAL: !DILocation(line: [[#ORIGINAL_LINE+1]],
// ORIGINAL-NOT: DIFile

// In the locations: the stage that is shown in front, each listing behind it once; what came later than the stage has the
// line of the operation before it. Another choice can be made later.
// RUN: rm -rf listings
// RUN: %tracemark-opt %s %{print} --source-listing-after='canonicalize,convert-arith-to-llvm,convert-func-to-llvm' --source-listing-debug-info=canonicalize \
// RUN:   --pass-pipeline='builtin.module(func.func(canonicalize),convert-arith-to-llvm,convert-func-to-llvm)' > shown.mlir
// RUN: FileCheck %s --check-prefix=SHOWN --input-file=shown.mlir
// RUN: %tracemark-opt shown.mlir %{print} --pass-pipeline='builtin.module(tracemark-select-locations{stage=convert-arith-to-llvm})' | FileCheck %s --check-prefix=ARITH
// RUN: %tracemark-opt shown.mlir %{print} --pass-pipeline='builtin.module(tracemark-select-locations)' | diff shown.mlir -
// RUN: %tracemark-opt shown.mlir %{print} --pass-pipeline='builtin.module(tracemark-select-locations{stage=original})' | FileCheck %s --check-prefix=BACK
// SHOWN: llvm.func @f(%arg0: i32 loc({{.*}}tracemark.shown = "canonicalize"}>["listings/canonicalize/f.mlir":1:1])
// SHOWN: llvm.mul {{.*}} loc(fused<{tracemark.from = loc(fused<loc(fused<loc(fused<loc("{{.*}}debug-info.mlir":{{[0-9:]+}})>["listings/canonicalize/f.mlir":2:3])>["listings/convert-arith-to-llvm/f.mlir":2:3])>["listings/convert-func-to-llvm/f.mlir":2:3]), tracemark.shown = "canonicalize"}>["listings/canonicalize/f.mlir":2:3])
// ARITH: llvm.mul {{.*}}["listings/convert-arith-to-llvm/f.mlir":2:3])
// BACK: llvm.mul {{.*}}debug-info.mlir":{{[0-9:]+}}])

// A stage that was not listed is said; an empty one and one without former locations are refused.
// RUN: %tracemark-opt %s --source-listing-after=cse --source-listing-debug-info='cse#2' --pass-pipeline='builtin.module(cse)' -o /dev/null 2>&1 | FileCheck %s --check-prefix=UNLISTED
// RUN: not %tracemark-opt %s --source-listing-after=cse --source-listing-debug-info= --pass-pipeline='builtin.module(cse)' 2>&1 | FileCheck %s --check-prefix=EMPTY
// RUN: not %tracemark-opt %s --source-listing-after=cse --source-listing-debug-info=original --source-listing-locations=replace --pass-pipeline='builtin.module(cse)' -o out 2>&1 | FileCheck %s --check-prefix=REPLACE
// RUN: not %tracemark-opt %s --pass-pipeline='builtin.module(tracemark-source-listing{debug-info=original locations=keep})' -o out 2>&1 | FileCheck %s --check-prefix=KEEP
// RUN: not ls out
// UNLISTED: warning: --source-listing-debug-info: 'cse#2': no such stage was listed, the last one is shown
// EMPTY: for the --source-listing-debug-info option: expects a value that is not empty
// REPLACE: error: source listing setting 'debug-info' needs the former locations: expected 'locations' to be 'fuse', found 'replace'
// KEEP: error: source listing setting 'debug-info' needs the former locations: expected 'locations' to be 'fuse', found 'keep'

// The pass has the option too; the same stage twice does not nest what is shown.
// RUN: %tracemark-opt %s %{print} -o twice.mlir --pass-pipeline='builtin.module(tracemark-source-listing{stage=s},tracemark-source-listing{stage=t debug-info=s},tracemark-source-listing{stage=u debug-info=s})'
// RUN: FileCheck %s --check-prefix=TWICE --input-file=twice.mlir
// TWICE: arith.muli
// TWICE-SAME: loc(fused<{tracemark.from = loc(fused<loc(fused<loc(fused<loc("{{[^<]*}})>["listings/s/{{[^<]*}}])>["listings/t/{{[^<]*}}])>["listings/u/{{[^<]*}}]), tracemark.shown = "s"}>["listings/s/f.mlir":2:3])

func.func @f(%arg0: i32) -> i32 {
  %0 = arith.muli %arg0, %arg0 : i32
  return %0 : i32
}
