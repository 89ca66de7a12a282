// A summary that another tool put behind the executable's name is replaced by
// ours; what only looks a little like one belongs to the name.
// RUN: %tracemark-opt %s --allow-unregistered-dialect --pass-pipeline='builtin.module(tracemark-name-dispatches{tag=false})' | FileCheck %s

// CHECK: "flow.executable"() <{sym_name = "e0", sym_visibility = "private"}>
// CHECK-NEXT: sym_name = "e0_exp_4_f32"}>
"flow.executable"() <{sym_name = "e0", sym_visibility = "private"}> ({
  "flow.executable.export"() <{function_ref = @e0_slow_memcpy, sym_name = "e0_slow_memcpy"}> ({}) : () -> ()
  builtin.module {
    func.func @e0_slow_memcpy(%a: memref<4xf32>) {
      linalg.exp ins(%a : memref<4xf32>) outs(%a : memref<4xf32>)
      return
    }
  }
}) : () -> ()
// CHECK: "flow.executable"() <{sym_name = "e1", sym_visibility = "private"}>
// CHECK-NEXT: sym_name = "e1_exp_4_f32"}>
"flow.executable"() <{sym_name = "e1", sym_visibility = "private"}> ({
  "flow.executable.export"() <{function_ref = @e1_matmul_like_4x8_f32, sym_name = "e1_matmul_like_4x8_f32"}> ({}) : () -> ()
  builtin.module {
    func.func @e1_matmul_like_4x8_f32(%a: memref<4xf32>) {
      linalg.exp ins(%a : memref<4xf32>) outs(%a : memref<4xf32>)
      return
    }
  }
}) : () -> ()
// CHECK: "flow.executable"() <{sym_name = "e2", sym_visibility = "private"}>
// CHECK-NEXT: sym_name = "e2_exp_4_f32"}>
"flow.executable"() <{sym_name = "e2", sym_visibility = "private"}> ({
  "flow.executable.export"() <{function_ref = @e2_unpack_elementwise_4x8_f32_pack, sym_name = "e2_unpack_elementwise_4x8_f32_pack"}> ({}) : () -> ()
  builtin.module {
    func.func @e2_unpack_elementwise_4x8_f32_pack(%a: memref<4xf32>) {
      linalg.exp ins(%a : memref<4xf32>) outs(%a : memref<4xf32>)
      return
    }
  }
}) : () -> ()
// CHECK: "flow.executable"() <{sym_name = "e3", sym_visibility = "private"}>
// CHECK-NEXT: sym_name = "e3_exp_4_f32"}>
"flow.executable"() <{sym_name = "e3", sym_visibility = "private"}> ({
  "flow.executable.export"() <{function_ref = @e3_pack_f32, sym_name = "e3_pack_f32"}> ({}) : () -> ()
  builtin.module {
    func.func @e3_pack_f32(%a: memref<4xf32>) {
      linalg.exp ins(%a : memref<4xf32>) outs(%a : memref<4xf32>)
      return
    }
  }
}) : () -> ()
// CHECK: "flow.executable"() <{sym_name = "e4", sym_visibility = "private"}>
// CHECK-NEXT: sym_name = "e4_exp_4_f32"}>
"flow.executable"() <{sym_name = "e4", sym_visibility = "private"}> ({
  "flow.executable.export"() <{function_ref = @e4_unpack_bf16, sym_name = "e4_unpack_bf16"}> ({}) : () -> ()
  builtin.module {
    func.func @e4_unpack_bf16(%a: memref<4xf32>) {
      linalg.exp ins(%a : memref<4xf32>) outs(%a : memref<4xf32>)
      return
    }
  }
}) : () -> ()
// CHECK: "flow.executable"() <{sym_name = "e5", sym_visibility = "private"}>
// CHECK-NEXT: sym_name = "e5_exp_4_f32"}>
"flow.executable"() <{sym_name = "e5", sym_visibility = "private"}> ({
  "flow.executable.export"() <{function_ref = @e5_set_encoding_LHS_4xD, sym_name = "e5_set_encoding_LHS_4xD"}> ({}) : () -> ()
  builtin.module {
    func.func @e5_set_encoding_LHS_4xD(%a: memref<4xf32>) {
      linalg.exp ins(%a : memref<4xf32>) outs(%a : memref<4xf32>)
      return
    }
  }
}) : () -> ()
// CHECK: "flow.executable"() <{sym_name = "e6", sym_visibility = "private"}>
// CHECK-NEXT: sym_name = "e6_exp_4_f32"}>
"flow.executable"() <{sym_name = "e6", sym_visibility = "private"}> ({
  "flow.executable.export"() <{function_ref = @e6_scan_4x100xf32_dispatch_tensor_store, sym_name = "e6_scan_4x100xf32_dispatch_tensor_store"}> ({}) : () -> ()
  builtin.module {
    func.func @e6_scan_4x100xf32_dispatch_tensor_store(%a: memref<4xf32>) {
      linalg.exp ins(%a : memref<4xf32>) outs(%a : memref<4xf32>)
      return
    }
  }
}) : () -> ()
// CHECK: "flow.executable"() <{sym_name = "e7", sym_visibility = "private"}>
// CHECK-NEXT: sym_name = "e7_exp_4_f32"}>
"flow.executable"() <{sym_name = "e7", sym_visibility = "private"}> ({
  "flow.executable.export"() <{function_ref = @e7_attention_8x32xD, sym_name = "e7_attention_8x32xD"}> ({}) : () -> ()
  builtin.module {
    func.func @e7_attention_8x32xD(%a: memref<4xf32>) {
      linalg.exp ins(%a : memref<4xf32>) outs(%a : memref<4xf32>)
      return
    }
  }
}) : () -> ()
// CHECK: "flow.executable"() <{sym_name = "e8", sym_visibility = "private"}>
// CHECK-NEXT: sym_name = "e8_exp_4_f32"}>
"flow.executable"() <{sym_name = "e8", sym_visibility = "private"}> ({
  "flow.executable.export"() <{function_ref = @e8_conv_2d_nhwc_hwcf_1xDx4_f32, sym_name = "e8_conv_2d_nhwc_hwcf_1xDx4_f32"}> ({}) : () -> ()
  builtin.module {
    func.func @e8_conv_2d_nhwc_hwcf_1xDx4_f32(%a: memref<4xf32>) {
      linalg.exp ins(%a : memref<4xf32>) outs(%a : memref<4xf32>)
      return
    }
  }
}) : () -> ()
// CHECK: "flow.executable"() <{sym_name = "e9", sym_visibility = "private"}>
// CHECK-NEXT: sym_name = "e9_exp_4_f32"}>
"flow.executable"() <{sym_name = "e9", sym_visibility = "private"}> ({
  "flow.executable.export"() <{function_ref = @e9_reduce_sum_4x8_f32, sym_name = "e9_reduce_sum_4x8_f32"}> ({}) : () -> ()
  builtin.module {
    func.func @e9_reduce_sum_4x8_f32(%a: memref<4xf32>) {
      linalg.exp ins(%a : memref<4xf32>) outs(%a : memref<4xf32>)
      return
    }
  }
}) : () -> ()
// CHECK: "flow.executable"() <{sym_name = "e10", sym_visibility = "private"}>
// CHECK-NEXT: sym_name = "e10_exp_4_f32"}>
"flow.executable"() <{sym_name = "e10", sym_visibility = "private"}> ({
  "flow.executable.export"() <{function_ref = @e10_fill_40_f32, sym_name = "e10_fill_40_f32"}> ({}) : () -> ()
  builtin.module {
    func.func @e10_fill_40_f32(%a: memref<4xf32>) {
      linalg.exp ins(%a : memref<4xf32>) outs(%a : memref<4xf32>)
      return
    }
  }
}) : () -> ()
// CHECK: "flow.executable"() <{sym_name = "e11", sym_visibility = "private"}>
// CHECK-NEXT: sym_name = "e11_exp_4_f32"}>
"flow.executable"() <{sym_name = "e11", sym_visibility = "private"}> ({
  "flow.executable.export"() <{function_ref = @e11_winograd_input_transform_1xDxDx1xf16_generic, sym_name = "e11_winograd_input_transform_1xDxDx1xf16_generic"}> ({}) : () -> ()
  builtin.module {
    func.func @e11_winograd_input_transform_1xDxDx1xf16_generic(%a: memref<4xf32>) {
      linalg.exp ins(%a : memref<4xf32>) outs(%a : memref<4xf32>)
      return
    }
  }
}) : () -> ()
// CHECK: "flow.executable"() <{sym_name = "k0", sym_visibility = "private"}>
// CHECK-NEXT: sym_name = "k0_add_exp_4_f32"}>
"flow.executable"() <{sym_name = "k0", sym_visibility = "private"}> ({
  "flow.executable.export"() <{function_ref = @k0_add, sym_name = "k0_add"}> ({}) : () -> ()
  builtin.module {
    func.func @k0_add(%a: memref<4xf32>) {
      linalg.exp ins(%a : memref<4xf32>) outs(%a : memref<4xf32>)
      return
    }
  }
}) : () -> ()
// CHECK: "flow.executable"() <{sym_name = "k1", sym_visibility = "private"}>
// CHECK-NEXT: sym_name = "k1_conv_1_exp_4_f32"}>
"flow.executable"() <{sym_name = "k1", sym_visibility = "private"}> ({
  "flow.executable.export"() <{function_ref = @k1_conv_1, sym_name = "k1_conv_1"}> ({}) : () -> ()
  builtin.module {
    func.func @k1_conv_1(%a: memref<4xf32>) {
      linalg.exp ins(%a : memref<4xf32>) outs(%a : memref<4xf32>)
      return
    }
  }
}) : () -> ()
// CHECK: "flow.executable"() <{sym_name = "k2", sym_visibility = "private"}>
// CHECK-NEXT: sym_name = "k2_4x8_f32_exp_4_f32"}>
"flow.executable"() <{sym_name = "k2", sym_visibility = "private"}> ({
  "flow.executable.export"() <{function_ref = @k2_4x8_f32, sym_name = "k2_4x8_f32"}> ({}) : () -> ()
  builtin.module {
    func.func @k2_4x8_f32(%a: memref<4xf32>) {
      linalg.exp ins(%a : memref<4xf32>) outs(%a : memref<4xf32>)
      return
    }
  }
}) : () -> ()
// CHECK: "flow.executable"() <{sym_name = "k3", sym_visibility = "private"}>
// CHECK-NEXT: sym_name = "k3_mine_4x8_f32_exp_4_f32"}>
"flow.executable"() <{sym_name = "k3", sym_visibility = "private"}> ({
  "flow.executable.export"() <{function_ref = @k3_mine_4x8_f32, sym_name = "k3_mine_4x8_f32"}> ({}) : () -> ()
  builtin.module {
    func.func @k3_mine_4x8_f32(%a: memref<4xf32>) {
      linalg.exp ins(%a : memref<4xf32>) outs(%a : memref<4xf32>)
      return
    }
  }
}) : () -> ()
// CHECK: "flow.executable"() <{sym_name = "k4", sym_visibility = "private"}>
// CHECK-NEXT: sym_name = "k4x_matmul_4x8_f32_exp_4_f32"}>
"flow.executable"() <{sym_name = "k4", sym_visibility = "private"}> ({
  "flow.executable.export"() <{function_ref = @k4x_matmul_4x8_f32, sym_name = "k4x_matmul_4x8_f32"}> ({}) : () -> ()
  builtin.module {
    func.func @k4x_matmul_4x8_f32(%a: memref<4xf32>) {
      linalg.exp ins(%a : memref<4xf32>) outs(%a : memref<4xf32>)
      return
    }
  }
}) : () -> ()
// CHECK: "flow.executable"() <{sym_name = "k5", sym_visibility = "private"}>
// CHECK-NEXT: sym_name = "k5__exp_4_f32"}>
"flow.executable"() <{sym_name = "k5", sym_visibility = "private"}> ({
  "flow.executable.export"() <{function_ref = @k5_, sym_name = "k5_"}> ({}) : () -> ()
  builtin.module {
    func.func @k5_(%a: memref<4xf32>) {
      linalg.exp ins(%a : memref<4xf32>) outs(%a : memref<4xf32>)
      return
    }
  }
}) : () -> ()
// CHECK: "flow.executable"() <{sym_name = "k6", sym_visibility = "private"}>
// CHECK-NEXT: sym_name = "other_matmul_4x8_f32_exp_4_f32"}>
"flow.executable"() <{sym_name = "k6", sym_visibility = "private"}> ({
  "flow.executable.export"() <{function_ref = @other_matmul_4x8_f32, sym_name = "other_matmul_4x8_f32"}> ({}) : () -> ()
  builtin.module {
    func.func @other_matmul_4x8_f32(%a: memref<4xf32>) {
      linalg.exp ins(%a : memref<4xf32>) outs(%a : memref<4xf32>)
      return
    }
  }
}) : () -> ()
// CHECK: "flow.executable"() <{sym_name = "k7", sym_visibility = "private"}>
// CHECK-NEXT: sym_name = "k7_unpack_exp_4_f32"}>
"flow.executable"() <{sym_name = "k7", sym_visibility = "private"}> ({
  "flow.executable.export"() <{function_ref = @k7_unpack, sym_name = "k7_unpack"}> ({}) : () -> ()
  builtin.module {
    func.func @k7_unpack(%a: memref<4xf32>) {
      linalg.exp ins(%a : memref<4xf32>) outs(%a : memref<4xf32>)
      return
    }
  }
}) : () -> ()
