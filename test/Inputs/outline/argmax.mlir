// Two results and an index in the body.
#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
#one = affine_map<(i) -> (i)>
func.func @argmax(%a: tensor<4x4xf32>) -> (tensor<4xf32>, tensor<4xi64>) {
  %ninf = arith.constant -1.0e+30 : f32
  %z = arith.constant 0 : i64
  %e0 = tensor.empty() : tensor<4xf32>
  %e1 = tensor.empty() : tensor<4xi64>
  %f0 = linalg.fill ins(%ninf : f32) outs(%e0 : tensor<4xf32>) -> tensor<4xf32>
  %f1 = linalg.fill ins(%z : i64) outs(%e1 : tensor<4xi64>) -> tensor<4xi64>
  %r:2 = linalg.generic {indexing_maps = [#id, #row, #row], iterator_types = ["parallel", "reduction"]} ins(%a : tensor<4x4xf32>) outs(%f0, %f1 : tensor<4xf32>, tensor<4xi64>) {
  ^bb0(%x: f32, %m: f32, %i: i64):
    %k = linalg.index 1 : index
    %l = arith.index_cast %k : index to i64
    %c = arith.cmpf ogt, %x, %m : f32
    %n = arith.select %c, %x, %m : f32
    %j = arith.select %c, %l, %i : i64
    linalg.yield %n, %j : f32, i64
  } -> (tensor<4xf32>, tensor<4xi64>)
  %s = linalg.generic {indexing_maps = [#one, #one], iterator_types = ["parallel"]} ins(%r#0 : tensor<4xf32>) outs(%e0 : tensor<4xf32>) {
  ^bb0(%x: f32, %o: f32):
    %y = arith.negf %x : f32
    linalg.yield %y : f32
  } -> tensor<4xf32>
  return %s, %r#1 : tensor<4xf32>, tensor<4xi64>
}
