#include "lowering/module/Canonical.h"

#include "mlir/Dialect/MemRef/Transforms/Transforms.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/CSE.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

using namespace mlir;

namespace mlirgym::lowering {

FrozenRewritePatternSet canonicalPatterns(MLIRContext &context) {
  RewritePatternSet patterns(&context);
  for (Dialect *dialect : context.getLoadedDialects())
    dialect->getCanonicalizationPatterns(patterns);
  for (RegisteredOperationName op : context.getRegisteredOperations())
    op.getCanonicalizationPatterns(patterns, &context);
  memref::populateResolveRankedShapedTypeResultDimsPatterns(patterns);
  return patterns;
}

void cleanUp(Operation *op, const FrozenRewritePatternSet &patterns) {
  (void)applyPatternsGreedily(
      op, patterns,
      GreedyRewriteConfig()
          .setUseTopDownTraversal()
          .setRegionSimplificationLevel(GreedySimplifyRegionLevel::Normal));
  IRRewriter rewriter(op->getContext());
  DominanceInfo dominance;
  eliminateCommonSubExpressions(rewriter, dominance, op);
}

} // namespace mlirgym::lowering
