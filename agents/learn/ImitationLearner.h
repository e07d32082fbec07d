//===- agents/learn/ImitationLearner.h - Gradient steps of imitation ------===//
// Shows LibTorch: for .cpp files of this folder and its tests only.
#ifndef MLIRGYM_AGENTS_LEARN_IMITATIONLEARNER_H
#define MLIRGYM_AGENTS_LEARN_IMITATIONLEARNER_H

#include "agents/learn/ImitationTrainer.h"
#include "agents/policy/Checkpoint.h"
#include "agents/policy/nets/NetOptions.h"
#include "agents/policy/nets/PolicyNet.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <torch/optim/adamw.h>
#include <vector>

namespace mlirgym {

/// Learning rate of step `step` of `steps`: a cosine from 1/25 of the peak up
/// to the peak after 30 % of the steps, then a cosine down to 1/10,000 of the
/// first rate, like torch.optim.lr_scheduler.OneCycleLR.
double oneCycleRate(double peak, uint64_t step, uint64_t steps);

/// Decisions to imitate.
struct PolicyBatch {
  at::Tensor observations; ///< shape [rows, width]
  at::Tensor masks;        ///< bool, shape [rows, numActions]
  at::Tensor actions;      ///< int64, shape [rows]
  at::Tensor weights;      ///< shape [rows]
};
/// States and their target values.
struct CriticBatch {
  at::Tensor observations; ///< shape [rows, width]
  at::Tensor values;       ///< shape [rows]
};

/// Sums over rows. Divide the policy's by `weight`, and the critic's by
/// `states`.
struct ImitationLosses {
  double crossEntropy = 0, correct = 0, weight = 0;
  double critic = 0, states = 0;
  ImitationLosses &operator+=(const ImitationLosses &other);
};

/// A network and its optimiser.
class ImitationLearner {
public:
  /// `steps`: total number of gradient steps. Throws LibTorch's exceptions.
  ImitationLearner(const ImitationOptions &options, const NetShape &shape,
                   uint64_t steps);

  /// One gradient step on both, of each member of the network by its own
  /// losses. Returns the sums over members. Errors: gradients that are not
  /// finite; the weights are then unchanged.
  llvm::Expected<ImitationLosses> step(const PolicyBatch &policy,
                                       const CriticBatch &critic);
  /// The losses, without a gradient.
  ImitationLosses evaluate(const PolicyBatch &policy) const;
  std::vector<float> values(const at::Tensor &observations) const;

  /// Replaces the weights before the first step. Errors: as readWeights().
  llvm::Error startFrom(llvm::ArrayRef<NamedArray> weights);

  double learningRate() const;
  const PolicyNet &net() const { return *network; }
  /// Weights, the optimiser's moments, and the number of steps taken.
  std::vector<NamedArray> arrays() const;
  uint64_t stepsTaken() const { return taken; }
  /// The inverse. Errors: text, if an array is missing or has another shape.
  llvm::Error restore(llvm::ArrayRef<NamedArray> arrays, uint64_t stepsTaken);

private:
  torch::optim::AdamWParamState &momentsOf(const at::Tensor &parameter) const;

  double peakRate, maxGradNorm, criticCoefficient;
  uint64_t steps, taken = 0;
  std::shared_ptr<PolicyNet> network;
  /// Mutable, since its state() is not const.
  mutable torch::optim::AdamW optimiser;
};
} // namespace mlirgym
#endif // MLIRGYM_AGENTS_LEARN_IMITATIONLEARNER_H
