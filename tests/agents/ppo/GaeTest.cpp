#include "agents/ppo/Gae.h"
#include <gmock/gmock.h>

using namespace mlirgym;
using ::testing::FloatEq;
using ::testing::Pointwise;

namespace {
using Floats = std::vector<float>;

TEST(GaeTest, MatchesTheSumWorkedOutByHand) {
  // gamma 0.5, lambda 0.5, one environment, three steps, no end.
  // delta_2 = 4 + 0.5 * 2 - 3 = 2;       A_2 = 2
  // delta_1 = 0 + 0.5 * 3 - 2 = -0.5;    A_1 = -0.5 + 0.25 * 2 = 0
  // delta_0 = 1 + 0.5 * 2 - 1 = 1;       A_0 = 1 + 0.25 * 0 = 1
  const Floats rewards = {1, 0, 4}, values = {1, 2, 3}, last = {2};
  const std::vector<uint8_t> ended = {0, 0, 0};
  Floats advantages(3), returns(3);
  computeGae({.steps = 3,
              .envs = 1,
              .rewards = rewards,
              .values = values,
              .ended = ended,
              .lastValues = last,
              .gamma = 0.5,
              .lambda = 0.5},
             advantages, returns);
  EXPECT_THAT(advantages, Pointwise(FloatEq(), Floats{1, 0, 2}));
  EXPECT_THAT(returns, Pointwise(FloatEq(), Floats{2, 2, 5}));
}

TEST(GaeTest, NothingFlowsBackOverTheEndOfAnEpisode) {
  // Two environments; the first ends at step 0, the second at step 1.
  // Env 0: A_1 = 5 + 10 - 1 = 14, A_0 = 1 - 2 = -1 (neither V_1 nor A_1).
  // Env 1: A_1 = 3 - 4 = -1 (not the last value), A_0 = 0 + 4 - 2 - 1 = 1.
  const Floats rewards = {1, 0, 5, 3}, values = {2, 2, 1, 4}, last = {10, 99};
  const std::vector<uint8_t> ended = {1, 0, 0, 1};
  Floats advantages(4), returns(4);
  computeGae({.steps = 2,
              .envs = 2,
              .rewards = rewards,
              .values = values,
              .ended = ended,
              .lastValues = last,
              .gamma = 1,
              .lambda = 1},
             advantages, returns);
  EXPECT_THAT(advantages, Pointwise(FloatEq(), Floats{-1, 1, 14, -1}));
  EXPECT_THAT(returns, Pointwise(FloatEq(), Floats{1, 3, 15, 3}));
}

TEST(GaeTest, LambdaZeroIsTheTemporalDifference) {
  const Floats rewards = {1, 2}, values = {3, 4}, last = {5};
  const std::vector<uint8_t> ended = {0, 0};
  Floats advantages(2), returns(2);
  computeGae({.steps = 2,
              .envs = 1,
              .rewards = rewards,
              .values = values,
              .ended = ended,
              .lastValues = last,
              .gamma = 1,
              .lambda = 0},
             advantages, returns);
  EXPECT_THAT(advantages, Pointwise(FloatEq(), Floats{1 + 4 - 3, 2 + 5 - 4}));
}

TEST(ExplainedVarianceTest, IsOneForAPerfectGuessAndZeroForAConstant) {
  const Floats returns = {1, 2, 3, 6};
  EXPECT_DOUBLE_EQ(explainedVariance(returns, returns), 1);
  EXPECT_DOUBLE_EQ(explainedVariance(Floats{3, 3, 3, 3}, returns), 0);
  // Var(returns) = 3.5, errors 0 0 0 2: variance 0.75.
  EXPECT_NEAR(explainedVariance(Floats{1, 2, 3, 4}, returns), 1 - 0.75 / 3.5,
              1e-12);
}

TEST(ExplainedVarianceTest, IsZeroWhereNothingVaries) {
  EXPECT_EQ(explainedVariance(Floats{1, 2}, Floats{3, 3}), 0);
  EXPECT_EQ(explainedVariance({}, {}), 0);
}
} // namespace
