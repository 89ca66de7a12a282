// A small program for profilers: `main` runs four dispatches 200 times. It needs nothing but libc and libm.
func.func @forward(%x: memref<64x128xf32>, %w: memref<128x64xf32>, %y: memref<64x64xf32>, %z: memref<64x64xf32>) {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%y : memref<64x64xf32>)
  linalg.matmul ins(%x, %w : memref<64x128xf32>, memref<128x64xf32>) outs(%y : memref<64x64xf32>)
  linalg.sqrt ins(%y : memref<64x64xf32>) outs(%z : memref<64x64xf32>)
  linalg.div ins(%y, %z : memref<64x64xf32>, memref<64x64xf32>) outs(%y : memref<64x64xf32>)
  return
}

func.func @main() -> i32 {
  %half = arith.constant 0.5 : f32
  %zero = arith.constant 0 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c200 = arith.constant 200 : index
  %x = memref.alloc() : memref<64x128xf32>
  %w = memref.alloc() : memref<128x64xf32>
  %y = memref.alloc() : memref<64x64xf32>
  %z = memref.alloc() : memref<64x64xf32>
  linalg.fill ins(%half : f32) outs(%x : memref<64x128xf32>)
  linalg.fill ins(%half : f32) outs(%w : memref<128x64xf32>)
  scf.for %i = %c0 to %c200 step %c1 {
    func.call @forward(%x, %w, %y, %z) : (memref<64x128xf32>, memref<128x64xf32>, memref<64x64xf32>, memref<64x64xf32>) -> ()
  }
  return %zero : i32
}
