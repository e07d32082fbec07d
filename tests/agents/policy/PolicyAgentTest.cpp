#include "SyntheticTimings.h"
#include "agents/policy/TrainedPolicy.h"
#include <cmath>
#include <gmock/gmock.h>
#include <limits>

using namespace mlirgym;
using namespace mlirgym::testing;

namespace {
enum class Critic { Knows, MustNotBeAsked };

/// All legal decisions are equally likely. The critic knows the timings, a
/// hundredfold, so that likelihood hardly counts beside it.
class UniformPolicy : public Policy,
                      public std::enable_shared_from_this<UniformPolicy> {
public:
  explicit UniformPolicy(Critic which)
      : Policy(tinyOptions().encoding, tinyOptions().state, {}), critic(which) {
  }
  llvm::StringRef name() const override { return "uniform"; }
  bool ranksSchedules() const override { return critic == Critic::Knows; }
  llvm::Expected<std::unique_ptr<BoundPolicy>>
  bind(std::shared_ptr<const Program> program, unsigned) const override;

private:
  Critic critic;
};

class BoundUniform : public BoundPolicy {
public:
  BoundUniform(std::shared_ptr<const UniformPolicy> from,
               std::shared_ptr<const Program> payload)
      : policy(std::move(from)), program(std::move(payload)) {}

  DecisionState start() const override {
    return DecisionState(ScheduleState(program, policy->stateOptions()));
  }
  llvm::Expected<PolicyOutput>
  evaluate(llvm::ArrayRef<const DecisionState *> states) override {
    const size_t numActions = policy->encoding().numActions();
    logits.clear();
    std::vector<int8_t> mask(numActions);
    for (const DecisionState *state : states) {
      policy->encoding().mask(*state, mask);
      for (int8_t legal : mask)
        logits.push_back(legal ? 0 : -std::numeric_limits<float>::infinity());
    }
    numbers.assign(states.size(), 0);
    return PolicyOutput{logits, numbers};
  }
  llvm::Expected<llvm::ArrayRef<float>>
  values(llvm::ArrayRef<const DecisionState *> states) override {
    if (!policy->ranksSchedules())
      return llvm::createStringError("the critic knows nothing of schedules");
    numbers.clear();
    for (const DecisionState *state : states)
      numbers.push_back(static_cast<float>(
          -100 * std::log(syntheticNs(
                     *program, state->schedule.schedule().canonical()))));
    return llvm::ArrayRef<float>(numbers);
  }

private:
  std::shared_ptr<const UniformPolicy> policy;
  std::shared_ptr<const Program> program;
  std::vector<float> logits, numbers;
};

llvm::Expected<std::unique_ptr<BoundPolicy>>
UniformPolicy::bind(std::shared_ptr<const Program> program, unsigned) const {
  return std::make_unique<BoundUniform>(shared_from_this(), std::move(program));
}

class RankingAgentTest : public ::testing::Test {
protected:
  SearchResult optimize(Critic critic, const SearchOptions &options) {
    auto agent = makePolicyAgent(std::make_shared<UniformPolicy>(critic));
    return llvm::cantFail(
        agent->optimize(pool->programs.front(), *execution, options));
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

TEST_F(RankingAgentTest, SameSeedSameSearch) {
  EXPECT_EQ(optimize(Critic::Knows, {.budget = 40, .seed = 3}).curve,
            optimize(Critic::Knows, {.budget = 40, .seed = 3}).curve);
}

TEST_F(RankingAgentTest, AsksNoCriticThatKnowsNothingOfSchedules) {
  EXPECT_EQ(optimize(Critic::MustNotBeAsked, {.budget = 20}).samples, 20u);
}
} // namespace
