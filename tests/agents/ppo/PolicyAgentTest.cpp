#include "SyntheticTimings.h"
#include "agents/policy/Checkpoint.h"
#include "agents/ppo/Ppo.h"
#include "tests/agents/TemporaryFolder.h"
#include <gmock/gmock.h>

using namespace mlirgym;
using namespace mlirgym::testing;
using ::testing::AllOf;
using ::testing::HasSubstr;

namespace {
/// A policy trained once for all tests.
class PolicyAgentTest : public ::testing::Test {
protected:
  static void SetUpTestSuite() {
    folder = std::make_unique<TemporaryFolder>();
    env = tinyOptions();
    env.machine.threads = 2;
    pool = poolOf({"relu_12_20", "matmul_9_10_12"});
    execution = syntheticExecution(*pool, env);
    PpoOptions ppo;
    ppo.iterations = 30;
    ppo.rolloutSteps = 32;
    ppo.numEnvs = 8;
    ppo.learningRate = 2e-3;
    ppo.hidden = {32};
    auto trainer = llvm::cantFail(
        PpoTrainer::create(pool, execution, env, ppo, folder->str()));
    llvm::cantFail(trainer->train());
  }
  static void TearDownTestSuite() {
    execution.reset();
    pool.reset();
    folder.reset();
  }
  static std::string path() { return folder->file("checkpoint.pt"); }
  static SearchResult optimize(const SearchOptions &options,
                               unsigned program = 0) {
    auto agent = llvm::cantFail(loadAgent(path()));
    return llvm::cantFail(
        agent->optimize(pool->programs[program], *execution, options));
  }
  /// loadAgent() on the checkpoint after `change`.
  static std::string
  errorAfter(const std::function<void(Checkpoint &)> &change) {
    Checkpoint checkpoint = llvm::cantFail(readCheckpoint(path()));
    change(checkpoint);
    const std::string changed = folder->file("changed.pt");
    llvm::cantFail(writeCheckpoint(changed, checkpoint));
    auto agent = loadAgent(changed);
    return agent ? "" : llvm::toString(agent.takeError());
  }

  static inline std::unique_ptr<TemporaryFolder> folder;
  static inline EnvOptions env;
  static inline std::shared_ptr<const ProgramPool> pool;
  static inline std::shared_ptr<Execution> execution;
};

TEST_F(PolicyAgentTest, FindsFastSchedulesInTheEncodingItWasTrainedWith) {
  for (unsigned program : {0u, 1u}) {
    const SearchResult result = optimize({.budget = 20}, program);
    EXPECT_GT(result.speedup, 4) << result.schedule.text();
    EXPECT_LE(result.samples, 20u);
    EXPECT_EQ(result.statusCounts[static_cast<size_t>(Status::NotCached)], 0u);
  }
}

TEST_F(PolicyAgentTest, TriesTheGreedyScheduleFirst) {
  const SearchResult one = optimize({.budget = 1, .seed = 1});
  const SearchResult two = optimize({.budget = 1, .seed = 2});
  EXPECT_EQ(one.schedule, two.schedule);
  EXPECT_GT(one.speedup, 2);
}

TEST_F(PolicyAgentTest, SameSeedSameSearch) {
  EXPECT_EQ(optimize({.budget = 30, .seed = 3}, 1).curve,
            optimize({.budget = 30, .seed = 3}, 1).curve);
}

TEST_F(PolicyAgentTest, StopsWhenTheCallbackSaysSo) {
  unsigned calls = 0;
  SearchOptions options{.budget = 50, .batch = 2};
  options.progress = [&calls](const SearchOptions::Progress &) {
    return ++calls < 2;
  };
  EXPECT_LE(optimize(options, 1).samples, 3u);
  EXPECT_EQ(calls, 2u);
}

TEST_F(PolicyAgentTest, IsNamedPpo) {
  EXPECT_EQ(llvm::cantFail(loadAgent(path()))->name(), "ppo");
}

TEST_F(PolicyAgentTest, RefusesAnotherObservationOrEncoding) {
  EXPECT_THAT(errorAfter([](Checkpoint &checkpoint) {
                checkpoint.facts["policy"]["observation"]["colour"] = {4711};
              }),
              HasSubstr("reads the slice 'colour' of observations, which"));
  EXPECT_THAT(errorAfter([](Checkpoint &checkpoint) {
                checkpoint.facts["policy"]["encoding"]["tile_sizes"] = {0, 1};
              }),
              HasSubstr("has another shape"));
}

TEST_F(PolicyAgentTest, RefusesWhatIsIncomplete) {
  EXPECT_THAT(errorAfter([](Checkpoint &checkpoint) {
                checkpoint.facts["policy"].erase("machine");
              }),
              HasSubstr("changed.pt: "));
  EXPECT_THAT(errorAfter([](Checkpoint &checkpoint) {
                checkpoint.arrays.erase(checkpoint.arrays.begin());
              }),
              AllOf(HasSubstr("changed.pt: "),
                    HasSubstr("policy.0.weight is missing")));
  auto missing = loadAgent(folder->file("none.pt"));
  EXPECT_THAT(llvm::toString(missing.takeError()),
              HasSubstr("none.pt: cannot be read"));
}
} // namespace
