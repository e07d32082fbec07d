#include "agents/policy/TrainedNet.h"
#include "SyntheticTimings.h"
#include "agents/guided/PolicyAgent.h"
#include "agents/guided/PolicyAgents.h"
#include "agents/policy/NetPolicy.h"
#include "agents/policy/TrainedPolicy.h"
#include "agents/policy/nets/PolicyNet.h"
#include "tests/agents/TemporaryFolder.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>
#include <gmock/gmock.h>

using namespace mlirgym;
using namespace mlirgym::testing;
using ::testing::HasSubstr;

namespace {
class TrainedNetTest : public ::testing::Test {
protected:
  TrainedNetTest() {
    spec.agent = "learned";
    spec.encoding = tinyOptions().encoding;
    spec.state = tinyOptions().state;
    spec.net = {.kind = NetKind::Trunk, .hidden = {16}};
    spec.ranksSchedules = true;
    const FlatEncoding encoding(spec.encoding);
    const Observer observer(encoding, spec.machine, spec.state);
    auto net = makeNet(
        spec.net, {observer.spec(), encoding.numActions(), spec.encoding.kinds},
        1);
    llvm::cantFail(
        writeCheckpoint(path, {{{"policy", toJson(spec)}}, weightsOf(*net)}));
  }

  TemporaryFolder folder;
  std::string path = folder.file("agent.pt");
  PolicySpec spec;
  std::shared_ptr<const Program> program =
      poolOf({"matmul_9_10_12"})->programs.front();
};

TEST_F(TrainedNetTest, SaysOfRowsWhatThePolicySaysOfTheirStates) {
  auto policy = llvm::cantFail(loadPolicy(path));
  auto bound = llvm::cantFail(policy->bind(program, {.threads = 1}));
  const DecisionState state = bound->start();
  const DecisionState *asked = &state;
  const PolicyOutput expected = llvm::cantFail(bound->evaluate(asked));

  const FlatEncoding encoding(spec.encoding);
  MachineFeatures machine = spec.machine;
  machine.threads = 1;
  const Observer observer(encoding, machine, spec.state);
  std::vector<float> row(observer.spec().size());
  observer.observe(state, *observer.prepare(*program), row);
  std::vector<int8_t> mask(encoding.numActions());
  encoding.mask(state, mask);

  auto net = llvm::cantFail(TrainedNet::load(path));
  EXPECT_EQ(net->observationSize(), row.size());
  EXPECT_EQ(net->numActions(), mask.size());
  // A bound policy rounds otherwise.
  const std::vector<float> logits = llvm::cantFail(net->logits(row, mask));
  ASSERT_EQ(logits.size(), expected.logits.size());
  for (auto [logit, other] : llvm::zip(logits, expected.logits))
    EXPECT_TRUE(logit == other || std::abs(logit - other) < 1e-5)
        << logit << " " << other; // both may be minus infinity
  const std::vector<float> values = llvm::cantFail(net->values(row));
  ASSERT_EQ(values.size(), 1u);
  EXPECT_NEAR(values[0], expected.values[0], 1e-5);
  EXPECT_THAT(net->description(), HasSubstr("\"agent\":\"learned\""));
}

TEST_F(TrainedNetTest, NamesAFileThatIsNoCheckpoint) {
  auto net = TrainedNet::load(folder.file("absent.pt"));
  ASSERT_FALSE(bool(net));
  EXPECT_THAT(llvm::toString(net.takeError()), HasSubstr("absent.pt"));
}

TEST_F(TrainedNetTest, WhatAnAgentProposesIsWhatItMeasures) {
  EnvOptions tiny = tinyOptions();
  auto pool = poolOf({"matmul_9_10_12"});
  auto execution = syntheticExecution(*pool, tiny);
  for (bool ranks : {true, false}) {
    spec.ranksSchedules = ranks;
    const FlatEncoding encoding(spec.encoding);
    const Observer observer(encoding, spec.machine, spec.state);
    auto policy = makePolicy(
        spec,
        makeNet(spec.net,
                {observer.spec(), encoding.numActions(), spec.encoding.kinds},
                1));
    const SearchOptions options = {.budget = 20, .seed = 3};
    const auto proposed = llvm::cantFail(
        proposeSchedules(*policy, program, Target::host(), 1, options));
    const SearchResult measured = llvm::cantFail(
        makePolicyAgent(policy)->optimize(program, *execution, options));
    ASSERT_EQ(proposed.size(), measured.samples);
    double best = 1;
    for (size_t i = 0; i < proposed.size(); ++i) {
      best = std::max(best, syntheticNs(*program, {}) /
                                syntheticNs(*program, proposed[i]));
      EXPECT_NEAR(measured.curve[i], best, 1e-9) << i;
    }
  }
}
} // namespace
