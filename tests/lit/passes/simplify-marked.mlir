// A marked operation becomes generic without its loop of one iteration; another keeps its name.
// RUN: %mlirgym-opt %s --pass-pipeline='builtin.module(func.func(mlirgym-simplify-marked))' | FileCheck %s
// CHECK-LABEL: func.func @payload
// CHECK:         linalg.generic {{.*}} iterator_types = ["parallel", "reduction"]
// CHECK-SAME:      tensor<24xf32>) attrs = {mlirgym.vectorize}
// CHECK:         linalg.matmul
func.func @payload(%a: tensor<1x12xf32>, %b: tensor<12x24xf32>, %c: tensor<1x24xf32>) -> (tensor<1x24xf32>, tensor<1x24xf32>) {
  %0 = linalg.matmul {mlirgym.vectorize} ins(%a, %b : tensor<1x12xf32>, tensor<12x24xf32>) outs(%c : tensor<1x24xf32>) -> tensor<1x24xf32>
  %1 = linalg.matmul ins(%a, %b : tensor<1x12xf32>, tensor<12x24xf32>) outs(%c : tensor<1x24xf32>) -> tensor<1x24xf32>
  return %0, %1 : tensor<1x24xf32>, tensor<1x24xf32>
}
