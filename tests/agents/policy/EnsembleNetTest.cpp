#include "agents/policy/nets/EnsembleNet.h"
#include "agents/policy/nets/NetOptions.h"
#include "agents/policy/nets/PolicyNet.h"
#include <ATen/ATen.h>
#include <ATen/core/grad_mode.h>
#include <gmock/gmock.h>

using namespace mlirgym;

namespace {
class EnsembleNetTest : public ::testing::Test {
protected:
  EnsembleNetTest() {
    ObservationSlice all;
    all.name = "all";
    all.shape = {10};
    shape.observation.slices.push_back(all);
    shape.numActions = 5;
    net = makeNet({.kind = NetKind::Trunk, .hidden = {8}, .members = 3}, shape,
                  /*seed=*/4);
    at::NoGradGuard noGradient;
    at::manual_seed(1);
    for (at::Tensor &parameter : net->parameters())
      parameter.add_(at::randn_like(parameter), 0.3);
  }
  NetShape shape;
  std::shared_ptr<PolicyNet> net;
};

TEST_F(EnsembleNetTest, IsTheMeanOfItsMembers) {
  const auto members = net->members();
  ASSERT_EQ(members.size(), 3u);
  const at::Tensor rows = at::rand({4, 10});
  at::Tensor logits = at::zeros({4, 5}), values = at::zeros({4});
  for (const PolicyNet *member : members) {
    logits += member->logits(rows) / 3;
    values += member->values(rows) / 3;
  }
  const NetOutput output = net->forward(rows);
  EXPECT_TRUE(output.logits.allclose(logits, 1e-4, 1e-5));
  EXPECT_TRUE(output.values.allclose(values, 1e-4, 1e-5));
  EXPECT_TRUE(net->logits(rows).equal(output.logits));
  EXPECT_TRUE(net->values(rows).equal(output.values));
  EXPECT_FALSE(members[0]->values(rows).allclose(members[1]->values(rows)));
}

TEST_F(EnsembleNetTest, BoundToBasesItGivesTheSame) {
  c10::InferenceMode inference;
  const at::Tensor bases = at::rand({2, 10});
  at::Tensor rows = bases.index({at::tensor({1, 0, 1}, at::kLong)}).clone();
  rows[0][3] = 2;
  const std::vector<uint32_t> which = {1, 0, 1};
  const auto bound = net->bind(bases);
  const NetOutput output = bound->forward({rows, which});
  EXPECT_TRUE(output.logits.allclose(net->logits(rows), 1e-4, 1e-5));
  EXPECT_TRUE(output.values.allclose(net->values(rows), 1e-4, 1e-5));
  EXPECT_TRUE(bound->values({rows, which}).allclose(output.values, 1e-4, 1e-5));
}

TEST_F(EnsembleNetTest, AMemberBeginsAsTheNetworkOfItsSeed) {
  const auto fresh = makeNet(
      {.kind = NetKind::Trunk, .hidden = {8}, .members = 2}, shape, /*seed=*/6);
  const auto second =
      makeNet({.kind = NetKind::Trunk, .hidden = {8}}, shape, /*seed=*/7);
  EXPECT_EQ(weightsOf(*fresh->members()[1]), weightsOf(*second));
  const std::vector<NamedArray> weights = weightsOf(*fresh);
  EXPECT_EQ(weights.front().name, "0.trunk.0.weight");
  EXPECT_EQ(weights.back().name, "1.value.bias");
  EXPECT_THAT(llvm::toString(readWeights(weights, *net)),
              ::testing::HasSubstr("array 2.trunk.0.weight is missing"));
}
} // namespace
