// Four layers in bf16, as torch-mlir writes nn.Linear and nn.ReLU: the weight is transposed by an
// operation of its own, relu is a comparison and a choice.
#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d1)>
module attributes {torch.debug_module_name = "MLP"} {
  func.func @forward(%x: tensor<16x32xbf16>,
      %w0: tensor<64x32xbf16>, %b0: tensor<64xbf16>,
      %w1: tensor<48x64xbf16>, %b1: tensor<48xbf16>,
      %w2: tensor<40x48xbf16>, %b2: tensor<40xbf16>,
      %w3: tensor<10x40xbf16>, %b3: tensor<10xbf16>) -> tensor<16x10xbf16> {
    %cst = arith.constant 0.000000e+00 : bf16
    %e0 = tensor.empty() : tensor<32x64xbf16>
    %t0 = linalg.transpose ins(%w0 : tensor<64x32xbf16>) outs(%e0 : tensor<32x64xbf16>) permutation = [1, 0]
    %o0 = tensor.empty() : tensor<16x64xbf16>
    %f0 = linalg.fill ins(%cst : bf16) outs(%o0 : tensor<16x64xbf16>) -> tensor<16x64xbf16>
    %m0 = linalg.matmul ins(%x, %t0 : tensor<16x32xbf16>, tensor<32x64xbf16>) outs(%f0 : tensor<16x64xbf16>) -> tensor<16x64xbf16>
    %a0 = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%m0, %b0 : tensor<16x64xbf16>, tensor<64xbf16>) outs(%o0 : tensor<16x64xbf16>) {
    ^bb0(%in: bf16, %in_0: bf16, %out: bf16):
      %0 = arith.addf %in, %in_0 : bf16
      linalg.yield %0 : bf16
    } -> tensor<16x64xbf16>
    %r0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%a0 : tensor<16x64xbf16>) outs(%o0 : tensor<16x64xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %0 = arith.cmpf ugt, %in, %cst : bf16
      %1 = arith.select %0, %in, %cst : bf16
      linalg.yield %1 : bf16
    } -> tensor<16x64xbf16>
    %e1 = tensor.empty() : tensor<64x48xbf16>
    %t1 = linalg.transpose ins(%w1 : tensor<48x64xbf16>) outs(%e1 : tensor<64x48xbf16>) permutation = [1, 0]
    %o1 = tensor.empty() : tensor<16x48xbf16>
    %f1 = linalg.fill ins(%cst : bf16) outs(%o1 : tensor<16x48xbf16>) -> tensor<16x48xbf16>
    %m1 = linalg.matmul ins(%r0, %t1 : tensor<16x64xbf16>, tensor<64x48xbf16>) outs(%f1 : tensor<16x48xbf16>) -> tensor<16x48xbf16>
    %a1 = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%m1, %b1 : tensor<16x48xbf16>, tensor<48xbf16>) outs(%o1 : tensor<16x48xbf16>) {
    ^bb0(%in: bf16, %in_0: bf16, %out: bf16):
      %0 = arith.addf %in, %in_0 : bf16
      linalg.yield %0 : bf16
    } -> tensor<16x48xbf16>
    %r1 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%a1 : tensor<16x48xbf16>) outs(%o1 : tensor<16x48xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %0 = arith.cmpf ugt, %in, %cst : bf16
      %1 = arith.select %0, %in, %cst : bf16
      linalg.yield %1 : bf16
    } -> tensor<16x48xbf16>
    %e2 = tensor.empty() : tensor<48x40xbf16>
    %t2 = linalg.transpose ins(%w2 : tensor<40x48xbf16>) outs(%e2 : tensor<48x40xbf16>) permutation = [1, 0]
    %o2 = tensor.empty() : tensor<16x40xbf16>
    %f2 = linalg.fill ins(%cst : bf16) outs(%o2 : tensor<16x40xbf16>) -> tensor<16x40xbf16>
    %m2 = linalg.matmul ins(%r1, %t2 : tensor<16x48xbf16>, tensor<48x40xbf16>) outs(%f2 : tensor<16x40xbf16>) -> tensor<16x40xbf16>
    %a2 = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%m2, %b2 : tensor<16x40xbf16>, tensor<40xbf16>) outs(%o2 : tensor<16x40xbf16>) {
    ^bb0(%in: bf16, %in_0: bf16, %out: bf16):
      %0 = arith.addf %in, %in_0 : bf16
      linalg.yield %0 : bf16
    } -> tensor<16x40xbf16>
    %r2 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%a2 : tensor<16x40xbf16>) outs(%o2 : tensor<16x40xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %0 = arith.cmpf ugt, %in, %cst : bf16
      %1 = arith.select %0, %in, %cst : bf16
      linalg.yield %1 : bf16
    } -> tensor<16x40xbf16>
    %e3 = tensor.empty() : tensor<40x10xbf16>
    %t3 = linalg.transpose ins(%w3 : tensor<10x40xbf16>) outs(%e3 : tensor<40x10xbf16>) permutation = [1, 0]
    %o3 = tensor.empty() : tensor<16x10xbf16>
    %f3 = linalg.fill ins(%cst : bf16) outs(%o3 : tensor<16x10xbf16>) -> tensor<16x10xbf16>
    %m3 = linalg.matmul ins(%r2, %t3 : tensor<16x40xbf16>, tensor<40x10xbf16>) outs(%f3 : tensor<16x10xbf16>) -> tensor<16x10xbf16>
    %a3 = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%m3, %b3 : tensor<16x10xbf16>, tensor<10xbf16>) outs(%o3 : tensor<16x10xbf16>) {
    ^bb0(%in: bf16, %in_0: bf16, %out: bf16):
      %0 = arith.addf %in, %in_0 : bf16
      linalg.yield %0 : bf16
    } -> tensor<16x10xbf16>
    return %a3 : tensor<16x10xbf16>
  }
}
