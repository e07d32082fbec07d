#include "agents/search/ParallelVariants.h"
#include "actions/Action.h"
#include "actions/LoopNest.h"
#include "actions/Schedule.h"
#include "actions/ScheduleState.h"
#include "program/Program.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"
#include <algorithm>
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

/// Tiles along the loop with this number, counted without the loops that have
/// no tile for each thread: one per thread if the threads divide the loop
/// evenly. Otherwise they are small, since the last one is smaller and all have
/// the same code.
std::optional<Action> shareLoop(const ScheduleState &state, ActionKind kind,
                                unsigned which, unsigned threads,
                                llvm::ArrayRef<int64_t> tileSizes) {
  constexpr int64_t tilesPerThread = 4;
  Action action(kind);
  llvm::ArrayRef<Loop> loops = state.nest().loops;
  action.parameters.assign(loops.size(), 0);
  for (auto [size, loop] : llvm::zip(action.parameters, loops)) {
    const int64_t trips = loop.tripCount;
    if (loop.iterator != IteratorType::Parallel || trips < threads ||
        which-- > 0)
      continue;
    size = 1;
    if (trips % threads == 0)
      size = trips / threads;
    else
      for (int64_t smaller : tileSizes)
        if (smaller * tilesPerThread * threads <= trips)
          size = std::max(size, smaller);
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
                                ActionKind kind, unsigned which,
                                unsigned threads,
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
        auto share = shareLoop(state, kind, which, threads, tileSizes);
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
  constexpr unsigned mostLoops = 3;
  for (bool onlyLast : {false, true})
    for (ActionKind kind :
         {ActionKind::TileParallelFuse, ActionKind::TileParallel})
      for (unsigned which = 0; which < mostLoops; ++which) {
        auto one = variant(program, schedule, onlyLast, kind, which, threads,
                           tileSizes);
        if (one && *one != schedule.canonical() &&
            !llvm::is_contained(found, *one))
          found.push_back(std::move(*one));
      }
  return found;
}
