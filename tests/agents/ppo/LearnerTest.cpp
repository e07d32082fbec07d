#include "agents/ppo/Learner.h"
#include "agents/policy/PolicyNet.h"
#include <cmath>
#include <gmock/gmock.h>

using namespace mlirgym;
using ::testing::HasSubstr;

namespace {
/// A bandit: the observation says which of three actions is rewarded; a fourth
/// is illegal.
class LearnerTest : public ::testing::Test {
protected:
  static constexpr size_t rows = 96, width = 3, numActions = 4;

  LearnerTest() {
    options.hidden = {16};
    options.learningRate = 3e-3;
    options.minibatch = 32;
    observations.resize(rows * width);
    masks.resize(rows * numActions);
    for (size_t i = 0; i < rows; ++i) {
      observations[i * width + i % width] = 1;
      for (size_t a = 0; a < numActions; ++a)
        masks[i * numActions + a] = a != 3;
    }
  }
  static NetShape shape() {
    NetShape sizes;
    ObservationSlice &slice = sizes.observation.slices.emplace_back();
    slice.name = "bandit";
    slice.shape = {width};
    sizes.numActions = numActions;
    return sizes;
  }
  std::unique_ptr<Learner> make() const {
    return llvm::cantFail(Learner::create(shape(), options));
  }
  /// One round; the mean reward.
  double play(Learner &learner, RandomStream &random) const {
    std::vector<int64_t> actions(rows);
    std::vector<float> logProbabilities(rows), advantages(rows), returns(rows);
    llvm::cantFail(learner.choose(observations, masks, &random, actions,
                                  logProbabilities));
    double mean = 0;
    const std::vector<float> values =
        llvm::cantFail(learner.values(observations));
    for (size_t i = 0; i < rows; ++i) {
      returns[i] = actions[i] == static_cast<int64_t>(i % width);
      advantages[i] = returns[i] - values[i];
      mean += returns[i] / rows;
    }
    llvm::cantFail(learner.update(
        batch(actions, logProbabilities, advantages, returns), random));
    return mean;
  }
  /// Over the fixture's observations; refers to what it is given.
  TrainingBatch batch(llvm::ArrayRef<int64_t> actions,
                      llvm::ArrayRef<float> logProbabilities,
                      llvm::ArrayRef<float> advantages,
                      llvm::ArrayRef<float> returns) const {
    return {.rows = rows,
            .observations = observations,
            .masks = masks,
            .actions = actions,
            .logProbabilities = logProbabilities,
            .advantages = advantages,
            .returns = returns};
  }

  PpoOptions options;
  std::vector<float> observations;
  std::vector<int8_t> masks;
};

TEST_F(LearnerTest, LearnsWhichActionPays) {
  auto learner = make();
  RandomStream random(1);
  const double first = play(*learner, random);
  double last = 0;
  for (int i = 0; i < 60; ++i)
    last = play(*learner, random);
  EXPECT_LT(first, 0.6);
  EXPECT_GT(last, 0.9);
  std::vector<int64_t> actions(rows);
  llvm::cantFail(learner->choose(observations, masks, nullptr, actions));
  for (size_t i = 0; i < rows; ++i)
    EXPECT_EQ(actions[i], static_cast<int64_t>(i % width));
}

TEST_F(LearnerTest, NeverChoosesAnIllegalAction) {
  auto learner = make();
  RandomStream random(2);
  std::vector<int64_t> actions(rows);
  std::vector<float> logProbabilities(rows);
  for (int i = 0; i < 50; ++i) {
    llvm::cantFail(learner->choose(observations, masks, &random, actions,
                                   logProbabilities));
    for (size_t row = 0; row < rows; ++row) {
      ASSERT_NE(actions[row], 3);
      ASSERT_TRUE(std::isfinite(logProbabilities[row]));
    }
  }
}

TEST_F(LearnerTest, SaysWhichRowHasNoLegalAction) {
  auto learner = make();
  for (size_t a = 0; a < numActions; ++a)
    masks[5 * numActions + a] = 0;
  std::vector<int64_t> actions(rows);
  RandomStream random(3);
  EXPECT_THAT(
      llvm::toString(learner->choose(observations, masks, &random, actions)),
      HasSubstr("row 5 has no action to choose"));
  EXPECT_THAT(
      llvm::toString(learner->choose(observations, masks, nullptr, actions)),
      HasSubstr("row 5"));
}

TEST_F(LearnerTest, RestoresBitwise) {
  auto straight = make();
  RandomStream random(4);
  for (int i = 0; i < 3; ++i)
    play(*straight, random);
  const auto arrays = llvm::cantFail(straight->arrays());
  EXPECT_EQ(straight->optimiserSteps(), 3 * 4 * 3); // rounds, epochs, batches
  RandomStream resumedRandom = random;

  auto resumed = make();
  ASSERT_FALSE(
      llvm::errorToBool(resumed->restore(arrays, straight->optimiserSteps())));
  for (int i = 0; i < 3; ++i) {
    play(*straight, random);
    play(*resumed, resumedRandom);
  }
  EXPECT_EQ(llvm::cantFail(straight->arrays()),
            llvm::cantFail(resumed->arrays()));
}

TEST_F(LearnerTest, RefusesArraysOfOtherNets) {
  auto learner = make();
  auto arrays = llvm::cantFail(learner->arrays());
  arrays[0].shape = {3, 16};
  EXPECT_THAT(llvm::toString(learner->restore(arrays, 0)),
              HasSubstr("array policy.0.weight has another shape"));
  arrays.erase(arrays.begin());
  EXPECT_THAT(llvm::toString(learner->restore(arrays, 0)),
              HasSubstr("array policy.0.weight is missing"));
}

TEST_F(LearnerTest, TakesNoStepAlongGradientsThatAreNotFinite) {
  auto learner = make();
  const auto before = llvm::cantFail(learner->arrays());
  RandomStream random(6);
  std::vector<int64_t> actions(rows);
  std::vector<float> logProbabilities(rows), advantages(rows);
  llvm::cantFail(
      learner->choose(observations, masks, &random, actions, logProbabilities));
  for (const float worst : {INFINITY, NAN}) {
    const std::vector<float> returns(rows, worst);
    auto update = learner->update(
        batch(actions, logProbabilities, advantages, returns), random);
    ASSERT_FALSE(bool(update));
    EXPECT_THAT(llvm::toString(update.takeError()),
                HasSubstr("not finite, training diverged; lower the learning"));
  }
  EXPECT_EQ(learner->optimiserSteps(), 0);
  EXPECT_EQ(llvm::cantFail(learner->arrays()), before);
}

TEST_F(LearnerTest, AlsoUpdatesOnAnIncompleteMinibatch) {
  options.minibatch = 95; // 95 and 1
  auto learner = make();
  RandomStream random(5);
  play(*learner, random);
  EXPECT_EQ(learner->optimiserSteps(), 2 * 4);
  for (const NamedArray &array : llvm::cantFail(learner->arrays()))
    for (float value : array.values)
      ASSERT_TRUE(std::isfinite(value)) << array.name;
}
} // namespace
