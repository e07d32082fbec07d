//===- actions/rules/Flatten.h - Make one loop of an elementwise nest -----===//
#ifndef MLIRGYM_ACTIONS_RULES_FLATTEN_H
#define MLIRGYM_ACTIONS_RULES_FLATTEN_H

#include "actions/ActionRule.h"
#include "actions/LegalParameters.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

namespace mlirgym {

/// `flatten`: the loops of an elementwise operation become one over all
/// elements as they lie in memory, so that rows whose length is not a multiple
/// of the vector length leave no remainder each. Legal for parallel loops whose
/// operands are indexed by all of them in order, or by none (scalars), before
/// any action that changed the loops. The operation then reads and writes its
/// tensors through reshapes, which cost nothing but prevent fusion.
class Flatten final : public ActionRule {
public:
  using ActionRule::ActionRule;
  LegalParameters legalParameters(const ScheduleState &state) const override;
  /// Errors: ActionError with the reason why the loops cannot be collapsed.
  llvm::Error verify(const ScheduleState &state,
                     llvm::ArrayRef<int64_t>) const override;
  void apply(ScheduleState &state, llvm::ArrayRef<int64_t>) const override;
  /// `transform.structured.flatten_elementwise` of the generic form (some named
  /// operations keep maps of the old rank); restores the tag, which that drops.
  void emit(const ScheduleState &state, llvm::ArrayRef<int64_t>,
            TransformScript &script) const override;
};
} // namespace mlirgym
#endif // MLIRGYM_ACTIONS_RULES_FLATTEN_H
