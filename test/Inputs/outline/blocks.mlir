// Dispatches in several blocks.
func.func @blocks(%a: tensor<4x4xf32>, %b: tensor<4x4xf32>, %n: tensor<i64>) -> (tensor<4x4xf32>) {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x4xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
  %m = linalg.matmul ins(%a, %b : tensor<4x4xf32>, tensor<4x4xf32>) outs(%f : tensor<4x4xf32>) -> tensor<4x4xf32>
  %k = tensor.extract %n[] : tensor<i64>
  %three = arith.constant 3 : i64
  %c = arith.cmpi slt, %k, %three : i64
  cf.cond_br %c, ^small(%m : tensor<4x4xf32>), ^large
^small(%x: tensor<4x4xf32>):
  %s = linalg.exp ins(%x : tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
  cf.br ^end(%s : tensor<4x4xf32>)
^large:
  %t = linalg.add ins(%m, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
  cf.br ^end(%t : tensor<4x4xf32>)
^end(%r: tensor<4x4xf32>):
  %g = linalg.tanh ins(%r : tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %g : tensor<4x4xf32>
}
