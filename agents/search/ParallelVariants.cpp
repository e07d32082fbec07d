#include "agents/search/ParallelVariants.h"
#include "actions/Action.h"
#include "actions/Schedule.h"
#include "actions/ScheduleState.h"
#include "program/Program.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MathExtras.h"
#include <memory>
#include <optional>
#include <utility>
#include <vector>

using namespace mlirgym;

namespace {
bool applies(ScheduleState &state, const Action &action) {
  return !llvm::errorToBool(state.apply(action));
}

/// True for actions that replace the operation; they come first.
bool isRewrite(const Action &action) {
  return action.kind == ActionKind::Flatten ||
         action.kind == ActionKind::Img2col;
}

/// One tile per thread along the first loop that has one for each.
std::optional<Action> shareLoops(const ScheduleState &state, ActionKind kind,
                                 unsigned threads,
                                 llvm::ArrayRef<int64_t> tileSizes) {
  Action action(kind);
  action.parameters.assign(state.nest().loops.size(), 0);
  for (auto [i, loop] : llvm::enumerate(state.nest().loops)) {
    if (loop.iterator != IteratorType::Parallel || loop.tripCount < threads)
      continue;
    const auto share =
        static_cast<int64_t>(llvm::divideCeil(loop.tripCount, threads));
    const auto *size = llvm::lower_bound(tileSizes, share);
    action.parameters[i] =
        size == tileSizes.end() || *size >= loop.tripCount ? share : *size;
    return action;
  }
  return std::nullopt;
}

/// `action` with size 0 for sizes that no longer cut a loop of the tile.
Action fitted(const ScheduleState &state, Action action) {
  if (action.traits().parameters != ParameterKind::TileSizes)
    return action;
  for (auto [size, loop] : llvm::zip(action.parameters, state.nest().loops))
    if (size >= loop.tripCount)
      size = 0;
  return action;
}

std::optional<Schedule> variant(const std::shared_ptr<const Program> &program,
                                const Schedule &schedule, bool onlyLast,
                                ActionKind kind, unsigned threads,
                                llvm::ArrayRef<int64_t> tileSizes) {
  ScheduleState state(program, StateOptions::asWritten());
  bool isFirst = true; // the last operation comes first
  for (const Schedule::Entry &entry : schedule.entries()) {
    state.skipTo(entry.op);
    bool isShared = onlyLast && !isFirst;
    isFirst = false;
    for (const Action &action : entry.actions) {
      if (!isShared && !isRewrite(action)) {
        isShared = true;
        // Inside a parallel loop of its consumer the operation needs no
        // parallel loop.
        auto share = shareLoops(state, kind, threads, tileSizes);
        if (share && !state.nest().isParallel && !applies(state, *share))
          return std::nullopt;
      }
      if (state.finished() || state.currentOp() != entry.op ||
          !applies(state, fitted(state, action)))
        return std::nullopt;
    }
  }
  return state.schedule().canonical();
}
} // namespace

std::vector<Schedule>
mlirgym::parallelVariants(const std::shared_ptr<const Program> &program,
                          const Schedule &schedule, unsigned threads,
                          llvm::ArrayRef<int64_t> tileSizes) {
  std::vector<Schedule> found;
  for (const Schedule::Entry &entry : schedule.entries())
    for (const Action &action : entry.actions)
      if (action.traits().isParallel)
        return found;
  for (bool onlyLast : {false, true})
    for (ActionKind kind :
         {ActionKind::TileParallelFuse, ActionKind::TileParallel}) {
      auto one = variant(program, schedule, onlyLast, kind, threads, tileSizes);
      if (one && *one != schedule.canonical() &&
          !llvm::is_contained(found, *one))
        found.push_back(std::move(*one));
    }
  return found;
}
