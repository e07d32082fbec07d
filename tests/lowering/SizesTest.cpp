//===- lowering/SizesTest.cpp - Odd, prime and tiny extents ---------------===//
#include "LoweringFixture.h"

#include "llvm/ADT/Twine.h"
#include <array>

namespace mlirgym {
namespace {

using scalar::Tensor;
using Inputs = std::vector<Tensor>;

/// "(4,0,1)": sizes that are not tile sizes of these extents become 0.
std::string tileSizes(std::array<int64_t, 3> sizes,
                      std::array<int64_t, 3> extents) {
  std::string text;
  for (size_t i = 0; i < sizes.size(); ++i)
    text += (i == 0 ? "(" : ",") +
            std::to_string(sizes[i] < extents[i] ? sizes[i] : 0);
  return text + ")";
}

class MatmulSizes : public LoweringTest,
                    public testing::WithParamInterface<std::array<int64_t, 3>> {
};

TEST_P(MatmulSizes, EveryKindOfRemainder) {
  auto [m, k, n] = GetParam();
  std::array<int64_t, 3> loops = {m, n, k};
  std::string name = (llvm::Twine("matmul_") + llvm::Twine(m) + "_" +
                      llvm::Twine(k) + "_" + llvm::Twine(n))
                         .str();
  std::string oneLevel =
      "op0: tile" + tileSizes({6, 16, 1}, loops) + " vectorize";
  std::string twoLevels = "op0: tile" + tileSizes({12, 32, 16}, loops) +
                          " tile" + tileSizes({5, 8, 1}, loops) + " vectorize";
  std::string parallel = "op0: tile_parallel" + tileSizes({7, 24, 0}, loops) +
                         " tile" + tileSizes({3, 8, 1}, loops) + " vectorize";
  std::string loopsOnly = "op0: tile" + tileSizes({4, 9, 2}, loops);
  useThreads(2);
  check(
      name, {"", oneLevel, twoLevels, parallel, loopsOnly},
      [](const Inputs &in) { return scalar::matmul(in[0], in[1]); }, k);
}

std::string
nameOfSizes(const testing::TestParamInfo<std::array<int64_t, 3>> &info) {
  auto [m, k, n] = info.param;
  return std::to_string(m) + "x" + std::to_string(k) + "x" + std::to_string(n);
}

constexpr std::array<int64_t, 3> oddAndPrime[] = {
    {1, 37, 53},  {53, 1, 37},  {37, 53, 1},  {2, 3, 5},
    {13, 17, 19}, {31, 61, 97}, {64, 32, 48}, {47, 7, 101}};
INSTANTIATE_TEST_SUITE_P(OddAndPrime, MatmulSizes,
                         testing::ValuesIn(oddAndPrime), nameOfSizes);

TEST_F(LoweringTest, MatricesOfManyBatches) {
  check(
      "batch_matmul_3_17_13_11",
      {"", "op0: tile(1,4,8,1) vectorize",
       "op0: tile_parallel(1,0,0,0) tile(0,5,8,1) vectorize",
       "op0: tile_parallel_fuse(2,9,0,0) tile(1,4,8,1) vectorize"},
      [](const Inputs &in) { return scalar::batchMatmul(in[0], in[1]); }, 13);
}

TEST_F(LoweringTest, ReductionsOverSeveralLoops) {
  check(
      "contraction_11_5_4_3_7",
      {"", "op0: tile(1,0,0,1,1) vectorize",
       "op0: tile_parallel(4,0,0,0,0) tile(1,0,0,1,1) vectorize",
       "op0: tile(2,3,0,0,1)"},
      [](const Inputs &in) { return scalar::contraction(in[0], in[1]); }, 12);
}

} // namespace
} // namespace mlirgym
