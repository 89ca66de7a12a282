// A window of a tensor is cut out, updated and put back.
#id = affine_map<(i, j) -> (i, j)>
func.func @update_in_place(%a: tensor<8x8xf32>, %b: tensor<4x4xf32>) -> (tensor<8x8xf32>) {
  %s = tensor.extract_slice %a[1, 2] [4, 4] [1, 1] : tensor<8x8xf32> to tensor<4x4xf32>
  %m = linalg.matmul ins(%b, %b : tensor<4x4xf32>, tensor<4x4xf32>) outs(%s : tensor<4x4xf32>) -> tensor<4x4xf32>
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%m : tensor<4x4xf32>) outs(%s : tensor<4x4xf32>) {
  ^bb0(%xa: f32, %xo: f32):
    %y = math.tanh %xa : f32
    linalg.yield %y : f32
  } -> tensor<4x4xf32>
  %i = tensor.insert_slice %r into %a[1, 2] [4, 4] [1, 1] : tensor<4x4xf32> into tensor<8x8xf32>
  return %i : tensor<8x8xf32>
}
