#include "agents/guided/PolicyAgents.h"
#include "UniformPolicy.h"
#include "agents/ShippedPolicy.h"
#include <algorithm>
#include <gmock/gmock.h>

using namespace mlirgym;
using namespace mlirgym::testing;
using ::testing::HasSubstr;

namespace {
/// Every line of PolicyAgents.def with every critic, over a small space whose
/// timings are all known.
class PolicyAgentsTest
    : public ::testing::TestWithParam<std::tuple<std::string, Critic>> {
protected:
  SearchResult optimize(const SearchOptions &options) {
    auto agent = llvm::cantFail(makePolicyAgent(
        std::get<0>(GetParam()),
        uniformPolicy({.critic = std::get<1>(GetParam()), .env = env})));
    return llvm::cantFail(
        agent->optimize(pool->programs[0], *execution, options));
  }

  EnvOptions env = tinyOptions();
  std::shared_ptr<const ProgramPool> pool = poolOf({"matmul_9_10_12"});
  std::shared_ptr<Execution> execution = syntheticExecution(*pool, env);
};

TEST_P(PolicyAgentsTest, SpendsItsBudgetOnWhatTheEncodingReaches) {
  const SearchResult result = optimize({.budget = 100});
  EXPECT_EQ(result.samples, 100u);
  EXPECT_EQ(result.statusCounts[static_cast<size_t>(Status::NotCached)], 0u);
  EXPECT_DOUBLE_EQ(result.best.medianNs,
                   syntheticNs(*pool->programs[0], result.schedule));
}

TEST_P(PolicyAgentsTest, SameSeedSameSearch) {
  const SearchResult one = optimize({.budget = 60, .seed = 7});
  const SearchResult two = optimize({.budget = 60, .seed = 7});
  EXPECT_EQ(one.curve, two.curve);
  EXPECT_EQ(one.schedule, two.schedule);
}

TEST_P(PolicyAgentsTest, KeepsToTheBudget) {
  for (unsigned budget : {0u, 1u, 13u}) {
    const SearchResult result = optimize({.budget = budget, .batch = 5});
    EXPECT_EQ(result.samples, budget);
    EXPECT_EQ(result.curve.size(), result.samples);
    EXPECT_TRUE(std::is_sorted(result.curve.begin(), result.curve.end()));
  }
}

TEST_P(PolicyAgentsTest, EndsWhenTheSpaceIsExhausted) {
  env.encoding.tileSizes = {0};
  const size_t whole =
      reachableSchedules(pool->programs[0], env).size() - 1; // the empty one
  const SearchResult result = optimize({.budget = 5000});
  EXPECT_GT(result.samples, whole / 2);
  EXPECT_LE(result.samples, whole);
}

TEST_P(PolicyAgentsTest, StopsWhenTheCallbackSaysSo) {
  SearchOptions search{.budget = 100, .batch = 4};
  unsigned calls = 0;
  search.progress = [&calls](const SearchOptions::Progress &) {
    return ++calls < 10;
  };
  const SearchResult result = optimize(search);
  EXPECT_EQ(calls, 10u);
  EXPECT_LE(result.samples, 13u); // the batch under way ends
}

std::string
nameOf(const ::testing::TestParamInfo<PolicyAgentsTest::ParamType> &info) {
  auto [agent, critic] = info.param;
  switch (critic) {
  case Critic::Knows:
    return agent + "KnowingCritic";
  case Critic::IsWrong:
    return agent + "WrongCritic";
  case Critic::MustNotBeAsked:
    return agent + "NoCritic";
  }
}

INSTANTIATE_TEST_SUITE_P(
    Agents, PolicyAgentsTest,
    ::testing::Combine(::testing::ValuesIn(policyAgentNames()),
                       ::testing::Values(Critic::Knows, Critic::IsWrong,
                                         Critic::MustNotBeAsked)),
    nameOf);

TEST(MakePolicyAgentTest, NamesThoseItKnows) {
  EXPECT_THAT(
      llvm::toString(makePolicyAgent("gided", uniformPolicy()).takeError()),
      HasSubstr("there is no agent 'gided' that uses a policy; choose "
                "one of learned, guided, mcts"));
}

void expectName(llvm::StringRef text, const AgentName &expected) {
  const AgentName name = AgentName::parse(text);
  EXPECT_EQ(name.agent, expected.agent) << text.str();
  EXPECT_EQ(name.checkpoint, expected.checkpoint) << text.str();
}

TEST(AgentNameTest, IsASearcherAnAgentOfAPolicyOrACheckpoint) {
  expectName("evolutionary", {"evolutionary", ""});
  expectName("guided:run/agent.pt", {"guided", "run/agent.pt"});
  expectName("guided:a:b.pt", {"guided", "a:b.pt"});
  expectName("guided", {"guided", ""});
  expectName("run/agent.pt", {"", "run/agent.pt"});
  expectName("a:b.pt", {"", "a:b.pt"});
  EXPECT_TRUE(AgentName::parse("beam").isSearcher());
  EXPECT_FALSE(AgentName::parse("guided").isSearcher());
}

TEST(AgentNameTest, NamesTheFileOfThePolicy) {
  EXPECT_EQ(llvm::cantFail(checkpointOf({"guided", "a.pt"})), "a.pt");
  EXPECT_EQ(llvm::cantFail(checkpointOf({"", "a.pt"})), "a.pt");
  EXPECT_EQ(llvm::cantFail(checkpointOf({"guided", ""})),
            llvm::cantFail(shippedCheckpoint()));
}
} // namespace
