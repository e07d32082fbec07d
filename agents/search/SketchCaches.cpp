#include "actions/Action.h"
#include "agents/search/OperationSketch.h"
#include "llvm/ADT/ArrayRef.h"

using namespace mlirgym;

/// Tiles that fit into a cache, perhaps with a promoted input.
void mlirgym::sketchCaches(OperationSketch &sketch) {
  if (!sketch.underWay() || sketch.isLinkOfChain() ||
      !sketch.random.chance(0.25))
    return;
  Sizes sizes(sketch.loops().size(), 0);
  for (size_t i = 0; i < sketch.loops().size(); ++i) {
    // Each step of a reduction counts for all lanes and rows.
    Sizes fitting = sketch.sizesIn(sketch.isParallel(i) ? 48 : 16,
                                   sketch.loops()[i].tripCount / 2, i);
    if (!fitting.empty() && sketch.random.chance(0.5))
      sizes[i] = sketch.random.pick(llvm::ArrayRef<int64_t>(fitting));
  }
  const bool fused = sketch.random.chance(0.4) &&
                     sketch.takeWhereLegal(ActionKind::TileFuse, sizes);
  if (!fused && !sketch.take(ActionKind::Tile, sizes))
    return;
  if (!sketch.operation().inputs.empty() && sketch.random.chance(0.4))
    sketch.take(ActionKind::Promote, {static_cast<int64_t>(sketch.random.below(
                                         sketch.operation().inputs.size()))});
}
