#include "actions/ActionRule.h"
#include "actions/Action.h"
#include "actions/ActionError.h"
#include "actions/LegalParameters.h"
#include "actions/ScheduleState.h"
#include "program/Program.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace mlirgym {

bool ActionRule::fits(const ScheduleState &, llvm::ArrayRef<int64_t>,
                      const SizesLeft &) const {
  return true;
}

bool ActionRule::isLegalSize(const ScheduleState &, const Loop &,
                             int64_t size) const {
  return size == 0;
}

LegalParameters PlainRule::legalParameters(const ScheduleState &state) const {
  return {.isLegal = obstacle(state).empty()};
}

llvm::Error PlainRule::verify(const ScheduleState &state,
                              llvm::ArrayRef<int64_t>) const {
  if (llvm::StringRef reason = obstacle(state); !reason.empty())
    return actionError("{0}: {1} {2}", state.operation().tag, name(), reason);
  return llvm::Error::success();
}

const ActionRule &ruleOf(ActionKind kind) {
  // Never destroyed: they are used until the program ends.
  static const ActionRule *const rules[] = {
#define MLIRGYM_ACTION(Kind, Rule, ...) make##Rule(ActionKind::Kind),
#include "actions/Actions.def"
  };
  return *rules[size_t(kind)];
}

} // namespace mlirgym
