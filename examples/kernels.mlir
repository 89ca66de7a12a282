// A small program for the profilers of GPUs: `main` launches three dispatches on memory that both sides see.
func.func @forward(%x: memref<64x128xf32>, %w: memref<128x64xf32>, %y: memref<64x64xf32>, %z: memref<64x64xf32>) {
  linalg.matmul ins(%x, %w : memref<64x128xf32>, memref<128x64xf32>) outs(%y : memref<64x64xf32>)
  linalg.sqrt ins(%y : memref<64x64xf32>) outs(%z : memref<64x64xf32>)
  linalg.div ins(%y, %z : memref<64x64xf32>, memref<64x64xf32>) outs(%y : memref<64x64xf32>)
  return
}

func.func @main() -> i32 {
  %zero = arith.constant 0 : i32
  %x = gpu.alloc host_shared () : memref<64x128xf32>
  %w = gpu.alloc host_shared () : memref<128x64xf32>
  %y = gpu.alloc host_shared () : memref<64x64xf32>
  %z = gpu.alloc host_shared () : memref<64x64xf32>
  call @forward(%x, %w, %y, %z) : (memref<64x128xf32>, memref<128x64xf32>, memref<64x64xf32>, memref<64x64xf32>) -> ()
  return %zero : i32
}
