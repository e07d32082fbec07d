#include "actions/Action.h"
#include "agents/search/OperationSketch.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"

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
  if (!sketch.underWay() || !sketch.operation().hasCombiner ||
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
