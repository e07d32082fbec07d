#include "agents/guided/PolicyAgent.h"
#include "UniformPolicy.h"
#include <gmock/gmock.h>

using namespace mlirgym;
using namespace mlirgym::testing;

namespace {
class RankingAgentTest : public ::testing::Test {
protected:
  SearchResult optimize(Critic critic, const SearchOptions &options) {
    // A hundredfold value, so that likelihood hardly counts.
    PolicyAgent agent(uniformPolicy({.critic = critic, .scale = 100}));
    return llvm::cantFail(
        agent.optimize(pool->programs.front(), *execution, options));
  }
  std::shared_ptr<const ProgramPool> pool = poolOf({"matmul_9_10_12"});
  std::shared_ptr<Execution> execution =
      syntheticExecution(*pool, tinyOptions());
};

TEST_F(RankingAgentTest, MeasuresFirstWhatTheCriticFindsBest) {
  const SearchResult result = optimize(Critic::Knows, {.budget = 8});
  ASSERT_EQ(result.curve.size(), 8u);
  EXPECT_GT(result.curve.front(), 1);
  EXPECT_EQ(result.curve.front(), result.curve.back());
  EXPECT_GT(result.speedup,
            optimize(Critic::MustNotBeAsked, {.budget = 8}).speedup);
}

TEST_F(RankingAgentTest, MeasuresNoneTwiceAndSpendsItsBudget) {
  const SearchResult result = optimize(Critic::Knows, {.budget = 50});
  EXPECT_EQ(result.samples, 50u);
  EXPECT_EQ(result.statusCounts[static_cast<size_t>(Status::NotCached)], 0u);
}

TEST_F(RankingAgentTest, BeginsWithKnownSchedules) {
  const SearchResult best = optimize(Critic::Knows, {.budget = 50});
  const Schedule illegal =
      llvm::cantFail(Schedule::parse("op7: tile(2,0,0) vectorize"));
  const SearchResult result =
      optimize(Critic::MustNotBeAsked,
               {.budget = 3, .starts = {illegal, best.schedule}});
  EXPECT_EQ(result.samples, 3u);
  EXPECT_EQ(result.curve.front(), best.speedup);
}

TEST_F(RankingAgentTest, SameSeedSameSearch) {
  EXPECT_EQ(optimize(Critic::Knows, {.budget = 40, .seed = 3}).curve,
            optimize(Critic::Knows, {.budget = 40, .seed = 3}).curve);
}

TEST_F(RankingAgentTest, AsksNoCriticThatKnowsNothingOfSchedules) {
  EXPECT_EQ(optimize(Critic::MustNotBeAsked, {.budget = 20}).samples, 20u);
}
} // namespace
