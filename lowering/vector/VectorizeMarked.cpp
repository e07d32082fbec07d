//===- lowering/vector/VectorizeMarked.cpp --------------------------------===//
#include "lowering/module/Marks.h"
#include "lowering/target/VectorUnit.h"
#include "lowering/tensor/IterationSpace.h"
#include "lowering/tensor/ShortProducts.h"
#include "lowering/vector/Passes.h"

#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <optional>

using namespace mlir;

namespace mlirgym::lowering {
#define GEN_PASS_DEF_VECTORIZEMARKED
#include "lowering/vector/Passes.h.inc"

namespace {

/// True for a sum, or an extremum, of elements under windows with a stride:
/// mlirgym-window-columns expects reads without a mask.
bool combinesWindows(linalg::LinalgOp op) {
  return countBodyOps(op) == 1 &&
         op.payloadUsesValueFromOperand(op.getDpsInitOperand(0)) &&
         llvm::any_of(op->getOperands(), [](Value operand) {
           auto slice = operand.getDefiningOp<tensor::ExtractSliceOp>();
           return slice && !slice.hasUnitStride();
         });
}

/// True if masked-off lanes must not be computed. Masks cover reads and writes
/// only: a lane without a divisor would divide by 0.
bool mayTrap(linalg::LinalgOp op) {
  return llvm::any_of(op->getRegion(0).front().without_terminator(),
                      [](Operation &body) { return !isSpeculatable(&body); });
}

/// Lane counts that are not whole registers, or a half or a quarter of one, are
/// rounded up and masked: code for a type of 13 lanes is several times slower.
int64_t roundLanes(int64_t count, int64_t lanes) {
  int64_t tail = count % lanes;
  if (tail == 0 ||
      (llvm::isPowerOf2_64(tail) && (count < lanes || tail * 4 >= lanes)))
    return count;
  return count < lanes ? static_cast<int64_t>(llvm::PowerOf2Ceil(count))
                       : llvm::alignTo(count, lanes);
}

/// Vector shape of the iteration space; empty if the op is static and no mask
/// is needed.
SmallVector<int64_t> vectorSizes(linalg::LinalgOp op,
                                 const IterationSpace &space,
                                 const VectorUnit &unit) {
  SmallVector<int64_t> sizes = space.tripCounts;
  if (space.laneLoop >= 0 &&
      !(space.isStatic() && (combinesWindows(op) || isInMatrixTiles(op)))) {
    Type element = getElementTypeOrSelf(op.getDpsInitOperand(0)->get());
    int64_t lanes = unit.lanes(element.getIntOrFloatBitWidth());
    int64_t &count = sizes[space.laneLoop];
    count = roundLanes(count, lanes);
  }
  if (space.isStatic() && ArrayRef(sizes) == ArrayRef(space.tripCounts))
    return {};
  return sizes;
}

/// The scalars of the body that the vectoriser turns into vectors over all
/// loops: inputs are read as such vectors, a constant stays a scalar, and the
/// index of the last loop becomes a vector over that loop.
llvm::DenseSet<Value> valuesOfAllLoops(linalg::GenericOp op) {
  llvm::DenseSet<Value> found;
  for (OpOperand *input : op.getDpsInputOperands())
    if (!op.isScalar(input))
      found.insert(op.getMatchingBlockArgument(input));
  for (Operation &inner : op.getBody()->without_terminator()) {
    auto index = dyn_cast<linalg::IndexOp>(inner);
    bool hasAll =
        index ? op.getNumLoops() == 1 || index.getDim() + 1 != op.getNumLoops()
              : llvm::any_of(inner.getOperands(), [&](Value operand) {
                  return found.contains(operand);
                });
    if (hasAll)
      found.insert(inner.result_begin(), inner.result_end());
  }
  return found;
}

/// A value that is combined with a result must be a vector over all loops. MLIR
/// assumes that a vector of any shape other than the result's still has to be
/// reduced, and that a scalar is already reduced (it would add the 7 of `sum +
/// 7` once). A selection by a loop index between the value and itself is such a
/// vector, and the next canonicalisation removes it.
void giveAllLoops(IRRewriter &rewriter, linalg::GenericOp op) {
  if (op.getNumLoops() == 0)
    return;
  const llvm::DenseSet<Value> whole = valuesOfAllLoops(op);
  for (unsigned result = 0; result < op.getNumDpsInits(); ++result) {
    SmallVector<Operation *> combiners;
    Value combined =
        matchReduction(op.getRegionOutputArgs(), result, combiners);
    if (!combined || whole.contains(combined))
      continue;
    rewriter.setInsertionPoint(combiners.front());
    Location loc = op.getLoc();
    Value index = linalg::IndexOp::create(rewriter, loc, 0);
    Value isSame = arith::CmpIOp::create(
        rewriter, loc, arith::CmpIPredicate::eq, index, index);
    Value same =
        arith::SelectOp::create(rewriter, loc, isSame, combined, combined);
    combiners.front()->replaceUsesOfWith(combined, same);
  }
}

/// Returns false if the op is not vectorised.
bool vectorizeOne(IRRewriter &rewriter, linalg::LinalgOp op,
                  const VectorUnit &unit) {
  if (!getElementTypeOrSelf(op.getDpsInitOperand(0)->get()).isIntOrFloat())
    return false;
  std::optional<IterationSpace> space = IterationSpace::of(op);
  if (!space ||
      (!op->hasAttr(tilesMark) && countOpsOfCode(op, *space) > mostVectorOps))
    return false;
  SmallVector<int64_t> sizes;
  if (!mayTrap(op))
    sizes = vectorSizes(op, *space, unit);
  else if (!space->isStatic())
    return false;
  SmallVector<bool> scalable(sizes.size(), false);
  if (auto generic = dyn_cast<linalg::GenericOp>(op.getOperation()))
    giveAllLoops(rewriter, generic);
  rewriter.setInsertionPoint(op);
  FailureOr<linalg::VectorizationResult> result = linalg::vectorize(
      rewriter, op, sizes, scalable, /*vectorizeNDExtract=*/false);
  if (failed(result))
    return false;
  rewriter.replaceOp(op, result->replacements);
  return true;
}

struct VectorizeMarked final : impl::VectorizeMarkedBase<VectorizeMarked> {
  using VectorizeMarkedBase::VectorizeMarkedBase;
  void runOnOperation() override;
};
} // namespace

void VectorizeMarked::runOnOperation() {
  func::FuncOp func = getOperation();
  const VectorUnit unit = {.bits = vectorBits};
  SmallVector<linalg::LinalgOp> marked;
  func.walk([&](linalg::LinalgOp op) {
    if (op->hasAttr(vectorizeMark))
      marked.push_back(op);
  });
  IRRewriter rewriter(func.getContext());
  for (linalg::LinalgOp op : marked)
    ++(vectorizeOne(rewriter, op, unit) ? numVectorized : numLeft);
}
} // namespace mlirgym::lowering
