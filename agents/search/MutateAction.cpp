#include "actions/Action.h"
#include "actions/ScheduleState.h"
#include "agents/search/Mutations.h"
#include "agents/search/SearchSpace.h"
#include <optional>

using namespace mlirgym;

/// Replaces an action; a tiling often by its fused or unfused counterpart.
void mlirgym::mutateAction(const Mutation &change) {
  ActionList &list = change.list;
  const size_t index = change.random.below(list.size());
  // A uniform draw would hardly ever find the counterpart with the same sizes.
  const ActionTraits &traits = list[index].traits();
  const std::optional<ActionKind> twin =
      traits.fusedTwin ? traits.fusedTwin : traits.unfusedTwin;
  if (twin && change.random.chance(0.5)) {
    list[index].kind = *twin;
    return;
  }
  std::optional<ScheduleState> before = stateBefore(change, index);
  if (!before)
    return;
  if (std::optional<Action> drawn =
          change.space.uniformAction(*before, change.random))
    list[index] = std::move(*drawn);
}
