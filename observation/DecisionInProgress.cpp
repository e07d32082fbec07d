#include "actions/Action.h"
#include "actions/ActionKinds.h"
#include "actions/encoding/Encoding.h"
#include "observation/Extractor.h"
#include "observation/Extractors.h"
#include "observation/Scaling.h"
#include <algorithm>
#include <memory>

namespace mlirgym {
namespace {
/// The action in progress of the flat encoding: the chosen kind, its parameters
/// so far, and the loop of the next parameter.
class DecisionInProgress final : public Extractor {
public:
  DecisionInProgress(const ExtractorSetup &setup, LayoutBuilder &layout);
  void observe(const DecisionState &state, float *row) const override;
  bool readsDecision() const override { return true; }

private:
  unsigned maxLoops;
  ActionKinds kinds;
  unsigned kind, parameters, next;
};
} // namespace

DecisionInProgress::DecisionInProgress(const ExtractorSetup &setup,
                                       LayoutBuilder &layout)
    : maxLoops(setup.maxLoops), kinds(setup.kinds) {
  kind = layout.add("kind", {kinds.size()}, 0, 1,
                    "one-hot, all 0 while the kind is to be chosen");
  parameters = layout.add("parameters", {maxLoops}, 0, 1,
                          "log2(1 + p) / 10, those chosen so far");
  next = layout.add("next", {maxLoops}, 0, 1,
                    "one-hot: place of the parameter to choose");
}

void DecisionInProgress::observe(const DecisionState &state, float *row) const {
  if (state.kind < 0)
    return;
  row[kind + kinds.indexOf(static_cast<ActionKind>(state.kind))] = 1;
  size_t chosen = std::min<size_t>(state.parameters.size(), maxLoops);
  for (size_t i = 0; i < chosen; ++i)
    row[parameters + i] = scaling::parameter(state.parameters[i]);
  if (chosen < maxLoops)
    row[next + chosen] = 1;
}

std::unique_ptr<const Extractor>
makeDecisionInProgress(const ExtractorSetup &setup, LayoutBuilder &layout) {
  return std::make_unique<DecisionInProgress>(setup, layout);
}

} // namespace mlirgym
