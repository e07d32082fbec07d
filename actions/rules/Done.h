//===- actions/rules/Done.h - End an operation unchanged --------*- C++ -*-===//
#ifndef MLIRGYM_ACTIONS_RULES_DONE_H
#define MLIRGYM_ACTIONS_RULES_DONE_H

#include "actions/ActionRule.h"
#include "actions/LegalParameters.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

namespace mlirgym {

/// `done`: ends the operation unchanged. Always legal.
class Done final : public ActionRule {
public:
  using ActionRule::ActionRule;
  LegalParameters legalParameters(const ScheduleState &) const override {
    return {.isLegal = true};
  }
  llvm::Error verify(const ScheduleState &,
                     llvm::ArrayRef<int64_t>) const override {
    return llvm::Error::success();
  }
  void apply(ScheduleState &, llvm::ArrayRef<int64_t>) const override {}
  /// Appends nothing.
  void emit(const ScheduleState &, llvm::ArrayRef<int64_t>,
            TransformScript &) const override {}
};
} // namespace mlirgym
#endif // MLIRGYM_ACTIONS_RULES_DONE_H
