// Intermediates of another type need scratch.
#id = affine_map<(i, j) -> (i, j)>
func.func @cast_epilogue(%a: tensor<4x4xf32>, %b: tensor<4x4xf32>) -> (tensor<4x4xf64>, tensor<4x4xi32>) {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x4xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
  %m = linalg.matmul ins(%a, %b : tensor<4x4xf32>, tensor<4x4xf32>) outs(%f : tensor<4x4xf32>) -> tensor<4x4xf32>
  %e64 = tensor.empty() : tensor<4x4xf64>
  %e32 = tensor.empty() : tensor<4x4xi32>
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%m : tensor<4x4xf32>) outs(%e64 : tensor<4x4xf64>) {
  ^bb0(%xa: f32, %xo: f64):
    %y = arith.extf %xa : f32 to f64
    linalg.yield %y : f64
  } -> tensor<4x4xf64>
  %s = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%r : tensor<4x4xf64>) outs(%e32 : tensor<4x4xi32>) {
  ^bb0(%xa: f64, %xo: i32):
    %y = arith.fptosi %xa : f64 to i32
    linalg.yield %y : i32
  } -> tensor<4x4xi32>
  return %r, %s : tensor<4x4xf64>, tensor<4x4xi32>
}
