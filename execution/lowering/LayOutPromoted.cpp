//===- execution/lowering/LayOutPromoted.cpp ------------------------------===//
#include "execution/lowering/IterationSpace.h"
#include "execution/lowering/Steps.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace mlirgym::lowering {
namespace {

/// The marked ops that read `value` through slices of slices; false if
/// something else reads it.
bool collectReaders(Value value, SmallVectorImpl<OpOperand *> &readers) {
  for (OpOperand &use : value.getUses()) {
    if (auto slice = dyn_cast<tensor::ExtractSliceOp>(use.getOwner())) {
      if (slice.getType().getRank() != slice.getSourceType().getRank() ||
          !collectReaders(slice.getResult(), readers))
        return false;
      continue;
    }
    auto op = dyn_cast<linalg::LinalgOp>(use.getOwner());
    if (!op || !op->hasAttr(vectorizeMark) || !op.isDpsInput(&use))
      return false;
    readers.push_back(&use);
  }
  return true;
}

/// Dimension of the operand along which its op's lanes run; nothing if there
/// is none.
std::optional<int64_t> laneDim(OpOperand &operand) {
  auto op = cast<linalg::LinalgOp>(operand.getOwner());
  std::optional<IterationSpace> space = IterationSpace::of(op);
  if (!space || space->laneLoop < 0)
    return std::nullopt;
  AffineExpr lane = getAffineDimExpr(space->laneLoop, op->getContext());
  AffineMap map = op.getMatchingIndexingMap(&operand);
  for (auto [dim, expr] : llvm::enumerate(map.getResults()))
    if (expr == lane)
      return static_cast<int64_t>(dim);
  return std::nullopt;
}

/// The dimension along which all readers' lanes run, if neighbours along it are
/// apart in memory.
std::optional<int64_t> stridedLaneDim(ArrayRef<OpOperand *> readers,
                                      ArrayRef<int64_t> shape) {
  std::optional<int64_t> dim;
  for (OpOperand *operand : readers) {
    std::optional<int64_t> own = laneDim(*operand);
    if (!own || (dim && *dim != *own))
      return std::nullopt;
    dim = own;
  }
  auto isOne = [](int64_t size) { return size == 1; };
  if (!dim || llvm::all_of(shape.drop_front(*dim + 1), isOne))
    return std::nullopt;
  return dim;
}

/// Ops without a name can read an operand in any order.
void generalize(RewriterBase &rewriter, ArrayRef<OpOperand *> readers) {
  llvm::SmallSetVector<Operation *, 4> named;
  for (OpOperand *operand : readers)
    if (!isa<linalg::GenericOp>(operand->getOwner()))
      named.insert(operand->getOwner());
  for (Operation *op : named) {
    rewriter.setInsertionPoint(op);
    FailureOr<linalg::GenericOp> generic =
        linalg::generalizeNamedOp(rewriter, cast<linalg::LinalgOp>(op));
    assert(succeeded(generic) && "every named op is a generic one");
    (*generic)->setAttr(vectorizeMark, rewriter.getUnitAttr());
  }
}

/// Everything that reads `old` reads `value`, whose dimensions are those of
/// `old` in `order`. Requires: ops that read it have no name.
void readPermuted(RewriterBase &rewriter, Value old, Value value,
                  ArrayRef<int64_t> order) {
  for (OpOperand &use : llvm::make_early_inc_range(old.getUses())) {
    rewriter.setInsertionPoint(use.getOwner());
    if (auto slice = dyn_cast<tensor::ExtractSliceOp>(use.getOwner())) {
      auto other = tensor::ExtractSliceOp::create(
          rewriter, slice.getLoc(), value,
          applyPermutation(slice.getMixedOffsets(), order),
          applyPermutation(slice.getMixedSizes(), order),
          applyPermutation(slice.getMixedStrides(), order));
      readPermuted(rewriter, slice.getResult(), other.getResult(), order);
      rewriter.eraseOp(slice);
      continue;
    }
    unsigned index = use.getOperandNumber();
    auto generic = cast<linalg::GenericOp>(use.getOwner());
    SmallVector<AffineMap> maps = generic.getIndexingMapsArray();
    maps[index] = AffineMap::get(
        maps[index].getNumDims(), 0,
        applyPermutation(maps[index].getResults(), order), old.getContext());
    generic->setOperand(index, value);
    generic.setIndexingMapsAttr(rewriter.getAffineMapArrayAttr(maps));
  }
}
} // namespace

void layOutPromoted(func::FuncOp func) {
  SmallVector<bufferization::MaterializeInDestinationOp> copies;
  func.walk([&](bufferization::MaterializeInDestinationOp copy) {
    if (copy.getDest().getDefiningOp<bufferization::AllocTensorOp>())
      copies.push_back(copy);
  });
  IRRewriter rewriter(func.getContext());
  for (bufferization::MaterializeInDestinationOp copy : copies) {
    auto type = dyn_cast<RankedTensorType>(copy.getSource().getType());
    SmallVector<OpOperand *> readers;
    if (!type || !type.hasStaticShape() || copy->getNumResults() != 1 ||
        !collectReaders(copy->getResult(0), readers))
      continue;
    std::optional<int64_t> lanes = stridedLaneDim(readers, type.getShape());
    if (!lanes)
      continue;
    auto order = llvm::to_vector(llvm::seq<int64_t>(0, type.getRank()));
    order.erase(order.begin() + *lanes);
    order.push_back(*lanes);
    rewriter.setInsertionPoint(copy);
    Value buffer = tensor::EmptyOp::create(
        rewriter, copy.getLoc(), applyPermutation(type.getShape(), order),
        type.getElementType());
    auto transposed = linalg::TransposeOp::create(
        rewriter, copy.getLoc(), copy.getSource(), buffer, order);
    generalize(rewriter, readers);
    readPermuted(rewriter, copy->getResult(0), transposed->getResult(0), order);
    rewriter.eraseOp(copy);
  }
}
} // namespace mlirgym::lowering
