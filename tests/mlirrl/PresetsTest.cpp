#include "env/Presets.h"
#include "SyntheticTimings.h"
#include "env/VectorEnv.h"
#include "mlirrl/MlirRlEncoding.h"
#include "mlirrl/MlirRlPreset.h"
#include <cmath>
#include <gmock/gmock.h>

using namespace mlirgym;
using namespace mlirgym::testing;
using ::testing::HasSubstr;

namespace {
TEST(PresetsTest, AreNamed) {
  registerMlirRlPreset();
  EXPECT_THAT(environmentPresetNames(),
              ::testing::ElementsAre("default", "mlir-rl"));
  auto encodingOf = [](llvm::StringRef name) {
    EnvOptions options = llvm::cantFail(environmentPreset(name));
    return llvm::cantFail(options.actions(options.encoding, options.state));
  };
  EXPECT_TRUE(llvm::isa<FlatActions>(*encodingOf("default")));
  EXPECT_TRUE(llvm::isa<MlirRlEncoding>(*encodingOf("mlir-rl")));
  EXPECT_THAT(llvm::toString(environmentPreset("mlir").takeError()),
              HasSubstr("choose one of default, mlir-rl"));
}

class MlirRlPresetTest : public ::testing::Test {
protected:
  void SetUp() override { registerMlirRlPreset(); }
};

TEST_F(MlirRlPresetTest, RefusesProgramsItLeavesOut) {
  MlirRlOptions few;
  few.maxLoops = 2;
  EnvOptions options = llvm::cantFail(environmentPreset("mlir-rl"));
  options.actions = mlirRlActions(few);
  auto pool = poolOf({"relu_12_20", "matmul_9_10_12"});
  auto execution = syntheticExecution(*pool, tinyOptions());
  EXPECT_THAT(
      llvm::toString(Env::create(pool, execution, options).takeError()),
      HasSubstr("program matmul_9_10_12 has no operation of at most 2 loops"));
  few.maxActions = 0;
  options.actions = mlirRlActions(few);
  EXPECT_THAT(llvm::toString(Env::create(pool, execution, options).takeError()),
              HasSubstr("0 actions"));
}

TEST_F(MlirRlPresetTest, RewardsTheDecimalLogarithm) {
  MlirRlOptions anyOrder;
  anyOrder.order.clear();
  EnvOptions options = llvm::cantFail(environmentPreset("mlir-rl"));
  options.actions = mlirRlActions(anyOrder);
  auto pool = poolOf({"relu_12_20"});
  auto timingOf = [](const Program &of, const Schedule &schedule) {
    auto timing = syntheticTiming(of, schedule);
    if (schedule.text() == "op0: tile(4,4)")
      timing->status = Status::Crashed;
    return timing;
  };
  Env env = llvm::cantFail(Env::create(
      pool, syntheticExecution(*pool, tinyOptions(), timingOf), options));
  auto play = [&](std::vector<int64_t> sizes, MlirRlSymbol end) {
    env.reset();
    std::vector<int64_t> row(env.actionDimensions().size(), 0);
    row[0] = int64_t(MlirRlSymbol::T);
    std::copy(sizes.begin(), sizes.end(), row.begin() + 1);
    EXPECT_EQ(llvm::cantFail(env.step(row)).reward, 0);
    row[0] = int64_t(end);
    return llvm::cantFail(env.step(row));
  };
  // A tile of 4 x 20, in vectors: (0.9 x 0.25) of the baseline.
  EXPECT_NEAR(play({3, 0}, MlirRlSymbol::V).reward, std::log10(1 / 0.225),
              1e-9);
  EXPECT_EQ(play({3, 3}, MlirRlSymbol::NT).reward, -20);
  env.reset();
  std::vector<int64_t> nothing(env.actionDimensions().size(), 7);
  EXPECT_EQ(llvm::cantFail(env.step(nothing)).reward, -5);
}

TEST_F(MlirRlPresetTest, ComparesWithGivenBaselines) {
  MlirRlOptions anyOrder;
  anyOrder.order.clear();
  EnvOptions options = llvm::cantFail(environmentPreset("mlir-rl"));
  options.actions = mlirRlActions(anyOrder);
  auto names = poolOf({"relu_12_20", "relu_24_20"});
  auto timingOf = [](const Program &of, const Schedule &schedule) {
    auto timing = syntheticTiming(of, schedule);
    timing->medianNs *= of.name() == "relu_24_20" ? 2.5 : 1;
    return timing;
  };
  auto execution = syntheticExecution(*names, tinyOptions(), timingOf);
  const auto measured = [&](unsigned program) {
    return timingOf(*names->programs[program], Schedule())->medianNs;
  };
  auto pool = std::make_shared<ProgramPool>(*names);
  // A time, and the time of another program.
  pool->baselines.resize(2);
  pool->baselines[0].nanoseconds = 1000 * measured(0);
  pool->baselines[1].program = names->programs[0];
  auto rewardOf = [&](auto &env, unsigned program) {
    llvm::cantFail(env.reset(0, program));
    std::vector<int64_t> nothing(env.actionDimensions().size(), 0);
    return llvm::cantFail(env.step(nothing)).reward; // NT
  };
  Env env = llvm::cantFail(Env::create(pool, execution, options));
  EXPECT_NEAR(rewardOf(env, 0), 3, 1e-9);
  EXPECT_NEAR(rewardOf(env, 1), std::log10(1 / 2.5), 1e-9);

  VectorEnv envs = llvm::cantFail(
      VectorEnv::create(pool, execution, {.env = options, .numEnvs = 2}));
  std::vector<EpisodeRequest> requests(2);
  requests[0].program = 0;
  requests[1].program = 1;
  llvm::cantFail(envs.resetEach(requests));
  VectorStep step = llvm::cantFail(
      envs.step(std::vector<int64_t>(2 * envs.actionDimensions().size(), 0)));
  EXPECT_NEAR(step.rewards[0], 3, 1e-9);
  EXPECT_NEAR(step.rewards[1], std::log10(1 / 2.5), 1e-9);
}

TEST_F(MlirRlPresetTest, RefusesBaselinesThatAreNone) {
  EnvOptions options = llvm::cantFail(environmentPreset("mlir-rl"));
  auto names = poolOf({"relu_12_20"});
  auto execution = syntheticExecution(*names, tinyOptions());
  auto whyNot = [&](std::vector<Baseline> baselines, EnvOptions with) {
    auto pool = std::make_shared<ProgramPool>(*names);
    pool->baselines = std::move(baselines);
    return llvm::toString(Env::create(pool, execution, with).takeError());
  };
  EXPECT_THAT(whyNot({{}, {}}, options),
              HasSubstr("2 baselines for 1 programs"));
  Baseline negative;
  negative.nanoseconds = -1;
  EXPECT_THAT(whyNot({negative}, options),
              HasSubstr("the baseline of program relu_12_20 is -1"));
}
} // namespace
