#include "actions/Action.h"
#include "actions/ActionKinds.h"
#include "actions/Schedule.h"
#include "actions/ScheduleState.h"
#include "actions/encoding/Encoding.h"
#include "observation/Extractor.h"
#include "observation/Extractors.h"
#include "observation/Scaling.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <memory>

namespace mlirgym {
namespace {
/// The actions taken on the current operation, in order, with parameters. An
/// action whose kind the encoding lacks has a one-hot of zeros.
class ActionHistory final : public Extractor {
public:
  ActionHistory(const ExtractorSetup &setup, LayoutBuilder &layout);
  void observe(const DecisionState &state, float *row) const override;

private:
  unsigned maxLoops, maxActions;
  ActionKinds kinds;
  unsigned kind, parameters;
};
} // namespace
ActionHistory::ActionHistory(const ExtractorSetup &setup, LayoutBuilder &layout)
    : maxLoops(setup.maxLoops), maxActions(setup.maxActionsPerOp),
      kinds(setup.kinds) {
  kind = layout.add("kind", {maxActions, kinds.size()}, 0, 1,
                    "one-hot in the order of the encoding, first action first");
  parameters =
      layout.add("parameters", {maxActions, maxLoops}, 0, 1,
                 "log2(1 + p) / 10: tile sizes, loops of a permutation, "
                 "operand");
}

void ActionHistory::observe(const DecisionState &state, float *row) const {
  const ScheduleState &schedule = state.schedule;
  llvm::ArrayRef<Action> actions =
      schedule.schedule().actionsOf(shownOperation(schedule));
  for (auto [i, action] : llvm::enumerate(
           actions.take_front(std::min<size_t>(actions.size(), maxActions)))) {
    if (kinds.contains(action.kind))
      row[kind + i * kinds.size() + kinds.indexOf(action.kind)] = 1;
    llvm::ArrayRef<int64_t> values =
        llvm::ArrayRef(action.parameters).take_front(maxLoops);
    for (auto [place, value] : llvm::enumerate(values))
      row[parameters + i * maxLoops + place] = scaling::parameter(value);
  }
}

std::unique_ptr<const Extractor> makeActionHistory(const ExtractorSetup &setup,
                                                   LayoutBuilder &layout) {
  return std::make_unique<ActionHistory>(setup, layout);
}

} // namespace mlirgym
