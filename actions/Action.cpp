#include "actions/Action.h"
#include "actions/ActionVisitor.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

namespace mlirgym {
namespace {
constexpr llvm::StringLiteral names[] = {
#define MLIRGYM_ACTION(Class, Name, Summary) Name,
#include "actions/Actions.def"
};
constexpr llvm::StringLiteral summaries[] = {
#define MLIRGYM_ACTION(Class, Name, Summary) Summary,
#include "actions/Actions.def"
};
} // namespace

ActionKind kindOf(const Action &action) {
  // The alternatives are the lines of Actions.def, in their order.
  return ActionKind(action.index());
}

llvm::StringRef nameOf(ActionKind kind) { return names[size_t(kind)]; }

llvm::StringRef summaryOf(ActionKind kind) { return summaries[size_t(kind)]; }

std::optional<ActionKind> actionKindFromName(llvm::StringRef name) {
  for (auto [i, known] : llvm::enumerate(names))
    if (name == known)
      return ActionKind(i);
  return std::nullopt;
}

std::string toText(const Action &action) {
  if (std::holds_alternative<std::monostate>(action))
    return "";
  std::string text;
  llvm::raw_string_ostream os(text);
  os << nameOf(kindOf(action));
  if (parameterKindOf(kindOf(action)) != ParameterKind::None) {
    os << '(';
    llvm::interleave(parametersOf(action), os, ",");
    os << ')';
  }
  return text;
}

llvm::ArrayRef<int64_t> parametersOf(const Action &action) {
  return visitAction(action,
                     [](const auto &known) { return known.parameters(); });
}

ParameterKind parameterKindOf(ActionKind kind) {
  return visitKind(kind, []<typename A>() { return A::parameterKind; });
}

Action makeAction(ActionKind kind, llvm::ArrayRef<int64_t> parameters) {
  return visitKind(kind, [&]<typename A>() -> Action {
    return A::fromParameters(parameters);
  });
}

bool isTerminal(ActionKind kind) {
  return kind == ActionKind::Vectorize || kind == ActionKind::Done;
}

bool isNoOp(const Action &action) {
  if (std::holds_alternative<std::monostate>(action))
    return true;
  llvm::ArrayRef<int64_t> parameters = parametersOf(action);
  switch (parameterKindOf(kindOf(action))) {
  case ParameterKind::TileSizes:
    return llvm::all_of(parameters, [](int64_t size) { return size == 0; });
  case ParameterKind::Permutation:
    return std::get<Interchange>(action).isIdentity();
  case ParameterKind::None:
  case ParameterKind::Input:
    return false;
  }
  llvm_unreachable("all parameter kinds are listed");
}

} // namespace mlirgym
