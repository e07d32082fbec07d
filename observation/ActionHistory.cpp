#include "actions/Action.h"
#include "actions/Encoding.h"
#include "actions/Schedule.h"
#include "actions/ScheduleState.h"
#include "observation/Extractor.h"
#include "observation/Extractors.h"
#include "observation/Scaling.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

namespace mlirgym {
ActionHistory::ActionHistory(const ExtractorSetup &setup, LayoutBuilder &layout)
    : maxLoops(setup.maxLoops), maxActions(setup.maxActionsPerOp) {
  kind = layout.add("kind", {maxActions, numEncodedKinds}, 0, 1,
                    "one-hot in the order of Actions.def, first action first");
  parameters =
      layout.add("parameters", {maxActions, maxLoops}, 0, 1,
                 "log2(1 + p) / 10: tile sizes, loops of a permutation, "
                 "operand");
}

void ActionHistory::observe(const DecisionState &state, float *row) const {
  const ScheduleState &schedule = state.schedule;
  llvm::ArrayRef<Schedule::Entry> entries = schedule.schedule().entries();
  const Schedule::Entry *entry = llvm::find_if(
      entries, [op = shownOperation(schedule)](const auto &candidate) {
        return candidate.op == op;
      });
  if (entry == entries.end())
    return;
  size_t actions = std::min<size_t>(entry->actions.size(), maxActions);
  for (size_t i = 0; i < actions; ++i) {
    const Action &action = entry->actions[i];
    row[kind + i * numEncodedKinds +
        static_cast<unsigned>(encodedKind(action.kind))] = 1;
    llvm::ArrayRef<int64_t> values =
        llvm::ArrayRef(action.parameters).take_front(maxLoops);
    for (auto [place, value] : llvm::enumerate(values))
      row[parameters + i * maxLoops + place] = scaling::parameter(value);
  }
}

} // namespace mlirgym
