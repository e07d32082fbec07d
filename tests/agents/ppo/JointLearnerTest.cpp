#include "agents/policy/Checkpoint.h"
#include "agents/ppo/PpoLearner.h"
#include <cmath>
#include <gmock/gmock.h>

using namespace mlirgym;
using ::testing::HasSubstr;

namespace {
/// A bandit with actions of two entries: the kind, and a parameter that kind 0
/// does not use. The observation says which parameter of kind 1 is rewarded.
class JointLearnerTest : public ::testing::Test {
protected:
  static constexpr size_t rows = 96, width = 3, numActions = 5;
  static constexpr int64_t entries[] = {2, 3};

  JointLearnerTest()
      : observations(rows * width), masks(rows * numActions), actions(rows * 2),
        logProbabilities(rows) {
    options.hidden = {16};
    options.learningRate = 3e-3;
    options.minibatch = 32;
    options.targetKl = 0;
    for (size_t i = 0; i < rows; ++i)
      observations[i * width + i % width] = 1;
  }
  std::unique_ptr<PpoLearner> make() const {
    NetShape shape;
    ObservationSlice &slice = shape.observation.slices.emplace_back();
    slice.name = "bandit";
    slice.shape = {width};
    shape.numActions = numActions;
    return llvm::cantFail(
        PpoLearner::create(shape, options, std::nullopt, entries));
  }
  static void maskNext(size_t, llvm::ArrayRef<int64_t> chosen,
                       llvm::MutableArrayRef<int8_t> mask) {
    for (size_t choice = 0; choice < mask.size(); ++choice)
      mask[choice] = chosen.empty() || chosen[0] == 1 || choice == 0;
  }
  llvm::Error choose(const PpoLearner &learner, Drawing drawing) {
    return learner.choose(observations, masks, maskNext, drawing, actions,
                          logProbabilities);
  }
  bool isRewarded(size_t row) const {
    return actions[2 * row] == 1 &&
           actions[2 * row + 1] == static_cast<int64_t>(row % width);
  }
  /// One round; the statistics of its update.
  UpdateStatistics play(PpoLearner &learner, RandomStream &random) {
    llvm::cantFail(choose(learner, &random));
    std::vector<float> advantages(rows), returns(rows);
    const std::vector<float> values =
        llvm::cantFail(learner.values(observations));
    meanReward = 0;
    for (size_t i = 0; i < rows; ++i) {
      returns[i] = isRewarded(i);
      advantages[i] = returns[i] - values[i];
      meanReward += returns[i] / rows;
    }
    return llvm::cantFail(learner.update({.rows = rows,
                                          .observations = observations,
                                          .masks = masks,
                                          .actions = actions,
                                          .logProbabilities = logProbabilities,
                                          .advantages = advantages,
                                          .returns = returns},
                                         plan, random));
  }

  PpoOptions options;
  UpdatePlan plan;
  double meanReward = 0;
  std::vector<float> observations;
  std::vector<int8_t> masks;
  std::vector<int64_t> actions;
  std::vector<float> logProbabilities;
};

TEST_F(JointLearnerTest, LearnsWhichActionPays) {
  auto learner = make();
  RandomStream random(1);
  play(*learner, random);
  EXPECT_LT(meanReward, 0.4);
  for (int i = 0; i < 80; ++i)
    play(*learner, random);
  EXPECT_GT(meanReward, 0.9);
  llvm::cantFail(choose(*learner, nullptr));
  for (size_t i = 0; i < rows; ++i)
    EXPECT_TRUE(isRewarded(i)) << i;
}

TEST_F(JointLearnerTest, ChoosesWithTheMasksAndProbabilitiesThatItReports) {
  auto learner = make();
  RandomStream random(2);
  llvm::cantFail(choose(*learner, &random));
  unsigned ofKind[2] = {0, 0};
  for (size_t i = 0; i < rows; ++i) {
    const bool usesParameter = actions[2 * i] == 1;
    ++ofKind[usesParameter];
    EXPECT_EQ(llvm::ArrayRef(masks).slice(i * numActions, numActions).vec(),
              usesParameter ? (std::vector<int8_t>{1, 1, 1, 1, 1})
                            : (std::vector<int8_t>{1, 1, 1, 0, 0}));
    // A new policy is nearly uniform.
    EXPECT_NEAR(logProbabilities[i], std::log(usesParameter ? 1. / 6 : 1. / 2),
                0.05);
  }
  EXPECT_GT(ofKind[0], 20u);
  EXPECT_GT(ofKind[1], 20u);
}

TEST_F(JointLearnerTest, RatiosBeginAtOne) {
  options.minibatch = rows;
  plan.epochs = 1;
  auto learner = make();
  RandomStream random(3);
  const UpdateStatistics statistics = play(*learner, random);
  EXPECT_NEAR(statistics.approxKl, 0, 1e-6);
  EXPECT_EQ(statistics.clipFraction, 0);
  // ln 2 for the kind, and ln 3 for half of the parameters, over 1.5 decisions.
  EXPECT_NEAR(statistics.entropy, (std::log(2.) + std::log(3.) / 2) / 1.5,
              0.05);
}

TEST_F(JointLearnerTest, ImitatesWholeActions) {
  const std::vector<float> shown = {0, 1, 0};
  const std::vector<int8_t> legal = {1, 1, 1, 1, 1};
  const std::vector<int64_t> action = {1, 2};
  const std::vector<float> weight = {5};
  plan.imitation = {.rows = 1,
                    .observations = shown,
                    .masks = legal,
                    .actions = action,
                    .weights = weight};
  plan.epochs = 200;
  options.imitationCoefficient = 10;
  auto learner = make();
  RandomStream random(4);
  const UpdateStatistics statistics = play(*learner, random);
  EXPECT_GT(statistics.imitationLoss, 0);
  std::vector<int8_t> mask(numActions);
  std::vector<int64_t> chosen(2);
  llvm::cantFail(learner->choose(shown, mask, maskNext, nullptr, chosen));
  EXPECT_EQ(chosen, action);
}

TEST_F(JointLearnerTest, SaysWhichRowHasNoLegalAction) {
  auto learner = make();
  auto nothingInRow5 = [](size_t row, llvm::ArrayRef<int64_t> chosen,
                          llvm::MutableArrayRef<int8_t> mask) {
    maskNext(row, chosen, mask);
    if (row == 5)
      std::fill(mask.begin(), mask.end(), int8_t(0));
  };
  EXPECT_THAT(llvm::toString(learner->choose(observations, masks, nothingInRow5,
                                             nullptr, actions)),
              HasSubstr("row 5 has no action to choose"));
}
} // namespace
