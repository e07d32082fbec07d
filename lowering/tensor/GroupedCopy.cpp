//===- lowering/tensor/GroupedCopy.cpp ------------------------------------===//
#include "lowering/tensor/GroupedCopy.h"
#include "lowering/module/Divisors.h"
#include "lowering/tensor/ShortProducts.h"
#include "lowering/tensor/Slices.h"
#include "lowering/tensor/Windows.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/ReshapeOpsUtils.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/bit.h"
#include <algorithm>
#include <cstdint>
#include <numeric>
#include <optional>

using namespace mlir;

namespace mlirgym::lowering {

namespace {
/// The transposed matrix of as many rows as columns, a power of two: each step
/// rotates the bits of an element's number by one.
SmallVector<Value> transposed(OpBuilder &at, SmallVector<Value> rows) {
  const auto size = static_cast<int64_t>(rows.size());
  SmallVector<int64_t> low, high;
  for (int64_t i = 0; i < size; ++i) {
    low.push_back(i / 2 + i % 2 * size);
    high.push_back(low.back() + size / 2);
  }
  for (int64_t step = 1; step < size; step *= 2) {
    SmallVector<Value> next;
    for (int64_t i = 0; i < size / 2; ++i)
      for (const SmallVector<int64_t> &mask : {low, high})
        next.push_back(vector::ShuffleOp::create(at, rows[i].getLoc(), rows[i],
                                                 rows[i + size / 2], mask));
    rows = std::move(next);
  }
  return rows;
}

/// Loops that write a copy.
class Writer {
public:
  Writer(const GroupedCopy &grouped, OpBuilder &at)
      : copy(grouped), loc(grouped.source.getLoc()),
        type(cast<RankedTensorType>(grouped.source.getType())),
        columns(*largestSize(grouped.source, grouped.lanes)),
        windows(WindowTile::of(grouped.source, grouped.lanes, at)) {
    for (int64_t dim = 0; dim < type.getRank(); ++dim)
      if (dim != copy.along && dim != copy.lanes)
        outer.push_back(dim);
  }

  Value write(RewriterBase &rewriter);

private:
  Type element() const {
    return copy.wide ? copy.wide->type() : type.getElementType();
  }
  int64_t groups() const { return type.getDimSize(copy.along) / copy.length; }
  int64_t columnsInRegister() const {
    return (copy.arm ? 128 : 512) / int64_t(element().getIntOrFloatBitWidth());
  }
  /// Groups whose rows are read at once where the lanes are not the last
  /// dimension, and columns of them.
  int64_t blockSize() const;

  Value index(OpBuilder &at, int64_t value) const {
    return arith::ConstantIndexOp::create(at, loc, value);
  }
  Value sum(OpBuilder &at, Value left, Value right) const {
    return at.createOrFold<arith::AddIOp>(loc, left, right);
  }
  Value scaled(OpBuilder &at, Value value, int64_t factor) const {
    return at.createOrFold<arith::MulIOp>(loc, value, index(at, factor));
  }
  Value loop(OpBuilder &at, Value begin, Value end, int64_t step, Value into,
             function_ref<Value(OpBuilder &, Value, Value)> body) const;
  SmallVector<Value> place(ValueRange outside, Value row, Value column) const;
  Value read(OpBuilder &at, Value from, ValueRange place, int64_t count) const;
  Value store(OpBuilder &at, Value elements, Value into, ValueRange outside,
              Value group, Value column) const;
  Value copyColumns(OpBuilder &at, ValueRange outside, Value column,
                    Value shift, Value into, int64_t count) const;
  Value copyRows(OpBuilder &at, ValueRange outside, Value into) const;
  Value copyWindows(OpBuilder &at, ValueRange outside, Value into) const;
  Value copyTransposed(OpBuilder &at, ValueRange outside, Value into) const;

  const GroupedCopy &copy;
  Location loc;
  RankedTensorType type;
  /// Largest number of columns.
  int64_t columns;
  std::optional<WindowTile> windows;
  /// Dimensions of the source other than `along` and `lanes`.
  SmallVector<int64_t> outer;
};

int64_t Writer::blockSize() const {
  const int64_t most = copy.arm ? 4 : 8;
  return std::gcd(std::gcd(groups(), knownDivisor(copy.columns)), most);
}

Value Writer::loop(OpBuilder &at, Value begin, Value end, int64_t step,
                   Value into,
                   function_ref<Value(OpBuilder &, Value, Value)> body) const {
  return scf::ForOp::create(
             at, loc, begin, end, index(at, step), into,
             [&](OpBuilder &in, Location, Value iteration, ValueRange carried) {
               scf::YieldOp::create(in, loc,
                                    body(in, iteration, carried.front()));
             })
      .getResult(0);
}

/// Indices of an element of the source. `outside` are those in `outer`.
SmallVector<Value> Writer::place(ValueRange outside, Value row,
                                 Value column) const {
  SmallVector<Value> indices(type.getRank());
  for (auto [dim, value] : llvm::zip_equal(outer, outside))
    indices[dim] = value;
  indices[copy.along] = row;
  indices[copy.lanes] = column;
  return indices;
}

/// `count` adjacent elements, as the copy has them.
Value Writer::read(OpBuilder &at, Value from, ValueRange place,
                   int64_t count) const {
  auto row = VectorType::get({count}, type.getElementType());
  Value padding =
      arith::ConstantOp::create(at, loc, at.getZeroAttr(row.getElementType()));
  Value elements = vector::TransferReadOp::create(
      at, loc, row, from, place, padding, ArrayRef<bool>({true}));
  if (copy.wide)
    elements = copy.wide->convert(at, elements);
  if (copy.isShifted)
    elements = arith::XOrIOp::create(
        at, loc, elements,
        arith::ConstantOp::create(
            at, loc,
            DenseElementsAttr::get(cast<VectorType>(elements.getType()),
                                   int8_t(-128))));
  return elements;
}

/// Writes groups of adjacent columns.
Value Writer::store(OpBuilder &at, Value elements, Value into,
                    ValueRange outside, Value group, Value column) const {
  SmallVector<Value> to(outside);
  to.push_back(group);
  to.push_back(scaled(at, column, copy.length));
  return vector::TransferWriteOp::create(at, loc, elements, into, to,
                                         ArrayRef<bool>({true}))
      .getResult();
}

/// Copies `count` columns of a group, from `shift` columns behind `column` on;
/// windows are adjacent in the image from `column` on. The last of `outside` is
/// the group.
Value Writer::copyColumns(OpBuilder &at, ValueRange outside, Value column,
                          Value shift, Value into, int64_t count) const {
  Value first = scaled(at, outside.back(), copy.length);
  SmallVector<Value> rows;
  for (int64_t i = 0; i < copy.length; ++i) {
    SmallVector<Value> from =
        place(outside.drop_back(), sum(at, first, index(at, i)), column);
    if (windows)
      from = windows->inImage(from, at);
    from.back() = sum(at, from.back(), shift);
    rows.push_back(
        read(at, windows ? windows->image() : copy.source, from, count));
  }
  Value groups;
  if (copy.arm) {
    // The form that is stored by one instruction (st4).
    groups = interleave(at, rows);
  } else {
    if (copy.length == 4)
      rows = {vector::InterleaveOp::create(at, loc, rows[0], rows[2]),
              vector::InterleaveOp::create(at, loc, rows[1], rows[3])};
    groups = vector::InterleaveOp::create(at, loc, rows[0], rows[1]);
  }
  return store(at, groups, into, outside.drop_back(), outside.back(),
               sum(at, column, shift));
}

/// As many columns at a time as a register has, and what remains.
Value Writer::copyRows(OpBuilder &at, ValueRange outside, Value into) const {
  Value zero = index(at, 0), begin = zero,
        size = getValueOrCreateConstantIndexOp(at, loc, copy.columns);
  const int64_t tail =
      std::gcd(knownDivisor(copy.columns), columnsInRegister());
  for (int64_t count : {columnsInRegister(), tail}) {
    Value step = index(at, count);
    Value end = at.createOrFold<arith::MulIOp>(
        loc, at.createOrFold<arith::DivUIOp>(loc, size, step), step);
    into = loop(at, begin, end, count, into,
                [&](OpBuilder &in, Value column, Value carried) {
                  return copyColumns(in, outside, zero, column, carried, count);
                });
    begin = end;
  }
  return into;
}

/// As many columns at a time as a register and the row of the image permit; the
/// last columns of a row overlap.
Value Writer::copyWindows(OpBuilder &at, ValueRange outside, Value into) const {
  const int64_t adjacent = windows->adjacent();
  const int64_t count = std::min<int64_t>(columnsInRegister(),
                                          llvm::bit_floor<uint64_t>(adjacent));
  Value zero = index(at, 0);
  auto copyRow = [&](OpBuilder &in, Value column, Value row) {
    auto copyPiece = [&](OpBuilder &inner, Value shift, Value piece) {
      if (adjacent % count != 0)
        shift = arith::MinUIOp::create(inner, loc, shift,
                                       index(inner, adjacent - count));
      return copyColumns(inner, outside, column, shift, piece, count);
    };
    return loop(in, zero, index(in, adjacent), count, row, copyPiece);
  };
  return loop(at, zero, index(at, columns), adjacent, into, copyRow);
}

/// Groups are adjacent in the source: blocks of them are transposed.
Value Writer::copyTransposed(OpBuilder &at, ValueRange outside,
                             Value into) const {
  const int64_t size = blockSize();
  auto words = VectorType::get(
      {size}, at.getIntegerType(unsigned(copy.length) *
                                element().getIntOrFloatBitWidth()));
  auto elements = VectorType::get({size * copy.length}, element());
  Value first = scaled(at, outside.back(), copy.length);
  auto copyBlock = [&](OpBuilder &in, Value column, Value carried) {
    SmallVector<Value> rows;
    for (int64_t i = 0; i < size; ++i) {
      Value row =
          read(in, copy.source,
               place(outside.drop_back(), first, sum(in, column, index(in, i))),
               elements.getNumElements());
      rows.push_back(vector::BitCastOp::create(in, loc, words, row));
    }
    for (auto [i, row] : llvm::enumerate(transposed(in, rows)))
      carried = store(in, vector::BitCastOp::create(in, loc, elements, row),
                      carried, outside.drop_back(),
                      sum(in, outside.back(), index(in, int64_t(i))), column);
    return carried;
  };
  return loop(at, index(at, 0),
              getValueOrCreateConstantIndexOp(at, loc, copy.columns), size,
              into, copyBlock);
}

Value Writer::write(RewriterBase &rewriter) {
  const bool isTransposed = copy.lanes != type.getRank() - 1;
  SmallVector<int64_t> shape;
  SmallVector<Value> begins, ends, steps;
  for (int64_t dim : outer)
    shape.push_back(type.getDimSize(dim));
  shape.push_back(groups());
  for (int64_t size : shape) {
    begins.push_back(index(rewriter, 0));
    ends.push_back(index(rewriter, size));
    steps.push_back(index(rewriter, 1));
  }
  if (isTransposed)
    steps.back() = index(rewriter, blockSize());
  shape.push_back(columns * copy.length);
  Value flat = tensor::EmptyOp::create(rewriter, loc, shape, element());
  scf::LoopNest nest = scf::buildLoopNest(
      rewriter, loc, begins, ends, steps, ValueRange(flat),
      [&](OpBuilder &at, Location, ValueRange outside, ValueRange carried) {
        Value into = carried.front();
        return scf::ValueVector{isTransposed ? copyTransposed(at, outside, into)
                                : windows    ? copyWindows(at, outside, into)
                                             : copyRows(at, outside, into)};
      });
  SmallVector<ReassociationIndices> split;
  for (int64_t dim = 0, e = shape.size(); dim < e; ++dim)
    split.push_back({dim});
  split.back().push_back(shape.size());
  shape.back() = columns;
  shape.push_back(copy.length);
  rewriter.setInsertionPointAfter(nest.loops.front());
  return tensor::ExpandShapeOp::create(rewriter, loc,
                                       RankedTensorType::get(shape, element()),
                                       nest.results.front(), split);
}
} // namespace

Value GroupedCopy::make(RewriterBase &rewriter) const {
  Value whole = Writer(*this, rewriter).write(rewriter);
  auto type = cast<RankedTensorType>(whole.getType());
  if (getConstantIntValue(columns) == type.getDimSize(type.getRank() - 2))
    return whole;
  // A smaller last tile uses a part of the buffer.
  SmallVector<OpFoldResult> zeros(type.getRank(), rewriter.getIndexAttr(0)),
      ones(type.getRank(), rewriter.getIndexAttr(1)),
      sizes = getAsIndexOpFoldResult(rewriter.getContext(), type.getShape());
  sizes[type.getRank() - 2] = columns;
  return tensor::ExtractSliceOp::create(rewriter, source.getLoc(), whole, zeros,
                                        sizes, ones);
}
} // namespace mlirgym::lowering
