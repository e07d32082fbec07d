//===- agents/search/Extension.h - The next action of a schedule -*- C++
//-*-===//
#ifndef MLIRGYM_AGENTS_SEARCH_EXTENSION_H
#define MLIRGYM_AGENTS_SEARCH_EXTENSION_H

#include "agents/search/SampleBudget.h"
#include "agents/search/SketchSampler.h"

namespace mlirgym {

/// A schedule so far, what was added to it last, and what it is worth.
struct Extension {
  ScheduleState state;
  /// The schedule that is measured for it: closed(state).
  Schedule measured;
  double speedup = 0;
};

/// `state` made a whole schedule: vectorised where that is legal now, since a
/// tile is worth what it makes possible; operations that are left, untouched.
Schedule closed(const SearchSpace &space, const ScheduleState &state);

/// Up to `count` different extensions of `state` by one action on its current
/// operation, drawn half from sketches and half uniformly. Their measured
/// schedules differ from each other and from those in `seen`, to which their
/// text is added. The operation under way may end. Requires: !finished().
std::vector<Extension> drawExtensions(const SearchSpace &space,
                                      const SketchSampler &sketches,
                                      const ScheduleState &state,
                                      unsigned count, RandomStream &random,
                                      llvm::StringMap<char> &seen);

/// Sets `speedup` of each, asking the budget for those not known yet; 0 for
/// those that found no place in it.
llvm::Error price(std::vector<Extension> &extensions, SampleBudget &budget);
} // namespace mlirgym
#endif // MLIRGYM_AGENTS_SEARCH_EXTENSION_H
