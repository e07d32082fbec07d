#include "agents/search/sketch/SketchSampler.h"
#include "TestPrograms.h"
#include <gmock/gmock.h>
#include <set>

using namespace mlirgym;
using namespace mlirgym::testing;
using ::testing::HasSubstr;

namespace {
TEST(SketchSamplerTest, IsLegalOnEveryFamily) {
  RandomStream random(1);
  for (const std::string &name : smallProgramNames())
    for (unsigned threads : {1u, 2u}) {
      SearchSpace space(program(name), {}, {}, threads);
      SketchSampler sketches(space);
      for (int i = 0; i < 50; ++i) {
        Schedule schedule = sketches.sample(random);
        auto state = ScheduleState::replay(space.programPtr(), schedule);
        ASSERT_TRUE(bool(state)) << name << ": " << schedule.text() << ": "
                                 << llvm::toString(state.takeError());
      }
    }
}

/// Any step of a sketch may be the last one.
TEST(SketchSamplerTest, KeepsToTheMostActionsOfAnOperation) {
  RandomStream random(9);
  for (const std::string &name : smallProgramNames())
    for (unsigned most : {1u, 2u, 3u}) {
      const StateOptions limit{.maxActionsPerOp = most};
      SearchSpace space(program(name), {}, limit, /*threads=*/2);
      SketchSampler sketches(space);
      for (int i = 0; i < 100; ++i) {
        Schedule schedule = sketches.sample(random);
        auto state = ScheduleState::replay(space.programPtr(), schedule, limit);
        ASSERT_TRUE(bool(state)) << name << ": " << schedule.text() << ": "
                                 << llvm::toString(state.takeError());
      }
    }
}

TEST(SketchSamplerTest, MostlyEndsInVectors) {
  RandomStream random(2);
  for (const char *name : {"matmul_512_512_512", "matmul_127_251_509",
                           "conv_2d_nchw_fchw_8_64_58_58_64_3_3_56_56"}) {
    SearchSpace space(program(name), {}, {}, 1);
    SketchSampler sketches(space);
    int vectorized = 0;
    for (int i = 0; i < 200; ++i) {
      auto state = llvm::cantFail(
          ScheduleState::replay(space.programPtr(), sketches.sample(random)));
      vectorized += state.nest(0).isVectorized;
    }
    EXPECT_GT(vectorized, 150) << name;
  }
}

TEST(SketchSamplerTest, DrawsManyDifferentRegisterTiles) {
  RandomStream random(3);
  SearchSpace space(program("matmul_512_512_512"), {}, {}, 1);
  SketchSampler sketches(space);
  std::set<std::string> texts;
  for (int i = 0; i < 4000; ++i)
    texts.insert(sketches.sample(random).text());
  EXPECT_GT(texts.size(), 200u);
  // The best on machines with 16 and with 32 vector registers.
  EXPECT_THAT(texts, ::testing::Contains("op0: tile(6,16,1) vectorize"));
  EXPECT_THAT(texts, ::testing::Contains("op0: tile(14,32,1) vectorize"));
}

/// Keys are [head, position, depth]: the lanes of q k^T run along positions.
/// Values are read along depth, as they lie.
TEST(SketchSamplerTest, PromotesWhatLanesReadWithAStride) {
  RandomStream random(8);
  SearchSpace space(program("attention_12_128_64"), {}, {}, 1);
  SketchSampler sketches(space);
  int queries = 0, keys = 0;
  for (int i = 0; i < 1000; ++i) {
    std::string text = sketches.sample(random).text();
    const llvm::StringRef scores =
        llvm::StringRef(text).substr(text.find("op0:"));
    queries += scores.contains("promote(0)");
    keys += scores.contains("promote(1)");
  }
  EXPECT_GT(keys, 100);
  EXPECT_GT(keys, 2 * queries);
}

std::set<std::string> textsOf(const std::string &name, int samples) {
  RandomStream random(7);
  SearchSpace space(program(name), {}, {}, 1);
  SketchSampler sketches(space);
  std::set<std::string> texts;
  for (int i = 0; i < samples; ++i)
    texts.insert(sketches.sample(random).text());
  return texts;
}

TEST(SketchSamplerTest, CopiesWhatIsReadAgainAndAgain) {
  EXPECT_THAT(textsOf("matmul_512_512_512", 20000),
              ::testing::Contains("op0: tile_fuse(0,16,0) promote(1) "
                                  "tile_fuse(6,0,0) tile(0,0,1) vectorize"));
  EXPECT_THAT(
      textsOf("conv_2d_nchw_fchw_16_128_28_28_512_1_1_28_28", 20000),
      ::testing::Contains(HasSubstr("tile_fuse(1,0,4,0,0,0,0) promote(0)")));
}

TEST(SketchSamplerTest, StreamsLargeResultsMoreOftenThanSmallOnes) {
  auto streamed = [](const std::string &name) {
    const std::set<std::string> texts = textsOf(name, 300);
    return static_cast<double>(llvm::count_if(texts,
                                              [](const std::string &text) {
                                                return text.find(" stream ") !=
                                                       std::string::npos;
                                              })) /
           static_cast<double>(texts.size());
  };
  EXPECT_GT(streamed("relu_256_56_56_64"), 0.3);
  EXPECT_LT(streamed("relu_256_512"), 0.2);
  EXPECT_EQ(streamed("matmul_512_512_512"), 0); // a reduction
}

TEST(SketchSamplerTest, MakesOneLoopOfSomeElementwiseNests) {
  EXPECT_THAT(textsOf("add_127_251", 300),
              ::testing::Contains("op0: flatten tile(64) vectorize"));
  EXPECT_THAT(textsOf("matmul_512_512_512", 300),
              ::testing::Not(::testing::Contains(HasSubstr("flatten"))));
}

/// Number of sketches with `winograd`, of 300; all are legal.
unsigned byWinograd(const std::string &name, unsigned threads = 1,
                    EncodingOptions encoding = {}) {
  RandomStream random(11);
  SearchSpace space(program(name), std::move(encoding), {}, threads);
  SketchSampler sketches(space);
  unsigned count = 0;
  for (int i = 0; i < 300; ++i) {
    const Schedule schedule = sketches.sample(random);
    auto state = ScheduleState::replay(space.programPtr(), schedule);
    if (!state) {
      ADD_FAILURE() << schedule.text() << llvm::toString(state.takeError());
      continue;
    }
    count += state->nest(0).isMarkedBy(ActionKind::Winograd);
  }
  return count;
}

TEST(SketchSamplerTest, ComputesSomeConvolutionsByWinograd) {
  const std::string conv = "conv_2d_nchw_fchw_2_64_58_58_64_3_3_56_56";
  EXPECT_GT(byWinograd(conv), 60u);
  EXPECT_LT(byWinograd(conv), 150u);
  EXPECT_GT(byWinograd(conv, /*threads=*/4), 15u);
  EXPECT_GT(byWinograd("conv_2d_nhwc_hwcf_1_30_30_32_32_3_3_28_28"), 60u);
  EXPECT_GT(byWinograd("conv_bias_relu_nchw_1_64_58_58_64_3_3_56_56"), 15u);
  // Rows of 4 and of 28 places of the image at once.
  EXPECT_THAT(textsOf(conv, 1000),
              ::testing::IsSupersetOf(
                  {std::string("op0: tile_fuse(1,0,4,0,0,0,0) winograd"),
                   std::string("op0: tile(1,0,28,0,0,0,0) winograd"),
                   std::string("op0: tile_fuse(1,0,0,0,0,0,0) winograd")}));
}

TEST(SketchSamplerTest, UsesWinogradOnlyWhereItIsLegalAndAllowed) {
  for (const char *other :
       {"matmul_127_251_509", "conv_2d_nchw_fchw_1_8_10_10_16_1_1_10_10",
        "conv_2d_nchw_fchw_1_8_9_9_16_3_3_7_7",
        "depthwise_conv_2d_nhwc_hwc_1_30_30_32_3_3_28_28"})
    EXPECT_EQ(byWinograd(other), 0u) << other;
  EncodingOptions without;
  without.without = {ActionKind::Winograd};
  EXPECT_EQ(byWinograd("conv_2d_nchw_fchw_2_64_58_58_64_3_3_56_56", 1, without),
            0u);
}

TEST(SketchSamplerTest, UsesOnlyWhatTheEncodingOffers) {
  EncodingOptions encoding;
  encoding.tileSizes = {0, 4, 8};
  encoding.kinds = {ActionKind::Tile, ActionKind::Vectorize};
  RandomStream random(4);
  SearchSpace space(program("matmul_9_10_12"), encoding, {}, 2);
  SketchSampler sketches(space);
  for (int i = 0; i < 200; ++i) {
    const Schedule schedule = sketches.sample(random);
    for (const Schedule::Entry &entry : schedule.entries())
      for (const Action &action : entry.actions) {
        EXPECT_TRUE(space.allows(action.kind)) << toText(action);
        for (int64_t size : action.parameters)
          EXPECT_THAT(encoding.tileSizes, ::testing::Contains(size));
      }
  }
}

TEST(SketchSamplerTest, SameSeedSameSchedules) {
  SearchSpace space(program("mlp_8_16_12_10_4"), {}, {}, 2);
  SketchSampler sketches(space);
  RandomStream one(5), two(5), other(6);
  bool differs = false;
  for (int i = 0; i < 20; ++i) {
    const Schedule schedule = sketches.sample(one);
    EXPECT_EQ(schedule, sketches.sample(two));
    differs |= !(schedule == sketches.sample(other));
  }
  EXPECT_TRUE(differs);
}
} // namespace
