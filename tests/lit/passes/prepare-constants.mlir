// Buffers that hold nothing but constants are filled in the first call, for all iterations.
// RUN: %mlirgym-opt %s --split-input-file --mlirgym-prepare-constants --canonicalize | FileCheck %s

// A tile of a loop has 4 x 6 floats: 96 bytes, in 128. The loop from 2 to 8 has two iterations, the
// outer one is not needed. The view of the buffer begins before the copy.
// CHECK-LABEL: func.func private @tile.prepare() attributes {mlirgym.once} {
// CHECK:         scf.for %[[I:.+]] = %c2{{.*}} to %c8{{.*}} step %c4
// CHECK:           %[[DONE:.+]] = arith.subi %[[I]], %c2
// CHECK:           %[[TRIP:.+]] = arith.divui %[[DONE]], %c4
// CHECK:           %[[BEGIN:.+]] = arith.muli %[[TRIP]], %c128
// CHECK:           %[[ALL:.+]] = memref.get_global @tile.prepared0 : memref<256xi8>
// CHECK:           %[[PART:.+]] = memref.view %[[ALL]][%[[BEGIN]]][] : memref<256xi8> to memref<4x6xf32>
// CHECK:           %[[WEIGHTS:.+]] = memref.get_global @weights
// CHECK:           %[[FROM:.+]] = memref.subview %[[WEIGHTS]][%[[I]], 0] [4, 6] [1, 1]
// CHECK:           memref.copy %[[FROM]], %[[PART]]
// CHECK:         }
// CHECK:       memref.global "private" @tile.prepared0 : memref<256xi8> = uninitialized {alignment = 64 : i64}
// CHECK-LABEL: func.func @tile
// CHECK:         call @tile.prepare()
// CHECK:         scf.for
// CHECK:           scf.for %[[I:.+]] = %c2
// CHECK-NOT:         memref.copy
// CHECK:             %[[ALL:.+]] = memref.get_global @tile.prepared0
// CHECK:             %[[PART:.+]] = memref.view %[[ALL]]
// CHECK:             %[[ROW:.+]] = memref.subview %[[PART]][1, 0] [1, 6]
// CHECK:             memref.load %[[ROW]]
// CHECK-NOT:     memref.alloc
memref.global "private" constant @weights : memref<10x6xf32> = dense<1.0>
func.func @tile(%x: memref<3x10xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %weights = memref.get_global @weights : memref<10x6xf32>
  %buffer = memref.alloc() : memref<4x6xf32>
  %row = memref.subview %buffer[1, 0] [1, 6] [1, 1] : memref<4x6xf32> to memref<1x6xf32, strided<[6, 1], offset: 6>>
  scf.for %j = %c0 to %c3 step %c1 {
    scf.for %i = %c2 to %c8 step %c4 {
      %from = memref.subview %weights[%i, 0] [4, 6] [1, 1] : memref<10x6xf32> to memref<4x6xf32, strided<[6, 1], offset: ?>>
      memref.copy %from, %buffer : memref<4x6xf32, strided<[6, 1], offset: ?>> to memref<4x6xf32>
      %a = memref.load %row[%c0, %c1] : memref<1x6xf32, strided<[6, 1], offset: 6>>
      memref.store %a, %x[%j, %i] : memref<3x10xf32>
    }
  }
  return
}

// -----

// Two dimensions of parallel tiles, a copy in a loop, and zeros beyond it.
// CHECK-LABEL: func.func private @parallel.prepare()
// CHECK:         scf.for %[[I:.+]] = %c0{{.*}} to %c6
// CHECK:           scf.for %[[J:.+]] = %c0{{.*}} to %c8
// CHECK:             %[[BEFORE:.+]] = arith.muli %{{.+}}, %c2
// CHECK:             %[[INDEX:.+]] = arith.addi %[[BEFORE]], %{{.+}}
// CHECK:             linalg.fill
// CHECK:             scf.for
// CHECK:               vector.transfer_write
// CHECK:       memref.global "private" @parallel.prepared0 : memref<384xi8>
// CHECK-LABEL: func.func @parallel
// CHECK:         scf.forall
// CHECK-NOT:       linalg.fill
// CHECK:           vector.transfer_read
memref.global "private" constant @weights : memref<6x8xbf16> = dense<1.0>
func.func @parallel(%x: memref<6x8xbf16>) {
  %zero = arith.constant 0.0 : bf16
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %weights = memref.get_global @weights : memref<6x8xbf16>
  scf.forall (%i, %j) = (0, 0) to (6, 8) step (2, 4) {
    %buffer = memref.alloc() : memref<3x4xbf16>
    linalg.fill ins(%zero : bf16) outs(%buffer : memref<3x4xbf16>)
    scf.for %k = %c0 to %c2 step %c1 {
      %row = arith.addi %i, %k : index
      %v = vector.transfer_read %weights[%row, %j], %zero {in_bounds = [true]} : memref<6x8xbf16>, vector<4xbf16>
      vector.transfer_write %v, %buffer[%k, %c0] {in_bounds = [true]} : vector<4xbf16>, memref<3x4xbf16>
    }
    %w = vector.transfer_read %buffer[%c1, %c0], %zero {in_bounds = [true]} : memref<3x4xbf16>, vector<4xbf16>
    vector.transfer_write %w, %x[%i, %j] {in_bounds = [true]} : vector<4xbf16>, memref<6x8xbf16>
  }
  return
}

// -----

// A buffer that is filled by way of another: both are filled in the first call.
// CHECK-LABEL: func.func private @chain.prepare()
// CHECK:         scf.for
// CHECK:           memref.alloc() : memref<4xf32>
// CHECK:       memref.global "private" @chain.prepared0 : memref<64xi8>
// CHECK-NOT:   memref.global {{.*}}prepared
// CHECK-LABEL: func.func @chain
// CHECK-NOT:     memref.alloc
// CHECK-NOT:     scf.for
// CHECK:         return
memref.global "private" constant @weights : memref<8xf32> = dense<1.0>
func.func @chain(%x: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %weights = memref.get_global @weights : memref<8xf32>
  %buffer = memref.alloc() : memref<8xf32>
  scf.for %i = %c0 to %c8 step %c4 {
    %half = memref.alloc() : memref<4xf32>
    %from = memref.subview %weights[%i] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1], offset: ?>>
    memref.copy %from, %half : memref<4xf32, strided<[1], offset: ?>> to memref<4xf32>
    %to = memref.subview %buffer[%i] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1], offset: ?>>
    memref.copy %half, %to : memref<4xf32> to memref<4xf32, strided<[1], offset: ?>>
  }
  memref.copy %buffer, %x : memref<8xf32> to memref<8xf32>
  return
}

// -----

// These are copied in each call: an argument, elements that are added up in the buffer, elements
// that are read before they are copied, tiles whose number is unknown, data that may change, zeros
// alone, a buffer that another function may write to, and what is copied under a condition.
// CHECK-NOT: prepare
memref.global "private" constant @weights : memref<8xf32> = dense<1.0>
memref.global "private" @variable : memref<8xf32> = dense<1.0>
func.func @argument(%w: memref<8xf32>, %x: memref<8xf32>) {
  %buffer = memref.alloc() : memref<8xf32>
  memref.copy %w, %buffer : memref<8xf32> to memref<8xf32>
  memref.copy %buffer, %x : memref<8xf32> to memref<8xf32>
  return
}
func.func @sum(%w: memref<8xf32>, %x: memref<8xf32>) {
  %weights = memref.get_global @weights : memref<8xf32>
  %buffer = memref.alloc() : memref<8xf32>
  memref.copy %weights, %buffer : memref<8xf32> to memref<8xf32>
  linalg.add ins(%buffer, %w : memref<8xf32>, memref<8xf32>) outs(%buffer : memref<8xf32>)
  memref.copy %buffer, %x : memref<8xf32> to memref<8xf32>
  return
}
func.func @early(%x: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %weights = memref.get_global @weights : memref<8xf32>
  %buffer = memref.alloc() : memref<8xf32>
  scf.for %i = %c0 to %c8 step %c1 {
    memref.copy %buffer, %x : memref<8xf32> to memref<8xf32>
    memref.copy %weights, %buffer : memref<8xf32> to memref<8xf32>
  }
  return
}
func.func @unknown(%x: memref<8xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %weights = memref.get_global @weights : memref<8xf32>
  %buffer = memref.alloc() : memref<1xf32>
  scf.for %i = %c0 to %n step %c1 {
    %a = memref.load %weights[%i] : memref<8xf32>
    memref.store %a, %buffer[%c0] : memref<1xf32>
    %b = memref.load %buffer[%c0] : memref<1xf32>
    memref.store %b, %x[%i] : memref<8xf32>
  }
  return
}
func.func @changing(%x: memref<8xf32>) {
  %data = memref.get_global @variable : memref<8xf32>
  %buffer = memref.alloc() : memref<8xf32>
  memref.copy %data, %buffer : memref<8xf32> to memref<8xf32>
  memref.copy %buffer, %x : memref<8xf32> to memref<8xf32>
  return
}
func.func @zeros(%x: memref<8xf32>) {
  %zero = arith.constant 0.0 : f32
  %buffer = memref.alloc() : memref<8xf32>
  linalg.fill ins(%zero : f32) outs(%buffer : memref<8xf32>)
  memref.copy %buffer, %x : memref<8xf32> to memref<8xf32>
  return
}
func.func @passed_on(%x: memref<8xf32>) {
  %weights = memref.get_global @weights : memref<8xf32>
  %buffer = memref.alloc() : memref<8xf32>
  memref.copy %weights, %buffer : memref<8xf32> to memref<8xf32>
  func.call @callee(%buffer, %x) : (memref<8xf32>, memref<8xf32>) -> ()
  return
}
func.func @condition(%x: memref<8xf32>, %if: i1) {
  %weights = memref.get_global @weights : memref<8xf32>
  %buffer = memref.alloc() : memref<8xf32>
  scf.if %if {
    memref.copy %weights, %buffer : memref<8xf32> to memref<8xf32>
    memref.copy %buffer, %x : memref<8xf32> to memref<8xf32>
  }
  return
}
func.func private @callee(memref<8xf32>, memref<8xf32>)
