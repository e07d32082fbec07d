//===- lowering/vector/StripRules.cpp -------------------------------------===//
#include "lowering/vector/DotProducts.h"
#include "lowering/vector/Strip.h"
#include "lowering/vector/StripBuilder.h"
#include "lowering/vector/StripFrame.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/TypeSwitch.h"
#include <algorithm>
#include <optional>

using namespace mlir;

namespace mlirgym::lowering {
namespace {

/// Enough for the body of a structured op; beyond it, an estimate suffices.
constexpr int maxSearchDepth = 8;

VectorType stripType(Value value, const Strip &strip) {
  return cast<VectorType>(strip.typeIn(value.getType()));
}

/// A strip whose elements are all `scalar`.
Value spread(OpBuilder &at, Value scalar, const Strip &strip) {
  if (strip.isElement())
    return scalar;
  return vector::BroadcastOp::create(
      at, scalar.getLoc(), VectorType::get({strip.count}, scalar.getType()),
      scalar);
}

/// The dimension of a broadcast's source that corresponds to result dimension
/// `dim`; -1 if the source is repeated along it.
int broadcastDim(vector::BroadcastOp op, int dim) {
  auto source = dyn_cast<VectorType>(op.getSourceType());
  if (!source || dim < 0)
    return -1;
  int sourceDim = dim - static_cast<int>(op.getResultVectorType().getRank() -
                                         source.getRank());
  if (sourceDim < 0 ||
      source.getDimSize(sourceDim) != op.getResultVectorType().getDimSize(dim))
    return -1;
  return sourceDim;
}

Strip broadcastSource(vector::BroadcastOp op, const Strip &strip) {
  Strip source;
  auto type = dyn_cast<VectorType>(op.getSourceType());
  if (!type)
    return source;
  size_t added = op.getResultVectorType().getRank() - type.getRank();
  for (int64_t dim = 0; dim < type.getRank(); ++dim)
    source.position.push_back(
        type.getDimSize(dim) == 1 ? 0 : strip.position[dim + added]);
  source.dim = broadcastDim(op, strip.dim);
  if (!source.isElement())
    source.count = strip.count;
  return source;
}

Strip transposeSource(vector::TransposeOp op, const Strip &strip) {
  Strip source = strip;
  for (auto [dim, sourceDim] : llvm::enumerate(op.getPermutation()))
    source.position[sourceDim] = strip.position[dim];
  if (!strip.isElement())
    source.dim = static_cast<int>(op.getPermutation()[strip.dim]);
  return source;
}

Strip extractSource(vector::ExtractOp op, const Strip &strip) {
  Strip source = strip;
  ArrayRef<int64_t> outer = op.getStaticPosition();
  source.position.assign(outer.begin(), outer.end());
  llvm::append_range(source.position, strip.position);
  if (!strip.isElement())
    source.dim += static_cast<int>(outer.size());
  // For the empty strip of a scalar or a result of rank 0: one element.
  while (static_cast<int64_t>(source.position.size()) <
         op.getSourceVectorType().getRank())
    source.position.push_back(0);
  return source;
}

Value constantStrip(arith::ConstantOp op, const Strip &strip, OpBuilder &at) {
  auto elements = dyn_cast<DenseElementsAttr>(op.getValue());
  if (!elements)
    return {};
  auto type = cast<VectorType>(op.getType());
  SmallVector<Attribute> values;
  int64_t count = elements.isSplat() ? 1 : strip.count;
  for (int64_t lane = 0; lane < count; ++lane)
    values.push_back(elements.isSplat()
                         ? elements.getSplatValue<Attribute>()
                         : elements.getValues<Attribute>()[linearIndex(
                               type.getShape(), strip.lane(lane).position)]);
  if (strip.isElement())
    return arith::ConstantOp::create(at, op.getLoc(),
                                     cast<TypedAttr>(values.front()));
  return arith::ConstantOp::create(
      at, op.getLoc(), DenseElementsAttr::get(stripType(op, strip), values));
}

Value constantMask(OpBuilder &at, Location loc, const Strip &strip,
                   int64_t numSet) {
  if (strip.isElement())
    return arith::ConstantOp::create(at, loc, at.getBoolAttr(numSet > 0));
  SmallVector<bool> bits(strip.count, false);
  std::fill_n(bits.begin(), std::clamp<int64_t>(numSet, 0, strip.count), true);
  return arith::ConstantOp::create(
      at, loc,
      DenseElementsAttr::get(VectorType::get({strip.count}, at.getI1Type()),
                             ArrayRef<bool>(bits)));
}

TypedAttr neutralElement(vector::CombiningKind kind, Type type) {
  using Kind = vector::CombiningKind;
  Builder builder(type.getContext());
  if (auto floating = dyn_cast<FloatType>(type)) {
    const llvm::fltSemantics &semantics = floating.getFloatSemantics();
    switch (kind) {
    case Kind::ADD:
      // x + -0.0 is x for every x.
      return builder.getFloatAttr(
          type, llvm::APFloat::getZero(semantics, /*Negative=*/true));
    case Kind::MUL:
      return builder.getFloatAttr(type, 1.0);
    case Kind::MINNUMF:
    case Kind::MINIMUMF:
      return builder.getFloatAttr(type, llvm::APFloat::getInf(semantics));
    default:
      return builder.getFloatAttr(
          type, llvm::APFloat::getInf(semantics, /*Negative=*/true));
    }
  }
  unsigned bits = type.isIndex() ? 64 : type.getIntOrFloatBitWidth();
  switch (kind) {
  case Kind::MUL:
    return builder.getIntegerAttr(type, llvm::APInt(bits, 1));
  case Kind::AND:
  case Kind::MINUI:
    return builder.getIntegerAttr(type, llvm::APInt::getAllOnes(bits));
  case Kind::MINSI:
    return builder.getIntegerAttr(type, llvm::APInt::getSignedMaxValue(bits));
  case Kind::MAXSI:
    return builder.getIntegerAttr(type, llvm::APInt::getSignedMinValue(bits));
  default: // add, or, xor, unsigned maximum
    return builder.getIntegerAttr(type, llvm::APInt::getZero(bits));
  }
}
} // namespace

bool isElementwise(Operation *op) {
  return isa<vector::FMAOp>(op) ||
         (OpTrait::hasElementwiseMappableTraits(op) &&
          op->getNumResults() == 1 && op->getNumRegions() == 0);
}

bool isAllTrue(Value mask) { return !mask || matchPattern(mask, m_One()); }

bool isContiguous(Value buffer, unsigned dim) {
  auto type = cast<MemRefType>(buffer.getType());
  SmallVector<int64_t> strides;
  int64_t offset;
  return succeeded(type.getStridesAndOffset(strides, offset)) &&
         strides[dim] == 1;
}

Strip maskStrip(AffineMap permutation, const Strip &strip) {
  // The mask has those dimensions of the buffer that the vector indexes, in the
  // buffer's order.
  SmallVector<std::pair<unsigned, int>> dims; // buffer's, vector's
  for (auto [dim, expr] : llvm::enumerate(permutation.getResults()))
    if (auto bufferDim = dyn_cast<AffineDimExpr>(expr))
      dims.push_back({bufferDim.getPosition(), static_cast<int>(dim)});
  llvm::sort(dims);
  Strip mask;
  for (auto [i, pair] : llvm::enumerate(dims)) {
    mask.position.push_back(strip.position[pair.second]);
    if (pair.second != strip.dim)
      continue;
    mask.dim = static_cast<int>(i);
    mask.count = strip.count;
  }
  return mask;
}

/// Computes the strip by the rule of the op; null if it has none.
Value StripBuilder::apply(OpResult value, const Strip &strip, OpBuilder &at) {
  Operation *op = value.getOwner();
  Location loc = op->getLoc();
  if (isElementwise(op) && isa<VectorType>(value.getType()))
    return applyElementwise(op, strip, at);
  return llvm::TypeSwitch<Operation *, Value>(op)
      .Case([&](arith::ConstantOp constant) -> Value {
        if (!isa<VectorType>(constant.getType()))
          return {};
        return constantStrip(constant, strip, at);
      })
      .Case([&](ub::PoisonOp poison) -> Value {
        if (!isa<VectorType>(poison.getType()))
          return {};
        return ub::PoisonOp::create(at, loc, strip.typeIn(poison.getType()));
      })
      .Case([&](vector::BroadcastOp broadcast) {
        Strip source = broadcastSource(broadcast, strip);
        Value part = get(broadcast.getSource(), source);
        return source.isElement() ? spread(at, part, strip) : part;
      })
      .Case([&](vector::TransposeOp transpose) {
        return get(transpose.getVector(), transposeSource(transpose, strip));
      })
      .Case([&](vector::ShapeCastOp cast) {
        return applyShapeCast(cast, strip, at);
      })
      .Case([&](vector::ExtractOp extract) -> Value {
        if (extract.hasDynamicPosition() ||
            (isa<VectorType>(value.getType()) && strip.position.empty()))
          return {};
        return get(extract.getSource(), extractSource(extract, strip));
      })
      .Case([&](vector::ExtractStridedSliceOp slice) -> Value {
        if (slice.hasNonUnitStrides())
          return {};
        Strip source = strip;
        for (auto [i, offset] :
             llvm::enumerate(slice.getOffsets().getAsValueRange<IntegerAttr>()))
          source.position[i] += offset.getSExtValue();
        return get(slice.getSource(), source);
      })
      .Case([&](vector::InsertOp insert) -> Value {
        if (insert.hasDynamicPosition() || strip.position.empty())
          return {};
        return applyInsert(insert.getValueToStore(), insert.getDest(),
                           insert.getStaticPosition(), strip);
      })
      .Case([&](vector::InsertStridedSliceOp insert) -> Value {
        if (insert.hasNonUnitStrides())
          return {};
        SmallVector<int64_t> offsets;
        for (llvm::APInt offset :
             insert.getOffsets().getAsValueRange<IntegerAttr>())
          offsets.push_back(offset.getSExtValue());
        return applyInsert(insert.getValueToStore(), insert.getDest(), offsets,
                           strip);
      })
      .Case([&](vector::FromElementsOp elements) -> Value {
        if (!strip.isElement())
          return {};
        return get(elements.getElements()[linearIndex(
                       cast<VectorType>(elements.getType()).getShape(),
                       strip.position)],
                   Strip());
      })
      .Case([&](vector::StepOp step) -> Value {
        int64_t first = strip.position.front();
        if (strip.isElement())
          return arith::ConstantIndexOp::create(at, loc, first);
        SmallVector<Attribute> values;
        for (int64_t lane = 0; lane < strip.count; ++lane)
          values.push_back(at.getIndexAttr(first + lane));
        return arith::ConstantOp::create(
            at, loc, DenseElementsAttr::get(stripType(step, strip), values));
      })
      .Case([&](vector::ConstantMaskOp mask) {
        return applyMask(
            getAsIndexOpFoldResult(at.getContext(), mask.getMaskDimSizes()),
            strip, at);
      })
      .Case([&](vector::CreateMaskOp mask) {
        SmallVector<OpFoldResult> bounds;
        for (Value bound : mask.getOperands())
          bounds.push_back(getAsOpFoldResult(get(bound, Strip())));
        return applyMask(bounds, strip, at);
      })
      .Case([&](vector::TransferReadOp read) {
        return applyRead(read, strip, at);
      })
      .Case([&](vector::MultiDimReductionOp reduction) {
        return applyReduction(reduction, {}, strip, at);
      })
      .Case([&](vector::ReductionOp reduction) -> Value {
        if (reduction.getVector().getType().getRank() != 1)
          return {};
        Operation *copy = reduction->clone();
        // For a horizontal sum of strips: the joined vector.
        copy->setOperand(0, whole(reduction.getVector()));
        if (reduction.getAcc())
          copy->setOperand(1, get(reduction.getAcc(), Strip()));
        return at.insert(copy)->getResult(0);
      })
      .Case([&](vector::MaskOp masked) -> Value {
        auto reduction = dyn_cast_or_null<vector::MultiDimReductionOp>(
            masked.getMaskableOp());
        if (!reduction || masked.hasPassthru())
          return {};
        return applyReduction(reduction, masked.getMask(), strip, at);
      })
      .Default(Value());
}

Value StripBuilder::applyElementwise(Operation *op, const Strip &strip,
                                     OpBuilder &at) {
  SmallVector<Value> operands;
  for (Value operand : op->getOperands())
    operands.push_back(
        get(operand, isa<VectorType>(operand.getType()) ? strip : Strip()));
  if (isa<vector::FMAOp>(op) && strip.isElement()) { // exists on vectors only
    Value product =
        arith::MulFOp::create(at, op->getLoc(), operands[0], operands[1]);
    return arith::AddFOp::create(at, op->getLoc(), product, operands[2]);
  }
  Operation *copy = op->clone();
  copy->setOperands(operands);
  copy->getResult(0).setType(strip.typeIn(op->getResult(0).getType()));
  return at.insert(copy)->getResult(0);
}

Value StripBuilder::applyShapeCast(vector::ShapeCastOp op, const Strip &strip,
                                   OpBuilder &at) {
  VectorType from = op.getSourceVectorType(), to = op.getResultVectorType();
  auto sourceOf = [&](const Strip &element) {
    return Strip::elementAt(positionOf(
        from.getShape(), linearIndex(to.getShape(), element.position)));
  };
  Strip first = sourceOf(strip.lane(0));
  if (strip.isElement())
    return get(op.getSource(), first);
  // A contiguous run of the source, if the last element is at the expected
  // index.
  Strip last = sourceOf(strip.lane(strip.count - 1));
  for (int dim = 0, rank = from.getRank(); dim < rank; ++dim) {
    Strip run = first;
    run.dim = dim;
    run.count = strip.count;
    if (run.lane(strip.count - 1) == last)
      return get(op.getSource(), run);
  }
  SmallVector<Value> elements;
  for (int64_t lane = 0; lane < strip.count; ++lane)
    elements.push_back(get(op.getSource(), sourceOf(strip.lane(lane))));
  return vector::FromElementsOp::create(at, op.getLoc(), stripType(op, strip),
                                        elements);
}

/// `source` occupies the innermost dimensions of `dest`, starting at `offsets`.
Value StripBuilder::applyInsert(Value source, Value dest,
                                ArrayRef<int64_t> offsets, const Strip &strip) {
  auto sourceType = dyn_cast<VectorType>(source.getType());
  size_t rank = strip.position.size();
  size_t sourceRank = sourceType ? sourceType.getRank() : 0;
  size_t outer = rank - sourceRank;
  // vector.insert has indices for the outer dimensions only.
  SmallVector<int64_t> begin(offsets);
  begin.resize(rank, 0);
  bool isInside = true;
  for (size_t dim = 0; dim < rank; ++dim) {
    int64_t end =
        begin[dim] + (dim < outer ? 1 : sourceType.getDimSize(dim - outer));
    int64_t first = strip.position[dim];
    int64_t last =
        first + (static_cast<int>(dim) == strip.dim ? strip.count : 1);
    if (last <= begin[dim] || first >= end)
      return get(dest, strip);
    isInside &= first >= begin[dim] && last <= end;
  }
  if (!isInside || (!strip.isElement() && strip.dim < static_cast<int>(outer)))
    return {};
  Strip inner;
  for (size_t dim = outer; dim < rank; ++dim)
    inner.position.push_back(strip.position[dim] - begin[dim]);
  if (!strip.isElement()) {
    inner.dim = strip.dim - static_cast<int>(outer);
    inner.count = strip.count;
  }
  return get(source, inner);
}

/// A mask whose bits are set where every index is below its bound.
Value StripBuilder::applyMask(ArrayRef<OpFoldResult> bounds, const Strip &strip,
                              OpBuilder &at) {
  Location loc = at.getUnknownLoc();
  Value isRowSet; // null: true
  for (auto [dim, bound] : llvm::enumerate(bounds)) {
    if (static_cast<int>(dim) == strip.dim)
      continue;
    int64_t index = strip.position[dim];
    if (std::optional<int64_t> constant = getConstantIntValue(bound)) {
      if (index >= *constant)
        return constantMask(at, loc, strip, 0);
      continue;
    }
    Value isBelow = arith::CmpIOp::create(
        at, loc, arith::CmpIPredicate::slt,
        arith::ConstantIndexOp::create(at, loc, index), cast<Value>(bound));
    isRowSet =
        isRowSet ? arith::AndIOp::create(at, loc, isRowSet, isBelow) : isBelow;
  }
  if (strip.isElement())
    return isRowSet ? isRowSet : constantMask(at, loc, strip, 1);
  OpFoldResult bound = bounds[strip.dim];
  int64_t first = strip.position[strip.dim];
  std::optional<int64_t> constant = getConstantIntValue(bound);
  if (constant && !isRowSet)
    return constantMask(at, loc, strip, *constant - first);
  Value numSet =
      constant ? arith::ConstantIndexOp::create(at, loc, *constant - first)
                     .getResult()
               : offsetIndex(at, cast<Value>(bound), -first);
  if (isRowSet)
    numSet = arith::SelectOp::create(
        at, loc, isRowSet, numSet, arith::ConstantIndexOp::create(at, loc, 0));
  auto lanes = llvm::to_vector(llvm::seq<int32_t>(0, strip.count));
  auto type = VectorType::get({strip.count}, at.getI32Type());
  Value lane = arith::ConstantOp::create(
      at, loc, DenseElementsAttr::get(type, ArrayRef<int32_t>(lanes)));
  Value bounded = vector::BroadcastOp::create(
      at, loc, type,
      arith::IndexCastOp::create(at, loc, at.getI32Type(), numSet));
  return arith::CmpIOp::create(at, loc, arith::CmpIPredicate::slt, lane,
                               bounded);
}

//===-- reads -------------------------------------------------------------===//

void StripBuilder::noteRead(vector::TransferReadOp op, const Strip &strip) {
  for (Frame *frame : frames)
    if (frame->onRead && frame->original == op->getBlock())
      frame->onRead(op, strip);
}

Value StripBuilder::applyRead(vector::TransferReadOp op, const Strip &strip,
                              OpBuilder &at) {
  auto bufferType = dyn_cast<MemRefType>(op.getBase().getType());
  if (!bufferType || op.hasOutOfBoundsDim() ||
      bufferType.getElementType() != op.getVectorType().getElementType())
    return {};
  noteRead(op, strip);
  Location loc = op.getLoc();
  AffineMap map = op.getPermutationMap();
  Value mask;
  if (op.getMask())
    mask = get(op.getMask(), maskStrip(map, strip));
  Value buffer = get(op.getBase(), Strip());
  SmallVector<Value> indices;
  for (Value index : op.getIndices())
    indices.push_back(get(index, Strip()));
  int along = -1; // dimension of the buffer
  for (auto [dim, expr] : llvm::enumerate(map.getResults())) {
    auto bufferDim = dyn_cast<AffineDimExpr>(expr);
    if (!bufferDim)
      continue;
    Value &index = indices[bufferDim.getPosition()];
    index = offsetIndex(at, index, strip.position[dim]);
    if (static_cast<int>(dim) == strip.dim)
      along = bufferDim.getPosition();
  }
  if (along < 0) {
    if (isAllTrue(mask)) {
      Value element = memref::LoadOp::create(at, loc, buffer, indices);
      return spread(at, element, strip);
    }
    auto one = VectorType::get({1}, bufferType.getElementType());
    if (!isContiguous(buffer, bufferType.getRank() - 1))
      return {};
    Value bit = vector::BroadcastOp::create(
        at, loc, VectorType::get({1}, at.getI1Type()), mask);
    Value padding = vector::BroadcastOp::create(at, loc, one,
                                                get(op.getPadding(), Strip()));
    Value element = vector::MaskedLoadOp::create(at, loc, one, buffer, indices,
                                                 bit, padding);
    return spread(at, vector::ExtractOp::create(at, loc, element, int64_t(0)),
                  strip);
  }
  VectorType type = stripType(op, strip);
  bool isInnermost = along + 1 == bufferType.getRank();
  if (!isInnermost || !isContiguous(buffer, along)) {
    auto dims =
        AffineMap::get(bufferType.getRank(), 0, at.getAffineDimExpr(along));
    return vector::TransferReadOp::create(
        at, loc, type, buffer, indices, AffineMapAttr::get(dims),
        get(op.getPadding(), Strip()), isAllTrue(mask) ? Value() : mask,
        at.getBoolArrayAttr({true}));
  }
  if (isAllTrue(mask))
    return vector::LoadOp::create(at, loc, type, buffer, indices);
  Value padding =
      vector::BroadcastOp::create(at, loc, type, get(op.getPadding(), Strip()));
  return vector::MaskedLoadOp::create(at, loc, type, buffer, indices, mask,
                                      padding);
}

//===-- reductions --------------------------------------------------------===//

/// Number of reads that would go element by element if strips of `value` were
/// along `dim`.
int64_t StripBuilder::countSlowReads(Value value, int dim, int depth) {
  auto type = dyn_cast<VectorType>(value.getType());
  if (!type || dim < 0 || depth > maxSearchDepth)
    return 0;
  Operation *op = value.getDefiningOp();
  int64_t isAcrossRows = dim != lastDim(type);
  if (!op)
    return isAcrossRows;
  if (isElementwise(op)) {
    int64_t count = 0;
    for (Value operand : op->getOperands())
      count += countSlowReads(operand, dim, depth + 1);
    return count;
  }
  return llvm::TypeSwitch<Operation *, int64_t>(op)
      .Case([&](arith::ConstantOp) { return 0; })
      .Case([&](vector::BroadcastOp broadcast) {
        return countSlowReads(broadcast.getSource(),
                              broadcastDim(broadcast, dim), depth + 1);
      })
      .Case([&](vector::TransposeOp transpose) {
        return countSlowReads(transpose.getVector(),
                              static_cast<int>(transpose.getPermutation()[dim]),
                              depth + 1);
      })
      .Case([&](vector::TransferReadOp read) -> int64_t {
        auto bufferDim =
            dyn_cast<AffineDimExpr>(read.getPermutationMap().getResult(dim));
        if (!bufferDim ||
            (vectorUnit.dots != DotInstructions() && readsGroups(read, dim)))
          return 0;
        return !isa<MemRefType>(read.getBase().getType()) ||
               !isContiguous(read.getBase(), bufferDim.getPosition());
      })
      .Default(isAcrossRows);
}

Value StripBuilder::applyReduction(vector::MultiDimReductionOp op, Value mask,
                                   const Strip &strip, OpBuilder &at) {
  VectorType source = op.getSourceVectorType();
  SmallVector<int64_t> parallel, reduced;
  for (auto [dim, isReduced] : llvm::enumerate(op.getReductionMask()))
    (isReduced ? reduced : parallel).push_back(dim);
  if (reduced.empty())
    return {};
  // Lanes along the reduced dimension with the fewest slow reads; of several,
  // the longest.
  auto slowReads = [&](int64_t dim) {
    return countSlowReads(op.getSource(), static_cast<int>(dim), 0);
  };
  int64_t along = *llvm::min_element(reduced, [&](int64_t a, int64_t b) {
    return std::pair(slowReads(a), -source.getDimSize(a)) <
           std::pair(slowReads(b), -source.getDimSize(b));
  });
  SmallVector<int64_t> position(source.getRank(), 0);
  auto place = [&](const Strip &result) {
    for (auto [dim, index] : llvm::zip_equal(parallel, result.position))
      position[dim] = index;
  };
  if (strip.isElement()) {
    if (!parallel.empty())
      place(strip);
    Value sum = reduceLanes(op, mask, position, static_cast<int>(along), at);
    return vector::makeArithReduction(at, op.getLoc(), op.getKind(), sum,
                                      get(op.getAcc(), strip));
  }
  int64_t lanesAlong = parallel[strip.dim];
  if (slowReads(lanesAlong) > slowReads(along)) {
    SmallVector<Value> sums;
    for (int64_t lane = 0; lane < strip.count; ++lane) {
      place(strip.lane(lane));
      sums.push_back(
          reduceLanes(op, mask, position, static_cast<int>(along), at));
    }
    Value sum = vector::FromElementsOp::create(
        at, op.getLoc(),
        VectorType::get({strip.count}, source.getElementType()), sums);
    return vector::makeArithReduction(at, op.getLoc(), op.getKind(), sum,
                                      get(op.getAcc(), strip));
  }
  place(strip);
  SmallVector<int64_t> extents;
  for (int64_t dim : reduced)
    extents.push_back(source.getDimSize(dim));
  Value sum = get(op.getAcc(), strip);
  auto placeOf = [&](int64_t i) {
    for (auto [dim, index] : llvm::zip_equal(reduced, positionOf(extents, i)))
      position[dim] = index;
    Strip each = strip;
    each.position.assign(position.begin(), position.end());
    each.dim = static_cast<int>(lanesAlong);
    return each;
  };
  // Places of the innermost reduced dimension that are added in groups.
  int64_t grouped = 0;
  if (std::optional<DotProducts> dots =
          mask ? std::nullopt
               : DotProducts::of(*this, op, static_cast<int>(lanesAlong),
                                 strip.count)) {
    SmallVector<Strip> groups;
    grouped = extents.back() / dots->group() * dots->group();
    for (int64_t i = 0, e = llvm::product_of(extents); i < e; ++i)
      if (int64_t inner = i % extents.back();
          inner < grouped && inner % dots->group() == 0)
        groups.push_back(placeOf(i));
    sum = dots->add(at, sum, groups, static_cast<int>(reduced.back()));
  }
  for (int64_t i = 0, e = llvm::product_of(extents); i < e; ++i) {
    if (i % extents.back() < grouped)
      continue;
    Strip each = placeOf(i);
    Value flags = mask ? get(mask, each) : Value();
    sum = vector::makeArithReduction(at, op.getLoc(), op.getKind(),
                                     get(op.getSource(), each), sum, nullptr,
                                     isAllTrue(flags) ? Value() : flags);
  }
  return sum;
}

/// The reduction of all elements that contribute to the result at `position`,
/// with lanes along dimension `along` of the source.
Value StripBuilder::reduceLanes(vector::MultiDimReductionOp op, Value mask,
                                ArrayRef<int64_t> position, int along,
                                OpBuilder &at) {
  Location loc = op.getLoc();
  VectorType source = op.getSourceVectorType();
  SmallVector<int64_t> extents(source.getRank(), 1);
  for (auto [dim, isReduced] : llvm::enumerate(op.getReductionMask()))
    if (isReduced)
      extents[dim] = source.getDimSize(dim);
  auto region = VectorType::get(extents, source.getElementType());
  // Strips of the same length are combined lane by lane before the horizontal
  // reduction.
  SmallVector<std::pair<int64_t, Value>> sums;
  SmallVector<Strip> parts = stripsAlong(region, along, lanesAStrip);
  for (Strip &each : parts)
    for (auto [dim, isReduced] : llvm::enumerate(op.getReductionMask()))
      if (!isReduced)
        each.position[dim] = position[dim];
  if (std::optional<DotProducts> dots =
          mask ? std::nullopt
               : DotProducts::of(*this, op, along, lanesAStrip)) {
    const int64_t step = lanesAStrip * dots->group();
    const int64_t grouped = extents[along] / step * step;
    SmallVector<Strip> groups;
    llvm::erase_if(parts, [&](const Strip &each) {
      if (each.position[along] % step == 0 && each.position[along] < grouped)
        groups.push_back(each);
      return each.position[along] < grouped;
    });
    if (!groups.empty())
      sums.push_back(
          {lanesAStrip, dots->add(at, dots->zero(at), groups, along)});
  }
  for (const Strip &each : parts) {
    Value part = get(op.getSource(), each);
    Value flags = mask ? get(mask, each) : Value();
    if (!isAllTrue(flags)) {
      Value neutral = spread(
          at,
          arith::ConstantOp::create(
              at, loc, neutralElement(op.getKind(), source.getElementType())),
          each);
      part = arith::SelectOp::create(at, loc, flags, part, neutral);
    }
    auto *sum = llvm::find_if(
        sums, [&](const auto &known) { return known.first == each.count; });
    if (sum == sums.end())
      sums.push_back({each.count, part});
    else
      sum->second =
          vector::makeArithReduction(at, loc, op.getKind(), part, sum->second);
  }
  Value total;
  for (auto [count, sum] : sums)
    total = total
                ? vector::ReductionOp::create(at, loc, op.getKind(), sum, total)
                : vector::ReductionOp::create(at, loc, op.getKind(), sum);
  return total;
}
} // namespace mlirgym::lowering
