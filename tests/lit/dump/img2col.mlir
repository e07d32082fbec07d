// A convolution becomes a product: the windows are gathered, filter and result
// are views, and the product is tiled and vectorised as any other. Rows of channels are copied.
// RUN: %mlirgym dump %s --schedule "op0: img2col tile(0,8,0,1) vectorize" | FileCheck %s
// RUN: %mlirgym dump %s --stage bufferized --schedule "op0: img2col tile(0,8,0,1) vectorize" | FileCheck %s --check-prefix=BUFFERS
// CHECK-LABEL: func.func @payload
// CHECK:         tensor.collapse_shape {{.*}} : tensor<2x3x5x7xf32> into tensor<30x7xf32>
// CHECK:         %[[WINDOWS:.+]] = linalg.generic {{.*}} ins(%{{.+}} : tensor<2x9x11x5xf32>) outs(%{{.+}} : tensor<2x72x30xf32>) attrs = {mlirgym.op = "op0.windows"}
// CHECK:         scf.for
// CHECK:           scf.for
// CHECK:             tensor.extract_slice %[[WINDOWS]]
// CHECK:             linalg.generic {{.*}} iterator_types = ["parallel", "parallel", "parallel", "reduction"]} {{.*}} attrs = {mlirgym.op = "op0", mlirgym.vectorize}
// CHECK:         tensor.expand_shape {{.*}} output_shape [2, 8, 9, 7] : tensor<2x72x7xf32> into tensor<2x8x9x7xf32>
// BUFFERS-LABEL: func.func @payload
// BUFFERS-COUNT-1: memref.alloc() {{.*}} : memref<2x72x30xf32>
// BUFFERS-NOT:   memref.alloc
// BUFFERS-COUNT-1: memref.copy {{.*}} to memref<5xf32, strided<[1], offset: ?>>
// BUFFERS-NOT:   memref.alloc
// BUFFERS-NOT:   memref.copy
// BUFFERS:       return
func.func @conv(%x: tensor<2x9x11x5xf32>, %w: tensor<2x3x5x7xf32>, %o: tensor<2x8x9x7xf32>) -> tensor<2x8x9x7xf32> {
  %zero = arith.constant 0.0 : f32
  %f = linalg.fill ins(%zero : f32) outs(%o : tensor<2x8x9x7xf32>) -> tensor<2x8x9x7xf32>
  %0 = linalg.conv_2d_nhwc_hwcf ins(%x, %w : tensor<2x9x11x5xf32>, tensor<2x3x5x7xf32>) outs(%f : tensor<2x8x9x7xf32>) -> tensor<2x8x9x7xf32>
  return %0 : tensor<2x8x9x7xf32>
}
