// torch_conv_upsample_bilinear
#map = affine_map<(d0) -> (d0)>
#map1 = affine_map<(d0, d1) -> (d0, d1)>
#map2 = affine_map<(d0, d1, d2, d3) -> (0, 0, 0, 0)>
#map3 = affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>
#map4 = affine_map<(d0, d1, d2, d3) -> (d2, 0)>
#map5 = affine_map<(d0, d1, d2, d3) -> (d3)>
#map6 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
module {
  func.func @main(%arg0: tensor<1x24x32x32xf32>, %arg1: tensor<32x24x3x3xf32>) -> tensor<1x32x45x60xf32> {
    %c32_i64 = arith.constant 32 : i64
    %c29_i64 = arith.constant 29 : i64
    %c0_i64 = arith.constant 0 : i64
    %c1_i64 = arith.constant 1 : i64
    %cst = arith.constant 0.000000e+00 : f32
    %c30_i64 = arith.constant 30 : i64
    %cst_0 = arith.constant 0.66666666666666663 : f64
    %cst_1 = arith.constant 5.000000e-01 : f32
    %cst_2 = arith.constant 1.000000e+00 : f32
    %0 = tensor.empty() : tensor<1x32x30x30xf32>
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<1x32x30x30xf32>) -> tensor<1x32x30x30xf32>
    %2 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%arg0, %arg1 : tensor<1x24x32x32xf32>, tensor<32x24x3x3xf32>) outs(%1 : tensor<1x32x30x30xf32>) -> tensor<1x32x30x30xf32>
    %3 = tensor.empty() : tensor<45xi64>
    %4 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel"]} outs(%3 : tensor<45xi64>) {
    ^bb0(%out: i64):
      %49 = linalg.index 0 : index
      %50 = arith.index_cast %49 : index to i64
      linalg.yield %50 : i64
    } -> tensor<45xi64>
    %5 = tensor.empty() : tensor<45xf32>
    %6 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%4 : tensor<45xi64>) outs(%5 : tensor<45xf32>) {
    ^bb0(%in: i64, %out: f32):
      %49 = arith.sitofp %in : i64 to f32
      linalg.yield %49 : f32
    } -> tensor<45xf32>
    %7 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%6 : tensor<45xf32>) outs(%5 : tensor<45xf32>) {
    ^bb0(%in: f32, %out: f32):
      %49 = arith.addf %in, %cst_1 : f32
      linalg.yield %49 : f32
    } -> tensor<45xf32>
    %8 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%7 : tensor<45xf32>) outs(%5 : tensor<45xf32>) {
    ^bb0(%in: f32, %out: f32):
      %49 = arith.truncf %cst_0 : f64 to f32
      %50 = arith.mulf %in, %49 : f32
      linalg.yield %50 : f32
    } -> tensor<45xf32>
    %9 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%8 : tensor<45xf32>) outs(%5 : tensor<45xf32>) {
    ^bb0(%in: f32, %out: f32):
      %49 = arith.subf %in, %cst_1 : f32
      linalg.yield %49 : f32
    } -> tensor<45xf32>
    %10 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%9 : tensor<45xf32>) outs(%5 : tensor<45xf32>) {
    ^bb0(%in: f32, %out: f32):
      %49 = arith.cmpf ult, %in, %cst : f32
      %50 = arith.select %49, %cst, %in : f32
      linalg.yield %50 : f32
    } -> tensor<45xf32>
    %expanded = tensor.expand_shape %10 [[0, 1]] output_shape [45, 1] : tensor<45xf32> into tensor<45x1xf32>
    %11 = tensor.empty() : tensor<45x1xi64>
    %12 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%expanded : tensor<45x1xf32>) outs(%11 : tensor<45x1xi64>) {
    ^bb0(%in: f32, %out: i64):
      %49 = arith.fptosi %in : f32 to i64
      linalg.yield %49 : i64
    } -> tensor<45x1xi64>
    %13 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%12 : tensor<45x1xi64>) outs(%11 : tensor<45x1xi64>) {
    ^bb0(%in: i64, %out: i64):
      %49 = arith.addi %in, %c1_i64 : i64
      linalg.yield %49 : i64
    } -> tensor<45x1xi64>
    %14 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%13 : tensor<45x1xi64>) outs(%11 : tensor<45x1xi64>) {
    ^bb0(%in: i64, %out: i64):
      %49 = arith.minsi %in, %c29_i64 : i64
      linalg.yield %49 : i64
    } -> tensor<45x1xi64>
    %15 = tensor.empty() : tensor<60xi64>
    %16 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel"]} outs(%15 : tensor<60xi64>) {
    ^bb0(%out: i64):
      %49 = linalg.index 0 : index
      %50 = arith.index_cast %49 : index to i64
      linalg.yield %50 : i64
    } -> tensor<60xi64>
    %17 = tensor.empty() : tensor<60xf32>
    %18 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%16 : tensor<60xi64>) outs(%17 : tensor<60xf32>) {
    ^bb0(%in: i64, %out: f32):
      %49 = arith.sitofp %in : i64 to f32
      linalg.yield %49 : f32
    } -> tensor<60xf32>
    %19 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%18 : tensor<60xf32>) outs(%17 : tensor<60xf32>) {
    ^bb0(%in: f32, %out: f32):
      %49 = arith.addf %in, %cst_1 : f32
      linalg.yield %49 : f32
    } -> tensor<60xf32>
    %20 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%19 : tensor<60xf32>) outs(%17 : tensor<60xf32>) {
    ^bb0(%in: f32, %out: f32):
      %49 = arith.mulf %in, %cst_1 : f32
      linalg.yield %49 : f32
    } -> tensor<60xf32>
    %21 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%20 : tensor<60xf32>) outs(%17 : tensor<60xf32>) {
    ^bb0(%in: f32, %out: f32):
      %49 = arith.subf %in, %cst_1 : f32
      linalg.yield %49 : f32
    } -> tensor<60xf32>
    %22 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%21 : tensor<60xf32>) outs(%17 : tensor<60xf32>) {
    ^bb0(%in: f32, %out: f32):
      %49 = arith.cmpf ult, %in, %cst : f32
      %50 = arith.select %49, %cst, %in : f32
      linalg.yield %50 : f32
    } -> tensor<60xf32>
    %23 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%22 : tensor<60xf32>) outs(%15 : tensor<60xi64>) {
    ^bb0(%in: f32, %out: i64):
      %49 = arith.fptosi %in : f32 to i64
      linalg.yield %49 : i64
    } -> tensor<60xi64>
    %24 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%23 : tensor<60xi64>) outs(%15 : tensor<60xi64>) {
    ^bb0(%in: i64, %out: i64):
      %49 = arith.addi %in, %c1_i64 : i64
      linalg.yield %49 : i64
    } -> tensor<60xi64>
    %25 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%24 : tensor<60xi64>) outs(%15 : tensor<60xi64>) {
    ^bb0(%in: i64, %out: i64):
      %49 = arith.minsi %in, %c29_i64 : i64
      linalg.yield %49 : i64
    } -> tensor<60xi64>
    %26 = tensor.empty() : tensor<32xi64>
    %27 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel"]} outs(%26 : tensor<32xi64>) {
    ^bb0(%out: i64):
      %49 = linalg.index 0 : index
      %50 = arith.index_cast %49 : index to i64
      linalg.yield %50 : i64
    } -> tensor<32xi64>
    %expanded_3 = tensor.expand_shape %27 [[0, 1, 2]] output_shape [32, 1, 1] : tensor<32xi64> into tensor<32x1x1xi64>
    %28 = tensor.empty() : tensor<1xi64>
    %29 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel"]} outs(%28 : tensor<1xi64>) {
    ^bb0(%out: i64):
      linalg.yield %c0_i64 : i64
    } -> tensor<1xi64>
    %expanded_4 = tensor.expand_shape %29 [[0, 1, 2, 3]] output_shape [1, 1, 1, 1] : tensor<1xi64> into tensor<1x1x1x1xi64>
    %30 = tensor.empty() : tensor<1x32x45x60xf32>
    %31 = linalg.generic {indexing_maps = [#map2, #map3, #map4, #map5, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_4, %expanded_3, %12, %23 : tensor<1x1x1x1xi64>, tensor<32x1x1xi64>, tensor<45x1xi64>, tensor<60xi64>) outs(%30 : tensor<1x32x45x60xf32>) {
    ^bb0(%in: i64, %in_5: i64, %in_6: i64, %in_7: i64, %out: f32):
      %49 = arith.cmpi slt, %in, %c0_i64 : i64
      %50 = arith.addi %in, %c1_i64 : i64
      %51 = arith.select %49, %50, %in : i64
      %52 = arith.index_cast %51 : i64 to index
      %53 = arith.cmpi slt, %in_5, %c0_i64 : i64
      %54 = arith.addi %in_5, %c32_i64 : i64
      %55 = arith.select %53, %54, %in_5 : i64
      %56 = arith.index_cast %55 : i64 to index
      %57 = arith.cmpi slt, %in_6, %c0_i64 : i64
      %58 = arith.addi %in_6, %c30_i64 : i64
      %59 = arith.select %57, %58, %in_6 : i64
      %60 = arith.index_cast %59 : i64 to index
      %61 = arith.cmpi slt, %in_7, %c0_i64 : i64
      %62 = arith.addi %in_7, %c30_i64 : i64
      %63 = arith.select %61, %62, %in_7 : i64
      %64 = arith.index_cast %63 : i64 to index
      %extracted = tensor.extract %2[%52, %56, %60, %64] : tensor<1x32x30x30xf32>
      linalg.yield %extracted : f32
    } -> tensor<1x32x45x60xf32>
    %32 = linalg.generic {indexing_maps = [#map2, #map3, #map4, #map5, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_4, %expanded_3, %12, %25 : tensor<1x1x1x1xi64>, tensor<32x1x1xi64>, tensor<45x1xi64>, tensor<60xi64>) outs(%30 : tensor<1x32x45x60xf32>) {
    ^bb0(%in: i64, %in_5: i64, %in_6: i64, %in_7: i64, %out: f32):
      %49 = arith.cmpi slt, %in, %c0_i64 : i64
      %50 = arith.addi %in, %c1_i64 : i64
      %51 = arith.select %49, %50, %in : i64
      %52 = arith.index_cast %51 : i64 to index
      %53 = arith.cmpi slt, %in_5, %c0_i64 : i64
      %54 = arith.addi %in_5, %c32_i64 : i64
      %55 = arith.select %53, %54, %in_5 : i64
      %56 = arith.index_cast %55 : i64 to index
      %57 = arith.cmpi slt, %in_6, %c0_i64 : i64
      %58 = arith.addi %in_6, %c30_i64 : i64
      %59 = arith.select %57, %58, %in_6 : i64
      %60 = arith.index_cast %59 : i64 to index
      %61 = arith.cmpi slt, %in_7, %c0_i64 : i64
      %62 = arith.addi %in_7, %c30_i64 : i64
      %63 = arith.select %61, %62, %in_7 : i64
      %64 = arith.index_cast %63 : i64 to index
      %extracted = tensor.extract %2[%52, %56, %60, %64] : tensor<1x32x30x30xf32>
      linalg.yield %extracted : f32
    } -> tensor<1x32x45x60xf32>
    %33 = linalg.generic {indexing_maps = [#map2, #map3, #map4, #map5, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_4, %expanded_3, %14, %23 : tensor<1x1x1x1xi64>, tensor<32x1x1xi64>, tensor<45x1xi64>, tensor<60xi64>) outs(%30 : tensor<1x32x45x60xf32>) {
    ^bb0(%in: i64, %in_5: i64, %in_6: i64, %in_7: i64, %out: f32):
      %49 = arith.cmpi slt, %in, %c0_i64 : i64
      %50 = arith.addi %in, %c1_i64 : i64
      %51 = arith.select %49, %50, %in : i64
      %52 = arith.index_cast %51 : i64 to index
      %53 = arith.cmpi slt, %in_5, %c0_i64 : i64
      %54 = arith.addi %in_5, %c32_i64 : i64
      %55 = arith.select %53, %54, %in_5 : i64
      %56 = arith.index_cast %55 : i64 to index
      %57 = arith.cmpi slt, %in_6, %c0_i64 : i64
      %58 = arith.addi %in_6, %c30_i64 : i64
      %59 = arith.select %57, %58, %in_6 : i64
      %60 = arith.index_cast %59 : i64 to index
      %61 = arith.cmpi slt, %in_7, %c0_i64 : i64
      %62 = arith.addi %in_7, %c30_i64 : i64
      %63 = arith.select %61, %62, %in_7 : i64
      %64 = arith.index_cast %63 : i64 to index
      %extracted = tensor.extract %2[%52, %56, %60, %64] : tensor<1x32x30x30xf32>
      linalg.yield %extracted : f32
    } -> tensor<1x32x45x60xf32>
    %34 = linalg.generic {indexing_maps = [#map2, #map3, #map4, #map5, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_4, %expanded_3, %14, %25 : tensor<1x1x1x1xi64>, tensor<32x1x1xi64>, tensor<45x1xi64>, tensor<60xi64>) outs(%30 : tensor<1x32x45x60xf32>) {
    ^bb0(%in: i64, %in_5: i64, %in_6: i64, %in_7: i64, %out: f32):
      %49 = arith.cmpi slt, %in, %c0_i64 : i64
      %50 = arith.addi %in, %c1_i64 : i64
      %51 = arith.select %49, %50, %in : i64
      %52 = arith.index_cast %51 : i64 to index
      %53 = arith.cmpi slt, %in_5, %c0_i64 : i64
      %54 = arith.addi %in_5, %c32_i64 : i64
      %55 = arith.select %53, %54, %in_5 : i64
      %56 = arith.index_cast %55 : i64 to index
      %57 = arith.cmpi slt, %in_6, %c0_i64 : i64
      %58 = arith.addi %in_6, %c30_i64 : i64
      %59 = arith.select %57, %58, %in_6 : i64
      %60 = arith.index_cast %59 : i64 to index
      %61 = arith.cmpi slt, %in_7, %c0_i64 : i64
      %62 = arith.addi %in_7, %c30_i64 : i64
      %63 = arith.select %61, %62, %in_7 : i64
      %64 = arith.index_cast %63 : i64 to index
      %extracted = tensor.extract %2[%52, %56, %60, %64] : tensor<1x32x30x30xf32>
      linalg.yield %extracted : f32
    } -> tensor<1x32x45x60xf32>
    %35 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%22, %23 : tensor<60xf32>, tensor<60xi64>) outs(%17 : tensor<60xf32>) {
    ^bb0(%in: f32, %in_5: i64, %out: f32):
      %49 = arith.sitofp %in_5 : i64 to f32
      %50 = arith.subf %in, %49 : f32
      linalg.yield %50 : f32
    } -> tensor<60xf32>
    %36 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%35 : tensor<60xf32>) outs(%17 : tensor<60xf32>) {
    ^bb0(%in: f32, %out: f32):
      %49 = arith.cmpf ult, %in, %cst : f32
      %50 = arith.select %49, %cst, %in : f32
      %51 = arith.cmpf ugt, %50, %cst_2 : f32
      %52 = arith.select %51, %cst_2, %50 : f32
      linalg.yield %52 : f32
    } -> tensor<60xf32>
    %37 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%32, %31 : tensor<1x32x45x60xf32>, tensor<1x32x45x60xf32>) outs(%30 : tensor<1x32x45x60xf32>) {
    ^bb0(%in: f32, %in_5: f32, %out: f32):
      %49 = arith.subf %in, %in_5 : f32
      linalg.yield %49 : f32
    } -> tensor<1x32x45x60xf32>
    %38 = linalg.generic {indexing_maps = [#map6, #map5, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%37, %36 : tensor<1x32x45x60xf32>, tensor<60xf32>) outs(%30 : tensor<1x32x45x60xf32>) {
    ^bb0(%in: f32, %in_5: f32, %out: f32):
      %49 = arith.mulf %in, %in_5 : f32
      linalg.yield %49 : f32
    } -> tensor<1x32x45x60xf32>
    %39 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%31, %38 : tensor<1x32x45x60xf32>, tensor<1x32x45x60xf32>) outs(%30 : tensor<1x32x45x60xf32>) {
    ^bb0(%in: f32, %in_5: f32, %out: f32):
      %49 = arith.addf %in, %in_5 : f32
      linalg.yield %49 : f32
    } -> tensor<1x32x45x60xf32>
    %40 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%34, %33 : tensor<1x32x45x60xf32>, tensor<1x32x45x60xf32>) outs(%30 : tensor<1x32x45x60xf32>) {
    ^bb0(%in: f32, %in_5: f32, %out: f32):
      %49 = arith.subf %in, %in_5 : f32
      linalg.yield %49 : f32
    } -> tensor<1x32x45x60xf32>
    %41 = linalg.generic {indexing_maps = [#map6, #map5, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%40, %36 : tensor<1x32x45x60xf32>, tensor<60xf32>) outs(%30 : tensor<1x32x45x60xf32>) {
    ^bb0(%in: f32, %in_5: f32, %out: f32):
      %49 = arith.mulf %in, %in_5 : f32
      linalg.yield %49 : f32
    } -> tensor<1x32x45x60xf32>
    %42 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%33, %41 : tensor<1x32x45x60xf32>, tensor<1x32x45x60xf32>) outs(%30 : tensor<1x32x45x60xf32>) {
    ^bb0(%in: f32, %in_5: f32, %out: f32):
      %49 = arith.addf %in, %in_5 : f32
      linalg.yield %49 : f32
    } -> tensor<1x32x45x60xf32>
    %43 = tensor.empty() : tensor<45x1xf32>
    %44 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%expanded, %12 : tensor<45x1xf32>, tensor<45x1xi64>) outs(%43 : tensor<45x1xf32>) {
    ^bb0(%in: f32, %in_5: i64, %out: f32):
      %49 = arith.sitofp %in_5 : i64 to f32
      %50 = arith.subf %in, %49 : f32
      linalg.yield %50 : f32
    } -> tensor<45x1xf32>
    %45 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%44 : tensor<45x1xf32>) outs(%43 : tensor<45x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %49 = arith.cmpf ult, %in, %cst : f32
      %50 = arith.select %49, %cst, %in : f32
      %51 = arith.cmpf ugt, %50, %cst_2 : f32
      %52 = arith.select %51, %cst_2, %50 : f32
      linalg.yield %52 : f32
    } -> tensor<45x1xf32>
    %46 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%42, %39 : tensor<1x32x45x60xf32>, tensor<1x32x45x60xf32>) outs(%30 : tensor<1x32x45x60xf32>) {
    ^bb0(%in: f32, %in_5: f32, %out: f32):
      %49 = arith.subf %in, %in_5 : f32
      linalg.yield %49 : f32
    } -> tensor<1x32x45x60xf32>
    %47 = linalg.generic {indexing_maps = [#map6, #map4, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%46, %45 : tensor<1x32x45x60xf32>, tensor<45x1xf32>) outs(%30 : tensor<1x32x45x60xf32>) {
    ^bb0(%in: f32, %in_5: f32, %out: f32):
      %49 = arith.mulf %in, %in_5 : f32
      linalg.yield %49 : f32
    } -> tensor<1x32x45x60xf32>
    %48 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%39, %47 : tensor<1x32x45x60xf32>, tensor<1x32x45x60xf32>) outs(%30 : tensor<1x32x45x60xf32>) {
    ^bb0(%in: f32, %in_5: f32, %out: f32):
      %49 = arith.addf %in, %in_5 : f32
      linalg.yield %49 : f32
    } -> tensor<1x32x45x60xf32>
    return %48 : tensor<1x32x45x60xf32>
  }
}
