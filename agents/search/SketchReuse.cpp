#include "actions/Action.h"
#include "agents/search/OperationSketch.h"
#include "program/Program.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

using namespace mlirgym;

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

/// A slice of one input that stays in the first caches while the loops that it
/// does not depend on iterate, perhaps promoted: a few columns of a matmul, a
/// few rows of an image. Producers are fused into the tile, above all fills.
void mlirgym::sketchReuse(OperationSketch &sketch) {
  if (!sketch.underWay() || sketch.isLinkOfChain() ||
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
  // Vector loads use whole cache lines; a scalar for all lanes uses little.
  const bool isReadByLanes =
      lane != noLoop &&
      dependsOn(sketch.operation().inputs[chosen], laneSource);
  if (sketch.random.chance(isReadByLanes ? 0.7 : 0.3))
    sketch.take(ActionKind::Promote, {static_cast<int64_t>(chosen)});
}
