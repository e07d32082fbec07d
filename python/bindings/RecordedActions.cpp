#include "bindings/RecordedActions.h"
#include "actions/ActionError.h"
#include "actions/Schedule.h"
#include "program/Try.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <cassert>
#include <nlohmann/json.hpp>

namespace mlirgym::python {

char RecordedActions::ID;

llvm::Expected<std::shared_ptr<const RecordedActions>>
RecordedActions::create(SchedulesByProgram schedules, EncodingOptions options,
                        StateOptions state) {
  MLIRGYM_TRY(auto flat, FlatActions::create(std::move(options), state));
  return std::shared_ptr<const RecordedActions>(
      new RecordedActions(std::move(flat), std::move(schedules)));
}

RecordedActions::RecordedActions(std::shared_ptr<const FlatActions> flat,
                                 SchedulesByProgram given)
    : RTTIExtends(flat->dimensions(), flat->stateOptions()),
      inner(std::move(flat)) {
  for (auto &[key, schedules] : given)
    all.emplace_back(key, std::move(schedules));
}

std::optional<size_t> RecordedActions::find(const Program &program) const {
  const std::string key = program.key().hex();
  const auto place =
      llvm::lower_bound(all, key, [](const Recorded &a, const std::string &b) {
        return a.key < b;
      });
  if (place == all.end() || place->key != key)
    return std::nullopt;
  return size_t(place - all.begin());
}

llvm::Error RecordedActions::check(const Program &program) const {
  MLIRGYM_TRY_TO(inner->check(program));
  if (find(program))
    return llvm::Error::success();
  return actionError("environment: no schedule of program {0} is recorded; "
                     "leave the program out, or give recorded=False",
                     program.name());
}

RecordedActions::Tree
RecordedActions::treeOf(const std::shared_ptr<const Program> &program,
                        llvm::ArrayRef<std::string> schedules) const {
  Tree tree(1);
  for (const std::string &text : schedules) {
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
      const auto *next = llvm::find_if(
          tree[at], [&](const auto &edge) { return edge.first == decision; });
      if (next != tree[at].end()) {
        at = next->second;
        continue;
      }
      const auto added = uint32_t(tree.size());
      tree[at].emplace_back(decision, added);
      tree.emplace_back();
      at = added;
    }
  }
  return tree;
}

const RecordedActions::Node &
RecordedActions::nodeOf(const DecisionState &state) const {
  return all[size_t(state.memory[0])].tree[size_t(state.memory[1])];
}

DecisionState
RecordedActions::begin(std::shared_ptr<const Program> program) const {
  const std::optional<size_t> index = find(*program);
  assert(index && "check() accepts the program");
  const Recorded &recorded = all[*index];
  std::call_once(recorded.once,
                 [&] { recorded.tree = treeOf(program, recorded.schedules); });
  DecisionState state = inner->begin(std::move(program));
  state.memory = {int64_t(*index), 0};
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
  const auto *next = llvm::find_if(
      node, [&](const auto &edge) { return edge.first == action.front(); });
  if (next == node.end())
    return StepResult::Illegal;
  const StepResult result = inner->step(state, action);
  state.memory[1] = int64_t(next->second);
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
