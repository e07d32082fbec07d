//===- actions/TileFuse.h - Tile, and compute the producers in the tile -*- C++
//-*-===//
#ifndef MLIRGYM_ACTIONS_TILEFUSE_H
#define MLIRGYM_ACTIONS_TILEFUSE_H

#include "actions/ParameterKind.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"

namespace mlirgym {
class ScheduleState;
class TransformScript;
struct Loop;

/// `tile_fuse(14,32,0)`: as Tile, and all operations that the tile needs
/// (producers, their producers, and the fills) are computed inside the tile.
/// The producers are visited there later, and may be tiled further.
struct TileFuse {
  static constexpr ParameterKind parameterKind = ParameterKind::TileSizes;

  /// Tile sizes in iterations, one a loop, in current loop order; 0 leaves the
  /// loop whole. All 0 is accepted and changes nothing.
  llvm::SmallVector<int64_t, 8> sizes;

  /// The parallel loops whose tiling fuses cleanly, see FusionGroup.h. `useful`
  /// are those along which there is something to fuse.
  static LoopSet tileable(const ScheduleState &state);
  /// True if `loop` may be cut into tiles of `size` iterations. Allocates
  /// nothing: masks ask this for each loop and each size.
  static bool isLegalSize(const Loop &loop, int64_t size);

  /// Errors: ActionError that says which operation stands in the way.
  llvm::Error verify(const ScheduleState &state) const;
  /// Tiles the operation and puts its producers into the same tile.
  void applyTo(ScheduleState &state) const;
  /// `transform.structured.fuse`, then removal of the producers that nobody
  /// needs any more.
  void emit(const ScheduleState &state, TransformScript &script) const;

  llvm::ArrayRef<int64_t> parameters() const { return sizes; }
  static TileFuse fromParameters(llvm::ArrayRef<int64_t> parameters) {
    return {{parameters.begin(), parameters.end()}};
  }
  friend bool operator==(const TileFuse &, const TileFuse &) = default;
};
} // namespace mlirgym
#endif // MLIRGYM_ACTIONS_TILEFUSE_H
