//===- lowering/tensor/PeelRemainders.cpp ---------------------------------===//
#include "lowering/module/Marks.h"
#include "lowering/module/Rewrite.h"
#include "lowering/tensor/Passes.h"
#include "lowering/tensor/ShortProducts.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Transforms/Patterns.h"
#include "mlir/Dialect/SCF/Transforms/Transforms.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/ADT/STLExtras.h"
#include <optional>

using namespace mlir;

namespace mlirgym::lowering {
#define GEN_PASS_DEF_PEELREMAINDERS
#include "lowering/tensor/Passes.h.inc"

namespace {

/// Upper bound of peeled copies; further loops keep their remainder. Loops are
/// peeled from the outside in, and in a remainder only the outermost remaining
/// loop, so that remainder rows and remainder lanes each keep whole tiles. A
/// nest of n loops that all leave remainders becomes 2 n copies, not 2^n.
constexpr int64_t maxCopies = 64;

bool leavesRemainder(scf::ForOp loop) {
  std::optional<int64_t> lower = getConstantIntValue(loop.getLowerBound());
  std::optional<int64_t> upper = getConstantIntValue(loop.getUpperBound());
  std::optional<int64_t> step = getConstantIntValue(loop.getStep());
  if (!step || *step <= 1)
    return false;
  return !lower || !upper || (*upper - *lower) % *step != 0;
}

int64_t countMarkedOps(scf::ForOp loop) {
  int64_t count = 0;
  loop.walk([&](linalg::LinalgOp op) { count += op->hasAttr(vectorizeMark); });
  return count;
}

/// If the tile of a loop is tiled again along the same dimension, the inner
/// loop is peeled instead: it runs to the end of the outer tile, which may be a
/// remainder, so that the sizes of what remains there are not constant. A
/// matrix unit needs constant ones.
bool isTiledAgain(scf::ForOp loop) {
  if (usesMatrixUnit(loop))
    return false;
  return contains(loop, [&](Operation *op) {
    auto inner = dyn_cast<scf::ForOp>(op);
    auto bound =
        inner && inner != loop
            ? inner.getUpperBound().getDefiningOp<affine::AffineMinOp>()
            : affine::AffineMinOp();
    return bound &&
           llvm::is_contained(bound->getOperands(), loop.getInductionVar());
  });
}

/// The loops to peel, outermost first.
SmallVector<scf::ForOp> loopsToPeel(Operation *root) {
  SmallVector<scf::ForOp> loops;
  root->walk<WalkOrder::PreOrder>([&](scf::ForOp loop) {
    if (leavesRemainder(loop) && countMarkedOps(loop) > 0 &&
        !isTiledAgain(loop))
      loops.push_back(loop);
  });
  return loops;
}

struct PeelRemainders final : impl::PeelRemaindersBase<PeelRemainders> {
  void runOnOperation() override;
};
} // namespace

void PeelRemainders::runOnOperation() {
  func::FuncOp func = getOperation();
  IRRewriter rewriter(func.getContext());
  int64_t copies = 0;
  SmallVector<scf::ForOp> remainders;
  auto peel = [&](scf::ForOp loop) {
    int64_t ops = countMarkedOps(loop);
    scf::ForOp remainder;
    if (copies + ops > maxCopies ||
        failed(scf::peelForLoopAndSimplifyBounds(rewriter, loop, remainder)))
      return;
    copies += ops;
    remainders.push_back(remainder);
    ++numPeeled;
  };
  for (scf::ForOp loop : loopsToPeel(func))
    // Peeling an earlier loop may have removed the remainder.
    if (leavesRemainder(loop))
      peel(loop);
  for (scf::ForOp remainder : SmallVector<scf::ForOp>(remainders)) {
    SmallVector<scf::ForOp> inside = loopsToPeel(remainder);
    llvm::erase(inside, remainder);
    if (!inside.empty())
      peel(inside.front());
  }
  // Where an outer loop was peeled, tiles of inner loops are whole.
  if (!remainders.empty() && usesMatrixUnit(func)) {
    RewritePatternSet patterns(&getContext());
    scf::populateSCFForLoopCanonicalizationPatterns(patterns);
    applyAll(func, std::move(patterns));
  }
}
} // namespace mlirgym::lowering
