//===- actions/rules/Promote.h - Copy an input into a local buffer --------===//
#ifndef MLIRGYM_ACTIONS_RULES_PROMOTE_H
#define MLIRGYM_ACTIONS_RULES_PROMOTE_H

#include "actions/ActionRule.h"
#include "actions/LegalParameters.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

namespace mlirgym {

/// `promote(0)`: the slice of input 0 that the innermost level of tile loops
/// cuts out is copied into a contiguous local buffer, which the loops inside
/// then read: fewer TLB misses and cache conflicts for data that is read many
/// times.
class Promote final : public ActionRule {
public:
  using ActionRule::ActionRule;
  /// Bit i: input i may be promoted. It must be a slice made by the innermost
  /// level of tile loops, not yet promoted at this level, and not computed
  /// inside the same tile, where it is local anyway. A smaller last tile uses a
  /// part of the buffer. Operations of one tile that read the same slice share
  /// the buffer of the first promotion; a second promotion is legal, but only
  /// copies from that buffer.
  LegalParameters legalParameters(const ScheduleState &state) const override;
  /// Errors: ActionError naming the condition that does not hold.
  llvm::Error verify(const ScheduleState &state,
                     llvm::ArrayRef<int64_t> parameters) const override;
  /// The next tiling starts a new level.
  void apply(ScheduleState &state,
             llvm::ArrayRef<int64_t> parameters) const override;
  /// `transform.structured.promote_tensor` on the operand.
  void emit(const ScheduleState &state, llvm::ArrayRef<int64_t> parameters,
            TransformScript &script) const override;
};
} // namespace mlirgym
#endif // MLIRGYM_ACTIONS_RULES_PROMOTE_H
