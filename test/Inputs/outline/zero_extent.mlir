// Tensors without elements.
func.func @zero_extent(%a: tensor<0x4xf32>, %b: tensor<4x0xf32>) -> (tensor<4x4xf32>, tensor<0x4xf32>) {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x4xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
  %m = linalg.matmul ins(%b, %a : tensor<4x0xf32>, tensor<0x4xf32>) outs(%f : tensor<4x4xf32>) -> tensor<4x4xf32>
  %e0 = tensor.empty() : tensor<0x4xf32>
  %x = linalg.exp ins(%a : tensor<0x4xf32>) outs(%e0 : tensor<0x4xf32>) -> tensor<0x4xf32>
  %y = linalg.exp ins(%m : tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %y, %x : tensor<4x4xf32>, tensor<0x4xf32>
}
