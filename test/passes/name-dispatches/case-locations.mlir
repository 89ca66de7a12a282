// Whatever the locations are, names and hashes are those of the ops; the
// listing behind it gives every op its line with the original inside, and no
// instruction is at line 0 after lowering. More inputs of the kind of
// cases/locations.mlir.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %tracemark-opt %s --mlir-print-debuginfo --mlir-print-local-scope -o named.mlir --pass-pipeline='builtin.module(tracemark-name-dispatches{rename=all},func.func(tracemark-source-listing{to=l stage=s}))'
// RUN: FileCheck %s --input-file=named.mlir
// RUN: %tracemark-opt %s --mlir-print-op-generic --mlir-print-debuginfo --mlir-print-local-scope -o generic.mlir --pass-pipeline='builtin.module(tracemark-name-dispatches{rename=all},func.func(tracemark-source-listing{to=l stage=s}))'
// RUN: %python %inputs/check_positions.py generic.mlir . | FileCheck %s --check-prefix=POSITIONS
// RUN: sh -e -c 'for f in l/s/*.mlir; do %mlir-opt $f -o /dev/null; done'
// RUN: %mlir-opt %s --strip-debuginfo -o bare.mlir
// RUN: %tracemark-opt bare.mlir --pass-pipeline='builtin.module(tracemark-name-dispatches{rename=all})' -o bare-named.mlir
// RUN: sh -e -c 'for f in named bare-named; do grep -o "hash=[0-9a-f]*" $f.mlir > $f.hashes; done; diff named.hashes bare-named.hashes'
// RUN: %tracemark-opt %s -o lowered.mlir --mlir-print-debuginfo --pass-pipeline='builtin.module(tracemark-name-dispatches{rename=all},tracemark-source-listing{to=l stage=m scope=module},one-shot-bufferize{bufferize-function-boundaries=1 function-boundary-type-conversion=identity-layout-map},convert-linalg-to-loops,expand-strided-metadata,lower-affine,convert-scf-to-cf,convert-math-to-libm,convert-arith-to-llvm,convert-index-to-llvm,finalize-memref-to-llvm,convert-func-to-llvm,convert-cf-to-llvm,reconcile-unrealized-casts,tracemark-select-locations,ensure-debug-info-scope-on-llvm-func{emission-kind=LineTablesOnly})'
// RUN: mlir-translate --mlir-to-llvmir lowered.mlir -o lowered.ll
// RUN: %python %inputs/instruction_lines.py lowered.ll l/m/module.mlir
// RUN: not grep 'line: 0' lowered.ll

// POSITIONS: 4 functions, {{[0-9]+}} ops at their line

// Call sites of call sites, a body with places of its own.
// CHECK-LABEL: func.func @inlined_matmul_4x8x16_f32_relu(
// CHECK-SAME: from=block/mm,block/act hash=
// CHECK: linalg.matmul
// CHECK-SAME: loc(fused<loc(callsite("block/mm"("m.py":3:1) at callsite("n.py":4:1 at "o.py":5:1)))>["l/s/
// CHECK: arith.maximumf
// CHECK-SAME: fused<loc("body.py":7:1)
func.func @inlined(%a: tensor<4x16xf32>, %b: tensor<16x8xf32>, %c: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %z = arith.constant 0.0 : f32 loc(unknown)
  %0 = linalg.matmul ins(%a, %b : tensor<4x16xf32>, tensor<16x8xf32>) outs(%c : tensor<4x8xf32>) -> tensor<4x8xf32> loc(callsite("block/mm"("m.py":3:1) at callsite("n.py":4:1 at "o.py":5:1)))
  %1 = linalg.map ins(%0 : tensor<4x8xf32>) outs(%c : tensor<4x8xf32>) (%x: f32 loc("body.py":6:1), %y: f32) {
    %m = arith.maximumf %x, %z : f32 loc("body.py":7:1)
    linalg.yield %m : f32
  } loc("block/act")
  return %1 : tensor<4x8xf32>
}

// Fused places with and without metadata, ranges, memrefs.
// CHECK-LABEL: func.func @fused_tanh_mul_4x8_f32(
// CHECK-SAME: from=a,b hash=
// CHECK: linalg.tanh
// CHECK-SAME: fused<loc(fused<"cse">["a"("x.py":1:2), "b"("y.py":3:4)])
// CHECK: linalg.mul
// CHECK-SAME: fused<loc("r.py":1:2 to 3:4)
func.func @fused(%a: memref<4x8xf32>, %o: memref<4x8xf32>) {
  linalg.tanh ins(%a : memref<4x8xf32>) outs(%o : memref<4x8xf32>) loc(fused<"cse">["a"("x.py":1:2), "b"("y.py":3:4)])
  linalg.mul ins(%o, %a : memref<4x8xf32>, memref<4x8xf32>) outs(%o : memref<4x8xf32>) loc("r.py":1:2 to 3:4)
  return
}

// Nothing is known.
// CHECK-LABEL: func.func @unknown_reduce_sum_4x8_f32_exp(
// CHECK-NOT: from=
// CHECK-SAME: hash=
// CHECK: math.exp
// CHECK-SAME: fused<loc(unknown)
func.func @unknown(%a: memref<4x8xf32> loc(unknown), %o: memref<4xf32> loc(unknown)) {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%a : memref<4x8xf32>) outs(%o : memref<4xf32>) {
  ^bb0(%x: f32 loc(unknown), %s: f32 loc(unknown)):
    %e = math.exp %x : f32 loc(unknown)
    %t = arith.addf %e, %s : f32 loc(unknown)
    linalg.yield %t : f32 loc(unknown)
  } loc(unknown)
  return loc(unknown)
} loc(unknown)

// Many layers in one place.
// CHECK-LABEL: func.func @layers_log_8_f32(
// CHECK-SAME: from=l1,l2%20x,l%2C3 hash=
// CHECK: linalg.log
// CHECK-SAME: fused<loc(fused["l1", "l2 x"("p.py":1:1), callsite("l,3" at unknown)])
func.func @layers(%a: tensor<8xf32>, %o: tensor<8xf32>) -> tensor<8xf32> {
  %0 = linalg.log ins(%a : tensor<8xf32>) outs(%o : tensor<8xf32>) -> tensor<8xf32> loc(fused["l1", fused["l2 x"("p.py":1:1), callsite("l,3" at unknown)]])
  return %0 : tensor<8xf32>
}
