#include "agents/search/Variation.h"
#include <algorithm>
#include <cmath>

using namespace mlirgym;

namespace {
using Parameters = llvm::SmallVector<int64_t, 8>;

bool hasSizes(const Action &action) {
  return action.traits().parameters == ParameterKind::TileSizes;
}

/// State before the action at `index` of `list`, on the operation where `state`
/// stands; nothing if one before it is not legal or ends the operation.
std::optional<ScheduleState> stateBefore(const SearchSpace &space,
                                         ScheduleState state,
                                         llvm::ArrayRef<Action> list,
                                         size_t index) {
  const unsigned op = state.currentOp();
  for (const Action &action : list.take_front(index)) {
    if (!space.isLegal(state, action))
      return std::nullopt;
    state.applyLegal(action);
    if (state.finished() || state.currentOp() != op)
      return std::nullopt;
  }
  return state;
}

bool sameKinds(llvm::ArrayRef<Action> a, llvm::ArrayRef<Action> b) {
  return llvm::equal(a, b, [](const Action &x, const Action &y) {
    return x.kind == y.kind && x.parameters.size() == y.parameters.size();
  });
}
} // namespace

unsigned Variation::chooseOperation(RandomStream &random) const {
  llvm::SmallVector<double, 8> weights;
  double sum = 0;
  for (const Operation &operation : space->program().operations()) {
    double iterations = 1;
    for (int64_t trips : operation.tripCounts)
      iterations *= static_cast<double>(trips);
    weights.push_back(iterations);
    sum += iterations;
  }
  // A share for each, so that what is cheap in iterations but slow is not
  // forgotten.
  for (double &weight : weights)
    weight = 0.6 * weight / sum + 0.4 / static_cast<double>(weights.size());
  return static_cast<unsigned>(random.pickWeighted(weights));
}

void Variation::moveSize(ActionList &list, RandomStream &random) const {
  llvm::SmallVector<std::pair<size_t, size_t>, 16> places;
  for (auto [a, action] : llvm::enumerate(list))
    if (hasSizes(action))
      for (size_t p = 0; p < action.parameters.size(); ++p)
        places.push_back({a, p});
  if (places.empty())
    return;
  auto [a, p] = places[random.below(places.size())];
  Parameters parameters(list[a].parameters);
  llvm::ArrayRef<int64_t> sizes = space->tileSizes();
  const auto at = llvm::lower_bound(sizes, parameters[p]) - sizes.begin();
  int64_t moved = static_cast<int64_t>(random.below(sizes.size()));
  if (parameters[p] != 0 && random.chance(0.8)) {
    const int64_t distance = random.chance(0.7) ? 1 : 2;
    moved = at + (random.chance(0.5) ? distance : -distance);
  }
  moved = std::clamp<int64_t>(moved, 0, static_cast<int64_t>(sizes.size()) - 1);
  parameters[p] = sizes[moved];
  list[a].parameters = parameters;
}

void Variation::replaceAction(ActionList &list, const ScheduleState &state,
                              RandomStream &random) const {
  if (list.empty())
    return;
  const size_t index = random.below(list.size());
  // Fusing or not is one bit with the same sizes; uniform draws would hardly
  // ever find it.
  const ActionTraits &traits = list[index].traits();
  const std::optional<ActionKind> twin =
      traits.fusedTwin ? traits.fusedTwin : traits.unfusedTwin;
  if (twin && random.chance(0.5)) {
    list[index].kind = *twin;
    return;
  }
  std::optional<ScheduleState> before = stateBefore(*space, state, list, index);
  if (!before)
    return;
  if (std::optional<Action> drawn = space->uniformAction(*before, random))
    list[index] = std::move(*drawn);
}

void Variation::toggleCopies(ActionList &list, const ScheduleState &state,
                             RandomStream &random) const {
  const ActionKind kind =
      random.chance(0.5) ? ActionKind::Stream : ActionKind::Promote;
  const auto found = llvm::find_if(
      list, [kind](const Action &action) { return action.kind == kind; });
  if (found != list.end()) {
    list.erase(found);
    return;
  }
  if (kind == ActionKind::Stream) { // before what ends the operation
    const bool ends = !list.empty() && list.back().traits().isTerminal;
    list.insert(ends ? std::prev(list.end()) : list.end(), ActionKind::Stream);
    return;
  }
  llvm::SmallVector<size_t, 8> tilings;
  for (auto [i, action] : llvm::enumerate(list))
    if (hasSizes(action))
      tilings.push_back(i);
  const size_t inputs = state.operation().inputs.size();
  if (tilings.empty() || inputs == 0)
    return;
  const size_t after = tilings[random.below(tilings.size())];
  list.insert(list.begin() + static_cast<std::ptrdiff_t>(after) + 1,
              Action(ActionKind::Promote,
                     {static_cast<int64_t>(random.below(inputs))}));
}

void Variation::insertAction(ActionList &list, const ScheduleState &state,
                             RandomStream &random) const {
  const size_t index = random.below(list.size() + 1);
  std::optional<ScheduleState> before = stateBefore(*space, state, list, index);
  if (!before)
    return;
  std::optional<Action> drawn = space->uniformAction(*before, random);
  if (drawn && !drawn->traits().isTerminal)
    list.insert(list.begin() + static_cast<std::ptrdiff_t>(index),
                std::move(*drawn));
}

void Variation::sketchTail(ActionList &list, const ScheduleState &state,
                           RandomStream &random) const {
  const unsigned op = state.currentOp();
  std::optional<ScheduleState> before = stateBefore(
      *space, state, list, list.empty() ? 0 : random.below(list.size()));
  if (!before)
    return;
  sketches->sampleOperation(*before, random);
  list = actionsOf(before->schedule(), op).vec();
  llvm::erase_if(list, [](const Action &action) {
    return action.kind == ActionKind::Done;
  });
}

void Variation::mutateList(ActionList &list, const ScheduleState &state,
                           RandomStream &random) const {
  const double draw = random.uniform();
  if (list.empty() || draw < 0.2)
    return sketchTail(list, state, random);
  if (draw < 0.70)
    return moveSize(list, random);
  if (draw < 0.80)
    return replaceAction(list, state, random);
  if (draw < 0.89)
    return toggleCopies(list, state, random);
  if (draw < 0.95)
    return insertAction(list, state, random);
  list.erase(list.begin() +
             static_cast<std::ptrdiff_t>(random.below(list.size())));
}

Schedule Variation::mutate(const Schedule &parent, RandomStream &random) const {
  const std::vector<ActionList> lists = space->actionsPerOp(parent);
  const unsigned chosen = chooseOperation(random);
  ScheduleState state = space->start();
  while (!state.finished()) {
    const unsigned op = state.currentOp();
    if (op != chosen) {
      if (!space->applyOperation(state, lists[op]))
        sketches->sampleOperation(state, random);
      continue;
    }
    bool changed = false;
    // Most single changes are legal; a few draws find one.
    for (int attempt = 0; attempt < 8 && !changed; ++attempt) {
      ActionList mutated = lists[op];
      mutateList(mutated, state, random);
      if (random.chance(0.3)) // now and then two changes at once
        mutateList(mutated, state, random);
      changed = mutated != lists[op] && space->applyOperation(state, mutated);
    }
    if (!changed)
      sketches->sampleOperation(state, random);
  }
  return state.schedule().canonical();
}

Schedule Variation::cross(const Schedule &mother, const Schedule &father,
                          RandomStream &random) const {
  const std::vector<ActionList> fromMother = space->actionsPerOp(mother);
  const std::vector<ActionList> fromFather = space->actionsPerOp(father);
  ScheduleState state = space->start();
  while (!state.finished()) {
    const unsigned op = state.currentOp();
    const bool first = random.chance(0.5);
    ActionList child = first ? fromMother[op] : fromFather[op];
    const ActionList &other = first ? fromFather[op] : fromMother[op];
    if (sameKinds(child, other) && random.chance(0.5))
      for (auto [a, action] : llvm::enumerate(child)) {
        if (!hasSizes(action))
          continue;
        Parameters parameters(action.parameters);
        const llvm::ArrayRef<int64_t> otherParameters = other[a].parameters;
        for (auto [p, parameter] : llvm::enumerate(parameters))
          if (random.chance(0.5))
            parameter = otherParameters[p];
        action.parameters = parameters;
      }
    if (!space->applyOperation(state, child) &&
        !space->applyOperation(state, other))
      sketches->sampleOperation(state, random);
  }
  return state.schedule().canonical();
}
