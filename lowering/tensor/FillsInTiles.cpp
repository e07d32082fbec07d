//===- lowering/tensor/FillsInTiles.cpp -----------------------------------===//
#include "lowering/tensor/LoopTiles.h"
#include "lowering/tensor/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include <optional>

using namespace mlir;

namespace mlirgym::lowering {
#define GEN_PASS_DEF_FILLSINTILES
#include "lowering/tensor/Passes.h.inc"

namespace {

bool isSameSlice(OffsetSizeAndStrideOpInterface a,
                 OffsetSizeAndStrideOpInterface b) {
  return a.isSameAs(b, [](OpFoldResult x, OpFoldResult y) {
    return isEqualConstantIntOrValue(x, y);
  });
}

/// The tile that each iteration reads and then overwrites; null if the loops
/// use the tensor in another way.
tensor::ExtractSliceOp tileReadBelow(OpOperand &init) {
  std::optional<LoopTile> written = tileBelow(init);
  if (!written)
    return {};
  tensor::ExtractSliceOp tile;
  for (OpOperand &use : written->carried.getUses()) {
    if (&use == written->destination || isa<tensor::DimOp>(use.getOwner()))
      continue;
    if (tile)
      return {};
    tile = dyn_cast<tensor::ExtractSliceOp>(use.getOwner());
    if (!tile)
      return {};
  }
  if (!tile ||
      !isSameSlice(cast<OffsetSizeAndStrideOpInterface>(tile.getOperation()),
                   written->insert()))
    return {};
  return tile;
}

/// The innermost tile that is overwritten exactly once; null if the tensor is
/// not tiled in this way.
tensor::ExtractSliceOp innermostTile(Value tensor) {
  tensor::ExtractSliceOp innermost;
  while (OpOperand *use = onlyUse(tensor)) {
    tensor::ExtractSliceOp tile = tileReadBelow(*use);
    if (!tile)
      break;
    innermost = tile;
    tensor = tile.getResult();
  }
  return innermost;
}

void fillInTiles(IRRewriter &rewriter, linalg::FillOp fill) {
  auto reshape =
      dyn_cast<tensor::CollapseShapeOp>(*fill.getResult(0).getUsers().begin());
  tensor::ExtractSliceOp tile =
      reshape ? innermostTile(reshape.getResult()) : tensor::ExtractSliceOp();
  if (!tile)
    return;
  rewriter.setInsertionPointAfter(tile);
  auto filled = linalg::FillOp::create(rewriter, fill.getLoc(), fill.value(),
                                       tile.getResult());
  filled->setDiscardableAttrs(fill->getDiscardableAttrDictionary());
  rewriter.replaceAllUsesExcept(tile.getResult(), filled.getResult(0), filled);
  rewriter.replaceOp(fill, fill.output());
}

struct FillsInTiles final : impl::FillsInTilesBase<FillsInTiles> {
  void runOnOperation() override {
    SmallVector<linalg::FillOp> fills;
    getOperation().walk([&](linalg::FillOp fill) {
      if (fill.hasPureTensorSemantics() && fill->hasOneUse())
        fills.push_back(fill);
    });
    IRRewriter rewriter(&getContext());
    for (linalg::FillOp fill : fills)
      fillInTiles(rewriter, fill);
  }
};
} // namespace
} // namespace mlirgym::lowering
