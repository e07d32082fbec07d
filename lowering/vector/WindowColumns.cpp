//===- lowering/vector/WindowColumns.cpp ----------------------------------===//
//
// The maximum of windows of 3 x 3 with stride 2, for a row of results: each
// column of all windows is a strided vector, and neighbouring windows share
// columns. The maximum of each column of the image is therefore computed first,
// by contiguous vectors over the rows of the windows, and the strided vectors
// are selected from these: this needs a third of the shuffles and half of the
// loads.
//
//===----------------------------------------------------------------------===//
#include "lowering/buffer/LinearOffset.h"
#include "lowering/module/Marks.h"
#include "lowering/target/VectorUnit.h"
#include "lowering/vector/Passes.h"
#include "lowering/vector/Strip.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/APInt.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <optional>

using namespace mlir;

namespace mlirgym::lowering {
#define GEN_PASS_DEF_WINDOWCOLUMNS
#include "lowering/vector/Passes.h.inc"

namespace {

/// Beyond this stride most of the loaded columns are in no window of the usual
/// sizes.
constexpr int64_t maxStride = 4;
constexpr int64_t maxWindow = 8;
/// The fewest lanes for which a shuffle is worthwhile.
constexpr int64_t minLanes = 4;
/// Rows with a greater distance are read one after another: the hardware
/// prefetches less if an iteration of an unrolled loop reads parts of all rows
/// in turn (distance of 456 bytes: 2.4 ms instead of 2.0).
constexpr int64_t maxInterleavedBytes = 256;
/// Maximum number of vectors of one loop over windows; LLVM takes too long for
/// more.
constexpr int64_t maxVectors = 256;

/// `result = combine(result, read)` in a loop over the columns of a window.
struct Accumulator {
  Operation *combine;
  vector::TransferReadOp read;
  memref::SubViewOp window;
  LinearOffset firstColumn;
  VectorType type;
  int64_t stride;

  /// Number of results in a row, and of rows.
  int64_t length() const { return type.getShape().back(); }
  int64_t numRows() const { return type.getNumElements() / length(); }
  /// Distance in bytes between the reads of consecutive iterations of a loop; 0
  /// if unknown.
  int64_t bytesBetween(scf::ForOp loop) const {
    return firstColumn.factorOf(loop.getInductionVar()) *
           getConstantIntValue(loop.getStep()).value_or(0) *
           type.getElementTypeBitWidth() / 8;
  }
};

/// Results whose columns are in registers at once.
struct Part {
  int64_t firstRow, numRows, firstResult, numResults;
};

/// Adjacent columns that one vector holds.
struct Piece {
  int64_t first, lanes;
};

/// A vector of columns.
struct Known {
  Value vector;
  /// The column in each lane; -1 for none.
  SmallVector<int64_t> columns;
};

std::optional<Accumulator> accumulatorOf(scf::ForOp loop, size_t i) {
  BlockArgument before = loop.getRegionIterArgs()[i];
  auto yield = cast<scf::YieldOp>(loop.getBody()->getTerminator());
  Operation *combine = yield.getOperand(i).getDefiningOp();
  if (!combine ||
      !isa<arith::MaximumFOp, arith::MinimumFOp, arith::AddFOp>(combine) ||
      combine->getBlock() != loop.getBody() || !combine->hasOneUse() ||
      !before.hasOneUse() || *before.getUsers().begin() != combine)
    return std::nullopt;
  Value other = combine->getOperand(combine->getOperand(0) == before);
  auto read = other.getDefiningOp<vector::TransferReadOp>();
  if (!read || !read->hasOneUse() || read->getBlock() != loop.getBody() ||
      read.getMask() || read.hasOutOfBoundsDim() ||
      !read.getPermutationMap().isMinorIdentity() ||
      read.getVectorType().getRank() == 0 || read.getVectorType().isScalable())
    return std::nullopt;
  auto window = read.getBase().getDefiningOp<memref::SubViewOp>();
  if (!window || !window->hasOneUse() || window->getBlock() != loop.getBody() ||
      !window.getSourceType().isLastDimUnitStride() ||
      window.getType().getRank() != read.getVectorType().getRank() ||
      window.getType().getShape() != read.getVectorType().getShape() ||
      // The vector is along the last dimension of the source.
      window.getType().getShape().back() == 1 ||
      getConstantIntValue(window.getMixedSizes().back()) !=
          window.getType().getShape().back() ||
      !llvm::all_of(read.getIndices(), [](Value index) {
        return getConstantIntValue(index) == 0;
      }))
    return std::nullopt;
  std::optional<int64_t> stride =
      getConstantIntValue(window.getMixedStrides().back());
  std::optional<LinearOffset> offset =
      LinearOffset::of(read.getBase(), read.getIndices());
  if (!stride || *stride < 2 || *stride > maxStride || !offset ||
      offset->factorOf(loop.getInductionVar()) != 1 ||
      !offset->isLinearIn(loop))
    return std::nullopt;
  return Accumulator{.combine = combine,
                     .read = read,
                     .window = window,
                     .firstColumn = *offset,
                     .type = read.getVectorType(),
                     .stride = *stride};
}

/// True for an operation without regions that may be repeated elsewhere.
bool isSimple(Operation &op) {
  return op.getNumRegions() == 0 && isMemoryEffectFree(&op);
}

/// True if the loop only runs `inner` on the values that it carries.
bool onlyRuns(scf::ForOp loop, scf::ForOp inner) {
  for (Operation &op : loop.getBody()->without_terminator())
    if (&op != inner && !isSimple(op))
      return false;
  auto yield = cast<scf::YieldOp>(loop.getBody()->getTerminator());
  if (inner.getNumResults() != loop.getNumResults())
    return false;
  for (auto [i, value] : llvm::enumerate(yield.getOperands())) {
    auto result = dyn_cast<OpResult>(value);
    BlockArgument carried = loop.getRegionIterArgs()[i];
    if (!result || result.getOwner() != inner || !result.hasOneUse() ||
        !carried.hasOneUse() ||
        inner.getInitArgs()[result.getResultNumber()] != carried)
      return false;
  }
  return true;
}

/// True if `write` wrote all elements that are read.
bool readsOnly(vector::TransferReadOp read, vector::TransferWriteOp write) {
  AffineMap map = read.getPermutationMap();
  if (read.getBase() != write.getBase() || read.getMask() ||
      read.hasOutOfBoundsDim() || map != write.getPermutationMap() ||
      !map.isProjectedPermutation())
    return false;
  SmallVector<int64_t> sizes(write.getVectorType().getShape());
  if (Value mask = write.getMask()) {
    // Its dimensions are in the order of the buffer's.
    auto constant = mask.getDefiningOp<vector::ConstantMaskOp>();
    if (!constant ||
        !llvm::is_sorted(map.getResults(), [](AffineExpr a, AffineExpr b) {
          return cast<AffineDimExpr>(a).getPosition() <
                 cast<AffineDimExpr>(b).getPosition();
        }))
      return false;
    sizes = llvm::to_vector(constant.getMaskDimSizes());
  }
  for (auto [dim, expr] : llvm::enumerate(map.getResults())) {
    const unsigned along = cast<AffineDimExpr>(expr).getPosition();
    std::optional<int64_t> from = getConstantIntValue(read.getIndices()[along]);
    std::optional<int64_t> written =
        getConstantIntValue(write.getIndices()[along]);
    if (!from || !written || *from < *written ||
        *from + read.getVectorType().getDimSize(dim) > *written + sizes[dim])
      return false;
  }
  for (unsigned dim = 0; dim < map.getNumDims(); ++dim)
    if (!map.isFunctionOfDim(dim) &&
        read.getIndices()[dim] != write.getIndices()[dim])
      return false;
  return true;
}

/// The vector that was stored where `value` was read; each element of `value`
/// is one of its elements. `value` itself if it is not known.
Value storedBefore(Value value) {
  auto read = value.getDefiningOp<vector::TransferReadOp>();
  if (!read)
    return value;
  for (Operation *op = read->getPrevNode(); op; op = op->getPrevNode()) {
    if (auto write = dyn_cast<vector::TransferWriteOp>(op))
      return readsOnly(read, write) ? write.getValueToStore() : value;
    if (!isMemoryEffectFree(op) && !isa<vector::TransferReadOp>(op))
      return value;
  }
  return value;
}

/// 0 for a sum, -inf for a maximum, +inf for a minimum.
TypedAttr neutralOf(Operation *combine) {
  Type element = getElementTypeOrSelf(combine->getResult(0).getType());
  const auto kind = isa<arith::AddFOp>(combine) ? arith::AtomicRMWKind::addf
                    : isa<arith::MaximumFOp>(combine)
                        ? arith::AtomicRMWKind::maximumf
                        : arith::AtomicRMWKind::minimumf;
  OpBuilder builder(combine);
  return arith::getIdentityValueAttr(kind, element, builder, combine->getLoc());
}

bool isNeutral(Value value, Operation *combine) {
  DenseElementsAttr constant;
  return matchPattern(value, m_Constant(&constant)) && constant.isSplat() &&
         constant.getSplatValue<Attribute>() == neutralOf(combine);
}

class WindowLoops {
public:
  /// Requires: an innermost loop.
  WindowLoops(scf::ForOp columns, VectorUnit unit)
      : columns(columns), unit(unit), at(columns) {}

  /// Returns false, without changes, if the loop is not a loop over the columns
  /// of windows.
  bool replace();

private:
  bool match();
  bool isSupported(const Accumulator &accumulator) const;
  SmallVector<Part> partsOf(const Accumulator &accumulator) const;
  SmallVector<Piece> piecesOf(const Accumulator &accumulator,
                              int64_t numResults) const;
  SmallVector<Value> reduceRows(const Accumulator &accumulator,
                                const Part &part);
  Value combineColumns(const Accumulator &accumulator, const Part &part,
                       ArrayRef<Value> reduced, Value results);
  SmallVector<Value> cloneLoops(const Accumulator &accumulator,
                                const Part &part, size_t level,
                                ValueRange carried, IRMapping &map);
  SmallVector<Value> readColumns(const Accumulator &accumulator,
                                 const Part &part, ValueRange carried,
                                 IRMapping &map);
  Value pick(ArrayRef<Known> known, ArrayRef<int64_t> wanted);
  Value combine(const Accumulator &accumulator, Value a, Value b);
  size_t indexInOutermost(size_t index);
  int64_t lanes(const Accumulator &accumulator) const {
    return unit.lanes(accumulator.type.getElementTypeBitWidth());
  }

  scf::ForOp columns;
  VectorUnit unit;
  OpBuilder at;
  int64_t window = 0;
  SmallVector<Accumulator> accumulators;
  /// From the outermost loop over elements of a window to that over columns.
  SmallVector<scf::ForOp> loops;
};

int64_t powerFrom(int64_t value) {
  return static_cast<int64_t>(std::bit_ceil(static_cast<uint64_t>(value)));
}

int64_t powerTo(int64_t value) {
  return static_cast<int64_t>(std::bit_floor(static_cast<uint64_t>(value)));
}

/// The indices of an element of a row.
SmallVector<int64_t> positionInRow(int64_t row, int64_t element,
                                   ArrayRef<int64_t> shape) {
  SmallVector<int64_t> position = positionOf(shape.drop_back(), row);
  position.push_back(element);
  return position;
}

bool WindowLoops::isSupported(const Accumulator &accumulator) const {
  Type element = accumulator.type.getElementType();
  const int64_t perRow =
      llvm::divideCeil(accumulator.length(), lanes(accumulator));
  return (element.isF32() || element.isF64()) &&
         lanes(accumulator) >= minLanes && accumulator.length() >= minLanes &&
         accumulator.numRows() * perRow <= maxVectors;
}

bool WindowLoops::match() {
  std::optional<llvm::APInt> trips = columns.getStaticTripCount();
  if (!trips || trips->slt(2) || trips->sgt(maxWindow) ||
      columns.getNumResults() == 0 ||
      getConstantIntValue(columns.getLowerBound()) != 0 ||
      getConstantIntValue(columns.getStep()) != 1)
    return false;
  window = trips->getSExtValue();
  for (size_t i = 0; i < columns.getNumResults(); ++i) {
    std::optional<Accumulator> accumulator = accumulatorOf(columns, i);
    if (!accumulator || !isSupported(*accumulator))
      return false;
    accumulators.push_back(*accumulator);
  }
  for (Operation &op : columns.getBody()->without_terminator())
    if (!isSimple(op) && !isa<vector::TransferReadOp>(op))
      return false;
  loops = {columns};
  for (auto outer = dyn_cast<scf::ForOp>(columns->getParentOp());
       outer && outer.getNumResults() > 0 && !outer.getUnsignedCmp() &&
       onlyRuns(outer, loops.back());
       outer = dyn_cast<scf::ForOp>(outer->getParentOp()))
    loops.push_back(outer);
  std::reverse(loops.begin(), loops.end());
  return true;
}

/// Parts with as many results as half of the registers can hold columns for.
SmallVector<Part> WindowLoops::partsOf(const Accumulator &accumulator) const {
  const auto most = static_cast<size_t>(unit.registers / 2);
  const int64_t length = accumulator.length(), step = lanes(accumulator);
  int64_t numResults = length;
  if (piecesOf(accumulator, length).size() > most) {
    numResults = step;
    while (piecesOf(accumulator, numResults + step).size() <= most)
      numResults += step;
  }
  const int64_t numRows = std::max<int64_t>(
      1, static_cast<int64_t>(most / piecesOf(accumulator, numResults).size()));
  SmallVector<Part> parts;
  for (int64_t row = 0; row < accumulator.numRows(); row += numRows)
    for (int64_t first = 0; first < length; first += numResults)
      parts.push_back(
          {.firstRow = row,
           .numRows = std::min(numRows, accumulator.numRows() - row),
           .firstResult = first,
           .numResults = std::min(numResults, length - first)});
  return parts;
}

/// Vectors of the columns under adjacent windows. The last vector ends at the
/// last column, and is as short as possible.
SmallVector<Piece> WindowLoops::piecesOf(const Accumulator &accumulator,
                                         int64_t numResults) const {
  const int64_t count = (numResults - 1) * accumulator.stride + window;
  const int64_t most = std::min(lanes(accumulator), powerTo(count));
  SmallVector<Piece> pieces;
  int64_t first = 0;
  for (; first + most <= count; first += most)
    pieces.push_back({.first = first, .lanes = most});
  if (first < count) {
    const int64_t last =
        std::max<int64_t>(std::min(minLanes, most), powerFrom(count - first));
    pieces.push_back({.first = count - last, .lanes = last});
  }
  return pieces;
}

Value WindowLoops::combine(const Accumulator &accumulator, Value a, Value b) {
  return at
      .create(columns.getLoc(), accumulator.combine->getName().getIdentifier(),
              {a, b}, a.getType(), accumulator.combine->getAttrs())
      ->getResult(0);
}

/// The columns of a part, row by row.
SmallVector<Value> WindowLoops::reduceRows(const Accumulator &accumulator,
                                           const Part &part) {
  SmallVector<Value> neutral;
  for (int64_t row = 0; row < part.numRows; ++row)
    for (const Piece &piece : piecesOf(accumulator, part.numResults)) {
      auto type =
          VectorType::get(piece.lanes, accumulator.type.getElementType());
      neutral.push_back(arith::ConstantOp::create(
          at, columns.getLoc(),
          DenseElementsAttr::get(type, neutralOf(accumulator.combine))));
    }
  IRMapping map;
  return cloneLoops(accumulator, part, 0, neutral, map);
}

/// The loops from `level` on, without that over the columns.
SmallVector<Value> WindowLoops::cloneLoops(const Accumulator &accumulator,
                                           const Part &part, size_t level,
                                           ValueRange carried, IRMapping &map) {
  scf::ForOp old = loops[level];
  if (old == columns)
    return readColumns(accumulator, part, carried, map);
  auto loop = scf::ForOp::create(at, old.getLoc(),
                                 map.lookupOrDefault(old.getLowerBound()),
                                 map.lookupOrDefault(old.getUpperBound()),
                                 map.lookupOrDefault(old.getStep()), carried);
  loop->setDiscardableAttrs(old->getDiscardableAttrDictionary());
  if (accumulator.bytesBetween(old) > maxInterleavedBytes)
    loop->setAttr(inOrderMark, at.getUnitAttr());
  map.map(old.getInductionVar(), loop.getInductionVar());
  OpBuilder::InsertionGuard guard(at);
  at.setInsertionPointToStart(loop.getBody());
  for (Operation &op : *old.getBody()) {
    if (&op == loops[level + 1])
      break;
    at.clone(op, map);
  }
  scf::YieldOp::create(
      at, old.getLoc(),
      cloneLoops(accumulator, part, level + 1, loop.getRegionIterArgs(), map));
  return loop.getResults();
}

/// Reads the columns of one row of the windows, and combines them with
/// `carried`.
SmallVector<Value> WindowLoops::readColumns(const Accumulator &accumulator,
                                            const Part &part,
                                            ValueRange carried,
                                            IRMapping &map) {
  const Location loc = columns.getLoc();
  map.map(columns.getInductionVar(),
          arith::ConstantIndexOp::create(at, loc, 0));
  for (Operation &op : columns.getBody()->without_terminator())
    if (llvm::none_of(accumulators, [&](Accumulator &each) {
          return &op == each.combine || &op == each.read || &op == each.window;
        }))
      at.clone(op, map);
  auto mapped = [&](ArrayRef<OpFoldResult> values) {
    return llvm::map_to_vector(values, [&](OpFoldResult value) {
      auto dynamic = dyn_cast<Value>(value);
      return dynamic ? OpFoldResult(map.lookupOrDefault(dynamic)) : value;
    });
  };
  memref::SubViewOp old = accumulator.window;
  SmallVector<OpFoldResult> offsets = mapped(old.getMixedOffsets());
  SmallVector<OpFoldResult> sizes = mapped(old.getMixedSizes());
  SmallVector<OpFoldResult> strides = mapped(old.getMixedStrides());
  SmallVector<int64_t> shape(old.getType().getShape());
  shape.back() = (shape.back() - 1) * accumulator.stride + window;
  sizes.back() = at.getIndexAttr(shape.back());
  strides.back() = at.getIndexAttr(1);
  Value view = memref::SubViewOp::create(
      at, loc,
      memref::SubViewOp::inferRankReducedResultType(shape, old.getSourceType(),
                                                    offsets, sizes, strides),
      map.lookupOrDefault(old.getSource()), offsets, sizes, strides);
  const int64_t firstColumn = part.firstResult * accumulator.stride;
  SmallVector<Value> combined;
  for (int64_t row = 0; row < part.numRows; ++row)
    for (const Piece &piece : piecesOf(accumulator, part.numResults)) {
      const SmallVector<int64_t> position =
          positionInRow(part.firstRow + row, firstColumn + piece.first, shape);
      Value before = carried[combined.size()];
      Value loaded = vector::LoadOp::create(
          at, loc, cast<VectorType>(before.getType()), view,
          llvm::map_to_vector(position, [&](int64_t index) -> Value {
            return arith::ConstantIndexOp::create(at, loc, index);
          }));
      combined.push_back(combine(accumulator, before, loaded));
    }
  return combined;
}

/// A vector of the wanted columns, which are all known; -1 for any column.
Value WindowLoops::pick(ArrayRef<Known> known, ArrayRef<int64_t> wanted) {
  const Location loc = columns.getLoc();
  constexpr int64_t none = vector::ShuffleOp::kPoisonIndex;
  auto laneOf = [](const Known &from, int64_t column) -> int64_t {
    const auto *found = llvm::find(from.columns, column);
    return column < 0 || found == from.columns.end()
               ? none
               : found - from.columns.begin();
  };
  // The vector with most of the columns that `have` lacks.
  auto best = [&](const Known &have) {
    auto numNew = [&](const Known &from) {
      return llvm::count_if(wanted, [&](int64_t column) {
        return laneOf(from, column) >= 0 && laneOf(have, column) < 0;
      });
    };
    return *llvm::max_element(known, [&](const Known &a, const Known &b) {
      return numNew(a) < numNew(b);
    });
  };
  auto widened = [&](Value vector, size_t lanes) -> Value {
    const auto has = static_cast<size_t>(
        cast<VectorType>(vector.getType()).getNumElements());
    if (has == lanes)
      return vector;
    SmallVector<int64_t> mask(lanes, none);
    std::iota(mask.begin(), mask.begin() + static_cast<ptrdiff_t>(has), 0);
    return vector::ShuffleOp::create(at, loc, vector, vector, mask);
  };
  Known have = best({});
  for (;;) {
    const Known other = best(have);
    const size_t lanes = std::max(have.columns.size(), other.columns.size());
    SmallVector<int64_t> mask, held;
    for (int64_t column : wanted) {
      const int64_t first = laneOf(have, column),
                    second = laneOf(other, column);
      mask.push_back(first >= 0    ? first
                     : second >= 0 ? static_cast<int64_t>(lanes) + second
                                   : none);
      held.push_back(mask.back() < 0 ? -1 : column);
    }
    have.vector =
        vector::ShuffleOp::create(at, loc, widened(have.vector, lanes),
                                  widened(other.vector, lanes), mask);
    have.columns = held;
    if (ArrayRef(held) == wanted)
      return have.vector;
  }
}

/// Inserts the results of a part, whose columns are `reduced`.
Value WindowLoops::combineColumns(const Accumulator &accumulator,
                                  const Part &part, ArrayRef<Value> reduced,
                                  Value results) {
  const Location loc = columns.getLoc();
  const SmallVector<Piece> pieces = piecesOf(accumulator, part.numResults);
  const int64_t step = lanes(accumulator);
  for (int64_t row = 0; row < part.numRows; ++row) {
    SmallVector<Known> ofRow;
    for (auto [piece, vector] : llvm::zip_first(pieces, reduced))
      ofRow.push_back({.vector = vector,
                       .columns = llvm::to_vector(
                           llvm::seq(piece.first, piece.first + piece.lanes))});
    reduced = reduced.drop_front(pieces.size());
    for (int64_t first = 0; first < part.numResults; first += step) {
      const int64_t count = std::min(step, part.numResults - first);
      SmallVector<Known> known(ofRow);
      Value ofWindows;
      for (int64_t column = 0; column < window; ++column) {
        SmallVector<int64_t> wanted(
            std::min(step, std::max<int64_t>(minLanes, powerFrom(count))), -1);
        for (int64_t lane = 0; lane < count; ++lane)
          wanted[lane] = (first + lane) * accumulator.stride + column;
        Value picked = pick(known, wanted);
        known.push_back({.vector = picked, .columns = wanted});
        ofWindows =
            ofWindows ? combine(accumulator, ofWindows, picked) : picked;
      }
      if (cast<VectorType>(ofWindows.getType()).getNumElements() != count)
        ofWindows = vector::ShuffleOp::create(
            at, loc, ofWindows, ofWindows,
            llvm::to_vector(llvm::seq<int64_t>(0, count)));
      results = vector::InsertStridedSliceOp::create(
          at, loc, ofWindows, results,
          positionInRow(part.firstRow + row, part.firstResult + first,
                        accumulator.type.getShape()),
          ArrayRef<int64_t>{1});
    }
  }
  return results;
}

/// Index in the outermost loop of a value that the loop over columns carries.
size_t WindowLoops::indexInOutermost(size_t index) {
  for (scf::ForOp loop : llvm::reverse(ArrayRef(loops).drop_front())) {
    auto carried = cast<BlockArgument>(loop.getInitArgs()[index]);
    index = carried.getArgNumber() - 1; // Without the induction variable.
  }
  return index;
}

bool WindowLoops::replace() {
  if (!match())
    return false;
  scf::ForOp outermost = loops.front();
  at.setInsertionPoint(outermost);
  for (auto [i, accumulator] : llvm::enumerate(accumulators)) {
    Value results =
        ub::PoisonOp::create(at, columns.getLoc(), accumulator.type);
    for (const Part &part : partsOf(accumulator))
      results = combineColumns(accumulator, part, reduceRows(accumulator, part),
                               results);
    const size_t index = indexInOutermost(i);
    Value before = outermost.getInitArgs()[index];
    if (!isNeutral(storedBefore(before), accumulator.combine))
      results = combine(accumulator, before, results);
    outermost.getResult(index).replaceAllUsesWith(results);
  }
  outermost.erase();
  return true;
}

struct WindowColumns final : impl::WindowColumnsBase<WindowColumns> {
  using WindowColumnsBase::WindowColumnsBase;
  void runOnOperation() override {
    SmallVector<scf::ForOp> innermost;
    getOperation().walk([&](scf::ForOp loop) {
      if (loop.getOps<LoopLikeOpInterface>().empty())
        innermost.push_back(loop);
    });
    for (scf::ForOp loop : innermost)
      numWindows +=
          WindowLoops(loop, {.bits = vectorBits, .registers = vectorRegisters})
              .replace();
  }
};
} // namespace
} // namespace mlirgym::lowering
