//===- actions/TileReduction.h - Split a reduction into partial results -*- C++
//-*-===//
#ifndef MLIRGYM_ACTIONS_TILEREDUCTION_H
#define MLIRGYM_ACTIONS_TILEREDUCTION_H

#include "actions/ParameterKind.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"

namespace mlirgym {
class ScheduleState;
class TransformScript;
struct Loop;

/// `tile_reduction(0,64)`: reduction loop i of n_i iterations becomes an
/// scf.for over n_i / t_i steps around a *parallel* loop of t_i iterations: t_i
/// partial results that a merging operation combines at the end (tagged
/// "opK.merge"). Makes reductions along the fastest dimension vectorise.
struct TileReduction {
  static constexpr ParameterKind parameterKind = ParameterKind::TileSizes;

  /// Tile sizes in iterations, one a loop, in current loop order; 0 leaves the
  /// loop whole. All 0 is accepted and changes nothing.
  llvm::SmallVector<int64_t, 8> sizes;

  /// The static reduction loops, if the partial results can be combined (add,
  /// mul, max, min), there is one init, and it was not done before.
  static LoopSet tileable(const ScheduleState &state);
  /// True if `loop` may be cut into `size` partial results: above 1 and a
  /// divisor of a static loop.
  static bool isLegalSize(const Loop &loop, int64_t size);

  /// Errors: ActionError that says what is missing.
  llvm::Error verify(const ScheduleState &state) const;
  /// The loops that were cut turn parallel. Only vectorize or done may follow.
  void applyTo(ScheduleState &state) const;
  /// `transform.structured.tile_reduction_using_for`, then the tags of the
  /// operation inside and of the merging one.
  void emit(const ScheduleState &state, TransformScript &script) const;

  llvm::ArrayRef<int64_t> parameters() const { return sizes; }
  static TileReduction fromParameters(llvm::ArrayRef<int64_t> parameters) {
    return {{parameters.begin(), parameters.end()}};
  }
  friend bool operator==(const TileReduction &,
                         const TileReduction &) = default;
};
} // namespace mlirgym
#endif // MLIRGYM_ACTIONS_TILEREDUCTION_H
