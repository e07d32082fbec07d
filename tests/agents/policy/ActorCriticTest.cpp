#include "agents/policy/nets/ActorCritic.h"
#include <ATen/ATen.h>
#include <gmock/gmock.h>

using namespace mlirgym;

namespace {
TEST(ActorCriticTest, HasTheShapesAskedFor) {
  const ActorCritic net(10, 5, {8, 6}, /*seed=*/1);
  const at::Tensor observations = at::rand({3, 10});
  EXPECT_EQ(net.logits(observations).sizes(), at::IntArrayRef({3, 5}));
  EXPECT_EQ(net.values(observations).sizes(), at::IntArrayRef({3}));
  std::vector<std::string> names;
  for (const auto &parameter : net.named_parameters())
    names.push_back(parameter.key());
  EXPECT_THAT(names, ::testing::ElementsAre(
                         "policy.0.weight", "policy.0.bias", "policy.1.weight",
                         "policy.1.bias", "policy.2.weight", "policy.2.bias",
                         "value.0.weight", "value.0.bias", "value.1.weight",
                         "value.1.bias", "value.2.weight", "value.2.bias"));
}

TEST(ActorCriticTest, StartsOrthogonalWithTheGainOfEachLayer) {
  const ActorCritic net(10, 5, {8}, /*seed=*/2);
  const std::vector<at::Tensor> parameters = net.parameters();
  const at::Tensor hidden = parameters[0].detach(); // [8, 10]
  const at::Tensor policy = parameters[2].detach(); // [5, 8]
  const at::Tensor value = parameters[6].detach();  // [1, 8]
  EXPECT_TRUE(at::allclose(hidden.mm(hidden.t()), 2 * at::eye(8), 1e-4, 1e-5));
  EXPECT_TRUE(
      at::allclose(policy.mm(policy.t()), 1e-4 * at::eye(5), 1e-4, 1e-8));
  EXPECT_TRUE(at::allclose(value.mm(value.t()), at::eye(1), 1e-4, 1e-5));
  EXPECT_TRUE(parameters[1].eq(0).all().item<bool>());
}

TEST(ActorCriticTest, TheSeedDecidesAndTheGlobalGeneratorStaysAsItWas) {
  at::manual_seed(3);
  const at::Tensor before = at::rand({4});
  at::manual_seed(3);
  const ActorCritic one(10, 5, {8}, 7), two(10, 5, {8}, 7),
      other(10, 5, {8}, 8);
  EXPECT_TRUE(at::rand({4}).equal(before));
  EXPECT_TRUE(one.parameters()[0].equal(two.parameters()[0]));
  EXPECT_FALSE(one.parameters()[0].equal(other.parameters()[0]));
}

TEST(ActorCriticTest, WorksWithoutHiddenLayers) {
  const ActorCritic net(4, 3, {}, 1);
  EXPECT_EQ(net.logits(at::rand({2, 4})).sizes(), at::IntArrayRef({2, 3}));
}
} // namespace
