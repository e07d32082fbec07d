//===- agents/learn/Batches.h - Minibatches of a dataset --------*- C++ -*-===//
// Shows LibTorch: for .cpp files of this folder and its tests only.
#ifndef MLIRGYM_AGENTS_LEARN_BATCHES_H
#define MLIRGYM_AGENTS_LEARN_BATCHES_H

#include "agents/learn/Dataset.h"
#include "agents/learn/ImitationLearner.h"
#include "agents/learn/RowWriter.h"
#include "program/RandomStream.h"
#include "llvm/ADT/ArrayRef.h"
#include <vector>

namespace mlirgym {

/// Makes tensors from rows. Reuses its memory: a batch is valid until the next
/// one of its kind. `data` must outlive it.
class Batches {
public:
  explicit Batches(const Dataset &data);

  /// The rows of Dataset::policyRows with these indices.
  PolicyBatch policy(llvm::ArrayRef<uint32_t> rows);
  /// `count` rows of Dataset::criticRows, drawn by weight with replacement.
  CriticBatch drawCritic(size_t count, RandomStream &random);
  /// Observations of any states, shape [states, width].
  at::Tensor observations(llvm::ArrayRef<StateRef> states);

private:
  const Dataset &data;
  RowWriter writer;
  /// Cumulative sums of the critic's weights.
  std::vector<double> criticSums;
  std::vector<StateRef> states;
  std::vector<float> policyRows, criticRows, criticValues, weights;
  std::vector<int8_t> masks;
  std::vector<int64_t> actions;
};

/// Spearman's rank correlation; equal values share the mean of their ranks. 0
/// if all values of one side are equal. Requires: equal lengths.
double rankCorrelation(llvm::ArrayRef<double> a, llvm::ArrayRef<double> b);
} // namespace mlirgym
#endif // MLIRGYM_AGENTS_LEARN_BATCHES_H
