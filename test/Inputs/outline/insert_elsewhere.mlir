// What is cut out of a tensor is put back at another place of it.
func.func @insert_elsewhere(%big: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %s = tensor.extract_slice %big[0, 1] [2, 2] [1, 1] : tensor<4x4xf32> to tensor<2x2xf32>
  %e = linalg.exp ins(%s : tensor<2x2xf32>) outs(%s : tensor<2x2xf32>) -> tensor<2x2xf32>
  %t = linalg.tanh ins(%e : tensor<2x2xf32>) outs(%s : tensor<2x2xf32>) -> tensor<2x2xf32>
  %i = tensor.insert_slice %t into %big[1, 1] [2, 2] [1, 1] : tensor<2x2xf32> into tensor<4x4xf32>
  return %i : tensor<4x4xf32>
}
