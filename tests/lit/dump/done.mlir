// `done` and the empty schedule leave the program as it is.
// RUN: %mlirgym dump %s > %t.none
// RUN: %mlirgym dump %s --schedule "op0: done" > %t.done
// RUN: diff %t.none %t.done
// RUN: FileCheck %s < %t.done
// CHECK-LABEL: func.func @payload
// CHECK-NOT:     scf.for
// CHECK:         linalg.matmul {{.*}} outs(%{{.+}} : tensor<64x48xf32>)
func.func @matmul(%a: tensor<64x10xf32>, %b: tensor<10x48xf32>, %c: tensor<64x48xf32>) -> tensor<64x48xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<64x10xf32>, tensor<10x48xf32>) outs(%c : tensor<64x48xf32>) -> tensor<64x48xf32>
  return %0 : tensor<64x48xf32>
}
