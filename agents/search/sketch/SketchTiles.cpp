#include "actions/Action.h"
#include "agents/search/sketch/OperationSketch.h"
#include "program/Program.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
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

/// Tiles for threads: about one, two or four per thread.
void mlirgym::sketchThreads(OperationSketch &sketch) {
  if (!sketch.underWay() || sketch.space.threads() < 2 ||
      sketch.nest().isParallel || !sketch.random.chance(0.9))
    return;
  Sizes sizes(sketch.loops().size(), 0);
  const int64_t share = int64_t(sketch.space.threads())
                        << sketch.random.below(3);
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
  const bool fused = sketch.random.chance(0.5) &&
                     sketch.takeWhereLegal(ActionKind::TileParallelFuse, sizes);
  if (!fused)
    sketch.takeWhereLegal(ActionKind::TileParallel, sizes);
}

namespace {
/// Chooses a few rows of every result in the chain: one step of each outer
/// loop, and several of the innermost.
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

/// Fusion comes first, and every producer is tiled inside the fused tile: rows
/// (if the producers reduce whole rows, or use an image line by line), a panel
/// of columns that the next product reads repeatedly, or both. Sketches without
/// a machine fuse only through the other rules.
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

namespace {
/// Inputs that a parallel loop reads repeatedly.
llvm::SmallVector<unsigned, 4> reusedInputs(OperationSketch &sketch) {
  llvm::SmallVector<unsigned, 4> found;
  for (auto [i, input] : llvm::enumerate(sketch.operation().inputs))
    for (auto [l, loop] : llvm::enumerate(sketch.loops()))
      if (sketch.isParallel(l) && loop.tripCount > 1 &&
          !dependsOn(input, loop.source)) {
        found.push_back(static_cast<unsigned>(i));
        break;
      }
  return found;
}

/// Bytes of `input` in a tile; windows that overlap count more than once.
int64_t bytesInTile(OperationSketch &sketch, const Operand &input,
                    llvm::ArrayRef<int64_t> sizes) {
  int64_t bytes = sizeOfElement(input.elementType);
  for (auto [loop, size] : llvm::zip_equal(sketch.loops(), sizes))
    if (dependsOn(input, loop.source))
      bytes *= size > 0 ? size : loop.tripCount;
  return bytes;
}

/// Shrinks the tile, outer loops first, until its slice of `input` fits into a
/// cache of the core.
void shrinkToCache(OperationSketch &sketch, const Operand &input, int lane,
                   Sizes &sizes) {
  const int64_t cacheBytes =
      sketch.machine ? sketch.machine->cacheBytes / 2 : 128 << 10;
  for (size_t i = 0; i < sizes.size(); ++i)
    if (sizes[i] > 1 && static_cast<int>(i) != lane &&
        bytesInTile(sketch, input, sizes) > cacheBytes)
      sizes[i] = sketch.smallestSize(1, i);
}
} // namespace

/// A slice of one input, perhaps promoted, that stays in the first caches
/// during the loops on which it does not depend: a few columns of a matmul, a
/// few rows of an image. Producers are fused into the tile, above all fills.
void mlirgym::sketchReuse(OperationSketch &sketch) {
  if (!sketch.takesTiles() || sketch.isLinkOfChain() ||
      !sketch.random.chance(0.6))
    return;
  llvm::SmallVector<unsigned, 4> inputs = reusedInputs(sketch);
  if (inputs.empty())
    return;
  const unsigned chosen = sketch.random.pick(llvm::ArrayRef<unsigned>(inputs));
  const int lane = sketch.laneLoop();
  const unsigned laneSource = lane == noLoop ? 0 : sketch.loops()[lane].source;
  Sizes sizes(sketch.loops().size(), 0);
  for (auto [i, loop] : llvm::enumerate(sketch.loops())) {
    if (!sketch.isParallel(i) || loop.tripCount <= 1 ||
        !dependsOn(sketch.operation().inputs[chosen], loop.source))
      continue;
    if (static_cast<int>(i) == lane)
      sizes[i] = sketch.laneSize(i, /*mostVectors=*/4);
    else if (Sizes fitting = sketch.sizesIn(1, 8, i); !fitting.empty())
      sizes[i] = sketch.random.pick(llvm::ArrayRef<int64_t>(fitting));
  }
  shrinkToCache(sketch, sketch.operation().inputs[chosen], lane, sizes);
  const bool fused = sketch.random.chance(0.75) &&
                     sketch.takeWhereLegal(ActionKind::TileFuse, sizes);
  // A tile of the consumers may have sliced the input already.
  const bool isSliced = sketch.machine && sketch.nest().fusedInto >= 0;
  if (!fused && !sketch.take(ActionKind::Tile, sizes) && !isSliced)
    return;
  // Vector loads use whole cache lines; a scalar that is broadcast to all lanes
  // uses only a small part.
  const bool isReadByLanes =
      lane != noLoop &&
      dependsOn(sketch.operation().inputs[chosen], laneSource);
  if (sketch.random.chance(isReadByLanes ? 0.7 : 0.3))
    sketch.take(ActionKind::Promote, {static_cast<int64_t>(chosen)});
}

/// Tiles that fit into a cache, perhaps with a promoted input.
void mlirgym::sketchCaches(OperationSketch &sketch) {
  if (!sketch.takesTiles() || sketch.isLinkOfChain() ||
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

void mlirgym::sketchOrder(OperationSketch &sketch) {
  if (!sketch.takesTiles() || sketch.loops().size() < 2 ||
      !sketch.random.chance(0.08))
    return;
  Sizes permutation(sketch.loops().size());
  for (auto [i, loop] : llvm::enumerate(permutation))
    loop = static_cast<int64_t>(i);
  const size_t from = sketch.random.below(permutation.size());
  const size_t to = sketch.random.below(permutation.size());
  std::swap(permutation[from], permutation[to]);
  sketch.take(ActionKind::Interchange, permutation);
}
