// A copy whose elements keep their order is a reshape. What reads every other element, adds, or
// keeps the shape stays as it is.
// RUN: %mlirgym-opt %s --split-input-file --pass-pipeline='builtin.module(func.func(mlirgym-copies-as-reshapes))' | FileCheck %s
// CHECK-LABEL: func.func @planes
// CHECK-NEXT:    %[[FLAT:.+]] = tensor.collapse_shape %{{.+}} {{\[}}[0], [1], [2, 3]{{\]}} : tensor<2x3x4x5xf32> into tensor<2x3x20xf32>
// CHECK-NEXT:    return %[[FLAT]]
func.func @planes(%image: tensor<2x3x4x5xf32>, %out: tensor<2x3x20xf32>) -> tensor<2x3x20xf32> {
  %0 = linalg.generic {
      indexing_maps = [affine_map<(b, c, p) -> (b, c, p floordiv 5, p mod 5)>, affine_map<(b, c, p) -> (b, c, p)>],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%image : tensor<2x3x4x5xf32>) outs(%out : tensor<2x3x20xf32>) {
  ^bb0(%in: f32, %unused: f32):
    linalg.yield %in : f32
  } -> tensor<2x3x20xf32>
  return %0 : tensor<2x3x20xf32>
}

// -----

// As img2col writes it: what is added is 0 for all channels.
// CHECK-LABEL: func.func @channels_last
// CHECK-NEXT:    tensor.collapse_shape %{{.+}} {{\[}}[0], [1, 2], [3]{{\]}} : tensor<2x4x5x3xf32> into tensor<2x20x3xf32>
// CHECK-NEXT:    return
func.func @channels_last(%image: tensor<2x4x5x3xf32>, %out: tensor<2x20x3xf32>) -> tensor<2x20x3xf32> {
  %0 = linalg.generic {
      indexing_maps = [affine_map<(b, p, c) -> (b, p floordiv 5 + c floordiv 3, p mod 5 + (c mod 3) floordiv 3, c mod 3)>,
                       affine_map<(b, p, c) -> (b, p, c)>],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%image : tensor<2x4x5x3xf32>) outs(%out : tensor<2x20x3xf32>) {
  ^bb0(%in: f32, %unused: f32):
    linalg.yield %in : f32
  } -> tensor<2x20x3xf32>
  return %0 : tensor<2x20x3xf32>
}

// -----

// CHECK-LABEL: func.func @every_other
// CHECK:         linalg.generic
// CHECK-NOT:     tensor.collapse_shape
func.func @every_other(%image: tensor<2x3x7x9xf32>, %out: tensor<2x3x20xf32>) -> tensor<2x3x20xf32> {
  %0 = linalg.generic {
      indexing_maps = [affine_map<(b, c, p) -> (b, c, (p floordiv 5) * 2, (p mod 5) * 2)>, affine_map<(b, c, p) -> (b, c, p)>],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%image : tensor<2x3x7x9xf32>) outs(%out : tensor<2x3x20xf32>) {
  ^bb0(%in: f32, %unused: f32):
    linalg.yield %in : f32
  } -> tensor<2x3x20xf32>
  return %0 : tensor<2x3x20xf32>
}

// -----

// CHECK-LABEL: func.func @transposed
// CHECK:         linalg.generic
func.func @transposed(%image: tensor<2x3x4x5xf32>, %out: tensor<2x20x3xf32>) -> tensor<2x20x3xf32> {
  %0 = linalg.generic {
      indexing_maps = [affine_map<(b, p, c) -> (b, c, p floordiv 5, p mod 5)>, affine_map<(b, p, c) -> (b, p, c)>],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%image : tensor<2x3x4x5xf32>) outs(%out : tensor<2x20x3xf32>) {
  ^bb0(%in: f32, %unused: f32):
    linalg.yield %in : f32
  } -> tensor<2x20x3xf32>
  return %0 : tensor<2x20x3xf32>
}

// -----

// CHECK-LABEL: func.func @doubled
// CHECK:         linalg.generic
func.func @doubled(%image: tensor<4x5xf32>, %out: tensor<20xf32>) -> tensor<20xf32> {
  %0 = linalg.generic {
      indexing_maps = [affine_map<(p) -> (p floordiv 5, p mod 5)>, affine_map<(p) -> (p)>], iterator_types = ["parallel"]}
      ins(%image : tensor<4x5xf32>) outs(%out : tensor<20xf32>) {
  ^bb0(%in: f32, %unused: f32):
    %1 = arith.addf %in, %in : f32
    linalg.yield %1 : f32
  } -> tensor<20xf32>
  return %0 : tensor<20xf32>
}

// -----

// CHECK-LABEL: func.func @same_shape
// CHECK:         linalg.generic
func.func @same_shape(%image: tensor<4x5xf32>, %out: tensor<4x5xf32>) -> tensor<4x5xf32> {
  %0 = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%image : tensor<4x5xf32>) outs(%out : tensor<4x5xf32>) {
  ^bb0(%in: f32, %unused: f32):
    linalg.yield %in : f32
  } -> tensor<4x5xf32>
  return %0 : tensor<4x5xf32>
}
