#include "lowering/module/Rewrite.h"

#include "mlir/Rewrite/FrozenRewritePatternSet.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "llvm/ADT/STLFunctionalExtras.h"

using namespace mlir;

namespace mlirgym::lowering {

void applyAll(Operation *op, const FrozenRewritePatternSet &patterns) {
  // As in the canonicalizer pass, missing convergence is not a failure.
  (void)applyPatternsGreedily(op, patterns);
}

bool contains(Operation *root, llvm::function_ref<bool(Operation *)> isWanted) {
  return root
      ->walk([&](Operation *op) {
        return isWanted(op) ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}
} // namespace mlirgym::lowering
