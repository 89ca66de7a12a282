// Two fills of one buffer by one value must stay two; a constant is read and added to.
#id = affine_map<(i, j) -> (i, j)>
func.func @equal_fills(%a: tensor<4x4xf32>, %b: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>) {
  %z = arith.constant 0.5 : f32
  %k = arith.constant dense<0.25> : tensor<4x4xf32>
  %e = tensor.empty() : tensor<4x4xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
  %m = linalg.matmul ins(%a, %b : tensor<4x4xf32>, tensor<4x4xf32>) outs(%f : tensor<4x4xf32>) -> tensor<4x4xf32>
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%m : tensor<4x4xf32>) outs(%f : tensor<4x4xf32>) {
  ^bb0(%x: f32, %o: f32):
    %d = arith.subf %x, %o : f32
    linalg.yield %d : f32
  } -> tensor<4x4xf32>
  %s = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%a, %r : tensor<4x4xf32>, tensor<4x4xf32>) outs(%f : tensor<4x4xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %d = arith.addf %x, %y : f32
    %g = arith.mulf %d, %o : f32
    linalg.yield %g : f32
  } -> tensor<4x4xf32>
  %n = linalg.matmul ins(%a, %k : tensor<4x4xf32>, tensor<4x4xf32>) outs(%k : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %s, %n : tensor<4x4xf32>, tensor<4x4xf32>
}
