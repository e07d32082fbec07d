// The lanes run along the columns of the result: a copy of B that has them as rows is transposed.
// RUN: %mlirgym-opt %s --pass-pipeline='builtin.module(func.func(mlirgym-lay-out-promoted))' | FileCheck %s
// RUN: %mlirgym-opt %s --pass-pipeline='builtin.module(func.func(mlirgym-lay-out-promoted{dots=i16}))' | FileCheck %s --check-prefix=WORDS
// RUN: %mlirgym-opt %s --pass-pipeline='builtin.module(func.func(mlirgym-lay-out-promoted{dots=i8,i16,bf16}))' | FileCheck %s --check-prefix=SHORT
// CHECK-DAG:   #[[B:.+]] = affine_map<(d0, d1, d2) -> (d2, d1)>
// CHECK-LABEL: func.func @payload
// CHECK:         %[[BUFFER:.+]] = tensor.empty() : tensor<12x24xf32>
// CHECK:         %[[COPY:.+]] = linalg.transpose ins(%{{.+}} : tensor<24x12xf32>) outs(%[[BUFFER]] : tensor<12x24xf32>) permutation = [1, 0]
// CHECK:         linalg.generic {indexing_maps = [#{{.+}}, #[[B]], #{{.+}}]
// CHECK-SAME:      ins(%{{.+}}, %[[COPY]] : tensor<8x12xf32>, tensor<12x24xf32>)
func.func @payload(%a: tensor<8x12xf32>, %b: tensor<24x12xf32>, %c: tensor<8x24xf32>) -> tensor<8x24xf32> {
  %buffer = bufferization.alloc_tensor() : tensor<24x12xf32>
  %copy = bufferization.materialize_in_destination %b in %buffer : (tensor<24x12xf32>, tensor<24x12xf32>) -> tensor<24x12xf32>
  %0 = linalg.generic {
      indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %copy : tensor<8x12xf32>, tensor<24x12xf32>) outs(%c : tensor<8x24xf32>) attrs = {mlirgym.vectorize} {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %p = arith.mulf %x, %y : f32
    %s = arith.addf %z, %p : f32
    linalg.yield %s : f32
  } -> tensor<8x24xf32>
  return %0 : tensor<8x24xf32>
}

// Without an instruction for bf16, its elements are converted when they are copied.
// CHECK-LABEL: func.func @bfloats
// CHECK:         %[[COPY:.+]] = linalg.generic {{.+}} ins(%{{.+}} : tensor<16x32xbf16>) outs(%{{.+}} : tensor<16x32xf32>) attrs =  {mlirgym.vectorize}
// CHECK-NEXT:    ^bb0
// CHECK-NEXT:      arith.extf
// CHECK:         %[[PART:.+]] = tensor.extract_slice %[[COPY]][4, 0] [8, 32] [1, 1] : tensor<16x32xf32>
// CHECK:         linalg.generic {{.+}} ins(%{{.+}}, %[[PART]] : tensor<6x8xbf16>, tensor<8x32xf32>)
// CHECK-NEXT:    ^bb0(%{{.+}}: bf16, %[[WIDE:.+]]: f32, %{{.+}}: f32):
// CHECK-NEXT:      %[[OTHER:.+]] = arith.extf
// CHECK-NEXT:      arith.mulf %[[OTHER]], %[[WIDE]]
// SHORT-LABEL: func.func @bfloats
// SHORT:         bufferization.materialize_in_destination
func.func @bfloats(%a: tensor<6x8xbf16>, %b: tensor<16x32xbf16>, %c: tensor<6x32xf32>) -> tensor<6x32xf32> {
  %buffer = bufferization.alloc_tensor() : tensor<16x32xbf16>
  %copy = bufferization.materialize_in_destination %b in %buffer : (tensor<16x32xbf16>, tensor<16x32xbf16>) -> tensor<16x32xbf16>
  %part = tensor.extract_slice %copy[4, 0] [8, 32] [1, 1] : tensor<16x32xbf16> to tensor<8x32xbf16>
  %sum = linalg.matmul {mlirgym.vectorize} ins(%a, %part : tensor<6x8xbf16>, tensor<8x32xbf16>) outs(%c : tensor<6x32xf32>) -> tensor<6x32xf32>
  return %sum : tensor<6x32xf32>
}

// The copy of the left factor, which is multiplied in groups of the right one.
// WORDS-LABEL: func.func @groups
// WORDS:         %[[COPY:.+]] = linalg.generic {{.+}} ins(%{{.+}} : tensor<6x16xi8>) outs(%{{.+}} : tensor<6x16xi16>)
// WORDS:           arith.extui
// WORDS:         tensor.expand_shape %[[COPY]] {{.+}} : tensor<6x16xi16> into tensor<6x8x2xi16>
// WORDS:         ^bb0(%[[WIDE:.+]]: i16, %{{.+}}: i16, %{{.+}}: i32):
// WORDS-NEXT:      arith.extsi %[[WIDE]] : i16 to i32
// SHORT-LABEL: func.func @groups
// SHORT:         bufferization.materialize_in_destination
func.func @groups(%a: tensor<6x16xi8>, %b: tensor<8x32x2xi16>, %c: tensor<6x32xi32>) -> tensor<6x32xi32> {
  %buffer = bufferization.alloc_tensor() : tensor<6x16xi8>
  %copy = bufferization.materialize_in_destination %a in %buffer : (tensor<6x16xi8>, tensor<6x16xi8>) -> tensor<6x16xi8>
  %pairs = tensor.expand_shape %copy [[0], [1, 2]] output_shape [6, 8, 2] : tensor<6x16xi8> into tensor<6x8x2xi8>
  %sum = linalg.generic {
      indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1)>],
      iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
      ins(%pairs, %b : tensor<6x8x2xi8>, tensor<8x32x2xi16>) outs(%c : tensor<6x32xi32>) attrs = {mlirgym.vectorize} {
  ^bb0(%x: i8, %y: i16, %z: i32):
    %wideX = arith.extui %x : i8 to i32
    %wideY = arith.extsi %y : i16 to i32
    %p = arith.muli %wideX, %wideY : i32
    %s = arith.addi %z, %p : i32
    linalg.yield %s : i32
  } -> tensor<6x32xi32>
  return %sum : tensor<6x32xi32>
}
