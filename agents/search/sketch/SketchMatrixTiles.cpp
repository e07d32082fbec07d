#include "actions/Action.h"
#include "agents/search/sketch/OperationSketch.h"
#include "program/Program.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlirgym;

namespace {
/// Rows and columns of a tile of the unit, and bytes of a row of its factors.
constexpr int64_t tileLength = 16, tileBytes = 64;

/// One of the sizes that are multiples of a tile, or 0 for the whole loop, if
/// that is one and no longer than `most`.
int64_t multipleOfTile(OperationSketch &sketch, size_t loop, int64_t most) {
  Sizes choices = sketch.sizesIn(tileLength, most, loop);
  llvm::erase_if(choices, [](int64_t size) { return size % tileLength != 0; });
  const int64_t trips = sketch.loops()[loop].tripCount;
  if (choices.empty() || (trips <= most && trips % tileLength == 0))
    choices.push_back(0);
  return sketch.random.pick(llvm::ArrayRef<int64_t>(choices));
}

/// The innermost loop of which only `rows` depends, of more than one iteration.
int rowLoop(const OperationSketch &sketch, const Operand &rows,
            const Operand &columns) {
  int found = noLoop;
  for (auto [i, loop] : llvm::enumerate(sketch.loops()))
    if (sketch.isParallel(i) && loop.tripCount > 1 &&
        dependsOn(rows, loop.source) && !dependsOn(columns, loop.source))
      found = static_cast<int>(i);
  return found;
}

/// Takes the tile together with the producers, above all a fill, if it cuts no
/// reduction.
void takeTile(OperationSketch &sketch, const Sizes &sizes) {
  if (sketch.underWay() && !sketch.takeWhereLegal(ActionKind::TileFuse, sizes))
    sketch.take(ActionKind::Tile, sizes);
}
} // namespace

/// A panel of columns is promoted, which the lowering lays out for the unit,
/// perhaps in parts of the reduction; then tiles of up to two by two tiles of
/// the unit.
void mlirgym::sketchMatrixTiles(OperationSketch &sketch) {
  if (!sketch.underWay() || !sketch.isForMatrixUnit() ||
      sketch.operation().inputs.size() != 2 || !sketch.random.chance(0.7))
    return;
  const int lane = sketch.contiguousLoop(sketch.operation().inits[0]);
  if (lane == noLoop || !sketch.isParallel(lane) || sketch.isInWindow(lane) ||
      sketch.loops()[lane].tripCount < tileLength)
    return;
  const unsigned read =
      dependsOn(sketch.operation().inputs[1], sketch.loops()[lane].source);
  const Operand &columns = sketch.operation().inputs[read],
                &rows = sketch.operation().inputs[1 - read];
  const int row = rowLoop(sketch, rows, columns);
  int depth = noLoop;
  for (auto [i, loop] : llvm::enumerate(sketch.loops()))
    if (!sketch.isParallel(i) && loop.tripCount > 1)
      depth = static_cast<int>(i);
  if (row == noLoop || depth == noLoop)
    return;

  Sizes panel(sketch.loops().size(), 0), tile(panel), products(panel);
  for (auto [i, loop] : llvm::enumerate(sketch.loops())) {
    const auto number = static_cast<int>(i);
    if (loop.tripCount <= 1 || number == lane || number == row)
      continue;
    if (!sketch.isParallel(i))
      products[i] = sketch.smallestSize(1, i);
    else if (dependsOn(columns, loop.source))
      panel[i] = sketch.smallestSize(1, i);
    else
      tile[i] = sketch.smallestSize(1, i);
  }
  panel[lane] = multipleOfTile(sketch, lane, sketch.loops()[lane].tripCount);
  takeTile(sketch, panel);
  Sizes part(panel.size(), 0);
  if (Sizes fitting = sketch.sizesIn(
          4 * tileBytes, sketch.loops()[depth].tripCount / 2, depth);
      !fitting.empty() && sketch.random.chance(0.4)) {
    part[depth] = sketch.random.pick(llvm::ArrayRef<int64_t>(fitting));
    sketch.take(ActionKind::Tile, part);
  }
  if (!sketch.take(ActionKind::Promote, {static_cast<int64_t>(read)}))
    return;
  Sizes heights = sketch.sizesIn(tileLength / 2, 2 * tileLength, row);
  if (!heights.empty())
    tile[row] = sketch.random.chance(0.6)
                    ? heights.back()
                    : sketch.random.pick(llvm::ArrayRef<int64_t>(heights));
  tile[lane] = multipleOfTile(sketch, lane, 2 * tileLength);
  takeTile(sketch, tile);
  products[depth] = sketch.smallestSize(
      tileBytes / int64_t(sizeOfElement(rows.elementType)), depth);
  sketch.take(ActionKind::Tile, products);
  sketch.hasInnermostTile = true;
}
