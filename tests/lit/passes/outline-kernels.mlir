// A function per operation, or per group, on the memory that the host function gives it.
// RUN: %mlirgym-opt %s --split-input-file --pass-pipeline='builtin.module(mlirgym-outline-kernels{name=p})' | FileCheck %s
// RUN: %mlirgym-opt %s --split-input-file --pass-pipeline='builtin.module(mlirgym-outline-kernels{name=p groups=op0+op1})' | FileCheck %s --check-prefix=FUSED
// RUN: %mlirgym-opt %s --split-input-file --pass-pipeline='builtin.module(mlirgym-outline-kernels{name=p only=host})' | FileCheck %s --check-prefix=HOST
// RUN: not %mlirgym-opt %s --split-input-file --pass-pipeline='builtin.module(mlirgym-outline-kernels{only=op7})' 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: no kernel 'op7'

// The exponential is computed in the memory of the output, which the last kernel reads and writes;
// the sums are in memory of their own.
// CHECK-LABEL: func.func @p_op0(
// CHECK-SAME:    %{{[^:]+}}: memref<4x8xf32>, %[[OUT:[^:]+]]: memref<4x8xf32>) attributes {llvm.bareptr}
// CHECK:         %[[TO:.+]] = bufferization.to_tensor %[[OUT]] restrict writable
// CHECK:         %[[EXP:.+]] = linalg.exp {mlirgym.op = "op0"} {{.*}} outs(%[[TO]] :
// CHECK:         bufferization.materialize_in_destination %[[EXP]] in restrict writable %[[OUT]]
// CHECK-LABEL: func.func @p_op1(
// CHECK-SAME:    %{{[^:]+}}: memref<4x8xf32>, %{{[^:]+}}: memref<4xf32>)
// CHECK:         linalg.fill {mlirgym.op = "op1.init"}
// CHECK:         linalg.reduce
// CHECK-LABEL: func.func @p_op2(
// CHECK-SAME:    %[[SUM:[^:]+]]: memref<4xf32>, %{{[^:]+}}: memref<4x8xf32>)
// CHECK-NOT:     linalg.exp
// CHECK:         linalg.generic
// CHECK-LABEL: func.func @p_host(
// CHECK-SAME:    %[[IN:[^:]+]]: memref<4x8xf32>, %[[RESULT:[^:]+]]: memref<4x8xf32>) attributes {llvm.bareptr}
// CHECK:         %[[SUMS:.+]] = memref.alloc() {alignment = 64 : i64} : memref<4xf32>
// CHECK-NEXT:    call @p_op0(%[[IN]], %[[RESULT]])
// CHECK-NEXT:    call @p_op1(%[[RESULT]], %[[SUMS]])
// CHECK-NEXT:    call @p_op2(%[[SUMS]], %[[RESULT]])
// CHECK-NEXT:    return

// The last operation of a group gives the name.
// FUSED-NOT:   @p_op0
// FUSED-LABEL: func.func @p_op1(
// FUSED:         linalg.exp
// FUSED:         linalg.reduce
// FUSED-LABEL: func.func @p_op2(

// HOST-NOT:   linalg
// HOST:       func.func private @p_op0(memref<4x8xf32>, memref<4x8xf32>) attributes {llvm.bareptr}
// HOST:       func.func private @p_op1(
// HOST-LABEL: func.func @p_host(
#both = affine_map<(d0, d1) -> (d0, d1)>
#rows = affine_map<(d0, d1) -> (d0)>
func.func @payload(%in: memref<4x8xf32>, %out: memref<4x8xf32>) attributes {llvm.emit_c_interface} {
  %zero = arith.constant 0.0 : f32
  %a = bufferization.to_tensor %in restrict : memref<4x8xf32> to tensor<4x8xf32>
  %o = bufferization.to_tensor %out restrict writable : memref<4x8xf32> to tensor<4x8xf32>
  %e = linalg.exp {mlirgym.op = "op0"} ins(%a : tensor<4x8xf32>) outs(%o : tensor<4x8xf32>) -> tensor<4x8xf32>
  %empty = tensor.empty() : tensor<4xf32>
  %fill = linalg.fill {mlirgym.op = "op1.init"} ins(%zero : f32) outs(%empty : tensor<4xf32>) -> tensor<4xf32>
  %s = linalg.reduce {arith.addf {}} ins(%e : tensor<4x8xf32>) outs(%fill : tensor<4xf32>) dimensions = [1] {mlirgym.op = "op1"}
  %d = linalg.generic {indexing_maps = [#both, #rows, #both], iterator_types = ["parallel", "parallel"]}
      ins(%e, %s : tensor<4x8xf32>, tensor<4xf32>) outs(%o : tensor<4x8xf32>) attrs = {mlirgym.op = "op2"} {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %q = arith.divf %x, %y : f32
    linalg.yield %q : f32
  } -> tensor<4x8xf32>
  bufferization.materialize_in_destination %d in restrict writable %out : (tensor<4x8xf32>, memref<4x8xf32>) -> ()
  return
}

// -----

// An argument that a later kernel reads as the caller left it keeps its contents until the end; a
// pad belongs to the kernel that reads it.
// CHECK-LABEL: func.func @p_op0(
// CHECK-NOT:     tensor.pad
// CHECK-LABEL: func.func @p_op1(
// CHECK:         tensor.pad
// CHECK-LABEL: func.func @p_host(
// CHECK-SAME:    %[[INOUT:[^:]+]]: memref<8xf32>, %[[OTHER:[^:]+]]: memref<10xf32>)
// CHECK:         %[[KEPT:.+]] = memref.alloc() {{.*}} memref<8xf32>
// CHECK-NEXT:    call @p_op0(%[[INOUT]], %[[KEPT]])
// CHECK-NEXT:    call @p_op1(%[[INOUT]], %[[OTHER]])
// CHECK-NEXT:    memref.copy %[[KEPT]], %[[INOUT]]
func.func @payload(%x: memref<8xf32>, %y: memref<10xf32>) {
  %zero = arith.constant 0.0 : f32
  %0 = bufferization.to_tensor %x restrict writable : memref<8xf32> to tensor<8xf32>
  %1 = bufferization.to_tensor %y restrict writable : memref<10xf32> to tensor<10xf32>
  %2 = tensor.empty() : tensor<8xf32>
  %3 = linalg.exp {mlirgym.op = "op0"} ins(%0 : tensor<8xf32>) outs(%2 : tensor<8xf32>) -> tensor<8xf32>
  %4 = tensor.pad %0 low[1] high[1] {
  ^bb0(%i: index):
    tensor.yield %zero : f32
  } : tensor<8xf32> to tensor<10xf32>
  %5 = linalg.abs {mlirgym.op = "op1"} ins(%4 : tensor<10xf32>) outs(%1 : tensor<10xf32>) -> tensor<10xf32>
  bufferization.materialize_in_destination %3 in restrict writable %x : (tensor<8xf32>, memref<8xf32>) -> ()
  bufferization.materialize_in_destination %5 in restrict writable %y : (tensor<10xf32>, memref<10xf32>) -> ()
  return
}
