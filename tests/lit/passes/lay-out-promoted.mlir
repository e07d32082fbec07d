// The lanes run along the columns of the result: a copy of B that has them as rows is transposed.
// RUN: %mlirgym-opt %s --pass-pipeline='builtin.module(func.func(mlirgym-lay-out-promoted))' | FileCheck %s
// CHECK-DAG:   #[[B:.+]] = affine_map<(d0, d1, d2) -> (d2, d1)>
// CHECK-LABEL: func.func @payload
// CHECK:         %[[BUFFER:.+]] = tensor.empty() : tensor<12x24xf32>
// CHECK:         %[[COPY:.+]] = linalg.transpose ins(%{{.+}} : tensor<24x12xf32>) outs(%[[BUFFER]] : tensor<12x24xf32>) permutation = [1, 0]
// CHECK:         linalg.generic {indexing_maps = [#{{.+}}, #[[B]], #{{.+}}]
// CHECK-SAME:      ins(%{{.+}}, %[[COPY]] : tensor<8x12xf32>, tensor<12x24xf32>)
func.func @payload(%a: tensor<8x12xf32>, %b: tensor<24x12xf32>, %c: tensor<8x24xf32>) -> tensor<8x24xf32> {
  %buffer = bufferization.alloc_tensor() : tensor<24x12xf32>
  %copy = bufferization.materialize_in_destination %b in %buffer : (tensor<24x12xf32>, tensor<24x12xf32>) -> tensor<24x12xf32>
  %0 = linalg.generic {
      indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %copy : tensor<8x12xf32>, tensor<24x12xf32>) outs(%c : tensor<8x24xf32>) attrs = {mlirgym.vectorize} {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %p = arith.mulf %x, %y : f32
    %s = arith.addf %z, %p : f32
    linalg.yield %s : f32
  } -> tensor<8x24xf32>
  return %0 : tensor<8x24xf32>
}
