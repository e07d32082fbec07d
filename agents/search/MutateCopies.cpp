#include "actions/Action.h"
#include "agents/search/Mutations.h"
#include "agents/search/SearchSpace.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <iterator>

using namespace mlirgym;

/// Adds or removes `stream` or a `promote`.
void mlirgym::mutateCopies(const Mutation &change) {
  ActionList &list = change.list;
  const ActionKind kind =
      change.random.chance(0.5) ? ActionKind::Stream : ActionKind::Promote;
  const auto found = llvm::find_if(
      list, [kind](const Action &action) { return action.kind == kind; });
  if (found != list.end()) {
    list.erase(found);
    return;
  }
  if (kind == ActionKind::Stream) { // before the action that ends the operation
    const bool ends = !list.empty() && list.back().traits().isTerminal;
    list.insert(ends ? std::prev(list.end()) : list.end(), ActionKind::Stream);
    return;
  }
  llvm::SmallVector<size_t, 8> tilings;
  for (auto [i, action] : llvm::enumerate(list))
    if (hasTileSizes(action))
      tilings.push_back(i);
  const size_t inputs = change.state.operation().inputs.size();
  if (tilings.empty() || inputs == 0)
    return;
  const size_t after = tilings[change.random.below(tilings.size())];
  list.insert(list.begin() + static_cast<std::ptrdiff_t>(after) + 1,
              Action(ActionKind::Promote,
                     {static_cast<int64_t>(change.random.below(inputs))}));
}
