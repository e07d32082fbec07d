#include "agents/policy/nets/MaskedCategorical.h"
#include <ATen/ATen.h>
#include <cmath>
#include <gmock/gmock.h>

using namespace mlirgym;

namespace {
at::Tensor logits(at::ArrayRef<float> values) {
  return at::tensor(values).unsqueeze(0);
}
at::Tensor mask(at::ArrayRef<int> legal) {
  return at::tensor(legal).to(at::kBool).unsqueeze(0);
}

TEST(MaskedCategoricalTest, MatchesTheSoftmaxOverLegalActions) {
  // Logits ln 1, ln 99, ln 3: without the second, 1/4 and 3/4.
  const MaskedCategorical policy(
      logits({std::log(1.f), std::log(99.f), std::log(3.f)}), mask({1, 0, 1}));
  const at::Tensor probabilities = policy.logProbabilities().exp();
  EXPECT_NEAR(probabilities[0][0].item<float>(), 0.25, 1e-6);
  EXPECT_EQ(probabilities[0][1].item<float>(), 0);
  EXPECT_NEAR(probabilities[0][2].item<float>(), 0.75, 1e-6);
  EXPECT_NEAR(policy.logProbability(at::tensor({int64_t{2}})).item<float>(),
              std::log(0.75), 1e-6);
}

TEST(MaskedCategoricalTest, EntropyCountsLegalActionsOnly) {
  const MaskedCategorical policy(logits({std::log(1.f), 50, std::log(3.f)}),
                                 mask({1, 0, 1}));
  EXPECT_NEAR(policy.entropy().item<float>(),
              -0.25 * std::log(0.25) - 0.75 * std::log(0.75), 1e-6);
}

TEST(MaskedCategoricalTest, HasNoEntropyWhereOneActionIsLegal) {
  const MaskedCategorical policy(logits({1, 2, 3}), mask({0, 1, 0}));
  EXPECT_EQ(policy.entropy().item<float>(), 0);
  EXPECT_EQ(policy.logProbability(at::tensor({int64_t{1}})).item<float>(), 0);
}

TEST(MaskedCategoricalTest, GradientsAreFiniteAndZeroWhereInvalid) {
  at::Tensor values = logits({0.5, -1, 2, 1}).requires_grad_();
  const MaskedCategorical policy(values, mask({1, 0, 1, 0}));
  (policy.entropy().sum() +
   policy.logProbability(at::tensor({int64_t{0}})).sum())
      .backward();
  const at::Tensor gradient = values.grad();
  EXPECT_TRUE(gradient.isfinite().all().item<bool>());
  EXPECT_EQ(gradient[0][1].item<float>(), 0);
  EXPECT_EQ(gradient[0][3].item<float>(), 0);
  EXPECT_NE(gradient[0][0].item<float>(), 0);
}

TEST(MaskedCategoricalTest, GradientOfTheEntropyIsTheAnalyticOne) {
  // dH/dz_i = -p_i (ln p_i + H), over the legal ones: p = 1/4, 3/4.
  at::Tensor values =
      logits({std::log(1.f), 7, std::log(3.f)}).requires_grad_();
  const MaskedCategorical policy(values, mask({1, 0, 1}));
  policy.entropy().sum().backward();
  const double h = -0.25 * std::log(0.25) - 0.75 * std::log(0.75);
  EXPECT_NEAR(values.grad()[0][0].item<float>(), -0.25 * (std::log(0.25) + h),
              1e-6);
  EXPECT_NEAR(values.grad()[0][2].item<float>(), -0.75 * (std::log(0.75) + h),
              1e-6);
}
} // namespace
