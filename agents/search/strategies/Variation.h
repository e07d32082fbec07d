//===- agents/search/strategies/Variation.h - New schedules from old ones -===//
#ifndef MLIRGYM_AGENTS_SEARCH_STRATEGIES_VARIATION_H
#define MLIRGYM_AGENTS_SEARCH_STRATEGIES_VARIATION_H

#include "actions/Schedule.h"
#include "actions/ScheduleState.h"
#include "agents/search/SearchSpace.h"
#include "agents/search/sketch/SketchSampler.h"
#include "program/RandomStream.h"

namespace mlirgym {

/// Mutation and crossover of schedules. A child is always legal: it is replayed
/// action by action, and an operation whose actions are no longer legal,
/// because its consumer is now tiled or fused differently, gets a new sketch.
class Variation {
public:
  Variation(const SearchSpace &searchSpace, const SketchSampler &sketchSampler)
      : space(&searchSpace), sketches(&sketchSampler) {}

  /// `parent` with one operation changed by one or two of Mutations.def.
  /// Operations with more iterations are chosen more often. May equal `parent`.
  Schedule mutate(const Schedule &parent, RandomStream &random) const;
  /// Each operation has the actions of one parent, or, if both parents have the
  /// same kinds, each parameter from either.
  Schedule cross(const Schedule &mother, const Schedule &father,
                 RandomStream &random) const;

private:
  unsigned chooseOperation(RandomStream &random) const;
  /// Changes `list`, the actions taken on the current operation of `state`.
  void mutateList(ActionList &list, const ScheduleState &state,
                  RandomStream &random) const;

  const SearchSpace *space;
  const SketchSampler *sketches;
};
} // namespace mlirgym
#endif // MLIRGYM_AGENTS_SEARCH_STRATEGIES_VARIATION_H
