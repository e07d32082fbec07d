#include "actions/Action.h"
#include "agents/search/OperationSketch.h"
#include "program/Program.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlirgym;

/// One loop in place of several, mostly if rows are not whole vectors. Rarely
/// if producers could be fused instead.
void mlirgym::sketchFlatten(OperationSketch &sketch) {
  if (!sketch.underWay() ||
      !sketch.state.legalParameters(ActionKind::Flatten).isLegal)
    return;
  const bool hasProducer =
      llvm::any_of(sketch.operation().inputs, [](const Operand &input) {
        return input.source == Operand::Source::Operation;
      });
  if (sketch.random.chance(hasProducer ? 0.1 : 0.4))
    sketch.take(ActionKind::Flatten);
}
