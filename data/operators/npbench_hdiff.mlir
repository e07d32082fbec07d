// npbench_hdiff
#map = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map1 = affine_map<(d0, d1, d2) -> ()>
module {
  func.func @main(%arg0: tensor<68x68x60xf64>, %arg1: tensor<64x64x60xf64>) -> tensor<64x64x60xf64> {
    %cst = arith.constant dense<0.000000e+00> : tensor<f64>
    %cst_0 = arith.constant 4.000000e+00 : f64
    %cst_1 = arith.constant 0.000000e+00 : f64
    %extracted_slice = tensor.extract_slice %arg0[1, 0, 0] [66, 68, 60] [1, 1, 1] : tensor<68x68x60xf64> to tensor<66x68x60xf64>
    %extracted_slice_2 = tensor.extract_slice %extracted_slice[0, 1, 0] [66, 66, 60] [1, 1, 1] : tensor<66x68x60xf64> to tensor<66x66x60xf64>
    %0 = tensor.empty() : tensor<66x66x60xf64>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%extracted_slice_2 : tensor<66x66x60xf64>) outs(%0 : tensor<66x66x60xf64>) {
    ^bb0(%in: f64, %out: f64):
      %26 = arith.mulf %in, %cst_0 : f64
      linalg.yield %26 : f64
    } -> tensor<66x66x60xf64>
    %extracted_slice_3 = tensor.extract_slice %arg0[2, 0, 0] [66, 68, 60] [1, 1, 1] : tensor<68x68x60xf64> to tensor<66x68x60xf64>
    %extracted_slice_4 = tensor.extract_slice %extracted_slice_3[0, 1, 0] [66, 66, 60] [1, 1, 1] : tensor<66x68x60xf64> to tensor<66x66x60xf64>
    %extracted_slice_5 = tensor.extract_slice %arg0[0, 0, 0] [66, 68, 60] [1, 1, 1] : tensor<68x68x60xf64> to tensor<66x68x60xf64>
    %extracted_slice_6 = tensor.extract_slice %extracted_slice_5[0, 1, 0] [66, 66, 60] [1, 1, 1] : tensor<66x68x60xf64> to tensor<66x66x60xf64>
    %2 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%extracted_slice_4, %extracted_slice_6 : tensor<66x66x60xf64>, tensor<66x66x60xf64>) outs(%0 : tensor<66x66x60xf64>) {
    ^bb0(%in: f64, %in_28: f64, %out: f64):
      %26 = arith.addf %in, %in_28 : f64
      linalg.yield %26 : f64
    } -> tensor<66x66x60xf64>
    %extracted_slice_7 = tensor.extract_slice %extracted_slice[0, 2, 0] [66, 66, 60] [1, 1, 1] : tensor<66x68x60xf64> to tensor<66x66x60xf64>
    %3 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%2, %extracted_slice_7 : tensor<66x66x60xf64>, tensor<66x66x60xf64>) outs(%0 : tensor<66x66x60xf64>) {
    ^bb0(%in: f64, %in_28: f64, %out: f64):
      %26 = arith.addf %in, %in_28 : f64
      linalg.yield %26 : f64
    } -> tensor<66x66x60xf64>
    %extracted_slice_8 = tensor.extract_slice %extracted_slice[0, 0, 0] [66, 66, 60] [1, 1, 1] : tensor<66x68x60xf64> to tensor<66x66x60xf64>
    %4 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%3, %extracted_slice_8 : tensor<66x66x60xf64>, tensor<66x66x60xf64>) outs(%0 : tensor<66x66x60xf64>) {
    ^bb0(%in: f64, %in_28: f64, %out: f64):
      %26 = arith.addf %in, %in_28 : f64
      linalg.yield %26 : f64
    } -> tensor<66x66x60xf64>
    %5 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1, %4 : tensor<66x66x60xf64>, tensor<66x66x60xf64>) outs(%0 : tensor<66x66x60xf64>) {
    ^bb0(%in: f64, %in_28: f64, %out: f64):
      %26 = arith.subf %in, %in_28 : f64
      linalg.yield %26 : f64
    } -> tensor<66x66x60xf64>
    %extracted_slice_9 = tensor.extract_slice %5[1, 0, 0] [65, 66, 60] [1, 1, 1] : tensor<66x66x60xf64> to tensor<65x66x60xf64>
    %extracted_slice_10 = tensor.extract_slice %extracted_slice_9[0, 1, 0] [65, 64, 60] [1, 1, 1] : tensor<65x66x60xf64> to tensor<65x64x60xf64>
    %extracted_slice_11 = tensor.extract_slice %5[0, 0, 0] [65, 66, 60] [1, 1, 1] : tensor<66x66x60xf64> to tensor<65x66x60xf64>
    %extracted_slice_12 = tensor.extract_slice %extracted_slice_11[0, 1, 0] [65, 64, 60] [1, 1, 1] : tensor<65x66x60xf64> to tensor<65x64x60xf64>
    %6 = tensor.empty() : tensor<65x64x60xf64>
    %7 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%extracted_slice_10, %extracted_slice_12 : tensor<65x64x60xf64>, tensor<65x64x60xf64>) outs(%6 : tensor<65x64x60xf64>) {
    ^bb0(%in: f64, %in_28: f64, %out: f64):
      %26 = arith.subf %in, %in_28 : f64
      linalg.yield %26 : f64
    } -> tensor<65x64x60xf64>
    %extracted_slice_13 = tensor.extract_slice %arg0[2, 0, 0] [65, 68, 60] [1, 1, 1] : tensor<68x68x60xf64> to tensor<65x68x60xf64>
    %extracted_slice_14 = tensor.extract_slice %extracted_slice_13[0, 2, 0] [65, 64, 60] [1, 1, 1] : tensor<65x68x60xf64> to tensor<65x64x60xf64>
    %extracted_slice_15 = tensor.extract_slice %arg0[1, 0, 0] [65, 68, 60] [1, 1, 1] : tensor<68x68x60xf64> to tensor<65x68x60xf64>
    %extracted_slice_16 = tensor.extract_slice %extracted_slice_15[0, 2, 0] [65, 64, 60] [1, 1, 1] : tensor<65x68x60xf64> to tensor<65x64x60xf64>
    %8 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%extracted_slice_14, %extracted_slice_16 : tensor<65x64x60xf64>, tensor<65x64x60xf64>) outs(%6 : tensor<65x64x60xf64>) {
    ^bb0(%in: f64, %in_28: f64, %out: f64):
      %26 = arith.subf %in, %in_28 : f64
      linalg.yield %26 : f64
    } -> tensor<65x64x60xf64>
    %9 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%7, %8 : tensor<65x64x60xf64>, tensor<65x64x60xf64>) outs(%6 : tensor<65x64x60xf64>) {
    ^bb0(%in: f64, %in_28: f64, %out: f64):
      %26 = arith.mulf %in, %in_28 : f64
      linalg.yield %26 : f64
    } -> tensor<65x64x60xf64>
    %10 = tensor.empty() : tensor<65x64x60xi1>
    %11 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%9 : tensor<65x64x60xf64>) outs(%10 : tensor<65x64x60xi1>) {
    ^bb0(%in: f64, %out: i1):
      %26 = arith.cmpf ogt, %in, %cst_1 : f64
      linalg.yield %26 : i1
    } -> tensor<65x64x60xi1>
    %12 = linalg.generic {indexing_maps = [#map, #map1, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%11, %cst, %7 : tensor<65x64x60xi1>, tensor<f64>, tensor<65x64x60xf64>) outs(%6 : tensor<65x64x60xf64>) {
    ^bb0(%in: i1, %in_28: f64, %in_29: f64, %out: f64):
      %26 = arith.select %in, %in_28, %in_29 : f64
      linalg.yield %26 : f64
    } -> tensor<65x64x60xf64>
    %extracted_slice_17 = tensor.extract_slice %5[1, 0, 0] [64, 66, 60] [1, 1, 1] : tensor<66x66x60xf64> to tensor<64x66x60xf64>
    %extracted_slice_18 = tensor.extract_slice %extracted_slice_17[0, 1, 0] [64, 65, 60] [1, 1, 1] : tensor<64x66x60xf64> to tensor<64x65x60xf64>
    %extracted_slice_19 = tensor.extract_slice %extracted_slice_17[0, 0, 0] [64, 65, 60] [1, 1, 1] : tensor<64x66x60xf64> to tensor<64x65x60xf64>
    %13 = tensor.empty() : tensor<64x65x60xf64>
    %14 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%extracted_slice_18, %extracted_slice_19 : tensor<64x65x60xf64>, tensor<64x65x60xf64>) outs(%13 : tensor<64x65x60xf64>) {
    ^bb0(%in: f64, %in_28: f64, %out: f64):
      %26 = arith.subf %in, %in_28 : f64
      linalg.yield %26 : f64
    } -> tensor<64x65x60xf64>
    %extracted_slice_20 = tensor.extract_slice %arg0[2, 0, 0] [64, 68, 60] [1, 1, 1] : tensor<68x68x60xf64> to tensor<64x68x60xf64>
    %extracted_slice_21 = tensor.extract_slice %extracted_slice_20[0, 2, 0] [64, 65, 60] [1, 1, 1] : tensor<64x68x60xf64> to tensor<64x65x60xf64>
    %extracted_slice_22 = tensor.extract_slice %extracted_slice_20[0, 1, 0] [64, 65, 60] [1, 1, 1] : tensor<64x68x60xf64> to tensor<64x65x60xf64>
    %15 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%extracted_slice_21, %extracted_slice_22 : tensor<64x65x60xf64>, tensor<64x65x60xf64>) outs(%13 : tensor<64x65x60xf64>) {
    ^bb0(%in: f64, %in_28: f64, %out: f64):
      %26 = arith.subf %in, %in_28 : f64
      linalg.yield %26 : f64
    } -> tensor<64x65x60xf64>
    %16 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%14, %15 : tensor<64x65x60xf64>, tensor<64x65x60xf64>) outs(%13 : tensor<64x65x60xf64>) {
    ^bb0(%in: f64, %in_28: f64, %out: f64):
      %26 = arith.mulf %in, %in_28 : f64
      linalg.yield %26 : f64
    } -> tensor<64x65x60xf64>
    %17 = tensor.empty() : tensor<64x65x60xi1>
    %18 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%16 : tensor<64x65x60xf64>) outs(%17 : tensor<64x65x60xi1>) {
    ^bb0(%in: f64, %out: i1):
      %26 = arith.cmpf ogt, %in, %cst_1 : f64
      linalg.yield %26 : i1
    } -> tensor<64x65x60xi1>
    %19 = linalg.generic {indexing_maps = [#map, #map1, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%18, %cst, %14 : tensor<64x65x60xi1>, tensor<f64>, tensor<64x65x60xf64>) outs(%13 : tensor<64x65x60xf64>) {
    ^bb0(%in: i1, %in_28: f64, %in_29: f64, %out: f64):
      %26 = arith.select %in, %in_28, %in_29 : f64
      linalg.yield %26 : f64
    } -> tensor<64x65x60xf64>
    %extracted_slice_23 = tensor.extract_slice %12[1, 0, 0] [64, 64, 60] [1, 1, 1] : tensor<65x64x60xf64> to tensor<64x64x60xf64>
    %extracted_slice_24 = tensor.extract_slice %12[0, 0, 0] [64, 64, 60] [1, 1, 1] : tensor<65x64x60xf64> to tensor<64x64x60xf64>
    %20 = tensor.empty() : tensor<64x64x60xf64>
    %21 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%extracted_slice_23, %extracted_slice_24 : tensor<64x64x60xf64>, tensor<64x64x60xf64>) outs(%20 : tensor<64x64x60xf64>) {
    ^bb0(%in: f64, %in_28: f64, %out: f64):
      %26 = arith.subf %in, %in_28 : f64
      linalg.yield %26 : f64
    } -> tensor<64x64x60xf64>
    %extracted_slice_25 = tensor.extract_slice %19[0, 1, 0] [64, 64, 60] [1, 1, 1] : tensor<64x65x60xf64> to tensor<64x64x60xf64>
    %22 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%21, %extracted_slice_25 : tensor<64x64x60xf64>, tensor<64x64x60xf64>) outs(%20 : tensor<64x64x60xf64>) {
    ^bb0(%in: f64, %in_28: f64, %out: f64):
      %26 = arith.addf %in, %in_28 : f64
      linalg.yield %26 : f64
    } -> tensor<64x64x60xf64>
    %extracted_slice_26 = tensor.extract_slice %19[0, 0, 0] [64, 64, 60] [1, 1, 1] : tensor<64x65x60xf64> to tensor<64x64x60xf64>
    %23 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%22, %extracted_slice_26 : tensor<64x64x60xf64>, tensor<64x64x60xf64>) outs(%20 : tensor<64x64x60xf64>) {
    ^bb0(%in: f64, %in_28: f64, %out: f64):
      %26 = arith.subf %in, %in_28 : f64
      linalg.yield %26 : f64
    } -> tensor<64x64x60xf64>
    %extracted_slice_27 = tensor.extract_slice %extracted_slice_20[0, 2, 0] [64, 64, 60] [1, 1, 1] : tensor<64x68x60xf64> to tensor<64x64x60xf64>
    %24 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg1, %23 : tensor<64x64x60xf64>, tensor<64x64x60xf64>) outs(%20 : tensor<64x64x60xf64>) {
    ^bb0(%in: f64, %in_28: f64, %out: f64):
      %26 = arith.mulf %in, %in_28 : f64
      linalg.yield %26 : f64
    } -> tensor<64x64x60xf64>
    %25 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%extracted_slice_27, %24 : tensor<64x64x60xf64>, tensor<64x64x60xf64>) outs(%20 : tensor<64x64x60xf64>) {
    ^bb0(%in: f64, %in_28: f64, %out: f64):
      %26 = arith.subf %in, %in_28 : f64
      linalg.yield %26 : f64
    } -> tensor<64x64x60xf64>
    return %25 : tensor<64x64x60xf64>
  }
}
