//===- agents/ppo/PpoLearner.h - Nets, optimiser and update -----*- C++ -*-===//
// The interface to LibTorch: plain values and no exceptions.
#ifndef MLIRGYM_AGENTS_PPO_PPOLEARNER_H
#define MLIRGYM_AGENTS_PPO_PPOLEARNER_H

#include "agents/policy/nets/NetOptions.h"
#include "agents/ppo/Ppo.h"
#include "agents/ppo/rollout/Drawing.h"
#include "program/RandomStream.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <optional>
#include <vector>

namespace mlirgym {
class StopCheck;
struct NamedArray;

/// The data of an update: `rows` decisions in any order.
struct TrainingBatch {
  size_t rows = 0;
  /// Shapes [rows, observationSize], [rows, numActions] (1 is legal): the masks
  /// from which the entries of the actions were chosen.
  llvm::ArrayRef<float> observations;
  llvm::ArrayRef<int8_t> masks;
  /// Shape [rows, entries].
  llvm::ArrayRef<int64_t> actions;
  /// Shape [rows].
  llvm::ArrayRef<float> logProbabilities, advantages, returns;
  /// Log-probability of the action under the distribution from which it was
  /// drawn, if that was a mixture (PpoOptions::epsilon), shape [rows]; empty:
  /// logProbabilities.
  llvm::ArrayRef<float> drawnLogProbabilities = {};
};

/// `rows` decisions to imitate.
struct ImitationBatch {
  size_t rows = 0;
  /// As in TrainingBatch.
  llvm::ArrayRef<float> observations;
  llvm::ArrayRef<int8_t> masks;
  llvm::ArrayRef<int64_t> actions;
  /// Shape [rows]; positive, only their ratios matter.
  llvm::ArrayRef<float> weights;
};

/// The options of one update.
struct UpdatePlan {
  /// Maximum number of passes over the batch.
  unsigned epochs = 4;
  double entropyCoefficient = 0.01;
  /// Decisions to imitate, divided among the minibatches.
  ImitationBatch imitation = {};
};

/// Writes the mask of the next entry of the action of a row, given the choices
/// of the entries before it (KindActions::maskNext()).
using MaskNext =
    llvm::function_ref<void(size_t row, llvm::ArrayRef<int64_t> chosen,
                            llvm::MutableArrayRef<int8_t> mask)>;

/// Means over the minibatches of an update; the entropy is in nats per decision
/// (ActionDistribution::decisionsPerAction()).
struct UpdateStatistics {
  double policyLoss = 0, valueLoss = 0, entropy = 0, approxKl = 0,
         clipFraction = 0, imitationLoss = 0;
  /// Number of passes begun, and of gradient steps of the policy.
  unsigned epochs = 0, policySteps = 0;
};

/// The nets and their optimiser. The same calls give bitwise equal results on
/// one machine with one version of LibTorch and one number of its threads. Not
/// thread safe.
class PpoLearner {
public:
  /// Sets the process's number of LibTorch threads to options.torchThreads.
  /// `net`: by default an Mlp with layers of options.hidden. `entries`: number
  /// of choices of each entry of an action, in sum shape.numActions; empty: one
  /// entry.
  static llvm::Expected<std::unique_ptr<PpoLearner>>
  create(const NetShape &shape, const PpoOptions &options,
         std::optional<NetOptions> net = std::nullopt,
         llvm::ArrayRef<int64_t> entries = {});
  ~PpoLearner();

  /// Chooses an action of one entry per row. `logProbabilities`, computed by
  /// the policy, may be empty. Errors: a row without a legal action, weights
  /// that are not finite.
  llvm::Error choose(llvm::ArrayRef<float> observations,
                     llvm::ArrayRef<int8_t> masks, Drawing drawing,
                     llvm::MutableArrayRef<int64_t> actions,
                     llvm::MutableArrayRef<float> logProbabilities = {}) const;
  /// Chooses an action of any number of entries per row, shape [rows, entries].
  /// If there are several, `masks` receives what `maskNext` writes. Errors: as
  /// above.
  llvm::Error choose(llvm::ArrayRef<float> observations,
                     llvm::MutableArrayRef<int8_t> masks, MaskNext maskNext,
                     Drawing drawing, llvm::MutableArrayRef<int64_t> actions,
                     llvm::MutableArrayRef<float> logProbabilities = {}) const;
  /// Value of each observation, shape [rows].
  llvm::Expected<std::vector<float>>
  values(llvm::ArrayRef<float> observations) const;

  /// plan.epochs passes over the batch in minibatches that `random` shuffles.
  /// The passes end before a step at which the KL divergence exceeds 1.5
  /// options.targetKl (as in Stable-Baselines3). With options.valueEpochs the
  /// value network is trained in separate passes. Errors: gradients that are
  /// not finite, InterruptedError once `stop` is requested; the weights are
  /// then those after the previous minibatch.
  llvm::Expected<UpdateStatistics> update(const TrainingBatch &batch,
                                          const UpdatePlan &plan,
                                          RandomStream &random,
                                          StopCheck *stop = nullptr);

  /// Weights, and Adam's moments and steps.
  llvm::Expected<std::vector<NamedArray>> arrays() const;
  /// Restores the result of arrays(). Errors: an array that is missing, or of
  /// another shape.
  llvm::Error restore(llvm::ArrayRef<NamedArray> arrays);
  /// Restores all weights except those of the value network. Errors: as
  /// restore().
  llvm::Error restorePolicy(llvm::ArrayRef<NamedArray> arrays);

private:
  PpoLearner();
  class Update;
  struct Impl;
  std::unique_ptr<Impl> impl;
};
} // namespace mlirgym
#endif // MLIRGYM_AGENTS_PPO_PPOLEARNER_H
