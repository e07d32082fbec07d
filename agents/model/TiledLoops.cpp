#include "agents/model/TiledLoops.h"
#include "actions/Action.h"
#include "actions/LoopNest.h"
#include "actions/Schedule.h"
#include "actions/ScheduleState.h"
#include "program/Program.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <utility>

using namespace mlirgym;

double mlirgym::arithmeticPerIteration(const Operation &op, double divisionCost,
                                       double exponentialCost) {
  const ArithmeticCounts &counts = op.counts;
  double cost = counts.total() + (divisionCost - 1) * counts.div +
                (exponentialCost - 1) * counts.exp;
  if (op.hasReduction())
    cost -= std::min(counts.mul, counts.add); // fused multiply-add
  return std::max(cost, 1.0);
}

TiledLoops::TiledLoops(const ScheduleState &state, unsigned op)
    : operationRef(&state.operation(op)), nestRef(&state.nest(op)) {
  addTileLoops(op);
  if (!nest().isVectorized)
    addScalarLoops();
  findCopies(state, op);
}

/// The loop of a fused operation that a loop of its consumer tiles: a loop of
/// equal length with a smaller part in the tile.
static int ownLoop(const TileLoop &loop, const Extents &extents,
                   const Extents &entry) {
  for (auto [source, extent] : llvm::enumerate(extents))
    if (extent == loop.extent && entry[source] < extent)
      return static_cast<int>(source);
  return LoopAround::unknown;
}

double TiledLoops::executions(unsigned depth) const {
  double product = 1;
  for (const LoopAround &loop : loops().take_front(depth))
    product *= loop.trips;
  return product;
}

void TiledLoops::addTileLoops(unsigned op) {
  Extents whole(operation().tripCounts.begin(), operation().tripCounts.end());
  // One loop over all elements counts as the innermost.
  if (nest().isFlat()) {
    int64_t elements = 1;
    for (int64_t &extent : whole)
      elements *= std::exchange(extent, 1);
    whole.back() = elements;
  }
  // Inside the loops of the consumers.
  Extents entry = whole;
  for (const Loop &loop : nest().loops)
    entry[loop.source] = loop.tripCount;
  for (const TileLoop &loop : llvm::reverse(nest().tileLoops))
    if (loop.owner == op)
      entry[loop.source] = loop.extent;
    else
      ++foreign;

  tiles.push_back(foreign ? whole : entry);
  for (const TileLoop &loop : nest().tileLoops) {
    const int64_t step = std::max<int64_t>(loop.step, 1);
    Extents next = tiles.back();
    int source = static_cast<int>(loop.source);
    if (loop.owner != op) {
      source = ownLoop(loop, next, entry);
      if (source != LoopAround::unknown)
        next[size_t(source)] = std::max(step, entry[size_t(source)]);
    } else {
      next[loop.source] = std::min(step, loop.extent);
    }
    around.push_back(
        {source, static_cast<double>(llvm::divideCeil(loop.extent, step))});
    if (around.size() == foreign)
      next = entry;
    tiles.push_back(std::move(next));
  }
}

void TiledLoops::addScalarLoops() {
  for (const Loop &loop : nest().loops) {
    if (loop.tripCount <= 1)
      continue;
    around.push_back(
        {static_cast<int>(loop.source), static_cast<double>(loop.tripCount)});
    tiles.push_back(tiles.back());
    tiles.back()[loop.source] = 1;
  }
}

void TiledLoops::findCopies(const ScheduleState &state, unsigned op) {
  copies.assign(operation().inputs.size(), depth() + 1);
  if (nest().buffered == 0)
    return;
  ScheduleState replayed(state.programPtr(), state.options());
  for (const Schedule::Entry &entry : state.schedule().entries()) {
    replayed.skipTo(entry.op);
    for (const Action &action : entry.actions) {
      if (entry.op == op && action.kind == ActionKind::Promote)
        copies[static_cast<size_t>(action.parameters[0])] =
            static_cast<unsigned>(replayed.nest(op).tileLoops.size());
      replayed.applyLegal(action);
    }
    if (entry.op == op)
      return;
  }
}
