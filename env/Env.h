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

/// What an agent chooses at once.
enum class ActionEncoding : uint8_t {
  Flat,  ///< one decision at a time: FlatEncoding
  Joint, ///< a kind with all its parameters: JointEncoding
  /// as MLIR-RL: MlirRlEncoding, and its observations in place of ours
  MlirRl,
};

struct EnvOptions {
  ActionEncoding actions = ActionEncoding::Flat;
  /// Of Flat and Joint.
  EncodingOptions encoding;
  /// Of MlirRl, which has its own word for StateOptions too.
  MlirRlOptions mlirRl;
  StateOptions state;
  RewardOptions reward;
  MachineFeatures machine;
  /// Decisions after which an episode is truncated. 0: a number proportional to
  /// the operations of its program that no legal episode exceeds, so that one
  /// of illegal decisions ends too.
  unsigned maxDecisions = 0;
  /// More decisions than anyone takes: illegal ones never end an episode.
  static constexpr unsigned neverTruncate = ~0u;

  /// Options that belong together: "default", or "mlir-rl" for the actions,
  /// order rules, masks, observations and rewards of MLIR-RL. Errors:
  /// ActionError listing the names.
  static llvm::Expected<EnvOptions> preset(llvm::StringRef name);
  static std::vector<std::string> presetNames();
};

/// Programs an environment draws from, not empty. Shared, immutable, thread
/// safe.
struct ProgramPool {
  std::vector<std::shared_ptr<const Program>> programs;
};

/// What a step gave.
struct StepOutcome {
  double reward = 0;
  /// The episode ended by itself: every operation has ended.
  bool terminated = false;
  /// The episode was cut off; bootstrap from the final observation.
  bool truncated = false;
  /// The decision was illegal: nothing changed but the reward.
  bool illegal = false;
  /// What the reward came from: set when the episode terminated, and after
  /// each action with RewardOptions::When::Immediate.
  std::optional<Measurement> measurement;
  /// baseline / measured; 0 if unknown.
  double speedup = 0;
  /// Of an episode that ended: an autoreset may have begun the next one.
  std::shared_ptr<const Program> program;
  /// Index of that program in the pool.
  unsigned programIndex = 0;
  Schedule schedule;
};

/// One episode at a time over a pool of programs. A step costs microseconds:
/// the execution is asked only when a reward is due. The environment shares
/// Execution; snapshots are values. Not thread safe; VectorEnv steps many.
class Env {
public:
  /// Errors: ActionError for what the constructor requires.
  static llvm::Expected<Env> create(std::shared_ptr<const ProgramPool> pool,
                                    std::shared_ptr<Execution> execution,
                                    EnvOptions options = {});
  /// Requires: a pool with programs, none of them null, an execution, finite
  /// rewards and a base of 0 or above 1, places for at least one loop, and tile
  /// sizes that ascend from 0. For MlirRl:
  /// mlirgym::check(options.mlirRl) succeeds, and no program has all of its
  /// operations left out.
  Env(std::shared_ptr<const ProgramPool> pool,
      std::shared_ptr<Execution> execution, EnvOptions options = {});
  ~Env();
  Env(Env &&) noexcept;
  Env &operator=(Env &&) noexcept;

  /// Choices of each entry of an action: one entry for Flat, several (a
  /// MultiDiscrete) else.
  llvm::ArrayRef<int64_t> actionDimensions() const;
  /// Size of the mask, the sum of actionDimensions(): for Flat the number of
  /// actions.
  unsigned numActions() const;
  unsigned numPrograms() const;
  const ObservationSpec &observationSpec() const;
  const EnvOptions &options() const;

  /// Starts an episode. Programs come in shuffled epochs, an order that the
  /// seed decides; without one the order goes on, from seed 0 at first.
  void reset(std::optional<uint64_t> seed = std::nullopt);
  /// `program` names an index of the pool instead of drawing one, and leaves
  /// the order as it is. Errors: ActionError if the pool has no such program;
  /// the environment is then as it was.
  llvm::Error reset(std::optional<uint64_t> seed, unsigned program);
  /// Takes a decision, shape [actionDimensions().size()]; one that the mask
  /// forbids, or that is no action at all, is an outcome (`illegal`). Errors:
  /// ActionError if no episode is under way, or for another number of entries;
  /// what Execution::execute() calls an Error: the decision is then taken, its
  /// reward lost.
  llvm::Expected<StepOutcome> step(llvm::ArrayRef<int64_t> action);
  /// A decision of one entry.
  llvm::Expected<StepOutcome> step(unsigned action) {
    return step(llvm::ArrayRef<int64_t>(int64_t(action)));
  }

  /// Shape [observationSpec().size()]; valid until the next call. Zeros before
  /// the first reset().
  llvm::ArrayRef<float> observation() const;
  /// Shape [numActions()], 1 legal; entry after entry.
  llvm::ArrayRef<int8_t> actionMask() const;
  /// Of the episode under way, or just ended. Require: reset() was called.
  const Program &program() const;
  unsigned programIndex() const;
  const Schedule &schedule() const;
  const DecisionState &decisionState() const;
  /// False before the first reset() and after an episode ended.
  bool underWay() const;
  /// Timings of the untransformed program and of the schedule so far; null
  /// until a reward asked for them. Valid until the next call.
  const Measurement *baseline() const;
  const Measurement *timing() const;
  /// Program, schedule and, once measured, speedup as text.
  std::string render() const;

  /// Everything an episode is, as bytes: pickled, copied, saved. Restoring in
  /// another Env over the same pool, with the same options, continues
  /// identically. Errors on restore, which then changes nothing: ActionError
  /// for bytes that are not a snapshot of this version, of a program that is
  /// not in the pool, or of other action options.
  std::string snapshot() const;
  llvm::Error restore(llvm::StringRef snapshot);

private:
  friend class VectorEnv;
  struct Impl;
  explicit Env(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl;
};
} // namespace mlirgym
#endif // MLIRGYM_ENV_ENV_H
