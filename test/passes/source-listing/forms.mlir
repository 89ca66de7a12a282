// What MLIR prints does not always parse: then the listing is in another form, or shows the constants that cannot go.
// Every file parses, and the manifest says in which form it is.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %tracemark-opt %s -o /dev/null --verify-each=0 --mlir-very-unsafe-disable-verifier-on-parsing \
// RUN:   --pass-pipeline='builtin.module(tracemark-source-listing{to=l stage=s})'
// RUN: sh -e -c 'for f in l/s/*.mlir; do %mlir-opt $f --mlir-very-unsafe-disable-verifier-on-parsing --verify-each=0 -o /dev/null; done'
// RUN: FileCheck %s --check-prefix=SHADOWED --input-file=l/s/shadowed.mlir
// RUN: FileCheck %s --check-prefix=SWITCH --input-file=l/s/invalid_switch.mlir
// RUN: FileCheck %s --check-prefix=SPIRV --input-file=l/s/constants.mlir
// RUN: FileCheck %s --check-prefix=MANIFEST --input-file=l/manifest.jsonl
// RUN: %python %source/scripts/check_manifest.py l

// MANIFEST-DAG: "symbol":["plain"]{{.*}}"elided":1,"form":"custom","parses":null,"verifies":true
// MANIFEST-DAG: "symbol":["single"]{{.*}}"form":"custom","parses":null,"verifies":true
// MANIFEST-DAG: "symbol":["shadowed"]{{.*}}"form":"generic","parses":null,"verifies":true
// MANIFEST-DAG: "symbol":["invalid_switch"]{{.*}}"elided":1,"form":"generic","parses":null,"verifies":false
// MANIFEST-DAG: "symbol":["constants"]{{.*}}"elided":1,"form":"custom","parses":null

func.func @plain() -> tensor<18xi8> {
  %0 = arith.constant dense<[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17]> : tensor<18xi8>
  return %0 : tensor<18xi8>
}

func.func @single(%arg0: i32) -> i32 {
  %0 = emitc.expression %arg0 : (i32) -> i32 {
    %1 = emitc.add %arg0, %arg0 : (i32, i32) -> i32
    emitc.yield %1 : i32
  }
  return %0 : i32
}

// SHADOWED: "func.func"
// SHADOWED: "emitc.expression"(%arg0, %arg0)
func.func @shadowed(%arg0: i32) -> i32 {
  %0 = "emitc.expression"(%arg0, %arg0) ({
  ^bb0(%arg1: i32, %arg2: i32):
    %1 = "emitc.add"(%arg1, %arg2) : (i32, i32) -> i32
    "emitc.yield"(%1) : (i32) -> ()
  }) : (i32, i32) -> i32
  return %0 : i32
}

// Generic, since it does not verify; the cases are no constant that may be a resource, the larger one is.
// SWITCH: "llvm.switch"{{.*}}case_values = dense<[0, 1, 2, {{.*}}, 16]> : vector<17xi32>
// SWITCH: "arith.constant"{{.*}}dense_resource<__elided__> : tensor<18xi8>
// SWITCH: // elided constants
// SWITCH-NEXT: // {{[0-9]+}} {{[0-9a-f]+}} tensor<18xi8> 18
// SWITCH-NOT: {{.}}
func.func @invalid_switch(%arg0: i32) -> i64 {
  llvm.switch %arg0 : i32, ^bb1 [
    0: ^bb1, 1: ^bb1, 2: ^bb1, 3: ^bb1, 4: ^bb1, 5: ^bb1, 6: ^bb1, 7: ^bb1, 8: ^bb1,
    9: ^bb1, 10: ^bb1, 11: ^bb1, 12: ^bb1, 13: ^bb1, 14: ^bb1, 15: ^bb1, 16: ^bb1
  ]
^bb1:
  %0 = arith.constant dense<[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17]> : tensor<18xi8>
  "func.return"(%arg0) : (i32) -> ()
}

// SPIRV: spirv.Constant dense<[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]> : tensor<17xi32>
// SPIRV: arith.constant dense_resource<__elided__> : tensor<18xi8>
func.func @constants() {
  %0 = spirv.Constant dense<[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]> : tensor<17xi32> : !spirv.array<17 x i32>
  %1 = arith.constant dense<[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17]> : tensor<18xi8>
  return
}
