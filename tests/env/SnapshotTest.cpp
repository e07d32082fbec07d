#include "env/Snapshot.h"
#include "SyntheticTimings.h"
#include "Walk.h"
#include "actions/ActionError.h"

using namespace mlirgym;
using namespace mlirgym::testing;
using ::testing::HasSubstr;

namespace {
class SnapshotTest : public ::testing::Test {
protected:
  void SetUp() override {
    pool = poolOf({"relu_12_20", "matmul_9_10_12"});
    execution = syntheticExecution(*pool, options);
  }
  Env make() { return llvm::cantFail(Env::create(pool, execution, options)); }

  /// The rest of this episode and the next one, decided by `seed` and masks.
  struct Trace {
    std::vector<double> rewards;
    std::vector<std::vector<float>> observations;
    std::vector<std::string> programs, schedules;
    bool operator==(const Trace &) const = default;
  };
  Trace walkOn(Env &env, uint64_t seed) {
    Trace trace;
    std::mt19937_64 random(seed);
    for (int step = 0; step < 30; ++step) {
      if (!env.underWay())
        env.reset();
      StepOutcome outcome =
          mustStep(env, random() % 8 ? randomLegal(env.actionMask(), random)
                                     : someIllegal(env.actionMask()));
      trace.rewards.push_back(outcome.reward);
      trace.observations.push_back(env.observation().vec());
      trace.programs.push_back(env.program().name().str());
      trace.schedules.push_back(env.schedule().text());
    }
    return trace;
  }
  std::string whyNot(Env &env, llvm::StringRef bytes) {
    llvm::Error error = env.restore(bytes);
    EXPECT_TRUE(bool(error)) << "accepted " << bytes.str();
    EXPECT_TRUE(!error || error.isA<ActionError>());
    return llvm::toString(std::move(error));
  }

  EnvOptions options = tinyOptions();
  std::shared_ptr<const ProgramPool> pool;
  std::shared_ptr<Execution> execution;
};

TEST_F(SnapshotTest, ARestoredEnvironmentContinuesIdentically) {
  for (auto when :
       {RewardOptions::When::AtEnd, RewardOptions::When::Immediate}) {
    options.reward.when = when;
    options.maxDecisions = 12;
    std::mt19937_64 random(3);
    Env env = make();
    env.reset(17);
    for (int step = 0; step < 150; ++step) {
      Env other = make();
      ASSERT_FALSE(bool(other.restore(env.snapshot())));
      EXPECT_TRUE(other.decisionState() == env.decisionState());
      EXPECT_EQ(other.observation(), env.observation());
      EXPECT_EQ(other.actionMask(), env.actionMask());
      EXPECT_EQ(other.underWay(), env.underWay());
      EXPECT_EQ(other.render(), env.render());
      EXPECT_EQ(other.snapshot(), env.snapshot());
      Env third = make();
      ASSERT_FALSE(bool(third.restore(env.snapshot())));
      EXPECT_TRUE(walkOn(other, step) == walkOn(third, step));
      if (!env.underWay())
        env.reset();
      else
        mustStep(env, randomLegal(env.actionMask(), random));
    }
  }
}

TEST_F(SnapshotTest, AWalkIsTheSameWithAndWithoutTheDetour) {
  Env env = make();
  env.reset(23);
  std::mt19937_64 random(5);
  mustStep(env, randomLegal(env.actionMask(), random));
  mustStep(env, randomLegal(env.actionMask(), random));
  std::string bytes = env.snapshot();
  Trace first = walkOn(env, 1);
  ASSERT_FALSE(bool(env.restore(bytes)));
  EXPECT_TRUE(walkOn(env, 1) == first);
}

TEST_F(SnapshotTest, HoldsAnEnvironmentThatWasNeverReset) {
  Env env = make(), other = make();
  other.reset(4);
  ASSERT_FALSE(bool(other.restore(env.snapshot())));
  EXPECT_FALSE(other.underWay());
  EXPECT_THAT(other.observation(), ::testing::Each(0.0f));
  env.reset();
  other.reset();
  EXPECT_EQ(env.program().name(), other.program().name());
}

TEST_F(SnapshotTest, RefusesForeignBytesAndStaysAsItWas) {
  Env env = make();
  env.reset(1);
  std::string before = env.snapshot();
  std::string nested(100000, '[');
  for (llvm::StringRef bytes :
       {llvm::StringRef(""), llvm::StringRef("PK\x03\x04"),
        llvm::StringRef("null"), llvm::StringRef("[]"), llvm::StringRef("{}"),
        llvm::StringRef("{\"mlirgym\":\"snapshot\"}"),
        llvm::StringRef("\xff\xfe\x00\x01", 4), llvm::StringRef(nested)})
    EXPECT_THAT(whyNot(env, bytes), HasSubstr("not one that"));
  EXPECT_EQ(env.snapshot(), before);
}

TEST_F(SnapshotTest, DamagedBytesAreRefusedOrHarmless) {
  Env env = make();
  env.reset(1);
  std::mt19937_64 random(2);
  for (int step = 0; step < 4 && env.underWay(); ++step)
    mustStep(env, randomLegal(env.actionMask(), random));
  const std::string good = env.snapshot();
  for (size_t length = 0; length < good.size(); ++length)
    whyNot(env, llvm::StringRef(good).take_front(length));
  for (int damage = 0; damage < 3000; ++damage) {
    std::string bad = good;
    for (unsigned i = 0; i < 1 + random() % 3; ++i)
      bad[random() % bad.size()] = char(random());
    llvm::Error error = env.restore(bad);
    if (!error) // a digit of a seed, say: another state, but a state
      walkOn(env, damage);
    llvm::consumeError(std::move(error));
  }
}

TEST_F(SnapshotTest, NamesTheVersion) {
  Env env = make();
  std::string bytes = env.snapshot();
  const std::string version = "\"version\":" + std::to_string(snapshotVersion);
  size_t at = bytes.find(version);
  ASSERT_NE(at, std::string::npos);
  bytes.replace(at, version.size(), "\"version\":99");
  EXPECT_THAT(whyNot(env, bytes), HasSubstr("version 99, this mlirgym reads"));
}

TEST_F(SnapshotTest, RefusesOtherOptions) {
  Env env = make();
  env.reset(1);
  EnvOptions more = options;
  more.encoding.tileSizes.push_back(16);
  Env other = llvm::cantFail(Env::create(pool, execution, more));
  EXPECT_THAT(whyNot(other, env.snapshot()),
              HasSubstr("restore in an environment with the same options"));
}

TEST_F(SnapshotTest, RefusesAProgramThatIsNotInThePool) {
  Env env = make();
  llvm::cantFail(env.reset(1, 1));
  Env other =
      llvm::cantFail(Env::create(poolOf({"relu_12_20"}), execution, options));
  EXPECT_THAT(whyNot(other, env.snapshot()),
              HasSubstr("program matmul_9_10_12 ("));
}

TEST_F(SnapshotTest, RefusesAScheduleThatDoesNotReplay) {
  Env env = make();
  llvm::cantFail(env.reset(1, 0));
  act(env, Action(ActionKind::Tile, {8, 0}));
  std::string bytes = env.snapshot();
  size_t at = bytes.find("tile(8,0)");
  ASSERT_NE(at, std::string::npos);
  bytes.replace(at, 9, "tile(8,0,0,0)");
  EXPECT_THAT(whyNot(env, bytes), HasSubstr("op0"));
}
} // namespace
