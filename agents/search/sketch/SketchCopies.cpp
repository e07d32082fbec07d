#include "actions/Action.h"
#include "agents/search/sketch/OperationSketch.h"
#include "program/Program.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlirgym;

/// Promotes an input that the output's lanes read with a stride: the copy is
/// transposed. (Illegal, and so not taken, if the input is not sliced.)
void mlirgym::sketchStrided(OperationSketch &sketch) {
  if (!sketch.takesTiles() || sketch.operation().inits.empty())
    return;
  const int lane = sketch.contiguousLoop(sketch.operation().inits[0]);
  if (lane == noLoop || !sketch.isParallel(lane))
    return;
  // Partial results along the input are the alternative for a row's sum.
  const double share =
      !sketch.machine ? 0.5 : (sketch.reducesOneInput() ? 0.1 : 0.85);
  for (auto [i, input] : llvm::enumerate(sketch.operation().inputs))
    if (sketch.underWay() && sketch.contiguousLoop(input) != lane &&
        dependsOn(input, sketch.loops()[lane].source) &&
        sketch.random.chance(share))
      sketch.take(ActionKind::Promote, {static_cast<int64_t>(i)});
}

/// Pays off if the result does not fit into the caches. Occasionally for
/// smaller results, since caches differ.
void mlirgym::sketchStream(OperationSketch &sketch) {
  constexpr int64_t largeBytes = int64_t(4) << 20;
  int64_t bytes = sketch.elementBytes();
  for (auto [trips, iterator] : llvm::zip_equal(
           sketch.operation().tripCounts, sketch.operation().iteratorTypes))
    if (iterator == IteratorType::Parallel)
      bytes *= trips;
  if (sketch.random.chance(bytes >= largeBytes ? 0.5 : 0.05))
    sketch.take(ActionKind::Stream);
}
