#include "actions/Action.h"
#include "agents/search/OperationSketch.h"

using namespace mlirgym;

void mlirgym::sketchVectors(OperationSketch &sketch) {
  // Occasionally the loops are left to LLVM's vectoriser.
  if (sketch.underWay() && !sketch.random.chance(0.03))
    sketch.take(ActionKind::Vectorize);
}
