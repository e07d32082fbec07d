#include "actions/Action.h"
#include "actions/ScheduleState.h"
#include "agents/search/sketch/OperationSketch.h"
#include "agents/search/sketch/SketchMachine.h"
#include "program/Program.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <algorithm>

using namespace mlirgym;

namespace {
/// True if an input is contiguous along the output's lanes: then vectors along
/// the output are better.
bool outputLanesAreContiguous(OperationSketch &sketch) {
  if (sketch.operation().inits.empty())
    return false;
  const int lane = sketch.contiguousLoop(sketch.operation().inits[0]);
  return lane != noLoop &&
         llvm::any_of(sketch.operation().inputs, [&](const auto &in) {
           return sketch.contiguousLoop(in) == lane;
         });
}
} // namespace

/// A reduction along the contiguous dimension of its input (a row's sum or
/// maximum): the lanes hold partial results.
void mlirgym::sketchPartialResults(OperationSketch &sketch) {
  if (!sketch.takesTiles() || !sketch.operation().hasCombiner ||
      sketch.operation().inputs.empty())
    return;
  const int lane = sketch.contiguousLoop(sketch.operation().inputs[0]);
  const double usual = sketch.machine && sketch.reducesOneInput() ? 0.85 : 0.5;
  if (lane == noLoop || sketch.isParallel(lane) ||
      !sketch.random.chance(outputLanesAreContiguous(sketch) ? 0.03 : usual))
    return;
  Sizes fitting = sketch.sizesIn(sketch.lanesPerVector(),
                                 8 * sketch.lanesPerVector(), lane);
  if (fitting.empty())
    return;
  Sizes rows(sketch.loops().size(), 0), partial(sketch.loops().size(), 0);
  for (size_t i = 0; i < sketch.loops().size(); ++i)
    if (sketch.isParallel(i) && sketch.loops()[i].tripCount > 1)
      rows[i] = sketch.smallestSize(sketch.random.chance(0.5) ? 1 : 4, i);
  partial[lane] = sketch.random.pick(llvm::ArrayRef<int64_t>(fitting));
  sketch.take(ActionKind::Tile, rows);
  sketch.hasInnermostTile = sketch.take(ActionKind::TileReduction, partial);
}

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
  // A whole short reduction needs no loop, and its results never leave the
  // registers.
  constexpr int64_t shortTrips = 16;
  if (sketch.machine && sketch.loops()[loop].tripCount <= shortTrips &&
      !sketch.isInWindow(loop) && sketch.random.chance(0.4))
    return 0;
  if (sketch.random.chance(0.7))
    return sketch.smallestSize(1, loop);
  if (sketch.loops()[loop].tripCount <= 8 && sketch.random.chance(0.5))
    return 0;
  Sizes choices = sketch.sizesIn(2, 8, loop);
  return choices.empty() ? sketch.smallestSize(1, loop)
                         : sketch.random.pick(llvm::ArrayRef<int64_t>(choices));
}

/// Adds rows of a second loop: an image has rows and channels, both of which
/// reuse the data loaded by a tile.
void addSecondRows(OperationSketch &sketch, int lane, int row, int64_t most,
                   Sizes &sizes) {
  const int second = rowLoop(sketch, lane);
  const int64_t first = sizes[row] ? sizes[row] : sketch.loops()[row].tripCount;
  if (second != noLoop && second != row && first < most)
    sizes[second] = rowSize(sketch, second, most / first);
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
  if (const int row = rowLoop(sketch, lane); row != noLoop) {
    const int64_t most = std::max<int64_t>(1, vectors / laneVectors);
    sizes[row] = rowSize(sketch, row, most);
    if (sketch.machine && sketch.random.chance(0.3))
      addSecondRows(sketch, lane, row, most, sizes);
  }
  for (size_t i = 0; i < sketch.loops().size(); ++i)
    if (!sketch.isParallel(i))
      sizes[i] = reductionSize(sketch, i);
  return sizes;
}

/// Vectors of results that a tile may have, ascending.
llvm::SmallVector<int64_t, 8> sizesOfTiles(const SketchMachine *machine) {
  // 16 registers of 32 bytes hold 12 to 14 and an operand, 32 of 64 bytes 56.
  if (!machine)
    return {4, 8, 12, 14, 16, 24, 56};
  const int64_t registers = machine->registers;
  return {std::max<int64_t>(registers / 4, 1),
          std::max<int64_t>(registers / 2, 1),
          std::max<int64_t>(registers * 3 / 4, 1),
          std::max<int64_t>(registers * 7 / 8, 1)};
}

void takeRegisterTile(OperationSketch &sketch, llvm::ArrayRef<int64_t> sizes,
                      bool fused) {
  if (fused) {
    // Computes the producers, including fills, once per tile instead of once
    // per reduction step.
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
  if (!sketch.takesTiles())
    return;
  const llvm::SmallVector<int64_t, 8> targets = sizesOfTiles(sketch.machine);
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

void mlirgym::sketchVectors(OperationSketch &sketch) {
  // Occasionally the loops are left to LLVM's vectoriser.
  if (sketch.underWay() && !sketch.random.chance(0.03))
    sketch.take(ActionKind::Vectorize);
}
