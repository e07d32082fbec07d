#include "env/VectorEnv.h"
#include "SyntheticTimings.h"
#include "Walk.h"
#include "env/EpisodeOrder.h"
#include <cmath>
#include <tbb/global_control.h>

using namespace mlirgym;
using namespace mlirgym::testing;
using ::testing::HasSubstr;

namespace {
class VectorEnvTest : public ::testing::Test {
protected:
  void SetUp() override {
    pool = poolOf({"relu_12_20", "matmul_9_10_12", "add_12_20"});
    execution = syntheticExecution(*pool, options);
  }
  VectorEnv make(unsigned numEnvs,
                 AutoresetMode autoreset = AutoresetMode::NextStep) {
    return llvm::cantFail(VectorEnv::create(
        pool, execution,
        {.env = options, .numEnvs = numEnvs, .autoreset = autoreset}));
  }
  llvm::ArrayRef<int8_t> maskOf(const VectorEnv &envs, unsigned i) {
    return envs.actionMasks().slice(i * envs.numActions(), envs.numActions());
  }
  llvm::ArrayRef<float> rowOf(const VectorEnv &envs, unsigned i) {
    unsigned width = envs.observationSpec().size();
    return envs.observations().slice(i * width, width);
  }
  /// Random decisions that depend on masks and `random` alone.
  std::vector<int64_t> decide(const VectorEnv &envs, std::mt19937_64 &random) {
    std::vector<int64_t> actions(envs.size());
    for (unsigned i = 0; i < envs.size(); ++i)
      actions[i] = randomLegal(maskOf(envs, i), random);
    return actions;
  }
  VectorStep mustStepAll(VectorEnv &envs, llvm::ArrayRef<int64_t> actions) {
    llvm::Expected<VectorStep> step = envs.step(actions);
    if (step)
      return std::move(*step);
    ADD_FAILURE() << llvm::toString(step.takeError());
    return {};
  }
  /// Ends the episode of each environment at once: `done`, one op programs.
  std::vector<int64_t> endAll(const VectorEnv &envs) {
    DecisionState start{ScheduleState(pool->programs[0], options.state)};
    int64_t done =
        llvm::cantFail(FlatEncoding(options.encoding)
                           .decisions(start.schedule, ActionKind::Done))[0];
    return std::vector<int64_t>(envs.size(), done);
  }

  EnvOptions options = tinyOptions();
  std::shared_ptr<const ProgramPool> pool;
  std::shared_ptr<Execution> execution;
};

TEST_F(VectorEnvTest, IsManyEnvsWithDerivedSeeds) {
  VectorEnv envs = make(5, AutoresetMode::SameStep);
  envs.reset(42);
  std::vector<Env> single;
  for (unsigned i = 0; i < 5; ++i) {
    single.push_back(llvm::cantFail(Env::create(pool, execution, options)));
    single[i].reset(deriveSeed(42, i));
  }
  std::mt19937_64 random(1);
  for (int step = 0; step < 300; ++step) {
    std::vector<int64_t> actions = decide(envs, random);
    VectorStep all = mustStepAll(envs, actions);
    for (unsigned i = 0; i < 5; ++i) {
      StepOutcome one = mustStep(single[i], actions[i]);
      EXPECT_EQ(all.rewards[i], one.reward);
      EXPECT_EQ(all.terminated[i], one.terminated);
      EXPECT_EQ(all.outcomes[i].speedup, one.speedup);
      EXPECT_EQ(all.outcomes[i].uncertainty, one.uncertainty);
      EXPECT_EQ(one.uncertainty > 0, one.speedup > 0);
      if (one.terminated)
        single[i].reset();
      EXPECT_EQ(rowOf(envs, i), single[i].observation());
      EXPECT_EQ(maskOf(envs, i), single[i].actionMask());
    }
  }
}

TEST_F(VectorEnvTest, TrajectoriesDoNotDependOnTheNumberOfThreads) {
  auto trajectory = [&](size_t threads) {
    tbb::global_control limit(tbb::global_control::max_allowed_parallelism,
                              threads);
    VectorEnv envs = make(200);
    envs.reset(7);
    std::mt19937_64 random(1);
    std::vector<double> rewards;
    std::vector<float> seen;
    for (int step = 0; step < 40; ++step) {
      VectorStep one = mustStepAll(envs, decide(envs, random));
      llvm::append_range(rewards, one.rewards);
      llvm::append_range(seen, envs.observations());
    }
    return std::pair(rewards, seen);
  };
  EXPECT_TRUE(trajectory(1) == trajectory(4));
}

TEST_F(VectorEnvTest, ASeedReproducesAndAnotherDiffers) {
  auto programs = [&](uint64_t seed) {
    VectorEnv envs = make(16);
    envs.reset(seed);
    std::vector<std::string> names;
    for (unsigned i = 0; i < envs.size(); ++i)
      names.push_back(envs.env(i).program().name().str());
    return names;
  };
  EXPECT_EQ(programs(1), programs(1));
  EXPECT_NE(programs(1), programs(2));
}

TEST_F(VectorEnvTest, NextStepResetsOneStepLaterAndIgnoresTheAction) {
  VectorEnv envs = make(2, AutoresetMode::NextStep);
  envs.reset(0);
  VectorStep end = mustStepAll(envs, endAll(envs));
  EXPECT_TRUE(end.terminated[0]);
  EXPECT_THAT(maskOf(envs, 0), ::testing::Each(0));
  EXPECT_TRUE(end.finalObservations.empty());

  VectorStep reset = mustStepAll(envs, {-5, 1 << 20});
  for (unsigned i = 0; i < 2; ++i) {
    EXPECT_EQ(reset.rewards[i], 0);
    EXPECT_FALSE(reset.terminated[i]);
    EXPECT_FALSE(reset.truncated[i]);
    EXPECT_FALSE(reset.outcomes[i].illegal);
    EXPECT_TRUE(envs.env(i).underWay());
    EXPECT_THAT(maskOf(envs, i), ::testing::Contains(1));
  }
}

TEST_F(VectorEnvTest, SameStepResetsAtOnceAndKeepsTheLastObservation) {
  VectorEnv envs = make(2, AutoresetMode::SameStep);
  envs.reset(0);
  std::vector<int64_t> actions = endAll(envs);
  actions[1] = someIllegal(maskOf(envs, 1)); // goes on
  std::string ended = envs.env(0).program().name().str();
  VectorStep step = mustStepAll(envs, actions);
  EXPECT_TRUE(step.terminated[0]);
  EXPECT_FALSE(step.terminated[1]);
  EXPECT_TRUE(envs.env(0).underWay());

  unsigned width = envs.observationSpec().size();
  ASSERT_EQ(step.finalObservations.size(), 2u * width);
  unsigned finished = envs.observationSpec().find("progress.finished")->offset;
  EXPECT_EQ(step.finalObservations[finished], 1);
  EXPECT_EQ(rowOf(envs, 0)[finished], 0);
  EXPECT_THAT(llvm::ArrayRef(step.finalObservations).drop_front(width),
              ::testing::Each(0.0f));
  ASSERT_TRUE(step.outcomes[0].program);
  EXPECT_EQ(step.outcomes[0].program->name(), ended);
  EXPECT_EQ(step.outcomes[0].schedule.text(), "op0: done");
}

TEST_F(VectorEnvTest, SameStepKeepsWhatWasLegalBesideTheLastObservation) {
  options.maxDecisions = 1;
  VectorEnv envs = make(3, AutoresetMode::SameStep);
  envs.reset(0);
  std::vector<int64_t> actions = endAll(envs);
  actions[1] = someIllegal(maskOf(envs, 1));
  std::vector<int8_t> legal = maskOf(envs, 1).vec();
  VectorStep step = mustStepAll(envs, actions);
  ASSERT_TRUE(step.terminated[0] && step.truncated[1] && step.terminated[2]);
  auto kept = llvm::ArrayRef(step.finalMasks);
  ASSERT_EQ(kept.size(), 3u * envs.numActions());
  EXPECT_THAT(kept.take_front(envs.numActions()), ::testing::Each(0));
  EXPECT_EQ(kept.slice(envs.numActions(), envs.numActions()),
            llvm::ArrayRef(legal));
}

TEST_F(VectorEnvTest, EachBeginsAsItIsAsked) {
  VectorEnv envs = make(3);
  envs.reset(0);
  std::string before = envs.env(1).snapshot();
  ASSERT_FALSE(
      bool(envs.resetEach({{true, 7, {}}, {false, 7, 9}, {true, {}, 2}})));
  Env alone = llvm::cantFail(Env::create(pool, execution, options));
  alone.reset(7);
  EXPECT_EQ(envs.env(0).snapshot(), alone.snapshot());
  EXPECT_EQ(envs.env(1).snapshot(), before);
  EXPECT_EQ(envs.env(2).programIndex(), 2u);

  before = envs.env(0).snapshot();
  EXPECT_THAT(llvm::toString(envs.resetEach({{}, {}})),
              HasSubstr("2 requests for 3 environments; give one each"));
  EXPECT_THAT(llvm::toString(envs.resetEach({{}, {true, {}, 3}, {}})),
              HasSubstr("program 3 of a pool of 3 for environment 1; name one "
                        "from 0 to 2"));
  EXPECT_EQ(envs.env(0).snapshot(), before) << "nothing is reset";
}

TEST_F(VectorEnvTest, TruncatedEpisodesAreResetToo) {
  options.maxDecisions = 1;
  VectorEnv envs = make(2, AutoresetMode::SameStep);
  envs.reset(0);
  int64_t illegal = someIllegal(maskOf(envs, 0));
  VectorStep step = mustStepAll(envs, {illegal, illegal});
  EXPECT_TRUE(step.truncated[0] && step.truncated[1]);
  EXPECT_FALSE(step.finalObservations.empty());
  EXPECT_TRUE(envs.env(0).underWay());
}

TEST_F(VectorEnvTest, DisabledWaitsForTheCaller) {
  VectorEnv envs = make(2, AutoresetMode::Disabled);
  envs.reset(0);
  std::vector<int64_t> actions = endAll(envs);
  actions[1] = someIllegal(maskOf(envs, 1));
  mustStepAll(envs, actions);
  std::vector<float> before = envs.observations().vec();
  EXPECT_THAT(llvm::toString(envs.step(actions).takeError()),
              HasSubstr("the episode of environment 0 is over and autoreset is "
                        "disabled; reset that environment first"));
  EXPECT_EQ(envs.observations(), llvm::ArrayRef(before)) << "nothing moved";

  std::string other = envs.env(1).snapshot();
  EXPECT_THAT(llvm::toString(envs.resetEach({EpisodeRequest()})),
              HasSubstr("1 requests for 2 environments"));
  EXPECT_FALSE(envs.env(0).underWay());
  EpisodeRequest none;
  none.begins = false;
  ASSERT_FALSE(bool(envs.resetEach({EpisodeRequest(), none})));
  EXPECT_TRUE(envs.env(0).underWay());
  EXPECT_EQ(envs.env(1).snapshot(), other);
  mustStepAll(envs, endAll(envs));
}

TEST_F(VectorEnvTest, IllegalDecisionsAreOutcomes) {
  VectorEnv envs = make(3);
  envs.reset(0);
  VectorStep step = mustStepAll(
      envs, {-1, int64_t(1) << 40, int64_t(someIllegal(maskOf(envs, 2)))});
  for (unsigned i = 0; i < 3; ++i) {
    EXPECT_TRUE(step.outcomes[i].illegal);
    EXPECT_EQ(step.rewards[i], RewardOptions().illegalAction);
  }
}

TEST_F(VectorEnvTest, SaysWhatIsWrongWithACall) {
  VectorEnv envs = make(2);
  EXPECT_THAT(llvm::toString(envs.step({0, 0}).takeError()),
              HasSubstr("environment 0 has no episode; call reset()"));
  envs.reset(0);
  EXPECT_THAT(llvm::toString(envs.step({0}).takeError()),
              HasSubstr("1 actions for 2 environments; give one each"));
  EXPECT_THAT(llvm::toString(envs.recv().takeError()),
              HasSubstr("no step was sent; call send() first"));
}

TEST_F(VectorEnvTest, SendAndRecvAreAStep) {
  VectorEnv sent = make(40), stepped = make(40);
  sent.reset(3);
  stepped.reset(3);
  std::mt19937_64 random(4);
  for (int step = 0; step < 60; ++step) {
    std::vector<int64_t> actions = decide(stepped, random);
    ASSERT_FALSE(bool(sent.send(actions)));
    VectorStep expected = mustStepAll(stepped, actions);
    llvm::Expected<VectorStep> received = sent.recv();
    ASSERT_TRUE(bool(received)) << llvm::toString(received.takeError());
    EXPECT_EQ(received->rewards, expected.rewards);
    EXPECT_EQ(received->terminated, expected.terminated);
    EXPECT_EQ(sent.observations(), stepped.observations());
    EXPECT_EQ(sent.actionMasks(), stepped.actionMasks());
  }
}

TEST_F(VectorEnvTest, OnlyOneStepIsUnderWay) {
  VectorEnv envs = make(2);
  envs.reset(0);
  ASSERT_FALSE(bool(envs.send(endAll(envs))));
  EXPECT_THAT(llvm::toString(envs.send({0, 0})),
              HasSubstr("call recv() first"));
  EXPECT_THAT(llvm::toString(envs.step({0, 0}).takeError()),
              HasSubstr("call recv() first"));
  envs.reset(0); // drops it
  EXPECT_THAT(llvm::toString(envs.recv().takeError()),
              HasSubstr("no step was sent"));
  ASSERT_FALSE(bool(envs.send(endAll(envs))));
  // Destroyed with a step under way.
}

TEST_F(VectorEnvTest, RestoringOneEnvironmentShowsInTheRows) {
  VectorEnv envs = make(3);
  envs.reset(0);
  std::string start = envs.env(1).snapshot();
  std::vector<float> before = rowOf(envs, 1).vec();
  std::mt19937_64 random(1);
  mustStepAll(envs, decide(envs, random));
  EXPECT_NE(rowOf(envs, 1), llvm::ArrayRef(before));
  ASSERT_FALSE(bool(envs.env(1).restore(start)));
  EXPECT_EQ(rowOf(envs, 1), llvm::ArrayRef(before));
}

TEST_F(VectorEnvTest, CreateRefusesWhatNoVectorCanBeMadeOf) {
  auto whyNot = [&](VectorEnvOptions with,
                    std::shared_ptr<const ProgramPool> over) {
    return llvm::toString(
        VectorEnv::create(std::move(over), execution, std::move(with))
            .takeError());
  };
  EXPECT_THAT(whyNot({.env = options, .numEnvs = 0}, pool),
              HasSubstr("give numEnvs at least 1"));
  EXPECT_THAT(whyNot({.env = options}, std::make_shared<ProgramPool>()),
              HasSubstr("has no program"));
  auto envs = VectorEnv::create(pool, execution, {.env = options});
  ASSERT_TRUE(bool(envs)) << llvm::toString(envs.takeError());
  EXPECT_EQ(envs->size(), VectorEnvOptions().numEnvs);
}

TEST_F(VectorEnvTest, AsksForABaselineOnceABatch) {
  pool = poolOf({"relu_12_20"});
  execution = syntheticExecution(*pool, options);
  VectorEnv envs = make(50, AutoresetMode::SameStep);
  envs.reset(0);
  uint64_t before = execution->statistics().requests;
  mustStepAll(envs, endAll(envs));
  EXPECT_EQ(execution->statistics().requests - before, 51u);
}
} // namespace
