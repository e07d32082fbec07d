#include "agents/ppo/rollout/GreedyEvaluation.h"
#include "SyntheticTimings.h"
#include "agents/policy/nets/PolicyNet.h"
#include <cmath>
#include <gtest/gtest.h>

using namespace mlirgym;
using namespace mlirgym::testing;

namespace {
class GreedyEvaluationTest : public ::testing::Test {
protected:
  GreedyEvaluationTest() { env.machine.threads = 2; }
  std::unique_ptr<PpoLearner> learner() const {
    const ProgramObserver observer(pool, env);
    PpoOptions options;
    options.hidden = {16};
    return llvm::cantFail(
        PpoLearner::create({observer.spec(), observer.numActions()}, options));
  }
  std::optional<double> speedup(const TimingOf &timingOf) const {
    const GreedyEvaluation evaluation(
        pool, syntheticExecution(*pool, env, timingOf), env);
    return llvm::cantFail(evaluation.speedup(*learner()));
  }

  std::shared_ptr<const ProgramPool> pool =
      poolOf({"relu_12_20", "matmul_9_10_12"});
  EnvOptions env = tinyOptions();
};

TEST_F(GreedyEvaluationTest, IsTheGeometricMeanOverThePrograms) {
  const GreedyEvaluation evaluation(pool, syntheticExecution(*pool, env), env);
  const auto net = learner();
  const auto schedules = llvm::cantFail(evaluation.schedules(*net));
  ASSERT_EQ(schedules.size(), 2u);
  double product = 1;
  for (size_t i = 0; i < 2; ++i)
    product *= syntheticNs(*pool->programs[i], Schedule()) /
               syntheticNs(*pool->programs[i], schedules[i].canonical());
  EXPECT_NEAR(llvm::cantFail(evaluation.speedup(*net)).value(),
              std::sqrt(product), 1e-9);
}

TEST_F(GreedyEvaluationTest, AFailureCountsAsTheUntransformedProgram) {
  const std::optional<double> mean =
      speedup([](const Program &program, const Schedule &schedule) {
        auto timing = syntheticTiming(program, schedule);
        if (!schedule.empty()) {
          timing->status = Status::Crashed;
          timing->medianNs = timing->minNs = 0;
        }
        return timing;
      });
  EXPECT_EQ(mean.value(), 1);
}

TEST_F(GreedyEvaluationTest, WhatIsNotOnFileDoesNotCount) {
  EXPECT_EQ(speedup([](const Program &program,
                       const Schedule &schedule) -> std::optional<Measurement> {
              if (schedule.empty()) // no baseline, no speedup
                return std::nullopt;
              return syntheticTiming(program, schedule);
            }),
            std::nullopt);
}
} // namespace
