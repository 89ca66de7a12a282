// Results are made in the place that they are put into.
#id = affine_map<(i, j) -> (i, j)>
func.func @insert_result(%a: tensor<4x4xf32>, %b: tensor<4x4xf32>, %c: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x4xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
  %m = linalg.matmul ins(%a, %b : tensor<4x4xf32>, tensor<4x4xf32>) outs(%f : tensor<4x4xf32>) -> tensor<4x4xf32>
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%m : tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) {
  ^bb0(%xa: f32, %xo: f32):
    %y = math.tanh %xa : f32
    linalg.yield %y : f32
  } -> tensor<4x4xf32>
  %i = tensor.insert_slice %r into %c[2, 1] [4, 4] [1, 2] : tensor<4x4xf32> into tensor<8x8xf32>
  %e8 = tensor.empty() : tensor<8x8xf32>
  %f8 = linalg.fill ins(%z : f32) outs(%e8 : tensor<8x8xf32>) -> tensor<8x8xf32>
  %n = linalg.matmul ins(%b, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%f : tensor<4x4xf32>) -> tensor<4x4xf32>
  %k = tensor.insert_slice %n into %f8[4, 4] [4, 4] [1, 1] : tensor<4x4xf32> into tensor<8x8xf32>
  return %i, %k : tensor<8x8xf32>, tensor<8x8xf32>
}
