#include "agents/search/sketch/SketchSampler.h"
#include "actions/Schedule.h"
#include "actions/ScheduleState.h"
#include "agents/search/sketch/OperationSketch.h"
#include "program/Program.h"
#include "program/RandomStream.h"
#include <algorithm>

using namespace mlirgym;

static int64_t iterations(const Operation &operation) {
  return llvm::product_of(operation.tripCounts);
}

/// True if another operation of the program has more iterations: then this one
/// may be best left unchanged.
static bool isCheap(const ScheduleState &state) {
  int64_t heaviest = 0;
  for (const Operation &other : state.program().operations())
    heaviest = std::max(heaviest, iterations(other));
  return iterations(state.operation()) < heaviest;
}

void SketchSampler::sampleOperation(ScheduleState &state,
                                    RandomStream &random) const {
  OperationSketch sketch(*space, state, random);
  // Scalar loops of a short operation cost as much as vectors of a long one.
  if (isCheap(state) && random.chance(sketch.machine ? 0.08 : 0.25))
    return sketch.end();
#define MLIRGYM_SKETCH_RULE(Function, Summary) Function(sketch);
#include "agents/search/sketch/SketchRules.def"
#include "llvm/ADT/STLExtras.h"
  sketch.end();
}

Schedule SketchSampler::sample(RandomStream &random) const {
  ScheduleState state = space->start();
  while (!state.finished())
    sampleOperation(state, random);
  return state.schedule().canonical();
}
