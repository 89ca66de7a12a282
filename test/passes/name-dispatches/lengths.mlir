// Names are cut behind a token and told apart by the hash of the content.
// RUN: %tracemark-opt %s --pass-pipeline='builtin.module(tracemark-name-dispatches{rename=all tag=false max-length=44})' | FileCheck %s
// RUN: %tracemark-opt %s --pass-pipeline='builtin.module(tracemark-name-dispatches{rename=all tag=false max-length=1})' | FileCheck %s --check-prefix=SHORTEST

// 44 bytes: the whole name fits.
// CHECK-LABEL: func.func @fits_matmul_128x256x512_f16xf16xf32_cast_abs(
// SHORTEST-LABEL: func.func @fits_matmul_h{{[0-9a-f]+}}(
func.func @fits(%a: memref<128x512xf16>, %b: memref<512x256xf16>, %c: memref<128x256xf32>, %o: memref<128x256xf16>) {
  linalg.matmul ins(%a, %b : memref<128x512xf16>, memref<512x256xf16>) outs(%c : memref<128x256xf32>)
  linalg.map ins(%c : memref<128x256xf32>) outs(%o : memref<128x256xf16>) (%x: f32, %y: f16) {
    %0 = arith.truncf %x : f32 to f16
    linalg.yield %0 : f16
  }
  linalg.abs ins(%o : memref<128x256xf16>) outs(%o : memref<128x256xf16>)
  return
}

// One byte more: cut.
// CHECK-LABEL: func.func @fits1_matmul_128x256x512_h{{[0-9a-f]+}}(
// SHORTEST-LABEL: func.func @fits1_matmul_h{{[0-9a-f]+}}(
func.func @fits1(%a: memref<128x512xf16>, %b: memref<512x256xf16>, %c: memref<128x256xf32>, %o: memref<128x256xf16>) {
  linalg.matmul ins(%a, %b : memref<128x512xf16>, memref<512x256xf16>) outs(%c : memref<128x256xf32>)
  linalg.map ins(%c : memref<128x256xf32>) outs(%o : memref<128x256xf16>) (%x: f32, %y: f16) {
    %0 = arith.truncf %x : f32 to f16
    linalg.yield %0 : f16
  }
  linalg.abs ins(%o : memref<128x256xf16>) outs(%o : memref<128x256xf16>)
  return
}

// The base is never cut. It leaves 20 bytes, it gets 24: a root of 13 bytes.
// CHECK-LABEL: func.func @base_of_twenty_4_bytes_a_depthwise_h{{[0-9a-f]+}}(
// SHORTEST-LABEL: func.func @base_of_twenty_4_bytes_a_depthwise_h{{[0-9a-f]+}}(
func.func @base_of_twenty_4_bytes_a(%i: memref<1x10x10x4xf32>, %k: memref<3x3x4xf32>, %o: memref<1x8x8x4xf32>) {
  linalg.depthwise_conv_2d_nhwc_hwc ins(%i, %k : memref<1x10x10x4xf32>, memref<3x3x4xf32>) outs(%o : memref<1x8x8x4xf32>)
  return
}

// One program, two names: no hash needed. Two programs, one name: both get it.
// CHECK-LABEL: func.func @same_exp_4_f32(
// CHECK: func.func @clash_exp_log_4_f32_h[[$FIRST:[0-9a-f]+]](
// CHECK-NOT: func.func @clash_exp_log_4_f32_h[[$FIRST]](
// CHECK: func.func @clash_exp_log_4_f32_h{{[0-9a-f]+}}(
func.func @same(%a: memref<4xf32>) {
  linalg.exp ins(%a : memref<4xf32>) outs(%a : memref<4xf32>)
  return
}
func.func @clash(%a: memref<4xf32>) {
  linalg.exp ins(%a : memref<4xf32>) outs(%a : memref<4xf32>)
  linalg.log ins(%a : memref<4xf32>) outs(%a : memref<4xf32>)
  return
}
func.func @clash_exp(%a: memref<4xf32>) {
  linalg.log ins(%a : memref<4xf32>) outs(%a : memref<4xf32>)
  return
}
