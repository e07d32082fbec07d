#include "agents/guided/SearchTree.h"
#include "UniformPolicy.h"
#include <cmath>
#include <gmock/gmock.h>
#include <set>

using namespace mlirgym;
using namespace mlirgym::testing;

namespace {
class SearchTreeTest : public ::testing::Test {
protected:
  // About the log speedup of the fastest schedule, as a critic predicts it.
  explicit SearchTreeTest(
      const UniformPolicyOptions &options = {.partialValue = 2})
      : policy(uniformPolicy(options)) {}

  double logSpeedup(const Draft &draft) const {
    return std::log(syntheticNs(*pool->programs[0], Schedule()) /
                    syntheticNs(*pool->programs[0], draft.schedule()));
  }
  Draft finish(const DraftBeginning &beginning) {
    return llvm::cantFail(drafter.redecide(beginning, sampling(random)))
        .front();
  }
  Draft play() { return finish(tree.play(random)); }
  /// Of 50 schedules.
  double meanLogSpeedup(llvm::function_ref<Draft()> draw) {
    double sum = 0;
    for (int i = 0; i < 50; ++i)
      sum += logSpeedup(draw()) / 50;
    return sum;
  }

  std::shared_ptr<const ProgramPool> pool = poolOf({"matmul_9_10_12"});
  std::shared_ptr<const Policy> policy;
  std::unique_ptr<BoundPolicy> bound =
      llvm::cantFail(policy->bind(pool->programs[0], {}));
  RandomStream random{1};
  Drafter drafter{*policy, *bound, Target::host(), 1};
  SearchTree tree{*policy, *bound};
};

TEST_F(SearchTreeTest, PlaysWhatTheCriticFindsFast) {
  const double drawn = meanLogSpeedup([this] { return finish({}); });
  llvm::cantFail(tree.simulate(4000));
  EXPECT_GT(meanLogSpeedup([this] { return play(); }), drawn + 0.2);
}

TEST_F(SearchTreeTest, GrowsByALeafForEachSimulation) {
  llvm::cantFail(tree.simulate(100));
  EXPECT_GT(tree.size(), 30u); // some came to the same leaf, or an end
  EXPECT_LE(tree.size(), 100u);
  const std::vector<uint16_t> decisions = tree.play(random).decisions.vec();
  EXPECT_FALSE(decisions.empty());
}

class NoCriticTest : public SearchTreeTest {
protected:
  NoCriticTest() : SearchTreeTest({.critic = Critic::MustNotBeAsked}) {}
};

TEST_F(NoCriticTest, MeasurementsLeadTheWay) {
  llvm::cantFail(tree.simulate(1000));
  const double before = meanLogSpeedup([this] { return play(); });
  for (int i = 0; i < 300; ++i) {
    const Draft draft = finish({});
    tree.learn(draft.decisions, logSpeedup(draft), draft.value);
    llvm::cantFail(tree.simulate(20));
  }
  EXPECT_GT(meanLogSpeedup([this] { return play(); }), before + 0.2);
}

class SmallTreeTest : public SearchTreeTest {
protected:
  static EnvOptions smallSpace() {
    EnvOptions env = tinyOptions();
    env.encoding.tileSizes = {0};
    return env;
  }
  SmallTreeTest() : SearchTreeTest({.partialValue = 2, .env = smallSpace()}) {}
};

TEST_F(SmallTreeTest, LeavesOutWhatIsClosed) {
  llvm::cantFail(tree.simulate(1));
  std::set<std::vector<uint16_t>> played;
  for (int i = 0; i < 2000 && !tree.isExhausted(); ++i) {
    llvm::cantFail(tree.simulate(16));
    const Draft draft = play();
    tree.close(draft.decisions);
    played.insert(draft.decisions);
  }
  EXPECT_TRUE(tree.isExhausted());
  const size_t schedules =
      reachableSchedules(pool->programs[0], smallSpace()).size();
  EXPECT_GE(played.size(), schedules); // some decisions lead to the same
  llvm::cantFail(tree.simulate(10));   // nothing is left to do
}
} // namespace
