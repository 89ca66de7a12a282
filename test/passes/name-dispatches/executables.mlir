// Exports of executables of any dialect: the export and the function behind it
// get one name, executables keep theirs, every reference follows. A second run
// changes nothing, in one pipeline and over a written file.
// DEFINE: %{name} = %tracemark-opt --allow-unregistered-dialect --pass-pipeline='builtin.module(tracemark-name-dispatches{tag=false})'
// RUN: %{name} %s -o %t.once.mlir
// RUN: FileCheck %s --input-file=%t.once.mlir
// RUN: %{name} %t.once.mlir -o %t.again.mlir
// RUN: diff %t.once.mlir %t.again.mlir
// RUN: %tracemark-opt %s --allow-unregistered-dialect --pass-pipeline='builtin.module(tracemark-name-dispatches{entry=executable style=iree tag=false},tracemark-name-dispatches{style=iree tag=false})' | FileCheck %s --check-prefix=IREE
// RUN: %tracemark-opt %s --allow-unregistered-dialect --pass-pipeline='builtin.module(tracemark-name-dispatches{entry=func})' | FileCheck %s --check-prefix=FUNC

// An export and its function are called like the executable: references to the
// one are not taken for the other.
// CHECK: "flow.executable"() <{sym_name = "d0", sym_visibility = "private"}>
// CHECK: "flow.executable.export"() <{function_ref = @[[$EXP:d0_exp_4_f32]], sym_name = "[[$EXP]]"}>
// CHECK: }) {tracemark.name = "[[$EXP]]"}
// CHECK: func.func @[[$EXP]](
// CHECK-SAME: attributes {tracemark.name = "[[$EXP]]"}
// CHECK: call @helper(
// CHECK: func.func private @helper(
// FUNC: sym_name = "d0", sym_visibility
// FUNC: function_ref = @d0, sym_name = "d0"
// FUNC: func.func @d0(
"flow.executable"() <{sym_name = "d0", sym_visibility = "private"}> ({
  "flow.executable.export"() <{function_ref = @d0, sym_name = "d0"}> ({
    %0 = "test.count"() : () -> index
    "flow.return"(%0) : (index) -> ()
  }) : () -> ()
  builtin.module {
    func.func @d0(%a: tensor<4xf32>) -> tensor<4xf32> {
      func.call @helper() : () -> ()
      %0 = linalg.exp ins(%a : tensor<4xf32>) outs(%a : tensor<4xf32>) -> tensor<4xf32>
      return %0 : tensor<4xf32>
    }
    func.func private @helper() {
      return
    }
  }
  "flow.executable_end"() : () -> ()
}) : () -> ()

// Several exports of one function: each has its own name, the function that of
// the one that was called like it. Attributes outside of <{}> do as well.
// CHECK: "stream.executable"()
// CHECK: "stream.executable.export"()
// CHECK-SAME: {function_ref = @[[$B:b_matmul_8x8x8_f32]], sym_name = "[[$A:a_matmul_8x8x8_f32]]"
// CHECK: "stream.executable.export"()
// CHECK-SAME: {function_ref = @[[$B]], sym_name = "[[$B]]"
// CHECK: func.func private @[[$B]](
// IREE: function_ref = @d0_exp_4_f32, sym_name = "d0_exp_4_f32"
// IREE: function_ref = @b_matmul_8x8x8_f32, sym_name = "a_matmul_8x8x8_f32"
// IREE: function_ref = @b_matmul_8x8x8_f32, sym_name = "b_matmul_8x8x8_f32"
"stream.executable"() ({
  "stream.executable.export"() {function_ref = @b, sym_name = "a"} : () -> ()
  "stream.executable.export"() {function_ref = @b, sym_name = "b"} : () -> ()
  builtin.module {
    func.func private @b(%a: tensor<8x8xf32>) -> tensor<8x8xf32> {
      %0 = linalg.matmul ins(%a, %a : tensor<8x8xf32>, tensor<8x8xf32>) outs(%a : tensor<8x8xf32>) -> tensor<8x8xf32>
      return %0 : tensor<8x8xf32>
    }
  }
}) {sym_name = "multi", sym_visibility = "private"} : () -> ()

// Variants are for different targets: each has its own content and names. The
// function of a hal export is called like it. A summary that another tool put
// behind the executable's name is replaced.
// CHECK: "hal.executable"() <{sym_name = "d2"}>
// CHECK: "hal.executable.variant"() <{sym_name = "cpu"}>
// CHECK: "hal.executable.export"() <{ordinal = 0 : index, sym_name = "[[$CPU:d2_log_32x64_f16]]"}>
// CHECK: func.func @[[$CPU]](
// CHECK: "hal.executable.variant"() <{sym_name = "gpu"}>
// CHECK: "hal.executable.export"() <{ordinal = 0 : index, sym_name = "[[$GPU:d2_sqrt_32x64_f16]]"}>
// CHECK: func.func @[[$GPU]](
// IREE: sym_name = "d2_elementwise_32x64_f16_log_32x64_f16"
"hal.executable"() <{sym_name = "d2"}> ({
  "hal.executable.variant"() <{sym_name = "cpu"}> ({
    "hal.executable.export"() <{ordinal = 0 : index, sym_name = "d2_elementwise_32x64_f16"}> ({}) : () -> ()
    builtin.module {
      func.func @d2_elementwise_32x64_f16(%a: memref<32x64xf16>) {
        linalg.log ins(%a : memref<32x64xf16>) outs(%a : memref<32x64xf16>)
        return
      }
    }
  }) : () -> ()
  "hal.executable.variant"() <{sym_name = "gpu"}> ({
    "hal.executable.export"() <{ordinal = 0 : index, sym_name = "d2_elementwise_32x64_f16"}> ({}) : () -> ()
    builtin.module {
      func.func @d2_elementwise_32x64_f16(%a: memref<32x64xf16>) {
        linalg.sqrt ins(%a : memref<32x64xf16>) outs(%a : memref<32x64xf16>)
        return
      }
    }
  }) : () -> ()
}) : () -> ()

// What is declared only, or has no work to be named after, keeps its name.
// CHECK: sym_name = "external"
// CHECK: "hal.executable.export"() <{ordinal = 0 : index, sym_name = "entry"}> ({
// CHECK: "hal.executable.export"() <{function_ref = @nowhere, sym_name = "lost"}>
// CHECK: "hal.executable.export"() <{function_ref = @declared, sym_name = "declared"}>
// CHECK: "hal.executable.export"() <{function_ref = @empty, sym_name = "empty"}>
"hal.executable"() <{sym_name = "external"}> ({
  "hal.executable.variant"() <{objects = ["kernel.o"], sym_name = "cpu"}> ({
    "hal.executable.export"() <{ordinal = 0 : index, sym_name = "entry"}> ({}) : () -> ()
  }) : () -> ()
  "hal.executable.variant"() <{sym_name = "none"}> ({
    "hal.executable.export"() <{function_ref = @nowhere, sym_name = "lost"}> ({}) : () -> ()
    "hal.executable.export"() <{function_ref = @declared, sym_name = "declared"}> ({}) : () -> ()
    "hal.executable.export"() <{function_ref = @empty, sym_name = "empty"}> ({}) : () -> ()
    builtin.module {
      func.func private @declared(tensor<4xf32>)
      func.func @empty() {
        return
      }
    }
  }) : () -> ()
}) : () -> ()

// Exports of one module are linked together: names differ between executables,
// and from those that stay.
// CHECK: sym_name = "same_log_4_f32_h[[HASH:[0-9a-f]+]]"
// CHECK: sym_name = "same_log_4_f32_h[[HASH]]_2"
// CHECK: sym_name = "same_exp_4_f32"}> ({
// CHECK: sym_name = "same_exp_4_f32_h{{[0-9a-f]+}}"
"flow.executable"() <{sym_name = "s0", sym_visibility = "private"}> ({
  "flow.executable.export"() <{function_ref = @f, sym_name = "same"}> ({}) : () -> ()
  builtin.module {
    func.func @f(%a: memref<4xf32>) {
      linalg.log ins(%a : memref<4xf32>) outs(%a : memref<4xf32>)
      return
    }
  }
}) : () -> ()
"flow.executable"() <{sym_name = "s1", sym_visibility = "private"}> ({
  "flow.executable.export"() <{function_ref = @f, sym_name = "same"}> ({}) : () -> ()
  builtin.module {
    func.func @f(%a: memref<4xf32>) {
      linalg.log ins(%a : memref<4xf32>) outs(%a : memref<4xf32>)
      return
    }
  }
}) : () -> ()
"flow.executable"() <{sym_name = "s2", sym_visibility = "private"}> ({
  "flow.executable.export"() <{function_ref = @f, sym_name = "same_exp_4_f32"}> ({}) : () -> ()
}) : () -> ()
"flow.executable"() <{sym_name = "s3", sym_visibility = "private"}> ({
  "flow.executable.export"() <{function_ref = @f, sym_name = "same"}> ({}) : () -> ()
  builtin.module {
    func.func @f(%a: memref<4xf32>) {
      linalg.exp ins(%a : memref<4xf32>) outs(%a : memref<4xf32>)
      return
    }
  }
}) : () -> ()

// CHECK-LABEL: func.func @host(
func.func @host(%a: tensor<4xf32>) {
  // CHECK: "flow.dispatch"(%{{.*}}) <{entry_points = [@d0::@[[$EXP]]]}>
  %0 = "flow.dispatch"(%a) <{entry_points = [@d0::@d0]}> : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: "stream.cmd.dispatch"() {entry_points = [@d2::@cpu::@[[$CPU]], @d2::@gpu::@[[$GPU]]]}
  "stream.cmd.dispatch"() {entry_points = [@d2::@cpu::@d2_elementwise_32x64_f16, @d2::@gpu::@d2_elementwise_32x64_f16]} : () -> ()
  // CHECK: "hal.dispatch"() <{table = {a = @multi::@[[$A]], b = [@multi::@[[$B]]], x = @external::@cpu::@entry}, target = @d0}>
  "hal.dispatch"() <{table = {a = @multi::@a, b = [@multi::@b], x = @external::@cpu::@entry}, target = @d0}> : () -> ()
  return
}
