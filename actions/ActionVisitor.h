//===- actions/ActionVisitor.h - Dispatch over Actions.def ------*- C++ -*-===//
#ifndef MLIRGYM_ACTIONS_ACTIONVISITOR_H
#define MLIRGYM_ACTIONS_ACTIONVISITOR_H

#include "actions/Action.h"
#include "llvm/Support/ErrorHandling.h"

namespace mlirgym {

/// Calls `function.template operator()<A>()` with the class of `kind`.
template <typename Function>
auto visitKind(ActionKind kind, Function function) {
  switch (kind) {
#define MLIRGYM_ACTION(Class, Name, Summary)                                   \
  case ActionKind::Class:                                                      \
    return function.template operator()<Class>();
#include "actions/Actions.def"
  }
  llvm_unreachable("no line of Actions.def");
}

/// Calls `function(a)` with the action. Requires: it is not std::monostate.
template <typename Function>
auto visitAction(const Action &action, Function function) {
  return visitKind(kindOf(action), [&]<typename A>() {
    return function(*std::get_if<A>(&action));
  });
}
} // namespace mlirgym
#endif // MLIRGYM_ACTIONS_ACTIONVISITOR_H
