#include "agents/search/strategies/Mutations.h"
#include "actions/Action.h"
#include "actions/ScheduleState.h"
#include "agents/search/SearchSpace.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <algorithm>
#include <iterator>
#include <optional>

using namespace mlirgym;

bool mlirgym::hasTileSizes(const Action &action) {
  return action.traits().parameters == ParameterKind::TileSizes;
}

std::optional<ScheduleState> mlirgym::stateBefore(const Mutation &change,
                                                  size_t index) {
  ScheduleState state = change.state;
  const unsigned op = state.currentOp();
  for (const Action &action : llvm::ArrayRef(change.list).take_front(index)) {
    if (!change.space.isLegal(state, action))
      return std::nullopt;
    state.applyLegal(action);
    if (state.finished() || state.currentOp() != op)
      return std::nullopt;
  }
  return state;
}

/// Replaces the last actions by a new sketch.
void mlirgym::mutateTail(const Mutation &change) {
  ActionList &list = change.list;
  const unsigned op = change.state.currentOp();
  std::optional<ScheduleState> before =
      stateBefore(change, list.empty() ? 0 : change.random.below(list.size()));
  if (!before)
    return;
  change.sketches.sampleOperation(*before, change.random);
  list = before->schedule().actionsOf(op).vec();
  llvm::erase_if(list, [](const Action &action) {
    return action.kind == ActionKind::Done;
  });
}

/// Moves a tile size to a neighbour in the list, or draws it again.
void mlirgym::mutateSize(const Mutation &change) {
  ActionList &list = change.list;
  llvm::SmallVector<std::pair<size_t, size_t>, 16> places;
  for (auto [a, action] : llvm::enumerate(list))
    if (hasTileSizes(action))
      for (size_t p = 0; p < action.parameters.size(); ++p)
        places.push_back({a, p});
  if (places.empty())
    return;
  auto [a, p] = places[change.random.below(places.size())];
  llvm::SmallVectorImpl<int64_t> &parameters = list[a].parameters;
  llvm::ArrayRef<int64_t> sizes = change.space.tileSizes();
  const auto at = llvm::lower_bound(sizes, parameters[p]) - sizes.begin();
  int64_t moved = static_cast<int64_t>(change.random.below(sizes.size()));
  if (parameters[p] != 0 && change.random.chance(0.8)) {
    const int64_t distance = change.random.chance(0.7) ? 1 : 2;
    moved = at + (change.random.chance(0.5) ? distance : -distance);
  }
  moved = std::clamp<int64_t>(moved, 0, static_cast<int64_t>(sizes.size()) - 1);
  parameters[p] = sizes[moved];
}

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

/// Removes an action.
void mlirgym::mutateByRemoving(const Mutation &change) {
  ActionList &list = change.list;
  list.erase(list.begin() +
             static_cast<std::ptrdiff_t>(change.random.below(list.size())));
}
