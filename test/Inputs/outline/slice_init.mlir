// An init that is a slice, which is not put back.
func.func @slice_init(%a: tensor<4x4xf32>, %big: tensor<8x8xf32>) -> tensor<4x4xf32> {
  %s = tensor.extract_slice %big[1, 2] [4, 4] [1, 1] : tensor<8x8xf32> to tensor<4x4xf32>
  %m = linalg.matmul ins(%a, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%s : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %m : tensor<4x4xf32>
}
