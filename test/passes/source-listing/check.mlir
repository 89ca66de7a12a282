// With `check` each file is parsed back; what does not parse in custom form is written in generic form. What the manifest
// says is what a parser says.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %tracemark-opt %s -o out.mlir --allow-unregistered-dialect --mlir-print-debuginfo --mlir-print-local-scope \
// RUN:   --pass-pipeline='builtin.module(func.func(tracemark-source-listing{to=l stage=s check}),tracemark-source-listing{to=l stage=m scope=module check})'
// RUN: %python %source/scripts/check_manifest.py l
// RUN: FileCheck %s --check-prefix=MANIFEST --input-file=l/manifest.jsonl
// RUN: sh -e -c 'for f in l/*/*.mlir; do %mlir-opt $f --allow-unregistered-dialect --mlir-very-unsafe-disable-verifier-on-parsing --verify-each=0 -o /dev/null; done'
// RUN: FileCheck %s --check-prefix=FILE --input-file=l/m/module.mlir
// The flag does the same, and says nothing on its own.
// RUN: %tracemark-opt %s --source-listing-check --source-listing-after=cse --pass-pipeline='builtin.module(func.func(cse))' -o /dev/null \
// RUN:   --allow-unregistered-dialect 2>&1 | FileCheck %s --check-prefix=SILENT --allow-empty
// RUN: grep -c '"parses":true' listings/manifest.jsonl | FileCheck %s --check-prefix=COUNT
// SILENT-NOT: {{.}}
// COUNT: 2

// MANIFEST-DAG: "stage":"s"{{.*}}"symbol":["good"]{{.*}}"form":"custom","parses":true,"verifies":true
// MANIFEST-DAG: "stage":"s"{{.*}}"symbol":["foreign"]{{.*}}"form":"custom","parses":true,"verifies":false
// MANIFEST-DAG: "stage":"m"{{.*}}"elided":1,"form":"generic","parses":true,"verifies":true

// FILE: "builtin.module"() ({
// FILE-NEXT: "emitc.include"() <{include = "a\22b", is_standard_include}>
// FILE: dense_resource<__elided__>

// Printed without the escape of the quote.
"emitc.include"() <{include = "a\22b", is_standard_include}> : () -> ()
memref.global @global : memref<4xf32>
func.func @good() -> tensor<17xi8> {
  %0 = arith.constant dense<[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]> : tensor<17xi8>
  return %0 : tensor<17xi8>
}
func.func @foreign() -> memref<4xf32> {
  %0 = memref.get_global @global : memref<4xf32>
  "t.op"() : () -> ()
  return %0 : memref<4xf32>
}
