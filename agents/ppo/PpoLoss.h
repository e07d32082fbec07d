//===- agents/ppo/PpoLoss.h - The losses of PPO -----------------*- C++ -*-===//
// Shows LibTorch: for .cpp files of this folder and its tests only.
#ifndef MLIRGYM_AGENTS_PPO_PPOLOSS_H
#define MLIRGYM_AGENTS_PPO_PPOLOSS_H

#include <ATen/core/Tensor.h>

namespace mlirgym {

/// -mean(min(r A, clip(r, 1 - epsilon, 1 + epsilon) A)) with r = exp(new -
/// old): Schulman et al., arXiv:1707.06347, equation 7, as a loss. All
/// arguments have shape [rows]; the result is a scalar.
at::Tensor clippedSurrogateLoss(const at::Tensor &newLogProbability,
                                const at::Tensor &oldLogProbability,
                                const at::Tensor &advantage, double clipRange);

/// -sum(w log p) / sum(w), log p of the decisions to imitate; shapes [rows].
at::Tensor weightedCrossEntropy(const at::Tensor &logProbability,
                                const at::Tensor &weight);

/// 0.5 mean((value - target)^2).
at::Tensor valueLoss(const at::Tensor &value, const at::Tensor &target);

/// (A - mean) / (standard deviation + 1e-8), over the rows; 0 for one row.
at::Tensor normalised(const at::Tensor &advantage);

/// Mean of (r - 1) - log r, an estimate of KL(old || new) that is never
/// negative (Schulman, joschu.net/blog/kl-approx.html), without a gradient.
double approximateKl(const at::Tensor &newLogProbability,
                     const at::Tensor &oldLogProbability);

/// Share of rows whose ratio is outside the clip range.
double clippedFraction(const at::Tensor &newLogProbability,
                       const at::Tensor &oldLogProbability, double clipRange);
} // namespace mlirgym
#endif // MLIRGYM_AGENTS_PPO_PPOLOSS_H
