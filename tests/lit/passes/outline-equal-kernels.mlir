// The host function calls one of two equal kernels twice.
// RUN: %mlirgym-opt %s --pass-pipeline='builtin.module(mlirgym-outline-kernels{name=p equal=op1=op0})' | FileCheck %s
// RUN: not %mlirgym-opt %s --pass-pipeline='builtin.module(mlirgym-outline-kernels{groups=op0+op1,op1+op0})' 2>&1 | FileCheck %s --check-prefix=TWICE
// TWICE: 'op1' is in two groups; name each operation once
// CHECK-LABEL: func.func @p_op0(
// CHECK-NOT:   @p_op1
// CHECK-LABEL: func.func @p_host(
// CHECK-SAME:    %[[IN:[^:]+]]: memref<8xf32>, %[[OUT:[^:]+]]: memref<8xf32>)
// CHECK:         %[[BETWEEN:.+]] = memref.alloc()
// CHECK:         call @p_op0(%[[IN]], %[[BETWEEN]])
// CHECK:         call @p_op0(%[[BETWEEN]], %[[OUT]])
func.func @payload(%x: memref<8xf32>, %y: memref<8xf32>) {
  %0 = bufferization.to_tensor %x restrict : memref<8xf32> to tensor<8xf32>
  %1 = bufferization.to_tensor %y restrict writable : memref<8xf32> to tensor<8xf32>
  %2 = tensor.empty() : tensor<8xf32>
  %3 = linalg.exp {mlirgym.op = "op0"} ins(%0 : tensor<8xf32>) outs(%2 : tensor<8xf32>) -> tensor<8xf32>
  %4 = linalg.exp {mlirgym.op = "op1"} ins(%3 : tensor<8xf32>) outs(%1 : tensor<8xf32>) -> tensor<8xf32>
  bufferization.materialize_in_destination %4 in restrict writable %y : (tensor<8xf32>, memref<8xf32>) -> ()
  return
}
