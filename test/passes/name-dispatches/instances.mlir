// Entries of one content that would get one name are counted in program order,
// and their tags say so; the next run keeps everything.
// RUN: %tracemark-opt %s --allow-unregistered-dialect --pass-pipeline='builtin.module(tracemark-name-dispatches)' -o %t.once.mlir
// RUN: FileCheck %s --input-file=%t.once.mlir
// RUN: %tracemark-opt %t.once.mlir --allow-unregistered-dialect --pass-pipeline='builtin.module(tracemark-name-dispatches)' | diff %t.once.mlir -
// RUN: %tracemark-opt %s --allow-unregistered-dialect --pass-pipeline='builtin.module(tracemark-name-dispatches)' --mlir-disable-threading --mlir-print-op-generic -o %t.generic.mlir
// RUN: grep -o 'tracemark.tag = "[^"]*"' %t.once.mlir > %t.tags
// RUN: grep -o 'tracemark.tag = "[^"]*"' %t.generic.mlir | diff %t.tags -

// CHECK: "flow.executable"() <{sym_name = "e0"
// CHECK: "flow.executable.export"() <{function_ref = @same_log_4_f32_h[[LOG:[0-9a-f]+]], sym_name = "same_log_4_f32_h[[LOG]]"}>
// CHECK: tracemark.tag = "grammar=1 base=same root=log dims=4 types=f32 flops=4 bytes=32 hash=[[LOG]]"
// CHECK: func.func @same_log_4_f32_h[[LOG]](
// CHECK-SAME: tracemark.tag = "grammar=1 base=same root=log dims=4 types=f32 flops=4 bytes=32 hash=[[LOG]]"
"flow.executable"() <{sym_name = "e0", sym_visibility = "private"}> ({
  "flow.executable.export"() <{function_ref = @f, sym_name = "same"}> ({}) : () -> ()
  builtin.module {
    func.func @f(%a: memref<4xf32>) {
      linalg.log ins(%a : memref<4xf32>) outs(%a : memref<4xf32>)
      return
    }
  }
}) : () -> ()
// CHECK: "flow.executable"() <{sym_name = "e1"
// CHECK: "flow.executable.export"() <{function_ref = @same_exp_4_f32_h[[EXP:[0-9a-f]+]], sym_name = "same_exp_4_f32_h[[EXP]]"}>
// CHECK: tracemark.tag = "grammar=1 base=same root=exp dims=4 types=f32 flops=4 bytes=32 hash=[[EXP]]"
// CHECK: func.func @same_exp_4_f32_h[[EXP]](
// CHECK-SAME: tracemark.tag = "grammar=1 base=same root=exp dims=4 types=f32 flops=4 bytes=32 hash=[[EXP]]"
"flow.executable"() <{sym_name = "e1", sym_visibility = "private"}> ({
  "flow.executable.export"() <{function_ref = @f, sym_name = "same"}> ({}) : () -> ()
  builtin.module {
    func.func @f(%a: memref<4xf32>) {
      linalg.exp ins(%a : memref<4xf32>) outs(%a : memref<4xf32>)
      return
    }
  }
}) : () -> ()
// CHECK: "flow.executable"() <{sym_name = "e2"
// CHECK: "flow.executable.export"() <{function_ref = @same_log_4_f32_h[[LOG]]_2, sym_name = "same_log_4_f32_h[[LOG]]_2"}>
// CHECK: tracemark.tag = "grammar=1 base=same root=log dims=4 types=f32 flops=4 bytes=32 instance=2 hash=[[LOG]]"
// CHECK: func.func @same_log_4_f32_h[[LOG]]_2(
// CHECK-SAME: tracemark.tag = "grammar=1 base=same root=log dims=4 types=f32 flops=4 bytes=32 instance=2 hash=[[LOG]]"
"flow.executable"() <{sym_name = "e2", sym_visibility = "private"}> ({
  "flow.executable.export"() <{function_ref = @f, sym_name = "same"}> ({}) : () -> ()
  builtin.module {
    func.func @f(%a: memref<4xf32>) {
      linalg.log ins(%a : memref<4xf32>) outs(%a : memref<4xf32>)
      return
    }
  }
}) : () -> ()
// CHECK: "flow.executable"() <{sym_name = "e3"
// CHECK: "flow.executable.export"() <{function_ref = @same_log_4_f32_h[[LOG]]_3, sym_name = "same_log_4_f32_h[[LOG]]_3"}>
// CHECK: tracemark.tag = "grammar=1 base=same root=log dims=4 types=f32 flops=4 bytes=32 instance=3 hash=[[LOG]]"
// CHECK: func.func @same_log_4_f32_h[[LOG]]_3(
// CHECK-SAME: tracemark.tag = "grammar=1 base=same root=log dims=4 types=f32 flops=4 bytes=32 instance=3 hash=[[LOG]]"
"flow.executable"() <{sym_name = "e3", sym_visibility = "private"}> ({
  "flow.executable.export"() <{function_ref = @f, sym_name = "same"}> ({}) : () -> ()
  builtin.module {
    func.func @f(%a: memref<4xf32>) {
      linalg.log ins(%a : memref<4xf32>) outs(%a : memref<4xf32>)
      return
    }
  }
}) : () -> ()
// CHECK: "flow.executable"() <{sym_name = "e4"
// CHECK: "flow.executable.export"() <{function_ref = @same_exp_4_f32_h[[EXP]]_2, sym_name = "same_exp_4_f32_h[[EXP]]_2"}>
// CHECK: tracemark.tag = "grammar=1 base=same root=exp dims=4 types=f32 flops=4 bytes=32 instance=2 hash=[[EXP]]"
// CHECK: func.func @same_exp_4_f32_h[[EXP]]_2(
// CHECK-SAME: tracemark.tag = "grammar=1 base=same root=exp dims=4 types=f32 flops=4 bytes=32 instance=2 hash=[[EXP]]"
"flow.executable"() <{sym_name = "e4", sym_visibility = "private"}> ({
  "flow.executable.export"() <{function_ref = @f, sym_name = "same"}> ({}) : () -> ()
  builtin.module {
    func.func @f(%a: memref<4xf32>) {
      linalg.exp ins(%a : memref<4xf32>) outs(%a : memref<4xf32>)
      return
    }
  }
}) : () -> ()
// CHECK: "flow.dispatch"() <{entry_points = [@e0::@same_log_4_f32_h[[LOG]], @e2::@same_log_4_f32_h[[LOG]]_2, @e3::@same_log_4_f32_h[[LOG]]_3]}>
func.func @host() {
  "flow.dispatch"() <{entry_points = [@e0::@same, @e2::@same, @e3::@same]}> : () -> ()
  return
}
