#include "agents/ppo/rollout/Rollout.h"
#include "SyntheticTimings.h"
#include "agents/policy/nets/NetOptions.h"
#include "agents/ppo/rollout/ProgramObserver.h"
#include "agents/ppo/rollout/SeenSchedules.h"
#include <cmath>
#include <gtest/gtest.h>

using namespace mlirgym;
using namespace mlirgym::testing;

namespace {
/// A rollout with a new policy, in each encoding.
class RolloutTest : public ::testing::TestWithParam<EncodingKind> {
protected:
  RolloutTest() {
    env.actions = makeActions(GetParam());
    env.machine.threads = 2;
    environments.emplace(llvm::cantFail(
        VectorEnv::create(pool, syntheticExecution(*pool, env),
                          {.env = env,
                           .numEnvs = numEnvs,
                           .autoreset = AutoresetMode::SameStep})));
    environments->reset(1);
    options.hidden = {16};
    learner = llvm::cantFail(PpoLearner::create(
        {environments->observationSpec(), environments->numActions()}, options,
        std::nullopt, environments->actionDimensions()));
  }
  Rollout collect(double epsilon) {
    options.epsilon = epsilon;
    Rollout rollout(*environments, steps);
    RandomStream random(1);
    std::vector<EpisodeUnderWay> underWay(numEnvs);
    llvm::cantFail(
        rollout.collect(*environments, *learner, options, random, underWay));
    return rollout;
  }

  static constexpr unsigned numEnvs = 3, steps = 40;
  std::shared_ptr<const ProgramPool> pool =
      poolOf({"relu_12_20", "matmul_9_10_12"});
  EnvOptions env = tinyOptions();
  PpoOptions options;
  std::optional<VectorEnv> environments;
  std::unique_ptr<PpoLearner> learner;
};

TEST_P(RolloutTest, EveryEpisodeEndsWithATiming) {
  const Rollout rollout = collect(0.3);
  ASSERT_GT(rollout.episodes().size(), 10u);
  for (const EndedEpisode &episode : rollout.episodes()) {
    EXPECT_TRUE(episode.terminated);
    EXPECT_GT(episode.speedup, 0);
    // No decision was illegal: it would have cost 1.
    EXPECT_NEAR(episode.undiscountedReturn, std::log(episode.speedup), 1e-6);
  }
}

TEST_P(RolloutTest, EpisodesAreTheirDecisions) {
  const Rollout rollout = collect(0);
  const ProgramObserver observer(pool, env);
  for (const EndedEpisode &episode : rollout.episodes()) {
    llvm::ArrayRef<int64_t> left = episode.decisions;
    ASSERT_EQ(left.size() % observer.actionSize(), 0u);
    DecisionState state = observer.start(episode.program);
    for (; !left.empty(); left = left.drop_front(observer.actionSize()))
      ASSERT_NE(observer.step(state, left.take_front(observer.actionSize())),
                StepResult::Illegal);
    EXPECT_TRUE(state.schedule.finished());
    EXPECT_EQ(fingerprint(episode.program, state.schedule.schedule()),
              episode.schedule);
  }
}

TEST_P(RolloutTest, RatiosReferToTheMixtureWithUniformDraws) {
  EXPECT_TRUE(collect(0).batch().drawnLogProbabilities.empty());
  constexpr double epsilon = 0.25;
  const Rollout rollout = collect(epsilon);
  const TrainingBatch batch = rollout.batch();
  ASSERT_EQ(batch.rows, size_t{numEnvs} * steps);
  ASSERT_EQ(batch.drawnLogProbabilities.size(), batch.rows);
  llvm::ArrayRef<int8_t> masks = batch.masks;
  for (size_t row = 0; row < batch.rows; ++row) {
    double uniform = 1;
    for (int64_t size : environments->actionDimensions()) {
      const auto legal = llvm::count(masks.take_front(size), 1);
      ASSERT_GT(legal, 0);
      uniform /= static_cast<double>(legal);
      masks = masks.drop_front(size);
    }
    EXPECT_NEAR(batch.drawnLogProbabilities[row],
                std::log((1 - epsilon) * std::exp(batch.logProbabilities[row]) +
                         epsilon * uniform),
                1e-5);
    // A new policy is nearly uniform itself.
    EXPECT_NEAR(batch.logProbabilities[row], std::log(uniform), 0.3);
  }
  EXPECT_TRUE(masks.empty());
}

INSTANTIATE_TEST_SUITE_P(Encodings, RolloutTest,
                         ::testing::Values(EncodingKind::Flat,
                                           EncodingKind::Joint),
                         [](const auto &info) {
                           return nameOf(info.param).str();
                         });
} // namespace
