//===- agents/ppo/ActionDistribution.h - Probability of actions -*- C++ -*-===//
// Shows LibTorch: for .cpp files of this folder and its tests only.
#ifndef MLIRGYM_AGENTS_PPO_ACTIONDISTRIBUTION_H
#define MLIRGYM_AGENTS_PPO_ACTIONDISTRIBUTION_H

#include "agents/policy/nets/MaskedCategorical.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include <ATen/core/Tensor.h>

namespace mlirgym {

/// The distribution of actions of one or several entries: one categorical
/// distribution per entry. The mask of an entry follows from the choices of the
/// entries before it (KindActions::maskNext()), so that the probability of an
/// action is the product over its entries, and only legal actions have a
/// positive probability. An entry that an action ignores has a single legal
/// choice: its log-probability, its entropy and their gradients are exactly 0.
/// Differentiable in the logits.
class ActionDistribution {
public:
  /// `entries`: number of choices of each entry. `logits`: float, shape [rows,
  /// sum of entries]; `mask`: bool, same shape, true is legal. Requires: a
  /// legal choice in each entry of each row.
  ActionDistribution(const at::Tensor &logits, const at::Tensor &mask,
                     llvm::ArrayRef<int64_t> entries);

  /// Sum over the entries, shape [rows]. `actions`: int64, shape [rows,
  /// entries], or [rows] for one entry, chosen from the masks above.
  at::Tensor logProbability(const at::Tensor &actions) const;
  /// Sum of the entropies of the entries in nats, shape [rows]. Its mean over
  /// drawn actions is an unbiased estimate of the entropy of the policy, by the
  /// chain rule: the mask of each entry follows from the preceding entries.
  at::Tensor entropy() const;
  /// Mean over the rows of the number of entries with several legal choices, at
  /// least 1 per row; 1 for actions of one entry.
  double decisionsPerAction() const;

private:
  /// Consecutive entries with the same number of choices, computed together:
  /// shape [rows, entries, choices]; [rows, choices] for the only entry of an
  /// action.
  struct Group {
    int64_t first, count;
    at::Tensor mask;
    MaskedCategorical choice;
    bool isSeveral() const { return mask.dim() == 3; }
  };
  template <typename PartOf> at::Tensor sumOverEntries(PartOf partOf) const;

  llvm::SmallVector<Group, 3> groups;
};
} // namespace mlirgym
#endif // MLIRGYM_AGENTS_PPO_ACTIONDISTRIBUTION_H
