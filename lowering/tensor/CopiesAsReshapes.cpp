//===- lowering/tensor/CopiesAsReshapes.cpp -------------------------------===//
#include "lowering/tensor/IndexedCopies.h"
#include "lowering/tensor/Passes.h"

#include "mlir/Dialect/Affine/Analysis/Utils.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/ReshapeOpsUtils.h"
#include "mlir/IR/AffineExpr.h"
#include "mlir/IR/AffineMap.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/STLExtras.h"
#include <optional>

using namespace mlir;

namespace mlirgym::lowering {
#define GEN_PASS_DEF_COPIESASRESHAPES
#include "lowering/tensor/Passes.h.inc"

namespace {

/// Row-major position in a tensor of `shape` of the element that the loops
/// index.
AffineExpr positionOf(AffineMap map, ArrayRef<int64_t> shape,
                      ArrayRef<int64_t> tripCounts) {
  AffineExpr position = getAffineConstantExpr(0, map.getContext());
  for (auto [index, size] : llvm::zip_equal(map.getResults(), shape))
    position = position * size + simplifyIn(index, tripCounts);
  return simplifyAffineExpr(position, map.getNumDims(), map.getNumSymbols());
}

/// The input in the shape of the result, if the copy changes only the shape.
Value reshapedInput(IRRewriter &rewriter, linalg::GenericOp op) {
  Value input = op.getDpsInputs().front();
  auto from = dyn_cast<RankedTensorType>(input.getType());
  auto to = cast<RankedTensorType>(op.getResult(0).getType());
  if (!from || from.getRank() == to.getRank() || !from.hasStaticShape() ||
      !to.hasStaticShape() || from.getNumElements() != to.getNumElements())
    return {};
  SmallVector<int64_t> tripCounts = op.getStaticLoopRanges();
  auto [read, written] =
      std::pair(op.getIndexingMapsArray()[0], op.getIndexingMapsArray()[1]);
  if (!written.isPermutation() ||
      positionOf(read, from.getShape(), tripCounts) !=
          positionOf(written, to.getShape(), tripCounts))
    return {};
  std::optional<SmallVector<ReassociationIndices>> groups =
      getReassociationIndicesForReshape(from, to);
  if (!groups)
    return {};
  rewriter.setInsertionPoint(op);
  if (from.getRank() > to.getRank())
    return tensor::CollapseShapeOp::create(rewriter, op.getLoc(), to, input,
                                           *groups);
  return tensor::ExpandShapeOp::create(rewriter, op.getLoc(), to, input,
                                       *groups);
}

struct CopiesAsReshapes final : impl::CopiesAsReshapesBase<CopiesAsReshapes> {
  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    for (linalg::GenericOp copy : copiesIn(getOperation()))
      if (Value reshaped = reshapedInput(rewriter, copy)) {
        rewriter.replaceOp(copy, reshaped);
        ++numReshaped;
      }
  }
};
} // namespace
} // namespace mlirgym::lowering
