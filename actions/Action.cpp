#include "actions/Action.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/raw_ostream.h"
#include <optional>
#include <string>

namespace mlirgym {

static constexpr ActionTraits table[] = {
#define MLIRGYM_ACTION(Kind, Rule, Parameters, Name, Summary, ...)             \
  {.name = Name,                                                               \
   .summary = Summary,                                                         \
   .parameters = ParameterKind::Parameters __VA_OPT__(, ) __VA_ARGS__},
#include "actions/Actions.def"
};

const ActionTraits &traitsOf(ActionKind kind) { return table[size_t(kind)]; }

std::optional<ActionKind> actionKindFromName(llvm::StringRef name) {
  for (auto [i, known] : llvm::enumerate(table))
    if (name == known.name)
      return ActionKind(i);
  return std::nullopt;
}

std::string toText(const Action &action) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << nameOf(action.kind);
  if (action.traits().parameters != ParameterKind::None) {
    os << '(';
    llvm::interleave(action.parameters, os, ",");
    os << ')';
  }
  return text;
}

bool isNoOp(const Action &action) {
  switch (action.traits().parameters) {
  case ParameterKind::TileSizes:
    return llvm::all_of(action.parameters,
                        [](int64_t size) { return size == 0; });
  case ParameterKind::Permutation:
    return llvm::equal(
        action.parameters,
        llvm::seq<int64_t>(0, int64_t(action.parameters.size())));
  case ParameterKind::None:
  case ParameterKind::Input:
    return false;
  }
  llvm_unreachable("all parameter kinds are listed");
}

} // namespace mlirgym
