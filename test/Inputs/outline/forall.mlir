// A parallel loop is one dispatch.
#map = affine_map<(i) -> (i * 4)>
func.func @forall(%a: tensor<8x4xf32>, %b: tensor<4x8xf32>, %c: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %r = scf.forall (%i, %j) in (2, 2) shared_outs(%o = %c) -> (tensor<8x8xf32>) {
    %oi = affine.apply #map(%i)
    %oj = affine.apply #map(%j)
    %x = tensor.extract_slice %a[%oi, 0] [4, 4] [1, 1] : tensor<8x4xf32> to tensor<4x4xf32>
    %y = tensor.extract_slice %b[0, %oj] [4, 4] [1, 1] : tensor<4x8xf32> to tensor<4x4xf32>
    %z = tensor.extract_slice %o[%oi, %oj] [4, 4] [1, 1] : tensor<8x8xf32> to tensor<4x4xf32>
    %m = linalg.matmul ins(%x, %y : tensor<4x4xf32>, tensor<4x4xf32>) outs(%z : tensor<4x4xf32>) -> tensor<4x4xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %m into %o[%oi, %oj] [4, 4] [1, 1] : tensor<4x4xf32> into tensor<8x8xf32>
    }
  }
  return %r : tensor<8x8xf32>
}
