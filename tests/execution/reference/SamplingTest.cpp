#include "execution/reference/Sampling.h"
#include "execution/reference/Preparation.h"
#include "execution/wire/Messages.h"
#include "execution/wire/ProgramData.h"
#include "program/ProgramLoader.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/ErrorHandling.h"
#include <cmath>
#include <cstring>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace mlirgym::reference {
namespace {

using testing::ElementsAre;
using testing::IsSupersetOf;
using testing::SizeIs;

worker::SampledMessage sampleOf(const Program &program, uint64_t wholeBytes,
                                uint32_t most) {
  worker::SampleMessage request;
  request.programText = program.text();
  request.entry = program.entry();
  request.seed = 7;
  request.wholeBytes = wholeBytes;
  request.mostElements = most;
  return sample(request, program.arguments(), [] {});
}

Program generated(llvm::StringRef name) {
  auto program = ProgramLoader().loadGenerated(name);
  if (!program)
    llvm::report_fatal_error(program.takeError());
  return std::move(*program);
}

std::vector<float> floatsOf(const std::string &bytes) {
  std::vector<float> values(bytes.size() / sizeof(float));
  std::memcpy(values.data(), bytes.data(), bytes.size());
  return values;
}

TEST(SamplingTest, PositionsCoverCornersAndEdges) {
  EXPECT_THAT(samplePositions({2, 3}, 6, 1), ElementsAre(0, 1, 2, 3, 4, 5));
  const std::vector<int64_t> some = samplePositions({100, 200}, 1000, 1);
  EXPECT_THAT(some, IsSupersetOf({0, 199, 99 * 200, 99 * 200 + 199}));
  EXPECT_TRUE(llvm::is_sorted(some));
  EXPECT_GT(some.size(), 800u);
  EXPECT_LE(some.size(), 1000u);
  auto inLastRow = [](int64_t at) { return at / 200 == 99; };
  auto inLastColumn = [](int64_t at) { return at % 200 == 199; };
  EXPECT_GE(llvm::count_if(some, inLastRow), 10);
  EXPECT_GE(llvm::count_if(some, inLastColumn), 10);
  EXPECT_NE(some, samplePositions({100, 200}, 1000, 2));
}

// Whatever the operations, the sampled elements are those of the whole output.
class SampledProgramTest : public testing::TestWithParam<const char *> {};

TEST_P(SampledProgramTest, SampledElementsAreThoseOfTheWhole) {
  const Program program = generated(GetParam());
  const worker::SampledMessage whole = sampleOf(program, 1 << 20, 0),
                               part = sampleOf(program, 0, 200);
  ASSERT_EQ(whole.missing, "");
  ASSERT_EQ(part.missing, "");
  ASSERT_EQ(whole.sets.size(), part.sets.size());
  for (auto [all, some] : llvm::zip_equal(whole.sets, part.sets))
    for (auto [output, sampled] : llvm::zip_equal(all.outputs, some.outputs)) {
      ASSERT_LT(sampled.positions.size(), output.positions.size());
      ASSERT_GT(sampled.positions.size(), 50u);
      const std::vector<float> values = floatsOf(output.expected),
                               found = floatsOf(sampled.expected);
      for (auto [at, value] : llvm::zip_equal(sampled.positions, found))
        ASSERT_EQ(value, values[size_t(at)]) << at;
      EXPECT_GE(sampled.largestTolerance, 0);
      EXPECT_LT(sampled.largestTolerance, 1);
    }
}
INSTANTIATE_TEST_SUITE_P(
    All, SampledProgramTest,
    testing::Values("matmul_40_30_50", "add_20_30", "softmax_30_50",
                    "attention_2_24_16", "mlp_20_30_40_50",
                    "matmul_bias_relu_40_30_50",
                    "pooling_nchw_max_1_4_17_17_3_8_8",
                    "conv_2d_nchw_fchw_1_3_12_12_8_3_3_10_10",
                    "contraction_2_3_4_5_60", "polybench_doitgen_20_10_8"));

TEST(SamplingTest, NarrowTypesHaveASetWhoseSumsAreExact) {
  const Program program = generated("matmul_32_512_32_bf16");
  const worker::SampledMessage made = sampleOf(program, 1 << 20, 0);
  ASSERT_THAT(made.sets, SizeIs(2));
  EXPECT_EQ(made.sets[1].inputs[0].kind, worker::CountedFill::Kind::Sparse);
  // Far closer than the sums of the first set.
  EXPECT_LT(made.sets[1].outputs[0].largestTolerance,
            made.sets[0].outputs[0].largestTolerance / 4);
}

TEST(SamplingTest, ALargeProductTakesSeconds) {
  const Program program = generated("matmul_2048_2048_2048");
  const worker::SampledMessage made = sampleOf(program, 256 << 10, 16384);
  EXPECT_EQ(made.missing, "");
  ASSERT_THAT(made.sets, SizeIs(1));
  EXPECT_GT(made.sets[0].outputs[0].positions.size(), 15000u);
}
} // namespace
} // namespace mlirgym::reference
