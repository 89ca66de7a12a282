// On buffers a dispatch has the name that it has on tensors: who wrote a buffer
// last is who made what is read from it.
// RUN: %tracemark-opt %s --pass-pipeline='builtin.module(tracemark-name-dispatches{rename=all})' | FileCheck %s

#ij = affine_map<(i, j) -> (i, j)>
#i = affine_map<(i, j) -> (i)>
#j = affine_map<(i, j) -> (j)>
#scalar = affine_map<(i, j) -> ()>

memref.global "private" constant @half : memref<f32> = dense<5.000000e-01>
memref.global "private" constant @root : memref<f32> = dense<0.707106769>
memref.global "private" constant @one : memref<f32> = dense<1.000000e+00>
memref.global "private" @variable : memref<f32> = dense<1.000000e+00>

// CHECK-LABEL: func.func @layer_matmul_4x8x16_f32_bias_relu(
// CHECK-SAME: tail=bias,relu flops=1056 bytes=928
func.func @layer(%a: memref<4x16xf32>, %b: memref<16x8xf32>, %bias: memref<8xf32>, %o: memref<4x8xf32>) {
  %zero = arith.constant 0.0 : f32
  linalg.broadcast ins(%bias : memref<8xf32>) outs(%o : memref<4x8xf32>) dimensions = [0]
  linalg.matmul ins(%a, %b : memref<4x16xf32>, memref<16x8xf32>) outs(%o : memref<4x8xf32>)
  linalg.generic {indexing_maps = [#ij, #ij], iterator_types = ["parallel", "parallel"]} ins(%o : memref<4x8xf32>) outs(%o : memref<4x8xf32>) {
  ^bb0(%x: f32, %u: f32):
    %v = arith.maximumf %x, %zero : f32
    linalg.yield %v : f32
  }
  return
}

// CHECK-LABEL: func.func @mean_reduce_mean_4x8_f32(
// CHECK-SAME: flops=36 bytes=144
func.func @mean(%x: memref<4x8xf32>, %o: memref<4xf32>) {
  %zero = arith.constant 0.0 : f32
  %n = arith.constant 8.0 : f32
  linalg.fill ins(%zero : f32) outs(%o : memref<4xf32>)
  linalg.reduce {arith.addf} ins(%x : memref<4x8xf32>) outs(%o : memref<4xf32>) dimensions = [1]
  linalg.map ins(%o : memref<4xf32>) outs(%o : memref<4xf32>) (%s: f32, %u: f32) {
    %v = arith.divf %s, %n : f32
    linalg.yield %v : f32
  }
  return
}
// Constants of rank 0 become globals.

// CHECK-LABEL: func.func @gelu_gelu_4x8_f32(
func.func @gelu(%x: memref<4x8xf32>, %o: memref<4x8xf32>) {
  %half = memref.get_global @half : memref<f32>
  %root = memref.get_global @root : memref<f32>
  %one = memref.get_global @one : memref<f32>
  %t = memref.alloc() : memref<4x8xf32>
  linalg.generic {indexing_maps = [#ij, #scalar, #ij], iterator_types = ["parallel", "parallel"]} ins(%x, %root : memref<4x8xf32>, memref<f32>) outs(%o : memref<4x8xf32>) {
  ^bb0(%a: f32, %b: f32, %u: f32):
    %v = arith.mulf %a, %b : f32
    linalg.yield %v : f32
  }
  linalg.erf ins(%o : memref<4x8xf32>) outs(%o : memref<4x8xf32>)
  linalg.generic {indexing_maps = [#ij, #scalar, #ij], iterator_types = ["parallel", "parallel"]} ins(%o, %one : memref<4x8xf32>, memref<f32>) outs(%o : memref<4x8xf32>) {
  ^bb0(%a: f32, %b: f32, %u: f32):
    %v = arith.addf %a, %b : f32
    linalg.yield %v : f32
  }
  linalg.generic {indexing_maps = [#ij, #scalar, #ij], iterator_types = ["parallel", "parallel"]} ins(%x, %half : memref<4x8xf32>, memref<f32>) outs(%t : memref<4x8xf32>) {
  ^bb0(%a: f32, %b: f32, %u: f32):
    %v = arith.mulf %a, %b : f32
    linalg.yield %v : f32
  }
  linalg.mul ins(%o, %t : memref<4x8xf32>, memref<4x8xf32>) outs(%o : memref<4x8xf32>)
  memref.dealloc %t : memref<4x8xf32>
  return
}
// A global that is no constant may have another value by now.

// CHECK-LABEL: func.func @no_constant_silu_neg_exp_add_div_4x8_f32(
func.func @no_constant_silu(%x: memref<4x8xf32>, %o: memref<4x8xf32>) {
  %one = memref.get_global @variable : memref<f32>
  linalg.negf ins(%x : memref<4x8xf32>) outs(%o : memref<4x8xf32>)
  linalg.exp ins(%o : memref<4x8xf32>) outs(%o : memref<4x8xf32>)
  linalg.generic {indexing_maps = [#ij, #scalar, #ij], iterator_types = ["parallel", "parallel"]} ins(%o, %one : memref<4x8xf32>, memref<f32>) outs(%o : memref<4x8xf32>) {
  ^bb0(%a: f32, %b: f32, %u: f32):
    %v = arith.addf %a, %b : f32
    linalg.yield %v : f32
  }
  linalg.div ins(%x, %o : memref<4x8xf32>, memref<4x8xf32>) outs(%o : memref<4x8xf32>)
  return
}

// CHECK-LABEL: func.func @softmax_softmax_4x8_f32(
func.func @softmax(%x: memref<4x8xf32>, %o: memref<4x8xf32>) {
  %zero = arith.constant 0.0 : f32
  %low = arith.constant 0xFF800000 : f32
  %m = memref.alloca() : memref<4xf32>
  linalg.fill ins(%low : f32) outs(%m : memref<4xf32>)
  linalg.reduce {arith.maximumf} ins(%x : memref<4x8xf32>) outs(%m : memref<4xf32>) dimensions = [1]
  linalg.generic {indexing_maps = [#ij, #i, #ij], iterator_types = ["parallel", "parallel"]} ins(%x, %m : memref<4x8xf32>, memref<4xf32>) outs(%o : memref<4x8xf32>) {
  ^bb0(%a: f32, %b: f32, %u: f32):
    %d = arith.subf %a, %b : f32
    %e = math.exp %d : f32
    linalg.yield %e : f32
  }
  // The same memory holds the sum now.
  linalg.fill ins(%zero : f32) outs(%m : memref<4xf32>)
  linalg.reduce {arith.addf} ins(%o : memref<4x8xf32>) outs(%m : memref<4xf32>) dimensions = [1]
  linalg.generic {indexing_maps = [#ij, #i, #ij], iterator_types = ["parallel", "parallel"]} ins(%o, %m : memref<4x8xf32>, memref<4xf32>) outs(%o : memref<4x8xf32>) {
  ^bb0(%a: f32, %b: f32, %u: f32):
    %d = arith.divf %a, %b : f32
    linalg.yield %d : f32
  }
  return
}
// What was read before is not what is read after another op wrote it.

// CHECK-LABEL: func.func @no_silu_neg_exp_add_abs_etc_4x8_f32(
func.func @no_silu(%x: memref<4x8xf32>, %o: memref<4x8xf32>) {
  %one = arith.constant 1.0 : f32
  linalg.negf ins(%x : memref<4x8xf32>) outs(%o : memref<4x8xf32>)
  linalg.exp ins(%o : memref<4x8xf32>) outs(%o : memref<4x8xf32>)
  linalg.map ins(%o : memref<4x8xf32>) outs(%o : memref<4x8xf32>) (%a: f32, %u: f32) {
    %v = arith.addf %a, %one : f32
    linalg.yield %v : f32
  }
  linalg.abs ins(%x : memref<4x8xf32>) outs(%x : memref<4x8xf32>)
  linalg.div ins(%x, %o : memref<4x8xf32>, memref<4x8xf32>) outs(%o : memref<4x8xf32>)
  return
}

// CHECK-LABEL: func.func @no_mean_part_reduce_sum_4x8_f32_div(
func.func @no_mean_part(%x: memref<4x8xf32>, %o: memref<4xf32>) {
  %zero = arith.constant 0.0 : f32
  %n = arith.constant 8.0 : f32
  linalg.fill ins(%zero : f32) outs(%o : memref<4xf32>)
  linalg.reduce {arith.addf} ins(%x : memref<4x8xf32>) outs(%o : memref<4xf32>) dimensions = [1]
  %part = memref.subview %o[0] [2] [1] : memref<4xf32> to memref<2xf32, strided<[1]>>
  linalg.fill ins(%zero : f32) outs(%part : memref<2xf32, strided<[1]>>)
  linalg.map ins(%o : memref<4xf32>) outs(%o : memref<4xf32>) (%s: f32, %u: f32) {
    %v = arith.divf %s, %n : f32
    linalg.yield %v : f32
  }
  return
}

// CHECK-LABEL: func.func @no_mean_store_reduce_sum_4x8_f32_div(
func.func @no_mean_store(%x: memref<4x8xf32>, %o: memref<4xf32>, %i: index) {
  %zero = arith.constant 0.0 : f32
  %n = arith.constant 8.0 : f32
  linalg.fill ins(%zero : f32) outs(%o : memref<4xf32>)
  linalg.reduce {arith.addf} ins(%x : memref<4x8xf32>) outs(%o : memref<4xf32>) dimensions = [1]
  memref.store %zero, %o[%i] : memref<4xf32>
  linalg.map ins(%o : memref<4xf32>) outs(%o : memref<4xf32>) (%s: f32, %u: f32) {
    %v = arith.divf %s, %n : f32
    linalg.yield %v : f32
  }
  return
}

// CHECK-LABEL: func.func @no_mean_choice_reduce_sum_4x8_f32_div(
func.func @no_mean_choice(%x: memref<4x8xf32>, %o: memref<4xf32>, %p: memref<4xf32>, %c: i1) {
  %zero = arith.constant 0.0 : f32
  %n = arith.constant 8.0 : f32
  %q = arith.select %c, %o, %p : memref<4xf32>
  linalg.fill ins(%zero : f32) outs(%o : memref<4xf32>)
  linalg.reduce {arith.addf} ins(%x : memref<4x8xf32>) outs(%o : memref<4xf32>) dimensions = [1]
  linalg.fill ins(%zero : f32) outs(%q : memref<4xf32>)
  linalg.map ins(%o : memref<4xf32>) outs(%o : memref<4xf32>) (%s: f32, %u: f32) {
    %v = arith.divf %s, %n : f32
    linalg.yield %v : f32
  }
  return
}

// CHECK-LABEL: func.func @no_mean_branch_reduce_sum_4x8_f32_div(
func.func @no_mean_branch(%x: memref<4x8xf32>, %o: memref<4xf32>, %c: i1) {
  %zero = arith.constant 0.0 : f32
  %n = arith.constant 8.0 : f32
  linalg.fill ins(%zero : f32) outs(%o : memref<4xf32>)
  linalg.reduce {arith.addf} ins(%x : memref<4x8xf32>) outs(%o : memref<4xf32>) dimensions = [1]
  scf.if %c {
    linalg.fill ins(%n : f32) outs(%o : memref<4xf32>)
  }
  linalg.map ins(%o : memref<4xf32>) outs(%o : memref<4xf32>) (%s: f32, %u: f32) {
    %v = arith.divf %s, %n : f32
    linalg.yield %v : f32
  }
  return
}

// CHECK-LABEL: func.func @pad_pad_6x8_f32(
// CHECK-SAME: flops=0 bytes=320
func.func @pad(%x: memref<4x8xf32>, %o: memref<6x8xf32>) {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%o : memref<6x8xf32>)
  %part = memref.subview %o[1, 0] [4, 8] [1, 1] : memref<6x8xf32> to memref<4x8xf32, strided<[8, 1], offset: 8>>
  memref.copy %x, %part : memref<4x8xf32> to memref<4x8xf32, strided<[8, 1], offset: 8>>
  return
}

// CHECK-LABEL: func.func @pad_in_loops_pad_6x8_f32(
func.func @pad_in_loops(%x: memref<4x8xf32>, %o: memref<6x8xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 6 {
    affine.for %j = 0 to 8 {
      affine.store %zero, %o[%i, %j] : memref<6x8xf32>
    }
  }
  %part = memref.subview %o[1, 0] [4, 8] [1, 1] : memref<6x8xf32> to memref<4x8xf32, strided<[8, 1], offset: 8>>
  memref.copy %x, %part : memref<4x8xf32> to memref<4x8xf32, strided<[8, 1], offset: 8>>
  return
}

// CHECK-LABEL: func.func @concat_concat_6x8_f32(
// CHECK-SAME: flops=0 bytes=384
func.func @concat(%x: memref<4x8xf32>, %y: memref<2x8xf32>, %o: memref<6x8xf32>) {
  %first = memref.subview %o[0, 0] [4, 8] [1, 1] : memref<6x8xf32> to memref<4x8xf32, strided<[8, 1]>>
  memref.copy %x, %first : memref<4x8xf32> to memref<4x8xf32, strided<[8, 1]>>
  %second = memref.subview %o[4, 0] [2, 8] [1, 1] : memref<6x8xf32> to memref<2x8xf32, strided<[8, 1], offset: 32>>
  linalg.copy ins(%y : memref<2x8xf32>) outs(%second : memref<2x8xf32, strided<[8, 1], offset: 32>>)
  return
}
// Some rows of a table are copied into it, as into a cache.

// CHECK-LABEL: func.func @no_concat_copy_1x8_f32(
func.func @no_concat(%x: memref<1x8xf32>, %o: memref<6x8xf32>, %i: index) {
  %row = memref.subview %o[%i, 0] [1, 8] [1, 1] : memref<6x8xf32> to memref<1x8xf32, strided<[8, 1], offset: ?>>
  memref.copy %x, %row : memref<1x8xf32> to memref<1x8xf32, strided<[8, 1], offset: ?>>
  return
}

// CHECK-LABEL: func.func @lookup_gather_4x8_i64xf32(
// CHECK-SAME: flops=0 bytes=288
func.func @lookup(%rows: memref<4xi64>, %table: memref<64x8xf32>, %o: memref<4x8xf32>) {
  linalg.generic {indexing_maps = [#i, #ij], iterator_types = ["parallel", "parallel"]} ins(%rows : memref<4xi64>) outs(%o : memref<4x8xf32>) {
  ^bb0(%r: i64, %u: f32):
    %i = arith.index_cast %r : i64 to index
    %j = linalg.index 1 : index
    %v = memref.load %table[%i, %j] : memref<64x8xf32>
    linalg.yield %v : f32
  }
  return
}
