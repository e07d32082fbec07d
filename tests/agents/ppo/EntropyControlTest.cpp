#include "agents/ppo/EntropyControl.h"
#include <cmath>
#include <gtest/gtest.h>

using namespace mlirgym;

namespace {
TEST(EntropyControlTest, WithoutATargetTheCoefficientStays) {
  EntropyControl control(0.03, /*target=*/0);
  control.update(/*entropy=*/2, /*newShare=*/0);
  EXPECT_EQ(control.coefficient(), 0.03);
}

TEST(EntropyControlTest, StepsTheLogarithmByTheRelativeError) {
  EntropyControl control(0.1, 0.4);
  control.update(0.3, 1); // a quarter too low: 0.2 * 0.25
  EXPECT_NEAR(std::log(control.coefficient() / 0.1), 0.05, 1e-12);
  control.update(0.6, 1); // half too high
  EXPECT_NEAR(std::log(control.coefficient() / 0.1), 0.05 - 0.1, 1e-12);
  EntropyControl fast(0.1, 0.1);
  fast.update(1.2, 1); // eleven times too high: the step is limited
  EXPECT_NEAR(std::log(fast.coefficient() / 0.1), -0.2, 1e-12);
}

TEST(EntropyControlTest, StaysWithinItsLimits) {
  EntropyControl control(0.1, 0.4);
  for (int i = 0; i < 200; ++i)
    control.update(0, 1);
  EXPECT_EQ(control.coefficient(), 1);
  for (int i = 0; i < 200; ++i)
    control.update(4, 1);
  EXPECT_EQ(control.coefficient(), 3e-3);
}

TEST(EntropyControlTest, TheTargetHoldsWhileThereIsNewsAndSinksAfterIt) {
  EntropyControl control(0.1, 0.4);
  for (int i = 0; i < 500; ++i)
    control.update(0.4, 0.05);
  EXPECT_EQ(control.target(), 0.4);
  // A policy with too little entropy does not prove that all schedules are
  // known.
  for (int i = 0; i < 500; ++i)
    control.update(0.1, 0);
  EXPECT_EQ(control.target(), 0.4);
  for (int i = 0; i < 70; ++i)
    control.update(0.4, 0);
  EXPECT_NEAR(control.target(), 0.2, 0.01);
}

TEST(EntropyControlTest, ContinuesFromItsState) {
  EntropyControl one(0.1, 0.4), other(0.1, 0.4);
  for (int i = 0; i < 100; ++i)
    one.update(0.5, 0);
  other.restore(one.state());
  one.update(0.3, 0.5);
  other.update(0.3, 0.5);
  EXPECT_EQ(one.state(), other.state());
  EXPECT_EQ(one.coefficient(), other.coefficient());
}
} // namespace
