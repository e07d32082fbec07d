#include "bindings/RecordedActions.h"
#include "actions/ActionError.h"
#include "actions/Schedule.h"
#include <algorithm>
#include <cassert>
#include <nlohmann/json.hpp>

namespace mlirgym::python {

char RecordedActions::ID;

llvm::Expected<std::shared_ptr<const RecordedActions>>
RecordedActions::create(SchedulesByProgram schedules, EncodingOptions options,
                        StateOptions state) {
  auto flat = FlatActions::create(std::move(options), state);
  if (!flat)
    return flat.takeError();
  return std::shared_ptr<const RecordedActions>(
      new RecordedActions(std::move(*flat), std::move(schedules)));
}

RecordedActions::RecordedActions(std::shared_ptr<const FlatActions> flat,
                                 SchedulesByProgram given)
    : RTTIExtends(flat->dimensions(), flat->stateOptions()),
      inner(std::move(flat)), schedules(std::move(given)) {}

llvm::Error RecordedActions::check(const Program &program) const {
  if (llvm::Error error = inner->check(program))
    return error;
  if (schedules.contains(program.key().hex()))
    return llvm::Error::success();
  return actionError("environment: no schedule of program {0} is recorded; "
                     "leave the program out, or give recorded=False",
                     program.name());
}

const RecordedActions::Tree &
RecordedActions::treeOf(const std::shared_ptr<const Program> &program) const {
  const std::string key = program->key().hex();
  const std::lock_guard lock(treesMutex);
  auto [place, isNew] = trees.try_emplace(key);
  Tree &tree = place->second;
  if (!isNew)
    return tree;
  tree.emplace_back();
  for (const std::string &text : schedules.at(key)) {
    auto schedule = Schedule::parse(text);
    if (!schedule) { // a transform script's hash, or IR
      llvm::consumeError(schedule.takeError());
      continue;
    }
    auto decisions = decisionsOf(program, *schedule, inner->encoding(),
                                 inner->stateOptions());
    if (!decisions) {
      llvm::consumeError(decisions.takeError());
      continue;
    }
    uint32_t at = 0;
    for (uint16_t decision : *decisions) {
      auto [next, leadsOn] =
          tree[at].try_emplace(decision, uint32_t(tree.size()));
      at = next->second;
      if (leadsOn)
        tree.emplace_back();
    }
  }
  return tree;
}

const RecordedActions::Node &
RecordedActions::nodeOf(const DecisionState &state) const {
  return treeOf(state.schedule.programPtr())[size_t(state.memory.front())];
}

DecisionState
RecordedActions::begin(std::shared_ptr<const Program> program) const {
  DecisionState state = inner->begin(std::move(program));
  state.memory = {0};
  return state;
}

void RecordedActions::mask(const DecisionState &state,
                           llvm::MutableArrayRef<int8_t> out) const {
  assert(out.size() == maskSize() && "one place for each choice");
  std::fill(out.begin(), out.end(), int8_t(0));
  for (auto [decision, next] : nodeOf(state))
    out[decision] = 1;
}

StepResult RecordedActions::step(DecisionState &state,
                                 llvm::ArrayRef<int64_t> action) const {
  if (!contains(action))
    return StepResult::Illegal;
  const Node &node = nodeOf(state);
  auto next = node.find(uint16_t(action.front()));
  if (next == node.end())
    return StepResult::Illegal;
  const StepResult result = inner->step(state, action);
  state.memory = {int64_t(next->second)};
  return result;
}

std::string RecordedActions::describe(llvm::ArrayRef<int64_t> action) const {
  return inner->describe(action);
}

nlohmann::json RecordedActions::identity() const {
  nlohmann::json identity = inner->identity();
  identity["actions"] = "recorded";
  return identity;
}

Observer RecordedActions::makeObserver(const MachineFeatures &machine) const {
  return inner->makeObserver(machine);
}

uint64_t RecordedActions::decisionsPerAction() const {
  return 1 + uint64_t(inner->options().maxLoops);
}

} // namespace mlirgym::python
