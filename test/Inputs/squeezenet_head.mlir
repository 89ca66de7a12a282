// The first layers of SqueezeNet (examples/squeezenet.mlir: conv1 to the concatenation of fire2) on an image of 35 x 35
// instead of 224 x 224, with biases as arguments: small enough for callgrind. The costliest layer is fire2/expand3x3/Conv.
#map = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
func.func @squeezenet_head(%image: tensor<1x3x35x35xf32>,
    %conv1_w: tensor<64x3x3x3xf32>, %conv1_b: tensor<64xf32>,
    %squeeze_w: tensor<16x64x1x1xf32>, %squeeze_b: tensor<16xf32>,
    %expand1_w: tensor<64x16x1x1xf32>, %expand1_b: tensor<64xf32>,
    %expand3_w: tensor<64x16x3x3xf32>, %expand3_b: tensor<64xf32>) -> tensor<1x128x8x8xf32> {
  %zero = arith.constant 0.000000e+00 : f32
  %lowest = arith.constant 0xFF800000 : f32
  %conv1_empty = tensor.empty() : tensor<1x64x17x17xf32> loc("conv1/Conv"("squeezenet.onnx":17:0))
  %conv1_bias = linalg.broadcast ins(%conv1_b : tensor<64xf32>) outs(%conv1_empty : tensor<1x64x17x17xf32>) dimensions = [0, 2, 3] loc("conv1/Conv"("squeezenet.onnx":17:0))
  %conv1_conv = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>}
      ins(%image, %conv1_w : tensor<1x3x35x35xf32>, tensor<64x3x3x3xf32>) outs(%conv1_bias : tensor<1x64x17x17xf32>) -> tensor<1x64x17x17xf32> loc("conv1/Conv"("squeezenet.onnx":17:0))
  %conv1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%conv1_conv : tensor<1x64x17x17xf32>) outs(%conv1_empty : tensor<1x64x17x17xf32>) {
  ^bb0(%in: f32, %out: f32):
    %positive = arith.cmpf ugt, %in, %zero : f32 loc("conv1/Relu"("squeezenet.onnx":18:0))
    %relu = arith.select %positive, %in, %zero : f32 loc("conv1/Relu"("squeezenet.onnx":18:0))
    linalg.yield %relu : f32 loc("conv1/Relu"("squeezenet.onnx":18:0))
  } -> tensor<1x64x17x17xf32> loc("conv1/Relu"("squeezenet.onnx":18:0))
  %pool_empty = tensor.empty() : tensor<1x64x8x8xf32> loc("conv1/MaxPool"("squeezenet.onnx":19:0))
  %window = tensor.empty() : tensor<3x3xf32> loc("conv1/MaxPool"("squeezenet.onnx":19:0))
  %pool_init = linalg.fill ins(%lowest : f32) outs(%pool_empty : tensor<1x64x8x8xf32>) -> tensor<1x64x8x8xf32> loc("conv1/MaxPool"("squeezenet.onnx":19:0))
  %pool = linalg.pooling_nchw_max {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>}
      ins(%conv1, %window : tensor<1x64x17x17xf32>, tensor<3x3xf32>) outs(%pool_init : tensor<1x64x8x8xf32>) -> tensor<1x64x8x8xf32> loc("conv1/MaxPool"("squeezenet.onnx":19:0))
  %squeeze_empty = tensor.empty() : tensor<1x16x8x8xf32> loc("fire2/squeeze1x1/Conv"("squeezenet.onnx":20:0))
  %squeeze_bias = linalg.broadcast ins(%squeeze_b : tensor<16xf32>) outs(%squeeze_empty : tensor<1x16x8x8xf32>) dimensions = [0, 2, 3] loc("fire2/squeeze1x1/Conv"("squeezenet.onnx":20:0))
  %squeeze_conv = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%pool, %squeeze_w : tensor<1x64x8x8xf32>, tensor<16x64x1x1xf32>) outs(%squeeze_bias : tensor<1x16x8x8xf32>) -> tensor<1x16x8x8xf32> loc("fire2/squeeze1x1/Conv"("squeezenet.onnx":20:0))
  %squeeze = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%squeeze_conv : tensor<1x16x8x8xf32>) outs(%squeeze_empty : tensor<1x16x8x8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %positive = arith.cmpf ugt, %in, %zero : f32 loc("fire2/squeeze1x1/Relu"("squeezenet.onnx":21:0))
    %relu = arith.select %positive, %in, %zero : f32 loc("fire2/squeeze1x1/Relu"("squeezenet.onnx":21:0))
    linalg.yield %relu : f32 loc("fire2/squeeze1x1/Relu"("squeezenet.onnx":21:0))
  } -> tensor<1x16x8x8xf32> loc("fire2/squeeze1x1/Relu"("squeezenet.onnx":21:0))
  %expand1_empty = tensor.empty() : tensor<1x64x8x8xf32> loc("fire2/expand1x1/Conv"("squeezenet.onnx":22:0))
  %expand1_bias = linalg.broadcast ins(%expand1_b : tensor<64xf32>) outs(%expand1_empty : tensor<1x64x8x8xf32>) dimensions = [0, 2, 3] loc("fire2/expand1x1/Conv"("squeezenet.onnx":22:0))
  %expand1_conv = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%squeeze, %expand1_w : tensor<1x16x8x8xf32>, tensor<64x16x1x1xf32>) outs(%expand1_bias : tensor<1x64x8x8xf32>) -> tensor<1x64x8x8xf32> loc("fire2/expand1x1/Conv"("squeezenet.onnx":22:0))
  %expand1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%expand1_conv : tensor<1x64x8x8xf32>) outs(%expand1_empty : tensor<1x64x8x8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %positive = arith.cmpf ugt, %in, %zero : f32 loc("fire2/expand1x1/Relu"("squeezenet.onnx":23:0))
    %relu = arith.select %positive, %in, %zero : f32 loc("fire2/expand1x1/Relu"("squeezenet.onnx":23:0))
    linalg.yield %relu : f32 loc("fire2/expand1x1/Relu"("squeezenet.onnx":23:0))
  } -> tensor<1x64x8x8xf32> loc("fire2/expand1x1/Relu"("squeezenet.onnx":23:0))
  %padded = tensor.pad %squeeze low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %zero : f32 loc("fire2/expand3x3/Conv"("squeezenet.onnx":24:0))
  } : tensor<1x16x8x8xf32> to tensor<1x16x10x10xf32> loc("fire2/expand3x3/Conv"("squeezenet.onnx":24:0))
  %expand3_empty = tensor.empty() : tensor<1x64x8x8xf32> loc("fire2/expand3x3/Conv"("squeezenet.onnx":24:0))
  %expand3_bias = linalg.broadcast ins(%expand3_b : tensor<64xf32>) outs(%expand3_empty : tensor<1x64x8x8xf32>) dimensions = [0, 2, 3] loc("fire2/expand3x3/Conv"("squeezenet.onnx":24:0))
  %expand3_conv = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%padded, %expand3_w : tensor<1x16x10x10xf32>, tensor<64x16x3x3xf32>) outs(%expand3_bias : tensor<1x64x8x8xf32>) -> tensor<1x64x8x8xf32> loc("fire2/expand3x3/Conv"("squeezenet.onnx":24:0))
  %expand3 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%expand3_conv : tensor<1x64x8x8xf32>) outs(%expand3_empty : tensor<1x64x8x8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %positive = arith.cmpf ugt, %in, %zero : f32 loc("fire2/expand3x3/Relu"("squeezenet.onnx":25:0))
    %relu = arith.select %positive, %in, %zero : f32 loc("fire2/expand3x3/Relu"("squeezenet.onnx":25:0))
    linalg.yield %relu : f32 loc("fire2/expand3x3/Relu"("squeezenet.onnx":25:0))
  } -> tensor<1x64x8x8xf32> loc("fire2/expand3x3/Relu"("squeezenet.onnx":25:0))
  %concat = tensor.concat dim(1) %expand1, %expand3 : (tensor<1x64x8x8xf32>, tensor<1x64x8x8xf32>) -> tensor<1x128x8x8xf32> loc("fire2/expand1x1/Concat"("squeezenet.onnx":26:0))
  return %concat : tensor<1x128x8x8xf32> loc("output"("squeezenet.onnx":87:0))
}
