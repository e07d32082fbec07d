#include "actions/Action.h"
#include "agents/search/sketch/OperationSketch.h"
#include "program/Program.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/MathExtras.h"
#include <cstdint>

using namespace mlirgym;

namespace {
/// The loop of most iterations among those that `accepts`; noLoop if none.
template <typename Accepts>
int longestLoop(const OperationSketch &sketch, Accepts accepts) {
  int found = noLoop;
  for (auto [i, loop] : llvm::enumerate(sketch.loops()))
    if (loop.tripCount > 1 && accepts(i) &&
        (found == noLoop ||
         loop.tripCount > sketch.loops()[size_t(found)].tripCount))
      found = int(i);
  return found;
}

/// One of the sizes of the list from `low` to `high` that leave several tiles;
/// 0 if there is none.
int64_t drawSize(OperationSketch &sketch, int64_t low, int64_t high, int loop) {
  Sizes powers;
  for (int64_t size : sketch.sizesIn(low, high, size_t(loop)))
    // Odd sizes leave threads without work.
    if (llvm::isPowerOf2_64(uint64_t(size)) || sketch.random.chance(0.05))
      powers.push_back(size);
  return powers.empty() ? 0
                        : sketch.random.pick(llvm::ArrayRef<int64_t>(powers));
}

/// The loops of a block: neighbouring threads differ along `lane`, and `row`
/// reuses what is loaded along it.
struct BlockLoops {
  explicit BlockLoops(OperationSketch &sketch) : lane(sketch.laneLoop()) {
    row = longestLoop(sketch, [&](size_t loop) {
      return int(loop) != lane && sketch.isParallel(loop) &&
             llvm::any_of(sketch.operation().inputs, [&](const auto &input) {
               return !dependsOn(input, sketch.loops()[loop].source);
             });
    });
    if (row == noLoop)
      row = longestLoop(sketch, [&](size_t loop) {
        return int(loop) != lane && sketch.isParallel(loop);
      });
  }
  int lane, row;
};

bool isReduction(const OperationSketch &sketch) {
  return llvm::any_of(sketch.loops(), [](const Loop &loop) {
    return loop.iterator == IteratorType::Reduction && loop.tripCount > 1;
  });
}

/// True if an input is read again along a parallel loop.
bool reuses(const OperationSketch &sketch) {
  return llvm::any_of(sketch.operation().inputs, [&](const Operand &input) {
    return llvm::any_of(sketch.loops(), [&](const Loop &loop) {
      return loop.iterator == IteratorType::Parallel && loop.tripCount > 1 &&
             !dependsOn(input, loop.source);
    });
  });
}

/// The smallest tiles of all parallel loops, but for these of lane and row.
Sizes tilesOf(OperationSketch &sketch, const BlockLoops &loops,
              int64_t laneSize, int64_t rowSize) {
  Sizes sizes(sketch.loops().size(), 0);
  for (size_t i = 0; i < sizes.size(); ++i)
    if (sketch.isParallel(i) && sketch.loops()[i].tripCount > 1)
      sizes[i] = int(i) == loops.lane  ? laneSize
                 : int(i) == loops.row ? rowSize
                                       : sketch.smallestSize(1, i);
  return sizes;
}

/// Takes the kind or its fusing twin.
bool takeTiles(OperationSketch &sketch, ActionKind kind, double fused,
               llvm::ArrayRef<int64_t> sizes) {
  return (sketch.random.chance(fused) &&
          sketch.takeWhereLegal(*traitsOf(kind).fusedTwin, sizes)) ||
         sketch.takeWhereLegal(kind, sizes);
}

void takeBlocks(OperationSketch &sketch) {
  const BlockLoops loops(sketch);
  Sizes sizes;
  if (isReduction(sketch) && reuses(sketch)) {
    const int64_t lane =
        loops.lane == noLoop ? 0 : drawSize(sketch, 16, 256, loops.lane);
    sizes =
        tilesOf(sketch, loops, lane,
                loops.row == noLoop ? 0 : drawSize(sketch, 16, 256, loops.row));
  } else {
    // Rows that are computed whole, or parts of them.
    const bool isWhole = isReduction(sketch) || sketch.hasProducer()
                             ? sketch.random.chance(0.8)
                             : sketch.random.chance(0.1);
    const int64_t lane = loops.lane == noLoop || isWhole
                             ? 0
                             : drawSize(sketch, 32, 1 << 20, loops.lane);
    const int64_t rows =
        loops.row == noLoop ? 0 : drawSize(sketch, 1, 64, loops.row);
    sizes = tilesOf(sketch, loops, lane,
                    sketch.random.chance(0.5) ? rows : int64_t(rows > 0));
    // The rows of a sum are its lanes.
    if (isReduction(sketch) && loops.lane != noLoop &&
        sizes[size_t(loops.lane)] == 0)
      sizes[size_t(loops.lane)] = drawSize(sketch, 1, 64, loops.lane);
  }
  takeTiles(sketch, ActionKind::GpuBlocks, /*fused=*/0.9, sizes);
}

/// A part of a reduction at a time, and copies of what it reads again.
void takeSteps(OperationSketch &sketch) {
  const int longest = longestLoop(
      sketch, [&](size_t loop) { return !sketch.isParallel(loop); });
  if (longest == noLoop || !sketch.random.chance(0.9))
    return;
  Sizes sizes(sketch.loops().size(), 0);
  for (size_t i = 0; i < sizes.size(); ++i)
    if (!sketch.isParallel(i))
      sizes[i] = int(i) == longest ? drawSize(sketch, 4, 64, longest)
                                   : sketch.smallestSize(1, i);
  if (!sketch.take(ActionKind::Tile, sizes))
    return;
  for (size_t i = 0; i < sketch.operation().inputs.size(); ++i)
    if (sketch.random.chance(0.85))
      sketch.take(ActionKind::Promote, {int64_t(i)});
}

/// Tiles of warps, which tensor cores multiply: 16 rows and all columns are
/// those of four warps together.
bool takeWarps(OperationSketch &sketch) {
  const BlockLoops loops(sketch);
  if (!sketch.space.allows(ActionKind::GpuWarps) || loops.lane == noLoop ||
      loops.row == noLoop)
    return false;
  Sizes sizes(sketch.loops().size(), 0);
  if (sketch.random.chance(0.5)) {
    sizes[size_t(loops.row)] = 16;
  } else {
    sizes[size_t(loops.row)] = drawSize(sketch, 16, 128, loops.row);
    sizes[size_t(loops.lane)] = drawSize(sketch, 16, 128, loops.lane);
  }
  return sketch.take(ActionKind::GpuWarps, sizes);
}

void takeThreads(OperationSketch &sketch) {
  const BlockLoops loops(sketch);
  auto draw = [&](int loop, int64_t most) {
    return loop == noLoop ? int64_t(0) : drawSize(sketch, 1, most, loop);
  };
  const bool isProduct = isReduction(sketch) && reuses(sketch);
  const int64_t row = isProduct ? draw(loops.row, 16) : draw(loops.row, 1);
  // Four elements are one access of a thread.
  int64_t lane = sketch.random.chance(0.7) && loops.lane != noLoop
                     ? drawSize(sketch, 4, isProduct ? 16 : 8, loops.lane)
                     : draw(loops.lane, 2);
  takeTiles(sketch, ActionKind::GpuThreads, /*fused=*/0.2,
            tilesOf(sketch, loops, lane, row));
}

/// Results in registers: a shorter step where the whole is too large.
void takeRegisters(OperationSketch &sketch) {
  if (!sketch.underWay() || !sketch.nest().isInThread)
    return;
  if (!sketch.canVectorize() || sketch.random.chance(0.1)) {
    Sizes sizes(sketch.loops().size(), 0);
    for (size_t i = 0; i < sizes.size(); ++i)
      if (!sketch.isParallel(i))
        sizes[i] = sketch.smallestSize(sketch.random.chance(0.5) ? 1 : 4, i);
    sketch.take(ActionKind::Tile, sizes);
  }
  if (sketch.canVectorize())
    sketch.take(ActionKind::Vectorize);
}

/// One partial result per thread.
bool takePartialResults(OperationSketch &sketch) {
  const int longest = longestLoop(
      sketch, [&](size_t loop) { return !sketch.isParallel(loop); });
  if (longest == noLoop || !sketch.random.chance(0.8))
    return false;
  Sizes sizes(sketch.loops().size(), 0);
  sizes[size_t(longest)] = drawSize(sketch, 32, 1024, longest);
  return sketch.take(ActionKind::TileReduction, sizes);
}
} // namespace

/// The whole operation, if the target has blocks. What a block reads again is
/// copied to its shared memory, and each thread keeps a few results in
/// registers; a sum, which reads nothing again, is divided among threads.
void mlirgym::sketchBlocks(OperationSketch &sketch) {
  if (!sketch.underWay() || !sketch.space.limits().hasBlocks)
    return;
  if (sketch.nest().tileLoops.empty() && sketch.random.chance(0.97))
    takeBlocks(sketch);
  if (sketch.underWay() && sketch.nest().isParallel &&
      !sketch.nest().isInThread) {
    const bool isSum = isReduction(sketch) && !reuses(sketch);
    if (!isSum || !takePartialResults(sketch)) {
      if (isReduction(sketch) && !isSum)
        takeSteps(sketch);
      if (sketch.random.chance(0.9) && takeWarps(sketch))
        return sketch.end();
      if (sketch.underWay())
        takeThreads(sketch);
    }
  }
  takeRegisters(sketch);
  sketch.end();
}
