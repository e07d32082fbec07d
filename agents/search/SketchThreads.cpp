#include "actions/Action.h"
#include "agents/search/OperationSketch.h"
#include <cmath>

using namespace mlirgym;

namespace {
int64_t nearestSize(OperationSketch &sketch, int64_t wanted, size_t loop) {
  int64_t best = 0;
  for (int64_t size : sketch.sizesIn(1, sketch.loops()[loop].tripCount, loop))
    if (best == 0 || std::abs(size - wanted) < std::abs(best - wanted))
      best = size;
  return best;
}
} // namespace

/// Tiles for threads: about one, two or four per thread. On a GPU the threads
/// are its multiprocessors, of which there are about a hundred.
void mlirgym::sketchThreads(OperationSketch &sketch) {
  const bool hasBlocks = sketch.space.limits().hasBlocks;
  if (!sketch.underWay() || (sketch.space.threads() < 2 && !hasBlocks) ||
      sketch.nest().isParallel || !sketch.random.chance(0.9))
    return;
  Sizes sizes(sketch.loops().size(), 0);
  const int64_t threads = hasBlocks ? 100 : sketch.space.threads();
  const int64_t share = threads << sketch.random.below(3);
  // Usually one loop, sometimes more.
  for (size_t i = 0; i < sketch.loops().size(); ++i) {
    if (!sketch.isParallel(i) || sketch.loops()[i].tripCount < 2 ||
        sketch.random.chance(0.3))
      continue;
    const int64_t wanted = (sketch.loops()[i].tripCount + share - 1) / share;
    sizes[i] = nearestSize(sketch, wanted, i);
    if (sketch.random.chance(0.75))
      break;
  }
  const ActionKind kind =
      hasBlocks ? ActionKind::GpuBlocks : ActionKind::TileParallel;
  const bool fused = sketch.random.chance(0.5) &&
                     sketch.takeWhereLegal(*traitsOf(kind).fusedTwin, sizes);
  if (!fused)
    sketch.takeWhereLegal(kind, sizes);
}
