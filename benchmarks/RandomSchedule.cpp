#include "RandomSchedule.h"
#include "OrFail.h"
#include "actions/ScheduleState.h"
#include "program/Suite.h"
#include <iterator>
#include <set>

namespace mlirgym {

std::vector<std::string> programsOfSuites(llvm::ArrayRef<std::string> suites) {
  std::set<std::string> names;
  for (const std::string &suite :
       suites.empty() ? Suite::available() : suites.vec())
    for (std::string &program : orFail(Suite::load(suite)).programs())
      names.insert(std::move(program));
  return {names.begin(), names.end()};
}

Schedule randomSchedule(const FlatEncoding &encoding,
                        std::shared_ptr<const Program> program,
                        std::mt19937_64 &random) {
  constexpr double stops[] = {0.05, 0.25, 0.6};
  double stop = stops[random() % std::size(stops)];
  DecisionState state{ScheduleState(std::move(program))};
  std::vector<int8_t> mask(encoding.numActions());
  std::vector<unsigned> going, ending;
  while (!state.schedule.finished()) {
    encoding.mask(state, mask);
    going.clear(), ending.clear();
    for (unsigned action = 0; action < mask.size(); ++action) {
      bool ends = state.kind < 0 && action < numActionKinds &&
                  traitsOf(ActionKind(action)).isTerminal;
      if (mask[action])
        (ends ? ending : going).push_back(action);
    }
    bool ends =
        going.empty() ||
        (!ending.empty() && std::uniform_real_distribution<>()(random) < stop);
    const std::vector<unsigned> &from = ends ? ending : going;
    encoding.step(state, from[random() % from.size()]);
  }
  return state.schedule.schedule();
}
} // namespace mlirgym
