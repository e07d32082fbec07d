#include "agents/ppo/PpoConfig.h"
#include <gmock/gmock.h>

using namespace mlirgym;

namespace {
TEST(PpoConfigTest, OptionsAreWrittenAsTheyAre) {
  PpoOptions options;
  options.seed = UINT64_MAX;
  options.learningRate = 0.1;
  options.hidden = {3, 5};
  const auto json = toJson(options);
  EXPECT_EQ(json.at("learning_rate"), 0.1);
  EXPECT_EQ(json.at("seed"), UINT64_MAX);
  EXPECT_EQ(json.at("hidden"), nlohmann::json({3, 5}));
  EXPECT_EQ(json.size(), 25u);
}

TEST(PpoConfigTest, NamesTheKindsOfActions) {
  EnvOptions options;
  options.encoding.kinds = {ActionKind::Vectorize, ActionKind::TileParallel};
  options.encoding.without = {ActionKind::TileParallel};
  const auto encoding = toJson(options).at("encoding");
  EXPECT_EQ(encoding.at("kinds").dump(),
            R"(["vectorize","tile_parallel","done"])");
  EXPECT_EQ(encoding.at("without").dump(), R"(["tile_parallel"])");
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
