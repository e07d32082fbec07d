#include "agents/policy/nets/TrunkNet.h"
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

/// Random weights, also in the heads.
TrunkNet randomNet(const std::vector<unsigned> &hidden) {
  TrunkNet net(10, 5, hidden, /*seed=*/4);
  at::NoGradGuard noGradient;
  at::manual_seed(1);
  for (at::Tensor &parameter : net.parameters())
    parameter.add_(at::randn_like(parameter), 0.3);
  return net;
}

TEST(TrunkNetTest, BoundToBasesItGivesTheSameForOneRowAndForMany) {
  for (const std::vector<unsigned> &hidden :
       {std::vector<unsigned>{}, {8}, {8, 6}}) {
    const TrunkNet net = randomNet(hidden);
    c10::InferenceMode inference;
    const at::Tensor bases = at::rand({3, 10});
    const auto bound = net.bind(bases);
    for (int64_t rows : {1, 3, 40, 2, 0}) { // grows, shrinks, and is empty
      at::Tensor observations = at::zeros({rows, 10});
      std::vector<uint32_t> which;
      for (int64_t i = 0; i < rows; ++i) {
        which.push_back(static_cast<uint32_t>(i * 2 % 3));
        observations[i].copy_(bases[which.back()]);
        // Row 0 equals its base.
        for (int64_t changed = 0; changed < i % 10; ++changed)
          observations[i][(i * 7 + changed * 3) % 10] = changed - 2.5;
      }
      const NetOutput expected = net.forward(observations);
      const NetOutput output = bound->forward({observations, which});
      EXPECT_TRUE(output.logits.allclose(expected.logits, 1e-4, 1e-5)) << rows;
      EXPECT_TRUE(output.values.allclose(expected.values, 1e-4, 1e-5)) << rows;
      const at::Tensor values = bound->values({observations, which});
      EXPECT_TRUE(values.allclose(expected.values, 1e-4, 1e-5)) << rows;
    }
  }
}

TEST(TrunkNetTest, FewRowsAreAsInABatchAndAsInTraining) {
  const TrunkNet net = randomNet({8, 6});
  const at::Tensor observations = at::randn({40, 10}) * 3;
  const at::Tensor trained = net.logits(observations).detach();
  c10::InferenceMode inference;
  EXPECT_TRUE(net.logits(observations).allclose(trained, 1e-4, 1e-5));
  EXPECT_TRUE(net.logits(observations.narrow(0, 7, 2))
                  .allclose(trained.narrow(0, 7, 2), 1e-4, 1e-5));
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
