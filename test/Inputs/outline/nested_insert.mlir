// A window of a window is put back.
func.func @nested_insert(%a: tensor<4x4xf32>, %b: tensor<2x2xf32>, %big: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %s = tensor.extract_slice %big[1, 2] [4, 4] [1, 1] : tensor<8x8xf32> to tensor<4x4xf32>
  %e = linalg.exp ins(%b : tensor<2x2xf32>) outs(%b : tensor<2x2xf32>) -> tensor<2x2xf32>
  %i = tensor.insert_slice %e into %s[0, 0] [2, 2] [1, 1] : tensor<2x2xf32> into tensor<4x4xf32>
  %j = tensor.insert_slice %i into %big[1, 2] [4, 4] [1, 1] : tensor<4x4xf32> into tensor<8x8xf32>
  return %j : tensor<8x8xf32>
}
