// Reshapes between dispatches, one of them of a slice.
#one = affine_map<(i) -> (i)>
func.func @reshapes(%a: tensor<4x4xf32>, %b: tensor<4x4xf32>) -> (tensor<16xf32>) {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x4xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
  %m = linalg.matmul ins(%a, %b : tensor<4x4xf32>, tensor<4x4xf32>) outs(%f : tensor<4x4xf32>) -> tensor<4x4xf32>
  %c = tensor.collapse_shape %m [[0, 1]] : tensor<4x4xf32> into tensor<16xf32>
  %e1 = tensor.empty() : tensor<16xf32>
  %r = linalg.generic {indexing_maps = [#one, #one], iterator_types = ["parallel"]} ins(%c : tensor<16xf32>) outs(%e1 : tensor<16xf32>) {
  ^bb0(%xa: f32, %xo: f32):
    %y = math.tanh %xa : f32
    linalg.yield %y : f32
  } -> tensor<16xf32>
  %s = tensor.extract_slice %r[0] [8] [2] : tensor<16xf32> to tensor<8xf32>
  %x = tensor.expand_shape %s [[0, 1]] output_shape [2, 4] : tensor<8xf32> into tensor<2x4xf32>
  %e2 = tensor.empty() : tensor<2x4xf32>
  %g = linalg.exp ins(%x : tensor<2x4xf32>) outs(%e2 : tensor<2x4xf32>) -> tensor<2x4xf32>
  %i = tensor.collapse_shape %g [[0, 1]] : tensor<2x4xf32> into tensor<8xf32>
  %j = tensor.insert_slice %i into %r[8] [8] [1] : tensor<8xf32> into tensor<16xf32>
  return %j : tensor<16xf32>
}
