//===- actions/ScheduleLimits.h - What a target allows ----------*- C++ -*-===//
#ifndef MLIRGYM_ACTIONS_SCHEDULELIMITS_H
#define MLIRGYM_ACTIONS_SCHEDULELIMITS_H

#include <cstdint>

namespace mlirgym {

/// What a schedule may contain. The default is what masks allow on x86, with
/// and without AVX-512, so that agents and replays are the same on all such
/// machines. Those of a target are in execution/batch/TargetLimits.h.
struct ScheduleLimits {
  /// Width of a vector in bytes, at most 64.
  int64_t vectorBytes = 64;
  /// Vectors of results that stay in registers, at most 28.
  int64_t accumulators = 28;
  /// Vector operations of one vectorised tile (VectorCost::operations), at most
  /// mostOperations.
  int64_t operations = 128;
  /// A GPU: its kinds of actions are those for its blocks and threads
  /// (ActionTraits::target).
  bool hasBlocks = false;

  /// Straight-line code of more takes too long to compile (ADR 34).
  static constexpr int64_t mostOperations = 224;

  /// The weakest: a vectorisation that is legal with others is legal with
  /// these. Schedules are read with them, so that one that was found on any
  /// target can be read, printed and emitted on every machine.
  static constexpr ScheduleLimits weakest() {
    return {.operations = mostOperations};
  }

  friend bool operator==(const ScheduleLimits &,
                         const ScheduleLimits &) = default;
};
} // namespace mlirgym
#endif // MLIRGYM_ACTIONS_SCHEDULELIMITS_H
