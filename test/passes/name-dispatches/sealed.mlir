// An attribute of another dialect that mentions a symbol, spelled in whatever
// way, keeps the symbol's name.
// RUN: %tracemark-opt %s --allow-unregistered-dialect --split-input-file --pass-pipeline='builtin.module(tracemark-name-dispatches)' 2> %t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK --input-file=%t.remarks --implicit-check-not=remark

// REMARK: remark: 'plain' keeps its name instead of 'plain_exp_8_f32': an attribute that cannot be rewritten refers to it
// CHECK: func.func private @plain(
func.func private @plain(%a: memref<8xf32>) {
  linalg.exp ins(%a : memref<8xf32>) outs(%a : memref<8xf32>)
  return
}
// REMARK: remark: 'esc.aped' keeps its name
// CHECK: func.func private @esc.aped(
func.func private @esc.aped(%a: memref<8xf32>) {
  linalg.log ins(%a : memref<8xf32>) outs(%a : memref<8xf32>)
  return
}
// REMARK: remark: 'q"uote' keeps its name
// CHECK: func.func private @"q\22uote"(
func.func private @"q\22uote"(%a: memref<8xf32>) {
  linalg.log ins(%a : memref<8xf32>) outs(%a : memref<8xf32>)
  return
}
// A name that another begins with is not meant.
// CHECK: func.func private @pla_exp_8_f32(
func.func private @pla(%a: memref<8xf32>) {
  linalg.exp ins(%a : memref<8xf32>) outs(%a : memref<8xf32>)
  return
}
// CHECK: #own.sealed<@plain>
"own.op"() {x = [#own.sealed<@plain>, {y = #own.sealed<@"esc\2Eaped">}, @plain, @pla, @esc.aped, @"q\22uote"]} : () -> ()
"own.op"() {x = #own.sealed<@"q\"uote">} : () -> ()
