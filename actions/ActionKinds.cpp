#include "actions/ActionKinds.h"
#include "actions/Action.h"
#include "actions/ActionError.h"
#include "actions/ScheduleLimits.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/ErrorHandling.h"
#include <iterator>
#include <optional>
#include <string>
#include <vector>

namespace mlirgym {
namespace {
/// In the order of Actions.def.
constexpr ActionKind allKinds[] = {
#define MLIRGYM_ACTION(Kind, ...) ActionKind::Kind,
#include "actions/Actions.def"
};
} // namespace

ActionKinds::ActionKinds(llvm::ArrayRef<ActionKind> given) {
  indices.fill(nowhere);
  for (ActionKind kind : given)
    add(kind);
  add(ActionKind::Done);
}

void ActionKinds::add(ActionKind kind) {
  if (contains(kind))
    return;
  indices[size_t(kind)] = count;
  kinds[count++] = kind;
}

ActionKinds ActionKinds::all() { return ActionKinds(allKinds); }

ActionKinds ActionKinds::of(const ScheduleLimits &limits) {
  llvm::SmallVector<ActionKind, numActionKinds> those;
  llvm::copy_if(allKinds, std::back_inserter(those),
                [&](ActionKind kind) { return isFor(kind, limits); });
  return ActionKinds(those);
}

llvm::Expected<ActionKinds>
ActionKinds::parse(llvm::ArrayRef<std::string> names) {
  llvm::SmallVector<ActionKind, numActionKinds> those;
  for (const std::string &name : names) {
    const std::optional<ActionKind> kind = actionKindFromName(name);
    if (!kind)
      return actionError("unknown action kind '{0}'; the kinds are {1}", name,
                         llvm::join(all().names(), ", "));
    those.push_back(*kind);
  }
  return ActionKinds(those);
}

std::vector<std::string> ActionKinds::names() const {
  std::vector<std::string> names;
  for (ActionKind kind : *this)
    names.push_back(nameOf(kind).str());
  return names;
}

bool isFor(ActionKind kind, const ScheduleLimits &limits) {
  switch (traitsOf(kind).target) {
  case ActionTarget::All:
    return true;
  case ActionTarget::Processors:
    return !limits.hasBlocks;
  case ActionTarget::Gpus:
    return limits.hasBlocks;
  }
  llvm_unreachable("all targets are handled");
}

} // namespace mlirgym
