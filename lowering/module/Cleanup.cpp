//===- lowering/module/Cleanup.cpp ----------------------------------------===//
#include "lowering/module/Passes.h"

#include "mlir/Dialect/MemRef/Transforms/Transforms.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/OperationSupport.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Pass/AnalysisManager.h"
#include "mlir/Rewrite/FrozenRewritePatternSet.h"
#include "mlir/Transforms/CSE.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include <optional>

using namespace mlir;

namespace mlirgym::lowering {
#define GEN_PASS_DEF_CLEANUP
#include "lowering/module/Passes.h.inc"

namespace {

/// The fingerprint of an operation after it was cleaned. Passes between do not
/// invalidate it, since they do not say whether they changed anything.
struct Cleaned {
  explicit Cleaned(Operation *) {}
  bool isInvalidated(const AnalysisManager::PreservedAnalyses &) {
    return false;
  }
  std::optional<OperationFingerPrint> fingerPrint;
};

struct Cleanup final : impl::CleanupBase<Cleanup> {
  using CleanupBase::CleanupBase;

  LogicalResult initialize(MLIRContext *context) override {
    RewritePatternSet set(context);
    for (Dialect *dialect : context->getLoadedDialects())
      dialect->getCanonicalizationPatterns(set);
    for (RegisteredOperationName op : context->getRegisteredOperations())
      op.getCanonicalizationPatterns(set, context);
    memref::populateResolveRankedShapedTypeResultDimsPatterns(set);
    patterns = std::move(set);
    return success();
  }

  void runOnOperation() override {
    Operation *op = getOperation();
    auto &cleaned = getAnalysis<Cleaned>();
    if (cleaned.fingerPrint == OperationFingerPrint(op))
      return markAllAnalysesPreserved();
    // As in the canonicalizer pass, missing convergence is not a failure.
    (void)applyPatternsGreedily(
        op, patterns,
        GreedyRewriteConfig()
            .setUseTopDownTraversal(true)
            .setRegionSimplificationLevel(GreedySimplifyRegionLevel::Normal));
    IRRewriter rewriter(op->getContext());
    DominanceInfo dominance(op);
    eliminateCommonSubExpressions(rewriter, dominance, op);
    cleaned.fingerPrint = OperationFingerPrint(op);
  }

private:
  FrozenRewritePatternSet patterns;
};
} // namespace
} // namespace mlirgym::lowering
