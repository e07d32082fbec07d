//===- execution/lowering/MergeSlices.cpp ---------------------------------===//
#include "execution/lowering/Passes.h"
#include "execution/lowering/Rewrite.h"
#include "execution/lowering/Slices.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tensor/Transforms/Transforms.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace mlirgym::lowering {
#define GEN_PASS_DEF_MERGESLICES
#include "execution/lowering/Passes.h.inc"

namespace {

/// True if `size` is the size of `tensor` along `dim`, as far as this follows
/// from the op that defines the tensor.
bool isSizeOf(OpFoldResult size, Value tensor, int64_t dim) {
  auto type = cast<RankedTensorType>(tensor.getType());
  if (!type.isDynamicDim(dim))
    return isConstantIntValue(size, type.getDimSize(dim));
  if (auto slice = tensor.getDefiningOp<tensor::ExtractSliceOp>())
    if (isEqualConstantIntOrValue(size,
                                  keptSizes(slice)[static_cast<size_t>(dim)]))
      return true;
  auto value = dyn_cast<Value>(size);
  auto measured =
      value ? value.getDefiningOp<tensor::DimOp>() : tensor::DimOp();
  return measured && measured.getSource() == tensor &&
         measured.getConstantIndex() == dim;
}

/// True if the insertion overwrites the whole destination.
bool coversDestination(tensor::InsertSliceOp insert) {
  if (!insert.hasZeroOffset() || !insert.hasUnitStride())
    return false;
  for (auto [dim, size] : llvm::enumerate(insert.getMixedSizes()))
    if (!isSizeOf(size, insert.getDest(), static_cast<int64_t>(dim)))
      return false;
  return true;
}

/// A value that is inserted into the whole of a tile, which is then inserted
/// itself, is inserted at once. Otherwise the tile would be a second buffer
/// that is filled and copied back, since bounds analyses cannot handle the
/// sizes of a remainder.
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
