//===- agents/Policy.h - What a trained network says of states --*- C++ -*-===//
// The border between networks and those who use them: searchers, trainers and
// agents see this header, and no LibTorch.
#ifndef MLIRGYM_AGENTS_POLICY_H
#define MLIRGYM_AGENTS_POLICY_H

#include "actions/Encoding.h"
#include "actions/ScheduleState.h"
#include "observation/Observation.h"
#include "program/Program.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <memory>

namespace mlirgym {

/// What a network says of some states, row-major. Belongs to the BoundPolicy:
/// valid until its next call.
struct PolicyOutput {
  /// Shape [states, numActions]; minus infinity where an action is not legal.
  llvm::ArrayRef<float> logits;
  /// log(baseline / measured) of the best schedule that continues the state,
  /// as the critic predicts it; of a finished state, of its schedule. Shape
  /// [states].
  llvm::ArrayRef<float> values;

  llvm::ArrayRef<float> logitsOf(size_t state) const {
    const size_t numActions = logits.size() / values.size();
    return logits.slice(state * numActions, numActions);
  }
};

/// A policy for one program. Several threads need an object each.
class BoundPolicy {
public:
  virtual ~BoundPolicy() = default;

  /// The program untouched, with no decision in progress.
  virtual DecisionState start() const = 0;
  /// All states in one pass of the network, any number of them, each of this
  /// program. After the first call with as many states it allocates only what
  /// the network's own products need. Errors: weights that are not finite.
  virtual llvm::Expected<PolicyOutput>
  evaluate(llvm::ArrayRef<const DecisionState *> states) = 0;
  /// The values alone, which is cheaper. Errors: as evaluate().
  virtual llvm::Expected<llvm::ArrayRef<float>>
  values(llvm::ArrayRef<const DecisionState *> states) = 0;
};

/// A trained network with the encoding that it was trained in. Immutable and
/// thread safe. Use it through a shared pointer: bound policies keep it alive.
class Policy {
public:
  Policy(EncodingOptions encoding, StateOptions state, MachineFeatures machine)
      : flatEncoding(std::move(encoding)), state(state), features(machine) {}
  virtual ~Policy() = default;

  const FlatEncoding &encoding() const { return flatEncoding; }
  const StateOptions &stateOptions() const { return state; }
  /// Of the machine that it was trained on.
  const MachineFeatures &machine() const { return features; }
  /// Name of its agent: "ppo", "learned".
  virtual llvm::StringRef name() const = 0;
  /// True if its critic has learned the speedups of finished schedules. If not,
  /// the value of a finished state means nothing: PPO never asks for it.
  virtual bool ranksSchedules() const = 0;

  /// Computes once what depends on the program alone. `threads`: those that
  /// the kernels run with, in place of machine().threads. Errors: too little
  /// memory.
  virtual llvm::Expected<std::unique_ptr<BoundPolicy>>
  bind(std::shared_ptr<const Program> program, unsigned threads) const = 0;

private:
  FlatEncoding flatEncoding;
  StateOptions state;
  MachineFeatures features;
};

/// Index of the largest logit; of equals, the first.
unsigned likeliest(llvm::ArrayRef<float> logits);
/// The action at quantile `u` in [0, 1) of softmax(logits / temperature): the
/// inverse of the distribution function. Never one whose logit is minus
/// infinity. Requires: one that is not, and temperature > 0.
unsigned sampleAction(llvm::ArrayRef<float> logits, double u,
                      double temperature = 1);
} // namespace mlirgym
#endif // MLIRGYM_AGENTS_POLICY_H
