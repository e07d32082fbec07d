//===- agents/Policy.h - The interface of policies --------------*- C++ -*-===//
// The interface between networks and their users: searchers, trainers and
// agents include this header instead of LibTorch's.
#ifndef MLIRGYM_AGENTS_POLICY_H
#define MLIRGYM_AGENTS_POLICY_H

#include "actions/ScheduleLimits.h"
#include "actions/ScheduleState.h"
#include "actions/encoding/Encoding.h"
#include "observation/Observation.h"
#include "program/Program.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cmath>
#include <memory>
#include <vector>

namespace mlirgym {

/// The outputs of a network for some states, row-major. Owned by the
/// BoundPolicy; valid until its next call.
struct PolicyOutput {
  /// Shape [states, numActions]; minus infinity for illegal actions.
  llvm::ArrayRef<float> logits;
  /// The critic's prediction of log(baseline / measured): of the best schedule
  /// reachable from the state, or of the schedule of a finished state. Shape
  /// [states].
  llvm::ArrayRef<float> values;

  llvm::ArrayRef<float> logitsOf(size_t state) const {
    const size_t numActions = logits.size() / values.size();
    return logits.slice(state * numActions, numActions);
  }
};

/// The decisions that a policy is offered, out of those that it was trained
/// with.
struct PolicySubspace {
  /// EncodingOptions::within().
  EncodingOptions encoding = {};
  /// The limits of the target replace those of the policy. Fewer actions per
  /// operation than the default restrict it.
  StateOptions state = {};
};

/// A policy for one program. Not thread safe: each thread needs its own.
class BoundPolicy {
public:
  virtual ~BoundPolicy() = default;

  /// The state of the untransformed program, with no decision in progress.
  virtual DecisionState start() const = 0;
  /// Evaluates any number of states of this program in one pass of the network;
  /// states that are equal to each other or to those of earlier calls only
  /// once. Errors: weights that are not finite.
  virtual llvm::Expected<PolicyOutput>
  evaluate(llvm::ArrayRef<const DecisionState *> states) = 0;
  /// Only the values, which is cheaper. Errors: as evaluate().
  virtual llvm::Expected<llvm::ArrayRef<float>>
  values(llvm::ArrayRef<const DecisionState *> states) = 0;
};

/// A trained network with the encoding that it was trained in. Immutable and
/// thread safe. Use it through a shared pointer: bound policies keep it alive.
class Policy {
public:
  /// `contexts`: see contexts(); empty: only `machine`.
  Policy(EncodingOptions encoding, StateOptions state, MachineFeatures machine,
         std::vector<MachineFeatures> contexts = {});
  virtual ~Policy() = default;

  const FlatEncoding &encoding() const { return flatEncoding; }
  /// The encoding of states on a target with this number of threads, which
  /// offers only decisions within `subspace`. With one thread, a policy that
  /// was also trained with several leaves out the parallel kinds.
  EncodingOptions encodingOn(unsigned threads, const ScheduleLimits &limits,
                             const EncodingOptions &subspace = {}) const;
  const StateOptions &stateOptions() const { return state; }
  /// The machine on which it was trained.
  const MachineFeatures &machine() const { return features; }
  /// The features of the machines of all timings that it was trained with:
  /// numbers of threads, vectors and caches. At least one.
  llvm::ArrayRef<MachineFeatures> contexts() const { return trained; }
  /// The numbers of threads of contexts(), ascending.
  std::vector<unsigned> trainedThreads() const;
  /// The number of threads of the kernels that it is asked about, for kernels
  /// with `threads`: this number if it was trained with it, otherwise 1. A
  /// schedule for one thread is then shared among more (Drafter).
  unsigned askedThreads(unsigned threads) const;
  /// The features of a machine as its network observes them: the number of
  /// threads, and the other features that differ among contexts(). A feature
  /// that was the same in all contexts keeps that value, since the network has
  /// not learned the meaning of any other.
  MachineFeatures observed(const MachineFeatures &machine) const;
  /// Name of its agent: "ppo", "learned".
  virtual llvm::StringRef name() const = 0;
  /// True if its critic has learned the speedups of finished schedules. If not,
  /// the value of a finished state is meaningless: PPO does not train it.
  virtual bool ranksSchedules() const = 0;

  /// Computes the features that depend on the program alone. `on`: the machine
  /// that runs the kernels, see observed(). Errors: too little memory.
  virtual llvm::Expected<std::unique_ptr<BoundPolicy>>
  bind(std::shared_ptr<const Program> program, const MachineFeatures &on,
       const PolicySubspace &subspace = {}) const = 0;

private:
  FlatEncoding flatEncoding;
  StateOptions state;
  MachineFeatures features;
  std::vector<MachineFeatures> trained;
};

/// Index of the largest logit, the first one if several are equal.
unsigned likeliest(llvm::ArrayRef<float> logits);

/// The distribution softmax(logits / temperature). Requires: a finite logit,
/// and temperature > 0.
class Softmax {
public:
  explicit Softmax(llvm::ArrayRef<float> logits, double temperature = 1);

  /// Weight of the action with this logit: its probability times
  /// sumOfWeights().
  double weight(float logit) const { return std::exp(scaled(logit)); }
  double logProbability(float logit) const {
    return scaled(logit) - std::log(sum);
  }
  double sumOfWeights() const { return sum; }

private:
  double scaled(float logit) const { return (logit - highest) / temperature; }

  double highest, temperature, sum = 0;
};

/// The action at quantile `u` in [0, 1) of softmax(logits / temperature): the
/// inverse of the distribution function. Its logit is never minus infinity.
/// Requires: a finite logit, and temperature > 0.
unsigned sampleAction(llvm::ArrayRef<float> logits, double u,
                      double temperature = 1);
} // namespace mlirgym
#endif // MLIRGYM_AGENTS_POLICY_H
