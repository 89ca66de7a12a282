// Every kind of constant that is elided parses again and is told of behind the unit, in the order of the text; splats,
// scalars and empty ones stay.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %tracemark-opt %s --allow-unregistered-dialect -o /dev/null \
// RUN:   --pass-pipeline='builtin.module(tracemark-source-listing{to=l stage=s elide-larger-than=2 scope=module})'
// RUN: FileCheck %s --input-file=l/s/module.mlir
// RUN: %mlir-opt l/s/module.mlir --allow-unregistered-dialect -o /dev/null
// RUN: FileCheck %s --check-prefix=MANIFEST --input-file=l/manifest.jsonl
// RUN: %tracemark-opt %s --allow-unregistered-dialect -o /dev/null \
// RUN:   --pass-pipeline='builtin.module(tracemark-source-listing{to=l stage=large elide-larger-than=1000 scope=module})'
// RUN: FileCheck %s --check-prefix=LARGE --input-file=l/large/module.mlir

// MANIFEST: "elided":11,"form":"custom","parses":null,"verifies":true
// LARGE-NOT: __elided__
// LARGE: elided constants:
// LARGE-NEXT: // 11 - tensor<2xi8> -
// LARGE-NOT: {{.}}

// CHECK: dense<1> : tensor<20xi32>
// CHECK: dense<> : tensor<0xi32>
// CHECK: dense<5> : tensor<i32>
// CHECK: // elided constants: line, xxh3-64 of the bytes, type, bytes
// CHECK-NEXT: // 2 {{[0-9a-f]+}} tensor<3xi32> 12
// CHECK-NEXT: // 5 [[SAME:[0-9a-f]+]] tensor<3xi32> 12
// CHECK-NEXT: // 6 [[SAME]] tensor<3xf32> 12
// CHECK-NEXT: // 7 {{[0-9a-f]+}} tensor<3xi32> 12
// CHECK-NEXT: // 8 {{[0-9a-f]+}} tensor<3xcomplex<f32>> 24
// CHECK-NEXT: // 9 {{[0-9a-f]+}} vector<3xi1> {{[13]}}
// CHECK-NEXT: // 10 {{[0-9a-f]+}} tensor<4x4xi32> 60
// CHECK-NEXT: // 11 - tensor<2xi8> -
// CHECK-NEXT: // 12 {{[0-9a-f]+}} tensor<3xi8> 3
// CHECK-NEXT: // 13 {{[0-9a-f]+}} tensor<3xi16> 6
// CHECK-NEXT: // 13 {{[0-9a-f]+}} tensor<3x!t.s> 8
// CHECK-NOT: {{.}}
memref.global "private" constant @global : memref<3xi32> = dense<[7, 8, 9]>
func.func @kinds() {
  %0 = arith.constant dense<1> : tensor<20xi32>
  %1 = arith.constant dense<[1, 2, 3]> : tensor<3xi32>
  %2 = arith.constant dense<[1.401298464324817e-45, 2.802596928649634e-45, 4.203895392974451e-45]> : tensor<3xf32>
  %3 = arith.constant dense<[1, 2, 4]> : tensor<3xi32>
  %4 = arith.constant dense<[(1.0, 2.0), (3.0, 4.0), (5.0, 6.0)]> : tensor<3xcomplex<f32>>
  %5 = arith.constant dense<[true, false, true]> : vector<3xi1>
  %6 = arith.constant sparse<[[0, 0], [1, 2], [3, 3]], [1, 5, 6]> : tensor<4x4xi32>
  %7 = arith.constant dense_resource<no_data> : tensor<2xi8>
  %8 = "tosa.const"() <{values = dense<[1, 2, 3]> : tensor<3xi8>}> : () -> tensor<3xi8>
  "t.nested"() {a = [{b = dense<[1, 2, 3]> : tensor<3xi16>, c = dense<"a"> : tensor<3x!t.s>}], d = dense<["a", "b", "cde"]> : tensor<3x!t.s>} : () -> ()
  %9 = arith.constant dense<[]> : tensor<0xi32>
  %10 = arith.constant dense<5> : tensor<i32>
  return
}
