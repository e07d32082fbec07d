#include "agents/ppo/PpoConfig.h"
#include <gmock/gmock.h>

using namespace mlirgym;

namespace {
TEST(PpoConfigTest, PpoOptionsComeBackAsTheyWere) {
  PpoOptions options;
  options.seed = UINT64_MAX;
  options.learningRate = 0.1;
  options.hidden = {3, 5};
  const auto json = toJson(options);
  EXPECT_EQ(json.at("learning_rate"), 0.1);
  EXPECT_EQ(toJson(ppoOptionsFromJson(json)), json);
  EXPECT_EQ(ppoOptionsFromJson(json).seed, UINT64_MAX);
}

TEST(PpoConfigTest, EnvOptionsComeBackAsTheyWere) {
  EnvOptions options;
  options.encoding.tileSizes = {0, 3};
  options.encoding.kinds = 5;
  options.state.maxActionsPerOp = 2;
  options.reward.when = RewardOptions::When::Immediate;
  options.reward.base = 10;
  options.machine.threads = 7;
  options.maxDecisions = 9;
  const EnvOptions back = envOptionsFromJson(toJson(options));
  EXPECT_EQ(back.encoding, options.encoding);
  EXPECT_EQ(back.state, options.state);
  EXPECT_EQ(back.machine, options.machine);
  EXPECT_EQ(back.reward.when, options.reward.when);
  EXPECT_EQ(back.reward.base, 10);
  EXPECT_EQ(back.maxDecisions, 9u);
}

TEST(PpoMetricsTest, IsOneLineOfJson) {
  PpoMetrics metrics;
  metrics.iteration = 3;
  metrics.meanReturn = -0.5;
  const std::string text = metrics.toJson();
  EXPECT_EQ(text.find('\n'), std::string::npos);
  const auto json = nlohmann::json::parse(text);
  EXPECT_EQ(json.at("iteration"), 3);
  EXPECT_EQ(json.at("mean_return"), -0.5);
  EXPECT_EQ(json.size(), 21u);
  EXPECT_FALSE(json.contains("validation_speedup"));
  metrics.validationSpeedup = 2.5;
  EXPECT_EQ(nlohmann::json::parse(metrics.toJson()).at("validation_speedup"),
            2.5);
}
} // namespace
