//===- env/Env.h - One environment ------------------------------*- C++ -*-===//
#ifndef MLIRGYM_ENV_ENV_H
#define MLIRGYM_ENV_ENV_H

#include "actions/Schedule.h"
#include "actions/ScheduleState.h"
#include "actions/encoding/Encoding.h"
#include "env/Reward.h"
#include "execution/Execution.h"
#include "observation/ActionEncoding.h"
#include "observation/Observation.h"
#include "outcome/Measurement.h"
#include "program/Program.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace mlirgym {

struct EnvOptions {
  /// Makes the encoding, which defines actions, masks and observations, from
  /// the next two members. Not null.
  MakeEncoding actions = FlatActions::create;
  EncodingOptions encoding;
  /// For devices other than the host, and for narrower targets, the vector
  /// width and the other limits are those of the target.
  StateOptions state;
  RewardOptions reward;
  /// For devices other than the host, and for narrower targets, the features of
  /// the device replace those of this machine.
  MachineFeatures machine;
  /// Decisions after which an episode is truncated. 0: a number proportional to
  /// the operations of the program that no legal episode exceeds; the limit
  /// ends episodes with many illegal decisions.
  unsigned maxDecisions = 0;
  /// For maxDecisions: illegal decisions never end an episode.
  static constexpr unsigned neverTruncate = ~0u;
};

/// What the timings of a program are compared with.
struct Baseline {
  /// Nanoseconds that are taken as measured; 0: those of `program`.
  double nanoseconds = 0;
  /// Timed untransformed; null: the program itself.
  std::shared_ptr<const Program> program = nullptr;
};

/// The programs from which an environment draws, not empty. Shared, immutable,
/// thread safe.
struct ProgramPool {
  std::vector<std::shared_ptr<const Program>> programs;
  /// What the timings of each program are compared with; empty: all of them
  /// with the program itself, untransformed.
  std::vector<Baseline> baselines = {};
};

/// The outcome of a step.
struct StepOutcome {
  double reward = 0;
  /// The task ended: every operation has ended.
  bool terminated = false;
  /// The episode was cut off; bootstrap from the final observation.
  bool truncated = false;
  /// The decision was illegal: only the reward changed.
  bool illegal = false;
  /// The measurement that determines the reward: set when the episode
  /// terminated, and after each action with RewardOptions::When::Immediate.
  std::optional<Measurement> measurement;
  /// baseline / measured; 0 if unknown.
  double speedup = 0;
  /// Uncertainty of the speedup (uncertaintyOfRatio()), which is noisy if
  /// isNoisy() is true. 0 if unknown.
  double uncertainty = 0;
  /// The program of the episode that ended; an autoreset may have started the
  /// next one.
  std::shared_ptr<const Program> program;
  /// Index of that program in the pool.
  unsigned programIndex = 0;
  Schedule schedule;
};

/// One episode at a time over a pool of programs. A step takes microseconds;
/// the execution, which environments may share, is used only when a reward is
/// due. Snapshots are values. Not thread safe; VectorEnv steps many.
class Env {
public:
  /// Errors: ActionError unless the pool has programs, none of them null, and
  /// no baselines or one per program, finite and not negative; the execution is
  /// not null; rewards are finite and their base is 0 or above 1; the encoding
  /// can be made, and every program passes its check().
  static llvm::Expected<Env> create(std::shared_ptr<const ProgramPool> pool,
                                    std::shared_ptr<Execution> execution,
                                    EnvOptions options = {});
  ~Env();
  Env(Env &&) noexcept;
  Env &operator=(Env &&) noexcept;

  /// Number of choices of each entry of an action: one entry for FlatActions,
  /// several (a MultiDiscrete) otherwise.
  llvm::ArrayRef<int64_t> actionDimensions() const;
  /// Length of the mask, the sum of actionDimensions(); for FlatActions the
  /// number of actions.
  unsigned numActions() const;
  unsigned numPrograms() const;
  const ObservationSpec &observationSpec() const;
  const EnvOptions &options() const;
  /// Lives as long as the environment.
  const ActionEncoding &encoding() const;

  /// Starts an episode. Programs come in shuffled epochs, in an order that the
  /// seed determines; without a seed the order continues (at first the order of
  /// seed 0).
  void reset(std::optional<uint64_t> seed = std::nullopt);
  /// Selects `program`, an index into the pool, instead of drawing one; the
  /// order does not advance. Errors: ActionError if the pool has no such
  /// program; the environment is then unchanged.
  llvm::Error reset(std::optional<uint64_t> seed, unsigned program);
  /// Takes a decision, shape [actionDimensions().size()]. One that the mask
  /// forbids, or that is not in the action space, is an outcome (`illegal`).
  /// Errors: ActionError if no episode is in progress, or for another number of
  /// entries; the errors of Execution::measure(), after which the decision is
  /// taken but its reward lost. Calls `beforeMeasuring` when it has taken a
  /// decision whose reward needs the execution.
  llvm::Expected<StepOutcome>
  step(llvm::ArrayRef<int64_t> action,
       llvm::function_ref<void()> beforeMeasuring = nullptr);
  /// A decision of one entry.
  llvm::Expected<StepOutcome> step(unsigned action) {
    return step(llvm::ArrayRef<int64_t>(int64_t(action)));
  }

  /// Shape [observationSpec().size()]; valid until the next call. Zeros before
  /// the first reset().
  llvm::ArrayRef<float> observation() const;
  /// Shape [numActions()], 1: legal; the masks of all entries concatenated.
  llvm::ArrayRef<int8_t> actionMask() const;
  /// The program of the current or just ended episode. Requires: reset() was
  /// called.
  const Program &program() const;
  unsigned programIndex() const;
  const Schedule &schedule() const;
  const DecisionState &decisionState() const;
  /// False before the first reset() and after an episode ended.
  bool underWay() const;
  /// Timings of the untransformed program and of the schedule so far; null
  /// until a reward has needed them. Valid until the next call.
  const Measurement *baseline() const;
  const Measurement *timing() const;
  /// Program, schedule and, if measured, speedup as text.
  std::string render() const;

  /// The state of the environment as bytes, to be pickled, copied or saved.
  /// Restoring it in another Env with the same pool and options continues
  /// identically. Errors of restore(), which then changes nothing: ActionError
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
