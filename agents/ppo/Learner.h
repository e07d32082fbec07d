//===- agents/ppo/Learner.h - Nets, optimiser and update --------*- C++ -*-===//
// The border to LibTorch: plain values on this side, no exceptions.
#ifndef MLIRGYM_AGENTS_PPO_LEARNER_H
#define MLIRGYM_AGENTS_PPO_LEARNER_H

#include "agents/ppo/Ppo.h"
#include "program/RandomStream.h"

namespace mlirgym {
class StopCheck;
struct NamedArray;
struct NetShape;

/// What an update learns from; rows in any order. `rows` decisions.
struct TrainingBatch {
  size_t rows = 0;
  /// Shapes [rows, observationSize], [rows, numActions] (1 is legal).
  llvm::ArrayRef<float> observations;
  llvm::ArrayRef<int8_t> masks;
  /// Shape [rows].
  llvm::ArrayRef<int64_t> actions;
  llvm::ArrayRef<float> logProbabilities, advantages, returns;
};

/// Means over all minibatches of an update.
struct UpdateStatistics {
  double policyLoss = 0, valueLoss = 0, entropy = 0, approxKl = 0,
         clipFraction = 0;
};

/// The nets and their optimiser. The same calls give bitwise the same numbers
/// on one machine, LibTorch and number of torch threads. Not thread safe.
class Learner {
public:
  /// Sets the process's number of LibTorch threads to options.torchThreads.
  static llvm::Expected<std::unique_ptr<Learner>>
  create(const NetShape &shape, const PpoOptions &options);
  ~Learner();

  /// An action a row: drawn from the policy with numbers of `random`, or the
  /// likeliest if `random` is null. `logProbabilities` may be empty. Errors: a
  /// row without a legal action, weights that are not finite.
  llvm::Error choose(llvm::ArrayRef<float> observations,
                     llvm::ArrayRef<int8_t> masks, RandomStream *random,
                     llvm::MutableArrayRef<int64_t> actions,
                     llvm::MutableArrayRef<float> logProbabilities = {}) const;
  /// Value of each observation, shape [rows].
  llvm::Expected<std::vector<float>>
  values(llvm::ArrayRef<float> observations) const;

  /// options.epochs passes over the batch in minibatches that `random`
  /// shuffles. Errors: gradients that are not finite, InterruptedError once
  /// `stop` says so; the weights are then as the minibatch before left them.
  llvm::Expected<UpdateStatistics> update(const TrainingBatch &batch,
                                          RandomStream &random,
                                          StopCheck *stop = nullptr);

  /// Weights and Adam's moments.
  llvm::Expected<std::vector<NamedArray>> arrays() const;
  int64_t optimiserSteps() const;
  /// Takes over what arrays() and optimiserSteps() gave; with 0 steps only the
  /// weights, and moments of 0. Errors: an array that is missing, or of another
  /// shape.
  llvm::Error restore(llvm::ArrayRef<NamedArray> arrays,
                      int64_t optimiserSteps);

private:
  Learner();
  struct Impl;
  std::unique_ptr<Impl> impl;
};
} // namespace mlirgym
#endif // MLIRGYM_AGENTS_PPO_LEARNER_H
