//===- actions/Tile.h - Split loops into tiles ------------------*- C++ -*-===//
#ifndef MLIRGYM_ACTIONS_TILE_H
#define MLIRGYM_ACTIONS_TILE_H

#include "actions/ParameterKind.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"

namespace mlirgym {
class ScheduleState;
class TransformScript;
struct Loop;

/// `tile(8,16,0)`: loop i of trip count n_i becomes an scf.for over
/// ceil(n_i / t_i) tiles around a loop of at most t_i iterations; t_i = 0
/// leaves loop i whole. A size need not divide its loop: the loop inside is
/// then dynamic, t_i its upper bound; the lowering peels the remainder off.
struct Tile {
  static constexpr ParameterKind parameterKind = ParameterKind::TileSizes;

  /// Tile sizes in iterations, one a loop, in current loop order; 0 leaves the
  /// loop whole. All 0 is accepted and changes nothing.
  llvm::SmallVector<int64_t, 8> sizes;

  /// Every loop, unless tile_reduction went before or MLIR has no slices for
  /// it.
  static LoopSet tileable(const ScheduleState &state);
  /// True if `loop` may be cut into tiles of `size` iterations. Allocates
  /// nothing: masks ask this for each loop and each size.
  static bool isLegalSize(const Loop &loop, int64_t size);

  /// Errors: ActionError if there is not one size a loop, a size is not below
  /// the trip count, or MLIR cannot tile the operation.
  llvm::Error verify(const ScheduleState &state) const;
  /// Moves the operation to the loops inside the tile. Requires: verify()
  /// succeeds. (So for every action.)
  void applyTo(ScheduleState &state) const;
  /// `transform.structured.tile_using_for`.
  void emit(const ScheduleState &state, TransformScript &script) const;

  llvm::ArrayRef<int64_t> parameters() const { return sizes; }
  static Tile fromParameters(llvm::ArrayRef<int64_t> parameters) {
    return {{parameters.begin(), parameters.end()}};
  }
  friend bool operator==(const Tile &, const Tile &) = default;
};
} // namespace mlirgym
#endif // MLIRGYM_ACTIONS_TILE_H
