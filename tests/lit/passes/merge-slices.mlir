// A slice of a slice is one slice, and what fills a tile of dynamic size is inserted at once.
// RUN: %mlirgym-opt %s --pass-pipeline='builtin.module(func.func(mlirgym-merge-slices))' | FileCheck %s
// CHECK-LABEL: func.func @slices
// CHECK:         tensor.extract_slice %{{.+}}[6] [8] [1] : tensor<64xf32> to tensor<8xf32>
// CHECK-NOT:     tensor.extract_slice
func.func @slices(%a: tensor<64xf32>) -> tensor<8xf32> {
  %outer = tensor.extract_slice %a[4] [16] [1] : tensor<64xf32> to tensor<16xf32>
  %inner = tensor.extract_slice %outer[2] [8] [1] : tensor<16xf32> to tensor<8xf32>
  return %inner : tensor<8xf32>
}
// CHECK-LABEL: func.func @whole
// CHECK-SAME:    %[[PART:[^:]+]]: tensor<?xf32>, %[[ALL:[^:]+]]: tensor<64xf32>, %[[N:[^:]+]]: index
// CHECK:         %[[RESULT:.+]] = tensor.insert_slice %[[PART]] into %[[ALL]][4] [%[[N]]] [1]
// CHECK-NEXT:    return %[[RESULT]]
func.func @whole(%part: tensor<?xf32>, %all: tensor<64xf32>, %n: index) -> tensor<64xf32> {
  %tile = tensor.extract_slice %all[4] [%n] [1] : tensor<64xf32> to tensor<?xf32>
  %filled = tensor.insert_slice %part into %tile[0] [%n] [1] : tensor<?xf32> into tensor<?xf32>
  %0 = tensor.insert_slice %filled into %all[4] [%n] [1] : tensor<?xf32> into tensor<64xf32>
  return %0 : tensor<64xf32>
}
