#include "agents/guided/GuidedSearch.h"
#include "UniformPolicy.h"
#include "agents/guided/PolicyAgent.h"
#include <algorithm>
#include <gmock/gmock.h>

using namespace mlirgym;
using namespace mlirgym::testing;

namespace {
class GuidedSearchTest : public ::testing::Test {
protected:
  template <typename Agent>
  SearchResult optimize(Critic critic, const SearchOptions &options) {
    // It outweighs the estimate.
    Agent agent(uniformPolicy({.critic = critic, .scale = 5}));
    return llvm::cantFail(
        agent.optimize(pool->programs.front(), *execution, options));
  }
  double bestReachable() const {
    double best = 0;
    for (const Schedule &schedule :
         reachableSchedules(pool->programs[0], tinyOptions()))
      best = std::max(best, syntheticNs(*pool->programs[0], Schedule()) /
                                syntheticNs(*pool->programs[0], schedule));
    return best;
  }

  std::shared_ptr<const ProgramPool> pool = poolOf({"matmul_9_10_12"});
  std::shared_ptr<Execution> execution =
      syntheticExecution(*pool, tinyOptions());
};

TEST_F(GuidedSearchTest, BeginsWithWhatTheCriticFindsBest) {
  EXPECT_EQ(optimize<GuidedSearch>(Critic::Knows, {.budget = 1}).schedule,
            optimize<PolicyAgent>(Critic::Knows, {.budget = 1}).schedule);
}

TEST_F(GuidedSearchTest, MeasurementsCorrectAWrongCritic) {
  for (uint64_t seed : {0, 1, 2}) {
    const SearchOptions options{.budget = 50, .seed = seed};
    const double guided =
        optimize<GuidedSearch>(Critic::IsWrong, options).speedup;
    EXPECT_GT(guided, 0.8 * bestReachable());
    EXPECT_GT(guided, optimize<PolicyAgent>(Critic::IsWrong, options).speedup);
  }
}

TEST_F(GuidedSearchTest, WhatIsNotOnFileSaysNothing) {
  // Without the wide tiles of the last loop, among them the fastest.
  execution = syntheticExecution(
      *pool, tinyOptions(),
      [](const Program &program,
         const Schedule &schedule) -> std::optional<Measurement> {
        if (llvm::StringRef(schedule.text()).contains(",8)"))
          return std::nullopt;
        return syntheticTiming(program, schedule);
      });
  const SearchResult result =
      optimize<GuidedSearch>(Critic::Knows, {.budget = 80});
  EXPECT_GT(result.statusCounts[static_cast<size_t>(Status::NotCached)], 0u);
  EXPECT_GT(result.speedup, 0.8 * bestReachable());
}

TEST_F(GuidedSearchTest, VariesSchedulesThatItBeginsWith) {
  const Schedule tile =
      llvm::cantFail(Schedule::parse("op0: tile(8,8,4) vectorize"));
  const double given = syntheticNs(*pool->programs[0], Schedule()) /
                       syntheticNs(*pool->programs[0], tile);
  EXPECT_LT(optimize<GuidedSearch>(Critic::IsWrong, {.budget = 7}).speedup,
            given);
  EXPECT_GT(
      optimize<GuidedSearch>(Critic::IsWrong, {.budget = 7, .starts = {tile}})
          .speedup,
      given);
}

TEST_F(GuidedSearchTest, NeedsNoCritic) {
  EXPECT_GT(
      optimize<GuidedSearch>(Critic::MustNotBeAsked, {.budget = 50}).speedup,
      0.8 * bestReachable());
}

TEST_F(GuidedSearchTest, StaysInTheSubspaceThatIsGiven) {
  EnvOptions subspace = tinyOptions();
  subspace.encoding.kinds = {ActionKind::Tile, ActionKind::Vectorize};
  subspace.encoding.tileSizes = {0, 8};
  SearchOptions options{.budget = 200, .encoding = subspace.encoding};
  options.progress = [](const SearchOptions::Progress &progress) {
    EXPECT_THAT(progress.best->text(), ::testing::Not(::testing::ContainsRegex(
                                           "parallel|interchange|[(,]4[,)]")));
    return true;
  };
  const SearchResult result = optimize<GuidedSearch>(Critic::Knows, options);
  EXPECT_GT(result.speedup, 1);
  // All but the untransformed program, and no other.
  EXPECT_EQ(result.samples,
            reachableSchedules(pool->programs[0], subspace).size() - 1);
}

bool triesWinograd(const EnvOptions &options) {
  auto pool = poolOf({"conv_2d_nchw_fchw_1_2_6_6_3_3_3_4_4"});
  GuidedSearch agent(uniformPolicy({.env = options}));
  bool isTried = false;
  SearchOptions search{.budget = 20};
  search.progress = [&](const SearchOptions::Progress &progress) {
    isTried |= progress.best->text() == "op0: winograd";
    return true;
  };
  llvm::cantFail(agent.optimize(pool->programs.front(),
                                *syntheticExecution(*pool, options), search));
  return isTried;
}

TEST(GuidedSearchOfConvolutions, HasTheKindsOfItsPolicy) {
  EnvOptions options = tinyOptions();
  options.encoding.maxLoops = 7;
  options.encoding.kinds = {ActionKind::Vectorize};
  EXPECT_FALSE(triesWinograd(options));
  options.encoding.kinds = {ActionKind::Vectorize, ActionKind::Winograd};
  EXPECT_TRUE(triesWinograd(options));
}
} // namespace
