// Concatenations of static and dynamic parts.
func.func @concats(%a: tensor<2x?xf32>, %b: tensor<2x3xf32>, %c: tensor<2x?xf32>, %d: tensor<1x4xf32>, %g: tensor<2x4xf32>) -> (tensor<2x?xf32>, tensor<4x4xf32>) {
  %r = tensor.concat dim(1) %a, %b, %c : (tensor<2x?xf32>, tensor<2x3xf32>, tensor<2x?xf32>) -> tensor<2x?xf32>
  %s = tensor.concat dim(0) %d, %g, %d : (tensor<1x4xf32>, tensor<2x4xf32>, tensor<1x4xf32>) -> tensor<4x4xf32>
  return %r, %s : tensor<2x?xf32>, tensor<4x4xf32>
}
