// A constant in a sum has no loop of its own, yet it counts in every iteration: 5 x 17 = 85 times.
// RUN: %mlirgym dump %s --stage vectorized --schedule "op0: tile(1,0,0) vectorize" | FileCheck %s
// CHECK-LABEL: func.func @payload
// CHECK:         vector.multi_reduction <add>, %{{.+}}, %{{.+}} [0, 1] : vector<5x{{[0-9]+}}xi32> to i32
// CHECK-NOT:     arith.select
func.func @constants(%a: tensor<13x5x17xi32>) -> tensor<13xi32> {
  %zero = arith.constant 0 : i32
  %e = tensor.empty() : tensor<13xi32>
  %f = linalg.fill ins(%zero : i32) outs(%e : tensor<13xi32>) -> tensor<13xi32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, j, k)>, affine_map<(i, j, k) -> (i)>], iterator_types = ["parallel", "reduction", "reduction"]}
      ins(%a : tensor<13x5x17xi32>) outs(%f : tensor<13xi32>) {
  ^bb0(%x: i32, %sum: i32):
    %c = arith.constant 7 : i32
    %0 = arith.addi %sum, %c : i32
    linalg.yield %0 : i32
  } -> tensor<13xi32>
  return %r : tensor<13xi32>
}
