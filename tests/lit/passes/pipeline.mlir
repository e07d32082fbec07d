// The stages by name, one after the other, are the whole lowering; the printed
// pipeline is one that --pass-pipeline takes.
// RUN: %mlirgym-opt %s --mlirgym-vectorize=vector-bits=256 | FileCheck %s --check-prefix=VECTORS
// RUN: %mlirgym-opt %s --mlirgym-vectorize=vector-bits=256 --mlirgym-bufferize | FileCheck %s --check-prefix=BUFFERS
// RUN: %mlirgym-opt %s --mlirgym-vectorize=vector-bits=256 --mlirgym-bufferize --mlirgym-to-llvm=vector-bits=256 > %t.stages
// RUN: %mlirgym-opt %s --mlirgym-lower=vector-bits=256 > %t.whole
// RUN: diff %t.stages %t.whole
// RUN: FileCheck %s --check-prefix=LLVM < %t.whole
// RUN: %mlirgym-opt --print-lowering-pipeline > %t.pipeline
// RUN: %mlirgym-opt %s --pass-pipeline="$(cat %t.pipeline)" | FileCheck %s --check-prefix=HOST
// VECTORS:     func.func @payload
// VECTORS-NOT: linalg.
// VECTORS:     vector.transfer_read %{{.+}} : tensor<4x8xf32>, vector<4x8xf32>
// BUFFERS:     func.func @payload
// BUFFERS-NOT: tensor<
// BUFFERS:     vector.transfer_write %{{.+}} : vector<4x8xf32>, memref<4x8xf32>
// LLVM:        llvm.func internal @payload(%{{.+}}: !llvm.ptr {llvm.noalias}
// LLVM-COUNT-4: llvm.store %{{.+}} : vector<8xf32>, !llvm.ptr
// LLVM:        llvm.func @_mlir_ciface_payload
// HOST:        llvm.func internal @payload
func.func @payload(%in: memref<4x8xf32>, %out: memref<4x8xf32>) attributes {llvm.emit_c_interface} {
  %a = bufferization.to_tensor %in restrict : memref<4x8xf32> to tensor<4x8xf32>
  %b = bufferization.to_tensor %out restrict writable : memref<4x8xf32> to tensor<4x8xf32>
  %0 = linalg.add {mlirgym.vectorize} ins(%a, %a : tensor<4x8xf32>, tensor<4x8xf32>) outs(%b : tensor<4x8xf32>) -> tensor<4x8xf32>
  bufferization.materialize_in_destination %0 in restrict writable %out : (tensor<4x8xf32>, memref<4x8xf32>) -> ()
  return
}
