#include "actions/Action.h"
#include "agents/search/OperationSketch.h"
#include "llvm/ADT/ArrayRef.h"

using namespace mlirgym;

namespace {
/// A few rows of every result in the chain: one step of each outer loop, some
/// of the innermost of them.
void addRows(OperationSketch &sketch, int lane, Sizes &sizes) {
  int innermost = noLoop;
  for (size_t i = 0; i < sizes.size(); ++i) {
    if (static_cast<int>(i) == lane || !sketch.isParallel(i) ||
        sketch.loops()[i].tripCount <= 1)
      continue;
    sizes[i] = sketch.smallestSize(1, i);
    innermost = static_cast<int>(i);
  }
  if (innermost == noLoop)
    return;
  Sizes fitting = sketch.sizesIn(1, 32, static_cast<size_t>(innermost));
  if (!fitting.empty())
    sizes[static_cast<size_t>(innermost)] =
        sketch.random.pick(llvm::ArrayRef<int64_t>(fitting));
}
} // namespace

/// What is fused comes first, and every producer is tiled inside it: rows (of
/// which the producers reduce whole ones, or use an image line by line), a
/// panel of columns that the next product reads again and again, or both.
/// Sketches for no machine in particular fuse as other rules happen to do.
void mlirgym::sketchChain(OperationSketch &sketch) {
  if (!sketch.machine || !sketch.underWay() || !sketch.hasProducer() ||
      sketch.nest().fusedInto >= 0 || !sketch.random.chance(0.6))
    return;
  const int lane = sketch.laneLoop();
  Sizes sizes(sketch.loops().size(), 0);
  const double kind = sketch.random.uniform();
  if (kind < 0.65)
    addRows(sketch, lane, sizes);
  if (kind >= 0.45 && lane != noLoop)
    sizes[static_cast<size_t>(lane)] =
        sketch.laneSize(static_cast<size_t>(lane), /*mostVectors=*/4);
  sketch.hasChainTile = sketch.takeWhereLegal(ActionKind::TileFuse, sizes);
}
