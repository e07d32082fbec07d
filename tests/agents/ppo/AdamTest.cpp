#include "agents/ppo/Adam.h"
#include <ATen/ATen.h>
#include <cmath>
#include <gmock/gmock.h>

using namespace mlirgym;

namespace {
at::Tensor parameterWithGradient(float value, float gradient) {
  at::Tensor parameter = at::full({1}, value).requires_grad_();
  parameter.mutable_grad() = at::full({1}, gradient);
  return parameter;
}

TEST(AdamTest, TakesTheStepsWorkedOutByHand) {
  // Gradients 2, then 0.
  // Step 1: m = 0.2, v = 0.004; corrected 2 and 4: 1 - 0.1 * 2 / (2 + 1e-5).
  // Step 2: m = 0.18, v = 0.003996; corrected 0.18/0.19 and 0.003996/0.001999.
  at::Tensor parameter = parameterWithGradient(1, 2);
  Adam adam({parameter}, /*learningRate=*/0.1);
  adam.step();
  const double first = 1 - 0.1 * 2 / (2 + 1e-5);
  EXPECT_NEAR(parameter.item<double>(), first, 1e-6);
  parameter.mutable_grad() = at::zeros({1});
  adam.step();
  const double second =
      first - 0.1 * (0.18 / 0.19) / (std::sqrt(0.003996 / 0.001999) + 1e-5);
  EXPECT_NEAR(parameter.item<double>(), second, 1e-6);
  EXPECT_EQ(adam.steps(), 2);
}

TEST(AdamTest, ContinuesFromItsMoments) {
  at::Tensor straight = parameterWithGradient(1, 2);
  Adam adam({straight}, 0.1);
  adam.step();
  at::Tensor resumed = parameterWithGradient(straight.item<float>(), 3);
  Adam later({resumed}, 0.1);
  later.means()[0].copy_(adam.means()[0]);
  later.squares()[0].copy_(adam.squares()[0]);
  later.setSteps(adam.steps());
  straight.mutable_grad() = at::full({1}, 3.f);
  adam.step();
  later.step();
  EXPECT_EQ(straight.item<float>(), resumed.item<float>());
}

TEST(AdamTest, ClipsByTheCommonNorm) {
  at::Tensor a = parameterWithGradient(0, 3), b = parameterWithGradient(0, 4);
  Adam adam({a, b}, 0.1);
  EXPECT_NEAR(adam.clipGradients(10), 5, 1e-6);
  EXPECT_EQ(a.grad().item<float>(), 3); // small enough
  EXPECT_NEAR(adam.clipGradients(1), 5, 1e-6);
  EXPECT_NEAR(a.grad().item<float>(), 0.6, 1e-6);
  EXPECT_NEAR(b.grad().item<float>(), 0.8, 1e-6);
}

TEST(AdamTest, ForgetsGradients) {
  at::Tensor parameter = parameterWithGradient(0, 3);
  Adam adam({parameter}, 0.1);
  adam.zeroGradients();
  EXPECT_FALSE(parameter.grad().defined());
}
} // namespace
