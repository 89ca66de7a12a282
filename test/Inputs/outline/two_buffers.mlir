// Two intermediates of one type and two results of one type in one dispatch: their buffers stay apart when a later
// cse looks for equal tensor.empty ops.
#id = affine_map<(i, j) -> (i, j)>
func.func @two_buffers(%a: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>) {
  %e = tensor.empty() : tensor<4x4xi32>
  %p = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]} outs(%e : tensor<4x4xi32>) {
  ^bb0(%o: i32):
    %i = linalg.index 0 : index
    %x = arith.index_cast %i : index to i32
    linalg.yield %x : i32
  } -> tensor<4x4xi32>
  %q = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]} outs(%e : tensor<4x4xi32>) {
  ^bb0(%o: i32):
    %i = linalg.index 1 : index
    %x = arith.index_cast %i : index to i32
    linalg.yield %x : i32
  } -> tensor<4x4xi32>
  %f = tensor.empty() : tensor<4x4xf32>
  %r:2 = linalg.generic {indexing_maps = [#id, #id, #id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%p, %q, %a : tensor<4x4xi32>, tensor<4x4xi32>, tensor<4x4xf32>) outs(%f, %f : tensor<4x4xf32>, tensor<4x4xf32>) {
  ^bb0(%x: i32, %y: i32, %z: f32, %o: f32, %u: f32):
    %c = arith.cmpi sgt, %x, %y : i32
    %n = arith.negf %z : f32
    %s = arith.select %c, %n, %z : f32
    %t = arith.mulf %s, %z : f32
    linalg.yield %s, %t : f32, f32
  } -> (tensor<4x4xf32>, tensor<4x4xf32>)
  return %r#0, %r#1 : tensor<4x4xf32>, tensor<4x4xf32>
}
