#include "agents/ppo/PpoLearner.h"
#include "agents/policy/nets/PolicyNet.h"
#include <cmath>
#include <gmock/gmock.h>

using namespace mlirgym;
using ::testing::HasSubstr;

namespace {
/// A bandit: the observation says which of three actions is rewarded; a fourth
/// is illegal.
class PpoLearnerTest : public ::testing::Test {
protected:
  static constexpr size_t rows = 96, width = 3, numActions = 4;

  PpoLearnerTest() {
    options.hidden = {16};
    options.learningRate = 3e-3;
    options.minibatch = 32;
    options.targetKl = 0;
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
  std::unique_ptr<PpoLearner> make() const {
    return llvm::cantFail(PpoLearner::create(shape(), options));
  }
  /// One round; the mean reward.
  double play(PpoLearner &learner, RandomStream &random) {
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
    steps += llvm::cantFail(learner.update(batch(actions, logProbabilities,
                                                 advantages, returns),
                                           plan, random))
                 .policySteps;
    return mean;
  }
  /// A batch over the fixture's observations; refers to its arguments.
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
  UpdatePlan plan;
  unsigned steps = 0;
  std::vector<float> observations;
  std::vector<int8_t> masks;
};

TEST_F(PpoLearnerTest, LearnsWhichActionPays) {
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

TEST_F(PpoLearnerTest, NeverChoosesAnIllegalAction) {
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

TEST_F(PpoLearnerTest, SaysWhichRowHasNoLegalAction) {
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

TEST_F(PpoLearnerTest, RestoresBitwise) {
  auto straight = make();
  RandomStream random(4);
  for (int i = 0; i < 3; ++i)
    play(*straight, random);
  const auto arrays = llvm::cantFail(straight->arrays());
  EXPECT_EQ(steps, 3u * 4 * 3); // rounds, epochs, batches
  RandomStream resumedRandom = random;

  auto resumed = make();
  ASSERT_FALSE(llvm::errorToBool(resumed->restore(arrays)));
  for (int i = 0; i < 3; ++i) {
    play(*straight, random);
    play(*resumed, resumedRandom);
  }
  EXPECT_EQ(llvm::cantFail(straight->arrays()),
            llvm::cantFail(resumed->arrays()));
}

TEST_F(PpoLearnerTest, RefusesArraysOfOtherNets) {
  auto learner = make();
  auto arrays = llvm::cantFail(learner->arrays());
  arrays[0].shape = {3, 16};
  EXPECT_THAT(llvm::toString(learner->restore(arrays)),
              HasSubstr("array policy.0.weight has another shape"));
  arrays.erase(arrays.begin());
  EXPECT_THAT(llvm::toString(learner->restore(arrays)),
              HasSubstr("array policy.0.weight is missing"));
}

TEST_F(PpoLearnerTest, TakesNoStepAlongGradientsThatAreNotFinite) {
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
        batch(actions, logProbabilities, advantages, returns), plan, random);
    ASSERT_FALSE(bool(update));
    EXPECT_THAT(llvm::toString(update.takeError()),
                HasSubstr("not finite, training diverged; lower the learning"));
  }
  EXPECT_EQ(llvm::cantFail(learner->arrays()), before);
}

TEST_F(PpoLearnerTest, AlsoUpdatesOnAnIncompleteMinibatch) {
  options.minibatch = 95; // 95 and 1
  auto learner = make();
  RandomStream random(5);
  play(*learner, random);
  EXPECT_EQ(steps, 2u * 4);
  for (const NamedArray &array : llvm::cantFail(learner->arrays()))
    for (float value : array.values)
      ASSERT_TRUE(std::isfinite(value)) << array.name;
}
/// Draws and rewards of one round, which only differ in the update.
class PpoLearnerUpdateTest : public PpoLearnerTest {
protected:
  PpoLearnerUpdateTest()
      : actions(rows), logProbabilities(rows), advantages(rows), returns(rows) {
    auto learner = make();
    RandomStream random(7);
    llvm::cantFail(learner->choose(observations, masks, &random, actions,
                                   logProbabilities));
    for (size_t i = 0; i < rows; ++i)
      advantages[i] = returns[i] =
          actions[i] == static_cast<int64_t>(i % width);
  }
  UpdateStatistics update(PpoLearner &learner) const {
    RandomStream random(8);
    return llvm::cantFail(learner.update(
        batch(actions, logProbabilities, advantages, returns), plan, random));
  }
  static std::vector<NamedArray> weights(const PpoLearner &learner,
                                         llvm::StringRef net) {
    std::vector<NamedArray> found;
    for (NamedArray &array : llvm::cantFail(learner.arrays()))
      if (llvm::StringRef(array.name).starts_with(net))
        found.push_back(std::move(array));
    return found;
  }

  std::vector<int64_t> actions;
  std::vector<float> logProbabilities, advantages, returns;
};

TEST_F(PpoLearnerUpdateTest, EndsOnceThePolicyHasMovedFarEnough) {
  plan.epochs = 50;
  options.learningRate = 0.02;
  const UpdateStatistics free = update(*make());
  EXPECT_EQ(free.epochs, 50u);
  EXPECT_EQ(free.policySteps, 150u);
  options.targetKl = 0.01;
  const UpdateStatistics bound = update(*make());
  EXPECT_LT(bound.policySteps, 75u);
  EXPECT_GE(bound.policySteps, 1u);
  EXPECT_LT(bound.approxKl, free.approxKl);
}

TEST_F(PpoLearnerUpdateTest, ValuesMayHavePassesOfTheirOwn) {
  auto learner = make();
  const auto before = weights(*learner, "value.");
  const auto policyBefore = weights(*learner, "policy.");
  plan.epochs = 0;
  options.valueEpochs = 40;
  learner = make();
  const UpdateStatistics statistics = update(*learner);
  EXPECT_EQ(statistics.policySteps, 0u);
  EXPECT_GT(statistics.valueLoss, 0);
  EXPECT_NE(weights(*learner, "value."), before);
  EXPECT_EQ(weights(*learner, "policy."), policyBefore);
}

TEST_F(PpoLearnerUpdateTest, ImitatesWhatItIsShown) {
  // The round itself has no advantages to learn from.
  std::fill(advantages.begin(), advantages.end(), 0.0f);
  const std::vector<float> shown = {0, 1, 0};
  const std::vector<int8_t> legal = {1, 1, 1, 0};
  const std::vector<int64_t> action = {2};
  const std::vector<float> weight = {5};
  plan.imitation = {.rows = 1,
                    .observations = shown,
                    .masks = legal,
                    .actions = action,
                    .weights = weight};
  plan.epochs = 200;
  options.imitationCoefficient = 1;
  auto learner = make();
  const UpdateStatistics statistics = update(*learner);
  EXPECT_GT(statistics.imitationLoss, 0);
  std::vector<int64_t> chosen(1);
  std::vector<float> logProbability(1);
  llvm::cantFail(
      learner->choose(shown, legal, nullptr, chosen, logProbability));
  EXPECT_EQ(chosen[0], 2);
  EXPECT_GT(logProbability[0], std::log(0.9f));
}

TEST_F(PpoLearnerUpdateTest, TakesOverOnlyThePolicyOfAnother) {
  auto teacher = make();
  update(*teacher);
  options.seed = 9;
  auto student = make();
  const auto values = weights(*student, "value.");
  ASSERT_FALSE(llvm::errorToBool(
      student->restorePolicy(llvm::cantFail(teacher->arrays()))));
  EXPECT_EQ(weights(*student, "policy."), weights(*teacher, "policy."));
  EXPECT_EQ(weights(*student, "value."), values);
}

TEST_F(PpoLearnerTest, EpsilonDrawsLegalActionsAlike) {
  auto learner = make();
  RandomStream random(10);
  for (int i = 0; i < 60; ++i)
    play(*learner, random); // now the policy is nearly deterministic
  std::vector<int64_t> actions(rows);
  std::vector<float> logProbabilities(rows);
  unsigned others = 0;
  for (int i = 0; i < 100; ++i) {
    llvm::cantFail(learner->choose(observations, masks, {&random, 0.9}, actions,
                                   logProbabilities));
    for (size_t row = 0; row < rows; ++row) {
      ASSERT_NE(actions[row], 3);
      others += actions[row] != static_cast<int64_t>(row % width);
    }
  }
  // Two thirds of nine tenths, and few of the rest.
  EXPECT_NEAR(others / (100.0 * rows), 0.6, 0.03);
}
} // namespace
