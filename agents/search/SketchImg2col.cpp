#include "actions/Action.h"
#include "agents/search/OperationSketch.h"

using namespace mlirgym;

/// A product over gathered windows in place of a convolution. Rarely: gathering
/// costs more than most convolutions gain.
void mlirgym::sketchImg2col(OperationSketch &sketch) {
  if (sketch.underWay() && sketch.space.allows(ActionKind::Img2col) &&
      sketch.state.legalParameters(ActionKind::Img2col).isLegal &&
      sketch.random.chance(0.1))
    sketch.take(ActionKind::Img2col);
}
