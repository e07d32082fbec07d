//===- actions/rules/Done.h - End an operation unchanged --------*- C++ -*-===//
#ifndef MLIRGYM_ACTIONS_RULES_DONE_H
#define MLIRGYM_ACTIONS_RULES_DONE_H

#include "actions/ActionRule.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace mlirgym {

/// `done`: ends the operation unchanged. Always legal.
class Done final : public PlainRule {
public:
  using PlainRule::PlainRule;
  llvm::StringRef obstacle(const ScheduleState &) const override { return ""; }
  void apply(ScheduleState &, llvm::ArrayRef<int64_t>) const override {}
  /// Appends nothing.
  void emit(const ScheduleState &, llvm::ArrayRef<int64_t>,
            TransformScript &) const override {}
};
} // namespace mlirgym
#endif // MLIRGYM_ACTIONS_RULES_DONE_H
