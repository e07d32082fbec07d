//===- lowering/vector/MergeSlices.cpp ------------------------------------===//
#include "lowering/module/Rewrite.h"
#include "lowering/tensor/Slices.h"
#include "lowering/vector/Passes.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tensor/Transforms/Transforms.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;

namespace mlirgym::lowering {
#define GEN_PASS_DEF_MERGESLICES
#include "lowering/vector/Passes.h.inc"

namespace {

/// If a value is inserted into a whole tile, which is then inserted itself,
/// inserts the value directly. Otherwise the tile would be a second buffer that
/// is filled and copied back, since bounds analyses cannot handle the sizes of
/// a remainder.
template <typename Insert>
struct SkipWholeInsert final : OpRewritePattern<Insert> {
  using OpRewritePattern<Insert>::OpRewritePattern;

  LogicalResult matchAndRewrite(Insert outer,
                                PatternRewriter &rewriter) const override {
    auto inner =
        outer.getSource().template getDefiningOp<tensor::InsertSliceOp>();
    if (!inner || !coversDestination(inner))
      return failure();
    RankedTensorType whole = tensor::ExtractSliceOp::inferResultType(
        outer.getDestType(), outer.getMixedSizes());
    if (isRankReducedType(whole, inner.getSourceType()) !=
        SliceVerificationResult::Success)
      return failure();
    rewriter.replaceOpWithNewOp<Insert>(
        outer, inner.getSource(), outer.getDest(), outer.getMixedOffsets(),
        outer.getMixedSizes(), outer.getMixedStrides());
    return success();
  }
};

struct MergeSlices final : PatternPass<impl::MergeSlicesBase<MergeSlices>> {
  void addPatterns(RewritePatternSet &set) const override {
    tensor::populateMergeConsecutiveInsertExtractSlicePatterns(set);
    tensor::populateDropRedundantInsertSliceRankExpansionPatterns(set);
    set.add<SkipWholeInsert<tensor::InsertSliceOp>,
            SkipWholeInsert<tensor::ParallelInsertSliceOp>>(set.getContext());
  }
};
} // namespace
} // namespace mlirgym::lowering
