// Weights in the file's resources, as torch-mlir and torch.export write those that are not small.
#id = affine_map<(d0, d1) -> (d0, d1)>
#col = affine_map<(d0, d1) -> (d1)>
module {
  func.func @forward(%x: tensor<6x8xf32>) -> tensor<6x12xf32> {
    %zero = arith.constant 0.000000e+00 : f32
    %w = arith.constant dense_resource<torch_tensor_12_8_torch.float32> : tensor<12x8xf32>
    %b = arith.constant dense_resource<torch_tensor_12_torch.float32> : tensor<12xf32>
    %0 = tensor.empty() : tensor<8x12xf32>
    %1 = linalg.transpose ins(%w : tensor<12x8xf32>) outs(%0 : tensor<8x12xf32>) permutation = [1, 0]
    %2 = tensor.empty() : tensor<6x12xf32>
    %3 = linalg.fill ins(%zero : f32) outs(%2 : tensor<6x12xf32>) -> tensor<6x12xf32>
    %4 = linalg.matmul ins(%x, %1 : tensor<6x8xf32>, tensor<8x12xf32>) outs(%3 : tensor<6x12xf32>) -> tensor<6x12xf32>
    %5 = linalg.generic {indexing_maps = [#id, #col, #id], iterator_types = ["parallel", "parallel"]} ins(%4, %b : tensor<6x12xf32>, tensor<12xf32>) outs(%2 : tensor<6x12xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %6 = arith.addf %in, %in_0 : f32
      linalg.yield %6 : f32
    } -> tensor<6x12xf32>
    return %5 : tensor<6x12xf32>
  }
}

{-#
  dialect_resources: {
    builtin: {
      torch_tensor_12_8_torch.float32: "0x04000000000080BF000020BF000080BE0000003E0000003F0000603F000060BF000000BF000000BE0000803E0000203F0000803F000040BF0000C0BE000000000000C03E0000403F000080BF000020BF000080BE0000003E0000003F0000603F000060BF000000BF000000BE0000803E0000203F0000803F000040BF0000C0BE000000000000C03E0000403F000080BF000020BF000080BE0000003E0000003F0000603F000060BF000000BF000000BE0000803E0000203F0000803F000040BF0000C0BE000000000000C03E0000403F000080BF000020BF000080BE0000003E0000003F0000603F000060BF000000BF000000BE0000803E0000203F0000803F000040BF0000C0BE000000000000C03E0000403F000080BF000020BF000080BE0000003E0000003F0000603F000060BF000000BF000000BE0000803E0000203F0000803F000040BF0000C0BE000000000000C03E0000403F000080BF000020BF000080BE0000003E0000003F0000603F000060BF000000BF000000BE0000803E0000203F",
      torch_tensor_12_torch.float32: "0x04000000000080BF000040BF000000BF000080BE000000000000803E0000003F0000403F0000803F0000A03F0000C03F0000E03F"
    }
  }
#-}
