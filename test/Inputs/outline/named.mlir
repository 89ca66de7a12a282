// Named ops that are no contraction.
func.func @named(%a: tensor<4x4xf32>, %b: tensor<4xf32>) -> (tensor<4x4xf32>, tensor<4xf32>, tensor<4x4xf32>) {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x4xf32>
  %e1 = tensor.empty() : tensor<4xf32>
  %t = linalg.transpose ins(%a : tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) permutation = [1, 0]
  %w = linalg.broadcast ins(%b : tensor<4xf32>) outs(%e : tensor<4x4xf32>) dimensions = [0]
  %s = linalg.add ins(%t, %w : tensor<4x4xf32>, tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
  %x = linalg.map ins(%s, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) (%p: f32, %q: f32, %o: f32) {
    %y = arith.mulf %p, %q : f32
    linalg.yield %y : f32
  }
  %f = linalg.fill ins(%z : f32) outs(%e1 : tensor<4xf32>) -> tensor<4xf32>
  %r = linalg.reduce ins(%x : tensor<4x4xf32>) outs(%f : tensor<4xf32>) dimensions = [1] (%p: f32, %q: f32) {
    %y = arith.addf %p, %q : f32
    linalg.yield %y : f32
  }
  %c = linalg.copy ins(%a : tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %x, %r, %c : tensor<4x4xf32>, tensor<4xf32>, tensor<4x4xf32>
}
