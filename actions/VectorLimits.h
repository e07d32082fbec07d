//===- actions/VectorLimits.h - Vectors that a schedule may use -*- C++ -*-===//
#ifndef MLIRGYM_ACTIONS_VECTORLIMITS_H
#define MLIRGYM_ACTIONS_VECTORLIMITS_H

#include <cstdint>

namespace mlirgym {

/// What vectorising assumes of the registers. The default holds for x86, with
/// and without AVX-512, so that legality is the same on all such machines; it
/// is the weakest: a schedule that is legal with other limits is legal with it.
/// Those of a target are in execution/ScheduleLimits.h.
struct VectorLimits {
  /// Width of a vector in bytes, at most 64.
  int64_t bytes = 64;
  /// Vectors of results that stay in registers, at most 28.
  int64_t accumulators = 28;

  friend bool operator==(const VectorLimits &, const VectorLimits &) = default;
};
} // namespace mlirgym
#endif // MLIRGYM_ACTIONS_VECTORLIMITS_H
