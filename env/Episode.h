//===- env/Episode.h - One episode as a value -------------------*- C++ -*-===//
#ifndef MLIRGYM_ENV_EPISODE_H
#define MLIRGYM_ENV_EPISODE_H

#include "actions/encoding/Encoding.h"
#include "outcome/Measurement.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>

namespace mlirgym {

/// The state of an episode, without its rules. Copied freely.
struct Episode {
  Episode(unsigned program, DecisionState start, unsigned maxDecisions)
      : program(program), state(std::move(start)), maxDecisions(maxDecisions) {}

  /// Index in the pool.
  unsigned program;
  DecisionState state;
  /// Decisions, row after row, that restore `state`: those of the action in
  /// progress, which follow the schedule, or all decisions of the episode
  /// (ActionEncoding::followsFromSchedule()).
  llvm::SmallVector<int64_t, 8> pending;
  /// Number of decisions after which it is truncated.
  unsigned maxDecisions;
  /// Decisions taken, illegal ones included.
  unsigned decisions = 0;
  bool terminated = false, truncated = false;
  /// Timing of the untransformed program, once requested.
  std::optional<Measurement> baseline;
  /// Immediate: the last timing that was ok.
  std::optional<Measurement> previous;
  /// Timing of the schedule so far, once requested.
  std::optional<Measurement> last;

  bool over() const { return terminated || truncated; }
  /// baseline / last; 0 if unknown.
  double speedup() const;
  /// Of the speedup; 0 if unknown.
  double uncertainty() const;
};
} // namespace mlirgym
#endif // MLIRGYM_ENV_EPISODE_H
