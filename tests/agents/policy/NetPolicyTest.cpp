#include "agents/policy/NetPolicy.h"
#include "SyntheticTimings.h"
#include "agents/policy/TrainedPolicy.h"
#include "agents/policy/nets/PolicyNet.h"
#include "program/RandomStream.h"
#include "tests/agents/TemporaryFolder.h"
#include <ATen/ATen.h>
#include <ATen/core/grad_mode.h>
#include <cmath>
#include <gmock/gmock.h>
#include <limits>
#include <thread>

using namespace mlirgym;
using namespace mlirgym::testing;
using ::testing::HasSubstr;

namespace {
class NetPolicyTest : public ::testing::Test {
protected:
  NetPolicyTest() {
    spec.agent = "learned";
    spec.encoding = tinyOptions().encoding;
    spec.state = tinyOptions().state;
    spec.net = {.kind = NetKind::Trunk, .hidden = {16}};
    const FlatEncoding encoding(spec.encoding);
    const Observer observer(encoding, spec.machine, spec.state);
    net = makeNet(spec.net,
                  {observer.spec(), encoding.numActions(), spec.encoding.kinds},
                  1);
    // A new policy gives all actions equal probabilities.
    at::NoGradGuard noGradient;
    at::Tensor policyHead = net->named_parameters()["policy.weight"];
    policyHead.copy_(
        at::linspace(-1, 1, policyHead.numel()).view_as(policyHead));
  }
  std::shared_ptr<const Policy> policy() const { return makePolicy(spec, net); }
  std::unique_ptr<BoundPolicy> bound(unsigned threads = 1) const {
    return llvm::cantFail(policy()->bind(program(), {.threads = threads}));
  }
  std::shared_ptr<const Program> program() const {
    return pool->programs.front();
  }
  /// The states of some walks of the policy, starts and ends included.
  std::vector<DecisionState> walk(BoundPolicy &from) const {
    RandomStream random(1);
    std::vector<DecisionState> states;
    for (unsigned walks = 0; walks < 8; ++walks) {
      states.push_back(from.start());
      while (!states.back().schedule.finished()) {
        DecisionState next = states.back();
        const DecisionState *last = &next;
        const PolicyOutput output = llvm::cantFail(from.evaluate(last));
        EXPECT_NE(
            FlatEncoding(spec.encoding)
                .step(next, sampleAction(output.logitsOf(0), random.uniform(),
                                         /*temperature=*/100)),
            StepResult::Illegal);
        states.push_back(next);
      }
    }
    return states;
  }

  PolicySpec spec;
  std::shared_ptr<PolicyNet> net;
  std::shared_ptr<const ProgramPool> pool = poolOf({"matmul_9_10_12"});
};

TEST_F(NetPolicyTest, GivesLegalActionsFiniteLogitsAndNoOther) {
  auto from = bound();
  const std::vector<DecisionState> states = walk(*from);
  ASSERT_GT(states.size(), 30u);
  const FlatEncoding encoding(spec.encoding);
  std::vector<int8_t> mask(encoding.numActions());
  for (const DecisionState &state : states) {
    const DecisionState *one = &state;
    const PolicyOutput output = llvm::cantFail(from->evaluate(one));
    ASSERT_EQ(output.values.size(), 1u);
    EXPECT_TRUE(std::isfinite(output.values[0]));
    encoding.mask(state, mask);
    ASSERT_EQ(output.logitsOf(0).size(), mask.size());
    for (size_t i = 0; i < mask.size(); ++i)
      EXPECT_EQ(std::isfinite(output.logitsOf(0)[i]), mask[i] == 1) << i;
  }
}

TEST_F(NetPolicyTest, ABatchIsAsItsStatesEachAlone) {
  auto from = bound();
  const std::vector<DecisionState> states = walk(*from);
  std::vector<const DecisionState *> all;
  for (const DecisionState &state : states)
    all.push_back(&state);
  const PolicyOutput output = llvm::cantFail(from->evaluate(all));
  const std::vector<float> logits = output.logits.vec();
  const std::vector<float> values = output.values.vec();
  ASSERT_EQ(values.size(), states.size());
  const size_t numActions = logits.size() / states.size();
  for (size_t i = 0; i < states.size(); ++i) {
    const PolicyOutput alone = llvm::cantFail(from->evaluate(all[i]));
    EXPECT_NEAR(alone.values[0], values[i], 1e-5);
    for (size_t a = 0; a < numActions; ++a)
      if (std::isfinite(alone.logitsOf(0)[a])) {
        EXPECT_NEAR(alone.logitsOf(0)[a], logits[i * numActions + a], 1e-5);
      }
  }
  const llvm::ArrayRef<float> again = llvm::cantFail(from->values(all));
  ASSERT_EQ(again.size(), values.size());
  for (size_t i = 0; i < values.size(); ++i)
    EXPECT_NEAR(again[i], values[i], 1e-5);
}

TEST_F(NetPolicyTest, SeesTheThreadsThatItIsBoundTo) {
  const DecisionState start = bound()->start();
  const DecisionState *one = &start;
  auto single = bound(1), again = bound(1), eight = bound(8);
  const float value = llvm::cantFail(single->values(one))[0];
  EXPECT_EQ(llvm::cantFail(again->values(one))[0], value);
  EXPECT_NE(llvm::cantFail(eight->values(one))[0], value);
}

TEST_F(NetPolicyTest, SeesTheVectorsOfTheTargetIfItHasSeenDifferentOnes) {
  const DecisionState start = bound()->start();
  const DecisionState *one = &start;
  auto valueOn = [&](unsigned vectorBits) {
    auto on = llvm::cantFail(
        policy()->bind(program(), {.vectorBits = vectorBits, .l3Bytes = 1}));
    return llvm::cantFail(on->values(one))[0];
  };
  spec.machine.vectorBits = 512;
  const float trained = valueOn(512);
  // The policy was trained only with one value and ignores others.
  EXPECT_EQ(valueOn(256), trained);
  MachineFeatures narrow = spec.machine;
  narrow.vectorBits = 256;
  spec.contexts = {narrow, spec.machine};
  EXPECT_EQ(valueOn(512), trained);
  const float trainedNarrow = valueOn(256);
  EXPECT_NE(trainedNarrow, trained);
  // The timings were of code for other vectors than those of the machine.
  spec.contexts = {narrow};
  EXPECT_EQ(valueOn(512), trainedNarrow);
  EXPECT_EQ(valueOn(256), trainedNarrow);
}

TEST_F(NetPolicyTest, ParallelActionsAreForSeveralThreads) {
  spec.contexts = {{.threads = 1}, {.threads = 2}};
  const size_t parallel = spec.encoding.kinds.indexOf(ActionKind::TileParallel);
  auto allowsParallel = [&](BoundPolicy &on) {
    const DecisionState start = on.start();
    const DecisionState *one = &start;
    return std::isfinite(
        llvm::cantFail(on.evaluate(one)).logitsOf(0)[parallel]);
  };
  EXPECT_FALSE(allowsParallel(*bound(1)));
  EXPECT_TRUE(allowsParallel(*bound(2)));
}

TEST_F(NetPolicyTest, OutlivesThePolicyAndServesSeveralThreads) {
  auto one = bound(), two = bound();
  std::vector<DecisionState> first, second;
  std::thread other([&] { first = walk(*one); });
  second = walk(*two);
  other.join();
  EXPECT_EQ(first, second);
}

TEST_F(NetPolicyTest, RefusesWeightsThatAreNotFinite) {
  {
    at::NoGradGuard noGradient;
    for (at::Tensor &weight : net->parameters())
      weight.fill_(std::numeric_limits<float>::quiet_NaN());
  }
  auto from = bound();
  const DecisionState start = from->start();
  const DecisionState *one = &start;
  EXPECT_THAT(llvm::toString(from->evaluate(one).takeError()),
              HasSubstr("not finite"));
  EXPECT_THAT(llvm::toString(from->values(one).takeError()),
              HasSubstr("not finite"));
}

TEST_F(NetPolicyTest, IsTheSameOnceWrittenAndLoaded) {
  TemporaryFolder folder;
  const std::string path = folder.file("agent.pt");
  llvm::cantFail(writeCheckpoint(
      path, {.facts = {{"policy", toJson(spec)}}, .arrays = weightsOf(*net)}));
  const std::shared_ptr<const Policy> loaded = llvm::cantFail(loadPolicy(path));
  EXPECT_EQ(loaded->name(), "learned");
  EXPECT_EQ(loaded->encoding().options(), spec.encoding);
  EXPECT_EQ(loaded->stateOptions(), spec.state);
  EXPECT_EQ(loaded->machine(), spec.machine);
  auto here = bound(), there = llvm::cantFail(loaded->bind(program(), {}));
  const DecisionState start = here->start();
  const DecisionState *one = &start;
  const std::vector<float> logits =
      llvm::cantFail(here->evaluate(one)).logits.vec();
  EXPECT_EQ(llvm::cantFail(there->evaluate(one)).logits.vec(), logits);
  EXPECT_EQ(llvm::cantFail(loadAgent(path))->name(), "learned");
}

TEST_F(NetPolicyTest, AStateThatIsKnownHasTheSameOutputsAgain) {
  auto here = bound();
  const std::vector<DecisionState> states = walk(*here);
  std::vector<const DecisionState *> twice;
  for (int round = 0; round < 2; ++round)
    for (const DecisionState &state : states)
      twice.push_back(&state);
  const PolicyOutput both = llvm::cantFail(here->evaluate(twice));
  const std::vector<float> values = both.values.vec(), logits = both.logits;
  ASSERT_EQ(values.size(), 2 * states.size());
  const size_t half = logits.size() / 2;
  for (size_t i = 0; i < states.size(); ++i)
    EXPECT_EQ(values[i], values[i + states.size()]);
  EXPECT_TRUE(std::equal(logits.begin(), logits.begin() + long(half),
                         logits.begin() + long(half)));
  for (size_t i = states.size(); i-- > 0;) {
    const PolicyOutput again = llvm::cantFail(here->evaluate(twice[i]));
    EXPECT_EQ(again.values[0], values[i]);
    EXPECT_EQ(again.logits, llvm::ArrayRef(logits).slice(
                                i * again.logits.size(), again.logits.size()));
  }
}

TEST_F(NetPolicyTest, TokensAreTheSameInABatchAloneAndLoaded) {
  spec.net = {.kind = NetKind::Tokens,
              .hidden = {16},
              .tokens = {.width = 8, .attention = 1, .operations = 2}};
  net = makeNet(spec.net,
                {spec.observer(spec.machine).spec(), numLogits(spec),
                 spec.encoding.kinds},
                1);
  {
    at::NoGradGuard noGradient;
    at::manual_seed(1);
    for (at::Tensor &parameter : net->parameters())
      parameter.add_(at::randn_like(parameter), 0.2);
  }
  TemporaryFolder folder;
  const std::string path = folder.file("agent.pt");
  llvm::cantFail(writeCheckpoint(
      path, {.facts = {{"policy", toJson(spec)}}, .arrays = weightsOf(*net)}));
  auto here = bound(),
       there = llvm::cantFail(
           llvm::cantFail(loadPolicy(path))->bind(program(), {}));
  const std::vector<DecisionState> states = walk(*here);
  std::vector<const DecisionState *> all;
  for (const DecisionState &state : states)
    all.push_back(&state);
  const std::vector<float> values = llvm::cantFail(here->values(all)).vec();
  const PolicyOutput output = llvm::cantFail(there->evaluate(all));
  // Equal states are evaluated once, in a smaller batch.
  EXPECT_THAT(output.values.vec(),
              ::testing::Pointwise(::testing::FloatNear(1e-5f), values));
  const FlatEncoding encoding(spec.encoding);
  std::vector<int8_t> mask(encoding.numActions());
  for (size_t i = 0; i < states.size(); ++i) {
    encoding.mask(states[i], mask);
    const PolicyOutput alone = llvm::cantFail(here->evaluate(all[i]));
    EXPECT_NEAR(alone.values[0], values[i], 1e-5);
    for (size_t a = 0; a < mask.size(); ++a) {
      EXPECT_EQ(std::isfinite(alone.logitsOf(0)[a]), mask[a] == 1);
      if (mask[a]) {
        EXPECT_NEAR(alone.logitsOf(0)[a], output.logitsOf(i)[a], 1e-5);
      }
    }
  }
}

TEST(LibTorchVersionTest, HasThreeParts) {
  EXPECT_THAT(libTorchVersion(),
              ::testing::MatchesRegex("[0-9]+\\.[0-9]+\\.[0-9]+"));
}
} // namespace
