// Rank 0, and arithmetic of the host between dispatches.
#one = affine_map<(i) -> (i)>
func.func @scalars(%a: tensor<4xf32>, %b: tensor<4xf32>) -> (tensor<4xf32>, tensor<f32>) {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<f32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<f32>) -> tensor<f32>
  %d = linalg.dot ins(%a, %b : tensor<4xf32>, tensor<4xf32>) outs(%f : tensor<f32>) -> tensor<f32>
  %s = tensor.extract %d[] : tensor<f32>
  %t = arith.addf %s, %s : f32
  %e1 = tensor.empty() : tensor<4xf32>
  %r = linalg.generic {indexing_maps = [#one, #one], iterator_types = ["parallel"]} ins(%a : tensor<4xf32>) outs(%e1 : tensor<4xf32>) {
  ^bb0(%xa: f32, %xo: f32):
    %y = arith.mulf %xa, %t : f32
    linalg.yield %y : f32
  } -> tensor<4xf32>
  %x = tensor.from_elements %t : tensor<f32>
  %g = linalg.exp ins(%x : tensor<f32>) outs(%e : tensor<f32>) -> tensor<f32>
  return %r, %g : tensor<4xf32>, tensor<f32>
}
