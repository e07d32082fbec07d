//===- lowering/vector/FoldSubsets.cpp ------------------------------------===//
#include "lowering/module/Rewrite.h"
#include "lowering/vector/Passes.h"

#include "mlir/Dialect/Tensor/Transforms/Transforms.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace mlirgym::lowering {
#define GEN_PASS_DEF_FOLDSUBSETS
#include "lowering/vector/Passes.h.inc"

namespace {

/// Folds a read directly after a write with the same mask. Masked-off lanes may
/// have any value, since the read pads with poison.
struct ReadOfMaskedWrite : OpRewritePattern<vector::TransferReadOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(vector::TransferReadOp read,
                                PatternRewriter &rewriter) const override {
    auto write = read.getBase().getDefiningOp<vector::TransferWriteOp>();
    if (!write || !read.getMask() || read.getMask() != write.getMask() ||
        read.hasOutOfBoundsDim() || write.hasOutOfBoundsDim() ||
        read.getVectorType() != write.getVectorType() ||
        read.getPermutationMap() != write.getPermutationMap() ||
        !llvm::equal(read.getIndices(), write.getIndices()) ||
        !read.getPadding().getDefiningOp<ub::PoisonOp>())
      return failure();
    rewriter.replaceOp(read, write.getVector());
    return success();
  }
};

struct FoldSubsets final : PatternPass<impl::FoldSubsetsBase<FoldSubsets>> {
  void addPatterns(RewritePatternSet &set) const override {
    tensor::populateFoldTensorSubsetIntoVectorTransferPatterns(set);
    set.add<ReadOfMaskedWrite>(set.getContext());
  }
};
} // namespace
} // namespace mlirgym::lowering
