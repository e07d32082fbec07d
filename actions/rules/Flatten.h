//===- actions/rules/Flatten.h - Make one loop of an elementwise nest -----===//
#ifndef MLIRGYM_ACTIONS_RULES_FLATTEN_H
#define MLIRGYM_ACTIONS_RULES_FLATTEN_H

#include "actions/ActionRule.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace mlirgym {

/// `flatten`: the loops of an elementwise operation become one over all
/// elements as they lie in memory, so that rows whose length is not a multiple
/// of the vector length leave no remainder each. Legal for parallel loops whose
/// operands are indexed by all of them in order, or by none (scalars), before
/// any action that changed the loops. The operation then reads and writes its
/// tensors through reshapes, which cost nothing but prevent fusion.
class Flatten final : public PlainRule {
public:
  using PlainRule::PlainRule;
  llvm::StringRef obstacle(const ScheduleState &state) const override;
  void apply(ScheduleState &state, llvm::ArrayRef<int64_t>) const override;
  /// `transform.structured.flatten_elementwise` of the generic form (some named
  /// operations keep maps of the old rank); restores the tag, which that drops.
  void emit(const ScheduleState &state, llvm::ArrayRef<int64_t>,
            TransformScript &script) const override;
};
} // namespace mlirgym
#endif // MLIRGYM_ACTIONS_RULES_FLATTEN_H
