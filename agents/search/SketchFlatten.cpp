#include "actions/Action.h"
#include "agents/search/OperationSketch.h"

using namespace mlirgym;

/// One loop in place of several, mostly if rows are not whole vectors. Rarely
/// if producers could be fused instead.
void mlirgym::sketchFlatten(OperationSketch &sketch) {
  if (!sketch.underWay() ||
      !sketch.state.legalParameters(ActionKind::Flatten).isLegal)
    return;
  if (sketch.random.chance(sketch.hasProducer() ? 0.1 : 0.4))
    sketch.take(ActionKind::Flatten);
}
