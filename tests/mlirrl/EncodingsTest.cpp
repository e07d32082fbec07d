// True of environments with every encoding.
#include "SyntheticTimings.h"
#include "Walk.h"
#include "env/EpisodeOrder.h"
#include "env/Presets.h"
#include "env/VectorEnv.h"
#include "mlirrl/MlirRlPreset.h"
#include <numeric>

using namespace mlirgym;
using namespace mlirgym::testing;
using ::testing::HasSubstr;

namespace {
const std::string names[] = {"flat", "joint", "mlir-rl"};

EnvOptions optionsOf(llvm::StringRef name) {
  registerMlirRlPreset();
  if (name == "mlir-rl")
    return llvm::cantFail(environmentPreset(name));
  EnvOptions options = tinyOptions();
  if (name == "joint")
    options.actions = JointActions::create;
  return options;
}

/// A random choice for each entry that its mask allows.
std::vector<int64_t> randomRow(llvm::ArrayRef<int64_t> dimensions,
                               llvm::ArrayRef<int8_t> mask,
                               std::mt19937_64 &random) {
  std::vector<int64_t> row;
  for (int64_t choices : dimensions) {
    row.push_back(randomLegal(mask.take_front(size_t(choices)), random));
    mask = mask.drop_front(size_t(choices));
  }
  return row;
}

class EncodingsTest : public ::testing::TestWithParam<std::string> {
protected:
  /// Replay without timings: a reward is `notCached`, except the baseline's.
  std::shared_ptr<Execution> execution() {
    return syntheticExecution(*pool, tinyOptions());
  }
  std::vector<int64_t> randomAction(const Env &env) {
    return randomRow(env.actionDimensions(), env.actionMask(), random);
  }
  StepOutcome take(Env &env, llvm::ArrayRef<int64_t> action) {
    llvm::Expected<StepOutcome> outcome = env.step(action);
    if (outcome)
      return std::move(*outcome);
    ADD_FAILURE() << llvm::toString(outcome.takeError());
    return {};
  }

  EnvOptions options = optionsOf(GetParam());
  std::shared_ptr<const ProgramPool> pool =
      poolOf({"relu_12_20", "matmul_9_10_12"});
  std::mt19937_64 random{9};
};

TEST_P(EncodingsTest, NoLegalEpisodeIsTruncated) {
  // The longest: every action allowed is taken, over as many loops as fit.
  options.state.maxActionsPerOp = 2;
  options.encoding.maxLoops = 3;
  Env env = llvm::cantFail(Env::create(pool, execution(), options));
  unsigned longest = 0;
  for (int episode = 0; episode < 300; ++episode) {
    env.reset();
    for (unsigned decisions = 1; env.underWay(); ++decisions) {
      StepOutcome outcome = take(env, randomAction(env));
      ASSERT_FALSE(outcome.truncated) << env.render();
      longest = std::max(longest, decisions);
    }
  }
  EXPECT_GT(longest, 1u);
}

TEST_P(EncodingsTest, IllegalDecisionsEndInProportionToTheOperations) {
  auto decisionsOf = [&](llvm::StringRef program) {
    pool = poolOf({program});
    Env env = llvm::cantFail(Env::create(pool, execution(), options));
    env.reset();
    std::vector<int64_t> nothing(env.actionDimensions().size(), -1);
    unsigned decisions = 0;
    for (; env.underWay() && decisions < 5'000; ++decisions)
      EXPECT_TRUE(take(env, nothing).illegal);
    return decisions;
  };
  unsigned one = decisionsOf("relu_12_20");
  EXPECT_GE(one, 2u);
  EXPECT_LE(one, 1000u);
  EXPECT_EQ(decisionsOf("matmul_bias_relu_6_10_14"), 2 * one);
  options.maxDecisions = 5;
  EXPECT_EQ(decisionsOf("matmul_bias_relu_6_10_14"), 5u);
  options.maxDecisions = EnvOptions::neverTruncate;
  EXPECT_EQ(decisionsOf("relu_12_20"), 5'000u);
}

TEST_P(EncodingsTest, HasAMaskOverAllEntries) {
  Env env = llvm::cantFail(Env::create(pool, execution(), options));
  llvm::ArrayRef<int64_t> dimensions = env.actionDimensions();
  EXPECT_EQ(std::accumulate(dimensions.begin(), dimensions.end(), int64_t(0)),
            int64_t(env.numActions()));
  EXPECT_EQ(env.actionMask().size(), env.numActions());
  EXPECT_EQ(dimensions.size() == 1, GetParam() == "flat");
}

TEST_P(EncodingsTest, EveryWalkEnds) {
  Env env = llvm::cantFail(Env::create(pool, execution(), options));
  for (int episode = 0; episode < 50; ++episode) {
    env.reset();
    EXPECT_EQ(env.observation().size(), env.observationSpec().size());
    int steps = 0;
    while (env.underWay() && ++steps < 2000) {
      StepOutcome outcome = take(env, randomAction(env));
      // Joint entries are masked each for itself: some rows are illegal.
      EXPECT_TRUE(!outcome.illegal || GetParam() == "joint");
      EXPECT_EQ(outcome.measurement.has_value(), outcome.terminated);
    }
    EXPECT_FALSE(env.underWay());
    EXPECT_THAT(env.actionMask(), ::testing::Each(0));
  }
}

TEST_P(EncodingsTest, AnIllegalRowCostsAndChangesNothing) {
  Env env = llvm::cantFail(Env::create(pool, execution(), options));
  env.reset(0);
  std::string before = env.snapshot();
  std::vector<float> seen = env.observation().vec();
  const size_t width = env.actionDimensions().size();
  StepOutcome outcome = take(env, std::vector<int64_t>(width, 1 << 20));
  EXPECT_TRUE(outcome.illegal);
  EXPECT_EQ(outcome.reward, options.reward.illegalAction);
  EXPECT_EQ(env.observation(), llvm::ArrayRef(seen));
  EXPECT_TRUE(take(env, std::vector<int64_t>(width, -1)).illegal);
}

TEST_P(EncodingsTest, AnotherNumberOfEntriesIsAnError) {
  Env env = llvm::cantFail(Env::create(pool, execution(), options));
  env.reset();
  const size_t width = env.actionDimensions().size();
  std::vector<int64_t> row(width + 1, 0);
  EXPECT_THAT(llvm::toString(env.step(row).takeError()),
              HasSubstr("one for each of actionDimensions()"));
  VectorEnv envs = llvm::cantFail(
      VectorEnv::create(pool, execution(), {.env = options, .numEnvs = 2}));
  envs.reset();
  row.resize(2 * width + 1);
  EXPECT_THAT(llvm::toString(envs.step(row).takeError()),
              HasSubstr("2 environments"));
}

TEST_P(EncodingsTest, ASnapshotContinuesIdentically) {
  Env env = llvm::cantFail(Env::create(pool, execution(), options)),
      other = llvm::cantFail(Env::create(pool, execution(), options));
  env.reset(3);
  for (int step = 0; step < 200; ++step) {
    ASSERT_FALSE(bool(other.restore(env.snapshot())));
    EXPECT_TRUE(other.decisionState() == env.decisionState());
    EXPECT_EQ(other.observation(), env.observation());
    EXPECT_EQ(other.actionMask(), env.actionMask());
    EXPECT_EQ(other.snapshot(), env.snapshot());
    EXPECT_EQ(other.render(), env.render());
    if (!env.underWay()) {
      env.reset();
      continue;
    }
    std::vector<int64_t> action = randomAction(env);
    EXPECT_EQ(take(other, action).reward, take(env, action).reward);
  }
}

TEST_P(EncodingsTest, AnotherEncodingRefusesTheSnapshot) {
  Env env = llvm::cantFail(Env::create(pool, execution(), options));
  env.reset(3);
  for (const std::string &name : names) {
    if (name == GetParam())
      continue;
    Env other = llvm::cantFail(Env::create(pool, execution(), optionsOf(name)));
    EXPECT_THAT(llvm::toString(other.restore(env.snapshot())),
                HasSubstr("another encoding"));
  }
}

TEST_P(EncodingsTest, AVectorIsManyEnvironments) {
  auto shared = execution();
  VectorEnv envs = llvm::cantFail(VectorEnv::create(
      pool, shared,
      {.env = options, .numEnvs = 40, .autoreset = AutoresetMode::SameStep}));
  envs.reset(11);
  Env single = llvm::cantFail(Env::create(pool, shared, options));
  single.reset(deriveSeed(11, 39));
  const size_t width = envs.actionDimensions().size();
  for (int step = 0; step < 60; ++step) {
    std::vector<int64_t> actions;
    for (unsigned i = 0; i < envs.size(); ++i)
      llvm::append_range(
          actions, randomRow(envs.actionDimensions(),
                             envs.actionMasks().slice(i * envs.numActions(),
                                                      envs.numActions()),
                             random));
    llvm::Expected<VectorStep> all = envs.step(actions);
    ASSERT_TRUE(bool(all)) << llvm::toString(all.takeError());
    StepOutcome one =
        take(single, llvm::ArrayRef(actions).slice(39 * width, width));
    EXPECT_EQ(all->rewards[39], one.reward);
    EXPECT_EQ(all->terminated[39], one.terminated);
    if (one.terminated)
      single.reset();
    EXPECT_EQ(envs.observations().take_back(single.observation().size()),
              single.observation());
    EXPECT_EQ(envs.actionMasks().take_back(single.numActions()),
              single.actionMask());
  }
}

INSTANTIATE_TEST_SUITE_P(Encodings, EncodingsTest, ::testing::ValuesIn(names),
                         [](const auto &info) {
                           return info.param == "mlir-rl" ? "mlirRl"
                                                          : info.param;
                         });
} // namespace
