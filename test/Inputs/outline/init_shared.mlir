// Three ops start from one init and all read it.
#id = affine_map<(i, j) -> (i, j)>
func.func @init_shared(%a: tensor<4x4xf32>, %b: tensor<4x4xf32>, %c: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>) {
  %m = linalg.matmul ins(%a, %b : tensor<4x4xf32>, tensor<4x4xf32>) outs(%c : tensor<4x4xf32>) -> tensor<4x4xf32>
  %n = linalg.matmul ins(%b, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%c : tensor<4x4xf32>) -> tensor<4x4xf32>
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%m : tensor<4x4xf32>) outs(%c : tensor<4x4xf32>) {
  ^bb0(%xa: f32, %xo: f32):
    %y = arith.addf %xa, %xo : f32
    linalg.yield %y : f32
  } -> tensor<4x4xf32>
  return %r, %n : tensor<4x4xf32>, tensor<4x4xf32>
}
