// Pads by dynamic amounts, with a value of the host and with one of their own.
func.func @pads(%a: tensor<3x?xf32>, %v: tensor<f32>, %i: tensor<1xi64>) -> (tensor<5x?xf32>, tensor<5x?xf32>) {
  %z = arith.constant 7.0 : f32
  %c0 = arith.constant 0 : index
  %s = tensor.extract %v[] : tensor<f32>
  %n = tensor.extract %i[%c0] : tensor<1xi64>
  %k = arith.index_cast %n : i64 to index
  %p = tensor.pad %a low[1, %k] high[1, 2] {
  ^bb0(%x: index, %y: index):
    tensor.yield %s : f32
  } : tensor<3x?xf32> to tensor<5x?xf32>
  %q = tensor.pad %a nofold low[0, 1] high[2, %k] {
  ^bb0(%x: index, %y: index):
    %c = arith.constant 3.0 : f32
    tensor.yield %c : f32
  } : tensor<3x?xf32> to tensor<5x?xf32>
  return %p, %q : tensor<5x?xf32>, tensor<5x?xf32>
}
