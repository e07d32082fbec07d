// PPO on recorded timings. A policy must not become certain of one schedule
// after a few thousand episodes and then stop learning.
#include "agents/ppo/Ppo.h"
#include "program/ProgramLoader.h"
#include "program/suites/Suite.h"
#include "tests/agents/TemporaryFolder.h"
#include "llvm/ADT/STLExtras.h"
#include <fstream>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

using namespace mlirgym;
using namespace mlirgym::testing;

namespace {
nlohmann::json description() {
  std::ifstream file(MLIRGYM_RECORDED "/description.json");
  return nlohmann::json::parse(file);
}

class ReplayedTrainingTest
    : public ::testing::TestWithParam<std::tuple<EncodingKind, unsigned>> {
protected:
  ReplayedTrainingTest() {
    const nlohmann::json recorded = description();
    ExecutionOptions options;
    options.mainExecData = {MLIRGYM_RECORDED "/" +
                            recorded.at("exec_data").get<std::string>()};
    options.replay = options.anyMachine = true;
    execution = llvm::cantFail(Execution::create(options));
    ProgramLoader loader;
    auto programs = std::make_shared<ProgramPool>();
    for (const auto &name : recorded.at("programs"))
      programs->programs.push_back(
          std::make_shared<const Program>(llvm::cantFail(loader.loadText(
              llvm::cantFail(generateProgram(name.get<std::string>())),
              name.get<std::string>()))));
    pool = std::move(programs);
    const auto sizes = recorded.at("tile_sizes").get<std::vector<int64_t>>();
    env.encoding.tileSizes.assign(sizes.begin(), sizes.end());
    env.encoding.kinds = llvm::cantFail(ActionKinds::parse(
        recorded.at("kinds").get<std::vector<std::string>>()));
    recorded.at("max_actions_per_op").get_to(env.state.maxActionsPerOp);
    env.actions = makeActions(std::get<EncodingKind>(GetParam()));
    ppo.seed = std::get<unsigned>(GetParam());
    ppo.iterations = 60;
    ppo.numEnvs = 16;
    ppo.rolloutSteps = 32;
    ppo.hidden = {64, 64};
  }

  std::shared_ptr<Execution> execution;
  std::shared_ptr<const ProgramPool> pool;
  EnvOptions env;
  PpoOptions ppo;
};

double mean(llvm::ArrayRef<PpoMetrics> metrics, double PpoMetrics::*member) {
  double sum = 0;
  for (const PpoMetrics &iteration : metrics)
    sum += iteration.*member;
  return sum / static_cast<double>(metrics.size());
}

TEST_P(ReplayedTrainingTest, LearnsWithoutBecomingSureOfOneSchedule) {
  TemporaryFolder folder;
  std::vector<PpoMetrics> all;
  auto trainer = llvm::cantFail(
      PpoTrainer::create(pool, execution, env, ppo, folder.str()));
  llvm::cantFail(trainer->train([&all](const PpoMetrics &metrics) {
    all.push_back(metrics);
    return true;
  }));
  ASSERT_EQ(all.size(), ppo.iterations);
  EXPECT_GT(all.back().episodes, 3000u);
  const llvm::ArrayRef<PpoMetrics> metrics(all);
  const auto first = metrics.take_front(10), last = metrics.take_back(10);
  EXPECT_GT(mean(last, &PpoMetrics::meanReturn),
            mean(first, &PpoMetrics::meanReturn) + 0.3);
  for (const PpoMetrics &iteration : metrics)
    EXPECT_GT(iteration.entropy, 0.2) << iteration.iteration;
  EXPECT_GT(mean(last, &PpoMetrics::entropy), 0.3);
  EXPECT_GT(mean(last, &PpoMetrics::distinctSchedules), 15);
}

std::string nameOfCase(
    const ::testing::TestParamInfo<std::tuple<EncodingKind, unsigned>> &info) {
  return nameOf(std::get<EncodingKind>(info.param)).str() +
         std::to_string(std::get<unsigned>(info.param));
}
INSTANTIATE_TEST_SUITE_P(
    Seeds, ReplayedTrainingTest,
    ::testing::Combine(::testing::Values(EncodingKind::Flat,
                                         EncodingKind::Joint),
                       ::testing::Values(1u)),
    nameOfCase);
INSTANTIATE_TEST_SUITE_P(
    DISABLED_MoreSeeds, ReplayedTrainingTest,
    ::testing::Combine(::testing::Values(EncodingKind::Flat,
                                         EncodingKind::Joint),
                       ::testing::Values(2u, 3u)),
    nameOfCase);
} // namespace
