// The manifest says which process wrote a listing, with which options the pass ran, and which files the locations were
// lines of before; a unit that a pass did not change has no second file, whatever stands in the folder already.
// DEFINE: %{pipeline} = builtin.module(func.func(canonicalize{top-down=false},cse))
// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: %tracemark-opt %s --source-listing-after=canonicalize,cse --pass-pipeline='%{pipeline}' --mlir-print-debuginfo \
// RUN:   --mlir-print-local-scope -o out.mlir
// RUN: FileCheck %s --input-file=out.mlir --check-prefix=IR
// RUN: env LC_ALL=C sort listings/manifest.jsonl | FileCheck %s
// RUN: find listings -type f | env LC_ALL=C sort | FileCheck %s --check-prefix=FILES
// RUN: %python %source/scripts/check_manifest.py listings

// CHECK:      {"version":3,"run":"[[ID:[0-9a-f]+]]","stage":"canonicalize",{{.*}},"options":"{{[^"]*}}top-down=false",
// CHECK-SAME: "symbol":["changed"],"file":"canonicalize/changed.mlir","path":"listings/canonicalize/changed.mlir",
// CHECK-SAME: "directory":"{{[^"]*}}manifest.mlir.tmp",{{.*}}"inputs":["{{[^"]*}}manifest.mlir","lib.py","model.py"]
// CHECK:      "run":"[[ID]]","stage":"canonicalize",{{.*}}"file":"canonicalize/same.mlir",{{.*}}"inputs":["{{[^"]*}}manifest.mlir"]
// CHECK:      "run":"[[ID]]","stage":"cse",{{.*}}"options":"",{{.*}}"symbol":["changed"],"file":"cse/changed.mlir",
// CHECK-SAME: "inputs":["listings/canonicalize/changed.mlir"]
// CHECK:      {"version":3,"run":"[[ID]]","stage":"cse","argument":"cse","occurrence":1,"options":"","scope":"unit","unchanged":["canonicalize/same.mlir"]}

// FILES:      listings/canonicalize/changed.mlir
// FILES-NEXT: listings/canonicalize/same.mlir
// FILES-NEXT: listings/cse/changed.mlir
// FILES-NEXT: listings/manifest.jsonl
// FILES-NOT:  listings

// What did not change keeps its locations; that of the function tells of the stage, with its line in the earlier file.
// IR-LABEL: func.func @same
// IR: return loc(fused<loc("{{[^"]*}}manifest.mlir":{{[0-9:]+}})>["listings/canonicalize/same.mlir":2:3])
// IR: } loc(fused<{tracemark.from = loc(fused<loc("{{[^"]*}}manifest.mlir":{{[0-9:]+}})>["listings/canonicalize/same.mlir":1:1]), tracemark.stage = "cse"}>["listings/canonicalize/same.mlir":1:1])

// Another run adds its records. Its files are those that are there.
// RUN: %tracemark-opt %s --source-listing-after=canonicalize,cse --pass-pipeline='%{pipeline}' -o /dev/null
// RUN: find listings -type f | env LC_ALL=C sort | FileCheck %s --check-prefix=FILES
// RUN: sed 's/.*"run":"\([0-9a-f]*\)".*/\1/' listings/manifest.jsonl | sort -u | count 2
// RUN: %python %source/scripts/check_manifest.py listings | FileCheck %s --check-prefix=RECORDS
// RECORDS: 8 records, 0 wrong

// The pass has an id too, the same for all of a process.
// RUN: %tracemark-opt %s --pass-pipeline='builtin.module(func.func(tracemark-source-listing{to=p stage=a},tracemark-source-listing{to=p stage=b}))' -o /dev/null
// RUN: sed 's/.*"run":"\([0-9a-f]*\)".*"options":\([^,]*\),.*/\1 \2/' p/manifest.jsonl | sort -u | FileCheck %s --check-prefix=PASS
// PASS: {{^[0-9a-f]+}} null
// PASS-NOT: null

func.func @same() {
  return
}
func.func @changed(%0: i32) -> i32 {
  %1 = arith.addi %0, %0 : i32 loc(callsite("op"("lib.py":7:3) at fused["model.py":1:1, "lib.py":8:3]))
  %2 = arith.addi %0, %0 : i32
  %3 = arith.muli %1, %2 : i32
  return %3 : i32
}
