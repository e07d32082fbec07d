#include "lowering/tensor/WinogradTransforms.h"
#include "lowering/target/VectorUnit.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/ReshapeOpsUtils.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <optional>

using namespace mlir;

namespace mlirgym::lowering {
namespace {
using FilterOrder = WinogradConvolution::FilterOrder;

bool isAllOnes(DenseIntElementsAttr attribute) {
  return !attribute ||
         (attribute.isSplat() && attribute.getSplatValue<APInt>().isOne());
}

/// Applies `transform` to the columns of a window, then to its rows.
template <typename Window, typename Transform>
Window onBothSides(const Window &window, Transform transform) {
  auto transposed = [](const Window &from) {
    Window to(from.front().size());
    for (const auto &row : from)
      for (auto [column, value] : llvm::zip_equal(to, row))
        column.push_back(value);
    return to;
  };
  Window columns;
  for (const auto &column : transposed(window))
    columns.push_back(transform(column));
  Window rows;
  for (const auto &row : transposed(columns))
    rows.push_back(transform(row));
  return rows;
}
} // namespace

std::optional<WinogradConvolution>
WinogradConvolution::of(linalg::LinalgOp op, unsigned vectorBits) {
  WinogradConvolution conv;
  DenseIntElementsAttr strides, dilations;
  auto describe = [&](auto named, bool first, FilterOrder order) {
    conv.channelsFirst = first;
    conv.filterOrder = order;
    strides = named.getStrides();
    dilations = named.getDilations();
    return true;
  };
  const bool isKnown = llvm::TypeSwitch<Operation *, bool>(op.getOperation())
                           .Case([&](linalg::Conv2DNchwFchwOp named) {
                             return describe(named, true, FilterOrder::Fchw);
                           })
                           .Case([&](linalg::Conv2DNhwcHwcfOp named) {
                             return describe(named, false, FilterOrder::Hwcf);
                           })
                           .Case([&](linalg::Conv2DNhwcFhwcOp named) {
                             return describe(named, false, FilterOrder::Fhwc);
                           })
                           .Default([](Operation *) { return false; });
  if (!isKnown || !isAllOnes(strides) || !isAllOnes(dilations) ||
      !op.hasPureTensorSemantics())
    return std::nullopt;
  auto image = cast<RankedTensorType>(op.getDpsInputs()[0].getType());
  auto filter = cast<RankedTensorType>(op.getDpsInputs()[1].getType());
  auto result = cast<RankedTensorType>(op.getDpsInits()[0].getType());
  conv.element = result.getElementType();
  if (!image.hasStaticShape() || !filter.hasStaticShape() ||
      !result.hasStaticShape() ||
      !(conv.element.isF32() || conv.element.isF64()) ||
      image.getElementType() != conv.element ||
      filter.getElementType() != conv.element)
    return std::nullopt;
  const bool hasWindowFirst = conv.filterOrder == FilterOrder::Hwcf;
  const bool hasWindowLast = conv.filterOrder == FilterOrder::Fchw;
  const unsigned window = hasWindowFirst ? 0 : hasWindowLast ? 2 : 1;
  if (filter.getDimSize(window) != 3 || filter.getDimSize(window + 1) != 3)
    return std::nullopt;
  const unsigned rows = conv.channelsFirst ? 2 : 1;
  const int64_t height = result.getDimSize(rows),
                width = result.getDimSize(rows + 1);
  if (height % 2 != 0 || width % 2 != 0 ||
      image.getDimSize(rows) < height + 2 ||
      image.getDimSize(rows + 1) < width + 2)
    return std::nullopt;
  conv.images = result.getDimSize(0);
  conv.filters = result.getDimSize(conv.channelsFirst ? 1 : 3);
  conv.channels = image.getDimSize(conv.channelsFirst ? 1 : 3);
  conv.tileRows = height / 2;
  conv.tileColumns = width / 2;
  conv.lanes = VectorUnit{.bits = vectorBits}.lanes(
      conv.element.getIntOrFloatBitWidth());
  return conv;
}

Value WinogradTransforms::index(int64_t value) {
  return arith::ConstantIndexOp::create(builder, loc, value);
}

/// value * factor + offset.
Value WinogradTransforms::scaled(Value value, int64_t factor, int64_t offset) {
  AffineExpr expr = builder.getAffineDimExpr(0) * factor + offset;
  return affine::makeComposedAffineApply(builder, loc, expr, {value});
}

/// a * factor + b.
Value WinogradTransforms::sum(Value a, int64_t factor, Value b) {
  AffineExpr first, second;
  bindDims(builder.getContext(), first, second);
  return affine::makeComposedAffineApply(builder, loc, first * factor + second,
                                         {a, b});
}

/// The first `count` lanes; null if these are all.
Value WinogradTransforms::maskOf(int64_t count) {
  if (count == conv.lanes)
    return {};
  auto type = VectorType::get({conv.lanes}, builder.getI1Type());
  return vector::ConstantMaskOp::create(builder, loc, type, count);
}

Value WinogradTransforms::read(Value tensor, ValueRange at, int64_t count) {
  auto rank = cast<RankedTensorType>(tensor.getType()).getRank();
  Value zero = arith::ConstantOp::create(builder, loc,
                                         builder.getZeroAttr(conv.element));
  auto map = AffineMap::getMinorIdentityMap(rank, 1, builder.getContext());
  return vector::TransferReadOp::create(
      builder, loc, VectorType::get({conv.lanes}, conv.element), tensor, at,
      AffineMapAttr::get(map), zero, maskOf(count),
      builder.getBoolArrayAttr({true}));
}

Value WinogradTransforms::write(Value vector, Value tensor, ValueRange at,
                                int64_t count) {
  auto rank = cast<RankedTensorType>(tensor.getType()).getRank();
  auto map = AffineMap::getMinorIdentityMap(rank, 1, builder.getContext());
  return vector::TransferWriteOp::create(builder, loc, vector, tensor, at,
                                         AffineMapAttr::get(map), maskOf(count),
                                         builder.getBoolArrayAttr({true}))
      .getResult();
}

/// The even and the odd elements of a row of 2 * `pairs` elements.
WinogradTransforms::Row WinogradTransforms::readPairs(Value tensor,
                                                      SmallVector<Value> at,
                                                      int64_t pairs) {
  Value low = read(tensor, at, std::min(2 * pairs, conv.lanes)), high = low;
  if (2 * pairs > conv.lanes) {
    at.back() = scaled(at.back(), 1, conv.lanes);
    high = read(tensor, at, 2 * pairs - conv.lanes);
  }
  SmallVector<int64_t> even, odd;
  for (int64_t lane = 0; lane < conv.lanes; ++lane) {
    even.push_back(2 * lane);
    odd.push_back(2 * lane + 1);
  }
  return {vector::ShuffleOp::create(builder, loc, low, high, even),
          vector::ShuffleOp::create(builder, loc, low, high, odd)};
}

/// Alternating elements of two vectors, starting at number `first`.
Value WinogradTransforms::interleaved(Value even, Value odd, int64_t first) {
  SmallVector<int64_t> lanes;
  for (int64_t lane = first; lane < first + conv.lanes; ++lane)
    lanes.push_back(lane / 2 + lane % 2 * conv.lanes);
  return vector::ShuffleOp::create(builder, loc, even, odd, lanes);
}

Value WinogradTransforms::writePairs(Value even, Value odd, Value tensor,
                                     SmallVector<Value> at, int64_t pairs,
                                     bool accumulates) {
  for (int64_t first = 0; first < 2 * pairs; first += conv.lanes) {
    Value row = interleaved(even, odd, first);
    if (first != 0)
      at.back() = scaled(at.back(), 1, conv.lanes);
    const int64_t count = std::min(2 * pairs - first, conv.lanes);
    if (accumulates)
      row = add(read(tensor, at, count), row);
    tensor = write(row, tensor, at, count);
  }
  return tensor;
}

Value WinogradTransforms::add(Value a, Value b) {
  return arith::AddFOp::create(builder, loc, a, b);
}

Value WinogradTransforms::subtract(Value a, Value b) {
  return arith::SubFOp::create(builder, loc, a, b);
}

Value WinogradTransforms::half(Value a) {
  auto type = cast<VectorType>(a.getType());
  Value factor = arith::ConstantOp::create(
      builder, loc,
      DenseElementsAttr::get(type, FloatAttr::get(conv.element, 0.5)));
  return arith::MulFOp::create(builder, loc, a, factor);
}

/// A loop of `count` iterations: `body(index, carried)`.
template <typename Body>
Value WinogradTransforms::forEach(int64_t count, Value carried, Body body) {
  if (count == 1)
    return body(index(0), carried);
  Value zero = index(0), one = index(1), bound = index(count);
  auto loop =
      scf::ForOp::create(builder, loc, zero, bound, one, ValueRange(carried));
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(loop.getBody());
  Value next = body(loop.getInductionVar(), loop.getRegionIterArgs()[0]);
  scf::YieldOp::create(builder, loc, next);
  return loop.getResult(0);
}

/// Loops over `outer`, and in them over vectors of `length` elements, of which
/// the last one may be a part. `body(indices, count, carried)`: the indices of
/// the loops and of the vector's first element.
template <typename Body>
Value WinogradTransforms::forVectors(ArrayRef<int64_t> outer, int64_t length,
                                     Value carried, Body body) {
  SmallVector<Value> indices;
  auto vectors = [&](Value current) {
    auto at = [&](Value first) {
      SmallVector<Value> all(indices);
      all.push_back(first);
      return all;
    };
    const int64_t whole = length / conv.lanes, rest = length % conv.lanes;
    if (whole != 0)
      current = forEach(whole, current, [&](Value number, Value values) {
        return body(at(scaled(number, conv.lanes, 0)), conv.lanes, values);
      });
    return rest == 0
               ? current
               : Value(body(at(index(whole * conv.lanes)), rest, current));
  };
  auto nest = [&](auto &self, size_t depth, Value current) -> Value {
    if (depth == outer.size())
      return vectors(current);
    return forEach(outer[depth], current, [&](Value number, Value values) {
      indices.push_back(number);
      Value result = self(self, depth + 1, values);
      indices.pop_back();
      return result;
    });
  };
  return nest(nest, 0, carried);
}

/// In memory each row begins at a whole vector. If the distance between the
/// matrices were a multiple of a page, all 16 would compete for the same cache
/// sets; a further row prevents this.
Value WinogradTransforms::pointMatrices(int64_t rows, int64_t columns) {
  constexpr int64_t page = 4096, near = 512;
  const int64_t length = llvm::alignTo(columns, conv.lanes);
  const int64_t bytes =
      rows * length * (conv.element.getIntOrFloatBitWidth() / 8);
  const bool collide =
      bytes >= page && (bytes % page < near || bytes % page > page - near);
  const SmallVector<int64_t> shape = {numWinogradPoints, rows, columns};
  SmallVector<int64_t> padded = {numWinogradPoints, rows + (collide ? 1 : 0),
                                 length};
  Value buffer = bufferization::AllocTensorOp::create(
      builder, loc, RankedTensorType::get(padded, conv.element), ValueRange());
  if (padded == shape)
    return buffer;
  SmallVector<OpFoldResult> zeros(3, builder.getIndexAttr(0)),
      ones(3, builder.getIndexAttr(1));
  return tensor::ExtractSliceOp::create(
      builder, loc, buffer, zeros,
      getAsIndexOpFoldResult(builder.getContext(), shape), ones);
}

Value WinogradTransforms::writePoints(const Window &points, Value matrices,
                                      Value row, Value column, int64_t count) {
  int64_t number = 0;
  for (const Row &some : points)
    for (Value point : some)
      matrices = write(point, matrices,
                       ValueRange{index(number++), row, column}, count);
  return matrices;
}

Value WinogradTransforms::tileNumber(Value image, Value row, Value column) {
  AffineExpr n, h, w;
  bindDims(builder.getContext(), n, h, w);
  return affine::makeComposedAffineApply(
      builder, loc, (n * conv.tileRows + h) * conv.tileColumns + w,
      {image, row, column});
}

/// Writes `rows` rows of `columns` elements as columns: a row of `from` becomes
/// a column of `to`. In registers, by log2(lanes) rounds, each of which
/// interleaves one half of the vectors with the other.
Value WinogradTransforms::transpose(Value from, ArrayRef<Value> fromAt,
                                    int64_t rows, int64_t columns, Value to,
                                    Value toRow) {
  const auto half = static_cast<size_t>(conv.lanes / 2);
  Value zeros = arith::ConstantOp::create(
      builder, loc,
      builder.getZeroAttr(VectorType::get({conv.lanes}, conv.element)));
  Row vectors;
  for (int64_t row = 0; row < conv.lanes; ++row)
    vectors.push_back(
        row < rows
            ? read(from, ValueRange{scaled(fromAt[0], 1, row), fromAt[1]},
                   columns)
            : zeros);
  for (int64_t round = 1; round < conv.lanes; round *= 2) {
    Row next;
    for (size_t i = 0; i < half; ++i)
      for (int64_t first : {int64_t{0}, conv.lanes})
        next.push_back(interleaved(vectors[i], vectors[i + half], first));
    vectors = std::move(next);
  }
  for (int64_t column = 0; column < columns; ++column)
    to = write(vectors[static_cast<size_t>(column)], to,
               ValueRange{scaled(toRow, 1, column), index(0)}, rows);
  return to;
}

/// G g G^T of one channel and a vector of filters; `place(i)` is the row of
/// `elements` with element i of the windows.
template <typename Place>
Value WinogradTransforms::transformFilters(Value elements, Place place,
                                           Value column, int64_t count,
                                           Value points, ArrayRef<Value> at) {
  auto transform = [&](const Row &g) -> Row {
    Value outer = add(g[0], g[2]);
    return {g[0], half(add(outer, g[1])), half(subtract(outer, g[1])), g[2]};
  };
  Window window(3);
  for (int64_t i = 0; i < 9; ++i)
    window[static_cast<size_t>(i / 3)].push_back(
        read(elements, ValueRange{place(i), column}, count));
  return writePoints(onBothSides(window, transform), points, at[0], at[1],
                     count);
}

/// The elements of the windows of a vector of filters and as many channels,
/// with filters as lanes. `flat` has a row per filter.
Value WinogradTransforms::blockOfFilters(Value flat, Value empty, Value filter,
                                         Value channel, int64_t numFilters,
                                         int64_t numChannels) {
  if (conv.filterOrder == FilterOrder::Fchw)
    return forVectors({}, 9 * numChannels, empty,
                      [&](ArrayRef<Value> at, int64_t count, Value block) {
                        return transpose(flat, {filter, sum(channel, 9, at[0])},
                                         numFilters, count, block, at[0]);
                      });
  // A loop: bufferization takes long for thousands of writes in a block.
  return forEach(9, empty, [&](Value element, Value block) {
    return transpose(flat, {filter, sum(element, conv.channels, channel)},
                     numFilters, numChannels, block,
                     scaled(element, conv.lanes, 0));
  });
}

Value WinogradTransforms::ofFilters(Value filters) {
  const int64_t rows = 9 * conv.channels;
  Value points = pointMatrices(conv.channels, conv.filters);
  if (conv.filterOrder == FilterOrder::Hwcf) {
    Value flat = tensor::CollapseShapeOp::create(
        builder, loc, RankedTensorType::get({rows, conv.filters}, conv.element),
        filters, SmallVector<ReassociationIndices>{{0, 1, 2}, {3}});
    return forVectors({conv.channels}, conv.filters, points,
                      [&](ArrayRef<Value> at, int64_t count, Value carried) {
                        auto place = [&](int64_t i) {
                          return scaled(at[0], 1, i * conv.channels);
                        };
                        return transformFilters(flat, place, at[1], count,
                                                carried, at);
                      });
  }
  Value flat = tensor::CollapseShapeOp::create(
      builder, loc, RankedTensorType::get({conv.filters, rows}, conv.element),
      filters, SmallVector<ReassociationIndices>{{0}, {1, 2, 3}});
  Value empty = tensor::EmptyOp::create(
      builder, loc, ArrayRef<int64_t>{9 * conv.lanes, conv.lanes},
      conv.element);
  auto ofBlock = [&](Value filter, Value channel, int64_t numFilters,
                     int64_t numChannels, Value carried) {
    Value block =
        blockOfFilters(flat, empty, filter, channel, numFilters, numChannels);
    return forEach(numChannels, carried, [&](Value inBlock, Value matrices) {
      auto place = [&](int64_t i) {
        return conv.filterOrder == FilterOrder::Fchw
                   ? scaled(inBlock, 9, i)
                   : scaled(inBlock, 1, i * conv.lanes);
      };
      return transformFilters(block, place, index(0), numFilters, matrices,
                              {sum(channel, 1, inBlock), filter});
    });
  };
  return forVectors(
      {}, conv.channels, points,
      [&](ArrayRef<Value> channel, int64_t numChannels, Value carried) {
        return forVectors(
            {}, conv.filters, carried,
            [&](ArrayRef<Value> filter, int64_t numFilters, Value some) {
              return ofBlock(filter[0], channel[0], numFilters, numChannels,
                             some);
            });
      });
}

Value WinogradTransforms::ofImages(Value images) {
  auto transform = [&](const Row &d) -> Row {
    return {subtract(d[0], d[2]), add(d[1], d[2]), subtract(d[2], d[1]),
            subtract(d[1], d[3])};
  };
  if (conv.channelsFirst)
    return forVectors(
        {conv.images, conv.channels, conv.tileRows}, conv.tileColumns,
        pointMatrices(conv.channels, conv.tiles()),
        [&](ArrayRef<Value> at, int64_t count, Value carried) {
          Window window;
          for (int64_t row = 0; row < 4; ++row) {
            SmallVector<Value> place = {at[0], at[1], scaled(at[2], 2, row),
                                        scaled(at[3], 2, 0)};
            Row &elements =
                window.emplace_back(readPairs(images, place, count));
            place.back() = scaled(at[3], 2, 2);
            llvm::append_range(elements, readPairs(images, place, count));
          }
          return writePoints(onBothSides(window, transform), carried, at[1],
                             tileNumber(at[0], at[2], at[3]), count);
        });
  return forVectors({conv.images, conv.tileRows, conv.tileColumns},
                    conv.channels, pointMatrices(conv.tiles(), conv.channels),
                    [&](ArrayRef<Value> at, int64_t count, Value carried) {
                      Window window(4);
                      for (int64_t row = 0; row < 4; ++row)
                        for (int64_t column = 0; column < 4; ++column)
                          window[static_cast<size_t>(row)].push_back(
                              read(images,
                                   ValueRange{at[0], scaled(at[1], 2, row),
                                              scaled(at[2], 2, column), at[3]},
                                   count));
                      return writePoints(
                          onBothSides(window, transform), carried,
                          tileNumber(at[0], at[1], at[2]), at[3], count);
                    });
}

Value WinogradTransforms::ofProducts(Value products, Value results,
                                     bool accumulates) {
  auto transform = [&](const Row &m) -> Row {
    return {add(add(m[0], m[1]), m[2]), subtract(subtract(m[1], m[2]), m[3])};
  };
  auto readPoints = [&](Value row, Value column, int64_t count) {
    Window points(4);
    for (int64_t number = 0; number < numWinogradPoints; ++number)
      points[static_cast<size_t>(number / 4)].push_back(
          read(products, ValueRange{index(number), row, column}, count));
    return points;
  };
  if (conv.channelsFirst)
    return forVectors(
        {conv.images, conv.filters, conv.tileRows}, conv.tileColumns, results,
        [&](ArrayRef<Value> at, int64_t count, Value carried) {
          const Window tile = onBothSides(
              readPoints(at[1], tileNumber(at[0], at[2], at[3]), count),
              transform);
          for (int64_t row = 0; row < 2; ++row) {
            const Row &pair = tile[static_cast<size_t>(row)];
            carried = writePairs(
                pair[0], pair[1], carried,
                {at[0], at[1], scaled(at[2], 2, row), scaled(at[3], 2, 0)},
                count, accumulates);
          }
          return carried;
        });
  return forVectors(
      {conv.images, conv.tileRows, conv.tileColumns}, conv.filters, results,
      [&](ArrayRef<Value> at, int64_t count, Value carried) {
        const Window tile = onBothSides(
            readPoints(tileNumber(at[0], at[1], at[2]), at[3], count),
            transform);
        for (int64_t row = 0; row < 2; ++row)
          for (int64_t column = 0; column < 2; ++column) {
            SmallVector<Value> place = {at[0], scaled(at[1], 2, row),
                                        scaled(at[2], 2, column), at[3]};
            Value value =
                tile[static_cast<size_t>(row)][static_cast<size_t>(column)];
            if (accumulates)
              value = add(read(carried, place, count), value);
            carried = write(value, carried, place, count);
          }
        return carried;
      });
}
} // namespace mlirgym::lowering
