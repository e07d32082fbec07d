//===- agents/ppo/rollout/Drawing.h - Actions from logits -------*- C++ -*-===//
#ifndef MLIRGYM_AGENTS_PPO_ROLLOUT_DRAWING_H
#define MLIRGYM_AGENTS_PPO_ROLLOUT_DRAWING_H

#include "program/RandomStream.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace mlirgym {

/// The way actions are chosen: with `random`, uniformly from the legal actions
/// with probability `epsilon`, otherwise from the policy. If `random` is null,
/// the most likely action.
struct Drawing {
  Drawing(RandomStream *random, double epsilon = 0)
      : random(random), epsilon(epsilon) {}
  RandomStream *random;
  double epsilon;
};

/// Chooses among the actions with a finite log-probability, for actions of one
/// entry.
size_t drawAction(llvm::ArrayRef<float> logProbabilities, Drawing drawing);

/// The output of a network for one action of several entries.
struct EntryLogits {
  /// Shape [sum of entries].
  llvm::ArrayRef<float> logits;
  /// Number of choices of each entry.
  llvm::ArrayRef<int64_t> entries;
};

/// Chooses the entries of an action one after the other: each from the mask
/// that `maskNext` writes, given the entries before it. (With `epsilon`, either
/// all entries or none are chosen uniformly; without `random`, each entry takes
/// its likeliest choice.) Writes the entries, shape [entries], and their masks,
/// shape [sum of entries]. Returns false if an entry has no legal choice.
bool drawEntries(const EntryLogits &from, Drawing drawing,
                 llvm::function_ref<void(llvm::ArrayRef<int64_t> chosen,
                                         llvm::MutableArrayRef<int8_t> mask)>
                     maskNext,
                 llvm::MutableArrayRef<int64_t> action,
                 llvm::MutableArrayRef<int8_t> mask);
} // namespace mlirgym
#endif // MLIRGYM_AGENTS_PPO_ROLLOUT_DRAWING_H
