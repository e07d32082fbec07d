// A slice of constant size has a static type.
// RUN: %mlirgym-opt %s --pass-pipeline='builtin.module(func.func(mlirgym-simplify-tiling))' | FileCheck %s
// CHECK-LABEL: func.func @constant
// CHECK:         tensor.extract_slice %{{.+}}[%{{.+}}] [16] [1] : tensor<64xf32> to tensor<16xf32>
func.func @constant(%a: tensor<64xf32>, %i: index) -> tensor<?xf32> {
  %size = affine.min affine_map<() -> (64, 16)>()
  %slice = tensor.extract_slice %a[%i] [%size] [1] : tensor<64xf32> to tensor<?xf32>
  return %slice : tensor<?xf32>
}
