//===- lowering/tensor/GroupPromoted.cpp ----------------------------------===//
#include "lowering/module/Divisors.h"
#include "lowering/module/Marks.h"
#include "lowering/target/VectorUnit.h"
#include "lowering/tensor/GroupedCopy.h"
#include "lowering/tensor/IterationSpace.h"
#include "lowering/tensor/Passes.h"
#include "lowering/tensor/ShortProducts.h"
#include "lowering/tensor/Slices.h"
#include "lowering/tensor/WideElements.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Linalg/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Utils/StructuredOpsUtils.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include <algorithm>
#include <cstdint>
#include <optional>

using namespace mlir;

namespace mlirgym::lowering {
#define GEN_PASS_DEF_GROUPPROMOTED
#include "lowering/tensor/Passes.h.inc"

namespace {
using Copy = bufferization::MaterializeInDestinationOp;

/// One marked operation that reads a promoted copy through slices.
struct Reader {
  OpOperand *operand = nullptr;
  /// Of `operand`, the innermost first.
  SmallVector<tensor::ExtractSliceOp> slices;

  linalg::GenericOp op() const {
    return cast<linalg::GenericOp>(operand->getOwner());
  }
  OpOperand &other() const {
    return op()->getOpOperand(1 - operand->getOperandNumber());
  }
  AffineMap map() const { return op().getMatchingIndexingMap(operand); }
};

/// A copy that is laid out anew: groups of places along one dimension are side
/// by side.
class Groups {
public:
  Groups(Copy copy, const DotInstructions &dots) : copy(copy), dots(dots) {}

  bool collect(RewriterBase &rewriter);
  bool layOut(RewriterBase &rewriter);

private:
  bool readThrough(Value value, SmallVector<tensor::ExtractSliceOp> &slices);
  void sizesOfSource(RewriterBase &rewriter);
  bool accepts(const Reader &reader);
  bool fitsTiles(const Reader &reader) const;
  void replace(RewriterBase &rewriter, const Reader &reader, Value packed);

  Copy copy;
  DotInstructions dots;
  SmallVector<Reader> readers;
  /// Number of elements in a group, and the dimensions of the copy along which
  /// they are and which the lanes index.
  int64_t length = 0, along = -1, lanes = -1;
  /// Size along the lanes, which may depend on the tile.
  OpFoldResult columns;
  /// The top bits of the copy are inverted.
  bool isShifted = false;
  std::optional<WideElements> wide;
};

/// Collects the readers of `value`; false if it has any other use.
bool Groups::readThrough(Value value,
                         SmallVector<tensor::ExtractSliceOp> &slices) {
  for (OpOperand &use : value.getUses()) {
    if (isa<tensor::DimOp>(use.getOwner()))
      continue;
    if (auto slice = dyn_cast<tensor::ExtractSliceOp>(use.getOwner())) {
      if (!isPlainSlice(slice))
        return false;
      slices.push_back(slice);
      if (!readThrough(slice.getResult(), slices))
        return false;
      slices.pop_back();
      continue;
    }
    auto op = dyn_cast<linalg::LinalgOp>(use.getOwner());
    if (!op || !op->hasAttr(vectorizeMark) || !op.isDpsInput(&use) ||
        op.getNumDpsInputs() != 2)
      return false;
    readers.push_back({&use, llvm::to_vector(llvm::reverse(slices))});
  }
  return true;
}

/// Replaces sizes of the copy by those of its source, of which more is known.
void Groups::sizesOfSource(RewriterBase &rewriter) {
  for (Operation *user :
       llvm::make_early_inc_range(copy->getResult(0).getUsers())) {
    auto dim = dyn_cast<tensor::DimOp>(user);
    std::optional<int64_t> index = dim ? dim.getConstantIndex() : std::nullopt;
    if (!index)
      continue;
    rewriter.setInsertionPoint(dim);
    rewriter.replaceOp(dim,
                       getValueOrCreateConstantIndexOp(
                           rewriter, dim.getLoc(),
                           tensor::getMixedSize(rewriter, dim.getLoc(),
                                                copy.getSource(), *index)));
  }
}

bool Groups::accepts(const Reader &reader) {
  linalg::GenericOp op = reader.op();
  std::optional<IterationSpace> space = IterationSpace::of(op);
  AffineMap map = reader.map();
  AffineMap other = op.getMatchingIndexingMap(&reader.other());
  if (!extensionsOf(op) || !space || !map.isProjectedPermutation() ||
      !op.getMatchingIndexingMap(op.getDpsInitOperand(0))
           .isProjectedPermutation())
    return false;
  if (space->laneLoop < 0 || other.isFunctionOfDim(space->laneLoop))
    return false;
  auto column =
      map.getResultPosition(getAffineDimExpr(space->laneLoop, op.getContext()));
  if (!column || (lanes >= 0 && lanes != int64_t(*column)))
    return false;
  lanes = *column;
  // The innermost reduction.
  int loop = -1;
  for (auto [i, type] : llvm::enumerate(op.getIteratorTypesArray()))
    if (linalg::isReductionIterator(type) && space->tripCounts[i] != 1)
      loop = static_cast<int>(i);
  if (loop < 0 || llvm::is_contained(space->dynamicLoops, loop) ||
      space->tripCounts[loop] % length != 0)
    return false;
  AffineExpr expr = getAffineDimExpr(loop, op.getContext());
  auto place = map.getResultPosition(expr);
  auto elsewhere = other.getResultPosition(expr);
  if (!place || !elsewhere || (along >= 0 && along != int64_t(*place)) ||
      llvm::count_if(other.getResults(), [&](AffineExpr each) {
        return each.isFunctionOfDim(loop);
      }) != 1)
    return false;
  along = *place;
  const int64_t last = map.getNumResults() - 1;
  if (lanes != last && along != last)
    return false;
  return llvm::all_of(reader.slices, [&](tensor::ExtractSliceOp slice) {
    return knownDivisor(slice.getMixedOffsets()[along]) % length == 0 &&
           !slice.getType().isDynamicDim(along) &&
           slice.getType().getDimSize(along) % length == 0;
  });
}

bool Groups::collect(RewriterBase &rewriter) {
  auto type = dyn_cast<RankedTensorType>(copy.getSource().getType());
  SmallVector<tensor::ExtractSliceOp> slices;
  if (!type || type.getRank() < 2 || type.getNumDynamicDims() > 1 ||
      !readThrough(copy->getResult(0), slices) || readers.empty())
    return false;
  llvm::SmallPtrSet<Operation *, 4> owners;
  for (const Reader &reader : readers)
    if (!owners.insert(reader.operand->getOwner()).second)
      return false;
  for (Reader &reader : readers) {
    auto op = cast<linalg::LinalgOp>(reader.operand->getOwner());
    length = groupOf(
        type.getElementType(),
        getElementTypeOrSelf(op.getDpsInitOperand(0)->get().getType()), dots);
    if (length == 0)
      return false;
  }
  wide = WideElements::of(
      llvm::map_to_vector(readers, [](Reader &each) { return each.operand; }),
      dots);
  for (Reader &reader : readers) {
    if (isa<linalg::GenericOp>(reader.operand->getOwner()))
      continue;
    rewriter.setInsertionPoint(reader.operand->getOwner());
    const unsigned number = reader.operand->getOperandNumber();
    auto generic = linalg::generalizeNamedOp(
        rewriter, cast<linalg::LinalgOp>(reader.operand->getOwner()));
    (*generic)->setAttr(vectorizeMark, rewriter.getUnitAttr());
    reader.operand = &(*generic)->getOpOperand(number);
  }
  sizesOfSource(rewriter);
  if (!llvm::all_of(readers, [&](Reader &each) { return accepts(each); }) ||
      (!type.hasStaticShape() && !type.isDynamicDim(lanes)))
    return false;
  rewriter.setInsertionPoint(copy);
  columns =
      tensor::getMixedSize(rewriter, copy.getLoc(), copy.getSource(), lanes);
  return largestSize(copy.getSource(), lanes) &&
         type.getDimSize(along) % length == 0 && knownDivisor(columns) % 4 == 0;
}

/// True if a matrix unit can compute a reader, at least where its tile is
/// whole: its rows, which only the other factor has, are several.
bool Groups::fitsTiles(const Reader &reader) const {
  linalg::GenericOp op = reader.op();
  std::optional<IterationSpace> space = IterationSpace::of(op);
  if (!dots.tiles || wide)
    return false;
  // Maps without the loops of one iteration.
  MLIRContext *context = op.getContext();
  SmallVector<AffineExpr> longLoops;
  for (auto [loop, trips] : llvm::enumerate(space->tripCounts))
    longLoops.push_back(trips == 1 ? getAffineConstantExpr(0, context)
                                   : getAffineDimExpr(loop, context));
  auto longMap = [&](OpOperand &operand) {
    return op.getMatchingIndexingMap(&operand).replaceDimsAndSymbols(
        longLoops, {}, op.getNumLoops(), 0);
  };
  AffineMap own = longMap(*reader.operand), other = longMap(reader.other());
  const unsigned depth = reader.map().getDimPosition(along);
  if (!other.isProjectedPermutation(/*allowZeroInResults=*/true) ||
      other.getResults().back() != getAffineDimExpr(depth, context))
    return false;
  bool hasRows = false;
  for (auto [loop, kind] : llvm::enumerate(op.getIteratorTypesArray())) {
    if (int(loop) == space->laneLoop || space->tripCounts[loop] == 1 ||
        linalg::isReductionIterator(kind))
      continue;
    if (own.isFunctionOfDim(loop) || !other.isFunctionOfDim(loop))
      return false;
    hasRows = true;
  }
  return hasRows;
}

/// Makes one operation read `packed`, with a loop over the places of a group.
void Groups::replace(RewriterBase &rewriter, const Reader &reader,
                     Value packed) {
  linalg::GenericOp op = reader.op();
  MLIRContext *context = op.getContext();
  Location loc = op.getLoc();
  AffineMap map = reader.map();
  const unsigned loop = map.getDimPosition(along);
  const unsigned places = op.getNumLoops();
  auto reordered = [&](auto values, auto inGroups, auto place) {
    auto column = values[lanes];
    auto group = inGroups(values[along]);
    values.erase(values.begin() + std::max(lanes, along));
    values.erase(values.begin() + std::min(lanes, along));
    values.append({group, column, place});
    return values;
  };
  const bool inTiles = fitsTiles(reader);
  Value value = packed;
  for (tensor::ExtractSliceOp slice : llvm::reverse(reader.slices)) {
    rewriter.setInsertionPoint(slice);
    auto divided = [&](OpFoldResult number) -> OpFoldResult {
      if (std::optional<int64_t> constant = getConstantIntValue(number))
        return rewriter.getIndexAttr(*constant / length);
      return arith::DivUIOp::create(
                 rewriter, loc, cast<Value>(number),
                 arith::ConstantIndexOp::create(rewriter, loc, length))
          .getResult();
    };
    OpFoldResult zero = rewriter.getIndexAttr(0);
    OpFoldResult all = rewriter.getIndexAttr(length);
    SmallVector<OpFoldResult> ones(slice.getType().getRank() + 1,
                                   rewriter.getIndexAttr(1));
    value = tensor::ExtractSliceOp::create(
        rewriter, loc, value, reordered(slice.getMixedOffsets(), divided, zero),
        reordered(slice.getMixedSizes(), divided, all), ones);
  }

  // The other factor: its dimension in groups.
  rewriter.setInsertionPoint(op);
  OpOperand &other = reader.other();
  AffineMap otherMap = op.getMatchingIndexingMap(&other);
  const unsigned cut =
      *otherMap.getResultPosition(getAffineDimExpr(loop, context));
  auto type = cast<RankedTensorType>(other.get().getType());
  const int64_t depth = op.getStaticLoopRanges()[loop];
  SmallVector<ReassociationIndices> split;
  SmallVector<int64_t> shape;
  SmallVector<OpFoldResult> sizes;
  for (auto [dim, size] :
       llvm::enumerate(tensor::getMixedSizes(rewriter, loc, other.get()))) {
    split.push_back({int64_t(shape.size())});
    if (dim != cut) {
      shape.push_back(type.getDimSize(dim));
      sizes.push_back(size);
      continue;
    }
    split.back().push_back(shape.size() + 1);
    shape.append({depth / length, length});
    sizes.append(
        {rewriter.getIndexAttr(depth / length), rewriter.getIndexAttr(length)});
  }
  Value grouped = tensor::ExpandShapeOp::create(
      rewriter, loc, RankedTensorType::get(shape, type.getElementType()),
      other.get(), split, sizes);
  AffineExpr place = getAffineDimExpr(places, context);
  auto as = [&](ArrayRef<AffineExpr> results) {
    return AffineMap::get(places + 1, 0, results, context);
  };
  SmallVector<AffineExpr> otherResults(otherMap.getResults());
  otherResults.insert(otherResults.begin() + cut + 1, place);
  SmallVector<AffineMap> maps(3);
  maps[other.getOperandNumber()] = as(otherResults);
  maps[reader.operand->getOperandNumber()] = as(reordered(
      SmallVector<AffineExpr>(map.getResults()),
      [](AffineExpr expr) { return expr; }, place));
  maps[2] = as(op.getMatchingIndexingMap(op.getDpsInitOperand(0)).getResults());
  SmallVector<utils::IteratorType> kinds = op.getIteratorTypesArray();
  kinds.push_back(utils::IteratorType::reduction);
  SmallVector<Value> inputs(2);
  inputs[other.getOperandNumber()] = grouped;
  inputs[reader.operand->getOperandNumber()] = value;
  auto made = linalg::GenericOp::create(rewriter, loc, op.getResultTypes(),
                                        inputs, op.getOutputs(), maps, kinds);
  made->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  rewriter.inlineRegionBefore(op.getRegion(), made.getRegion(),
                              made.getRegion().begin());
  if (inTiles)
    made->setAttr(tilesMark, rewriter.getUnitAttr());
  if (wide)
    wide->readBy(rewriter,
                 made->getOpOperand(reader.operand->getOperandNumber()));
  if (isShifted) {
    Operation *extension =
        (*extensionsOf(made))[reader.operand->getOperandNumber()];
    rewriter.setInsertionPoint(extension);
    Type extended = extension->getResult(0).getType();
    Value narrow = extension->getOperand(0);
    if (isa<arith::ExtSIOp>(extension))
      rewriter.replaceOpWithNewOp<arith::ExtUIOp>(extension, extended, narrow);
    else
      rewriter.replaceOpWithNewOp<arith::ExtSIOp>(extension, extended, narrow);
  }
  rewriter.replaceOp(op, made);
}

/// True if the top bits of the copy are inverted.
bool Groups::layOut(RewriterBase &rewriter) {
  const auto extensions = *extensionsOf(readers.front().op());
  // A matrix unit multiplies bytes of any signedness.
  isShifted =
      length == 4 && readers.size() == 1 && !fitsTiles(readers.front()) &&
      dots.needsShift(extensions[0]->getName() == extensions[1]->getName()) &&
      shiftSums(rewriter, *readers.front().operand);
  rewriter.setInsertionPoint(copy);
  Value packed = GroupedCopy{.source = copy.getSource(),
                             .along = along,
                             .lanes = lanes,
                             .length = length,
                             .columns = columns,
                             .isShifted = isShifted,
                             .arm = dots.arm,
                             .wide = wide}
                     .make(rewriter);
  for (const Reader &reader : readers)
    replace(rewriter, reader, packed);
  Operation *unused = copy.getDest().getDefiningOp();
  // Slices are not read any more, but their sizes may be.
  rewriter.replaceOp(copy, copy.getSource());
  if (unused->use_empty())
    rewriter.eraseOp(unused);
  return isShifted;
}

struct GroupPromoted final : impl::GroupPromotedBase<GroupPromoted> {
  using GroupPromotedBase::GroupPromotedBase;
  void runOnOperation() override;
};
} // namespace

void GroupPromoted::runOnOperation() {
  SmallVector<Copy> copies;
  getOperation().walk([&](Copy copy) {
    if (copy.getDest().getDefiningOp<bufferization::AllocTensorOp>() &&
        copy->getNumResults() == 1)
      copies.push_back(copy);
  });
  IRRewriter rewriter(&getContext());
  const DotInstructions instructions = DotInstructions::named(*dots);
  for (Copy copy : copies) {
    Groups groups(copy, instructions);
    if (!groups.collect(rewriter))
      continue;
    ++numGrouped;
    numShifted += groups.layOut(rewriter);
  }
}
} // namespace mlirgym::lowering
