// What does not verify is printed in generic form and the manifest says so; lines stay right.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %tracemark-opt %s --verify-each=0 --mlir-very-unsafe-disable-verifier-on-parsing -o /dev/null \
// RUN:   --pass-pipeline='builtin.module(func.func(tracemark-source-listing{to=l stage=s}))'
// RUN: FileCheck %s --input-file=l/s/invalid.mlir
// RUN: FileCheck %s --check-prefix=MANIFEST --input-file=l/manifest.jsonl
// RUN: %python %source/scripts/check_manifest.py l
// Only locations change, so MLIR does not verify behind the pass: that would be a quarter of what a listing costs.
// RUN: %tracemark-opt %s --mlir-very-unsafe-disable-verifier-on-parsing -o /dev/null \
// RUN:   --pass-pipeline='builtin.module(func.func(tracemark-source-listing{to=again}))'

// MANIFEST: "verifies":false{{.*}}"lines":[1,3]
//      CHECK: "func.func"() <{function_type = () -> i32, sym_name = "invalid"}> ({
// CHECK-NEXT:   "func.return"() : () -> ()
// CHECK-NEXT: }) : () -> ()
func.func @invalid() -> i32 {
  "func.return"() : () -> ()
}
