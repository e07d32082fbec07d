//===- actions/rules/Interchange.h - Reorder the loops ----------*- C++ -*-===//
#ifndef MLIRGYM_ACTIONS_RULES_INTERCHANGE_H
#define MLIRGYM_ACTIONS_RULES_INTERCHANGE_H

#include "actions/ActionRule.h"
#include "actions/LegalParameters.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

namespace mlirgym {

/// `interchange(1,0,2)`: new loop i is old loop p[i], as in MLIR. The identity
/// is accepted and changes nothing; masks exclude it.
class Interchange final : public ActionRule {
public:
  using ActionRule::ActionRule;
  /// Legal if there are two loops or more and tile_reduction was not applied.
  LegalParameters legalParameters(const ScheduleState &state) const override;
  /// Errors: ActionError if it is not a permutation of the loops.
  llvm::Error verify(const ScheduleState &state,
                     llvm::ArrayRef<int64_t> permutation) const override;
  void apply(ScheduleState &state,
             llvm::ArrayRef<int64_t> permutation) const override;
  /// `transform.structured.interchange`. A named operation is first
  /// generalised, which drops its tag; emit() restores it.
  void emit(const ScheduleState &state, llvm::ArrayRef<int64_t> permutation,
            TransformScript &script) const override;
};
} // namespace mlirgym
#endif // MLIRGYM_ACTIONS_RULES_INTERCHANGE_H
