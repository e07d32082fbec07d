#include "agents/policy/TrunkNet.h"
#include <ATen/ATen.h>
#include <ATen/core/grad_mode.h>
#include <cmath>
#include <gmock/gmock.h>

using namespace mlirgym;

namespace {
TEST(TrunkNetTest, HasTheShapesAskedFor) {
  const TrunkNet net(10, 5, {8, 6}, /*seed=*/1);
  const at::Tensor observations = at::rand({3, 10});
  const NetOutput output = net.forward(observations);
  EXPECT_EQ(output.logits.sizes(), at::IntArrayRef({3, 5}));
  EXPECT_EQ(output.values.sizes(), at::IntArrayRef({3}));
  EXPECT_TRUE(net.logits(observations).equal(output.logits));
  EXPECT_TRUE(net.values(observations).equal(output.values));
  std::vector<std::string> names;
  for (const auto &parameter : net.named_parameters())
    names.push_back(parameter.key());
  EXPECT_THAT(names, ::testing::ElementsAre(
                         "trunk.0.weight", "trunk.0.bias", "trunk.0.scale",
                         "trunk.0.shift", "trunk.1.weight", "trunk.1.bias",
                         "trunk.1.scale", "trunk.1.shift", "policy.weight",
                         "policy.bias", "value.weight", "value.bias"));
}

TEST(TrunkNetTest, BeginsUniform) {
  const TrunkNet net(10, 5, {8}, /*seed=*/2);
  EXPECT_TRUE(net.logits(at::rand({3, 10})).eq(0).all().item<bool>());
}

TEST(TrunkNetTest, IsALayerNormAndAGelu) {
  // Two inputs, x and -x, are normalised to +-1 / sqrt(1 + epsilon).
  TrunkNet net(2, 1, {2}, /*seed=*/3);
  {
    at::NoGradGuard noGradient;
    auto parameters = net.named_parameters();
    parameters["trunk.0.weight"].copy_(at::eye(2));
    parameters["trunk.0.bias"].zero_();
    parameters["policy.weight"].copy_(at::tensor({2.f, 0.f}).unsqueeze(0));
    parameters["policy.bias"].fill_(0.5);
    parameters["value.weight"].copy_(at::tensor({0.f, 1.f}).unsqueeze(0));
    parameters["value.bias"].fill_(0.25);
  }
  const NetOutput output = net.forward(at::tensor({4.f, -4.f}).unsqueeze(0));
  auto gelu = [](double x) { return x / 2 * (1 + std::erf(x / std::sqrt(2))); };
  EXPECT_NEAR(output.logits[0][0].item<float>(), 2 * gelu(1) + 0.5, 1e-5);
  EXPECT_NEAR(output.values[0].item<float>(), gelu(-1) + 0.25, 1e-5);
}

TEST(TrunkNetTest, TheSeedDecidesAndTheGlobalGeneratorStaysAsItWas) {
  at::manual_seed(3);
  const at::Tensor before = at::rand({4});
  at::manual_seed(3);
  const TrunkNet one(10, 5, {8}, 7), two(10, 5, {8}, 7), other(10, 5, {8}, 8);
  EXPECT_TRUE(at::rand({4}).equal(before));
  EXPECT_TRUE(one.parameters()[0].equal(two.parameters()[0]));
  EXPECT_FALSE(one.parameters()[0].equal(other.parameters()[0]));
}
} // namespace
