#include "actions/ActionRule.h"
#include "actions/Action.h"
// The rules that Actions.def names; made by CMakeLists.txt.
#include "ActionRules.inc" // IWYU pragma: keep

namespace mlirgym {

bool ActionRule::isLegalSize(const Loop &, int64_t size) const {
  return size == 0;
}

#define MLIRGYM_ACTION(Kind, Rule, ...)                                        \
  static constexpr Rule rule##Kind{ActionKind::Kind};
#include "actions/Actions.def"

const ActionRule &ruleOf(ActionKind kind) {
  static constexpr const ActionRule *rules[] = {
#define MLIRGYM_ACTION(Kind, ...) &rule##Kind,
#include "actions/Actions.def"
  };
  return *rules[size_t(kind)];
}

} // namespace mlirgym
