//===- execution/lowering/Cleanup.cpp - Canonical form between passes -----===//
#include "execution/lowering/Passes.h"
#include "execution/lowering/Rewrite.h"

#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/MemRef/Transforms/Transforms.h"
#include "mlir/Dialect/SCF/Transforms/Patterns.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Dominance.h"
#include "mlir/Rewrite/FrozenRewritePatternSet.h"
#include "mlir/Transforms/CSE.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

using namespace mlir;

namespace mlirgym::lowering {
#define GEN_PASS_DEF_CLEANUP
#define GEN_PASS_DEF_KEEPCARRIEDSIZES
#define GEN_PASS_DEF_SIMPLIFYTILING
#include "execution/lowering/Passes.h.inc"

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

/// Requires: `op` is isolated from above.
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

struct Cleanup final : impl::CleanupBase<Cleanup> {
  LogicalResult initialize(MLIRContext *context) override {
    patterns = canonicalPatterns(*context);
    return success();
  }
  void runOnOperation() override { cleanUp(getOperation(), patterns); }

private:
  FrozenRewritePatternSet patterns;
};

struct SimplifyTiling final
    : PatternPass<impl::SimplifyTilingBase<SimplifyTiling>> {
  void addPatterns(RewritePatternSet &set) const override {
    linalg::populateLinalgTilingCanonicalizationPatterns(set);
  }
};

/// True if `op` queries the size of a tensor that a loop carries. The size is
/// the same in every iteration, but as long as each iteration queries it,
/// accumulators cannot be hoisted.
bool asksForCarriedSize(Operation *op) {
  auto dim = dyn_cast<tensor::DimOp>(op);
  return dim && isa<BlockArgument>(dim.getSource());
}

struct KeepCarriedSizes final : impl::KeepCarriedSizesBase<KeepCarriedSizes> {
  LogicalResult initialize(MLIRContext *context) override {
    RewritePatternSet set(context);
    scf::populateSCFForLoopCanonicalizationPatterns(set);
    patterns = std::move(set);
    canonical = canonicalPatterns(*context);
    return success();
  }
  void runOnOperation() override {
    if (!contains(getOperation(), asksForCarriedSize))
      return;
    applyAll(getOperation(), patterns);
    cleanUp(getOperation(), canonical);
  }

private:
  FrozenRewritePatternSet patterns, canonical;
};
} // namespace
} // namespace mlirgym::lowering
