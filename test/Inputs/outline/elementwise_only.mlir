// Chains without a root meet.
#id = affine_map<(i, j) -> (i, j)>
func.func @elementwise_only(%a: tensor<4x4xf32>, %b: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>) {
  %e = tensor.empty() : tensor<4x4xf32>
  %p = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%a : tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) {
  ^bb0(%xa: f32, %xo: f32):
    %y = math.exp %xa : f32
    linalg.yield %y : f32
  } -> tensor<4x4xf32>
  %q = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%b : tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) {
  ^bb0(%xa: f32, %xo: f32):
    %y = math.tanh %xa : f32
    linalg.yield %y : f32
  } -> tensor<4x4xf32>
  %r = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%p, %q : tensor<4x4xf32>, tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) {
  ^bb0(%xa: f32, %xb: f32, %xo: f32):
    %y = arith.addf %xa, %xb : f32
    linalg.yield %y : f32
  } -> tensor<4x4xf32>
  %s = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%r, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) {
  ^bb0(%xa: f32, %xb: f32, %xo: f32):
    %y = arith.mulf %xa, %xb : f32
    linalg.yield %y : f32
  } -> tensor<4x4xf32>
  return %s, %q : tensor<4x4xf32>, tensor<4x4xf32>
}
