//===- execution/lowering/FreshDestinations.cpp ---------------------------===//
#include "execution/lowering/Passes.h"
#include "execution/lowering/Slices.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace mlirgym::lowering {
#define GEN_PASS_DEF_FRESHDESTINATIONS
#include "execution/lowering/Passes.h.inc"

namespace {

Value rootOf(tensor::ExtractSliceOp slice) {
  Value root = slice.getSource();
  while (auto outer = root.getDefiningOp<tensor::ExtractSliceOp>())
    root = outer.getSource();
  return root;
}

/// True unless the tensor is carried by a loop or created inside `loop`.
bool comesFromOutside(Value root, Operation *loop) {
  if (auto arg = dyn_cast<BlockArgument>(root))
    if (isa<LoopLikeOpInterface>(arg.getOwner()->getParentOp()))
      return false;
  return !loop->isAncestor(root.getParentRegion()->getParentOp());
}

bool isNeverRead(Value tensor);

/// Loops around structured ops come from tiling alone, which covers the whole
/// destination: a loop overwrites every element of the tensor that it inserts
/// into.
bool isOnlyWritten(OpOperand &use) {
  Operation *user = use.getOwner();
  unsigned index = use.getOperandNumber();
  if (auto slice = dyn_cast<tensor::ExtractSliceOp>(user))
    return isNeverRead(slice.getResult());
  if (isa<tensor::InsertSliceOp, tensor::ParallelInsertSliceOp>(user))
    return index == 1;
  if (isa<tensor::DimOp>(user))
    return true;
  if (auto op = dyn_cast<linalg::LinalgOp>(user))
    return op.isDpsInit(&use) && !op.payloadUsesValueFromOperand(&use);
  if (auto loop = dyn_cast<scf::ForOp>(user)) {
    BlockArgument arg = loop.getTiedLoopRegionIterArg(&use);
    return arg && isNeverRead(arg);
  }
  if (auto loop = dyn_cast<scf::ForallOp>(user)) {
    auto outputs = loop.getOutputsMutable();
    return !outputs.empty() && index >= outputs.begin()->getOperandNumber() &&
           isNeverRead(loop.getTiedBlockArgument(&use));
  }
  return false;
}

bool isNeverRead(Value tensor) {
  return llvm::all_of(tensor.getUses(), isOnlyWritten);
}

struct FreshDestinations final
    : impl::FreshDestinationsBase<FreshDestinations> {
  void runOnOperation() override;
};
} // namespace

void FreshDestinations::runOnOperation() {
  func::FuncOp func = getOperation();
  SmallVector<tensor::ExtractSliceOp> slices;
  func.walk([&](tensor::ExtractSliceOp slice) {
    auto loop = slice->getParentOfType<LoopLikeOpInterface>();
    if (loop && comesFromOutside(rootOf(slice), loop) && isNeverRead(slice))
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
