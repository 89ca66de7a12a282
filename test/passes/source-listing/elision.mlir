// Constants are elided but for splats, resources never bring their data, and the text still parses.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %tracemark-opt %inputs/cases/elision.mlir --pass-pipeline='builtin.module(func.func(tracemark-source-listing))'
// RUN: FileCheck %s --input-file=listings/tracemark-source-listing/consts.mlir
// RUN: %mlir-opt listings/tracemark-source-listing/consts.mlir -o /dev/null
// RUN: FileCheck %s --input-file=listings/manifest.jsonl --check-prefix=MANIFEST

// CHECK-LABEL: func.func @consts
//       CHECK: arith.constant dense_resource<__elided__> : tensor<64xi32>
//       CHECK: arith.constant dense<1.500000e+00> : tensor<4096xf32>
//       CHECK: arith.constant dense_resource<blob> : tensor<8xi8>
//       CHECK: }
//  CHECK-NEXT: // elided constants: line, xxh3-64 of the bytes, type, bytes
//  CHECK-NEXT: // 2 {{[0-9a-f]+}} tensor<64xi32> 256
//  CHECK-NEXT: // 4 {{[0-9a-f]+}} tensor<8xi8> 8
//   CHECK-NOT: {{.}}

// MANIFEST: "elided":2,"form":"custom","parses":null,"verifies":true
