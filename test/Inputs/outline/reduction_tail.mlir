// A reduction, what is fused behind it and what reads it broadcast.
#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
#one = affine_map<(i) -> (i)>
func.func @reduction_tail(%a: tensor<4x4xf32>, %b: tensor<4x4xf32>) -> (tensor<4xf32>, tensor<4x4xf32>) {
  %z = arith.constant 0.0 : f32
  %e1 = tensor.empty() : tensor<4xf32>
  %e = tensor.empty() : tensor<4x4xf32>
  %f = linalg.fill ins(%z : f32) outs(%e1 : tensor<4xf32>) -> tensor<4xf32>
  %s = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%a : tensor<4x4xf32>) outs(%f : tensor<4xf32>) {
  ^bb0(%xa: f32, %xo: f32):
    %y = arith.addf %xa, %xo : f32
    linalg.yield %y : f32
  } -> tensor<4xf32>
  %k = arith.constant 4.0 : f32
  %m = linalg.generic {indexing_maps = [#one, #one], iterator_types = ["parallel"]} ins(%s : tensor<4xf32>) outs(%e1 : tensor<4xf32>) {
  ^bb0(%xa: f32, %xo: f32):
    %y = arith.divf %xa, %k : f32
    linalg.yield %y : f32
  } -> tensor<4xf32>
  %d = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%a, %m : tensor<4x4xf32>, tensor<4xf32>) outs(%e : tensor<4x4xf32>) {
  ^bb0(%xa: f32, %xb: f32, %xo: f32):
    %y = arith.subf %xa, %xb : f32
    linalg.yield %y : f32
  } -> tensor<4x4xf32>
  %q = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%d : tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) {
  ^bb0(%xa: f32, %xo: f32):
    %y = arith.mulf %xa, %xa : f32
    linalg.yield %y : f32
  } -> tensor<4x4xf32>
  return %m, %q : tensor<4xf32>, tensor<4x4xf32>
}
