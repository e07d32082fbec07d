//===- actions/rules/Vectorize.h - Vectorise an operation -------*- C++ -*-===//
#ifndef MLIRGYM_ACTIONS_RULES_VECTORIZE_H
#define MLIRGYM_ACTIONS_RULES_VECTORIZE_H

#include "actions/ActionRule.h"
#include "actions/LegalParameters.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

namespace mlirgym {

/// `vectorize`: marks the operation; the lowering turns it into vector
/// operations. Legal if MLIR's vectoriser supports the operation and its
/// remaining loops are short enough (VectorCost.h). Ends the operation.
class Vectorize final : public ActionRule {
public:
  using ActionRule::ActionRule;
  LegalParameters legalParameters(const ScheduleState &state) const override;
  /// Errors: ActionError that names the loop to tile and the size to tile it
  /// to.
  llvm::Error verify(const ScheduleState &state,
                     llvm::ArrayRef<int64_t>) const override;
  void apply(ScheduleState &state, llvm::ArrayRef<int64_t>) const override;
  /// The unit attribute `mlirgym.vectorize`.
  void emit(const ScheduleState &state, llvm::ArrayRef<int64_t>,
            TransformScript &script) const override;
};
} // namespace mlirgym
#endif // MLIRGYM_ACTIONS_RULES_VECTORIZE_H
