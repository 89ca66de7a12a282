// Tensors made from their indices: a transposed gather, a generate of a dynamic size, one inside a loop.
func.func @generate(%a: tensor<4x6xf32>, %b: tensor<?xf32>) -> (tensor<6x4xf32>, tensor<?xf32>, tensor<4xf32>) {
  %g = tensor.generate {
  ^bb0(%i: index, %j: index):
    %x = tensor.extract %a[%j, %i] : tensor<4x6xf32>
    %n = arith.negf %x : f32
    tensor.yield %n : f32
  } : tensor<6x4xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %d = tensor.dim %b, %c0 : tensor<?xf32>
  %h = tensor.generate %d {
  ^bb0(%i: index):
    %k = arith.subi %d, %i : index
    %l = arith.subi %k, %c1 : index
    %x = tensor.extract %b[%l] : tensor<?xf32>
    tensor.yield %x : f32
  } : tensor<?xf32>
  %z = arith.constant dense<1.0> : tensor<4xf32>
  %r = scf.for %s = %c0 to %c3 step %c1 iter_args(%t = %z) -> (tensor<4xf32>) {
    %m = tensor.generate {
    ^bb0(%i: index):
      %x = tensor.extract %t[%i] : tensor<4xf32>
      %y = tensor.extract %a[%i, %s] : tensor<4x6xf32>
      %w = arith.mulf %x, %y : f32
      tensor.yield %w : f32
    } : tensor<4xf32>
    %v = linalg.exp ins(%m : tensor<4xf32>) outs(%t : tensor<4xf32>) -> tensor<4xf32>
    scf.yield %v : tensor<4xf32>
  }
  return %g, %h, %r : tensor<6x4xf32>, tensor<?xf32>, tensor<4xf32>
}
