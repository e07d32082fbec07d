//===- lowering/vector/StridedOperands.cpp --------------------------------===//
#include "lowering/module/Marks.h"
#include "lowering/vector/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/STLExtras.h"
#include <optional>

using namespace mlir;

namespace mlirgym::lowering {
#define GEN_PASS_DEF_STRIDEDOPERANDS
#include "lowering/vector/Passes.h.inc"

namespace {

struct StridedDim {
  unsigned loop;
  int64_t stride;
};

/// `c * d` with a constant c > 1.
std::optional<StridedDim> matchStridedDim(AffineExpr expr) {
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary || binary.getKind() != AffineExprKind::Mul)
    return std::nullopt;
  auto dim = dyn_cast<AffineDimExpr>(binary.getLHS());
  auto factor = dyn_cast<AffineConstantExpr>(binary.getRHS());
  if (!dim || !factor || factor.getValue() <= 1)
    return std::nullopt;
  return StridedDim{dim.getPosition(), factor.getValue()};
}

/// Returns true if the operand is now read through a slice.
bool readThroughStridedSlice(RewriterBase &rewriter, linalg::GenericOp op,
                             OpOperand &operand) {
  auto type = dyn_cast<RankedTensorType>(operand.get().getType());
  if (!type)
    return false;
  AffineMap map = op.getMatchingIndexingMap(&operand);
  SmallVector<int64_t> tripCounts = op.getStaticLoopRanges();
  SmallVector<AffineExpr> exprs(map.getResults());
  SmallVector<OpFoldResult> offsets(type.getRank(), rewriter.getIndexAttr(0));
  SmallVector<OpFoldResult> strides(type.getRank(), rewriter.getIndexAttr(1));
  SmallVector<OpFoldResult> sizes =
      tensor::getMixedSizes(rewriter, op.getLoc(), operand.get());
  bool isStrided = false;
  for (auto [i, expr] : llvm::enumerate(map.getResults())) {
    std::optional<StridedDim> strided = matchStridedDim(expr);
    if (!strided)
      continue;
    int64_t tripCount = tripCounts[strided->loop];
    if (ShapedType::isDynamic(tripCount))
      return false;
    exprs[i] = rewriter.getAffineDimExpr(strided->loop);
    sizes[i] = rewriter.getIndexAttr(tripCount);
    strides[i] = rewriter.getIndexAttr(strided->stride);
    isStrided = true;
  }
  if (!isStrided)
    return false;
  Value slice = tensor::ExtractSliceOp::create(
      rewriter, op.getLoc(), operand.get(), offsets, sizes, strides);
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  maps[operand.getOperandNumber()] =
      AffineMap::get(map.getNumDims(), 0, exprs, op.getContext());
  operand.set(slice);
  op.setIndexingMapsAttr(rewriter.getAffineMapArrayAttr(maps));
  return true;
}

struct StridedOperands final : impl::StridedOperandsBase<StridedOperands> {
  void runOnOperation() override;
};
} // namespace

void StridedOperands::runOnOperation() {
  func::FuncOp func = getOperation();
  IRRewriter rewriter(func.getContext());
  func.walk([&](linalg::GenericOp op) {
    if (!op->hasAttr(vectorizeMark) || !op.hasPureTensorSemantics())
      return;
    rewriter.setInsertionPoint(op);
    for (OpOperand *operand : op.getDpsInputOperands())
      numSlices += readThroughStridedSlice(rewriter, op, *operand);
  });
}
} // namespace mlirgym::lowering
