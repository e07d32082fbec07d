//===- conformance/RandomSchedule.h - Legal schedules at random -*- C++ -*-===//
#ifndef MLIRGYM_TESTS_CONFORMANCE_RANDOMSCHEDULE_H
#define MLIRGYM_TESTS_CONFORMANCE_RANDOMSCHEDULE_H

#include "actions/ActionError.h"
#include "actions/encoding/Encoding.h"
#include <random>
#include <vector>

namespace mlirgym {

/// Walks an episode to its end, choosing uniformly among the actions that the
/// mask allows; operations are ended early with a probability of only `stop`
/// per decision, so that deep schedules occur. Half of the operations for which
/// it is legal end with winograd, which masks do not offer. Errors: ActionError
/// if the mask leads to a dead end or allows an illegal action.
template <typename Random>
llvm::Expected<ScheduleState> walkAtRandom(const FlatEncoding &encoding,
                                           ScheduleState start, Random &random,
                                           double stop) {
  DecisionState state(std::move(start));
  std::vector<int8_t> mask(encoding.numActions());
  std::vector<unsigned> going, ending;
  const ActionKinds &kinds = encoding.options().kinds;
  while (!state.schedule.finished()) {
    encoding.mask(state, mask);
    going.clear(), ending.clear();
    for (unsigned action = 0; action < mask.size(); ++action)
      if (mask[action])
        (action < kinds.size() && traitsOf(kinds[action]).isTerminal ? ending
                                                                     : going)
            .push_back(action);
    if (going.empty() && ending.empty())
      return actionError("a dead end after {0}",
                         state.schedule.schedule().text());
    bool ends =
        going.empty() ||
        (!ending.empty() && std::uniform_real_distribution<>()(random) < stop);
    const std::vector<unsigned> &from = ends ? ending : going;
    unsigned action = from[random() % from.size()];
    if (encoding.step(state, action) == StepResult::Illegal)
      return actionError("the mask allows {0} after {1}",
                         encoding.describe(action),
                         state.schedule.schedule().text());
  }
  return std::move(state.schedule);
}
} // namespace mlirgym
#endif // MLIRGYM_TESTS_CONFORMANCE_RANDOMSCHEDULE_H
