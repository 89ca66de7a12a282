// What printers and walks stumble over: ops that print several lines or none, regions out of order, arguments in headers
// and labels, blocks without an op, functions in functions, tables in tables, dialects that nobody registered.
module @hostile attributes {gpu.container_module, t.attribute = "a\0Ab"} {
  memref.global "private" constant @weights : memref<20xi8> = dense<[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19]>
  func.func private @declared(i32) -> i32
  func.func @control(%arg0: index, %arg1: i32, %arg2: i1) -> i32 {
    %0 = scf.index_switch %arg0 -> i32
    case 2 {
      %1 = arith.addi %arg1, %arg1 : i32
      scf.yield %1 : i32
    }
    case 5 {
      scf.yield %arg1 : i32
    }
    default {
      %1 = arith.muli %arg1, %arg1 : i32
      scf.yield %1 : i32
    }
    cf.switch %0 : i32, [
      default: ^bb1(%0 : i32),
      42: ^bb2(%arg1 : i32)
    ]
  ^bb1(%2: i32):
    %3 = func.call @declared(%2) : (i32) -> i32
    cf.cond_br %arg2, ^bb2(%3 : i32), ^bb3
  ^bb2(%4: i32):
    cf.br ^bb4(%4, %4 : i32, i32)
  ^bb3:
    cf.br ^bb4(%arg1, %0 : i32, i32)
  ^bb4(%5: i32, %6: i32):
    %7 = scf.while (%8 = %5) : (i32) -> i32 {
      scf.condition(%arg2) %8 : i32
    } do {
    ^bb0(%8: i32):
      %9 = arith.subi %8, %6 : i32
      scf.yield %9 : i32
    }
    scf.if %arg2 {
      func.call @declared(%7) : (i32) -> i32
    }
    return %7 : i32
  }
  func.func private @tensors(%arg0: tensor<4x8xf32>, %arg1: tensor<8x4xf32>) -> tensor<4xf32> {
    %cst = arith.constant 0.0 : f32
    %0 = tensor.empty() : tensor<4x4xf32>
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<4x4xf32>) -> tensor<4x4xf32>
    %2 = linalg.matmul ins(%arg0, %arg1 : tensor<4x8xf32>, tensor<8x4xf32>) outs(%1 : tensor<4x4xf32>) -> tensor<4x4xf32>
    %3 = tensor.empty() : tensor<4xf32>
    %4 = linalg.reduce ins(%2 : tensor<4x4xf32>) outs(%3 : tensor<4xf32>) dimensions = [1]
      (%in: f32, %init: f32) {
        %5 = arith.addf %in, %init : f32
        linalg.yield %5 : f32
      }
    %6 = linalg.map { math.exp } ins(%4 : tensor<4xf32>) outs(%3 : tensor<4xf32>)
    %7 = tensor.generate {
    ^bb0(%i: index):
      tensor.yield %cst : f32
    } : tensor<4xf32>
    %8 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
         ins(%6 : tensor<4xf32>) outs(%7 : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %9 = arith.addf %in, %out : f32
      linalg.yield %9 : f32
    } -> tensor<4xf32>
    return %8 : tensor<4xf32>
  }
  func.func @outer() {
    builtin.module {
      func.func private @leaf() {
        return
      }
      func.func @caller() {
        func.call @leaf() : () -> ()
        return
      }
    }
    return
  }
  func.func @loops(%arg0: memref<16xf32>) {
    affine.for %i = 0 to 16 {
      %0 = affine.load %arg0[%i] : memref<16xf32>
      affine.store %0, %arg0[%i] : memref<16xf32>
    }
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    scf.parallel (%i, %j) = (%c0, %c0) to (%c16, %c16) step (%c1, %c1) {
      %0 = memref.load %arg0[%i] : memref<16xf32>
      memref.store %0, %arg0[%j] : memref<16xf32>
    }
    gpu.launch_func @kernels::@kernel blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%arg0 : memref<16xf32>)
    return
  }
  gpu.module @kernels {
    gpu.func @kernel(%arg0: memref<16xf32>) workgroup(%arg1: memref<4xf32, 3>) private(%arg2: memref<2xf32, 5>) kernel {
      %0 = gpu.thread_id x
      gpu.return
    }
    gpu.func @helper(%arg0: index) -> index {
      gpu.return %arg0 : index
    }
    memref.global "private" @local : memref<4xf32, 3>
  }
  llvm.mlir.global internal @text("a\0Ab") {addr_space = 0 : i32}
  llvm.mlir.global internal @made() : i32 {
    %0 = llvm.mlir.constant(7 : i32) : i32
    llvm.return %0 : i32
  }
  llvm.func linkonce_odr @lower(%arg0: i32) -> i32 {
    llvm.switch %arg0 : i32, ^bb1(%arg0 : i32) [
      1: ^bb2
    ]
  ^bb1(%0: i32):
    llvm.return %0 : i32
  ^bb2:
    llvm.br ^bb1(%arg0 : i32)
  }
  spirv.module Logical GLSL450 {
    spirv.func @shader() "None" {
      spirv.Return
    }
    spirv.EntryPoint "GLCompute" @shader
    spirv.ExecutionMode @shader "LocalSize", 1, 1, 1
  }
  ml_program.func @program(%arg0: i32) -> i32 {
    ml_program.return %arg0 : i32
  }
  async.func @later() -> !async.token {
    return
  }
  "t.executable"() ({
    "t.func"() ({
    ^bb0(%arg0: i32):
      "t.use"(%arg0) : (i32) -> ()
    }) {sym_name = "shut"} : () -> ()
    %0 = "t.value"() : () -> i32
    "t.func"() ({
      "t.use"(%0) : (i32) -> ()
    }) {sym_name = "open"} : () -> ()
    "t.func"() ({
      "t.use"() : () -> ()
    }, {
      "t.use"() : () -> ()
    }) {sym_name = "regions"} : () -> ()
    "t.func"() ({
      "t.br"()[^bb1] : () -> ()
    ^bb1:
      "t.use"() : () -> ()
    }) {sym_name = "/.. x"} : () -> ()
  }) {sym_name = "table"} : () -> ()
  %0 = "t.graph"() ({
    %1 = "t.u"(%2) : (i32) -> i32
    %2 = "t.u"(%1) : (i32) -> i32
    %3 = "t.v"() ({}, {
    ^bb0(%4: i32, %5: index):
    }) : () -> i32
  }) : () -> i32
}
