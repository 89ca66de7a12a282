// A type of another dialect that mentions a symbol, wherever it stands, keeps
// the symbol's name: nobody else can rewrite it.
// RUN: %tracemark-opt %s --allow-unregistered-dialect --pass-pipeline='builtin.module(tracemark-name-dispatches)' -o %t.mlir 2> %t.remarks
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: FileCheck %s --check-prefix=REMARK --input-file=%t.remarks --implicit-check-not=remark
// RUN: %mlir-opt %t.mlir --allow-unregistered-dialect -o /dev/null

// REMARK-DAG: remark: 'in_result' keeps its name instead of 'in_result_exp_8_f32': a type that cannot be rewritten refers to it
// CHECK: func.func private @in_result(
func.func private @in_result(%a: memref<8xf32>) {
  linalg.exp ins(%a : memref<8xf32>) outs(%a : memref<8xf32>)
  return
}
// REMARK-DAG: remark: 'in_declaration' keeps its name
// CHECK: func.func private @in_declaration(
func.func private @in_declaration(%a: memref<8xf32>) {
  linalg.exp ins(%a : memref<8xf32>) outs(%a : memref<8xf32>)
  return
}
// REMARK-DAG: remark: 'in_argument' keeps its name
// CHECK: func.func private @in_argument(
func.func private @in_argument(%a: memref<8xf32>) {
  linalg.exp ins(%a : memref<8xf32>) outs(%a : memref<8xf32>)
  return
}
// REMARK-DAG: remark: 'in_encoding' keeps its name
// CHECK: func.func private @in_encoding(
func.func private @in_encoding(%a: memref<8xf32>) {
  linalg.exp ins(%a : memref<8xf32>) outs(%a : memref<8xf32>)
  return
}
// REMARK-DAG: remark: 'in.attribute' keeps its name instead of 'in.attribute_exp_8_f32': an attribute that cannot be rewritten refers to it
// CHECK: func.func private @in.attribute(
func.func private @in.attribute(%a: memref<8xf32>) {
  linalg.exp ins(%a : memref<8xf32>) outs(%a : memref<8xf32>)
  return
}
// Who is not mentioned, or mentioned by a reference, is renamed.
// CHECK: func.func private @in_exp_8_f32(
func.func private @in(%a: memref<8xf32>) {
  linalg.exp ins(%a : memref<8xf32>) outs(%a : memref<8xf32>)
  return
}
// CHECK: func.func private @declared(!own.closure<@in_declaration, f32>)
func.func private @declared(!own.closure<@in_declaration, f32>)
// CHECK: func.func @user(
func.func @user(%f: tuple<!own.closure<@in_argument>, i32>, %t: tensor<4xf32, #own.enc<@in_encoding>>) {
  // CHECK: "own.make"() : () -> !own.closure<@in_result>
  %0 = "own.make"() : () -> !own.closure<@in_result>
  // CHECK: "own.holds"() {of = [tensor<2x!own.closure<@in.attribute>>], ref = @in_exp_8_f32} : () -> ()
  "own.holds"() {of = [tensor<2x!own.closure<@in.attribute>>], ref = @in} : () -> ()
  "own.calls"() {refs = [@in_result, @in_declaration, @in_argument, @in_encoding, @in.attribute]} : () -> ()
  return
}
