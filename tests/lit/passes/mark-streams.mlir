// The destination of a marked operation is marked, that of another is not.
// RUN: %mlirgym-opt %s --pass-pipeline='builtin.module(func.func(mlirgym-mark-streams))' | FileCheck %s
// CHECK-LABEL: func.func @streamed
// CHECK-SAME:    %{{[^:]+}}: memref<8xf32>, %{{[^:]+}}: memref<8xf32> {mlirgym.stream}
func.func @streamed(%in: memref<8xf32>, %out: memref<8xf32>) {
  %a = bufferization.to_tensor %in restrict : memref<8xf32> to tensor<8xf32>
  %empty = tensor.empty() : tensor<8xf32>
  %0 = linalg.exp {mlirgym.stream} ins(%a : tensor<8xf32>) outs(%empty : tensor<8xf32>) -> tensor<8xf32>
  bufferization.materialize_in_destination %0 in restrict writable %out : (tensor<8xf32>, memref<8xf32>) -> ()
  return
}
// The results of the first operation are read again.
// CHECK-LABEL: func.func @added
// CHECK-NOT:     memref<8xf32> {mlirgym.stream}
func.func @added(%in: memref<8xf32>, %out: memref<8xf32>) {
  %a = bufferization.to_tensor %in restrict : memref<8xf32> to tensor<8xf32>
  %empty = tensor.empty() : tensor<8xf32>
  %0 = linalg.exp ins(%a : tensor<8xf32>) outs(%empty : tensor<8xf32>) -> tensor<8xf32>
  %1 = linalg.add {mlirgym.stream} ins(%a, %a : tensor<8xf32>, tensor<8xf32>) outs(%0 : tensor<8xf32>) -> tensor<8xf32>
  bufferization.materialize_in_destination %1 in restrict writable %out : (tensor<8xf32>, memref<8xf32>) -> ()
  return
}
