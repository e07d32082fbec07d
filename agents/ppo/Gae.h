//===- agents/ppo/Gae.h - Generalised advantage estimation ------*- C++ -*-===//
#ifndef MLIRGYM_AGENTS_PPO_GAE_H
#define MLIRGYM_AGENTS_PPO_GAE_H

#include "llvm/ADT/ArrayRef.h"

namespace mlirgym {

/// A rollout as GAE sees it: `steps` rows of `envs` columns, the row of the
/// first step first.
struct GaeInput {
  unsigned steps = 0, envs = 0;
  /// Shape [steps, envs]. Where an episode was truncated, gamma times the value
  /// of its final observation is in the reward already.
  llvm::ArrayRef<float> rewards, values;
  /// 1 if the episode was terminated or truncated at this step, shape [steps,
  /// envs].
  llvm::ArrayRef<uint8_t> ended;
  /// Values of the observations after the last step, shape [envs].
  llvm::ArrayRef<float> lastValues;
  double gamma = 1, lambda = 0.95;
};

/// delta_t = r_t + gamma V_{t+1} - V_t, A_t = delta_t + gamma lambda A_{t+1},
/// where V_{t+1} and A_{t+1} are 0 if the episode ended with step t; the return
/// to learn is A_t + V_t. Schulman et al., arXiv:1506.02438, equation 16.
/// Writes `advantages` and `returns`, shape [steps, envs].
void computeGae(const GaeInput &input, llvm::MutableArrayRef<float> advantages,
                llvm::MutableArrayRef<float> returns);

/// 1 - Var(returns - values) / Var(returns): 1 for a perfect value network, 0
/// for a network that is no better than a constant, or if all returns are
/// equal.
double explainedVariance(llvm::ArrayRef<float> values,
                         llvm::ArrayRef<float> returns);
} // namespace mlirgym
#endif // MLIRGYM_AGENTS_PPO_GAE_H
