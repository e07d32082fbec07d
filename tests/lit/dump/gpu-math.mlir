// Read by gpu-limits.test.
// RUN: %mlirgym dump %s
#same = affine_map<(i) -> (i)>
func.func @functions(%a: tensor<64xf32>, %out: tensor<64xf32>) -> tensor<64xf32> {
  %0 = linalg.generic {indexing_maps = [#same, #same], iterator_types = ["parallel"]} ins(%a : tensor<64xf32>) outs(%out : tensor<64xf32>) {
  ^bb0(%x: f32, %unused: f32):
    %root = math.sqrt %x : f32
    %floor = math.floor %root : f32
    %t = math.tanh %floor : f32
    %s = math.sin %t : f32
    linalg.yield %s : f32
  } -> tensor<64xf32>
  return %0 : tensor<64xf32>
}
