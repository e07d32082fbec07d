// Bodies that ask where they are.
func.func @indices(%a: tensor<21x34xi32>, %out: tensor<21x34xi32>) -> tensor<21x34xi32> {
  %e = tensor.empty() : tensor<21x34xi32>
  %p = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<21x34xi32>) outs(%e : tensor<21x34xi32>) {
  ^bb0(%x: i32, %y: i32):
    %i = linalg.index 0 : index
    %c = arith.index_cast %i : index to i32
    %0 = arith.muli %x, %c : i32
    linalg.yield %0 : i32
  } -> tensor<21x34xi32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%p : tensor<21x34xi32>) outs(%out : tensor<21x34xi32>) {
  ^bb0(%x: i32, %y: i32):
    %j = linalg.index 1 : index
    %c = arith.index_cast %j : index to i32
    %0 = arith.addi %x, %c : i32
    linalg.yield %0 : i32
  } -> tensor<21x34xi32>
  return %r : tensor<21x34xi32>
}
