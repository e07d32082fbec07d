#include "agents/ppo/PpoLoss.h"
#include <ATen/ATen.h>
#include <ATen/core/grad_mode.h>

using namespace mlirgym;

at::Tensor mlirgym::clippedSurrogateLoss(const at::Tensor &newLogProbability,
                                         const at::Tensor &oldLogProbability,
                                         const at::Tensor &advantage,
                                         double clipRange) {
  const at::Tensor ratio = (newLogProbability - oldLogProbability).exp();
  const at::Tensor clipped = ratio.clamp(1 - clipRange, 1 + clipRange);
  return -at::minimum(ratio * advantage, clipped * advantage).mean();
}

at::Tensor mlirgym::weightedCrossEntropy(const at::Tensor &logProbability,
                                         const at::Tensor &weight) {
  return -(weight * logProbability).sum() / weight.sum();
}

at::Tensor mlirgym::valueLoss(const at::Tensor &value,
                              const at::Tensor &target) {
  return 0.5 * (value - target).square().mean();
}

at::Tensor mlirgym::normalised(const at::Tensor &advantage) {
  return (advantage - advantage.mean()) /
         (advantage.std(/*unbiased=*/false) + 1e-8);
}

double mlirgym::approximateKl(const at::Tensor &newLogProbability,
                              const at::Tensor &oldLogProbability) {
  at::NoGradGuard noGradient;
  const at::Tensor logRatio = newLogProbability - oldLogProbability;
  return (logRatio.exp() - 1 - logRatio).mean().item<double>();
}

double mlirgym::clippedFraction(const at::Tensor &newLogProbability,
                                const at::Tensor &oldLogProbability,
                                double clipRange) {
  at::NoGradGuard noGradient;
  const at::Tensor ratio = (newLogProbability - oldLogProbability).exp();
  return ((ratio - 1).abs() > clipRange).to(at::kFloat).mean().item<double>();
}
