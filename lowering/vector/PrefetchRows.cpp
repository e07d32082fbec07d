//===- lowering/vector/PrefetchRows.cpp -----------------------------------===//
#include "lowering/buffer/Buffers.h"
#include "lowering/buffer/LinearOffset.h"
#include "lowering/vector/Passes.h"
#include "lowering/vector/Strip.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/MemRef/Utils/MemRefUtils.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/APInt.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/MathExtras.h"
#include <cstdint>
#include <optional>

using namespace mlir;

namespace mlirgym::lowering {
#define GEN_PASS_DEF_PREFETCHROWS
#include "lowering/vector/Passes.h.inc"

namespace {

constexpr int64_t bytesPerLine = 64;
/// A smaller array remains in the L2 cache from one call to the next.
constexpr int64_t leastBytes = int64_t{1} << 18;
/// The hardware prefetcher handles shorter rows by itself.
constexpr int64_t leastBytesPerRow = 1024;
/// Maximum number of prefetches per read; with more, the loop would wait for
/// them.
constexpr int64_t mostPrefetches = 32;

/// The argument of the function of which the buffer is a view; null if it is
/// not a view of an argument, or if prefetching does not pay off.
BlockArgument largeArgument(Value buffer) {
  auto type = dyn_cast<MemRefType>(buffer.getType());
  if (!type || !type.getElementType().isIntOrFloat() ||
      !type.isLastDimUnitStride())
    return {};
  BlockArgument argument =
      argumentOfKernel(memref::skipViewLikeOps(cast<MemrefValue>(buffer)));
  if (!argument)
    return {};
  auto whole = cast<ShapedType>(argument.getType());
  const int64_t leastElements =
      leastBytes * 8 / static_cast<int64_t>(type.getElementTypeBitWidth());
  return whole.hasStaticShape() && whole.getNumElements() >= leastElements
             ? argument
             : BlockArgument();
}

/// A read of rows in a loop over them.
struct Read {
  vector::TransferReadOp op;
  /// The operation of the loop that contains the read or is the read.
  Operation *top;
  /// Distance from one iteration's elements to those of the next.
  int64_t distance;
};

/// Number of elements that `read` loads in an iteration of `rows`; nullopt if a
/// loop between them has an unknown number of iterations.
std::optional<int64_t> elementsPerRow(vector::TransferReadOp read,
                                      scf::ForOp rows) {
  int64_t elements = read.getVectorType().getNumElements();
  for (Operation *op = read->getParentOp(); op != rows;
       op = op->getParentOp()) {
    auto loop = dyn_cast<scf::ForOp>(op);
    std::optional<llvm::APInt> trips =
        loop ? loop.getStaticTripCount() : std::nullopt;
    if (!trips)
      return std::nullopt;
    elements *= trips->getSExtValue();
  }
  return elements;
}

/// The read as a read of rows; nullopt if the elements of the next iteration do
/// not follow those of this one.
std::optional<Read> readOfRows(vector::TransferReadOp op, scf::ForOp rows) {
  std::optional<int64_t> step = getConstantIntValue(rows.getStep());
  if (!step || !op.getPermutationMap().isMinorIdentity() ||
      op.getVectorType().getRank() == 0 || op.getVectorType().isScalable())
    return std::nullopt;
  std::optional<LinearOffset> offset =
      LinearOffset::of(op.getBase(), op.getIndices());
  if (!offset)
    return std::nullopt;
  const int64_t distance = offset->factorOf(rows.getInductionVar()) * *step;
  const int64_t bits = op.getVectorType().getElementTypeBitWidth();
  if (bits > 64 || distance * bits < leastBytesPerRow * 8 ||
      elementsPerRow(op, rows) != distance)
    return std::nullopt;
  return Read{.op = op,
              .top = rows.getBody()->findAncestorOpInBlock(*op),
              .distance = distance};
}

/// Prefetches the lines that `read.op` will read in the next iteration, after
/// all computations of this iteration.
int64_t prefetch(const Read &read) {
  vector::TransferReadOp op = read.op;
  VectorType type = op.getVectorType();
  const int64_t perLine =
      bytesPerLine * 8 / static_cast<int64_t>(type.getElementTypeBitWidth());
  const int64_t length = type.getShape().back();
  const int64_t rows = type.getNumElements() / length;
  if (rows * llvm::divideCeil(length, perLine) > mostPrefetches)
    return 0;
  OpBuilder at(op->getBlock()->getTerminator());
  const Location loc = op.getLoc();
  auto plus = [&](Value index, int64_t number) -> Value {
    return number == 0 ? index
                       : arith::AddIOp::create(
                             at, loc, index,
                             arith::ConstantIndexOp::create(at, loc, number));
  };
  int64_t count = 0;
  for (int64_t row = 0; row < rows; ++row)
    for (int64_t first = 0; first < length; first += perLine, ++count) {
      SmallVector<int64_t> position =
          positionOf(type.getShape().drop_back(), row);
      position.push_back(first + read.distance);
      SmallVector<Value> indices(op.getIndices());
      for (auto [index, number] : llvm::zip_equal(
               MutableArrayRef(indices).take_back(position.size()), position))
        index = plus(index, number);
      memref::PrefetchOp::create(at, loc, op.getBase(), indices,
                                 /*isWrite=*/false, /*localityHint=*/3,
                                 /*isDataCache=*/true);
    }
  return count;
}

struct PrefetchRows final : impl::PrefetchRowsBase<PrefetchRows> {
  void runOnOperation() override {
    getOperation().walk([&](scf::ForOp rows) {
      llvm::SmallMapVector<BlockArgument, SmallVector<Read>, 2> reads;
      rows.getBody()->walk([&](vector::TransferReadOp op) {
        if (BlockArgument argument = largeArgument(op.getBase()))
          if (std::optional<Read> read = readOfRows(op, rows))
            reads[argument].push_back(*read);
      });
      // While the first loop waits for memory, the other loops find their
      // elements in the L1 cache. A loop that only reads must stay so.
      for (auto &[argument, ofArgument] : reads)
        if (const Read &last = ofArgument.back();
            !last.op->getBlock()->getOps<vector::TransferWriteOp>().empty() &&
            last.top != ofArgument.front().top)
          numPrefetches += prefetch(last);
    });
  }
};
} // namespace
} // namespace mlirgym::lowering
