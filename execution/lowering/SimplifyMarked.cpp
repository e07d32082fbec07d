//===- execution/lowering/SimplifyMarked.cpp ------------------------------===//
#include "execution/lowering/IterationSpace.h"
#include "execution/lowering/Steps.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace mlirgym::lowering {
namespace {

FailureOr<linalg::GenericOp> generalize(IRRewriter &rewriter,
                                        linalg::LinalgOp op) {
  if (auto generic = dyn_cast<linalg::GenericOp>(op.getOperation()))
    return generic;
  rewriter.setInsertionPoint(op);
  return linalg::generalizeNamedOp(rewriter, op);
}

/// Loops in the order of the result's dimensions, reductions after them: the
/// order of vectors' dimensions, and the last of those becomes lanes. All are
/// unrolled, so that nothing else depends on it.
FailureOr<linalg::GenericOp> orderLoops(IRRewriter &rewriter,
                                        linalg::GenericOp op) {
  llvm::SmallSetVector<unsigned, 8> order;
  AffineMap results = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  for (AffineExpr expr : results.getResults())
    if (auto dim = dyn_cast<AffineDimExpr>(expr))
      order.insert(dim.getPosition());
  order.insert_range(llvm::seq(op.getNumLoops()));
  if (llvm::is_sorted(order))
    return op;
  rewriter.setInsertionPoint(op);
  return linalg::interchangeGenericOp(rewriter, op, order.getArrayRef());
}

/// Slices rather than reshapes: they bufferise to views and let subset hoisting
/// look through.
void dropUnitLoops(IRRewriter &rewriter, linalg::GenericOp op) {
  linalg::ControlDropUnitDims control;
  control.rankReductionStrategy =
      linalg::ControlDropUnitDims::RankReductionStrategy::ExtractInsertSlice;
  rewriter.setInsertionPoint(op);
  FailureOr<linalg::DropUnitDimsResult> result =
      linalg::dropUnitDims(rewriter, op, control);
  if (failed(result))
    return;
  result->resultOp->setAttr(vectorizeMark, rewriter.getUnitAttr());
  rewriter.replaceOp(op, result->replacements);
}
} // namespace

void simplifyMarked(func::FuncOp func) {
  SmallVector<linalg::LinalgOp> targets;
  func.walk([&](linalg::LinalgOp op) {
    if (isVectorTarget(op))
      targets.push_back(op);
  });
  IRRewriter rewriter(func.getContext());
  for (linalg::LinalgOp op : targets) {
    FailureOr<linalg::GenericOp> generic = generalize(rewriter, op);
    if (succeeded(generic))
      generic = orderLoops(rewriter, *generic);
    if (failed(generic))
      continue;
    // Glue is marked from here on: a generic op no longer shows what it was.
    (*generic)->setAttr(vectorizeMark, rewriter.getUnitAttr());
    dropUnitLoops(rewriter, *generic);
  }
}
} // namespace mlirgym::lowering
