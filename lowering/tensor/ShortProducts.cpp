#include "lowering/tensor/ShortProducts.h"
#include "lowering/module/Marks.h"
#include "lowering/module/Rewrite.h"
#include "lowering/target/VectorUnit.h"
#include "lowering/tensor/Slices.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Utils/Utils.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Utils/StructuredOpsUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <array>
#include <cstdint>
#include <optional>

using namespace mlir;

namespace mlirgym::lowering {

int64_t groupOf(Type from, Type to, const DotInstructions &dots) {
  if (from.isInteger(8) && to.isInteger(32) && dots.fourBytes())
    return 4;
  if ((from.isInteger(8) || from.isInteger(16)) && to.isInteger(32))
    return dots.i16 ? 2 : 0;
  return from.isBF16() && to.isF32() && dots.bf16 ? 2 : 0;
}

bool isGroup(Type element, int64_t count) {
  return (count == 2 && (element.isInteger(8) || element.isInteger(16) ||
                         element.isBF16())) ||
         (count == 4 && element.isInteger(8));
}

Value interleave(OpBuilder &at, ArrayRef<Value> parts) {
  const int64_t count =
      cast<VectorType>(parts.front().getType()).getNumElements();
  const auto pieces = static_cast<int64_t>(parts.size());
  auto shuffle = [&](Value a, Value b, auto place) {
    SmallVector<int64_t> mask;
    const int64_t size = cast<VectorType>(a.getType()).getNumElements() * 2;
    for (int64_t i = 0; i < size; ++i)
      mask.push_back(place(i));
    return Value(vector::ShuffleOp::create(at, a.getLoc(), a, b, mask));
  };
  auto interleaved = [&](int64_t i) { return i % pieces * count + i / pieces; };
  if (pieces == 2)
    return shuffle(parts[0], parts[1], interleaved);
  auto joined = [](int64_t i) { return i; };
  return shuffle(shuffle(parts[0], parts[1], joined),
                 shuffle(parts[2], parts[3], joined), interleaved);
}

std::optional<std::array<Operation *, 2>> extensionsOf(linalg::LinalgOp op) {
  if (op.getNumDpsInputs() != 2 || op.getNumDpsInits() != 1)
    return std::nullopt;
  Block *body = op.getBlock();
  Operation *sum = body->getTerminator()->getOperand(0).getDefiningOp();
  if (!isa_and_nonnull<arith::AddIOp, arith::AddFOp>(sum))
    return std::nullopt;
  const bool isFirst = sum->getOperand(0) == body->getArgument(2);
  Operation *product = sum->getOperand(isFirst ? 1 : 0).getDefiningOp();
  if (sum->getOperand(isFirst ? 0 : 1) != body->getArgument(2) ||
      !isa_and_nonnull<arith::MulIOp, arith::MulFOp>(product))
    return std::nullopt;
  std::array<Operation *, 2> found = {};
  for (Value factor : product->getOperands()) {
    Operation *extension = factor.getDefiningOp();
    if (!isa_and_nonnull<arith::ExtSIOp, arith::ExtUIOp, arith::ExtFOp>(
            extension))
      return std::nullopt;
    for (unsigned i : {0, 1})
      if (extension->getOperand(0) == body->getArgument(i))
        found[i] = extension;
  }
  if (!found[0] || !found[1] || found[0] == found[1])
    return std::nullopt;
  return found;
}

bool usesMatrixUnit(Operation *root) {
  return contains(root, [](Operation *op) { return op->hasAttr(tilesMark); });
}

bool isInMatrixTiles(linalg::LinalgOp op) {
  return usesMatrixUnit(op) || (isa<linalg::FillOp>(op) &&
                                llvm::any_of(op->getUsers(), usesMatrixUnit));
}

namespace {

/// The chain of values along which an operation adds up its results.
struct Sums {
  /// The use of a fill with 0 from which they come.
  OpOperand *begin = nullptr;
  /// Loops that carry them, and slices of them, the innermost first.
  SmallVector<scf::ForOp> loops;
  SmallVector<tensor::ExtractSliceOp> slices;

  static std::optional<Sums> of(linalg::GenericOp op);
};

std::optional<Sums> Sums::of(linalg::GenericOp op) {
  Sums sums;
  sums.begin = op.getDpsInitOperand(0);
  while (true) {
    Value value = sums.begin->get();
    if (auto argument = dyn_cast<BlockArgument>(value)) {
      auto loop = dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp());
      if (!loop || argument == loop.getInductionVar())
        return std::nullopt;
      sums.loops.push_back(loop);
      sums.begin = loop.getTiedLoopInit(argument);
    } else if (auto slice = value.getDefiningOp<tensor::ExtractSliceOp>()) {
      if (!isPlainSlice(slice))
        return std::nullopt;
      sums.slices.push_back(slice);
      sums.begin = &slice.getSourceMutable();
    } else {
      auto fill = value.getDefiningOp<linalg::FillOp>();
      if (fill && matchPattern(fill.value(), m_Zero()))
        return sums;
      return std::nullopt;
    }
  }
}

/// A factor before it is cut by the loops that carry the sums.
struct Root {
  Value value;
  /// Along each dimension, where the first of these sums begin: offsets of
  /// which the sum counts. Empty along reductions.
  SmallVector<SmallVector<OpFoldResult>> offsets;

  static std::optional<Root> of(OpOperand &factor, const Sums &sums);
};

/// True if the iterations of a loop that carries the sums cut a dimension of
/// `size` elements into parts of `part`, one for each.
bool isCutByLoops(OpFoldResult offset, int64_t part, int64_t size,
                  const Sums &sums) {
  if (isZeroInteger(offset) && part == size)
    return true;
  auto index = dyn_cast<Value>(offset);
  auto loop = index ? scf::getForInductionVarOwner(index) : scf::ForOp();
  return loop && llvm::is_contained(sums.loops, loop) &&
         isZeroInteger(OpFoldResult(loop.getLowerBound())) &&
         getConstantIntValue(loop.getUpperBound()) == size &&
         getConstantIntValue(loop.getStep()) == part && size % part == 0;
}

std::optional<Root> Root::of(OpOperand &factor, const Sums &sums) {
  auto op = cast<linalg::GenericOp>(factor.getOwner());
  AffineMap map = op.getMatchingIndexingMap(&factor);
  if (!map.isProjectedPermutation())
    return std::nullopt;
  const auto kinds = op.getIteratorTypesArray();
  auto isReduced = [&](int64_t dim) {
    return linalg::isReductionIterator(kinds[map.getDimPosition(dim)]);
  };
  Root root;
  root.value = factor.get();
  root.offsets.resize(map.getNumResults());
  while (Operation *from = root.value.getDefiningOp()) {
    if (auto copied =
            dyn_cast<bufferization::MaterializeInDestinationOp>(from)) {
      root.value = copied.getSource();
      continue;
    }
    auto slice = dyn_cast<tensor::ExtractSliceOp>(from);
    if (!slice || !isPlainSlice(slice))
      break;
    const auto offsets = slice.getMixedOffsets();
    bool isWhole = true;
    for (int64_t dim = 0, e = map.getNumResults(); dim < e; ++dim)
      isWhole &= !isReduced(dim) ||
                 (!slice.getType().isDynamicDim(dim) &&
                  isCutByLoops(offsets[dim], slice.getType().getDimSize(dim),
                               slice.getSourceType().getDimSize(dim), sums));
    if (!isWhole)
      break;
    for (int64_t dim = 0, e = map.getNumResults(); dim < e; ++dim)
      if (!isReduced(dim) && !isZeroInteger(offsets[dim]))
        root.offsets[dim].push_back(offsets[dim]);
    root.value = slice.getSource();
  }
  // The loops below the first sums cut both in the same way.
  AffineMap results = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  for (auto [dim, offsets] : llvm::enumerate(root.offsets)) {
    std::optional<unsigned> place =
        results.getResultPosition(map.getResult(dim));
    if (!place)
      continue;
    for (tensor::ExtractSliceOp slice : sums.slices) {
      OpFoldResult own = slice.getMixedOffsets()[*place];
      if (isZeroInteger(own))
        continue;
      if (offsets.empty() || offsets.front() != own)
        return std::nullopt;
      offsets.erase(offsets.begin());
    }
  }
  return root;
}

/// The sums of the factor at `root` along its reductions, times `scale`.
Value scaledSums(RewriterBase &rewriter, linalg::GenericOp op,
                 OpOperand &factor, Value root, int scale) {
  Location loc = op.getLoc();
  AffineMap map = op.getMatchingIndexingMap(&factor);
  auto type = cast<RankedTensorType>(root.getType());
  Type sum = getElementTypeOrSelf(op.getResult(0).getType());
  SmallVector<utils::IteratorType> kinds;
  SmallVector<AffineExpr> kept;
  SmallVector<int64_t> shape;
  for (int64_t dim = 0; dim < type.getRank(); ++dim) {
    kinds.push_back(op.getIteratorTypesArray()[map.getDimPosition(dim)]);
    if (linalg::isReductionIterator(kinds.back()))
      continue;
    kept.push_back(rewriter.getAffineDimExpr(dim));
    shape.push_back(type.getDimSize(dim));
  }
  rewriter.setInsertionPointAfterValue(root);
  Value zero =
      arith::ConstantOp::create(rewriter, loc, rewriter.getZeroAttr(sum));
  Value empty = tensor::EmptyOp::create(rewriter, loc, shape, sum);
  Value start = linalg::FillOp::create(rewriter, loc, zero, empty).getResult(0);
  Value times =
      arith::ConstantOp::create(rewriter, loc, IntegerAttr::get(sum, scale));
  Operation *extension = (*extensionsOf(op))[factor.getOperandNumber()];
  auto maps = {rewriter.getMultiDimIdentityMap(type.getRank()),
               AffineMap::get(type.getRank(), 0, kept, op.getContext())};
  return linalg::GenericOp::create(
             rewriter, loc, start.getType(), root, start, maps, kinds,
             [&](OpBuilder &at, Location, ValueRange arguments) {
               IRMapping mapping;
               mapping.map(extension->getOperand(0), arguments[0]);
               Value wide = at.clone(*extension, mapping)->getResult(0);
               Value scaled = arith::MulIOp::create(at, loc, wide, times);
               Value next =
                   arith::AddIOp::create(at, loc, arguments[1], scaled);
               linalg::YieldOp::create(at, loc, next);
             })
      .getResult(0);
}

} // namespace

bool shiftSums(RewriterBase &rewriter, OpOperand &factor) {
  auto op = cast<linalg::GenericOp>(factor.getOwner());
  OpOperand &other = op->getOpOperand(1 - factor.getOperandNumber());
  const auto extensions = *extensionsOf(op);
  std::optional<Sums> sums = Sums::of(op);
  if (!sums)
    return false;
  std::optional<Root> root = Root::of(other, *sums);
  if (!root || !cast<RankedTensorType>(root->value.getType()).hasStaticShape())
    return false;
  Operation *first = sums->begin->getOwner();
  DominanceInfo dominance;
  auto isBefore = [&](OpFoldResult offset) {
    auto value = dyn_cast<Value>(offset);
    return !value || dominance.properlyDominates(value, first);
  };
  if (!isBefore(root->value) ||
      !llvm::all_of(root->offsets, [&](const auto &offsets) {
        return llvm::all_of(offsets, isBefore);
      }))
    return false;

  Location loc = op.getLoc();
  const int scale =
      isa<arith::ExtSIOp>(extensions[factor.getOperandNumber()]) ? -128 : 128;
  Value added = scaledSums(rewriter, op, other, root->value, scale);
  AffineMap map = op.getMatchingIndexingMap(&other);
  AffineMap results = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  auto fill = sums->begin->get().getDefiningOp<linalg::FillOp>();
  rewriter.setInsertionPoint(first);
  const auto all = tensor::getMixedSizes(rewriter, loc, fill.output());
  SmallVector<OpFoldResult> begins, sizes;
  SmallVector<AffineExpr> places;
  for (auto [dim, expr] : llvm::enumerate(map.getResults())) {
    std::optional<unsigned> place = results.getResultPosition(expr);
    if (!place)
      continue;
    OpFoldResult begin = rewriter.getIndexAttr(0);
    for (OpFoldResult offset : root->offsets[dim])
      begin = rewriter.createOrFold<arith::AddIOp>(
          loc, getValueOrCreateConstantIndexOp(rewriter, loc, begin),
          getValueOrCreateConstantIndexOp(rewriter, loc, offset));
    begins.push_back(begin);
    sizes.push_back(all[*place]);
    places.push_back(rewriter.getAffineDimExpr(*place));
  }
  SmallVector<OpFoldResult> ones(begins.size(), rewriter.getIndexAttr(1));
  Value part =
      tensor::ExtractSliceOp::create(rewriter, loc, added, begins, sizes, ones);
  const int64_t rank = results.getNumResults();
  auto maps = {AffineMap::get(rank, 0, places, op.getContext()),
               rewriter.getMultiDimIdentityMap(rank)};
  SmallVector<utils::IteratorType> kinds(rank, utils::IteratorType::parallel);
  auto spread = linalg::GenericOp::create(
      rewriter, loc, fill.getResult(0).getType(), part, fill.output(), maps,
      kinds, [&](OpBuilder &at, Location where, ValueRange arguments) {
        linalg::YieldOp::create(at, where, arguments[0]);
      });
  spread->setAttr(vectorizeMark, rewriter.getUnitAttr());
  sums->begin->set(spread.getResult(0));
  return true;
}

} // namespace mlirgym::lowering
