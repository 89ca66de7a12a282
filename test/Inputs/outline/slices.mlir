// Slices that are read by dispatches and one that is returned.
func.func @slices(%a: tensor<8x8xf32>, %b: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>, tensor<2x2xf32>) {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x4xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
  %s = tensor.extract_slice %a[1, 2] [4, 4] [1, 1] : tensor<8x8xf32> to tensor<4x4xf32>
  %t = tensor.extract_slice %a[0, 1] [4, 4] [2, 1] : tensor<8x8xf32> to tensor<4x4xf32>
  %m = linalg.matmul ins(%s, %b : tensor<4x4xf32>, tensor<4x4xf32>) outs(%f : tensor<4x4xf32>) -> tensor<4x4xf32>
  %n = linalg.matmul ins(%t, %s : tensor<4x4xf32>, tensor<4x4xf32>) outs(%f : tensor<4x4xf32>) -> tensor<4x4xf32>
  %u = tensor.extract_slice %a[3, 3] [2, 2] [1, 1] : tensor<8x8xf32> to tensor<2x2xf32>
  return %m, %n, %u : tensor<4x4xf32>, tensor<4x4xf32>, tensor<2x2xf32>
}
