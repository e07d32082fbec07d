//===- env/EnvImpl.h - Shared by Env and VectorEnv --------------*- C++ -*-===//
#ifndef MLIRGYM_ENV_ENVIMPL_H
#define MLIRGYM_ENV_ENVIMPL_H

#include "env/Env.h"
#include "env/Episode.h"
#include "env/EpisodeOrder.h"
#include "execution/Execution.h"
#include "observation/ActionEncoding.h"
#include "observation/Observation.h"
#include "outcome/Measurement.h"
#include "program/Program.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

namespace mlirgym {

/// The data shared by all environments of a VectorEnv. Thread safe.
class EnvContext {
public:
  /// Errors: see Env::create().
  static llvm::Expected<std::shared_ptr<const EnvContext>>
  create(std::shared_ptr<const ProgramPool> pool,
         std::shared_ptr<Execution> execution, EnvOptions options);

  /// Decisions after which an episode over a program is truncated.
  unsigned maxDecisions(unsigned program) const;
  /// Static part of the observations of a program, computed on first use.
  llvm::ArrayRef<float> prepared(unsigned program) const;
  const std::vector<std::shared_ptr<const Program>> &programs() const {
    return pool->programs;
  }
  /// The timing with which those of a program are compared, if it is given.
  std::optional<Measurement> fixedBaseline(unsigned program) const;
  /// The program whose timing is compared otherwise.
  std::shared_ptr<const Program> baselineProgram(unsigned program) const;

  const std::shared_ptr<const ProgramPool> pool;
  const std::shared_ptr<Execution> execution;
  const EnvOptions options;
  const std::shared_ptr<const ActionEncoding> encoding;
  const Observer observer;

private:
  EnvContext(std::shared_ptr<const ProgramPool> pool,
             std::shared_ptr<Execution> execution, EnvOptions options,
             std::shared_ptr<const ActionEncoding> encoding);

  struct Slot {
    std::once_flag once;
    std::shared_ptr<const std::vector<float>> rows;
  };
  std::unique_ptr<Slot[]> slots; // one per program
};

/// An environment that does not request timings itself: VectorEnv does so for
/// many at once. A step consists of advance(); settle() with the timings, if
/// advance() requires them; and look().
struct Env::Impl {
  /// Observation and mask are written to `observation` and `mask`, which
  /// outlive this; null: to internal buffers.
  Impl(std::shared_ptr<const EnvContext> context, uint64_t seed,
       float *observation = nullptr, int8_t *mask = nullptr);

  void reset(std::optional<uint64_t> seed, std::optional<unsigned> program);

  /// Takes a decision, a row of the encoding. Requires: underWay().
  struct Advance {
    StepOutcome outcome;
    /// The reward waits for the timing of the schedule.
    bool needsTiming = false;
    /// For look().
    StepResult taken = StepResult::Applied;
  };
  Advance advance(llvm::ArrayRef<int64_t> action);
  /// True if settle() needs the baseline as well.
  bool needsBaseline() const { return !episode->baseline; }
  /// Completes the outcome with the reward. `baseline` may be null if
  /// !needsBaseline().
  void settle(StepOutcome &outcome, const Measurement *baseline,
              Measurement timing);
  /// Writes observation and mask; zeros before the first reset. After a
  /// decision only what it changed.
  void look(StepResult after = StepResult::Applied);

  bool underWay() const { return episode && !episode->over(); }
  llvm::MutableArrayRef<float> observationRow() const {
    return {observation, context->observer.spec().size()};
  }
  llvm::MutableArrayRef<int8_t> maskRow() const {
    return {mask, context->encoding->maskSize()};
  }

  std::shared_ptr<const EnvContext> context;
  EpisodeOrder order;
  std::optional<Episode> episode; // none before the first reset

private:
  std::vector<float> ownObservation;
  std::vector<int8_t> ownMask;
  float *observation;
  int8_t *mask;
};
} // namespace mlirgym
#endif // MLIRGYM_ENV_ENVIMPL_H
