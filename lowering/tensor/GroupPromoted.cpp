//===- lowering/tensor/GroupPromoted.cpp ----------------------------------===//
#include "lowering/module/Divisors.h"
#include "lowering/module/Marks.h"
#include "lowering/target/VectorUnit.h"
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
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Utils/StructuredOpsUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include <array>
#include <cstdint>
#include <numeric>
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
  bool accepts(const Reader &reader);
  bool fitsTiles(const Reader &reader) const;
  int64_t columnsInRegister();
  Value makeBuffer(RewriterBase &rewriter);
  void replace(RewriterBase &rewriter, const Reader &reader, Value packed);

  Copy copy;
  DotInstructions dots;
  SmallVector<Reader> readers;
  /// Number of elements in a group, the dimension of the copy along which they
  /// are, and the last one, which the lanes index.
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

bool Groups::accepts(const Reader &reader) {
  linalg::GenericOp op = reader.op();
  std::optional<IterationSpace> space = IterationSpace::of(op);
  AffineMap map = reader.map();
  AffineMap other = op.getMatchingIndexingMap(&reader.other());
  if (!extensionsOf(op) || !space || !map.isProjectedPermutation() ||
      !op.getMatchingIndexingMap(op.getDpsInitOperand(0))
           .isProjectedPermutation())
    return false;
  lanes = map.getNumResults() - 1;
  if (map.getDimPosition(lanes) != unsigned(space->laneLoop) ||
      other.isFunctionOfDim(space->laneLoop))
    return false;
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
  return llvm::all_of(reader.slices, [&](tensor::ExtractSliceOp slice) {
    return knownDivisor(slice.getMixedOffsets()[along]) % length == 0 &&
           !slice.getType().isDynamicDim(along) &&
           slice.getType().getDimSize(along) % length == 0;
  });
}

bool Groups::collect(RewriterBase &rewriter) {
  auto type = dyn_cast<RankedTensorType>(copy.getSource().getType());
  SmallVector<tensor::ExtractSliceOp> slices;
  if (!type || type.getRank() < 2 ||
      llvm::any_of(type.getShape().drop_back(), ShapedType::isDynamic) ||
      !readThrough(copy->getResult(0), slices) || readers.empty())
    return false;
  columns = rewriter.getIndexAttr(type.getShape().back());
  auto source = copy.getSource().getDefiningOp<tensor::ExtractSliceOp>();
  if (source && source.getType().getRank() == source.getSourceType().getRank())
    columns = source.getMixedSizes().back();
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
  if (getConstantIntValue(columns) == ShapedType::kDynamic)
    return false;
  return largestSize(copy.getSource(), type.getRank() - 1) &&
         llvm::all_of(readers, [&](Reader &each) { return accepts(each); }) &&
         type.getDimSize(along) % length == 0 && knownDivisor(columns) % 4 == 0;
}

/// True if a matrix unit can compute a reader, at least where its tile is
/// whole: its rows, which only the other factor has, are several, and its
/// columns fill tiles.
bool Groups::fitsTiles(const Reader &reader) const {
  linalg::GenericOp op = reader.op();
  std::optional<IterationSpace> space = IterationSpace::of(op);
  if (!dots.tiles || wide ||
      space->tripCounts[space->laneLoop] % columnsOfTile != 0)
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

int64_t Groups::columnsInRegister() {
  Type element =
      wide ? wide->type() : getElementTypeOrSelf(copy.getSource().getType());
  return (dots.arm ? 128 : 512) / int64_t(element.getIntOrFloatBitWidth());
}

/// The copy, written a few registers at a time by loops over its rows.
Value Groups::makeBuffer(RewriterBase &rewriter) {
  Location loc = copy.getLoc();
  Value source = copy.getSource();
  auto type = cast<RankedTensorType>(source.getType());
  Type element = wide ? wide->type() : type.getElementType();
  const int64_t most = *largestSize(source, lanes);
  // Without `along` and `lanes`, then the groups and all columns of a group.
  SmallVector<int64_t> outer, shape;
  for (int64_t dim = 0; dim < lanes; ++dim)
    if (dim != along)
      outer.push_back(dim);
  for (int64_t dim : outer)
    shape.push_back(type.getDimSize(dim));
  shape.push_back(type.getDimSize(along) / length);
  shape.push_back(most * length);
  Value flat = tensor::EmptyOp::create(rewriter, loc, shape, element);
  auto index = [&](OpBuilder &at, int64_t value) {
    return Value(arith::ConstantIndexOp::create(at, loc, value));
  };
  // `count` columns of `length` rows from the column `indices.back()` on.
  auto copyColumns = [&](OpBuilder &at, ValueRange indices, Value into,
                         int64_t count) -> Value {
    auto row = VectorType::get({count}, type.getElementType());
    SmallVector<Value> from(type.getRank());
    for (auto [dim, value] : llvm::zip(outer, indices))
      from[dim] = value;
    from[lanes] = indices.back();
    Value scale = index(at, length);
    Value first =
        arith::MulIOp::create(at, loc, indices.drop_back().back(), scale);
    SmallVector<Value> rows;
    for (int64_t i = 0; i < length; ++i) {
      from[along] = arith::AddIOp::create(at, loc, first, index(at, i));
      Value padding = arith::ConstantOp::create(
          at, loc, at.getZeroAttr(row.getElementType()));
      rows.push_back(vector::TransferReadOp::create(
          at, loc, row, source, from, padding, ArrayRef<bool>({true})));
      if (wide)
        rows.back() = wide->convert(at, rows.back());
    }
    auto shift = [&](Value &bytes) {
      auto all = cast<VectorType>(bytes.getType());
      if (isShifted)
        bytes = arith::XOrIOp::create(
            at, loc, bytes,
            arith::ConstantOp::create(
                at, loc, DenseElementsAttr::get(all, int8_t(-128))));
    };
    Value groups;
    if (dots.arm) {
      // The form that is stored by one instruction (st4).
      llvm::for_each(rows, shift);
      groups = interleave(at, rows);
    } else {
      if (length == 4)
        rows = {vector::InterleaveOp::create(at, loc, rows[0], rows[2]),
                vector::InterleaveOp::create(at, loc, rows[1], rows[3])};
      groups = vector::InterleaveOp::create(at, loc, rows[0], rows[1]);
      shift(groups);
    }
    SmallVector<Value> to(indices);
    to.back() = arith::MulIOp::create(at, loc, indices.back(), scale);
    return vector::TransferWriteOp::create(at, loc, groups, into, to,
                                           ArrayRef<bool>({true}))
        .getResult();
  };
  SmallVector<Value> begins, ends, steps;
  for (int64_t size : ArrayRef(shape).drop_back()) {
    begins.push_back(index(rewriter, 0));
    ends.push_back(index(rewriter, size));
    steps.push_back(index(rewriter, 1));
  }
  const int64_t tail = std::gcd(knownDivisor(columns), columnsInRegister());
  Value size = getValueOrCreateConstantIndexOp(rewriter, loc, columns);
  scf::LoopNest nest = scf::buildLoopNest(
      rewriter, loc, begins, ends, steps, ValueRange(flat),
      [&](OpBuilder &at, Location, ValueRange outside, ValueRange carried) {
        Value begin = index(at, 0), result = carried.front();
        // As wide as a register, and what remains.
        for (int64_t count : {columnsInRegister(), tail}) {
          Value step = index(at, count);
          Value end = at.createOrFold<arith::MulIOp>(
              loc, at.createOrFold<arith::DivUIOp>(loc, size, step), step);
          result =
              scf::ForOp::create(
                  at, loc, begin, end, step, result,
                  [&](OpBuilder &in, Location, Value column, ValueRange all) {
                    SmallVector<Value> indices(outside);
                    indices.push_back(column);
                    scf::YieldOp::create(
                        in, loc, copyColumns(in, indices, all.front(), count));
                  })
                  .getResult(0);
          begin = end;
        }
        return scf::ValueVector{result};
      });
  SmallVector<ReassociationIndices> split;
  for (int64_t dim = 0, e = shape.size(); dim < e; ++dim)
    split.push_back({dim});
  split.back().push_back(shape.size());
  shape.back() = most;
  shape.push_back(length);
  rewriter.setInsertionPointAfter(nest.loops.front());
  Value whole = tensor::ExpandShapeOp::create(
      rewriter, loc, RankedTensorType::get(shape, element),
      nest.results.front(), split);
  if (!type.isDynamicDim(lanes))
    return whole;
  // A smaller last tile uses a part of the buffer.
  SmallVector<OpFoldResult> zeros(shape.size(), rewriter.getIndexAttr(0)),
      ones(shape.size(), rewriter.getIndexAttr(1)),
      sizes = getAsIndexOpFoldResult(rewriter.getContext(), shape);
  sizes[shape.size() - 2] = columns;
  return tensor::ExtractSliceOp::create(rewriter, loc, whole, zeros, sizes,
                                        ones);
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
    values.erase(values.begin() + lanes);
    values.erase(values.begin() + along);
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
  Value packed = makeBuffer(rewriter);
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
