#include "actions/Action.h"
#include "actions/ScheduleState.h"
#include "agents/search/Mutations.h"
#include "agents/search/SearchSpace.h"
#include <optional>

using namespace mlirgym;

/// Inserts an action.
void mlirgym::mutateByInserting(const Mutation &change) {
  ActionList &list = change.list;
  const size_t index = change.random.below(list.size() + 1);
  std::optional<ScheduleState> before = stateBefore(change, index);
  if (!before)
    return;
  std::optional<Action> drawn =
      change.space.uniformAction(*before, change.random);
  if (drawn && !drawn->traits().isTerminal)
    list.insert(list.begin() + static_cast<std::ptrdiff_t>(index),
                std::move(*drawn));
}
