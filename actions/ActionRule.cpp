//===- actions/ActionRule.cpp - The rules of Actions.def ------------------===//
#include "actions/ActionRule.h"
#include "actions/Action.h"
// The rules that Actions.def names.
// IWYU pragma: begin_keep
#include "actions/Done.h"
#include "actions/Flatten.h"
#include "actions/Img2col.h"
#include "actions/Interchange.h"
#include "actions/LoopTiling.h"
#include "actions/Promote.h"
#include "actions/Stream.h"
#include "actions/TileReduction.h"
#include "actions/Vectorize.h"
#include "actions/Winograd.h"
// IWYU pragma: end_keep

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
