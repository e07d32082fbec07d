//===- execution/lowering/Cleanup.cpp -------------------------------------===//
#include "execution/lowering/Cleanup.h"

#include "mlir/Dialect/MemRef/Transforms/Transforms.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/CSE.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

using namespace mlir;

namespace mlirgym::lowering {
namespace {

FrozenRewritePatternSet canonicalPatterns(MLIRContext &context) {
  RewritePatternSet patterns(&context);
  for (Dialect *dialect : context.getLoadedDialects())
    dialect->getCanonicalizationPatterns(patterns);
  for (RegisteredOperationName op : context.getRegisteredOperations())
    op.getCanonicalizationPatterns(patterns, &context);
  memref::populateResolveRankedShapedTypeResultDimsPatterns(patterns);
  return patterns;
}
} // namespace

Cleanup::Cleanup(MLIRContext &context) : patterns(canonicalPatterns(context)) {}

void Cleanup::run(Operation *op) const {
  // As the canonicalizer pass: no convergence is no failure.
  (void)applyPatternsGreedily(
      op, patterns,
      GreedyRewriteConfig()
          .setUseTopDownTraversal()
          .setRegionSimplificationLevel(GreedySimplifyRegionLevel::Normal));
  IRRewriter rewriter(op->getContext());
  DominanceInfo dominance;
  eliminateCommonSubExpressions(rewriter, dominance, op);
}

void applyAll(Operation *op, const FrozenRewritePatternSet &patterns) {
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
