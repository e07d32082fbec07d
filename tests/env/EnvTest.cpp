#include "env/Env.h"
#include "SyntheticTimings.h"
#include "TestPrograms.h"
#include "Walk.h"
#include "execution/Execution.h"
#include "execution/batch/TargetLimits.h"
#include "execution/device/Device.h"
#include "lowering/target/Target.h"
#include "lowering/target/TargetFeatures.h"
#include "outcome/Metric.h"
#include "outcome/Noise.h"
#include <cmath>

using namespace mlirgym;
using namespace mlirgym::testing;
using ::testing::HasSubstr;

namespace {
class EnvTest : public ::testing::Test {
protected:
  Env make(const EnvOptions &options = tinyOptions(),
           const TimingOf &timingOf = syntheticTiming) {
    return llvm::cantFail(Env::create(
        pool, syntheticExecution(*pool, options, timingOf), options));
  }

  std::shared_ptr<const ProgramPool> pool = poolOf({"relu_12_20"});
  std::mt19937_64 random{11};
};

TEST_F(EnvTest, RewardsTheLogSpeedupAtTheEnd) {
  Env env = make();
  env.reset();
  StepOutcome tiled = act(env, Action(ActionKind::Tile, {8, 0}));
  EXPECT_EQ(tiled.reward, 0);
  EXPECT_FALSE(tiled.terminated);
  EXPECT_FALSE(tiled.measurement);

  StepOutcome end = act(env, ActionKind::Vectorize);
  // 100,000 ns; a tile of 8: x 0.8; vectors: x 0.25.
  EXPECT_TRUE(end.terminated);
  EXPECT_FALSE(end.truncated);
  EXPECT_NEAR(end.reward, std::log(5.0), 1e-9);
  EXPECT_NEAR(end.speedup, 5, 1e-9);
  ASSERT_TRUE(end.measurement);
  EXPECT_NEAR(end.measurement->medianNs, 20000, 1e-6);
  EXPECT_EQ(end.schedule.canonical().text(), "op0: tile(8,0) vectorize");
  EXPECT_EQ(end.program, pool->programs[0]);
  EXPECT_FALSE(env.underWay());
}

TEST_F(EnvTest, SaysWhenItMeasures) {
  Env env = make();
  env.reset();
  const ActionKinds &kinds = env.options().encoding.kinds;
  const auto tile = int64_t(kinds.indexOf(ActionKind::Tile));
  const auto done = int64_t(kinds.indexOf(ActionKind::Done));
  unsigned calls = 0;
  auto count = [&] { ++calls; };
  StepOutcome kind = llvm::cantFail(env.step(tile, count));
  EXPECT_FALSE(kind.terminated);
  EXPECT_EQ(calls, 0u);
  env.reset();
  StepOutcome end = llvm::cantFail(env.step(done, count));
  EXPECT_TRUE(end.measurement);
  EXPECT_EQ(calls, 1u);
}

TEST_F(EnvTest, SaysWhyThereIsNothingToChoose) {
  auto whyNot = [&](EncodingKind kind, unsigned places, const char *name) {
    EnvOptions options = tinyOptions();
    auto execution = syntheticExecution(*pool, options);
    options.actions = makeActions(kind);
    options.encoding.maxLoops = places;
    auto env = Env::create(poolOf({name}), execution, options);
    return env ? "" : llvm::toString(env.takeError());
  };
  for (EncodingKind kind : {EncodingKind::Flat, EncodingKind::Joint}) {
    EXPECT_EQ(whyNot(kind, 3, "matmul_24_24_24"), "");
    EXPECT_EQ(whyNot(kind, 2, "matmul_24_24_24"),
              "program matmul_24_24_24: op0 has 3 loops, and the encoding has "
              "places for 2, so that there is nothing to search; make an "
              "encoding with maxLoops (max_loops) 3, or search without a "
              "policy");
    // Other operations have fewer.
    EXPECT_EQ(whyNot(kind, 2, "mlp_24_24_24"), "");
  }
}

TEST_F(EnvTest, TheOutcomeSaysHowUncertainItsSpeedupIs) {
  StepOutcome tiled, end;
  auto run = [&](double ofBaseline, double ofSchedule) {
    Env env = make(
        tinyOptions(), [&](const Program &program, const Schedule &schedule) {
          auto timing = syntheticTiming(program, schedule);
          timing->uncertainty = schedule.empty() ? ofBaseline : ofSchedule;
          return timing;
        });
    env.reset();
    tiled = act(env, Action(ActionKind::Tile, {8, 0}));
    end = act(env, ActionKind::Vectorize);
  };
  run(0.03, 0.04);
  EXPECT_EQ(tiled.uncertainty, 0);
  EXPECT_NEAR(end.uncertainty, 0.05, 1e-12);
  EXPECT_FALSE(isNoisy(end.uncertainty));
  run(0.06, 0); // a noisy baseline makes every speedup over it noisy
  EXPECT_TRUE(isNoisy(end.uncertainty));
}

TEST_F(EnvTest, ImmediateRewardsAddUpToTheLogSpeedup) {
  EnvOptions options = tinyOptions();
  options.reward.when = RewardOptions::When::Immediate;
  Env env = make(options);
  env.reset();
  StepOutcome first = act(env, Action(ActionKind::Tile, {8, 0}));
  EXPECT_NEAR(first.reward, std::log(1 / 0.8), 1e-9);
  EXPECT_NEAR(first.speedup, 1 / 0.8, 1e-9);
  StepOutcome second = act(env, ActionKind::Vectorize);
  EXPECT_NEAR(second.reward, std::log(1 / 0.25), 1e-9);
  EXPECT_NEAR(second.speedup, 5, 1e-9);
  EXPECT_NEAR(first.reward + second.reward, std::log(5.0), 1e-9);
}

TEST_F(EnvTest, ImmediateComparesWithTheLastTimingThatWasOk) {
  EnvOptions options = tinyOptions();
  options.reward.when = RewardOptions::When::Immediate;
  Env env = make(options, [](const Program &of, const Schedule &schedule) {
    auto timing = syntheticTiming(of, schedule);
    if (schedule.text() == "op0: tile(8,0)")
      timing->status = Status::Crashed;
    return timing;
  });
  env.reset();
  EXPECT_EQ(act(env, Action(ActionKind::Tile, {8, 0})).reward,
            RewardOptions().failure);
  EXPECT_NEAR(act(env, ActionKind::Vectorize).reward, std::log(5.0), 1e-9);
}

TEST_F(EnvTest, AnIllegalDecisionCostsAndChangesNothing) {
  EnvOptions options = tinyOptions();
  options.reward.illegalAction = -0.5;
  Env env = make(options);
  env.reset();
  ASSERT_FALSE(mustStep(env, randomLegal(env.actionMask(), random)).illegal);
  DecisionState before = env.decisionState();
  std::vector<float> seen = env.observation().vec();
  for (unsigned action :
       {someIllegal(env.actionMask()), env.numActions(), unsigned(1) << 31}) {
    StepOutcome outcome = mustStep(env, action);
    EXPECT_TRUE(outcome.illegal);
    EXPECT_EQ(outcome.reward, -0.5);
    EXPECT_FALSE(outcome.terminated);
    EXPECT_TRUE(env.decisionState() == before);
    EXPECT_EQ(env.observation(), llvm::ArrayRef(seen));
  }
}

TEST_F(EnvTest, IsTruncatedAfterTheMostDecisions) {
  EnvOptions options = tinyOptions();
  options.maxDecisions = 3;
  Env env = make(options);
  env.reset();
  unsigned illegal = someIllegal(env.actionMask());
  EXPECT_FALSE(mustStep(env, illegal).truncated);
  EXPECT_FALSE(mustStep(env, illegal).truncated);
  StepOutcome last = mustStep(env, illegal);
  EXPECT_TRUE(last.truncated);
  EXPECT_FALSE(last.terminated);
  EXPECT_TRUE(last.illegal);
  EXPECT_FALSE(last.measurement);
  EXPECT_FALSE(env.underWay());
}

TEST_F(EnvTest, AnEndAtTheLastDecisionIsTermination) {
  EnvOptions options = tinyOptions();
  options.maxDecisions = 1;
  Env env = make(options);
  env.reset();
  StepOutcome end = act(env, ActionKind::Done);
  EXPECT_TRUE(end.terminated);
  EXPECT_FALSE(end.truncated);
  EXPECT_NEAR(end.reward, 0, 1e-12);
  EXPECT_NEAR(end.speedup, 1, 1e-12);
}

TEST_F(EnvTest, SaysThatNoEpisodeIsUnderWay) {
  Env env = make();
  EXPECT_THAT(llvm::toString(env.step(0).takeError()),
              HasSubstr("no episode is in progress; call reset()"));
  env.reset();
  act(env, ActionKind::Done);
  EXPECT_THAT(llvm::toString(env.step(0).takeError()), HasSubstr("reset()"));
}

TEST_F(EnvTest, AFailedScheduleHasTheFailureReward) {
  Env env =
      make(tinyOptions(), [](const Program &of, const Schedule &schedule) {
        auto timing = syntheticTiming(of, schedule);
        if (!schedule.empty())
          timing->status = Status::WrongResult;
        return timing;
      });
  env.reset();
  act(env, Action(ActionKind::Tile, {8, 0}));
  StepOutcome end = act(env, ActionKind::Done);
  EXPECT_EQ(end.reward, RewardOptions().failure);
  EXPECT_EQ(end.speedup, 0);
  ASSERT_TRUE(end.measurement);
  EXPECT_EQ(end.measurement->status, Status::WrongResult);
}

TEST_F(EnvTest, AMissingTimingHasItsReward) {
  Env env = make(tinyOptions(),
                 [](const Program &of,
                    const Schedule &schedule) -> std::optional<Measurement> {
                   if (!schedule.empty())
                     return std::nullopt;
                   return syntheticTiming(of, schedule);
                 });
  env.reset();
  act(env, Action(ActionKind::Tile, {8, 0}));
  StepOutcome end = act(env, ActionKind::Done);
  EXPECT_EQ(end.reward, RewardOptions().notCached);
  EXPECT_EQ(end.measurement->status, Status::NotCached);
}

TEST_F(EnvTest, EveryWalkEndsAndEndsAtTheFormula) {
  pool = poolOf({"relu_12_20", "matmul_9_10_12"});
  Env env = make();
  std::mt19937_64 walker(1);
  for (int episode = 0; episode < 100; ++episode) {
    env.reset();
    StepOutcome outcome;
    while (!outcome.terminated)
      outcome = mustStep(env, randomLegal(env.actionMask(), walker));
    Schedule none;
    EXPECT_NEAR(
        outcome.reward,
        std::log(syntheticNs(env.program(), none) /
                 syntheticNs(env.program(), env.schedule().canonical())),
        1e-9);
    EXPECT_THAT(env.actionMask(), ::testing::Each(0));
  }
}

TEST_F(EnvTest, ASeedReproducesThePrograms) {
  pool = poolOf({"relu_12_20", "relu_16_8", "add_12_20"});
  Env a = make(), b = make();
  auto names = [](Env &env, std::optional<uint64_t> seed) {
    std::vector<std::string> drawn;
    env.reset(seed);
    for (int i = 0; i < 9; ++i, env.reset())
      drawn.push_back(env.program().name().str());
    return drawn;
  };
  EXPECT_EQ(names(a, std::nullopt), names(b, 0)) << "from seed 0 at first";
  std::vector<std::string> five = names(a, 5);
  EXPECT_EQ(five, names(a, 5));
  EXPECT_NE(five, names(a, 6));
}

TEST_F(EnvTest, AProgramCanBeNamed) {
  pool = poolOf({"relu_12_20", "relu_16_8", "add_12_20"});
  Env env = make();
  ASSERT_FALSE(bool(env.reset(std::nullopt, 2)));
  EXPECT_EQ(env.program().name(), "add_12_20");
}

TEST_F(EnvTest, AProgramThatThePoolHasNotIsRefusedAndNothingChanges) {
  pool = poolOf({"relu_12_20", "relu_16_8"});
  Env env = make();
  ASSERT_FALSE(bool(env.reset(7, 1)));
  act(env, Action(ActionKind::Tile, {8, 0}));
  std::string before = env.snapshot();
  EXPECT_THAT(llvm::toString(env.reset(8, 2)),
              HasSubstr("program 2 of a pool of 2; name one from 0 to 1"));
  EXPECT_EQ(env.snapshot(), before);
}

TEST_F(EnvTest, CreateSaysWhatIsMissing) {
  EnvOptions good = tinyOptions();
  auto execution = syntheticExecution(*pool, good);
  auto whyNot = [&](std::shared_ptr<const ProgramPool> with,
                    std::shared_ptr<Execution> on, const EnvOptions &options) {
    return llvm::toString(
        Env::create(std::move(with), std::move(on), options).takeError());
  };
  EXPECT_THAT(whyNot(nullptr, execution, good), HasSubstr("has no program"));
  auto empty = std::make_shared<ProgramPool>();
  EXPECT_THAT(whyNot(empty, execution, good),
              HasSubstr("give it at least one"));
  auto holed = std::make_shared<ProgramPool>(*pool);
  holed->programs.push_back(nullptr);
  EXPECT_THAT(whyNot(holed, execution, good),
              HasSubstr("program 1 of the pool is null"));
  EXPECT_THAT(whyNot(pool, nullptr, good), HasSubstr("no execution"));
  EnvOptions bad = good;
  bad.encoding.tileSizes = {4, 8};
  EXPECT_THAT(whyNot(pool, execution, bad), HasSubstr("put 0 first"));
  bad.encoding.tileSizes = {};
  EXPECT_THAT(whyNot(pool, execution, bad), HasSubstr("put 0 first"));
  bad.encoding.tileSizes = {0, 8, 8};
  EXPECT_THAT(whyNot(pool, execution, bad),
              HasSubstr("8 follows 8; list the sizes ascending"));
  bad = good;
  bad.encoding.maxLoops = 0;
  EXPECT_THAT(whyNot(pool, execution, bad), HasSubstr("number of loops is 0"));
  bad = good;
  bad.actions = nullptr;
  EXPECT_THAT(whyNot(pool, execution, bad), HasSubstr("creates an encoding"));
  bad.actions = [](const EncodingOptions &, StateOptions) {
    return std::shared_ptr<const ActionEncoding>();
  };
  EXPECT_THAT(whyNot(pool, execution, bad), HasSubstr("returned no encoding"));

  llvm::Expected<Env> env = Env::create(pool, execution, good);
  ASSERT_TRUE(bool(env)) << llvm::toString(env.takeError());
  env->reset();
  EXPECT_TRUE(env->underWay());
}

TEST_F(EnvTest, CreateRefusesRewardsThatAreNotFinite) {
  auto execution = syntheticExecution(*pool, tinyOptions());
  auto whyNot = [&](EnvOptions options, const RewardOptions &rules) {
    options.reward = rules;
    return llvm::toString(
        Env::create(pool, execution, std::move(options)).takeError());
  };
  const EnvOptions options = tinyOptions();
  for (double base : {1.0, 0.5, -10.0, std::nan(""), HUGE_VAL})
    EXPECT_THAT(whyNot(options, {.base = base}),
                HasSubstr("or a number above 1"))
        << base;
  EXPECT_THAT(whyNot(options, {.illegalAction = std::nan("")}),
              HasSubstr("the reward illegalAction is"));
  EXPECT_THAT(whyNot(options, {.failure = -HUGE_VAL}),
              HasSubstr("the reward failure is"));
  EXPECT_THAT(whyNot(options, {.notCached = HUGE_VAL}),
              HasSubstr("the reward notCached is"));
  EXPECT_EQ(whyNot(options, {.base = 10}), "");
}

TEST_F(EnvTest, LooksLikeTheObserverAndTheEncoding) {
  EnvOptions options = tinyOptions();
  Env env = make(options);
  EXPECT_THAT(env.observation(), ::testing::Each(0.0f));
  env.reset();
  FlatEncoding encoding(options.encoding);
  Observer observer(encoding, options.machine, options.state);
  auto prepared = observer.prepare(env.program());
  std::vector<float> seen(observer.spec().size());
  std::vector<int8_t> mask(encoding.numActions());
  while (env.underWay()) {
    mustStep(env, randomLegal(env.actionMask(), random));
    observer.observe(env.decisionState(), *prepared, seen);
    encoding.mask(env.decisionState(), mask);
    EXPECT_EQ(env.observation(), llvm::ArrayRef(seen));
    EXPECT_EQ(env.actionMask(), llvm::ArrayRef(mask));
  }
}

/// On another device, masks, observations and speedups belong to the target.
TEST(DeviceEnvTest, IsThatOfTheTarget) {
  if (auto device = Device::open("qemu:aarch64"); !device)
    GTEST_SKIP() << llvm::toString(device.takeError());
  const auto pool = poolOf({"matmul_26_48_40"});
  EnvOptions options;
  options.machine = featuresOf(Target::host(), 1);
  auto envOn = [&](const char *device) {
    ExecutionOptions on;
    on.device = device;
    on.compileTimeoutMs = on.runTimeoutMs = 120000;
    Env env = llvm::cantFail(
        Env::create(pool, llvm::cantFail(Execution::create(on)), options));
    env.reset();
    return env;
  };
  const Target arm = llvm::cantFail(Target::find({.triple = "aarch64"}));
  Env here = envOn("host"), there = envOn("qemu:aarch64");
  EXPECT_EQ(here.decisionState().schedule.options().limits,
            maskLimitsOf(Target::host()));
  EXPECT_EQ(there.decisionState().schedule.options().limits, maskLimitsOf(arm));
  const ObservationSlice *bits = nullptr;
  for (const ObservationSlice &slice : there.observationSpec().slices)
    if (slice.name == "machine.vector_bits")
      bits = &slice;
  ASSERT_TRUE(bits);
  EXPECT_FLOAT_EQ(there.observation()[bits->offset], 7.0f / 12); // 2^7
  // 8 x 48 elements are 24 accumulators of x86, and 96 of NEON.
  for (Env *env : {&here, &there})
    act(*env, Action(ActionKind::Tile, {8, 0, 1}));
  auto isLegal = [](Env &env) {
    return env.decisionState()
        .schedule.legalParameters(ActionKind::Vectorize)
        .isLegal;
  };
  EXPECT_TRUE(isLegal(here));
  EXPECT_FALSE(isLegal(there));
  there.reset();
  act(there, Action(ActionKind::Tile, {2, 16, 1}));
  const StepOutcome end = act(there, ActionKind::Vectorize);
  ASSERT_TRUE(end.measurement);
  ASSERT_TRUE(end.measurement->ok()) << end.measurement->message;
  EXPECT_EQ(end.measurement->metric, Metric::Instructions);
  EXPECT_GT(end.speedup, 2);
  EXPECT_NEAR(end.reward, std::log(end.speedup), 1e-9);
}

TEST_F(EnvTest, RendersProgramScheduleAndSpeedup) {
  Env env = make();
  EXPECT_THAT(env.render(), HasSubstr("no episode yet"));
  env.reset();
  EXPECT_THAT(env.render(), HasSubstr("program:  relu_12_20"));
  EXPECT_THAT(env.render(), HasSubstr("12 x 20"));
  EXPECT_THAT(env.render(), HasSubstr("schedule: (none yet)"));
  act(env, Action(ActionKind::Tile, {8, 0}));
  EXPECT_THAT(env.render(), HasSubstr("for 12 by 8, ~8 x 20"));
  act(env, ActionKind::Vectorize);
  std::string text = env.render();
  EXPECT_THAT(text, HasSubstr("schedule: op0: tile(8,0) vectorize"));
  EXPECT_THAT(text, HasSubstr("speedup:  5.00x (100 us -> 20.0 us)"));
  EXPECT_THAT(text, HasSubstr("terminated after"));
}

TEST_F(EnvTest, RendersTheDecisionInProgress) {
  Env env = make();
  env.reset();
  auto decisions =
      llvm::cantFail(FlatEncoding(env.options().encoding)
                         .decisions(env.decisionState().schedule,
                                    Action(ActionKind::Tile, {8, 4})));
  mustStep(env, decisions[0]);
  mustStep(env, decisions[1]);
  EXPECT_THAT(env.render(), HasSubstr("choosing: tile(8,...)"));
}

TEST_F(EnvTest, AnEpisodeOfJointActionsIsAHandfulOfRows) {
  EnvOptions options = tinyOptions();
  options.actions = JointActions::create;
  auto onlyRelu = poolOf({"relu_12_20"});
  Env env = llvm::cantFail(
      Env::create(onlyRelu, syntheticExecution(*onlyRelu, options), options));
  EXPECT_TRUE(llvm::isa<JointActions>(env.encoding()));
  env.reset();
  std::vector<int64_t> row(env.actionDimensions().size(), 0);
  const ActionKinds &kinds = options.encoding.kinds;
  row[0] = kinds.indexOf(ActionKind::Tile);
  row[1] = 2; // of {0, 4, 8}
  EXPECT_EQ(env.encoding().describe(row), "tile(8,0,0,0)");
  EXPECT_FALSE(llvm::cantFail(env.step(row)).illegal);
  row[0] = kinds.indexOf(ActionKind::Vectorize);
  StepOutcome end = llvm::cantFail(env.step(row));
  EXPECT_TRUE(end.terminated);
  EXPECT_NEAR(end.reward, std::log(5.0), 1e-9);
  EXPECT_EQ(end.schedule.text(), "op0: tile(8,0) vectorize");
}
} // namespace
