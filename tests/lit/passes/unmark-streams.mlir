// The mark of an argument goes, other attributes stay.
// RUN: %mlirgym-opt %s --pass-pipeline='builtin.module(func.func(mlirgym-unmark-streams))' | FileCheck %s
// CHECK-LABEL: func.func @payload
// CHECK-SAME:    %{{[^:]+}}: memref<8xf32> {bufferization.writable = false}, %{{[^:]+}}: memref<8xf32>)
func.func @payload(%in: memref<8xf32> {bufferization.writable = false}, %out: memref<8xf32> {mlirgym.stream}) {
  return
}
