// npbench_jacobi_1d
#map = affine_map<(d0) -> (d0)>
module {
  func.func @main(%arg0: tensor<3200xf64>) -> tensor<3200xf64> {
    %cst = arith.constant 3.333300e-01 : f64
    %extracted_slice = tensor.extract_slice %arg0[0] [3198] [1] : tensor<3200xf64> to tensor<3198xf64>
    %extracted_slice_0 = tensor.extract_slice %arg0[1] [3198] [1] : tensor<3200xf64> to tensor<3198xf64>
    %0 = tensor.empty() : tensor<3198xf64>
    %1 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%extracted_slice, %extracted_slice_0 : tensor<3198xf64>, tensor<3198xf64>) outs(%0 : tensor<3198xf64>) {
    ^bb0(%in: f64, %in_4: f64, %out: f64):
      %4 = arith.addf %in, %in_4 : f64
      linalg.yield %4 : f64
    } -> tensor<3198xf64>
    %extracted_slice_1 = tensor.extract_slice %arg0[2] [3198] [1] : tensor<3200xf64> to tensor<3198xf64>
    %2 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%1, %extracted_slice_1 : tensor<3198xf64>, tensor<3198xf64>) outs(%0 : tensor<3198xf64>) {
    ^bb0(%in: f64, %in_4: f64, %out: f64):
      %4 = arith.addf %in, %in_4 : f64
      linalg.yield %4 : f64
    } -> tensor<3198xf64>
    %3 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%2 : tensor<3198xf64>) outs(%0 : tensor<3198xf64>) {
    ^bb0(%in: f64, %out: f64):
      %4 = arith.mulf %in, %cst : f64
      linalg.yield %4 : f64
    } -> tensor<3198xf64>
    %extracted_slice_2 = tensor.extract_slice %arg0[0] [1] [1] : tensor<3200xf64> to tensor<1xf64>
    %extracted_slice_3 = tensor.extract_slice %arg0[3199] [1] [1] : tensor<3200xf64> to tensor<1xf64>
    %concat = tensor.concat dim(0) %extracted_slice_2, %3, %extracted_slice_3 : (tensor<1xf64>, tensor<3198xf64>, tensor<1xf64>) -> tensor<3200xf64>
    return %concat : tensor<3200xf64>
  }
}
