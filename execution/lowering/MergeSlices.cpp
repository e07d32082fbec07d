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

/// True if `size` is what `tensor` measures along `dim`, as far as the op that
/// made it tells.
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

/// True if nothing of the destination remains.
bool coversDestination(tensor::InsertSliceOp insert) {
  if (!insert.hasZeroOffset() || !insert.hasUnitStride())
    return false;
  for (auto [dim, size] : llvm::enumerate(insert.getMixedSizes()))
    if (!isSizeOf(size, insert.getDest(), static_cast<int64_t>(dim)))
      return false;
  return true;
}

/// What is inserted into the whole of a tile, which is then inserted, is
/// inserted at once. Without this the tile is a second buffer, filled and
/// copied back: analyses of bounds do not see through the sizes of a remainder.
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
