// Lines are those of the text where printers use several lines, regions or labels; columns are from 1.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %tracemark-opt %s --mlir-print-debuginfo --mlir-print-local-scope \
// RUN:   --pass-pipeline='builtin.module(tracemark-source-listing{to=l stage=s scope=module})' | FileCheck %s
// RUN: FileCheck %s --check-prefix=FILE --input-file=l/s/module.mlir

// FILE-LABEL: module {
//  FILE-NEXT:   func.func @several_lines
//  FILE-NEXT:     scf.index_switch
//  FILE-NEXT:     case 2 {
//  FILE-NEXT:       scf.yield
//  FILE-NEXT:     }
//  FILE-NEXT:     default {
//  FILE-NEXT:       scf.yield
//  FILE-NEXT:     }
//  FILE-NEXT:     cf.switch
//  FILE-NEXT:       default:
//  FILE-NEXT:       42:
//  FILE-NEXT:     ]
//  FILE-NEXT:   ^bb1
//  FILE-NEXT:     return
//  FILE-NEXT:   ^bb2
//  FILE-NEXT:     tensor.empty
//  FILE-NEXT:     linalg.reduce
//  FILE-NEXT:       (%{{.*}}: i32, %{{.*}}: i32) {
//  FILE-NEXT:         arith.addi
//  FILE-NEXT:         arith.muli

// CHECK-LABEL: func.func @several_lines(%arg0: index loc(fused<{{.*}}>["l/s/module.mlir":2:3]), %arg1: tensor<4x8xi32>
func.func @several_lines(%arg0: index, %arg1: tensor<4x8xi32>, %flag: i32) -> i32 {
  // CHECK: scf.index_switch
  // CHECK: scf.yield {{.*}}["l/s/module.mlir":5:7])
  // CHECK: scf.yield {{.*}}["l/s/module.mlir":8:7])
  // CHECK: } loc({{.*}}["l/s/module.mlir":3:5])
  %0 = scf.index_switch %arg0 -> i32
  case 2 {
    scf.yield %flag : i32
  }
  default {
    scf.yield %flag : i32
  }
  // CHECK: ] loc({{.*}}["l/s/module.mlir":10:5])
  cf.switch %0 : i32, [
    default: ^bb1(%0 : i32),
    42: ^bb2(%flag : i32)
  ]
// CHECK: ^bb1({{.*}}["l/s/module.mlir":15:5])):
^bb1(%1: i32):
  // CHECK-NEXT: return {{.*}}["l/s/module.mlir":15:5])
  return %1 : i32
// CHECK: ^bb2({{.*}}["l/s/module.mlir":17:5])):
^bb2(%2: i32):
  // CHECK-NEXT: tensor.empty{{.*}}["l/s/module.mlir":17:5])
  %3 = tensor.empty() : tensor<4xi32>
  // CHECK: (%{{.*}}["l/s/module.mlir":18:5]), %{{.*}}["l/s/module.mlir":18:5])) {
  // CHECK-NEXT: arith.addi {{.*}}["l/s/module.mlir":20:9])
  // CHECK-NEXT: arith.muli {{.*}}["l/s/module.mlir":21:9])
  %4 = linalg.reduce ins(%arg1 : tensor<4x8xi32>) outs(%3 : tensor<4xi32>) dimensions = [1]
    (%in: i32, %init: i32) {
      %5 = arith.addi %in, %init : i32
      %6 = arith.muli %5, %init : i32
      linalg.yield %6 : i32
    }
  return %2 : i32
}
