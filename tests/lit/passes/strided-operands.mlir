// The index 2 * d becomes a slice with stride 2.
// RUN: %mlirgym-opt %s --pass-pipeline='builtin.module(func.func(mlirgym-strided-operands))' | FileCheck %s
// CHECK-DAG:   #[[PLAIN:.+]] = affine_map<(d0) -> (d0)>
// CHECK-LABEL: func.func @payload
// CHECK:         %[[SLICE:.+]] = tensor.extract_slice %{{.+}}[0] [8] [2] : tensor<15xf32> to tensor<8xf32>
// CHECK:         linalg.generic {indexing_maps = [#[[PLAIN]], #[[PLAIN]]]
// CHECK-SAME:      ins(%[[SLICE]] : tensor<8xf32>)
func.func @payload(%a: tensor<15xf32>, %b: tensor<8xf32>) -> tensor<8xf32> {
  %0 = linalg.generic {
      indexing_maps = [affine_map<(d0) -> (d0 * 2)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%a : tensor<15xf32>) outs(%b : tensor<8xf32>) attrs = {mlirgym.vectorize} {
  ^bb0(%x: f32, %y: f32):
    %s = arith.addf %x, %y : f32
    linalg.yield %s : f32
  } -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
