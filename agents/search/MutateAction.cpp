#include "agents/search/Mutations.h"

using namespace mlirgym;

/// An action replaced; a tiling often by that which fuses, or does not.
void mlirgym::mutateAction(const Mutation &change) {
  ActionList &list = change.list;
  const size_t index = change.random.below(list.size());
  // Fusing or not is one bit with the same sizes; uniform draws would hardly
  // ever find it.
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
