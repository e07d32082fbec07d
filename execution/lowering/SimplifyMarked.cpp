//===- execution/lowering/SimplifyMarked.cpp ------------------------------===//
#include "execution/lowering/IterationSpace.h"
#include "execution/lowering/Steps.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"

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
    if (failed(generic))
      continue;
    // Glue is marked from here on: a generic op no longer shows what it was.
    (*generic)->setAttr(vectorizeMark, rewriter.getUnitAttr());
    dropUnitLoops(rewriter, *generic);
  }
}
} // namespace mlirgym::lowering
