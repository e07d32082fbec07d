//===- lowering/tensor/GroupPromoted.cpp ----------------------------------===//
#include "lowering/module/Marks.h"
#include "lowering/target/VectorUnit.h"
#include "lowering/tensor/IterationSpace.h"
#include "lowering/tensor/Passes.h"
#include "lowering/tensor/Slices.h"

#include "mlir/Analysis/FlatLinearValueConstraints.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
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

/// What 2^7 is in i8.
constexpr int8_t topBit = -128;

/// The extensions of both factors of a sum of products of extended elements,
/// in the order of the inputs; nothing if it is another operation.
std::optional<std::array<Operation *, 2>> extensionsOf(linalg::GenericOp op) {
  if (op.getNumDpsInputs() != 2 || op.getNumDpsInits() != 1)
    return std::nullopt;
  Block *body = op.getBody();
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

/// Elements of these types that an instruction adds to a lane; 0 without one.
int64_t groupOf(Type from, Type to, const DotInstructions &dots) {
  if (from.isInteger(8) && to.isInteger(32))
    return dots.i8 ? 4 : dots.i16 ? 2 : 0;
  return from.isBF16() && to.isF32() && dots.bf16 ? 2 : 0;
}

/// A number that divides `value`.
int64_t divisorOf(OpFoldResult value) {
  if (std::optional<int64_t> constant = getConstantIntValue(value))
    return *constant;
  auto index = cast<Value>(value);
  if (scf::ForOp loop = scf::getForInductionVarOwner(index))
    return std::gcd(divisorOf(loop.getLowerBound()), divisorOf(loop.getStep()));
  auto smallest = index.getDefiningOp<affine::AffineMinOp>();
  if (!smallest)
    return 1;
  const AffineMap map = smallest.getMap();
  int64_t divisor = 0;
  for (AffineExpr expr : map.getResults()) {
    SmallVector<int64_t> factors; // of the operands, then the constant
    if (failed(getFlattenedAffineExpr(expr, map.getNumDims(),
                                      map.getNumSymbols(), &factors)) ||
        factors.size() != map.getNumInputs() + 1)
      return 1;
    divisor = std::gcd(divisor, factors.back());
    for (auto [operand, factor] : llvm::zip(smallest.getOperands(), factors))
      if (factor != 0)
        divisor = std::gcd(divisor, factor * divisorOf(operand));
  }
  return divisor;
}

bool isPlain(tensor::ExtractSliceOp slice) {
  return slice.getType().getRank() == slice.getSourceType().getRank() &&
         slice.hasUnitStride();
}

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
      if (!isPlain(slice))
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
    if (auto copied = dyn_cast<Copy>(from)) {
      root.value = copied.getSource();
      continue;
    }
    auto slice = dyn_cast<tensor::ExtractSliceOp>(from);
    if (!slice || !isPlain(slice))
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

/// A copy that is laid out anew: groups of places along one dimension are side
/// by side.
class Groups {
public:
  Groups(Copy copy, const DotInstructions &dots) : copy(copy), dots(dots) {}

  bool collect(RewriterBase &rewriter);
  bool shift(RewriterBase &rewriter);
  void layOut(RewriterBase &rewriter);

private:
  bool readThrough(Value value, SmallVector<tensor::ExtractSliceOp> &slices);
  bool accepts(const Reader &reader);
  int64_t columnsAtOnce();
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
};

/// Collects the readers of `value`; false if it has any other use.
bool Groups::readThrough(Value value,
                         SmallVector<tensor::ExtractSliceOp> &slices) {
  for (OpOperand &use : value.getUses()) {
    if (isa<tensor::DimOp>(use.getOwner()))
      continue;
    if (auto slice = dyn_cast<tensor::ExtractSliceOp>(use.getOwner())) {
      if (!isPlain(slice))
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
    return divisorOf(slice.getMixedOffsets()[along]) % length == 0 &&
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
         type.getDimSize(along) % length == 0 && columnsAtOnce() >= 4;
}

/// Of a row, in one register.
int64_t Groups::columnsAtOnce() {
  auto type = cast<RankedTensorType>(copy.getSource().getType());
  return std::gcd(divisorOf(columns),
                  512 / int64_t(type.getElementTypeBitWidth()));
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

/// Gives the copy the other signedness than the other factor has, if what this
/// adds to the sums can be subtracted where they begin.
bool Groups::shift(RewriterBase &rewriter) {
  if (length != 4 || readers.size() != 1)
    return false;
  OpOperand &other = readers.front().other();
  linalg::GenericOp op = readers.front().op();
  const auto extensions = *extensionsOf(op);
  std::optional<Sums> sums = Sums::of(op);
  if (!sums || extensions[0]->getName() != extensions[1]->getName())
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
  const int scale = isa<arith::ExtSIOp>(extensions[0]) ? topBit : -topBit;
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
  isShifted = true;
  return true;
}

/// The copy, written a few registers at a time by loops over its rows.
Value Groups::makeBuffer(RewriterBase &rewriter) {
  Location loc = copy.getLoc();
  Value source = copy.getSource();
  auto type = cast<RankedTensorType>(source.getType());
  Type element = type.getElementType();
  const int64_t most = *largestSize(source, lanes);
  const int64_t count = columnsAtOnce();
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
  auto index = [&](int64_t value) {
    return Value(arith::ConstantIndexOp::create(rewriter, loc, value));
  };
  SmallVector<Value> begins(shape.size(), index(0)), ends, steps;
  for (int64_t size : shape)
    ends.push_back(index(size)), steps.push_back(index(1));
  ends.back() = getValueOrCreateConstantIndexOp(rewriter, loc, columns);
  steps.back() = index(count);
  auto row = VectorType::get({count}, element);
  scf::LoopNest nest = scf::buildLoopNest(
      rewriter, loc, begins, ends, steps, ValueRange(flat),
      [&](OpBuilder &at, Location, ValueRange indices, ValueRange carried) {
        SmallVector<Value> from(type.getRank());
        for (auto [dim, value] : llvm::zip(outer, indices))
          from[dim] = value;
        from[lanes] = indices.back();
        Value scale = arith::ConstantIndexOp::create(at, loc, length);
        Value first =
            arith::MulIOp::create(at, loc, indices.drop_back().back(), scale);
        SmallVector<Value> rows;
        for (int64_t i = 0; i < length; ++i) {
          from[along] = arith::AddIOp::create(
              at, loc, first, arith::ConstantIndexOp::create(at, loc, i));
          Value padding =
              arith::ConstantOp::create(at, loc, at.getZeroAttr(element));
          rows.push_back(vector::TransferReadOp::create(
              at, loc, row, source, from, padding, ArrayRef<bool>({true})));
        }
        if (length == 4)
          rows = {vector::InterleaveOp::create(at, loc, rows[0], rows[2]),
                  vector::InterleaveOp::create(at, loc, rows[1], rows[3])};
        Value groups = vector::InterleaveOp::create(at, loc, rows[0], rows[1]);
        auto all = cast<VectorType>(groups.getType());
        if (isShifted)
          groups = arith::XOrIOp::create(
              at, loc, groups,
              arith::ConstantOp::create(at, loc,
                                        DenseElementsAttr::get(all, topBit)));
        SmallVector<Value> to(indices);
        to.back() = arith::MulIOp::create(at, loc, indices.back(), scale);
        return scf::ValueVector{
            vector::TransferWriteOp::create(at, loc, groups, carried.front(),
                                            to, ArrayRef<bool>({true}))
                .getResult()};
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
  if (isShifted) {
    Operation *extension =
        (*extensionsOf(made))[reader.operand->getOperandNumber()];
    rewriter.setInsertionPoint(extension);
    Type wide = extension->getResult(0).getType();
    Value narrow = extension->getOperand(0);
    if (isa<arith::ExtSIOp>(extension))
      rewriter.replaceOpWithNewOp<arith::ExtUIOp>(extension, wide, narrow);
    else
      rewriter.replaceOpWithNewOp<arith::ExtSIOp>(extension, wide, narrow);
  }
  rewriter.replaceOp(op, made);
}

void Groups::layOut(RewriterBase &rewriter) {
  rewriter.setInsertionPoint(copy);
  Value packed = makeBuffer(rewriter);
  for (const Reader &reader : readers)
    replace(rewriter, reader, packed);
  Operation *unused = copy.getDest().getDefiningOp();
  // Slices are not read any more, but their sizes may be.
  rewriter.replaceOp(copy, copy.getSource());
  if (unused->use_empty())
    rewriter.eraseOp(unused);
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
    numShifted += groups.shift(rewriter);
    groups.layOut(rewriter);
  }
}
} // namespace mlirgym::lowering
