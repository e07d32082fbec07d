// RUN: %mlirgym-opt %s --pass-pipeline='builtin.module(func.func(mlirgym-matrix-tiles,canonicalize,cse))' | FileCheck %s

#rows = affine_map<(m, k, p) -> (m, 0, k, p)>
#columns = affine_map<(k, n, p) -> (0, n, k, p)>

// A tile of 32 x 32 sums: four registers, whose shapes are set once. They begin with 0, stay while
// the loop runs, and are stored where the vector was. The first factor is of signed bytes, the
// other of unsigned ones.
// CHECK-LABEL: func.func @sums
// CHECK:         dense<[1, {{(0, ){15}(64, 0, ){8}(0, ){16}(16, )+}}
// CHECK:         "llvm.x86.ldtilecfg"
// CHECK-COUNT-4: "llvm.x86.tilezero"
// CHECK:         scf.for %{{[^:]*}} {
// CHECK-COUNT-2:   "llvm.x86.tileloadd64"({{.+}}, %c128_i64)
// CHECK:           "llvm.x86.tileloadd64"(%c6_i8, {{.+}}, %c512_i64)
// CHECK:           "llvm.x86.tdpbsud"(%c0_i8, %c6_i8, %c4_i8)
// CHECK:           "llvm.x86.tdpbsud"(%c1_i8, %c6_i8, %c5_i8)
// CHECK:           "llvm.x86.tileloadd64"(%c7_i8, {{.+}}, %c512_i64)
// CHECK:           "llvm.x86.tdpbsud"(%c2_i8, %c7_i8, %c4_i8)
// CHECK:           "llvm.x86.tdpbsud"(%c3_i8, %c7_i8, %c5_i8)
// CHECK-NOT:       vector
// CHECK:         }
// CHECK-COUNT-4: "llvm.x86.tilestored64"({{.+}}, %c128_i64)
// CHECK-NOT:     vector
// CHECK:         "llvm.x86.tilerelease"
func.func @sums(%a: memref<32x128x4xi8>, %b: memref<128x32x4xi8>, %c: memref<32x32xi32>) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %c128 = arith.constant 128 : index
  %p = ub.poison : i8
  %zero = arith.constant dense<0> : vector<32x32xi32>
  %r = scf.for %k = %c0 to %c128 step %c16 iter_args(%sum = %zero) -> (vector<32x32xi32>) {
    %x = vector.transfer_read %a[%c0, %k, %c0], %p {in_bounds = [true, true, true, true], permutation_map = #rows} : memref<32x128x4xi8>, vector<32x32x16x4xi8>
    %y = vector.transfer_read %b[%k, %c0, %c0], %p {in_bounds = [true, true, true, true], permutation_map = #columns} : memref<128x32x4xi8>, vector<32x32x16x4xi8>
    %xw = arith.extsi %x : vector<32x32x16x4xi8> to vector<32x32x16x4xi32>
    %yw = arith.extui %y : vector<32x32x16x4xi8> to vector<32x32x16x4xi32>
    %product = arith.muli %xw, %yw : vector<32x32x16x4xi32>
    %next = vector.multi_reduction <add>, %product, %sum [2, 3] : vector<32x32x16x4xi32> to vector<32x32xi32>
    scf.yield %next : vector<32x32xi32>
  }
  vector.transfer_write %r, %c[%c0, %c0] {in_bounds = [true, true]} : vector<32x32xi32>, memref<32x32xi32>
  return
}

// 20 rows are two tiles of 10, and 12 groups one tile. The sums are read where the vector was, and
// a maximum reads the new ones from the stack.
// CHECK-LABEL: func.func @added
// CHECK:         dense<[1, {{.+}} 48, 0, 48, 0, {{.+}} 10, 0, 10, 0, 12, 0, 10, 10, 0,
// CHECK:         %[[S:.*]] = memref.alloca() {alignment = 64 : i64} : memref<20x16xf32>
// CHECK-COUNT-2: "llvm.x86.tileloadd64"({{.+}}, %c64_i64)
// CHECK:         "llvm.x86.tileloadd64"(%c4_i8, {{.+}}, %c64_i64)
// CHECK:         "llvm.x86.tileloadd64"(%c6_i8, {{.+}}, %c48_i64)
// CHECK:         "llvm.x86.tdpbf16ps"(%c0_i8, %c6_i8, %c4_i8)
// CHECK:         "llvm.x86.tileloadd64"(%c7_i8, {{.+}}, %c48_i64)
// CHECK:         "llvm.x86.tdpbf16ps"(%c2_i8, %c7_i8, %c4_i8)
// CHECK:         memref.extract_aligned_pointer_as_index %[[S]]
// CHECK-COUNT-2: "llvm.x86.tilestored64"
// CHECK:         %[[V:.*]] = vector.transfer_read %[[S]]
// CHECK:         arith.maximumf %[[V]]
func.func @added(%a: memref<20x12x2xbf16>, %b: memref<12x16x2xbf16>, %c: memref<20x16xf32>) {
  %c0 = arith.constant 0 : index
  %p = ub.poison : bf16
  %pf = ub.poison : f32
  %zero = arith.constant dense<0.0> : vector<20x16xf32>
  %sum = vector.transfer_read %c[%c0, %c0], %pf {in_bounds = [true, true]} : memref<20x16xf32>, vector<20x16xf32>
  %x = vector.transfer_read %a[%c0, %c0, %c0], %p {in_bounds = [true, true, true, true], permutation_map = #rows} : memref<20x12x2xbf16>, vector<20x16x12x2xbf16>
  %y = vector.transfer_read %b[%c0, %c0, %c0], %p {in_bounds = [true, true, true, true], permutation_map = #columns} : memref<12x16x2xbf16>, vector<20x16x12x2xbf16>
  %xw = arith.extf %x : vector<20x16x12x2xbf16> to vector<20x16x12x2xf32>
  %yw = arith.extf %y : vector<20x16x12x2xbf16> to vector<20x16x12x2xf32>
  %product = arith.mulf %xw, %yw : vector<20x16x12x2xf32>
  %next = vector.multi_reduction <add>, %product, %sum [2, 3] : vector<20x16x12x2xf32> to vector<20x16xf32>
  %m = arith.maximumf %next, %zero : vector<20x16xf32>
  vector.transfer_write %m, %c[%c0, %c0] {in_bounds = [true, true]} : vector<20x16xf32>, memref<20x16xf32>
  return
}

// 64 columns of 32 rows are eight sums: two loops with four each.
// CHECK-LABEL: func.func @blocks
// CHECK:         scf.for
// CHECK-COUNT-4:   "llvm.x86.tdpbssd"
// CHECK-NOT:       "llvm.x86.tdpbssd"
// CHECK-COUNT-4: "llvm.x86.tilestored64"
// CHECK:         scf.for
// CHECK-COUNT-4:   "llvm.x86.tdpbssd"
// CHECK-COUNT-4: "llvm.x86.tilestored64"
// CHECK-NOT:     vector
// CHECK:         return
func.func @blocks(%a: memref<32x128x4xi8>, %b: memref<128x64x4xi8>, %c: memref<32x64xi32>) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %c128 = arith.constant 128 : index
  %p = ub.poison : i8
  %zero = arith.constant dense<0> : vector<32x64xi32>
  %r = scf.for %k = %c0 to %c128 step %c16 iter_args(%sum = %zero) -> (vector<32x64xi32>) {
    %x = vector.transfer_read %a[%c0, %k, %c0], %p {in_bounds = [true, true, true, true], permutation_map = #rows} : memref<32x128x4xi8>, vector<32x64x16x4xi8>
    %y = vector.transfer_read %b[%k, %c0, %c0], %p {in_bounds = [true, true, true, true], permutation_map = #columns} : memref<128x64x4xi8>, vector<32x64x16x4xi8>
    %xw = arith.extsi %x : vector<32x64x16x4xi8> to vector<32x64x16x4xi32>
    %yw = arith.extsi %y : vector<32x64x16x4xi8> to vector<32x64x16x4xi32>
    %product = arith.muli %xw, %yw : vector<32x64x16x4xi32>
    %next = vector.multi_reduction <add>, %product, %sum [2, 3] : vector<32x64x16x4xi32> to vector<32x64xi32>
    scf.yield %next : vector<32x64xi32>
  }
  vector.transfer_write %r, %c[%c0, %c0] {in_bounds = [true, true]} : vector<32x64xi32>, memref<32x64xi32>
  return
}

// A function of several blocks has several ends.
// CHECK-LABEL: func.func @branches
// CHECK-NOT:     llvm.x86
// CHECK:         vector.multi_reduction
func.func @branches(%flag: i1, %a: memref<20x12x2xbf16>, %b: memref<12x16x2xbf16>, %c: memref<20x16xf32>) {
  %c0 = arith.constant 0 : index
  cf.cond_br %flag, ^sum, ^end
^sum:
  %p = ub.poison : bf16
  %pf = ub.poison : f32
  %sum = vector.transfer_read %c[%c0, %c0], %pf {in_bounds = [true, true]} : memref<20x16xf32>, vector<20x16xf32>
  %x = vector.transfer_read %a[%c0, %c0, %c0], %p {in_bounds = [true, true, true, true], permutation_map = #rows} : memref<20x12x2xbf16>, vector<20x16x12x2xbf16>
  %y = vector.transfer_read %b[%c0, %c0, %c0], %p {in_bounds = [true, true, true, true], permutation_map = #columns} : memref<12x16x2xbf16>, vector<20x16x12x2xbf16>
  %xw = arith.extf %x : vector<20x16x12x2xbf16> to vector<20x16x12x2xf32>
  %yw = arith.extf %y : vector<20x16x12x2xbf16> to vector<20x16x12x2xf32>
  %product = arith.mulf %xw, %yw : vector<20x16x12x2xf32>
  %next = vector.multi_reduction <add>, %product, %sum [2, 3] : vector<20x16x12x2xf32> to vector<20x16xf32>
  vector.transfer_write %next, %c[%c0, %c0] {in_bounds = [true, true]} : vector<20x16xf32>, memref<20x16xf32>
  cf.br ^end
^end:
  return
}

// The second factor is not in groups.
// CHECK-LABEL: func.func @apart
// CHECK-NOT:     llvm.x86
// CHECK:         vector.multi_reduction
func.func @apart(%a: memref<32x16x4xi8>, %b: memref<64x32xi8>, %c: memref<32x32xi32>) {
  %c0 = arith.constant 0 : index
  %p = ub.poison : i8
  %q = ub.poison : i32
  %sum = vector.transfer_read %c[%c0, %c0], %q {in_bounds = [true, true]} : memref<32x32xi32>, vector<32x32xi32>
  %x = vector.transfer_read %a[%c0, %c0, %c0], %p {in_bounds = [true, true, true, true], permutation_map = #rows} : memref<32x16x4xi8>, vector<32x32x16x4xi8>
  %e = memref.expand_shape %b [[0, 1], [2]] output_shape [16, 4, 32] : memref<64x32xi8> into memref<16x4x32xi8>
  %y = vector.transfer_read %e[%c0, %c0, %c0], %p {in_bounds = [true, true, true, true], permutation_map = affine_map<(k, p, n) -> (0, n, k, p)>} : memref<16x4x32xi8>, vector<32x32x16x4xi8>
  %xw = arith.extsi %x : vector<32x32x16x4xi8> to vector<32x32x16x4xi32>
  %yw = arith.extsi %y : vector<32x32x16x4xi8> to vector<32x32x16x4xi32>
  %product = arith.muli %xw, %yw : vector<32x32x16x4xi32>
  %next = vector.multi_reduction <add>, %product, %sum [2, 3] : vector<32x32x16x4xi32> to vector<32x32xi32>
  vector.transfer_write %next, %c[%c0, %c0] {in_bounds = [true, true]} : vector<32x32xi32>, memref<32x32xi32>
  return
}
