// Only slices.
func.func @move_window(%s: tensor<4x16x8xf32>, %d: tensor<4x16x8xf32>, %i: tensor<i64>) -> (tensor<4x16x8xf32>) {
  %n = tensor.extract %i[] : tensor<i64>
  %k = arith.index_cast %n : i64 to index
  %0 = tensor.extract_slice %s[0, %k, 0] [4, 3, 8] [1, 1, 1] : tensor<4x16x8xf32> to tensor<4x3x8xf32>
  %1 = tensor.insert_slice %0 into %d[0, 0, 0] [4, 3, 8] [1, 1, 1] : tensor<4x3x8xf32> into tensor<4x16x8xf32>
  return %1 : tensor<4x16x8xf32>
}
