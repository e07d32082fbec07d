//===- lowering/tensor/WinogradTest.cpp - Convolutions by fewer products --===//
#include "tests/lowering/LoweringFixture.h"

namespace mlirgym {
namespace {

using scalar::Tensor;
using Inputs = std::vector<Tensor>;

/// Sizes that are whole vectors, parts of one, and both; tiles of each loop.
class Winograd : public LoweringTest {
protected:
  static Tensor convNchw(const Inputs &in) {
    return scalar::convNchw(in[0], in[1], 1);
  }
  static Tensor convNhwc(const Inputs &in) {
    return scalar::convNhwc(in[0], in[1], 1);
  }
};

constexpr std::initializer_list<llvm::StringRef> channelsFirst = {
    "op0: winograd",
    "op0: tile_fuse(1,0,2,0,0,0,0) winograd",
    "op0: tile(1,0,2,2,0,0,0) winograd",
    "op0: tile_fuse(0,1,0,0,0,0,0) winograd",
    "op0: tile_fuse(0,0,2,0,0,0,0) tile(0,0,0,0,1,0,0) winograd",
    "op0: tile(0,0,2,0,0,0,0) promote(0) winograd",
    "op0: tile_parallel(1,0,2,0,0,0,0) winograd",
};

TEST_F(Winograd, ChannelsFirst) {
  useThreads(2);
  check("conv_2d_nchw_fchw_2_3_8_10_5_3_3_6_8", channelsFirst, convNchw, 27);
  const std::initializer_list<llvm::StringRef> few = {
      "op0: winograd",
      "op0: tile_fuse(0,0,2,0,0,0,0) tile(0,0,0,0,1,0,0) winograd",
      "op0: tile_parallel(1,0,2,0,0,0,0) winograd"};
  check("conv_2d_nchw_fchw_3_2_6_72_3_3_3_4_70", few, convNchw, 18);
  check("conv_2d_nchw_fchw_2_17_10_34_19_3_3_8_32", few, convNchw, 153);
  check("conv_2d_nchw_fchw_2_16_18_18_32_3_3_16_16", few, convNchw, 144);
}

TEST_F(Winograd, ChannelsLast) {
  const std::initializer_list<llvm::StringRef> schedules = {
      "op0: winograd",
      "op0: tile_fuse(1,2,0,0,0,0,0) winograd",
      "op0: tile(1,2,2,0,0,0,0) winograd",
      "op0: tile_fuse(0,0,0,1,0,0,0) winograd",
      "op0: tile_fuse(0,2,0,0,0,0,0) tile(0,0,0,0,0,0,1) winograd",
      "op0: tile_parallel(1,2,0,0,0,0,0) winograd",
  };
  const std::initializer_list<llvm::StringRef> few = {
      "op0: winograd", "op0: tile_fuse(0,0,0,1,0,0,0) winograd",
      "op0: tile_parallel(1,2,0,0,0,0,0) winograd"};
  useThreads(2);
  check("conv_2d_nhwc_hwcf_2_8_10_3_5_3_3_6_8", schedules, convNhwc, 27);
  check("conv_2d_nhwc_hwcf_2_6_10_33_65_3_3_4_8", few, convNhwc, 297);
  check("conv_2d_nhwc_hwcf_2_10_10_16_32_3_3_8_8", few, convNhwc, 144);
}

/// One tile, one channel, one filter.
TEST_F(Winograd, TheSmallestConvolutions) {
  check("conv_2d_nchw_fchw_1_1_4_4_1_3_3_2_2", {"op0: winograd"}, convNchw, 9);
  check("conv_2d_nhwc_hwcf_1_4_4_1_1_3_3_2_2", {"op0: winograd"}, convNhwc, 9);
}

TEST_F(Winograd, DoublePrecision) {
  constexpr llvm::StringLiteral text = R"(
    func.func @conv(%image: tensor<2x5x8x14xf64>, %filter: tensor<9x5x3x3xf64>,
                    %out: tensor<2x9x6x12xf64>) -> tensor<2x9x6x12xf64> {
      %zero = arith.constant 0.0 : f64
      %init = linalg.fill ins(%zero : f64) outs(%out : tensor<2x9x6x12xf64>) -> tensor<2x9x6x12xf64>
      %r = linalg.conv_2d_nchw_fchw
          ins(%image, %filter : tensor<2x5x8x14xf64>, tensor<9x5x3x3xf64>)
          outs(%init : tensor<2x9x6x12xf64>) -> tensor<2x9x6x12xf64>
      return %r : tensor<2x9x6x12xf64>
    })";
  check(loadText(text),
        {"op0: winograd", "op0: tile_fuse(1,0,2,0,0,0,0) winograd",
         "op0: tile_fuse(0,0,2,0,0,0,0) tile(0,0,0,0,1,0,0) winograd"},
        convNchw, 45);
}

/// [f, h, w, c]; and results that begin with others than zero.
TEST_F(Winograd, FiltersFirstAddedToResults) {
  constexpr llvm::StringLiteral text = R"(
    func.func @conv(%image: tensor<1x8x6x19xf32>, %filter: tensor<21x3x3x19xf32>,
                    %out: tensor<1x6x4x21xf32>) -> tensor<1x6x4x21xf32> {
      %one = arith.constant 1.0 : f32
      %init = linalg.fill ins(%one : f32) outs(%out : tensor<1x6x4x21xf32>) -> tensor<1x6x4x21xf32>
      %r = linalg.conv_2d_nhwc_fhwc
          ins(%image, %filter : tensor<1x8x6x19xf32>, tensor<21x3x3x19xf32>)
          outs(%init : tensor<1x6x4x21xf32>) -> tensor<1x6x4x21xf32>
      return %r : tensor<1x6x4x21xf32>
    })";
  auto expected = [](const Inputs &in) {
    const Tensor &given = in[1];
    Tensor filter({3, 3, 19, 21});
    for (int64_t f = 0; f < 21; ++f)
      for (int64_t y = 0; y < 3; ++y)
        for (int64_t x = 0; x < 3; ++x)
          for (int64_t c = 0; c < 19; ++c)
            filter.at(y, x, c, f) = given.at(f, y, x, c);
    Tensor sum = scalar::convNhwc(in[0], filter, 1);
    for (double &value : sum.values)
      value += 1;
    return sum;
  };
  check(loadText(text),
        {"op0: winograd", "op0: tile_fuse(0,2,0,0,0,0,0) winograd",
         "op0: tile(0,2,2,7,0,0,0) winograd"},
        expected, 171);
}

/// In the tiles of what follows.
TEST_F(Winograd, InAChain) {
  auto expected = [](const Inputs &in) {
    return scalar::relu(
        scalar::addBias(scalar::convNchw(in[0], in[1], 1), in[2], 1));
  };
  check("conv_bias_relu_nchw_1_5_10_18_6_3_3_8_16",
        {"op1: tile_fuse(0,0,4,0) tile(0,1,1,0) vectorize; op0: winograd",
         "op1: tile_fuse(0,2,2,0) vectorize; op0: winograd",
         "op1: vectorize; op0: tile_fuse(0,0,2,0,0,0,0) winograd"},
        expected, 45);
}

} // namespace
} // namespace mlirgym
