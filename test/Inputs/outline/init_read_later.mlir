// The init is read again after it would be overwritten.
#id = affine_map<(i, j) -> (i, j)>
func.func @init_read_later(%a: tensor<4x4xf32>, %b: tensor<4x4xf32>, %c: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>) {
  %m = linalg.matmul ins(%a, %b : tensor<4x4xf32>, tensor<4x4xf32>) outs(%c : tensor<4x4xf32>) -> tensor<4x4xf32>
  %r = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%m, %c : tensor<4x4xf32>, tensor<4x4xf32>) outs(%c : tensor<4x4xf32>) {
  ^bb0(%xa: f32, %xb: f32, %xo: f32):
    %y = arith.addf %xa, %xb : f32
    linalg.yield %y : f32
  } -> tensor<4x4xf32>
  return %r, %c : tensor<4x4xf32>, tensor<4x4xf32>
}
