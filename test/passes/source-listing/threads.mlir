// Units on worker threads give the files, records and locations that one thread gives.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %tracemark-opt %s --mlir-print-debuginfo -o one.mlir --mlir-disable-threading \
// RUN:   --pass-pipeline='builtin.module(func.func(tracemark-source-listing{to=l stage=a},canonicalize,tracemark-source-listing{to=l stage=b}))'
// RUN: sed -i -e 's/"run":"[0-9a-f]*"/"run":""/' -e '/^$/d' l/manifest.jsonl && env LC_ALL=C sort l/manifest.jsonl -o l/manifest.jsonl
// RUN: mv l one
// RUN: %tracemark-opt %s --mlir-print-debuginfo -o many.mlir \
// RUN:   --pass-pipeline='builtin.module(func.func(tracemark-source-listing{to=l stage=a},canonicalize,tracemark-source-listing{to=l stage=b}))'
// RUN: sed -i -e 's/"run":"[0-9a-f]*"/"run":""/' -e '/^$/d' l/manifest.jsonl && env LC_ALL=C sort l/manifest.jsonl -o l/manifest.jsonl
// RUN: diff -r one l
// RUN: diff one.mlir many.mlir
// RUN: sed -i 's/"run":""/"run":"0123456789abcdef"/' l/manifest.jsonl
// RUN: %python %source/scripts/check_manifest.py l | FileCheck %s

// CHECK: 48 records, 0 wrong
func.func @f0(%arg0: tensor<4x1xf32>, %arg1: tensor<4x1xf32>) -> tensor<4x1xf32> {
  %0 = func.call @f1_callee(%arg0) : (tensor<4x1xf32>) -> tensor<4x1xf32>
  %1 = linalg.add ins(%0, %arg1 : tensor<4x1xf32>, tensor<4x1xf32>) outs(%arg1 : tensor<4x1xf32>) -> tensor<4x1xf32>
  return %1 : tensor<4x1xf32>
}
func.func private @f1_callee(tensor<4x1xf32>) -> tensor<4x1xf32>
func.func @f1(%arg0: tensor<4x2xf32>, %arg1: tensor<4x2xf32>) -> tensor<4x2xf32> {
  %0 = func.call @f2_callee(%arg0) : (tensor<4x2xf32>) -> tensor<4x2xf32>
  %1 = linalg.add ins(%0, %arg1 : tensor<4x2xf32>, tensor<4x2xf32>) outs(%arg1 : tensor<4x2xf32>) -> tensor<4x2xf32>
  return %1 : tensor<4x2xf32>
}
func.func private @f2_callee(tensor<4x2xf32>) -> tensor<4x2xf32>
func.func @f2(%arg0: tensor<4x3xf32>, %arg1: tensor<4x3xf32>) -> tensor<4x3xf32> {
  %0 = func.call @f3_callee(%arg0) : (tensor<4x3xf32>) -> tensor<4x3xf32>
  %1 = linalg.add ins(%0, %arg1 : tensor<4x3xf32>, tensor<4x3xf32>) outs(%arg1 : tensor<4x3xf32>) -> tensor<4x3xf32>
  return %1 : tensor<4x3xf32>
}
func.func private @f3_callee(tensor<4x3xf32>) -> tensor<4x3xf32>
func.func @f3(%arg0: tensor<4x4xf32>, %arg1: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = func.call @f4_callee(%arg0) : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = linalg.add ins(%0, %arg1 : tensor<4x4xf32>, tensor<4x4xf32>) outs(%arg1 : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %1 : tensor<4x4xf32>
}
func.func private @f4_callee(tensor<4x4xf32>) -> tensor<4x4xf32>
func.func @f4(%arg0: tensor<4x5xf32>, %arg1: tensor<4x5xf32>) -> tensor<4x5xf32> {
  %0 = func.call @f5_callee(%arg0) : (tensor<4x5xf32>) -> tensor<4x5xf32>
  %1 = linalg.add ins(%0, %arg1 : tensor<4x5xf32>, tensor<4x5xf32>) outs(%arg1 : tensor<4x5xf32>) -> tensor<4x5xf32>
  return %1 : tensor<4x5xf32>
}
func.func private @f5_callee(tensor<4x5xf32>) -> tensor<4x5xf32>
func.func @f5(%arg0: tensor<4x6xf32>, %arg1: tensor<4x6xf32>) -> tensor<4x6xf32> {
  %0 = func.call @f6_callee(%arg0) : (tensor<4x6xf32>) -> tensor<4x6xf32>
  %1 = linalg.add ins(%0, %arg1 : tensor<4x6xf32>, tensor<4x6xf32>) outs(%arg1 : tensor<4x6xf32>) -> tensor<4x6xf32>
  return %1 : tensor<4x6xf32>
}
func.func private @f6_callee(tensor<4x6xf32>) -> tensor<4x6xf32>
func.func @f6(%arg0: tensor<4x7xf32>, %arg1: tensor<4x7xf32>) -> tensor<4x7xf32> {
  %0 = func.call @f7_callee(%arg0) : (tensor<4x7xf32>) -> tensor<4x7xf32>
  %1 = linalg.add ins(%0, %arg1 : tensor<4x7xf32>, tensor<4x7xf32>) outs(%arg1 : tensor<4x7xf32>) -> tensor<4x7xf32>
  return %1 : tensor<4x7xf32>
}
func.func private @f7_callee(tensor<4x7xf32>) -> tensor<4x7xf32>
func.func @f7(%arg0: tensor<4x8xf32>, %arg1: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = func.call @f8_callee(%arg0) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %1 = linalg.add ins(%0, %arg1 : tensor<4x8xf32>, tensor<4x8xf32>) outs(%arg1 : tensor<4x8xf32>) -> tensor<4x8xf32>
  return %1 : tensor<4x8xf32>
}
func.func private @f8_callee(tensor<4x8xf32>) -> tensor<4x8xf32>
func.func @f8(%arg0: tensor<4x9xf32>, %arg1: tensor<4x9xf32>) -> tensor<4x9xf32> {
  %0 = func.call @f9_callee(%arg0) : (tensor<4x9xf32>) -> tensor<4x9xf32>
  %1 = linalg.add ins(%0, %arg1 : tensor<4x9xf32>, tensor<4x9xf32>) outs(%arg1 : tensor<4x9xf32>) -> tensor<4x9xf32>
  return %1 : tensor<4x9xf32>
}
func.func private @f9_callee(tensor<4x9xf32>) -> tensor<4x9xf32>
func.func @f9(%arg0: tensor<4x10xf32>, %arg1: tensor<4x10xf32>) -> tensor<4x10xf32> {
  %0 = func.call @f10_callee(%arg0) : (tensor<4x10xf32>) -> tensor<4x10xf32>
  %1 = linalg.add ins(%0, %arg1 : tensor<4x10xf32>, tensor<4x10xf32>) outs(%arg1 : tensor<4x10xf32>) -> tensor<4x10xf32>
  return %1 : tensor<4x10xf32>
}
func.func private @f10_callee(tensor<4x10xf32>) -> tensor<4x10xf32>
func.func @f10(%arg0: tensor<4x11xf32>, %arg1: tensor<4x11xf32>) -> tensor<4x11xf32> {
  %0 = func.call @f11_callee(%arg0) : (tensor<4x11xf32>) -> tensor<4x11xf32>
  %1 = linalg.add ins(%0, %arg1 : tensor<4x11xf32>, tensor<4x11xf32>) outs(%arg1 : tensor<4x11xf32>) -> tensor<4x11xf32>
  return %1 : tensor<4x11xf32>
}
func.func private @f11_callee(tensor<4x11xf32>) -> tensor<4x11xf32>
func.func @f11(%arg0: tensor<4x12xf32>, %arg1: tensor<4x12xf32>) -> tensor<4x12xf32> {
  %0 = func.call @f12_callee(%arg0) : (tensor<4x12xf32>) -> tensor<4x12xf32>
  %1 = linalg.add ins(%0, %arg1 : tensor<4x12xf32>, tensor<4x12xf32>) outs(%arg1 : tensor<4x12xf32>) -> tensor<4x12xf32>
  return %1 : tensor<4x12xf32>
}
func.func private @f12_callee(tensor<4x12xf32>) -> tensor<4x12xf32>
func.func @f12(%arg0: tensor<4x13xf32>, %arg1: tensor<4x13xf32>) -> tensor<4x13xf32> {
  %0 = func.call @f13_callee(%arg0) : (tensor<4x13xf32>) -> tensor<4x13xf32>
  %1 = linalg.add ins(%0, %arg1 : tensor<4x13xf32>, tensor<4x13xf32>) outs(%arg1 : tensor<4x13xf32>) -> tensor<4x13xf32>
  return %1 : tensor<4x13xf32>
}
func.func private @f13_callee(tensor<4x13xf32>) -> tensor<4x13xf32>
func.func @f13(%arg0: tensor<4x14xf32>, %arg1: tensor<4x14xf32>) -> tensor<4x14xf32> {
  %0 = func.call @f14_callee(%arg0) : (tensor<4x14xf32>) -> tensor<4x14xf32>
  %1 = linalg.add ins(%0, %arg1 : tensor<4x14xf32>, tensor<4x14xf32>) outs(%arg1 : tensor<4x14xf32>) -> tensor<4x14xf32>
  return %1 : tensor<4x14xf32>
}
func.func private @f14_callee(tensor<4x14xf32>) -> tensor<4x14xf32>
func.func @f14(%arg0: tensor<4x15xf32>, %arg1: tensor<4x15xf32>) -> tensor<4x15xf32> {
  %0 = func.call @f15_callee(%arg0) : (tensor<4x15xf32>) -> tensor<4x15xf32>
  %1 = linalg.add ins(%0, %arg1 : tensor<4x15xf32>, tensor<4x15xf32>) outs(%arg1 : tensor<4x15xf32>) -> tensor<4x15xf32>
  return %1 : tensor<4x15xf32>
}
func.func private @f15_callee(tensor<4x15xf32>) -> tensor<4x15xf32>
func.func @f15(%arg0: tensor<4x16xf32>, %arg1: tensor<4x16xf32>) -> tensor<4x16xf32> {
  %0 = func.call @f16_callee(%arg0) : (tensor<4x16xf32>) -> tensor<4x16xf32>
  %1 = linalg.add ins(%0, %arg1 : tensor<4x16xf32>, tensor<4x16xf32>) outs(%arg1 : tensor<4x16xf32>) -> tensor<4x16xf32>
  return %1 : tensor<4x16xf32>
}
func.func private @f16_callee(tensor<4x16xf32>) -> tensor<4x16xf32>
func.func @f16(%arg0: tensor<4x17xf32>, %arg1: tensor<4x17xf32>) -> tensor<4x17xf32> {
  %0 = func.call @f17_callee(%arg0) : (tensor<4x17xf32>) -> tensor<4x17xf32>
  %1 = linalg.add ins(%0, %arg1 : tensor<4x17xf32>, tensor<4x17xf32>) outs(%arg1 : tensor<4x17xf32>) -> tensor<4x17xf32>
  return %1 : tensor<4x17xf32>
}
func.func private @f17_callee(tensor<4x17xf32>) -> tensor<4x17xf32>
func.func @f17(%arg0: tensor<4x18xf32>, %arg1: tensor<4x18xf32>) -> tensor<4x18xf32> {
  %0 = func.call @f18_callee(%arg0) : (tensor<4x18xf32>) -> tensor<4x18xf32>
  %1 = linalg.add ins(%0, %arg1 : tensor<4x18xf32>, tensor<4x18xf32>) outs(%arg1 : tensor<4x18xf32>) -> tensor<4x18xf32>
  return %1 : tensor<4x18xf32>
}
func.func private @f18_callee(tensor<4x18xf32>) -> tensor<4x18xf32>
func.func @f18(%arg0: tensor<4x19xf32>, %arg1: tensor<4x19xf32>) -> tensor<4x19xf32> {
  %0 = func.call @f19_callee(%arg0) : (tensor<4x19xf32>) -> tensor<4x19xf32>
  %1 = linalg.add ins(%0, %arg1 : tensor<4x19xf32>, tensor<4x19xf32>) outs(%arg1 : tensor<4x19xf32>) -> tensor<4x19xf32>
  return %1 : tensor<4x19xf32>
}
func.func private @f19_callee(tensor<4x19xf32>) -> tensor<4x19xf32>
func.func @f19(%arg0: tensor<4x20xf32>, %arg1: tensor<4x20xf32>) -> tensor<4x20xf32> {
  %0 = func.call @f20_callee(%arg0) : (tensor<4x20xf32>) -> tensor<4x20xf32>
  %1 = linalg.add ins(%0, %arg1 : tensor<4x20xf32>, tensor<4x20xf32>) outs(%arg1 : tensor<4x20xf32>) -> tensor<4x20xf32>
  return %1 : tensor<4x20xf32>
}
func.func private @f20_callee(tensor<4x20xf32>) -> tensor<4x20xf32>
func.func @f20(%arg0: tensor<4x21xf32>, %arg1: tensor<4x21xf32>) -> tensor<4x21xf32> {
  %0 = func.call @f21_callee(%arg0) : (tensor<4x21xf32>) -> tensor<4x21xf32>
  %1 = linalg.add ins(%0, %arg1 : tensor<4x21xf32>, tensor<4x21xf32>) outs(%arg1 : tensor<4x21xf32>) -> tensor<4x21xf32>
  return %1 : tensor<4x21xf32>
}
func.func private @f21_callee(tensor<4x21xf32>) -> tensor<4x21xf32>
func.func @f21(%arg0: tensor<4x22xf32>, %arg1: tensor<4x22xf32>) -> tensor<4x22xf32> {
  %0 = func.call @f22_callee(%arg0) : (tensor<4x22xf32>) -> tensor<4x22xf32>
  %1 = linalg.add ins(%0, %arg1 : tensor<4x22xf32>, tensor<4x22xf32>) outs(%arg1 : tensor<4x22xf32>) -> tensor<4x22xf32>
  return %1 : tensor<4x22xf32>
}
func.func private @f22_callee(tensor<4x22xf32>) -> tensor<4x22xf32>
func.func @f22(%arg0: tensor<4x23xf32>, %arg1: tensor<4x23xf32>) -> tensor<4x23xf32> {
  %0 = func.call @f23_callee(%arg0) : (tensor<4x23xf32>) -> tensor<4x23xf32>
  %1 = linalg.add ins(%0, %arg1 : tensor<4x23xf32>, tensor<4x23xf32>) outs(%arg1 : tensor<4x23xf32>) -> tensor<4x23xf32>
  return %1 : tensor<4x23xf32>
}
func.func private @f23_callee(tensor<4x23xf32>) -> tensor<4x23xf32>
func.func @f23(%arg0: tensor<4x24xf32>, %arg1: tensor<4x24xf32>) -> tensor<4x24xf32> {
  %0 = func.call @f0_callee(%arg0) : (tensor<4x24xf32>) -> tensor<4x24xf32>
  %1 = linalg.add ins(%0, %arg1 : tensor<4x24xf32>, tensor<4x24xf32>) outs(%arg1 : tensor<4x24xf32>) -> tensor<4x24xf32>
  return %1 : tensor<4x24xf32>
}
func.func private @f0_callee(tensor<4x24xf32>) -> tensor<4x24xf32>
