// What only a tile writes gets a tensor of its size; what is read as well keeps its place.
// RUN: %mlirgym-opt %s --pass-pipeline='builtin.module(func.func(mlirgym-fresh-destinations))' | FileCheck %s
// CHECK-LABEL: func.func @payload
// CHECK-SAME:    %[[IN:[^:]+]]: tensor<64xf32>, %[[SCRATCH:[^:]+]]: tensor<64xf32>
// CHECK:         scf.for %[[I:.+]] = {{.*}} iter_args(%[[OUT:.+]] =
// CHECK:           %[[FRESH:.+]] = tensor.empty() : tensor<16xf32>
// CHECK-NOT:       tensor.extract_slice %[[SCRATCH]]
// CHECK:           %[[EXP:.+]] = linalg.exp {{.*}} outs(%[[FRESH]] :
// CHECK:           %[[TILE:.+]] = tensor.extract_slice %[[OUT]][%[[I]]]
// CHECK:           linalg.add {{.*}} outs(%[[TILE]] :
func.func @payload(%in: tensor<64xf32>, %scratch: tensor<64xf32>, %out: tensor<64xf32>) -> tensor<64xf32> {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  %0 = scf.for %i = %c0 to %c64 step %c16 iter_args(%t = %out) -> (tensor<64xf32>) {
    %a = tensor.extract_slice %in[%i] [16] [1] : tensor<64xf32> to tensor<16xf32>
    %b = tensor.extract_slice %scratch[%i] [16] [1] : tensor<64xf32> to tensor<16xf32>
    %exp = linalg.exp ins(%a : tensor<16xf32>) outs(%b : tensor<16xf32>) -> tensor<16xf32>
    %c = tensor.extract_slice %t[%i] [16] [1] : tensor<64xf32> to tensor<16xf32>
    %sum = linalg.add ins(%exp, %a : tensor<16xf32>, tensor<16xf32>) outs(%c : tensor<16xf32>) -> tensor<16xf32>
    %whole = tensor.insert_slice %sum into %t[%i] [16] [1] : tensor<16xf32> into tensor<64xf32>
    scf.yield %whole : tensor<64xf32>
  }
  return %0 : tensor<64xf32>
}

// The elements that the inner loops do not reach are those of %scratch. In the first function they
// reach all of them.
// CHECK-LABEL: func.func @tiles
// CHECK:         scf.for
// CHECK:           tensor.empty() : tensor<16xf32>
// CHECK:           scf.for
// CHECK-LABEL: func.func @half
// CHECK-NOT:     tensor.empty
// CHECK:         return
// CHECK-LABEL: func.func @first
// CHECK-NOT:     tensor.empty
// CHECK:         return
func.func @tiles(%in: tensor<64xf32>, %scratch: tensor<64xf32>, %out: tensor<64xf32>) -> tensor<64xf32> {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  %0 = scf.for %i = %c0 to %c64 step %c16 iter_args(%t = %out) -> (tensor<64xf32>) {
    %a = tensor.extract_slice %in[%i] [16] [1] : tensor<64xf32> to tensor<16xf32>
    %b = tensor.extract_slice %scratch[%i] [16] [1] : tensor<64xf32> to tensor<16xf32>
    %exp = scf.for %j = %c0 to %c16 step %c4 iter_args(%part = %b) -> (tensor<16xf32>) {
      %x = tensor.extract_slice %a[%j] [4] [1] : tensor<16xf32> to tensor<4xf32>
      %y = tensor.extract_slice %part[%j] [4] [1] : tensor<16xf32> to tensor<4xf32>
      %e = linalg.exp ins(%x : tensor<4xf32>) outs(%y : tensor<4xf32>) -> tensor<4xf32>
      %p = tensor.insert_slice %e into %part[%j] [4] [1] : tensor<4xf32> into tensor<16xf32>
      scf.yield %p : tensor<16xf32>
    }
    %whole = tensor.insert_slice %exp into %t[%i] [16] [1] : tensor<16xf32> into tensor<64xf32>
    scf.yield %whole : tensor<64xf32>
  }
  return %0 : tensor<64xf32>
}
func.func @half(%in: tensor<64xf32>, %scratch: tensor<64xf32>, %out: tensor<64xf32>) -> tensor<64xf32> {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  %0 = scf.for %i = %c0 to %c64 step %c16 iter_args(%t = %out) -> (tensor<64xf32>) {
    %a = tensor.extract_slice %in[%i] [16] [1] : tensor<64xf32> to tensor<16xf32>
    %b = tensor.extract_slice %scratch[%i] [16] [1] : tensor<64xf32> to tensor<16xf32>
    %exp = scf.for %j = %c0 to %c8 step %c4 iter_args(%part = %b) -> (tensor<16xf32>) {
      %x = tensor.extract_slice %a[%j] [4] [1] : tensor<16xf32> to tensor<4xf32>
      %y = tensor.extract_slice %part[%j] [4] [1] : tensor<16xf32> to tensor<4xf32>
      %e = linalg.exp ins(%x : tensor<4xf32>) outs(%y : tensor<4xf32>) -> tensor<4xf32>
      %p = tensor.insert_slice %e into %part[%j] [4] [1] : tensor<4xf32> into tensor<16xf32>
      scf.yield %p : tensor<16xf32>
    }
    %whole = tensor.insert_slice %exp into %t[%i] [16] [1] : tensor<16xf32> into tensor<64xf32>
    scf.yield %whole : tensor<64xf32>
  }
  return %0 : tensor<64xf32>
}
func.func @first(%in: tensor<64xf32>, %scratch: tensor<64xf32>, %out: tensor<64xf32>) -> tensor<64xf32> {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  %0 = scf.for %i = %c0 to %c64 step %c16 iter_args(%t = %out) -> (tensor<64xf32>) {
    %a = tensor.extract_slice %in[%i] [4] [1] : tensor<64xf32> to tensor<4xf32>
    %b = tensor.extract_slice %scratch[%i] [16] [1] : tensor<64xf32> to tensor<16xf32>
    %c = tensor.insert_slice %a into %b[0] [4] [1] : tensor<4xf32> into tensor<16xf32>
    %whole = tensor.insert_slice %c into %t[%i] [16] [1] : tensor<16xf32> into tensor<64xf32>
    scf.yield %whole : tensor<64xf32>
  }
  return %0 : tensor<64xf32>
}
