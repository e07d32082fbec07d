//===- actions/TileParallel.h - Split parallel loops among threads -*- C++
//-*-===//
#ifndef MLIRGYM_ACTIONS_TILEPARALLEL_H
#define MLIRGYM_ACTIONS_TILEPARALLEL_H

#include "actions/ParameterKind.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"

namespace mlirgym {
class ScheduleState;
class TransformScript;
struct Loop;

/// `tile_parallel(64,0,0)`: as Tile, but the tiles are iterations of one
/// scf.forall, which threads share.
struct TileParallel {
  static constexpr ParameterKind parameterKind = ParameterKind::TileSizes;

  /// Tile sizes in iterations, one a loop, in current loop order; 0 leaves the
  /// loop whole. All 0 is accepted and changes nothing.
  llvm::SmallVector<int64_t, 8> sizes;

  /// The parallel loops, unless there are loops around the operation already: a
  /// forall inside another loop pays its start each time round.
  static LoopSet tileable(const ScheduleState &state);
  /// True if `loop` may be cut into tiles of `size` iterations. Allocates
  /// nothing: masks ask this for each loop and each size.
  static bool isLegalSize(const Loop &loop, int64_t size);

  /// Errors: ActionError; a reduction loop cannot be shared.
  llvm::Error verify(const ScheduleState &state) const;
  /// As Tile, the loops of tiles being one forall.
  void applyTo(ScheduleState &state) const;
  /// `transform.structured.tile_using_forall`.
  void emit(const ScheduleState &state, TransformScript &script) const;

  llvm::ArrayRef<int64_t> parameters() const { return sizes; }
  static TileParallel fromParameters(llvm::ArrayRef<int64_t> parameters) {
    return {{parameters.begin(), parameters.end()}};
  }
  friend bool operator==(const TileParallel &, const TileParallel &) = default;
};
} // namespace mlirgym
#endif // MLIRGYM_ACTIONS_TILEPARALLEL_H
