//===- execution/lowering/VectorizeMarked.cpp -----------------------------===//
#include "execution/lowering/IterationSpace.h"
#include "execution/lowering/Steps.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;

namespace mlirgym::lowering {
namespace {

int64_t countBodyOps(linalg::LinalgOp op) {
  int64_t count = 0;
  for (Operation &body : op->getRegion(0).front().without_terminator())
    count += !body.hasTrait<OpTrait::ConstantLike>();
  return std::max<int64_t>(count, 1);
}

bool readsStridedSlice(linalg::LinalgOp op) {
  return llvm::any_of(op->getOperands(), [](Value operand) {
    auto slice = operand.getDefiningOp<tensor::ExtractSliceOp>();
    return slice && !llvm::all_of(slice.getStaticStrides(),
                                  [](int64_t stride) { return stride == 1; });
  });
}

/// True if lanes that hold nothing must not be computed. Masks cover reads and
/// writes only: a lane without a divisor would divide by 0.
bool mayTrap(linalg::LinalgOp op) {
  return llvm::any_of(op->getRegion(0).front().without_terminator(),
                      [](Operation &body) { return !isSpeculatable(&body); });
}

/// Lane counts that do not end in whole registers, or in a half or quarter of
/// one, are rounded up and masked: code for 13 lanes of their own type is
/// several times slower.
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
  // Masked strided reads would go element by element.
  if (space.laneLoop >= 0 && !(space.isStatic() && readsStridedSlice(op))) {
    Type element = getElementTypeOrSelf(op.getDpsInitOperand(0)->get());
    int64_t lanes = unit.lanes(element.getIntOrFloatBitWidth());
    int64_t &count = sizes[space.laneLoop];
    count = roundLanes(count, lanes);
  }
  if (space.isStatic() && ArrayRef(sizes) == ArrayRef(space.tripCounts))
    return {};
  return sizes;
}

void vectorizeOne(IRRewriter &rewriter, linalg::LinalgOp op,
                  const VectorUnit &unit) {
  if (!getElementTypeOrSelf(op.getDpsInitOperand(0)->get()).isIntOrFloat())
    return;
  std::optional<IterationSpace> space = IterationSpace::of(op);
  if (!space || countVectorOps(op, *space) * countBodyOps(op) > maxVectorOps)
    return;
  SmallVector<int64_t> sizes;
  if (!mayTrap(op))
    sizes = vectorSizes(op, *space, unit);
  else if (!space->isStatic())
    return;
  SmallVector<bool> scalable(sizes.size(), false);
  rewriter.setInsertionPoint(op);
  FailureOr<linalg::VectorizationResult> result = linalg::vectorize(
      rewriter, op, sizes, scalable, /*vectorizeNDExtract=*/false);
  if (succeeded(result))
    rewriter.replaceOp(op, result->replacements);
}
} // namespace

void vectorizeMarked(func::FuncOp func, const VectorUnit &unit) {
  SmallVector<linalg::LinalgOp> marked;
  func.walk([&](linalg::LinalgOp op) {
    if (op->hasAttr(vectorizeMark))
      marked.push_back(op);
  });
  IRRewriter rewriter(func.getContext());
  for (linalg::LinalgOp op : marked)
    vectorizeOne(rewriter, op, unit);
}
} // namespace mlirgym::lowering
