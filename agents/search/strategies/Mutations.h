//===- agents/search/strategies/Mutations.h - Small changes of a schedule -===//
#ifndef MLIRGYM_AGENTS_SEARCH_STRATEGIES_MUTATIONS_H
#define MLIRGYM_AGENTS_SEARCH_STRATEGIES_MUTATIONS_H

#include "actions/Action.h"
#include "actions/ScheduleState.h"
#include "agents/search/SearchSpace.h"
#include "agents/search/sketch/SketchSampler.h"
#include "program/RandomStream.h"
#include <optional>

namespace mlirgym {

/// The actions of one operation, to be changed by a mutation.
struct Mutation {
  /// Actions on the current operation of `state`. After the mutation they may
  /// be illegal, or unchanged.
  ActionList &list;
  const ScheduleState &state;
  const SearchSpace &space;
  const SketchSampler &sketches;
  RandomStream &random;
};

/// The mutations of Mutations.def. All but the first require a list that is not
/// empty.
#define MLIRGYM_MUTATION(Function, Percentage, Summary)                        \
  void Function(const Mutation &change);
#include "agents/search/strategies/Mutations.def"

/// State before the action at `index` of the list; nullopt if an earlier action
/// is illegal or ends the operation.
std::optional<ScheduleState> stateBefore(const Mutation &change, size_t index);

bool hasTileSizes(const Action &action);
} // namespace mlirgym
#endif // MLIRGYM_AGENTS_SEARCH_STRATEGIES_MUTATIONS_H
