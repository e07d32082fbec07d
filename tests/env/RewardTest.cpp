#include "env/Reward.h"
#include <cmath>
#include <gtest/gtest.h>

using namespace mlirgym;

namespace {
Measurement timing(double ns, Status status = Status::Ok) {
  Measurement result;
  result.status = status;
  result.medianNs = ns;
  return result;
}

TEST(RewardTest, IsTheLogOfTheRatio) {
  EXPECT_NEAR(reward({}, timing(800), timing(100)), 2.0794415, 1e-6);
  EXPECT_NEAR(reward({}, timing(100), timing(800)), -2.0794415, 1e-6);
}

TEST(RewardTest, TakesAnotherBase) {
  EXPECT_NEAR(reward({.base = 10}, timing(1000), timing(10)), 2, 1e-12);
}

TEST(RewardTest, ACounterInPlaceOfTheTime) {
  auto counted = [](double ns, std::optional<double> instructions) {
    Measurement result = timing(ns);
    result.counters = {{"page-faults", 3}, {"instructions", instructions}};
    return result;
  };
  const RewardOptions rules{.counter = "instructions", .failure = -7};
  EXPECT_NEAR(reward(rules, counted(1, 800), counted(9, 100)), 2.0794415, 1e-6);
  EXPECT_EQ(reward(rules, counted(9, 800), counted(1, std::nullopt)), -7);
  EXPECT_EQ(reward(rules, counted(9, 800), counted(1, 0)), -7);
  EXPECT_EQ(reward(rules, counted(9, 800), timing(1)), -7);
}

TEST(RewardTest, AFailureHasItsOwnReward) {
  RewardOptions rules{.failure = -7};
  for (Status status :
       {Status::WrongResult, Status::Crashed, Status::TimedOut, Status::TooSlow,
        Status::TransformFailed, Status::OutOfMemory, Status::Suspicious})
    EXPECT_EQ(reward(rules, timing(100), timing(0, status)), -7);
  EXPECT_EQ(reward(rules, timing(0, Status::Crashed), timing(100)), -7);
}

TEST(RewardTest, AMissingTimingHasItsOwnReward) {
  RewardOptions rules{.failure = -7, .notCached = -3};
  EXPECT_EQ(reward(rules, timing(100), timing(0, Status::NotCached)), -3);
  EXPECT_EQ(reward(rules, timing(0, Status::NotCached), timing(100)), -3);
}

TEST(RewardTest, ATimeOfZeroIsAFailureNotInfinity) {
  EXPECT_EQ(reward({}, timing(100), timing(0)), RewardOptions().failure);
  EXPECT_EQ(reward({}, timing(0), timing(100)), RewardOptions().failure);
}

TEST(RewardTest, ATimeThatIsNoTimeIsAFailure) {
  const RewardOptions rules{.counter = "cycles", .failure = -7};
  auto counted = [](double cycles) {
    Measurement result = timing(1);
    result.counters = {{"cycles", cycles}};
    return result;
  };
  for (double odd : {-1.0, HUGE_VAL, -HUGE_VAL, std::nan("")}) {
    EXPECT_EQ(reward({.failure = -7}, timing(100), timing(odd)), -7) << odd;
    EXPECT_EQ(reward({.failure = -7}, timing(odd), timing(100)), -7) << odd;
    EXPECT_EQ(reward(rules, counted(100), counted(odd)), -7) << odd;
  }
  // Each of them is one, but not their ratio.
  EXPECT_EQ(reward({.failure = -7}, timing(1e300), timing(1e-300)), -7);
}
} // namespace
