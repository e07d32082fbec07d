//===- execution/lowering/MaskedReads.cpp ---------------------------------===//
#include "execution/lowering/Steps.h"

#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;

namespace mlirgym::lowering {
namespace {

/// What was just written under the same mask. Lanes without it may hold
/// anything: they are read as poison.
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
} // namespace

void populateMaskedReadPatterns(RewritePatternSet &patterns) {
  patterns.add<ReadOfMaskedWrite>(patterns.getContext());
}
} // namespace mlirgym::lowering
