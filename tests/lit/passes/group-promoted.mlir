// RUN: %mlirgym-opt %s --pass-pipeline='builtin.module(func.func(mlirgym-group-promoted{dots=i8,bf16},canonicalize,cse))' | FileCheck %s
// RUN: %mlirgym-opt %s --pass-pipeline='builtin.module(func.func(mlirgym-group-promoted{dots=i16}))' | FileCheck %s --check-prefix=WORDS
// RUN: %mlirgym-opt %s --pass-pipeline='builtin.module(func.func(mlirgym-group-promoted))' | FileCheck %s --check-prefix=NONE
// RUN: %mlirgym-opt %s --pass-pipeline='builtin.module(func.func(mlirgym-group-promoted{dots=alike,arm}))' | FileCheck %s --check-prefix=ARM
// RUN: %mlirgym-opt %s --pass-pipeline='builtin.module(func.func(mlirgym-group-promoted{dots=i8,bf16,tiles},canonicalize,cse))' | FileCheck %s --check-prefix=TILES
// NONE-NOT: vector.interleave

// Four rows side by side. Both factors are signed: the copy is of the other signedness, and the
// sums begin with what this adds, 128 times the sums of the rows of the left factor.
// CHECK-DAG:   #[[LEFT:.+]] = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3)>
// CHECK-DAG:   #[[RIGHT:.+]] = affine_map<(d0, d1, d2, d3) -> (d2, d1, d3)>
// CHECK-LABEL: func.func @bytes
// CHECK:         %[[SUMS:.+]] = linalg.generic {{.+}} ins(%{{.+}} : tensor<6x16xi8>) outs({{.+}} : tensor<6xi32>)
// CHECK:           arith.extsi
// CHECK:           arith.muli %{{.+}}, %c-128_i32
// CHECK:         %[[COPY:.+]] = scf.for {{.+}} -> (tensor<4x128xi8>)
// CHECK:           arith.xori {{.+}} : vector<32xi8>
// CHECK:           vector.interleave {{.+}} : vector<32xi8> -> vector<64xi8>
// CHECK:           vector.transfer_write
// CHECK:         %[[GROUPS:.+]] = tensor.expand_shape %[[COPY]] {{.+}} : tensor<4x128xi8> into tensor<4x32x4xi8>
// CHECK:         %[[BEGIN:.+]] = linalg.generic {{.+}} ins(%[[SUMS]] : tensor<6xi32>) outs(%{{.+}} : tensor<6x32xi32>)
// CHECK:         scf.for {{.+}} iter_args(%{{.+}} = %[[BEGIN]])
// CHECK:           tensor.extract_slice %[[GROUPS]][%{{.+}}, 0, 0] [2, 32, 4]
// CHECK:           tensor.expand_shape {{.+}} : tensor<6x8xi8> into tensor<6x2x4xi8>
// CHECK:           linalg.generic {indexing_maps = [#[[LEFT]], #[[RIGHT]], {{.+}}], iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
// CHECK:             arith.extsi
// CHECK:             arith.extui
// Pairs of i16 need no other signedness.
// WORDS-LABEL: func.func @bytes
// WORDS-NOT:     xori
// WORDS:         arith.extsi {{.+}} : vector<32xi8> to vector<32xi16>
// WORDS:         vector.interleave {{.+}} : vector<32xi16> -> vector<64xi16>
// WORDS-NOT:     xori
// WORDS:         tensor<8x32x2xi16>
// AArch64 multiplies signed bytes by signed ones, and stores four registers in
// turn.
// ARM-LABEL:   func.func @bytes
// ARM-NOT:       xori
// ARM:           vector.shuffle {{.+}} [0, 16, 32, 48, 1, 17, 33, 49,
// ARM-NOT:       vector.interleave
// ARM:           vector.transfer_write
// ARM-NOT:       xori
// ARM:           tensor<4x32x4xi8>
// A matrix unit multiplies bytes as they are.
// TILES-LABEL: func.func @bytes
// TILES-NOT:     xori
// TILES:         linalg.generic {{.+}} attrs = {mlirgym.tiles, mlirgym.vectorize}
// TILES-COUNT-2: arith.extsi
func.func @bytes(%a: tensor<6x16xi8>, %b: tensor<16x32xi8>, %c: tensor<6x32xi32>) -> tensor<6x32xi32> {
  %zero = arith.constant 0 : i32
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %buffer = bufferization.alloc_tensor() : tensor<16x32xi8>
  %copy = bufferization.materialize_in_destination %b in %buffer : (tensor<16x32xi8>, tensor<16x32xi8>) -> tensor<16x32xi8>
  %fill = linalg.fill ins(%zero : i32) outs(%c : tensor<6x32xi32>) -> tensor<6x32xi32>
  %sum = scf.for %k = %c0 to %c16 step %c8 iter_args(%carried = %fill) -> (tensor<6x32xi32>) {
    %x = tensor.extract_slice %a[0, %k] [6, 8] [1, 1] : tensor<6x16xi8> to tensor<6x8xi8>
    %y = tensor.extract_slice %copy[%k, 0] [8, 32] [1, 1] : tensor<16x32xi8> to tensor<8x32xi8>
    %next = linalg.matmul {mlirgym.vectorize} ins(%x, %y : tensor<6x8xi8>, tensor<8x32xi8>) outs(%carried : tensor<6x32xi32>) -> tensor<6x32xi32>
    scf.yield %next : tensor<6x32xi32>
  }
  return %sum : tensor<6x32xi32>
}

// The sums do not begin with a fill: in groups, but as they are.
// CHECK-LABEL: func.func @added
// CHECK-NOT:     xori
// CHECK:         vector.interleave
// CHECK-NOT:     xori
// CHECK:         arith.extsi
// CHECK:         arith.extsi
func.func @added(%a: tensor<6x16xi8>, %b: tensor<16x32xi8>, %c: tensor<6x32xi32>) -> tensor<6x32xi32> {
  %buffer = bufferization.alloc_tensor() : tensor<16x32xi8>
  %copy = bufferization.materialize_in_destination %b in %buffer : (tensor<16x32xi8>, tensor<16x32xi8>) -> tensor<16x32xi8>
  %sum = linalg.matmul {mlirgym.vectorize} ins(%a, %copy : tensor<6x16xi8>, tensor<16x32xi8>) outs(%c : tensor<6x32xi32>) -> tensor<6x32xi32>
  return %sum : tensor<6x32xi32>
}

// The columns of a slice that no loop of the sums made: those of the slice alone count.
// CHECK-LABEL: func.func @part
// CHECK:         %[[PART:.+]] = tensor.extract_slice %{{.+}}[0, %{{.+}}] [6, 16]
// CHECK:         linalg.generic {{.+}} ins(%[[PART]] : tensor<6x16xi8>) outs({{.+}} : tensor<6xi32>)
func.func @part(%a: tensor<6x32xi8>, %b: tensor<16x32xi8>, %c: tensor<6x32xi32>, %k: index) -> tensor<6x32xi32> {
  %zero = arith.constant 0 : i32
  %buffer = bufferization.alloc_tensor() : tensor<16x32xi8>
  %copy = bufferization.materialize_in_destination %b in %buffer : (tensor<16x32xi8>, tensor<16x32xi8>) -> tensor<16x32xi8>
  %fill = linalg.fill ins(%zero : i32) outs(%c : tensor<6x32xi32>) -> tensor<6x32xi32>
  %x = tensor.extract_slice %a[0, %k] [6, 16] [1, 1] : tensor<6x32xi8> to tensor<6x16xi8>
  %sum = linalg.matmul {mlirgym.vectorize} ins(%x, %copy : tensor<6x16xi8>, tensor<16x32xi8>) outs(%fill : tensor<6x32xi32>) -> tensor<6x32xi32>
  return %sum : tensor<6x32xi32>
}

// Two rows of bf16. Columns that depend on the tile use a part of the buffer.
// CHECK-LABEL: func.func @bfloats
// CHECK:         %[[SIZE:.+]] = affine.min
// CHECK:         arith.divui %[[SIZE]], %c32
// CHECK:         scf.for %{{.+}} = %c0 to %{{.+}} step %c32
// CHECK:           vector.interleave {{.+}} : vector<32xbf16> -> vector<64xbf16>
// CHECK:         scf.for {{.+}} step %c16
// CHECK:           vector.interleave {{.+}} : vector<16xbf16> -> vector<32xbf16>
// CHECK:         tensor.expand_shape {{.+}} : tensor<4x96xbf16> into tensor<4x48x2xbf16>
// CHECK:         tensor.extract_slice {{.+}} : tensor<4x48x2xbf16> to tensor<4x?x2xbf16>
func.func @bfloats(%a: tensor<6x8xbf16>, %b: tensor<8x80xbf16>, %c: tensor<6x80xf32>) -> tensor<6x80xf32> {
  %c0 = arith.constant 0 : index
  %c48 = arith.constant 48 : index
  %c80 = arith.constant 80 : index
  %sum = scf.for %n = %c0 to %c80 step %c48 iter_args(%all = %c) -> (tensor<6x80xf32>) {
    %size = affine.min affine_map<(d0) -> (-d0 + 80, 48)>(%n)
    %part = tensor.extract_slice %b[0, %n] [8, %size] [1, 1] : tensor<8x80xbf16> to tensor<8x?xbf16>
    %buffer = bufferization.alloc_tensor(%size) : tensor<8x?xbf16>
    %copy = bufferization.materialize_in_destination %part in %buffer : (tensor<8x?xbf16>, tensor<8x?xbf16>) -> tensor<8x?xbf16>
    %tile = tensor.extract_slice %all[0, %n] [6, %size] [1, 1] : tensor<6x80xf32> to tensor<6x?xf32>
    %next = linalg.matmul {mlirgym.vectorize} ins(%a, %copy : tensor<6x8xbf16>, tensor<8x?xbf16>) outs(%tile : tensor<6x?xf32>) -> tensor<6x?xf32>
    %inserted = tensor.insert_slice %next into %all[0, %n] [6, %size] [1, 1] : tensor<6x?xf32> into tensor<6x80xf32>
    scf.yield %inserted : tensor<6x80xf32>
  }
  return %sum : tensor<6x80xf32>
}

// Seven rows have no whole groups.
// CHECK-LABEL: func.func @odd
// CHECK-NOT:     vector.interleave
// CHECK:         bufferization.materialize_in_destination
func.func @odd(%a: tensor<6x7xi8>, %b: tensor<7x32xi8>, %c: tensor<6x32xi32>) -> tensor<6x32xi32> {
  %buffer = bufferization.alloc_tensor() : tensor<7x32xi8>
  %copy = bufferization.materialize_in_destination %b in %buffer : (tensor<7x32xi8>, tensor<7x32xi8>) -> tensor<7x32xi8>
  %sum = linalg.matmul {mlirgym.vectorize} ins(%a, %copy : tensor<6x7xi8>, tensor<7x32xi8>) outs(%c : tensor<6x32xi32>) -> tensor<6x32xi32>
  return %sum : tensor<6x32xi32>
}

// Lanes that index the first dimension of the copy, as for weights of a linear layer: groups are
// adjacent, and blocks of them are transposed as words.
// CHECK-LABEL: func.func @transposed
// CHECK:           scf.for {{.+}} = %c0 to %c32 step %c4
// CHECK-COUNT-4:     vector.bitcast {{.+}} : vector<8xbf16> to vector<4xi32>
// CHECK-COUNT-8:     vector.shuffle
// CHECK-COUNT-4:     vector.transfer_write {{.+}} : vector<8xbf16>, tensor<4x64xbf16>
// CHECK:         %[[WEIGHTS:.+]] = tensor.expand_shape {{.+}} : tensor<4x64xbf16> into tensor<4x32x2xbf16>
// CHECK:         tensor.extract_slice %[[WEIGHTS]][%{{.+}}, 0, 0] [2, 32, 2]
// CHECK:         linalg.generic {indexing_maps = [#[[LEFT]], #[[RIGHT]], {{.+}}], iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
// TILES-LABEL: func.func @transposed
// TILES:         linalg.generic {{.+}} attrs = {mlirgym.tiles, mlirgym.vectorize}
func.func @transposed(%a: tensor<6x8xbf16>, %b: tensor<32x8xbf16>, %c: tensor<6x32xf32>) -> tensor<6x32xf32> {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %buffer = bufferization.alloc_tensor() : tensor<32x8xbf16>
  %copy = bufferization.materialize_in_destination %b in %buffer : (tensor<32x8xbf16>, tensor<32x8xbf16>) -> tensor<32x8xbf16>
  %sum = scf.for %k = %c0 to %c8 step %c4 iter_args(%carried = %c) -> (tensor<6x32xf32>) {
    %x = tensor.extract_slice %a[0, %k] [6, 4] [1, 1] : tensor<6x8xbf16> to tensor<6x4xbf16>
    %y = tensor.extract_slice %copy[0, %k] [32, 4] [1, 1] : tensor<32x8xbf16> to tensor<32x4xbf16>
    %next = linalg.generic {
        indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>],
        iterator_types = ["parallel", "parallel", "reduction"]}
        ins(%x, %y : tensor<6x4xbf16>, tensor<32x4xbf16>) outs(%carried : tensor<6x32xf32>)
        attrs = {mlirgym.vectorize} {
    ^bb0(%left: bf16, %right: bf16, %old: f32):
      %wide = arith.extf %left : bf16 to f32
      %other = arith.extf %right : bf16 to f32
      %product = arith.mulf %wide, %other : f32
      %new = arith.addf %product, %old : f32
      linalg.yield %new : f32
    } -> tensor<6x32xf32>
    scf.yield %next : tensor<6x32xf32>
  }
  return %sum : tensor<6x32xf32>
}

// Neither the columns nor the groups are adjacent: the copy remains as it is.
// CHECK-LABEL: func.func @neither
// CHECK:         bufferization.materialize_in_destination
// CHECK-NOT:     vector.
// CHECK:         linalg.generic {{.+}} ins(%{{.+}}, %{{.+}} : tensor<2x6x8xbf16>, tensor<32x8x2xbf16>)
// CHECK:         return
func.func @neither(%a: tensor<2x6x8xbf16>, %b: tensor<32x8x2xbf16>, %c: tensor<6x32xf32>) -> tensor<6x32xf32> {
  %buffer = bufferization.alloc_tensor() : tensor<32x8x2xbf16>
  %copy = bufferization.materialize_in_destination %b in %buffer : (tensor<32x8x2xbf16>, tensor<32x8x2xbf16>) -> tensor<32x8x2xbf16>
  %sum = linalg.generic {
      indexing_maps = [affine_map<(m, n, t, k) -> (t, m, k)>, affine_map<(m, n, t, k) -> (n, k, t)>, affine_map<(m, n, t, k) -> (m, n)>],
      iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
      ins(%a, %copy : tensor<2x6x8xbf16>, tensor<32x8x2xbf16>) outs(%c : tensor<6x32xf32>)
      attrs = {mlirgym.vectorize} {
  ^bb0(%left: bf16, %right: bf16, %old: f32):
    %wide = arith.extf %left : bf16 to f32
    %other = arith.extf %right : bf16 to f32
    %product = arith.mulf %wide, %other : f32
    %new = arith.addf %product, %old : f32
    linalg.yield %new : f32
  } -> tensor<6x32xf32>
  return %sum : tensor<6x32xf32>
}

// Groups of windows are read from the image: of a row of 12, 8 elements at a time, the last ones
// overlapping.
// CHECK-LABEL: func.func @windows
// CHECK:         scf.for {{.+}} = %c0 to %c36 step
// CHECK:           scf.for {{.+}} = %c0 to %c24 step %c12
// CHECK:             scf.for %[[SHIFT:.+]] = %c0 to %c12 step %c8
// CHECK:               %[[LAST:.+]] = arith.minui %[[SHIFT]], %c4
// CHECK:               affine.apply
// CHECK-COUNT-2:       vector.transfer_read {{.+}} : tensor<1x8x4x14xbf16>, vector<8xbf16>
// CHECK:               vector.interleave {{.+}} : vector<8xbf16> -> vector<16xbf16>
// CHECK:         tensor.expand_shape {{.+}} : tensor<1x36x48xbf16> into tensor<1x36x24x2xbf16>
func.func @windows(%a: tensor<6x72xbf16>, %image: tensor<1x8x4x14xbf16>, %c: tensor<1x6x24xf32>) -> tensor<1x6x24xf32> {
  %empty = tensor.empty() : tensor<1x72x24xbf16>
  %matrix = linalg.generic {
      indexing_maps = [affine_map<(b, k, p) -> (b, k floordiv 9, p floordiv 12 + (k mod 9) floordiv 3, p mod 12 + k mod 3)>,
                       affine_map<(b, k, p) -> (b, k, p)>],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%image : tensor<1x8x4x14xbf16>) outs(%empty : tensor<1x72x24xbf16>) {
  ^bb0(%in: bf16, %unused: bf16):
    linalg.yield %in : bf16
  } -> tensor<1x72x24xbf16>
  %buffer = bufferization.alloc_tensor() : tensor<1x72x24xbf16>
  %copy = bufferization.materialize_in_destination %matrix in %buffer : (tensor<1x72x24xbf16>, tensor<1x72x24xbf16>) -> tensor<1x72x24xbf16>
  %sum = linalg.generic {
      indexing_maps = [affine_map<(b, f, p, k) -> (f, k)>, affine_map<(b, f, p, k) -> (b, k, p)>, affine_map<(b, f, p, k) -> (b, f, p)>],
      iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%a, %copy : tensor<6x72xbf16>, tensor<1x72x24xbf16>) outs(%c : tensor<1x6x24xf32>)
      attrs = {mlirgym.vectorize} {
  ^bb0(%left: bf16, %right: bf16, %old: f32):
    %wide = arith.extf %left : bf16 to f32
    %other = arith.extf %right : bf16 to f32
    %product = arith.mulf %wide, %other : f32
    %new = arith.addf %product, %old : f32
    linalg.yield %new : f32
  } -> tensor<1x6x24xf32>
  return %sum : tensor<1x6x24xf32>
}
