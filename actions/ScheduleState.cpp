#include "actions/ScheduleState.h"
#include "actions/Action.h"
#include "actions/ActionError.h"
#include "actions/ActionKinds.h"
#include "actions/ActionRule.h"
#include "actions/LegalParameters.h"
#include "actions/LoopNest.h"
#include "actions/Schedule.h"
#include "actions/TransformScript.h"
#include "program/Program.h"
#include "program/Try.h"
#include "program/normalform/GivenOperations.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Error.h"
#include <cassert>
#include <memory>
#include <string>

namespace mlirgym {
namespace {
LoopNest initialNest(unsigned index, const Operation &op) {
  LoopNest nest;
  nest.op = index;
  for (auto [i, tripCount, iterator] :
       llvm::enumerate(op.tripCounts, op.iteratorTypes))
    nest.loops.push_back({.tripCount = tripCount,
                          .iterator = iterator,
                          .isStatic = true,
                          .source = unsigned(i)});
  return nest;
}

llvm::hash_code hashOf(const LoopNest &nest) {
  llvm::hash_code hash = llvm::hash_combine(
      nest.op, nest.levelStart, nest.initDepth, nest.promoted, nest.buffered,
      nest.fusedInto, nest.isParallel, nest.isInThread, nest.isGeneric,
      nest.isPartial, nest.isVectorized, nest.marks, nest.isRewritten,
      nest.reshapedBy.has_value());
  for (const Loop &loop : nest.loops)
    hash = llvm::hash_combine(hash, loop.tripCount, uint8_t(loop.iterator),
                              loop.isStatic, loop.source);
  for (const TileLoop &loop : nest.tileLoops)
    hash = llvm::hash_combine(hash, uint8_t(loop.kind), loop.extent, loop.step,
                              loop.isStatic, loop.source, loop.owner);
  return hash;
}

bool isSameProgram(const std::shared_ptr<const Program> &a,
                   const std::shared_ptr<const Program> &b) {
  if (a == b)
    return true;
  return a && b && a->key() == b->key() && a->name() == b->name();
}

/// Plays `schedule` from the start; calls `before(state, action)` before each
/// action.
template <typename Function>
llvm::Expected<ScheduleState> play(std::shared_ptr<const Program> program,
                                   const Schedule &schedule,
                                   StateOptions options, Function before) {
  ScheduleState state(std::move(program), options);
  const size_t numOperations = state.program().operations().size();
  for (const Schedule::Entry &entry : schedule.entries()) {
    if (entry.op >= numOperations)
      return actionError("op{0}: program {1} has no such operation; it has op0 "
                         "to op{2}",
                         entry.op, state.program().name(),
                         int64_t(numOperations) - 1);
    state.skipTo(entry.op);
    for (auto [i, action] : llvm::enumerate(entry.actions)) {
      if (state.finished() || state.currentOp() != entry.op)
        return actionError(
            "op{0}: action {1}, {2}, comes after the operation ended; its last "
            "action is {3}, of at most {4}",
            entry.op, i, toText(action),
            toText(state.schedule().actionsOf(entry.op).back()),
            options.maxActionsPerOp);
      if (llvm::Error error = state.verify(action))
        return actionError("action {0}, {1}: {2}", i, toText(action),
                           llvm::toString(std::move(error)));
      before(std::as_const(state), action);
      state.applyLegal(action);
    }
  }
  return state;
}
} // namespace

ScheduleState::ScheduleState(std::shared_ptr<const Program> program,
                             StateOptions options)
    : payload(std::move(program)), opts(options) {
  assert(payload && "a state is about a program");
  llvm::ArrayRef<Operation> operations = payload->operations();
  nests.reserve(operations.size());
  for (auto [i, op] : llvm::enumerate(operations))
    nests.push_back(initialNest(unsigned(i), op));
  current = int(operations.size()) - 1;
}

const Operation &ScheduleState::formOf(unsigned op) const {
  const auto *form = llvm::find_if(
      rewritten, [op](const auto &entry) { return entry.first == op; });
  assert(form != rewritten.end() && "the nest of another state");
  return *form->second;
}

void ScheduleState::rewrite(Operation form) {
  nest() = initialNest(currentOp(), form);
  nest().isRewritten = true;
  rewritten.emplace_back(currentOp(),
                         std::make_shared<const Operation>(std::move(form)));
}

llvm::Error ScheduleState::verify(const Action &action) const {
  if (finished())
    return actionError("every operation has ended; reset to begin again");
  if (isCallOfGivenCode(operation()) && action.kind != ActionKind::Done)
    return actionError("{0}: its kernel is substituted, so that {1} would have "
                       "no effect; leave the operation as it is",
                       operation().tag, toText(action));
  if (opts.limits.hasBlocks && !isFor(action.kind, opts.limits))
    return actionError("{0}: {1} is for processors, not for GPUs; leave it out",
                       operation().tag, nameOf(action.kind));
  return ruleOf(action.kind).verify(*this, action.parameters);
}

LegalParameters ScheduleState::legalParameters(ActionKind kind) const {
  if (isCallOfGivenCode(operation()) && kind != ActionKind::Done)
    return {};
  if (opts.limits.hasBlocks && !isFor(kind, opts.limits))
    return {};
  return ruleOf(kind).legalParameters(*this);
}

llvm::Error ScheduleState::apply(const Action &action) {
  MLIRGYM_TRY_TO(verify(action));
  applyLegal(action);
  return llvm::Error::success();
}

void ScheduleState::applyLegal(const Action &action) {
  if (!isNoOp(action))
    ruleOf(action.kind).apply(*this, action.parameters);
  history.append(currentOp(), action);
  ++taken;
  if (action.traits().isTerminal || taken >= opts.maxActionsPerOp)
    endOperation();
}

void ScheduleState::endOperation() {
  --current;
  taken = 0;
}

void ScheduleState::skipTo(unsigned op) {
  while (!finished() && currentOp() > op)
    endOperation();
}

llvm::Expected<ScheduleState>
ScheduleState::replay(std::shared_ptr<const Program> program,
                      const Schedule &schedule, StateOptions options) {
  return play(std::move(program), schedule, options,
              [](const ScheduleState &, const Action &) {});
}

bool operator==(const ScheduleState &a, const ScheduleState &b) {
  return isSameProgram(a.payload, b.payload) && a.opts == b.opts &&
         a.current == b.current && a.taken == b.taken && a.nests == b.nests &&
         a.history == b.history;
}

size_t hash_value(const ScheduleState &state) {
  // The history is left out: the nests contain nearly all of it.
  llvm::hash_code hash = llvm::hash_combine(
      llvm::hash_combine_range(state.payload->key().bytes), state.current,
      state.taken, state.opts.maxActionsPerOp);
  for (const LoopNest &nest : state.nests)
    hash = llvm::hash_combine(hash, hashOf(nest));
  return hash;
}

llvm::Expected<std::string> toTransformScript(const Program &program,
                                              const Schedule &schedule) {
  // The state holds a shared pointer, but here the program outlives it.
  std::shared_ptr<const Program> borrowed(std::shared_ptr<void>(), &program);
  TransformScript script;
  llvm::Expected<ScheduleState> end =
      play(std::move(borrowed), schedule, StateOptions::asWritten(),
           [&](const ScheduleState &state, const Action &action) {
             if (!isNoOp(action))
               ruleOf(action.kind).emit(state, action.parameters, script);
           });
  if (!end)
    return end.takeError();
  return script.finish();
}

} // namespace mlirgym
