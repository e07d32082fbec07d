//===- lowering/tensor/FreshDestinations.cpp ------------------------------===//
#include "lowering/module/Rewrite.h"
#include "lowering/tensor/LoopTiles.h"
#include "lowering/tensor/Passes.h"
#include "lowering/tensor/Slices.h"
#include "program/normalform/Normalize.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "llvm/ADT/STLExtras.h"
#include <optional>

using namespace mlir;

namespace mlirgym::lowering {
#define GEN_PASS_DEF_FRESHDESTINATIONS
#include "lowering/tensor/Passes.h.inc"

namespace {

Value rootOf(tensor::ExtractSliceOp slice) {
  Value root = slice.getSource();
  while (auto outer = root.getDefiningOp<tensor::ExtractSliceOp>())
    root = outer.getSource();
  return root;
}

/// True unless the tensor is carried by a loop or created inside `loop`.
bool comesFromOutside(Value root, mlir::Operation *loop) {
  if (auto arg = dyn_cast<BlockArgument>(root))
    if (isa<LoopLikeOpInterface>(arg.getOwner()->getParentOp()))
      return false;
  return !loop->isAncestor(root.getParentRegion()->getParentOp());
}

/// Finds tensors whose previous contents do not matter.
class Destinations {
public:
  explicit Destinations(func::FuncOp func)
      : areTiled(contains(func, [](mlir::Operation *op) {
          return op->hasAttr(tagAttribute);
        })) {}

  bool isNeverRead(Value tensor) const {
    return llvm::all_of(tensor.getUses(),
                        [this](OpOperand &use) { return isOnlyWritten(use); });
  }

private:
  bool isOnlyWritten(OpOperand &use) const;
  bool isOverwrittenByLoops(OpOperand &use) const;

  /// True if the loops surround operations of a schedule, so that they come
  /// only from tiling: the tiles that they insert cover the whole tensor.
  bool areTiled;
};

/// True if loops overwrite the whole tensor without reading it before.
bool Destinations::isOverwrittenByLoops(OpOperand &use) const {
  if (areTiled) {
    auto loop = cast<LoopLikeOpInterface>(use.getOwner());
    BlockArgument carried = loop.getTiedLoopRegionIterArg(&use);
    return carried && isNeverRead(carried);
  }
  std::optional<LoopTile> tile = tileBelow(use);
  return tile && llvm::all_of(tile->carried.getUses(), [&](OpOperand &each) {
           return &each == tile->destination || isOnlyWritten(each);
         });
}

bool Destinations::isOnlyWritten(OpOperand &use) const {
  mlir::Operation *user = use.getOwner();
  if (auto slice = dyn_cast<tensor::ExtractSliceOp>(user))
    return isNeverRead(slice.getResult());
  if (auto insert = dyn_cast<tensor::InsertSliceOp>(user))
    return &use == &insert.getDestMutable() &&
           (areTiled || coversDestination(insert));
  if (auto insert = dyn_cast<tensor::ParallelInsertSliceOp>(user))
    return &use == &insert.getDestMutable() && areTiled;
  if (isa<tensor::DimOp>(user))
    return true;
  if (auto op = dyn_cast<linalg::LinalgOp>(user))
    return op.isDpsInit(&use) && !op.payloadUsesValueFromOperand(&use) &&
           op.getMatchingIndexingMap(&use).isProjectedPermutation();
  return isa<scf::ForOp, scf::ForallOp>(user) && isOverwrittenByLoops(use);
}

struct FreshDestinations final
    : impl::FreshDestinationsBase<FreshDestinations> {
  void runOnOperation() override;
};
} // namespace

void FreshDestinations::runOnOperation() {
  func::FuncOp func = getOperation();
  const Destinations destinations(func);
  SmallVector<tensor::ExtractSliceOp> slices;
  func.walk([&](tensor::ExtractSliceOp slice) {
    auto loop = slice->getParentOfType<LoopLikeOpInterface>();
    if (loop && comesFromOutside(rootOf(slice), loop) &&
        destinations.isNeverRead(slice))
      slices.push_back(slice);
  });
  IRRewriter rewriter(func.getContext());
  for (tensor::ExtractSliceOp slice : slices) {
    rewriter.setInsertionPoint(slice);
    Value fresh =
        tensor::EmptyOp::create(rewriter, slice.getLoc(), keptSizes(slice),
                                slice.getType().getElementType());
    if (fresh.getType() != slice.getType())
      fresh = tensor::CastOp::create(rewriter, slice.getLoc(), slice.getType(),
                                     fresh);
    rewriter.replaceOp(slice, fresh);
    ++numFresh;
  }
}
} // namespace mlirgym::lowering
