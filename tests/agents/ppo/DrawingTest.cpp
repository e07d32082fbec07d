#include "agents/ppo/rollout/Drawing.h"
#include <cmath>
#include <gmock/gmock.h>
#include <map>

using namespace mlirgym;
using ::testing::ElementsAre;

namespace {
/// Two entries of three choices; the second must differ from the first, and
/// neither is 2 unless the first is 1.
class DrawEntriesTest : public ::testing::Test {
protected:
  static void maskNext(llvm::ArrayRef<int64_t> chosen,
                       llvm::MutableArrayRef<int8_t> mask) {
    for (int64_t choice = 0; choice < 3; ++choice)
      mask[choice] = chosen.empty() ? choice < 2
                                    : choice != chosen[0] &&
                                          (choice < 2 || chosen[0] == 1);
  }
  bool draw(Drawing drawing) {
    return drawEntries({logits, sizes}, drawing, maskNext, action, mask);
  }
  /// Relative frequency of each drawn action.
  std::map<std::vector<int64_t>, double> shares(double epsilon) {
    RandomStream random(1);
    std::map<std::vector<int64_t>, double> counts;
    constexpr unsigned draws = 20'000;
    for (unsigned i = 0; i < draws; ++i) {
      EXPECT_TRUE(draw({&random, epsilon}));
      counts[action] += 1.0 / draws;
    }
    return counts;
  }

  static constexpr int64_t sizes[] = {3, 3};
  // First entry 1/4, 3/4; second after 0: choice 1; after 1: 1/5, 4/5.
  std::vector<float> logits = {
      std::log(1.f), std::log(3.f), 8, std::log(1.f), 5, std::log(4.f)};
  std::vector<int64_t> action = {-1, -1};
  std::vector<int8_t> mask = {9, 9, 9, 9, 9, 9};
};

TEST_F(DrawEntriesTest, TakesTheLikeliestLegalChoiceOfEachEntry) {
  ASSERT_TRUE(draw(nullptr));
  EXPECT_THAT(action, ElementsAre(1, 2));
  EXPECT_THAT(mask, ElementsAre(1, 1, 0, 1, 0, 1));
  logits[0] = 7;
  ASSERT_TRUE(draw(nullptr));
  EXPECT_THAT(action, ElementsAre(0, 1));
  EXPECT_THAT(mask, ElementsAre(1, 1, 0, 0, 1, 0));
}

TEST_F(DrawEntriesTest, DrawsActionsWithTheirProbability) {
  auto drawn = shares(/*epsilon=*/0);
  EXPECT_EQ(drawn.size(), 3u);
  EXPECT_NEAR((drawn[{0, 1}]), 1.0 / 4, 0.01);
  EXPECT_NEAR((drawn[{1, 0}]), 3.0 / 4 / 5, 0.01);
  EXPECT_NEAR((drawn[{1, 2}]), 3.0 / 4 * 4 / 5, 0.01);
}

TEST_F(DrawEntriesTest, EpsilonMixesInUniformDraws) {
  auto drawn = shares(/*epsilon=*/0.5);
  EXPECT_NEAR((drawn[{0, 1}]), (1.0 / 4 + 1.0 / 2) / 2, 0.01);
  EXPECT_NEAR((drawn[{1, 0}]), (3.0 / 20 + 1.0 / 4) / 2, 0.01);
  EXPECT_NEAR((drawn[{1, 2}]), (12.0 / 20 + 1.0 / 4) / 2, 0.01);
}

TEST_F(DrawEntriesTest, SaysWhereNothingIsLegal) {
  EXPECT_FALSE(drawEntries(
      {logits, sizes}, nullptr,
      [](llvm::ArrayRef<int64_t> chosen, llvm::MutableArrayRef<int8_t> legal) {
        std::fill(legal.begin(), legal.end(), int8_t(chosen.empty()));
      },
      action, mask));
}
} // namespace
