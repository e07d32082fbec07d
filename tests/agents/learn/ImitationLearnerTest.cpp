#include "agents/learn/ImitationLearner.h"
#include "SyntheticTimings.h"
#include <ATen/ATen.h>
#include <cmath>
#include <gmock/gmock.h>

using namespace mlirgym;
using namespace mlirgym::testing;
using ::testing::HasSubstr;

namespace {
TEST(OneCycleTest, RisesForThreeTenthsAndThenFallsAlmostToZero) {
  EXPECT_NEAR(oneCycleRate(1, 0, 101), 0.04, 1e-12);
  EXPECT_NEAR(oneCycleRate(1, 15, 101), (1 + 0.04) / 2, 1e-12);
  EXPECT_NEAR(oneCycleRate(1, 30, 101), 1, 1e-12);
  EXPECT_NEAR(oneCycleRate(1, 65, 101), 0.5, 1e-5);
  EXPECT_NEAR(oneCycleRate(1, 100, 101), 4e-6, 1e-12);
  EXPECT_GT(oneCycleRate(1, 0, 1), 0) << "a single step";
}

class ImitationLearnerTest : public ::testing::Test {
protected:
  ImitationLearnerTest() {
    options.net.hidden = {16};
    options.learningRate = 0.02;
    const EnvOptions tiny = tinyOptions();
    const FlatEncoding encoding(tiny.encoding);
    shape = {Observer(encoding, tiny.machine, tiny.state).spec(), 3};
    const auto width = static_cast<int64_t>(shape.observation.size());
    policy.observations = at::eye(4, width);
    policy.masks = at::ones({4, 3}, at::kBool);
    policy.actions = at::tensor({0, 1, 2, 0}, at::kLong);
    policy.weights = at::tensor({1.0f, 1.0f, 1.0f, 0.0f});
    critic.observations = policy.observations;
    critic.values = at::tensor({1.0f, -1.0f, 0.5f, 0.0f});
  }
  ImitationOptions options;
  NetShape shape;
  PolicyBatch policy;
  CriticBatch critic;
};

TEST_F(ImitationLearnerTest, LearnsDecisionsAndValues) {
  ImitationLearner imitation(options, shape, 200);
  const ImitationLosses before = imitation.evaluate(policy);
  EXPECT_NEAR(before.weight, 3, 1e-6);
  EXPECT_NEAR(before.crossEntropy / 3, std::log(3), 0.5);
  for (int i = 0; i < 200; ++i)
    ASSERT_TRUE(bool(imitation.step(policy, critic)));
  const ImitationLosses after = imitation.evaluate(policy);
  EXPECT_LT(after.crossEntropy / 3, 0.1);
  EXPECT_EQ(after.correct, 3) << "the row of weight 0 does not count";
  const std::vector<float> values = imitation.values(critic.observations);
  EXPECT_NEAR(values[0], 1, 0.1);
  EXPECT_NEAR(values[1], -1, 0.1);
}

TEST_F(ImitationLearnerTest, WhatIsMaskedHasNoPartInTheLoss) {
  policy.masks.select(1, 1).fill_(false);
  policy.masks.select(1, 2).fill_(false);
  policy.actions.zero_();
  const ImitationLearner imitation(options, shape, 1);
  EXPECT_EQ(imitation.evaluate(policy).crossEntropy, 0);
}

TEST_F(ImitationLearnerTest, RestoredItContinuesBitwise) {
  ImitationLearner whole(options, shape, 20), first(options, shape, 20),
      second(options, shape, 20);
  for (int i = 0; i < 10; ++i)
    llvm::cantFail(whole.step(policy, critic));
  for (int i = 0; i < 5; ++i)
    llvm::cantFail(first.step(policy, critic));
  ASSERT_FALSE(second.restore(first.arrays(), first.stepsTaken()));
  for (int i = 0; i < 5; ++i)
    llvm::cantFail(second.step(policy, critic));
  EXPECT_EQ(second.arrays(), whole.arrays());
  EXPECT_EQ(second.learningRate(), whole.learningRate());
}

TEST_F(ImitationLearnerTest, AMemberOfSeveralLearnsAsItDoesAlone) {
  options.seed = 3;
  ImitationLearner alone(options, shape, 5);
  options.seed = 2;
  options.net.members = 2;
  ImitationLearner both(options, shape, 5);
  double first = 0;
  for (int i = 0; i < 5; ++i) {
    const ImitationLosses one = llvm::cantFail(alone.step(policy, critic)),
                          two = llvm::cantFail(both.step(policy, critic));
    EXPECT_EQ(two.weight, 2 * one.weight);
    EXPECT_EQ(two.states, 2 * one.states);
    first = two.crossEntropy - one.crossEntropy;
  }
  EXPECT_EQ(weightsOf(*both.net().members()[1]), weightsOf(alone.net()));
  EXPECT_GT(first, 0) << "the losses are those of both members";
}

TEST_F(ImitationLearnerTest, GradientsThatAreNotFiniteAreAnError) {
  ImitationLearner imitation(options, shape, 2);
  policy.observations.fill_(NAN);
  const auto before = imitation.arrays();
  auto losses = imitation.step(policy, critic);
  ASSERT_FALSE(bool(losses));
  EXPECT_THAT(llvm::toString(losses.takeError()),
              HasSubstr("lower the learning rate"));
  EXPECT_EQ(imitation.arrays(), before);
}
} // namespace
