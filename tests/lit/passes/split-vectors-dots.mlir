// RUN: %mlirgym-opt %s --pass-pipeline='builtin.module(func.func(mlirgym-split-vectors{vector-bits=512 vector-registers=32 dots=i8,bf16}))' | FileCheck %s
// RUN: %mlirgym-opt %s --pass-pipeline='builtin.module(func.func(mlirgym-split-vectors{vector-bits=256 dots=i16}))' | FileCheck %s --check-prefix=WORDS
// RUN: %mlirgym-opt %s --pass-pipeline='builtin.module(func.func(mlirgym-split-vectors{vector-bits=512 vector-registers=32}))' | FileCheck %s --check-prefix=NONE
// RUN: %mlirgym-opt %s --pass-pipeline='builtin.module(func.func(mlirgym-split-vectors{vector-bits=128 vector-registers=32 dots=bf16,alike,arm}))' | FileCheck %s --check-prefix=NEON
// RUN: %mlirgym-opt %s --pass-pipeline='builtin.module(func.func(mlirgym-split-vectors{vector-bits=256 vector-registers=32 dots=i8,alike,arm}))' | FileCheck %s --check-prefix=SVE
// NONE-NOT: llvm.call_intrinsic

#rows = affine_map<(d0, d1) -> (d0, 0, d1)>
#columns = affine_map<(d0, d1) -> (0, d1, d0)>
// Four rows of the right factor side by side, and four bytes of the left one
// for all lanes. Both are signed: the top bits of the left one are inverted, and
// what that adds is subtracted. The fifth place is none of a group.
// CHECK-LABEL: func.func @bytes
// CHECK:         %[[FOUR:.+]] = vector.load {{.+}} vector<4xi8>
// CHECK:         %[[WORD:.+]] = vector.bitcast %[[FOUR]] : vector<4xi8> to vector<1xi32>
// CHECK:         arith.constant dense<-128> : vector<64xi8>
// CHECK:         arith.xori
// CHECK-COUNT-4: vector.load {{.+}} vector<16xi8>
// CHECK:         vector.shuffle {{.+}} [0, 16, 32, 48, 1, 17, 33, 49,
// CHECK:         llvm.call_intrinsic "llvm.x86.avx512.vpdpbusd.512"
// CHECK:         %[[ADDED:.+]] = llvm.call_intrinsic "llvm.x86.avx512.vpdpbusd.512"
// CHECK:         arith.subi {{.+}}, %[[ADDED]] : vector<16xi32>
// CHECK:         arith.extsi {{.+}} vector<16xi8> to vector<16xi32>
// WORDS-LABEL: func.func @bytes
// WORDS:         arith.extsi {{.+}} vector<8xi8> to vector<8xi16>
// WORDS:         llvm.call_intrinsic "llvm.x86.avx2.pmadd.wd"
// AArch64 has an instruction for two signed factors.
// NEON-LABEL:  func.func @bytes
// NEON-NOT:    arith.xori
// NEON-COUNT-8: llvm.call_intrinsic "llvm.aarch64.neon.sdot"
func.func @bytes(%a: memref<2x5xi8>, %b: memref<5x16xi8>, %c: memref<2x16xi32>) {
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0 : i8
  %none = arith.constant 0 : i32
  %x = vector.transfer_read %a[%c0, %c0], %pad {in_bounds = [true, true, true], permutation_map = #rows} : memref<2x5xi8>, vector<2x16x5xi8>
  %y = vector.transfer_read %b[%c0, %c0], %pad {in_bounds = [true, true, true], permutation_map = #columns} : memref<5x16xi8>, vector<2x16x5xi8>
  %init = vector.transfer_read %c[%c0, %c0], %none {in_bounds = [true, true]} : memref<2x16xi32>, vector<2x16xi32>
  %wide = arith.extsi %x : vector<2x16x5xi8> to vector<2x16x5xi32>
  %other = arith.extsi %y : vector<2x16x5xi8> to vector<2x16x5xi32>
  %product = arith.muli %wide, %other : vector<2x16x5xi32>
  %sum = vector.multi_reduction <add>, %product, %init [2] : vector<2x16x5xi32> to vector<2x16xi32>
  vector.transfer_write %sum, %c[%c0, %c0] {in_bounds = [true, true]} : vector<2x16xi32>, memref<2x16xi32>
  return
}

// Along the rows of both factors: as they are in memory, then across the lanes.
// CHECK-LABEL: func.func @rows
// CHECK-COUNT-2: vector.load {{.+}} vector<32xbf16>
// CHECK:         %[[LANES:.+]] = llvm.call_intrinsic "llvm.x86.avx512bf16.dpbf16ps.512"
// CHECK:         vector.reduction <add>, %[[LANES]] : vector<16xf32> into f32
// NEON-LABEL:  func.func @rows
// NEON:        llvm.call_intrinsic "llvm.aarch64.neon.bfdot"
// SVE-LABEL:   func.func @rows
// SVE-NOT:     llvm.call_intrinsic
func.func @rows(%a: memref<32xbf16>, %b: memref<32xbf16>, %c: memref<f32>) {
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0.0 : bf16
  %none = arith.constant 0.0 : f32
  %x = vector.transfer_read %a[%c0], %pad {in_bounds = [true]} : memref<32xbf16>, vector<32xbf16>
  %y = vector.transfer_read %b[%c0], %pad {in_bounds = [true]} : memref<32xbf16>, vector<32xbf16>
  %wide = arith.extf %x : vector<32xbf16> to vector<32xf32>
  %other = arith.extf %y : vector<32xbf16> to vector<32xf32>
  %product = arith.mulf %wide, %other : vector<32xf32>
  %sum = vector.multi_reduction <add>, %product, %none [0] : vector<32xf32> to f32
  memref.store %sum, %c[] : memref<f32>
  return
}

// A right factor in groups of four is loaded as it is.
// CHECK-LABEL: func.func @groups
// CHECK:         %[[FLAT:.+]] = memref.collapse_shape %{{.+}} {{\[}}[0], [1, 2]] : memref<3x16x4xi8> into memref<3x64xi8>
// CHECK:         vector.load %[[FLAT]]{{.+}} vector<64xi8>
// CHECK-NOT:     vector.shuffle
// CHECK:         llvm.call_intrinsic "llvm.x86.avx512.vpdpbusd.512"
// Two groups of the left factor are loaded at once, and each is multiplied as a
// lane. There, no instruction multiplies signed bytes by unsigned ones, so that
// the left factor is shifted. SVE has lanes of four groups only.
// NEON-LABEL:  func.func @groups
// NEON:        vector.load {{.+}} vector<8xi8>
// NEON:        arith.xori {{.+}} vector<8xi8>
// NEON:        vector.shuffle {{.+}} [4, 5, 6, 7, 4, 5, 6, 7,
// NEON:        llvm.call_intrinsic "llvm.aarch64.neon.udot"
// SVE-LABEL:   func.func @groups
// SVE:         vector.scalable.insert {{.+}} vector<32xi8> into vector<[16]xi8>
// SVE:         llvm.call_intrinsic "llvm.aarch64.sve.usdot"
func.func @groups(%a: memref<2x3x4xi8>, %b: memref<3x16x4xi8>, %c: memref<2x16xi32>) {
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0 : i8
  %none = arith.constant 0 : i32
  %x = vector.transfer_read %a[%c0, %c0, %c0], %pad {in_bounds = [true, true, true, true], permutation_map = affine_map<(d0, d1, d2) -> (d0, 0, d1, d2)>} : memref<2x3x4xi8>, vector<2x16x3x4xi8>
  %y = vector.transfer_read %b[%c0, %c0, %c0], %pad {in_bounds = [true, true, true, true], permutation_map = affine_map<(d0, d1, d2) -> (0, d1, d0, d2)>} : memref<3x16x4xi8>, vector<2x16x3x4xi8>
  %init = vector.transfer_read %c[%c0, %c0], %none {in_bounds = [true, true]} : memref<2x16xi32>, vector<2x16xi32>
  %wide = arith.extsi %x : vector<2x16x3x4xi8> to vector<2x16x3x4xi32>
  %other = arith.extui %y : vector<2x16x3x4xi8> to vector<2x16x3x4xi32>
  %product = arith.muli %wide, %other : vector<2x16x3x4xi32>
  %sum = vector.multi_reduction <add>, %product, %init [2, 3] : vector<2x16x3x4xi32> to vector<2x16xi32>
  vector.transfer_write %sum, %c[%c0, %c0] {in_bounds = [true, true]} : vector<2x16xi32>, memref<2x16xi32>
  return
}
