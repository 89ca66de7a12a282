// What is inserted was read from an overlapping window of the same tensor.
#id = affine_map<(i, j) -> (i, j)>
func.func @insert_of_own_slice(%a: tensor<8x8xf32>) -> (tensor<8x8xf32>) {
  %e = tensor.empty() : tensor<4x4xf32>
  %s = tensor.extract_slice %a[0, 0] [4, 4] [1, 1] : tensor<8x8xf32> to tensor<4x4xf32>
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%s : tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) {
  ^bb0(%xa: f32, %xo: f32):
    %y = math.tanh %xa : f32
    linalg.yield %y : f32
  } -> tensor<4x4xf32>
  %i = tensor.insert_slice %r into %a[2, 2] [4, 4] [1, 1] : tensor<4x4xf32> into tensor<8x8xf32>
  return %i : tensor<8x8xf32>
}
