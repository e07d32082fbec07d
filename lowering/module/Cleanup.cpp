//===- lowering/module/Cleanup.cpp ----------------------------------------===//
#include "lowering/module/Passes.h"

#include "mlir/Dialect/MemRef/Transforms/Transforms.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Pass/AnalysisManager.h"
#include "mlir/Rewrite/FrozenRewritePatternSet.h"
#include "mlir/Transforms/CSE.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "llvm/ADT/Hashing.h"
#include <optional>

using namespace mlir;

namespace mlirgym::lowering {
#define GEN_PASS_DEF_CLEANUP
#include "lowering/module/Passes.h.inc"

namespace {

/// Hash of all in an operation that a pass may change, by address.
llvm::hash_code hashOf(Operation *root) {
  llvm::hash_code hash(0);
  auto add = [&](const auto &...values) {
    hash = llvm::hash_combine(hash, values...);
  };
  root->walk<WalkOrder::PreOrder>([&](Operation *op) {
    add(op, op->getBlock(), op->getName().getAsOpaquePointer(),
        op->getRawDictionaryAttrs().getAsOpaquePointer(), op->hashProperties());
    for (OpOperand &operand : op->getOpOperands())
      add(operand.get().getAsOpaquePointer());
    for (Block *successor : op->getSuccessors())
      add(successor);
    for (Type type : op->getResultTypes())
      add(type.getAsOpaquePointer());
    for (Region &region : op->getRegions())
      for (Block &block : region)
        for (BlockArgument argument : block.getArguments())
          add(argument.getAsOpaquePointer(),
              argument.getType().getAsOpaquePointer());
  });
  return hash;
}

/// The hash of an operation after it was cleaned. Passes between do not
/// invalidate it, since they do not say whether they changed anything.
struct Cleaned {
  explicit Cleaned(Operation *) {}
  bool isInvalidated(const AnalysisManager::PreservedAnalyses &) {
    return false;
  }
  std::optional<llvm::hash_code> hash;
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
    if (cleaned.hash == hashOf(op))
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
    cleaned.hash = hashOf(op);
  }

private:
  FrozenRewritePatternSet patterns;
};
} // namespace
} // namespace mlirgym::lowering
