//===- actions/rules/TileReduction.h - Tile a reduction ---------*- C++ -*-===//
#ifndef MLIRGYM_ACTIONS_RULES_TILEREDUCTION_H
#define MLIRGYM_ACTIONS_RULES_TILEREDUCTION_H

#include "actions/ActionRule.h"
#include "actions/LegalParameters.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

namespace mlirgym {

/// `tile_reduction(0,64)`: reduction loop i of n_i iterations becomes an
/// scf.for over n_i / t_i steps around a *parallel* loop of t_i iterations: t_i
/// partial results that a merging operation combines at the end (tagged
/// "opK.merge"). Makes reductions along the fastest dimension vectorise.
class TileReduction final : public ActionRule {
public:
  using ActionRule::ActionRule;
  /// The static reduction loops, if the partial results can be combined (add,
  /// mul, max, min), there is one init, and tile_reduction was not applied
  /// before.
  LegalParameters legalParameters(const ScheduleState &state) const override;
  /// True if `loop` can have `size` partial results: above 1 and a divisor of a
  /// static trip count.
  bool isLegalSize(const ScheduleState &state, const Loop &loop,
                   int64_t size) const override;
  bool fits(const ScheduleState &state, llvm::ArrayRef<int64_t> chosen,
            const SizesLeft &left) const override;
  /// Errors: ActionError naming the condition that does not hold.
  llvm::Error verify(const ScheduleState &state,
                     llvm::ArrayRef<int64_t> sizes) const override;
  /// The tiled loops become parallel. Only vectorize or done may follow.
  void apply(ScheduleState &state,
             llvm::ArrayRef<int64_t> sizes) const override;
  /// `transform.structured.tile_reduction_using_for`, then the tags of the
  /// operation inside and of the merging one.
  void emit(const ScheduleState &state, llvm::ArrayRef<int64_t> sizes,
            TransformScript &script) const override;
};
} // namespace mlirgym
#endif // MLIRGYM_ACTIONS_RULES_TILEREDUCTION_H
