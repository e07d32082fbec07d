//===- agents/policy/nets/MaskedCategorical.h - Choice among legal actions ===//
// Shows LibTorch: for .cpp files of this folder and its tests only.
#ifndef MLIRGYM_AGENTS_POLICY_NETS_MASKEDCATEGORICAL_H
#define MLIRGYM_AGENTS_POLICY_NETS_MASKEDCATEGORICAL_H

#include <ATen/core/Tensor.h>

namespace mlirgym {

/// One categorical distribution per row, over the actions that the row's mask
/// allows: logits of illegal actions are -inf, so that these actions have
/// probability 0, no gradient, and no contribution to the entropy. Huang and
/// Ontanon, arXiv:2006.14171. Differentiable in the logits.
class MaskedCategorical {
public:
  /// `logits`: float, shape [rows, actions], or with any other dimensions
  /// before the last one; `mask`: bool, same shape, true is legal. Requires: a
  /// legal action in each row.
  MaskedCategorical(const at::Tensor &logits, const at::Tensor &mask);

  /// Natural logarithms, -inf for illegal actions, shape [rows, actions].
  const at::Tensor &logProbabilities() const { return logProbs; }
  /// Log-probabilities of `actions`, int64, shape [rows]; the result has shape
  /// [rows].
  at::Tensor logProbability(const at::Tensor &actions) const;
  /// Entropy in nats, shape [rows]; 0 for rows with one legal action.
  at::Tensor entropy() const;

private:
  at::Tensor mask, logProbs;
};
} // namespace mlirgym
#endif // MLIRGYM_AGENTS_POLICY_NETS_MASKEDCATEGORICAL_H
