#include "actions/Action.h"
#include "actions/ScheduleState.h"
#include "agents/search/OperationSketch.h"
#include "program/Program.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <algorithm>
#include <array>

using namespace mlirgym;

namespace {
/// The parallel loop that provides the rows of a register tile. The more inputs
/// are independent of a loop, the more likely it is chosen: each such input is
/// loaded once for all rows.
int rowLoop(OperationSketch &sketch, int lane) {
  llvm::SmallVector<double, 8> weights(sketch.loops().size(), 0);
  bool any = false;
  for (auto [i, loop] : llvm::enumerate(sketch.loops())) {
    if (static_cast<int>(i) == lane || !sketch.isParallel(i) ||
        loop.tripCount <= 1)
      continue;
    weights[i] = 1;
    any = true;
    for (const Operand &input : sketch.operation().inputs)
      weights[i] += dependsOn(input, loop.source) ? 0 : 3;
  }
  return any ? static_cast<int>(sketch.random.pickWeighted(weights)) : noLoop;
}

int64_t rowSize(OperationSketch &sketch, size_t row, int64_t most) {
  Sizes choices = sketch.sizesIn(1, most, row);
  if (sketch.loops()[row].tripCount <= most)
    choices.append(2, 0);
  if (choices.empty())
    return 0;
  // The larger half is more likely: it uses more registers.
  const size_t a = sketch.random.below(choices.size());
  const size_t b = sketch.random.below(choices.size());
  return choices[std::max(a, b)];
}

int64_t reductionSize(OperationSketch &sketch, size_t loop) {
  if (sketch.random.chance(0.7))
    return sketch.smallestSize(1, loop);
  if (sketch.loops()[loop].tripCount <= 8 && sketch.random.chance(0.5))
    return 0;
  Sizes choices = sketch.sizesIn(2, 8, loop);
  return choices.empty() ? sketch.smallestSize(1, loop)
                         : sketch.random.pick(llvm::ArrayRef<int64_t>(choices));
}

/// Sizes of a register tile. `vectors`: how many vectors it may hold.
Sizes registerTile(OperationSketch &sketch, int64_t vectors) {
  Sizes sizes(sketch.loops().size(), 0);
  for (size_t i = 0; i < sketch.loops().size(); ++i)
    sizes[i] = sketch.smallestSize(1, i);
  const int lane = sketch.laneLoop();
  int64_t laneVectors = 1;
  if (lane != noLoop) {
    sizes[lane] = sketch.laneSize(lane, /*mostVectors=*/8);
    const int64_t lanes =
        sizes[lane] ? sizes[lane] : sketch.loops()[lane].tripCount;
    laneVectors = std::max<int64_t>(1, (lanes + sketch.lanesPerVector() - 1) /
                                           sketch.lanesPerVector());
  }
  if (const int row = rowLoop(sketch, lane); row != noLoop)
    sizes[row] =
        rowSize(sketch, row, std::max<int64_t>(1, vectors / laneVectors));
  for (size_t i = 0; i < sketch.loops().size(); ++i)
    if (!sketch.isParallel(i))
      sizes[i] = reductionSize(sketch, i);
  return sizes;
}

void takeRegisterTile(OperationSketch &sketch, llvm::ArrayRef<int64_t> sizes,
                      bool fused) {
  if (fused) {
    // Computes the producers, including fills, once per tile and not once per
    // reduction step.
    const Sizes output = only(
        Sizes(sizes), sketch.state.legalParameters(ActionKind::TileFuse).loops);
    if (sketch.take(ActionKind::TileFuse, output)) {
      Sizes rest(sizes);
      for (size_t i = 0; i < rest.size(); ++i)
        rest[i] = output[i] ? 0 : rest[i];
      sketch.take(ActionKind::Tile, rest);
      return;
    }
  }
  sketch.take(ActionKind::Tile, sizes);
}
} // namespace

/// Takes a register tile with which the operation can be vectorised; a smaller
/// one if the first is too large.
void mlirgym::sketchRegisters(OperationSketch &sketch) {
  if (sketch.hasInnermostTile || !sketch.underWay())
    return;
  // 16 registers of 32 bytes hold 12 to 14 and an operand, 32 of 64 bytes 56.
  constexpr std::array<int64_t, 7> targets = {4, 8, 12, 14, 16, 24, 56};
  size_t target = sketch.random.below(targets.size());
  const bool fused = sketch.random.chance(0.5);
  const ScheduleState before = sketch.state;
  for (int attempt = 0; attempt < 6; ++attempt) {
    takeRegisterTile(sketch, registerTile(sketch, targets[target]), fused);
    if (sketch.canVectorize())
      return;
    sketch.state = before;
    target = target > 0 ? target - 1 : 0;
  }
  takeRegisterTile(sketch, registerTile(sketch, targets[0]), fused);
}
