// A vector goes into a tensor of higher rank.
#one = affine_map<(i) -> (i)>
func.func @insert_rank_reduced(%a: tensor<4xf32>, %c: tensor<3x4x2xf32>) -> (tensor<3x4x2xf32>) {
  %e = tensor.empty() : tensor<4xf32>
  %r = linalg.generic {indexing_maps = [#one, #one], iterator_types = ["parallel"]} ins(%a : tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%xa: f32, %xo: f32):
    %y = math.tanh %xa : f32
    linalg.yield %y : f32
  } -> tensor<4xf32>
  %i = tensor.insert_slice %r into %c[1, 0, 1] [1, 4, 1] [1, 1, 1] : tensor<4xf32> into tensor<3x4x2xf32>
  return %i : tensor<3x4x2xf32>
}
