#include "lowering/gpu/products/WarpSums.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;

namespace mlirgym::lowering {

Value plus(RewriterBase &rewriter, Location loc, Value base, int64_t offset) {
  return offset == 0
             ? base
             : affine::AffineApplyOp::create(
                   rewriter, loc, rewriter.getAffineDimExpr(0) + offset, base);
}

void WarpSums::findLane() {
  Value lane = gpu::LaneIdOp::create(rewriter, loc, /*upper_bound=*/nullptr);
  auto split = affine::AffineDelinearizeIndexOp::create(
      rewriter, loc, lane, ArrayRef<int64_t>{8, 4});
  pairRow = split.getResult(0);
  pairColumn = affine::AffineApplyOp::create(
      rewriter, loc, rewriter.getAffineDimExpr(0) * 2, split.getResult(1));
}

SmallVector<Value> WarpSums::fill(Value value, Value tile) {
  constexpr int64_t numLanes = 32;
  if (!value.getType().isF32())
    value = arith::ExtFOp::create(rewriter, loc, rewriter.getF32Type(), value);
  return SmallVector<Value>(
      cast<MemRefType>(tile.getType()).getNumElements() / numLanes, value);
}

void WarpSums::forEachPair(Value tile,
                           function_ref<void(Value row, Value column)> body) {
  auto type = cast<MemRefType>(tile.getType());
  for (int64_t row = 0; row < type.getDimSize(0); row += 16)
    for (int64_t column = 0; column < type.getDimSize(1); column += 8)
      for (int64_t half : {0, 8})
        body(plus(rewriter, loc, pairRow, row + half),
             plus(rewriter, loc, pairColumn, column));
}

SmallVector<Value> WarpSums::read(Value tile) {
  SmallVector<Value> sums;
  Type type = getElementTypeOrSelf(tile.getType());
  forEachPair(tile, [&](Value row, Value column) {
    Value pair = vector::LoadOp::create(rewriter, loc, VectorType::get(2, type),
                                        tile, ValueRange{row, column});
    if (!type.isF32())
      pair = arith::ExtFOp::create(
          rewriter, loc, VectorType::get(2, rewriter.getF32Type()), pair);
    for (int64_t i : {0, 1})
      sums.push_back(
          vector::ExtractOp::create(rewriter, loc, pair, ArrayRef<int64_t>{i}));
  });
  return sums;
}

void WarpSums::write(ValueRange sums, Value tile) {
  Type type = getElementTypeOrSelf(tile.getType());
  forEachPair(tile, [&](Value row, Value column) {
    Value pair = vector::FromElementsOp::create(
        rewriter, loc, VectorType::get(2, rewriter.getF32Type()),
        sums.take_front(2));
    sums = sums.drop_front(2);
    if (!type.isF32())
      pair = arith::TruncFOp::create(rewriter, loc, VectorType::get(2, type),
                                     pair);
    vector::StoreOp::create(rewriter, loc, pair, tile, ValueRange{row, column});
  });
}
} // namespace mlirgym::lowering
