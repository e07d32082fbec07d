//===- actions/ScheduleLimits.h - What a target allows ----------*- C++ -*-===//
#ifndef MLIRGYM_ACTIONS_SCHEDULELIMITS_H
#define MLIRGYM_ACTIONS_SCHEDULELIMITS_H

#include <cstdint>

namespace mlirgym {

/// What a target allows a schedule. The default holds for x86, with and without
/// AVX-512, so that legality is the same on all such machines. Its vectors are
/// the weakest limit: a vectorisation that is legal with others is legal with
/// it. Those of a target are in execution/ScheduleLimits.h.
struct ScheduleLimits {
  /// Width of a vector in bytes, at most 64.
  int64_t vectorBytes = 64;
  /// Vectors of results that stay in registers, at most 28.
  int64_t accumulators = 28;
  /// A GPU: parallel tiles are its blocks, and those inside them its threads
  /// (ScheduleState::meaningOf()).
  bool hasBlocks = false;

  friend bool operator==(const ScheduleLimits &,
                         const ScheduleLimits &) = default;
};
} // namespace mlirgym
#endif // MLIRGYM_ACTIONS_SCHEDULELIMITS_H
