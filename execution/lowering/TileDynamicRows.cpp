//===- execution/lowering/TileDynamicRows.cpp -----------------------------===//
#include "execution/lowering/IterationSpace.h"
#include "execution/lowering/Steps.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"

using namespace mlir;

namespace mlirgym::lowering {
namespace {

void tileRows(IRRewriter &rewriter, linalg::LinalgOp op) {
  std::optional<IterationSpace> space = IterationSpace::of(op);
  if (!space)
    return;
  SmallVector<int64_t> sizes(space->tripCounts.size(), 0);
  for (unsigned loop : space->dynamicLoops)
    if (static_cast<int>(loop) != space->laneLoop)
      sizes[loop] = 1;
  if (llvm::all_of(sizes, [](int64_t size) { return size == 0; }))
    return;
  rewriter.setInsertionPoint(op);
  linalg::LinalgTilingOptions options;
  options.setTileSizes(sizes);
  FailureOr<linalg::TiledLinalgOp> tiled =
      linalg::tileLinalgOp(rewriter, op, options);
  if (failed(tiled))
    return;
  if (Attribute mark = op->getAttr(vectorizeMark))
    tiled->op->setAttr(vectorizeMark, mark);
  rewriter.replaceOp(op, tiled->tensorResults);
}
} // namespace

void tileDynamicRows(func::FuncOp func) {
  SmallVector<linalg::LinalgOp> targets;
  func.walk([&](linalg::LinalgOp op) {
    if (op.hasDynamicShape() && isVectorTarget(op))
      targets.push_back(op);
  });
  IRRewriter rewriter(func.getContext());
  for (linalg::LinalgOp op : targets)
    tileRows(rewriter, op);
}
} // namespace mlirgym::lowering
