// A loop over tiles.
func.func @tiled(%a: tensor<8x4xf32>, %b: tensor<4x8xf32>, %c: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %r = scf.for %i = %c0 to %c8 step %c4 iter_args(%o = %c) -> (tensor<8x8xf32>) {
    %x = tensor.extract_slice %a[%i, 0] [4, 4] [1, 1] : tensor<8x4xf32> to tensor<4x4xf32>
    %z = tensor.extract_slice %o[%i, 0] [4, 8] [1, 1] : tensor<8x8xf32> to tensor<4x8xf32>
    %m = linalg.matmul ins(%x, %b : tensor<4x4xf32>, tensor<4x8xf32>) outs(%z : tensor<4x8xf32>) -> tensor<4x8xf32>
    %k = tensor.insert_slice %m into %o[%i, 0] [4, 8] [1, 1] : tensor<4x8xf32> into tensor<8x8xf32>
    scf.yield %k : tensor<8x8xf32>
  }
  return %r : tensor<8x8xf32>
}
