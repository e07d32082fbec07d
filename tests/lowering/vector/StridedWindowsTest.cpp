//===- lowering/vector/StridedWindowsTest.cpp - Convolutions and pooling --===//
#include "tests/lowering/LoweringFixture.h"

#include <algorithm>
#include <cmath>

namespace mlirgym {
namespace {

using scalar::Tensor;
using Inputs = std::vector<Tensor>;

class StridedWindows : public LoweringTest {
protected:
  static Expectation convNchw(int64_t stride) {
    return [=](const Inputs &in) {
      return scalar::convNchw(in[0], in[1], stride);
    };
  }
  static Expectation convNhwc(int64_t stride) {
    return [=](const Inputs &in) {
      return scalar::convNhwc(in[0], in[1], stride);
    };
  }
  static Expectation depthwise(int64_t stride) {
    return [=](const Inputs &in) {
      return scalar::depthwiseNhwc(in[0], in[1], stride);
    };
  }
  static Expectation maxPool(int64_t window, int64_t stride) {
    return [=](const Inputs &in) {
      return scalar::maxPoolNchw(in[0], window, stride);
    };
  }
};

TEST_F(StridedWindows, ChannelsFirstEveryStride) {
  constexpr llvm::StringLiteral vectors = "op0: tile(1,4,1,0,1,1,1) vectorize";
  check("conv_2d_nchw_fchw_2_3_12_12_7_3_3_10_10", {"", vectors}, convNchw(1),
        27);
  check("conv_2d_nchw_fchw_2_3_21_21_8_3_3_10_10", {"", vectors}, convNchw(2),
        27);
  check("conv_2d_nchw_fchw_2_2_24_24_5_3_3_8_8", {"", vectors}, convNchw(3),
        18);
  check("conv_2d_nchw_fchw_2_2_35_35_5_3_3_9_9", {"", vectors}, convNchw(4),
        18);
  check("conv_2d_nchw_fchw_2_2_45_45_5_1_1_9_9",
        {"", "op0: tile(1,4,1,0,1,0,0) vectorize"}, convNchw(5), 2);
}

TEST_F(StridedWindows, ChannelsFirstManySchedules) {
  useThreads(2);
  check("conv_2d_nchw_fchw_2_3_29_29_9_7_7_12_12",
        {"op0: tile(1,4,1,8,1,1,1) vectorize", "op0: tile(1,2,3,5,1,0,0)",
         "op0: tile_parallel(1,4,0,0,0,0,0) tile(0,2,1,0,1,1,1) vectorize",
         "op0: tile_parallel_fuse(1,0,5,0,0,0,0) tile(0,3,1,0,1,1,1) vectorize",
         "op0: tile(1,3,1,11,1,1,1) vectorize"},
        convNchw(2), 147);
}

TEST_F(StridedWindows, ChannelsLast) {
  check("conv_2d_nhwc_hwcf_2_13_13_5_19_3_3_11_11",
        {"", "op0: tile(1,1,4,16,1,1,1) vectorize"}, convNhwc(1), 45);
  check("conv_2d_nhwc_hwcf_2_19_19_5_17_3_3_9_9",
        {"", "op0: tile(1,1,2,8,1,1,1) vectorize",
         "op0: tile(1,1,0,16,1,1,1) vectorize",
         "op0: tile(1,1,3,16,1,1,4) vectorize"},
        convNhwc(2), 45);
}

/// img2col reshapes such an image without a copy, and each tile is filled when
/// it is computed, unless a loop over the channels is around it.
TEST_F(StridedWindows, WindowsOfOneElement) {
  constexpr llvm::StringLiteral packed =
      "op0: img2col tile(1,0,16,0) promote(1) tile(0,4,0,0) tile(0,0,0,1) "
      "vectorize";
  useThreads(2);
  check("conv_2d_nchw_fchw_2_5_7_9_6_1_1_7_9",
        {"", "op0: img2col", packed,
         "op0: img2col tile(0,0,0,2) tile(1,4,16,1) vectorize",
         "op0: img2col tile(0,4,0,0) tile(1,0,0,2) tile(0,0,16,1) vectorize",
         "op0: img2col tile_parallel(1,0,16,0) tile(0,4,0,2) vectorize"},
        convNchw(1), 5);
  check("conv_2d_nhwc_hwcf_2_7_9_5_17_1_1_7_9",
        {"", "op0: img2col",
         "op0: img2col tile(1,4,0,0) tile(0,0,16,1) vectorize",
         "op0: img2col tile(0,0,0,2) tile(1,4,16,1) vectorize",
         "op0: img2col tile_parallel(0,4,16,0) tile(1,0,0,1) vectorize"},
        convNhwc(1), 5);
  // Every other element: copied.
  check("conv_2d_nchw_fchw_2_5_13_17_6_1_1_7_9",
        {"op0: img2col tile(1,4,16,0) tile(0,0,0,1) vectorize"}, convNchw(2),
        5);
}

/// img2col copies the windows of a tile where the tile is promoted: rows, parts
/// of a row, single channels; of 12 columns before all tiles.
TEST_F(StridedWindows, WindowsOfATile) {
  constexpr llvm::StringLiteral ofAThread =
      "op0: img2col tile_parallel(0,0,32,0) tile(1,0,16,0) promote(1) "
      "tile(0,4,8,1) vectorize";
  useThreads(2);
  check("conv_2d_nchw_fchw_2_3_21_21_7_7_7_8_8",
        {"op0: img2col tile(1,0,8,0) promote(1) tile(0,3,0,1) vectorize",
         "op0: img2col tile(1,0,16,0) promote(1) tile(0,4,8,3) vectorize",
         "op0: img2col tile(1,0,4,0) promote(1) tile(0,3,0,1) vectorize",
         "op0: img2col tile(1,0,32,49) promote(1) tile(0,4,16,1) vectorize",
         ofAThread,
         "op0: img2col tile(1,0,12,0) promote(1) tile(0,4,0,1) vectorize",
         "op0: img2col tile(1,0,0,0) promote(1) tile(0,4,16,1) vectorize"},
        convNchw(2), 147);
  check("conv_2d_nhwc_hwcf_2_19_19_5_17_3_3_9_9",
        {"op0: img2col tile(1,9,0,0) promote(0) tile(0,3,16,5) vectorize",
         "op0: img2col tile(1,27,0,15) promote(0) tile(0,3,16,1) vectorize"},
        convNhwc(2), 45);
}

TEST_F(StridedWindows, EachChannelAlone) {
  useThreads(2);
  check("depthwise_conv_2d_nhwc_hwc_2_15_15_21_3_3_13_13",
        {"", "op0: tile(1,1,4,16,1,1) vectorize",
         "op0: tile_fuse(1,1,4,8,0,0) tile(0,0,0,0,1,1) vectorize"},
        depthwise(1), 9);
  check("depthwise_conv_2d_nhwc_hwc_2_17_17_21_3_3_8_8",
        {"", "op0: tile(1,1,4,16,1,1) vectorize",
         "op0: tile_parallel_fuse(0,3,0,0,0,0) tile(0,1,3,16,1,1) vectorize"},
        depthwise(2), 9);
}

TEST_F(StridedWindows, MaximaOfWindows) {
  useThreads(2);
  check("pooling_nchw_max_2_5_14_14_3_12_12",
        {"", "op0: tile(1,1,1,0,1,1) vectorize"}, maxPool(3, 1), 0);
  check("pooling_nchw_max_2_5_27_27_3_13_13",
        {"", "op0: tile(1,1,1,0,1,1) vectorize",
         "op0: tile(1,1,1,8,1,1) vectorize",
         "op0: tile_parallel(1,2,0,0,0,0) tile(0,1,2,5,1,1) vectorize"},
        maxPool(3, 2), 0);
  check("pooling_nchw_max_2_3_30_30_3_10_10",
        {"", "op0: tile(1,1,1,0,1,1) vectorize"}, maxPool(3, 3), 0);
}

/// Rows of any length, windows that overlap, touch or leave gaps: columns are
/// combined before windows.
TEST_F(StridedWindows, ColumnsBeforeWindows) {
  const std::initializer_list<llvm::StringRef> rows = {
      "op0: tile(1,1,1,0,0,0) tile(0,0,0,0,1,1) vectorize",
      "op0: tile_fuse(2,1,1,0,0,0) tile(0,0,0,0,1,1) vectorize",
      "op0: tile_fuse(1,0,1,8,0,0) tile(0,0,0,0,1,1) vectorize",
      "op0: tile_fuse(1,1,2,0,0,0) tile(0,0,0,0,1,1) vectorize",
  };
  check("pooling_nchw_max_2_3_9_9_3_4_4",
        {"op0: tile(1,1,1,0,0,0) tile(0,0,0,0,1,1) vectorize"}, maxPool(3, 2),
        0);
  check("pooling_nchw_max_3_3_19_19_3_9_9", rows, maxPool(3, 2), 0);
  check("pooling_nchw_max_3_5_27_27_3_13_13", rows, maxPool(3, 2), 0);
  check("pooling_nchw_max_4_3_43_43_3_21_21", rows, maxPool(3, 2), 0);
  check("pooling_nchw_max_3_2_81_81_3_40_40", rows, maxPool(3, 2), 0);
  check("pooling_nchw_max_3_2_34_34_2_17_17", rows, maxPool(2, 2), 0);
  check("pooling_nchw_max_3_2_39_39_5_18_18", rows, maxPool(5, 2), 0);
  check("pooling_nchw_max_3_2_51_51_3_17_17", rows, maxPool(3, 3), 0);
  check("pooling_nchw_max_3_2_83_83_3_21_21", rows, maxPool(3, 4), 0);
  check("pooling_nchw_max_3_2_29_29_9_11_11", rows, maxPool(9, 2), 0);
}

/// Windows of 2 rows and 3 columns.
constexpr char windowsOf[] = R"(
  #in = affine_map<(n, h, w, i, j) -> (n, 2 * h + i, 2 * w + j)>
  #window = affine_map<(n, h, w, i, j) -> (i, j)>
  #out = affine_map<(n, h, w, i, j) -> (n, h, w)>
  func.func @windows(%a: tensor<3x12x45xTYPE>) -> tensor<3x6x22xTYPE> {
    %start = arith.constant START : TYPE
    %window = tensor.empty() : tensor<2x3xTYPE>
    %empty = tensor.empty() : tensor<3x6x22xTYPE>
    %filled = linalg.fill ins(%start : TYPE) outs(%empty : tensor<3x6x22xTYPE>) -> tensor<3x6x22xTYPE>
    %result = linalg.generic {indexing_maps = [#in, #window, #out],
        iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]}
        ins(%a, %window : tensor<3x12x45xTYPE>, tensor<2x3xTYPE>) outs(%filled : tensor<3x6x22xTYPE>) {
    ^bb0(%in: TYPE, %unused: TYPE, %out: TYPE):
      %next = COMBINE %out, %in : TYPE
      linalg.yield %next : TYPE
    } -> tensor<3x6x22xTYPE>
    return %result : tensor<3x6x22xTYPE>
  })";

TEST_F(StridedWindows, SumsAndMinimaOfWindows) {
  struct Case {
    const char *combine, *start;
    double first;
    int64_t sumLength;
    double (*next)(double, double);
  };
  auto least = [](double a, double b) { return std::min(a, b); };
  auto sum = [](double a, double b) { return a + b; };
  for (const char *type : {"f32", "f64"})
    for (const Case &each : {Case{"arith.minimumf", "9.0", 9, 0, least},
                             Case{"arith.minimumf", "0.25", 0.25, 0, least},
                             Case{"arith.addf", "0.0", 0, 6, sum},
                             Case{"arith.addf", "0.5", 0.5, 7, sum}})
      check(
          loadText(fillIn(windowsOf, {{"TYPE", type},
                                      {"COMBINE", each.combine},
                                      {"START", each.start}})),
          {"", "op0: tile(1,1,0,0,0) tile(0,0,0,1,1) vectorize",
           "op0: tile_fuse(2,1,0,0,0) tile(0,0,0,1,1) vectorize",
           "op0: tile_fuse(1,2,8,0,0) tile(0,0,0,1,1) vectorize"},
          [&](const Inputs &in) {
            Tensor out({3, 6, 22});
            for (int64_t n = 0; n < 3; ++n)
              for (int64_t h = 0; h < 6; ++h)
                for (int64_t w = 0; w < 22; ++w) {
                  double value = each.first;
                  for (int64_t i = 0; i < 2; ++i)
                    for (int64_t j = 0; j < 3; ++j)
                      value =
                          each.next(value, in[0].at(n, 2 * h + i, 2 * w + j));
                  out.at(n, h, w) = value;
                }
            return out;
          },
          each.sumLength);
}

/// Windows of square roots.
constexpr char maximaOfRoots[] = R"(
  #all = affine_map<(n, c, h, w) -> (n, c, h, w)>
  func.func @maxima_of_roots(%a: tensor<4x3x27x35xTYPE>) -> tensor<4x3x13x17xTYPE> {
    %c = arith.constant 0.99 : TYPE
    %start = arith.constant BITS : TYPE
    %empty = tensor.empty() : tensor<4x3x27x35xTYPE>
    %roots = linalg.generic {indexing_maps = [#all, #all], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
        ins(%a : tensor<4x3x27x35xTYPE>) outs(%empty : tensor<4x3x27x35xTYPE>) {
    ^bb0(%in: TYPE, %out: TYPE):
      %sum = arith.addf %in, %c : TYPE
      %root = math.sqrt %sum : TYPE
      linalg.yield %root : TYPE
    } -> tensor<4x3x27x35xTYPE>
    %window = tensor.empty() : tensor<3x3xTYPE>
    %results = tensor.empty() : tensor<4x3x13x17xTYPE>
    %filled = linalg.fill ins(%start : TYPE) outs(%results : tensor<4x3x13x17xTYPE>) -> tensor<4x3x13x17xTYPE>
    %result = linalg.pooling_nchw_max {strides = dense<2> : tensor<2xi64>}
        ins(%roots, %window : tensor<4x3x27x35xTYPE>, tensor<3x3xTYPE>)
        outs(%filled : tensor<4x3x13x17xTYPE>) -> tensor<4x3x13x17xTYPE>
    return %result : tensor<4x3x13x17xTYPE>
  })";

/// The root of what is below -0.99 is NaN, and so is the maximum over each
/// window that holds one, wherever in it.
TEST_F(StridedWindows, MaximaKeepNan) {
  for (const auto &[type, minusInfinity] :
       {std::pair{"f32", "0xFF800000"}, {"f64", "0xFFF0000000000000"}})
    check(
        loadText(
            fillIn(maximaOfRoots, {{"TYPE", type}, {"BITS", minusInfinity}})),
        {"", "op1: tile(1,1,1,8,0,0) tile(0,0,0,0,1,1) vectorize",
         "op1: tile(2,1,1,8,0,0) tile(0,0,0,0,1,1) vectorize",
         "op1: tile(1,1,2,0,1,1) vectorize"},
        [type = llvm::StringRef(type)](const Inputs &in) {
          Tensor roots = in[0];
          for (double &value : roots.values)
            value = type == "f32" ? std::sqrt(static_cast<float>(value) + 0.99f)
                                  : std::sqrt(value + 0.99);
          const Tensor maxima = scalar::maxPoolNchw(roots, 3, 2);
          const auto nans = llvm::count_if(
              maxima.values, [](double value) { return std::isnan(value); });
          EXPECT_GT(nans, 20);
          EXPECT_LT(nans, 600);
          return maxima;
        },
        0);
}

TEST_F(StridedWindows, BiasAndReluOnTop) {
  useThreads(2);
  check(
      "conv_bias_relu_nchw_2_4_17_17_6_3_3_8_8",
      {"",
       "op1: tile_fuse(1,3,1,0) vectorize; "
       "op0: tile(0,0,0,0,1,1,1) vectorize",
       "op1: tile_parallel_fuse(1,4,0,0) tile_fuse(0,2,1,0) vectorize; "
       "op0: tile(0,0,0,0,1,1,1) vectorize"},
      [](const Inputs &in) {
        return scalar::relu(
            scalar::addBias(scalar::convNchw(in[0], in[1], 2), in[2], 1));
      },
      36);
}

} // namespace
} // namespace mlirgym
