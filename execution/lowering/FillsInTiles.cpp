//===- execution/lowering/FillsInTiles.cpp --------------------------------===//
#include "execution/lowering/Passes.h"

#include "mlir/Analysis/Presburger/IntegerRelation.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/ValueBoundsOpInterface.h"
#include "llvm/ADT/STLExtras.h"
#include <optional>

using namespace mlir;

namespace mlirgym::lowering {
#define GEN_PASS_DEF_FILLSINTILES
#include "execution/lowering/Passes.h.inc"

namespace {

/// An induction variable and its step.
using Iteration = std::pair<Value, OpFoldResult>;

/// The only use but those that ask for the size; null if there are several.
OpOperand *onlyUse(Value tensor) {
  OpOperand *only = nullptr;
  for (OpOperand &use : tensor.getUses()) {
    if (isa<tensor::DimOp>(use.getOwner()))
      continue;
    if (only)
      return nullptr;
    only = &use;
  }
  return only;
}

bool isSameSlice(OffsetSizeAndStrideOpInterface a,
                 OffsetSizeAndStrideOpInterface b) {
  return a.isSameAs(b, [](OpFoldResult x, OpFoldResult y) {
    return isEqualConstantIntOrValue(x, y);
  });
}

/// True if `slice` has other elements in each iteration: a dimension of its
/// own begins at each induction variable and ends within the step.
bool differsInEach(ArrayRef<Iteration> iterations,
                   tensor::ExtractSliceOp slice) {
  if (!slice.hasUnitStride())
    return false;
  SmallVector<OpFoldResult> offsets = slice.getMixedOffsets();
  SmallVector<OpFoldResult> sizes = slice.getMixedSizes();
  return llvm::all_of(iterations, [&](const Iteration &iteration) {
    auto [variable, stepValue] = iteration;
    std::optional<int64_t> step = getConstantIntValue(stepValue);
    const auto *offset = llvm::find(offsets, OpFoldResult(variable));
    if (!step || offset == offsets.end())
      return false;
    FailureOr<int64_t> size = ValueBoundsConstraintSet::computeConstantBound(
        presburger::BoundType::UB, sizes[size_t(offset - offsets.begin())],
        /*stopCondition=*/nullptr, /*closedUB=*/true);
    return succeeded(size) && *size <= *step;
  });
}

/// What the loops around a tile do to the tensor that they carry.
class Descent {
public:
  /// The tile that each iteration reads and then overwrites, if `init` begins
  /// a nest of loops in which no two iterations have a common element.
  tensor::ExtractSliceOp tileBelow(OpOperand &init) {
    iterations.clear();
    OpOperand *use = &init;
    while (auto loop = dyn_cast<scf::ForOp>(use->getOwner())) {
      BlockArgument carried = loop.getTiedLoopRegionIterArg(use);
      if (!carried)
        return {};
      iterations.emplace_back(loop.getInductionVar(),
                              getAsOpFoldResult(loop.getStep()));
      Value yielded = loop.getTiedLoopYieldedValue(carried)->get();
      if (auto insert = yielded.getDefiningOp<tensor::InsertSliceOp>())
        return insert.getDest() == carried ? tileOf(carried, insert)
                                           : tensor::ExtractSliceOp();
      use = onlyUse(carried);
      auto inner = use ? dyn_cast<scf::ForOp>(use->getOwner()) : scf::ForOp();
      if (!inner || !inner.getTiedLoopRegionIterArg(use) ||
          inner.getTiedLoopResult(use) != yielded)
        return {};
    }
    auto loop = dyn_cast<scf::ForallOp>(use->getOwner());
    return loop && iterations.empty() ? tileOfParallel(loop, *use)
                                      : tensor::ExtractSliceOp();
  }

private:
  tensor::ExtractSliceOp tileOfParallel(scf::ForallOp loop, OpOperand &init) {
    if (init.getOperandNumber() <
        loop.getOutputsMutable().begin()->getOperandNumber())
      return {};
    BlockArgument carried = loop.getTiedBlockArgument(&init);
    for (auto [variable, step] :
         llvm::zip_equal(loop.getInductionVars(), loop.getMixedStep()))
      iterations.emplace_back(variable, step);
    for (Operation *user : carried.getUsers())
      if (auto insert = dyn_cast<tensor::ParallelInsertSliceOp>(user))
        return tileOf(carried, insert);
    return {};
  }

  /// `carried` may have no uses but these two.
  template <typename Insert>
  tensor::ExtractSliceOp tileOf(BlockArgument carried, Insert insert) {
    tensor::ExtractSliceOp tile;
    for (OpOperand &use : carried.getUses()) {
      if (use.getOwner() == insert || isa<tensor::DimOp>(use.getOwner()))
        continue;
      if (tile)
        return {};
      tile = dyn_cast<tensor::ExtractSliceOp>(use.getOwner());
      if (!tile)
        return {};
    }
    const bool isOne =
        tile &&
        isSameSlice(
            cast<OffsetSizeAndStrideOpInterface>(tile.getOperation()),
            cast<OffsetSizeAndStrideOpInterface>(insert.getOperation())) &&
        differsInEach(iterations, tile);
    return isOne ? tile : tensor::ExtractSliceOp();
  }

  SmallVector<Iteration> iterations;
};

/// The innermost tile that is overwritten once in all; null if the tensor is
/// not tiled so.
tensor::ExtractSliceOp innermostTile(Value tensor) {
  tensor::ExtractSliceOp innermost;
  Descent descent;
  while (OpOperand *use = onlyUse(tensor)) {
    tensor::ExtractSliceOp tile = descent.tileBelow(*use);
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
