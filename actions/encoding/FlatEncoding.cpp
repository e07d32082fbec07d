//===- actions/encoding/FlatEncoding.cpp - One decision at a time ---------===//
#include "actions/Action.h"
#include "actions/ActionError.h"
#include "actions/ActionKinds.h"
#include "actions/ParameterRules.h"
#include "actions/Schedule.h"
#include "actions/ScheduleLimits.h"
#include "actions/ScheduleState.h"
#include "actions/encoding/Encoding.h"
#include "program/Program.h"
#include "program/Try.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/ErrorHandling.h"
#include <algorithm>
#include <cassert>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace mlirgym {
namespace {
/// The layout [kinds][tile sizes][loops].
struct Layout {
  explicit Layout(const EncodingOptions &options)
      : sizes(options.kinds.size()),
        loops(sizes + unsigned(options.tileSizes.size())),
        end(loops + options.maxLoops) {}
  unsigned sizes, loops, end;
};

ActionKind kindUnderWay(const DecisionState &state) {
  return ActionKind(state.kind);
}

/// The actions that are parameters of this kind of action.
EntryRange parametersOf(const EncodingOptions &options, ActionKind kind) {
  const Layout layout(options);
  switch (traitsOf(kind).parameters) {
  case ParameterKind::None:
    return {};
  case ParameterKind::TileSizes:
    return {layout.sizes, layout.loops - layout.sizes};
  case ParameterKind::Permutation:
  case ParameterKind::Input:
    return {layout.loops, layout.end - layout.loops};
  }
  llvm_unreachable("all parameter kinds are listed");
}

/// The parameter at a place of that range.
int64_t parameterAt(const EncodingOptions &options, ActionKind kind,
                    unsigned place) {
  return traitsOf(kind).parameters == ParameterKind::TileSizes
             ? options.tileSizes[place]
             : int64_t(place);
}
} // namespace

EncodingOptions EncodingOptions::on(const ScheduleLimits &limits) const {
  EncodingOptions options = *this;
  if (options.kinds == EncodingOptions().kinds)
    options.kinds = ActionKinds::of(limits);
  return options;
}

EncodingOptions EncodingOptions::withoutParallelKinds() const {
  EncodingOptions options = *this;
  for (ActionKind kind : kinds)
    if (traitsOf(kind).isParallel && options.allows(kind))
      options.without.push_back(kind);
  return options;
}

EncodingOptions EncodingOptions::within(const EncodingOptions &subspace) const {
  const EncodingOptions everything;
  EncodingOptions options = *this;
  if (subspace.kinds != everything.kinds)
    for (ActionKind kind : kinds)
      if (allows(kind) && !subspace.allows(kind))
        options.without.push_back(kind);
  if (subspace.tileSizes != everything.tileSizes)
    for (int64_t size : llvm::drop_begin(tileSizes))
      if (offers(size) && !llvm::is_contained(subspace.tileSizes, size))
        options.withoutSizes.push_back(size);
  return options;
}

FlatEncoding::FlatEncoding(EncodingOptions options)
    : opts(std::move(options)) {}

unsigned FlatEncoding::numActions() const { return Layout(opts).end; }

void FlatEncoding::mask(const DecisionState &state,
                        llvm::MutableArrayRef<int8_t> out) const {
  assert(out.size() == numActions() && "one entry an action");
  std::fill(out.begin(), out.end(), int8_t(0));
  if (state.schedule.finished())
    return;
  if (state.kind < 0) {
    for (auto [index, kind] : llvm::enumerate(opts.kinds))
      out[index] = ParameterRules(state.schedule, kind, opts).isLegal();
    return;
  }
  const ActionKind kind = kindUnderWay(state);
  const EntryRange range = parametersOf(opts, kind);
  const ParameterRules rules(state.schedule, kind, opts, state.legal);
  for (unsigned place = 0; place < range.count; ++place)
    out[range.first + place] =
        rules.isLegalNext(state.parameters, parameterAt(opts, kind, place));
}

StepResult FlatEncoding::step(DecisionState &state, unsigned action) const {
  if (state.schedule.finished())
    return StepResult::Illegal;
  if (state.kind < 0) {
    if (action >= opts.kinds.size())
      return StepResult::Illegal;
    const ActionKind kind = opts.kinds[action];
    ParameterRules rules(state.schedule, kind, opts);
    if (!rules.isLegal())
      return StepResult::Illegal;
    if (rules.numParameters() != 0) {
      state.kind = int(kind);
      state.legal = rules.allowed();
      return StepResult::Partial;
    }
    state.schedule.applyLegal(Action(kind, {}));
    return StepResult::Applied;
  }
  const ActionKind kind = kindUnderWay(state);
  const EntryRange range = parametersOf(opts, kind);
  if (action < range.first || action - range.first >= range.count)
    return StepResult::Illegal;
  const int64_t value = parameterAt(opts, kind, action - range.first);
  const ParameterRules rules(state.schedule, kind, opts, state.legal);
  if (!rules.isLegalNext(state.parameters, value))
    return StepResult::Illegal;
  state.parameters.push_back(value);
  if (state.parameters.size() < rules.numParameters())
    return StepResult::Partial;
  state.schedule.applyLegal(Action(kind, state.parameters));
  state.kind = -1;
  state.legal = {};
  state.parameters.clear();
  return StepResult::Applied;
}

std::string FlatEncoding::describe(unsigned action) const {
  Layout layout(opts);
  if (action < layout.sizes)
    return ("kind " + nameOf(opts.kinds[action])).str();
  if (action < layout.loops)
    return "size " + std::to_string(opts.tileSizes[action - layout.sizes]);
  if (action < layout.end)
    return "loop " + std::to_string(action - layout.loops);
  return "no action " + std::to_string(action);
}

llvm::Expected<llvm::SmallVector<unsigned, 8>>
FlatEncoding::decisions(const ScheduleState &state,
                        const Action &action) const {
  MLIRGYM_TRY_TO(state.verify(action));
  if (!opts.kinds.contains(action.kind))
    return actionError("{0}: {1} is not among the kinds of the encoding; add "
                       "it to kinds",
                       state.operation().tag, nameOf(action.kind));
  Layout layout(opts);
  llvm::SmallVector<unsigned, 8> result = {opts.kinds.indexOf(action.kind)};
  bool isSizes = action.traits().parameters == ParameterKind::TileSizes;
  for (int64_t parameter : action.parameters) {
    if (!isSizes) {
      if (parameter >= int64_t(opts.maxLoops))
        return actionError(
            "{0}: {1} has no place for {2} in an encoding of {3} "
            "loops; raise maxLoops",
            state.operation().tag, toText(action), parameter, opts.maxLoops);
      result.push_back(layout.loops + unsigned(parameter));
      continue;
    }
    const auto *size = llvm::find(opts.tileSizes, parameter);
    if (size == opts.tileSizes.end())
      return actionError(
          "{0}: tile size {1} is not in the encoding's list; add "
          "it to tileSizes",
          state.operation().tag, parameter);
    result.push_back(layout.sizes + unsigned(size - opts.tileSizes.begin()));
  }
  // The grammar cannot express no-ops, disabled kinds and too many loops,
  // though such actions are legal.
  DecisionState trial(state);
  for (unsigned decision : result)
    if (step(trial, decision) == StepResult::Illegal)
      return actionError("{0}: the encoding has no decisions for {1}; drop "
                         "no-ops, and allow the kind and so many loops",
                         state.operation().tag, toText(action));
  return result;
}

llvm::Expected<std::vector<uint16_t>>
decisionsOf(std::shared_ptr<const Program> program, const Schedule &schedule,
            const FlatEncoding &encoding, StateOptions options) {
  // Also reports errors in operations and actions that are not visited.
  MLIRGYM_TRY_TO(ScheduleState::replay(program, schedule, options).takeError());

  std::vector<uint16_t> all;
  DecisionState state{ScheduleState(std::move(program), options)};
  auto take = [&](const Action &action) -> llvm::Error {
    MLIRGYM_TRY(auto decisions, encoding.decisions(state.schedule, action));
    for (unsigned decision : decisions) {
      encoding.step(state, decision);
      all.push_back(static_cast<uint16_t>(decision));
    }
    return llvm::Error::success();
  };
  while (!state.schedule.finished()) {
    const unsigned op = state.schedule.currentOp();
    auto ended = [&] {
      return state.schedule.finished() || state.schedule.currentOp() != op;
    };
    for (const Action &action : schedule.actionsOf(op))
      MLIRGYM_TRY_TO(take(action));
    if (!ended())
      MLIRGYM_TRY_TO(take(ActionKind::Done));
  }
  return all;
}

} // namespace mlirgym
