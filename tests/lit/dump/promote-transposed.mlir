// Lanes run along n, which is the slow dimension of b: its copy is transposed.
// RUN: %mlirgym dump %s --stage vectorized --schedule "op0: tile(0,16,0) promote(1) tile(4,0,1) vectorize" | FileCheck %s
// RUN: %mlirgym dump %s --stage vectorized --schedule "op0: tile(4,0,0) promote(0) tile(0,16,1) vectorize" | FileCheck %s --check-prefix=ROWS
// CHECK-LABEL: func.func @payload
// CHECK:         %[[LOCAL:.+]] = linalg.transpose {{.*}} outs(%{{.+}} : tensor<10x16xf32>) permutation = [1, 0]
// CHECK:         vector.transfer_read %[[LOCAL]]{{.*}} tensor<10x16xf32>
// ROWS-LABEL: func.func @payload
// ROWS-NOT:     linalg.transpose
func.func @product(%a: tensor<64x10xf32>, %b: tensor<48x10xf32>, %c: tensor<64x48xf32>) -> tensor<64x48xf32> {
  %0 = linalg.generic {
      indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<64x10xf32>, tensor<48x10xf32>) outs(%c : tensor<64x48xf32>) {
  ^bb0(%x: f32, %y: f32, %sum: f32):
    %product = arith.mulf %x, %y : f32
    %next = arith.addf %sum, %product : f32
    linalg.yield %next : f32
  } -> tensor<64x48xf32>
  return %0 : tensor<64x48xf32>
}
