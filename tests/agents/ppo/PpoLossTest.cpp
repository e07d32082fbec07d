#include "agents/ppo/PpoLoss.h"
#include <ATen/ATen.h>
#include <cmath>
#include <gmock/gmock.h>

using namespace mlirgym;

namespace {
/// Log-probabilities whose ratios to 0 are these.
at::Tensor ratios(std::vector<float> values) {
  return at::tensor(values).log();
}

TEST(PpoLossTest, ClipsAsInTheFourCasesOfThePaper) {
  // epsilon 0.2. Ratio 1.5, A = 1: clipped to 1.2. Ratio 1.5, A = -1: -1.5, not
  // clipped. Ratio 0.5, A = 1: 0.5, not clipped. Ratio 0.5, A = -1: clipped to
  // -0.8.
  const at::Tensor loss =
      clippedSurrogateLoss(ratios({1.5, 1.5, 0.5, 0.5}), at::zeros({4}),
                           at::tensor(std::vector<float>{1, -1, 1, -1}), 0.2);
  EXPECT_NEAR(loss.item<float>(), -(1.2 - 1.5 + 0.5 - 0.8) / 4, 1e-6);
}

TEST(PpoLossTest, HasNoGradientWhereItClips) {
  at::Tensor now = ratios({1.5, 1.1}).requires_grad_();
  clippedSurrogateLoss(now, at::zeros({2}), at::ones({2}), 0.2).backward();
  EXPECT_EQ(now.grad()[0].item<float>(), 0);
  // d(-r/2)/d log r = -r/2.
  EXPECT_NEAR(now.grad()[1].item<float>(), -0.55, 1e-6);
}

TEST(PpoLossTest, ValueLossIsHalfTheMeanSquare) {
  EXPECT_NEAR(valueLoss(at::tensor(std::vector<float>{1, 2}),
                        at::tensor(std::vector<float>{3, 1}))
                  .item<float>(),
              0.5 * (4 + 1) / 2, 1e-6);
}

TEST(PpoLossTest, CrossEntropyIsWeighted) {
  EXPECT_NEAR(weightedCrossEntropy(at::tensor(std::vector<float>{-1, -2}),
                                   at::tensor(std::vector<float>{3, 1}))
                  .item<float>(),
              (3 * 1 + 1 * 2) / 4.0, 1e-6);
}

TEST(PpoLossTest, NormalisesToMeanZeroAndDeviationOne) {
  // Mean 3, standard deviation (of the whole set) 2.
  const at::Tensor scaled =
      normalised(at::tensor(std::vector<float>{1, 5, 1, 5}));
  EXPECT_NEAR(scaled[0].item<float>(), -1, 1e-6);
  EXPECT_NEAR(scaled[1].item<float>(), 1, 1e-6);
}

TEST(PpoLossTest, NormalisesOneRowToZero) {
  EXPECT_EQ(normalised(at::tensor(std::vector<float>{7})).item<float>(), 0);
}

TEST(PpoLossTest, EstimatesKlAndClippedShare) {
  const at::Tensor now = ratios({2, 1, 1.1, 0.5}), old = at::zeros({4});
  const double expected = ((2 - 1 - std::log(2)) + 0 + (0.1 - std::log(1.1)) +
                           (0.5 - 1 - std::log(0.5))) /
                          4;
  EXPECT_NEAR(approximateKl(now, old), expected, 1e-6);
  EXPECT_DOUBLE_EQ(clippedFraction(now, old, 0.2), 0.5);
}
} // namespace
