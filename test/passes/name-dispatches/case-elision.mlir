// A function of constants alone keeps its name, whatever the constants are; its
// listing elides them but for splats, parses again, and tells the bytes' hash.
// More inputs of the kind of cases/elision.mlir.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %tracemark-opt %s --pass-pipeline='builtin.module(tracemark-name-dispatches{rename=all},tracemark-source-listing{to=l stage=s scope=module})' | FileCheck %s --implicit-check-not=tracemark.name
// RUN: FileCheck %s --check-prefix=LISTING --input-file=l/s/module.mlir
// RUN: %mlir-opt l/s/module.mlir -o /dev/null
// RUN: %python %source/scripts/check_manifest.py l
// RUN: not grep '"verifies":false' l/manifest.jsonl

// CHECK: func.func @floats() -> (tensor<20xf32>, tensor<4x4xf64>)
// LISTING: func.func @floats
// LISTING: dense_resource<__elided__> : tensor<20xf32>
// LISTING: dense<0.000000e+00> : tensor<4x4xf64>
func.func @floats() -> (tensor<20xf32>, tensor<4x4xf64>) {
  %0 = arith.constant dense<[0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0, 13.0, 14.0, 15.0, 16.0, 17.0, 18.0, 19.0]> : tensor<20xf32>
  %1 = arith.constant dense<0.0> : tensor<4x4xf64>
  return %0, %1 : tensor<20xf32>, tensor<4x4xf64>
}

// CHECK: func.func @halves_and_flags() -> (vector<17xi1>, tensor<17xbf16>, tensor<f32>)
// LISTING: func.func @halves_and_flags
// LISTING: dense_resource<__elided__> : vector<17xi1>
// LISTING: dense_resource<blob> : tensor<17xbf16>
// LISTING: dense<5.000000e-01> : tensor<f32>
func.func @halves_and_flags() -> (vector<17xi1>, tensor<17xbf16>, tensor<f32>) {
  %0 = arith.constant dense<[1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1]> : vector<17xi1>
  %1 = arith.constant dense_resource<blob> : tensor<17xbf16>
  %2 = arith.constant dense<0.5> : tensor<f32>
  return %0, %1, %2 : vector<17xi1>, tensor<17xbf16>, tensor<f32>
}

// LISTING: memref.global "private" constant @weights : memref<20xi16> = dense_resource<__elided__>
// CHECK: func.func @memory() -> memref<20xi16>
// LISTING: func.func @memory
memref.global "private" constant @weights : memref<20xi16> = dense<[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19]>
func.func @memory() -> memref<20xi16> {
  %0 = memref.get_global @weights : memref<20xi16>
  return %0 : memref<20xi16>
}

// CHECK: func.func @handed_on() -> tensor<4x5xcomplex<f32>>
// LISTING: func.func @handed_on
// LISTING: dense_resource<__elided__> : tensor<20xcomplex<f32>>
func.func @handed_on() -> tensor<4x5xcomplex<f32>> {
  %0 = arith.constant dense<[(0.0, 1.0), (1.0, 1.0), (2.0, 1.0), (3.0, 1.0), (4.0, 1.0), (5.0, 1.0), (6.0, 1.0), (7.0, 1.0), (8.0, 1.0), (9.0, 1.0), (10.0, 1.0), (11.0, 1.0), (12.0, 1.0), (13.0, 1.0), (14.0, 1.0), (15.0, 1.0), (16.0, 1.0), (17.0, 1.0), (18.0, 1.0), (19.0, 1.0)]> : tensor<20xcomplex<f32>>
  %1 = tensor.expand_shape %0 [[0, 1]] output_shape [4, 5] : tensor<20xcomplex<f32>> into tensor<4x5xcomplex<f32>>
  %2:2 = func.call @floats() : () -> (tensor<20xf32>, tensor<4x4xf64>)
  return %1 : tensor<4x5xcomplex<f32>>
}
// LISTING: // elided constants: line, xxh3-64 of the bytes, type, bytes
// LISTING-NEXT: // {{[0-9]+ [0-9a-f]+}} tensor<20xf32> 80
// LISTING-NEXT: // {{[0-9]+ [0-9a-f]+}} vector<17xi1>
// LISTING-NEXT: // {{[0-9]+ [0-9a-f]+}} tensor<17xbf16> 34
// LISTING-NEXT: // {{[0-9]+ [0-9a-f]+}} tensor<20xi16> 40
// LISTING-NEXT: // {{[0-9]+ [0-9a-f]+}} tensor<20xcomplex<f32>> 160
// LISTING-NOT: {{.}}
{-# dialect_resources: { builtin: { blob: "0x0200000001000100010001000100010001000100010001000100010001000100010001000100" } } #-}
