#include "actions/Action.h"
#include "agents/search/OperationSketch.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlirgym;

void mlirgym::sketchOrder(OperationSketch &sketch) {
  if (!sketch.underWay() || sketch.loops().size() < 2 ||
      !sketch.random.chance(0.08))
    return;
  Sizes permutation(sketch.loops().size());
  for (auto [i, loop] : llvm::enumerate(permutation))
    loop = static_cast<int64_t>(i);
  const size_t from = sketch.random.below(permutation.size());
  const size_t to = sketch.random.below(permutation.size());
  std::swap(permutation[from], permutation[to]);
  sketch.take(ActionKind::Interchange, permutation);
}
