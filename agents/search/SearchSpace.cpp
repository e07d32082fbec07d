#include "agents/search/SearchSpace.h"
#include "actions/Action.h"
#include "actions/Schedule.h"
#include "actions/ScheduleLimits.h"
#include "actions/ScheduleState.h"
#include "actions/encoding/Encoding.h"
#include "agents/search/sketch/SketchMachine.h"
#include "program/Program.h"
#include "program/RandomStream.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/ErrorHandling.h"
#include <algorithm>
#include <memory>
#include <optional>
#include <vector>

using namespace mlirgym;

EncodingOptions mlirgym::withoutPointlessKinds(const EncodingOptions &options,
                                               unsigned threads,
                                               const ScheduleLimits &limits) {
  const bool isDefault = options.kinds == EncodingOptions().kinds;
  if (isDefault && threads <= 1 && !limits.hasBlocks)
    return options.withoutParallelKinds();
  return options.on(limits);
}

EncodingOptions mlirgym::withPlacesFor(const Program &program,
                                       EncodingOptions options) {
  for (const Operation &operation : program.operations())
    options.maxLoops =
        std::max(options.maxLoops, unsigned(operation.numLoops()));
  return options;
}

/// The options without the sizes that they do not offer: a search has no use
/// for their indices.
static EncodingOptions onlyOffered(EncodingOptions options) {
  llvm::erase_if(options.tileSizes,
                 [&](int64_t size) { return !options.offers(size); });
  options.withoutSizes.clear();
  return options;
}

SearchSpace::SearchSpace(std::shared_ptr<const Program> program,
                         const EncodingOptions &options, StateOptions state,
                         unsigned threads, std::optional<SketchMachine> machine)
    : payload(std::move(program)), stateOptions(state), numThreads(threads),
      processor(machine),
      encoding(
          onlyOffered(withoutPointlessKinds(options, threads, state.limits))) {}

bool SearchSpace::isLegal(const ScheduleState &state,
                          const Action &action) const {
  const ActionKind kind = action.kind;
  if (!allows(kind))
    return false;
  auto isInList = [this](int64_t size) {
    return llvm::is_contained(tileSizes(), size);
  };
  if (traitsOf(kind).parameters == ParameterKind::TileSizes &&
      !llvm::all_of(action.parameters, isInList))
    return false;
  // The text of the error is not needed.
  return !llvm::errorToBool(state.verify(action));
}

llvm::SmallVector<unsigned, 64>
SearchSpace::legalIn(const DecisionState &decision) const {
  llvm::SmallVector<int8_t, 64> mask(encoding.numActions());
  encoding.mask(decision, mask);
  llvm::SmallVector<unsigned, 64> legal;
  for (auto [index, allowed] : llvm::enumerate(mask))
    if (allowed)
      legal.push_back(static_cast<unsigned>(index));
  return legal;
}

std::optional<Action> SearchSpace::uniformAction(const ScheduleState &state,
                                                 RandomStream &random) const {
  DecisionState decision(state);
  while (true) {
    const auto legal = legalIn(decision);
    if (legal.empty())
      return std::nullopt;
    const unsigned op = decision.schedule.currentOp();
    switch (encoding.step(decision, legal[random.below(legal.size())])) {
    case StepResult::Illegal:
      llvm_unreachable("the mask allowed an illegal decision");
    case StepResult::Partial:
      continue;
    case StepResult::Applied:
      return decision.schedule.schedule().actionsOf(op).back();
    }
  }
}

void SearchSpace::walkUniformly(ScheduleState &state,
                                RandomStream &random) const {
  while (!state.finished()) {
    std::optional<Action> action = uniformAction(state, random);
    if (!action)
      return endAll(state);
    state.applyLegal(*action);
  }
}

bool SearchSpace::forEachEnd(
    const ScheduleState &state, RandomStream &random,
    llvm::function_ref<bool(const ScheduleState &)> visit) const {
  auto walk = [&](auto &walkFrom, const DecisionState &at) -> bool {
    if (at.schedule.finished())
      return visit(at.schedule);
    auto legal = legalIn(at);
    if (legal.empty()) {
      ScheduleState end = at.schedule;
      endAll(end);
      return visit(end);
    }
    random.shuffle(llvm::MutableArrayRef<unsigned>(legal));
    return llvm::all_of(legal, [&](unsigned choice) {
      DecisionState next = at;
      encoding.step(next, choice);
      return walkFrom(walkFrom, next);
    });
  };
  return walk(walk, DecisionState(state));
}

void SearchSpace::endOperation(ScheduleState &state) const {
  // `done` must remain possible even if the encoding excludes it: it ends an
  // operation.
  state.applyLegal(ActionKind::Done);
}

void SearchSpace::endAll(ScheduleState &state) const {
  while (!state.finished())
    endOperation(state);
}

std::vector<ActionList>
SearchSpace::actionsPerOp(const Schedule &schedule) const {
  std::vector<ActionList> lists(payload->operations().size());
  for (const Schedule::Entry &entry : schedule.entries())
    for (const Action &action : entry.actions)
      if (action.kind != ActionKind::Done)
        lists[entry.op].push_back(action);
  return lists;
}

bool SearchSpace::applyOperation(ScheduleState &state,
                                 llvm::ArrayRef<Action> actions) const {
  const unsigned op = state.currentOp();
  ScheduleState trial = state;
  for (const Action &action : actions) {
    // A terminal action, or the limit of actions, may have ended it before.
    if (trial.finished() || trial.currentOp() != op || !isLegal(trial, action))
      return false;
    trial.applyLegal(action);
  }
  if (!trial.finished() && trial.currentOp() == op)
    endOperation(trial);
  state = std::move(trial);
  return true;
}
