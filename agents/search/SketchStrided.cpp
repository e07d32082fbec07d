#include "agents/search/OperationSketch.h"

using namespace mlirgym;

/// An input that the output's lanes step through with a stride: its copy is
/// transposed. (Not legal, so not taken, where nothing cut it.)
void mlirgym::sketchStrided(OperationSketch &sketch) {
  if (!sketch.underWay() || sketch.operation().inits.empty())
    return;
  const int lane = sketch.contiguousLoop(sketch.operation().inits[0]);
  if (lane == noLoop || !sketch.isParallel(lane))
    return;
  for (auto [i, input] : llvm::enumerate(sketch.operation().inputs))
    if (sketch.underWay() && sketch.contiguousLoop(input) != lane &&
        dependsOn(input, sketch.loops()[lane].source) &&
        sketch.random.chance(0.5))
      sketch.take(ActionKind::Promote, {static_cast<int64_t>(i)});
}
