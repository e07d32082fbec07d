//===- lowering/tensor/LayOutPromoted.cpp ---------------------------------===//
#include "lowering/module/Marks.h"
#include "lowering/target/VectorUnit.h"
#include "lowering/tensor/IterationSpace.h"
#include "lowering/tensor/Passes.h"
#include "lowering/tensor/Slices.h"
#include "lowering/tensor/WideElements.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Utils/StructuredOpsUtils.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallVector.h"
#include <cassert>
#include <optional>

using namespace mlir;

namespace mlirgym::lowering {
#define GEN_PASS_DEF_LAYOUTPROMOTED
#include "lowering/tensor/Passes.h.inc"

namespace {

/// Collects the marked ops that read `value` through slices of slices, and in
/// the groups of another factor; false if any other op reads it.
bool collectReaders(Value value, SmallVectorImpl<OpOperand *> &readers) {
  for (OpOperand &use : value.getUses()) {
    auto slice = dyn_cast<tensor::ExtractSliceOp>(use.getOwner());
    if (slice && slice.getType().getRank() != slice.getSourceType().getRank())
      return false;
    if (slice || isa<tensor::ExpandShapeOp>(use.getOwner())) {
      if (!collectReaders(use.getOwner()->getResult(0), readers))
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

/// Dimension of the operand that the lanes of its op index; nullopt if there is
/// none.
std::optional<int64_t> laneDim(OpOperand &operand) {
  if (operand.get().getDefiningOp<tensor::ExpandShapeOp>())
    return std::nullopt;
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

/// The dimension that the lanes of all readers index, if its elements are not
/// contiguous in memory.
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

/// A `linalg.generic` can read an operand in any order; named ops cannot.
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

/// Makes all users of `old` read `value`, whose dimensions are those of `old`
/// in `order`, and its elements `wide` ones, if given. Requires: these ops are
/// generic.
void readPermuted(RewriterBase &rewriter, Value old, Value value,
                  ArrayRef<int64_t> order,
                  const std::optional<WideElements> &wide) {
  for (OpOperand &use : llvm::make_early_inc_range(old.getUses())) {
    rewriter.setInsertionPoint(use.getOwner());
    if (auto slice = dyn_cast<tensor::ExtractSliceOp>(use.getOwner())) {
      auto other = tensor::ExtractSliceOp::create(
          rewriter, slice.getLoc(), value,
          applyPermutation(slice.getMixedOffsets(), order),
          applyPermutation(slice.getMixedSizes(), order),
          applyPermutation(slice.getMixedStrides(), order));
      readPermuted(rewriter, slice.getResult(), other.getResult(), order, wide);
      rewriter.eraseOp(slice);
      continue;
    }
    if (auto groups = dyn_cast<tensor::ExpandShapeOp>(use.getOwner())) {
      auto other = tensor::ExpandShapeOp::create(
          rewriter, groups.getLoc(),
          groups.getResultType().clone(getElementTypeOrSelf(value.getType())),
          value, groups.getReassociationIndices(),
          groups.getMixedOutputShape());
      readPermuted(rewriter, groups.getResult(), other.getResult(),
                   llvm::to_vector(
                       llvm::seq<int64_t>(0, other.getResultType().getRank())),
                   wide);
      rewriter.eraseOp(groups);
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
    if (wide)
      wide->readBy(rewriter, generic->getOpOperand(index));
  }
}
} // namespace

/// Upper bound of the shape of a tensor; nullopt if a size has no bound.
static std::optional<SmallVector<int64_t>> largestShape(Value tensor) {
  auto type = dyn_cast<RankedTensorType>(tensor.getType());
  if (!type)
    return std::nullopt;
  SmallVector<int64_t> shape(type.getShape());
  for (auto [dim, size] : llvm::enumerate(shape)) {
    if (!ShapedType::isDynamic(size))
      continue;
    std::optional<int64_t> bound =
        largestSize(tensor, static_cast<int64_t>(dim));
    if (!bound)
      return std::nullopt;
    size = *bound;
  }
  return shape;
}

/// A separate buffer for a tensor of size `sizes`, at most `shape`. It has the
/// same size for all tiles, so that it is allocated once, before all loops. For
/// constant sizes it is not an allocation yet, so that the op that fills it can
/// be hoisted out of loops.
static Value makeBuffer(RewriterBase &rewriter, Location loc, Type element,
                        ArrayRef<int64_t> shape, ArrayRef<OpFoldResult> sizes) {
  if (isEqualConstantIntOrValueArray(
          sizes, getAsIndexOpFoldResult(rewriter.getContext(), shape)))
    return tensor::EmptyOp::create(rewriter, loc, shape, element);
  Value whole = bufferization::AllocTensorOp::create(
      rewriter, loc, RankedTensorType::get(shape, element), ValueRange());
  SmallVector<OpFoldResult> zeros(shape.size(), rewriter.getIndexAttr(0)),
      ones(shape.size(), rewriter.getIndexAttr(1));
  return tensor::ExtractSliceOp::create(rewriter, loc, whole, zeros, sizes,
                                        ones);
}

/// Fills `buffer` with the converted elements of `source`, whose dimensions are
/// those of `buffer` in the inverse of `order`.
static Value convertInto(RewriterBase &rewriter, Location loc, Value source,
                         Value buffer, ArrayRef<int64_t> order,
                         const WideElements &wide) {
  const auto rank = static_cast<unsigned>(order.size());
  const AffineMap inOrder =
      AffineMap::getPermutationMap(order, rewriter.getContext());
  return linalg::GenericOp::create(
             rewriter, loc, buffer.getType(), source, buffer,
             {inversePermutation(inOrder),
              rewriter.getMultiDimIdentityMap(rank)},
             SmallVector<utils::IteratorType>(rank,
                                              utils::IteratorType::parallel),
             [&](OpBuilder &at, Location, ValueRange elements) {
               linalg::YieldOp::create(at, loc,
                                       wide.convert(at, elements.front()));
             })
      .getResult(0);
}

namespace {
struct LayOutPromoted final : impl::LayOutPromotedBase<LayOutPromoted> {
  using LayOutPromotedBase::LayOutPromotedBase;
  void runOnOperation() override;
};
} // namespace

void LayOutPromoted::runOnOperation() {
  func::FuncOp func = getOperation();
  SmallVector<bufferization::MaterializeInDestinationOp> copies;
  func.walk([&](bufferization::MaterializeInDestinationOp copy) {
    if (copy.getDest().getDefiningOp<bufferization::AllocTensorOp>() &&
        copy->getNumResults() == 1)
      copies.push_back(copy);
  });
  IRRewriter rewriter(func.getContext());
  const DotInstructions instructions = DotInstructions::named(*dots);
  for (bufferization::MaterializeInDestinationOp copy : copies) {
    Value source = copy.getSource(), result = copy->getResult(0);
    std::optional<SmallVector<int64_t>> shape = largestShape(source);
    if (!shape)
      continue;
    SmallVector<OpOperand *> readers;
    std::optional<int64_t> lanes;
    std::optional<WideElements> wide;
    if (collectReaders(result, readers)) {
      lanes = stridedLaneDim(readers, *shape);
      wide = WideElements::of(readers, instructions);
    }
    auto type = cast<RankedTensorType>(source.getType());
    if (!lanes && !wide && type.hasStaticShape())
      continue;
    auto order = llvm::to_vector(llvm::seq<int64_t>(0, type.getRank()));
    if (lanes) {
      order.erase(order.begin() + *lanes);
      order.push_back(*lanes);
    }
    rewriter.setInsertionPoint(copy);
    Value buffer = makeBuffer(
        rewriter, copy.getLoc(), wide ? wide->type() : type.getElementType(),
        applyPermutation(*shape, order),
        applyPermutation(tensor::getMixedSizes(rewriter, copy.getLoc(), source),
                         order));
    if (!lanes && !wide) {
      rewriter.replaceOpWithNewOp<bufferization::MaterializeInDestinationOp>(
          copy, source, buffer);
      continue;
    }
    Value made = wide ? convertInto(rewriter, copy.getLoc(), source, buffer,
                                    order, *wide)
                      : linalg::TransposeOp::create(rewriter, copy.getLoc(),
                                                    source, buffer, order)
                            ->getResult(0);
    // LLVM vectorises the loop of a long row.
    constexpr int64_t maxRow = 128;
    if (!lanes && shape->back() <= maxRow)
      made.getDefiningOp()->setAttr(vectorizeMark, rewriter.getUnitAttr());
    generalize(rewriter, readers);
    readPermuted(rewriter, result, made, order, wide);
    rewriter.eraseOp(copy);
    numTransposed += lanes.has_value();
    numWidened += wide.has_value();
  }
}
} // namespace mlirgym::lowering
