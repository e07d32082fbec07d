#include "RandomSchedule.h"
#include <gtest/gtest.h>

namespace mlirgym {

ScheduleState
walkAtRandom(const FlatEncoding &encoding, ScheduleState start,
             std::mt19937 &random, double stop,
             const std::function<void(const DecisionState &)> &visit) {
  DecisionState state(std::move(start));
  std::vector<int8_t> mask(encoding.numActions());
  while (!state.schedule.finished()) {
    if (visit)
      visit(state);
    encoding.mask(state, mask);
    std::vector<unsigned> going, ending;
    for (unsigned action = 0; action < mask.size(); ++action)
      if (mask[action])
        (action < numActionKinds && traitsOf(ActionKind(action)).isTerminal
             ? ending
             : going)
            .push_back(action);
    if (going.empty() && ending.empty()) {
      ADD_FAILURE() << "a dead end after " << state.schedule.schedule().text();
      return state.schedule;
    }
    bool ends =
        going.empty() ||
        (!ending.empty() && std::uniform_real_distribution<>()(random) < stop);
    const std::vector<unsigned> &from = ends ? ending : going;
    unsigned action = from[random() % from.size()];
    if (encoding.step(state, action) == StepResult::Illegal) {
      ADD_FAILURE() << "the mask allows " << encoding.describe(action)
                    << " after " << state.schedule.schedule().text();
      return state.schedule;
    }
  }
  return state.schedule;
}

} // namespace mlirgym
