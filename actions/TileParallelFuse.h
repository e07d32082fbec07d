//===- actions/TileParallelFuse.h - Tile for threads, producers in the tile -*-
// C++ -*-===//
#ifndef MLIRGYM_ACTIONS_TILEPARALLELFUSE_H
#define MLIRGYM_ACTIONS_TILEPARALLELFUSE_H

#include "actions/ParameterKind.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"

namespace mlirgym {
class ScheduleState;
class TransformScript;
struct Loop;

/// `tile_parallel_fuse(64,0,0)`: as TileFuse, the tiles being iterations of one
/// scf.forall, which threads share.
struct TileParallelFuse {
  static constexpr ParameterKind parameterKind = ParameterKind::TileSizes;

  /// Tile sizes in iterations, one a loop, in current loop order; 0 leaves the
  /// loop whole. All 0 is accepted and changes nothing.
  llvm::SmallVector<int64_t, 8> sizes;

  /// As TileFuse, unless there are loops around the operation already.
  static LoopSet tileable(const ScheduleState &state);
  /// True if `loop` may be cut into tiles of `size` iterations. Allocates
  /// nothing: masks ask this for each loop and each size.
  static bool isLegalSize(const Loop &loop, int64_t size);

  /// Errors: ActionError that says which operation stands in the way.
  llvm::Error verify(const ScheduleState &state) const;
  /// Tiles the operation and puts its producers into the same forall.
  void applyTo(ScheduleState &state) const;
  /// `transform.structured.fuse ... {use_forall}`.
  void emit(const ScheduleState &state, TransformScript &script) const;

  llvm::ArrayRef<int64_t> parameters() const { return sizes; }
  static TileParallelFuse fromParameters(llvm::ArrayRef<int64_t> parameters) {
    return {{parameters.begin(), parameters.end()}};
  }
  friend bool operator==(const TileParallelFuse &,
                         const TileParallelFuse &) = default;
};
} // namespace mlirgym
#endif // MLIRGYM_ACTIONS_TILEPARALLELFUSE_H
