//===- actions/ScheduleLimits.h - Limits of a target ------------*- C++ -*-===//
#ifndef MLIRGYM_ACTIONS_SCHEDULELIMITS_H
#define MLIRGYM_ACTIONS_SCHEDULELIMITS_H

#include <cstdint>

namespace mlirgym {

/// Limits on the actions of a schedule. The defaults hold for x86 with and
/// without AVX-512, so that agents and replays are the same on all such
/// machines. execution/batch/TargetLimits.h has the limits of a target.
struct ScheduleLimits {
  /// Width of a vector in bytes, at most 64.
  int64_t vectorBytes = 64;
  /// Vectors of results that stay in registers, at most 28 on processors and
  /// mostAccumulators on GPUs.
  int64_t accumulators = 28;
  /// Vector operations of one vectorised tile (VectorCost::operations), at most
  /// mostOperations.
  int64_t operations = 128;
  /// True if sums of short products may be computed in tiles of a matrix unit
  /// (AMX): an instruction takes the place of ten or more vector operations,
  /// and a register holds 16 vectors of results.
  bool matrixTiles = false;
  /// True for a GPU: its actions are those for blocks and threads
  /// (ActionTraits::target).
  bool hasBlocks = false;
  /// With blocks: threads of a block, and bytes of its shared memory. Not
  /// limited without.
  int64_t blockThreads = 1024, sharedBytes = int64_t(48) << 10;

  /// Longer straight-line code takes too long to compile (ADR 34).
  static constexpr int64_t mostOperations = 224;
  /// A thread of a GPU has 255 registers of 32 bits. This many groups of four
  /// are for results, the rest for addresses and for the operands of a step.
  static constexpr int64_t mostAccumulators = 48;
  /// Blocks of a GPU besides those along the last loop.
  static constexpr int64_t mostBlocksAcross = 65535;

  /// The weakest limits: a vectorisation that is legal under any limits is
  /// legal under these. Schedules are read with them, so that a schedule found
  /// on any target can be read, printed and emitted on every machine.
  static constexpr ScheduleLimits weakest() {
    return {.accumulators = mostAccumulators,
            .operations = mostOperations,
            .matrixTiles = true};
  }

  friend bool operator==(const ScheduleLimits &,
                         const ScheduleLimits &) = default;
};
} // namespace mlirgym
#endif // MLIRGYM_ACTIONS_SCHEDULELIMITS_H
