// Ops that the default lowering of `tracemark profile` needs more than one pass for.
func.func @main(%x: tensor<2x4xf32>, %p: tensor<5x8xf32>, %c: tensor<4xcomplex<f32>>, %i: tensor<3xi32>,
    %v: tensor<8xf32>, %d: tensor<?x4xf32>)
    -> (tensor<2x4xf32>, tensor<2x4x3x2xf32>, tensor<5x8xf32>, tensor<4xcomplex<f32>>, tensor<3xi32>, tensor<8xf32>,
        tensor<?x4xf32>) {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index

  %softmax_empty = tensor.empty() : tensor<2x4xf32>
  %softmax = linalg.softmax dimension(1) ins(%x : tensor<2x4xf32>) outs(%softmax_empty : tensor<2x4xf32>)
      -> tensor<2x4xf32>

  %pack_empty = tensor.empty() : tensor<2x4x3x2xf32>
  %pack = linalg.pack %p padding_value(%zero : f32) inner_dims_pos = [0, 1] inner_tiles = [3, 2] into %pack_empty
      : tensor<5x8xf32> -> tensor<2x4x3x2xf32>
  %unpack_empty = tensor.empty() : tensor<5x8xf32>
  %unpack = linalg.unpack %pack inner_dims_pos = [0, 1] inner_tiles = [3, 2] into %unpack_empty
      : tensor<2x4x3x2xf32> -> tensor<5x8xf32>

  %complex_empty = tensor.empty() : tensor<4xcomplex<f32>>
  %complex = linalg.map { complex.exp } ins(%c : tensor<4xcomplex<f32>>) outs(%complex_empty : tensor<4xcomplex<f32>>)

  %integer_empty = tensor.empty() : tensor<3xi32>
  %integer = linalg.map ins(%i, %i : tensor<3xi32>, tensor<3xi32>) outs(%integer_empty : tensor<3xi32>)
      (%a: i32, %b: i32, %out: i32) {
    %three = arith.constant 3 : i32
    %quotient = arith.ceildivsi %a, %three : i32
    %power = math.ipowi %quotient, %b : i32
    %zeros = math.ctlz %power : i32
    linalg.yield %zeros : i32
  }

  %vector = vector.transfer_read %v[%c0], %zero {in_bounds = [true]} : tensor<8xf32>, vector<8xf32>
  %twice = arith.addf %vector, %vector : vector<8xf32>
  %vector_empty = tensor.empty() : tensor<8xf32>
  %stored = vector.transfer_write %twice, %vector_empty[%c0] {in_bounds = [true]} : vector<8xf32>, tensor<8xf32>

  %concat = tensor.concat dim(0) %d, %x : (tensor<?x4xf32>, tensor<2x4xf32>) -> tensor<?x4xf32>
  return %softmax, %pack, %unpack, %complex, %integer, %stored, %concat
      : tensor<2x4xf32>, tensor<2x4x3x2xf32>, tensor<5x8xf32>, tensor<4xcomplex<f32>>, tensor<3xi32>, tensor<8xf32>,
        tensor<?x4xf32>
}
