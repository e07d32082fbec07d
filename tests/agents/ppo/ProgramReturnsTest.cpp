#include "agents/ppo/rollout/ProgramReturns.h"
#include <cmath>
#include <gtest/gtest.h>

using namespace mlirgym;

namespace {
TEST(ProgramReturnsTest, KeepsMeanAndDeviationOfEachProgram) {
  ProgramReturns returns(2);
  for (double value : {1.0, 3.0, 5.0, 7.0})
    returns.add(0, value);
  EXPECT_NEAR(returns.mean(0), 4, 1e-12);
  EXPECT_NEAR(returns.scale(0), std::sqrt(5.0), 1e-12); // of the whole set
  EXPECT_EQ(returns.mean(1), 0);
  EXPECT_EQ(returns.scale(1), 1);
}

TEST(ProgramReturnsTest, OlderEpisodesFade) {
  ProgramReturns returns(1);
  for (int i = 0; i < 1000; ++i)
    returns.add(0, 1);
  for (int i = 0; i < 200; ++i)
    returns.add(0, 3);
  // (1 - 1/200)^200 = 0.367 of the weight is left for the first thousand.
  EXPECT_NEAR(returns.mean(0), 3 - 2 * 0.367, 1e-3);
}

TEST(ProgramReturnsTest, ScalesRewardsWithinLimits) {
  ProgramReturns returns(1);
  returns.add(0, 1);
  EXPECT_EQ(returns.scaled(0, 0.5), 0.5); // one episode has no deviation
  returns.add(0, 1.02);
  EXPECT_EQ(returns.scale(0), 0.05); // less is noise
  EXPECT_NEAR(returns.scaled(0, 0.1), 2, 1e-12);
  EXPECT_EQ(returns.scaled(0, -5), -5); // a hundred deviations
}

TEST(ProgramReturnsTest, ContinuesFromItsState) {
  ProgramReturns one(2), other(2);
  one.add(0, 1.25);
  one.add(1, -0.3);
  one.add(1, 0.7);
  other.restore(one.state());
  one.add(1, 2);
  other.add(1, 2);
  EXPECT_EQ(one.state(), other.state());
}
} // namespace
