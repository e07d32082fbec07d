// An operation with two results, read by one that is tiled, and one with two
// results that is the last.
#id = affine_map<(d0, d1) -> (d0, d1)>
func.func @two_results(%a: tensor<18x42xf32>, %o0: tensor<18x42xf32>, %o1: tensor<18x42xf32>) -> (tensor<18x42xf32>, tensor<18x42xf32>) {
  %e = tensor.empty() : tensor<18x42xf32>
  %p:2 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<18x42xf32>) outs(%e, %e : tensor<18x42xf32>, tensor<18x42xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %0 = math.exp %x : f32
    %1 = arith.addf %x, %x : f32
    linalg.yield %0, %1 : f32, f32
  } -> (tensor<18x42xf32>, tensor<18x42xf32>)
  %q = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%p#0, %p#1 : tensor<18x42xf32>, tensor<18x42xf32>) outs(%e : tensor<18x42xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %0 = arith.mulf %x, %y : f32
    linalg.yield %0 : f32
  } -> tensor<18x42xf32>
  %r:2 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%q : tensor<18x42xf32>) outs(%o0, %o1 : tensor<18x42xf32>, tensor<18x42xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %0 = math.exp %x : f32
    %1 = arith.addf %x, %x : f32
    linalg.yield %0, %1 : f32, f32
  } -> (tensor<18x42xf32>, tensor<18x42xf32>)
  return %r#0, %r#1 : tensor<18x42xf32>, tensor<18x42xf32>
}
