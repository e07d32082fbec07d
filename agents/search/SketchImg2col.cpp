#include "actions/Action.h"
#include "agents/search/OperationSketch.h"
#include "program/Program.h"
#include "llvm/ADT/STLExtras.h"
#include <cstdint>

using namespace mlirgym;

/// True if windows are single elements: then nothing is gathered, and the
/// matrix is the image itself.
static bool hasSingleElements(const Operation &operation) {
  return !llvm::any_of(operation.inputs, [&](const Operand &input) {
    return llvm::any_of(input.map, [&](const AffineTerm &term) {
      int64_t loops = 0;
      for (auto [i, trips] : llvm::enumerate(operation.tripCounts))
        loops += term.linear && trips > 1 && term.coefficients[i] != 0;
      return loops > 1;
    });
  });
}

/// A product over gathered windows in place of a convolution. Rarely: gathering
/// costs more than most convolutions gain.
void mlirgym::sketchImg2col(OperationSketch &sketch) {
  if (sketch.underWay() && sketch.space.allows(ActionKind::Img2col) &&
      sketch.state.legalParameters(ActionKind::Img2col).isLegal &&
      sketch.random.chance(
          sketch.machine && hasSingleElements(sketch.operation()) ? 0.5 : 0.1))
    sketch.take(ActionKind::Img2col);
}
