// Read by resident.test.
// RUN: %mlirgym dump %s --program | FileCheck %s
// CHECK: %arg1: memref<8x12xf32> {memref.on_device}
func.func @add(%x: tensor<8x12xf32>, %w: tensor<8x12xf32> {memref.on_device}) -> tensor<8x12xf32> {
  %e = tensor.empty() : tensor<8x12xf32>
  %0 = linalg.add ins(%x, %w : tensor<8x12xf32>, tensor<8x12xf32>) outs(%e : tensor<8x12xf32>) -> tensor<8x12xf32>
  return %0 : tensor<8x12xf32>
}
