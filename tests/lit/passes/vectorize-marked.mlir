// 12 lanes fill no register of 16 and are masked; an unmarked operation stays.
// RUN: %mlirgym-opt %s --pass-pipeline='builtin.module(func.func(mlirgym-vectorize-marked{vector-bits=512}))' | FileCheck %s
// CHECK-LABEL: func.func @lanes
// CHECK:         vector.create_mask
// CHECK:         vector.transfer_read {{.*}} vector<16xf32>
// CHECK:         math.exp {{.*}} : vector<16xf32>
// CHECK-NOT:     linalg.exp
// CHECK:         vector.transfer_write
func.func @lanes(%a: tensor<12xf32>, %b: tensor<12xf32>) -> tensor<12xf32> {
  %0 = linalg.exp {mlirgym.vectorize} ins(%a : tensor<12xf32>) outs(%b : tensor<12xf32>) -> tensor<12xf32>
  return %0 : tensor<12xf32>
}
// CHECK-LABEL: func.func @unmarked
// CHECK:         linalg.exp
func.func @unmarked(%a: tensor<16xf32>, %b: tensor<16xf32>) -> tensor<16xf32> {
  %0 = linalg.exp ins(%a : tensor<16xf32>) outs(%b : tensor<16xf32>) -> tensor<16xf32>
  return %0 : tensor<16xf32>
}
// More than 512 vector operations of 64 bytes.
// CHECK-LABEL: func.func @large
// CHECK:         linalg.exp
func.func @large(%a: tensor<128x128xf32>, %b: tensor<128x128xf32>) -> tensor<128x128xf32> {
  %0 = linalg.exp {mlirgym.vectorize} ins(%a : tensor<128x128xf32>) outs(%b : tensor<128x128xf32>) -> tensor<128x128xf32>
  return %0 : tensor<128x128xf32>
}
// So are 15 lanes that are read with a stride.
// CHECK-LABEL: func.func @strided
// CHECK:         vector.transfer_read {{.*}} vector<16xf32>
// CHECK:         vector.transfer_write
func.func @strided(%a: tensor<30xf32>, %b: tensor<15xf32>) -> tensor<15xf32> {
  %s = tensor.extract_slice %a[0] [15] [2] : tensor<30xf32> to tensor<15xf32>
  %0 = linalg.exp {mlirgym.vectorize} ins(%s : tensor<15xf32>) outs(%b : tensor<15xf32>) -> tensor<15xf32>
  return %0 : tensor<15xf32>
}
// But not those of a maximum of windows, whose columns are reduced later.
// CHECK-LABEL: func.func @windows
// CHECK-NOT:     vector<16xf32>
// CHECK:         arith.maximumf {{.*}} : vector<15xf32>
func.func @windows(%a: tensor<30xf32>, %b: tensor<15xf32>) -> tensor<15xf32> {
  %s = tensor.extract_slice %a[0] [15] [2] : tensor<30xf32> to tensor<15xf32>
  %0 = linalg.generic {
      indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>],
      iterator_types = ["parallel"]} ins(%s : tensor<15xf32>) outs(%b : tensor<15xf32>) attrs = {mlirgym.vectorize} {
  ^bb0(%in: f32, %out: f32):
    %m = arith.maximumf %in, %out : f32
    linalg.yield %m : f32
  } -> tensor<15xf32>
  return %0 : tensor<15xf32>
}
