#include "agents/Policy.h"
#include <cmath>
#include <gmock/gmock.h>
#include <limits>

using namespace mlirgym;

namespace {
const float inf = std::numeric_limits<float>::infinity();

TEST(SampleActionTest, InvertsTheDistributionFunction) {
  const std::vector<float> logits = {std::log(0.2f), -inf, std::log(0.5f),
                                     std::log(0.3f)};
  EXPECT_EQ(sampleAction(logits, 0.0), 0u);
  EXPECT_EQ(sampleAction(logits, 0.19), 0u);
  EXPECT_EQ(sampleAction(logits, 0.21), 2u);
  EXPECT_EQ(sampleAction(logits, 0.69), 2u);
  EXPECT_EQ(sampleAction(logits, 0.71), 3u);
}

TEST(SampleActionTest, TakesLogitsThatAreNotNormalised) {
  const std::vector<float> logits = {200 + std::log(1.f), 200 + std::log(3.f)};
  EXPECT_EQ(sampleAction(logits, 0.24), 0u);
  EXPECT_EQ(sampleAction(logits, 0.26), 1u);
}

TEST(SampleActionTest, ATemperatureBelowOneSharpens) {
  // Weights 1 and 3 become 1 and 9.
  const std::vector<float> logits = {std::log(1.f), std::log(3.f)};
  EXPECT_EQ(sampleAction(logits, 0.11, /*temperature=*/0.5), 1u);
  EXPECT_EQ(sampleAction(logits, 0.09, /*temperature=*/0.5), 0u);
}

TEST(SampleActionTest, NeverTakesAnIllegalAction) {
  const std::vector<float> logits = {-inf, std::log(0.4f), std::log(0.5f),
                                     -inf};
  EXPECT_EQ(sampleAction(logits, std::nextafter(1.0, 0.0)), 2u);
  EXPECT_EQ(sampleAction(logits, 0.0), 1u);
}

TEST(SoftmaxTest, NormalisesTheLogits) {
  const std::vector<float> logits = {200 + std::log(1.f), -inf,
                                     200 + std::log(3.f)};
  EXPECT_NEAR(Softmax(logits).logProbability(logits[0]), std::log(0.25), 1e-5);
  EXPECT_NEAR(Softmax(logits).logProbability(logits[2]), std::log(0.75), 1e-5);
  const Softmax sharper(logits, /*temperature=*/0.5);
  EXPECT_NEAR(sharper.logProbability(logits[0]), std::log(0.1), 1e-4);
}

TEST(LikeliestTest, TakesTheFirstOfEquals) {
  EXPECT_EQ(likeliest({-inf, -1.f, -1.f, -2.f}), 1u);
}
} // namespace
