// A window or an output of one iteration: the input is cut to what is read of it, whatever else it
// holds, and nothing larger becomes a vector.
// RUN: %mlirgym dump pooling_nchw_max_1_1_5_9_3_1_1 --stage vectorized --schedule "op0: vectorize" \
// RUN:   | FileCheck %s --check-prefix POOL
// POOL-LABEL: func.func @payload
// POOL:         vector.transfer_read %{{.+}} : tensor<1x1x5x9xf32>, vector<3x3xf32>
// POOL-NOT:     vector<5x9xf32>

// RUN: %mlirgym dump %s --stage vectorized --schedule "op0: vectorize" | FileCheck %s
// CHECK-LABEL: func.func @payload
// CHECK-NOT:     vector<17xf32>
// CHECK:         vector.transfer_read %{{.+}} : tensor<17xf32>, vector<16xf32>
// CHECK-NOT:     vector<17xf32>
func.func @window_of_one(%a: tensor<17xf32>, %k: tensor<1xf32>) -> tensor<16xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<16xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<16xf32>) -> tensor<16xf32>
  %r = linalg.conv_1d ins(%a, %k : tensor<17xf32>, tensor<1xf32>) outs(%f : tensor<16xf32>) -> tensor<16xf32>
  return %r : tensor<16xf32>
}
