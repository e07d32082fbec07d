#include "agents/search/strategies/Variation.h"
#include "actions/Action.h"
#include "actions/Schedule.h"
#include "actions/ScheduleState.h"
#include "agents/search/SearchSpace.h"
#include "agents/search/strategies/Mutations.h"
#include "program/Program.h"
#include "program/RandomStream.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <vector>

using namespace mlirgym;

namespace {
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
    weights.push_back(llvm::product_of(operation.tripCounts, 1.0));
    sum += weights.back();
  }
  // A minimum weight for each, since an operation with few iterations may still
  // be slow.
  for (double &weight : weights)
    weight = 0.6 * weight / sum + 0.4 / static_cast<double>(weights.size());
  return static_cast<unsigned>(random.pickWeighted(weights));
}

void Variation::mutateList(ActionList &list, const ScheduleState &state,
                           RandomStream &random) const {
  const Mutation change{.list = list,
                        .state = state,
                        .space = *space,
                        .sketches = *sketches,
                        .random = random};
  const double draw = random.uniform();
  if (list.empty())
    return mutateTail(change);
  int upTo = 0;
#define MLIRGYM_MUTATION(Function, Percentage, Summary)                        \
  if (draw < (upTo += Percentage) / 100.0)                                     \
    return Function(change);
#include "agents/search/strategies/Mutations.def"
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
      if (random.chance(0.3)) // occasionally two changes at once
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
        if (!hasTileSizes(action))
          continue;
        for (auto [parameter, others] :
             llvm::zip_equal(action.parameters, other[a].parameters))
          if (random.chance(0.5))
            parameter = others;
      }
    if (!space->applyOperation(state, child) &&
        !space->applyOperation(state, other))
      sketches->sampleOperation(state, random);
  }
  return state.schedule().canonical();
}
