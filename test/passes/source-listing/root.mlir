// The manifest says on which lines a named dispatch has its root, with its region, and which tag it has.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %tracemark-opt %s -o /dev/null \
// RUN:   --pass-pipeline='builtin.module(tracemark-source-listing{to=l stage=untagged scope=module},tracemark-name-dispatches{rename=all},tracemark-source-listing{to=l stage=s scope=module})'
// RUN: FileCheck %s --input-file=l/manifest.jsonl
// RUN: FileCheck %s --input-file=l/s/module.mlir --check-prefix=FILE
// RUN: %python %source/scripts/check_manifest.py l

// CHECK: "stage":"untagged"{{.*}}"tag":null,"content_hash":null,"lines":[2,6],"root":null
// CHECK: "stage":"s"{{.*}}"symbol":"named_matmul{{[^"]*}}","tag":"{{[^"]*}}root=matmul{{[^"]*}} hash=[[HASH:[0-9a-f]+]]","content_hash":"[[HASH]]","lines":[2,6],"root":[4,4]
// CHECK-SAME: "symbol":"region_reduce_sum{{[^"]*}}","tag":"{{[^"]*}}root=reduce_sum{{[^"]*}}","content_hash":"{{[0-9a-f]+}}","lines":[7,15],"root":[9,13]

// FILE: module {
// FILE-NEXT: func.func @named_matmul
// FILE-NEXT: constant
// FILE-NEXT: linalg.matmul
// FILE-NEXT: return
// FILE-NEXT: }
// FILE-NEXT: func.func @region_reduce_sum
// FILE-NEXT: linalg.abs
// FILE-NEXT: linalg.generic
func.func @named(%arg0: tensor<8x8xf32>, %arg1: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = arith.constant 1.0 : f32
  %1 = linalg.matmul ins(%arg0, %arg1 : tensor<8x8xf32>, tensor<8x8xf32>) outs(%arg1 : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}
func.func @region(%arg0: tensor<8x8xf32>, %arg1: tensor<8x8xf32>, %arg2: tensor<8xf32>) -> tensor<8xf32> {
  %0 = linalg.abs ins(%arg0 : tensor<8x8xf32>) outs(%arg1 : tensor<8x8xf32>) -> tensor<8x8xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>],
                       iterator_types = ["parallel", "reduction"]}
       ins(%0 : tensor<8x8xf32>) outs(%arg2 : tensor<8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %2 = arith.addf %in, %out : f32
    linalg.yield %2 : f32
  } -> tensor<8xf32>
  return %1 : tensor<8xf32>
}
