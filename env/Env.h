//===- env/Env.h - One environment ------------------------------*- C++ -*-===//
#ifndef MLIRGYM_ENV_ENV_H
#define MLIRGYM_ENV_ENV_H

#include "actions/Encoding.h"
#include "env/Reward.h"
#include "execution/Execution.h"
#include "observation/Observation.h"
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace mlirgym {

struct EnvOptions {
  EncodingOptions encoding;
  StateOptions state;
  RewardOptions reward;
  MachineFeatures machine;
  /// Decisions after which an episode is truncated; 0: never (the grammar ends
  /// every episode).
  unsigned maxDecisions = 0;
};

/// Programs an environment draws from, with what is computed once each. Shared,
/// immutable, thread safe.
struct ProgramPool {
  std::vector<std::shared_ptr<const Program>> programs;
};

/// What a step gave.
struct StepOutcome {
  double reward = 0;
  /// The episode ended by itself; `measurement` is set unless the reward
  /// failed.
  bool terminated = false;
  /// The episode was cut off; bootstrap from the final observation.
  bool truncated = false;
  /// The decision was illegal: nothing changed but the reward.
  bool illegal = false;
  std::optional<Measurement> measurement;
  /// baseline / measured; 0 if unknown.
  double speedup = 0;
};

/// One episode at a time over a pool of programs. A step costs microseconds:
/// the execution is asked only when a reward is due. The environment shares
/// Execution; snapshots are values. Not thread safe; VectorEnv steps many.
class Env {
public:
  Env(std::shared_ptr<const ProgramPool> pool,
      std::shared_ptr<Execution> execution, EnvOptions options = {});
  ~Env();
  Env(Env &&) noexcept;
  Env &operator=(Env &&) noexcept;

  unsigned numActions() const;
  const ObservationSpec &observationSpec() const;
  const EnvOptions &options() const;

  /// Starts an episode. A seed makes the order of programs that follows
  /// reproducible; `program` names an index of the pool instead of drawing one.
  void reset(std::optional<uint64_t> seed = std::nullopt,
             std::optional<unsigned> program = std::nullopt);
  /// Takes a decision of FlatEncoding. Errors: what Execution::execute() calls
  /// an Error. Requires: an episode is under way.
  llvm::Expected<StepOutcome> step(unsigned action);

  /// Shape [observationSpec().size()]; valid until the next call.
  llvm::ArrayRef<float> observation() const;
  /// Shape [numActions()], 1 legal.
  llvm::ArrayRef<int8_t> actionMask() const;
  const Program &program() const;
  const Schedule &schedule() const;
  const DecisionState &decisionState() const;
  /// Program, schedule and, once measured, speedup as text.
  std::string render() const;

  /// Everything an episode is, as bytes: pickled, copied, saved. Restoring in
  /// another Env over the same pool continues identically. Errors on restore:
  /// ActionError for bytes that are not a snapshot of this version.
  std::string snapshot() const;
  llvm::Error restore(llvm::StringRef snapshot);

private:
  friend class VectorEnv;
  struct Impl;
  std::unique_ptr<Impl> impl;
};
} // namespace mlirgym
#endif // MLIRGYM_ENV_ENV_H
