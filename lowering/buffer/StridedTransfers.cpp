#include "lowering/buffer/StridedTransfers.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <functional>
#include <optional>

using namespace mlir;

namespace mlirgym::lowering {
namespace {

/// A transfer of a 1-D vector along one dimension of a buffer.
struct LinearTransfer {
  MemRefType buffer;
  VectorType vector;
  unsigned dim;
  /// Elements between adjacent lanes; 0 if not constant.
  int64_t stride;
  /// Lanes that are transferred, the first ones: a constant mask ends there.
  int64_t numSet;
};

std::optional<LinearTransfer> matchStrided(VectorTransferOpInterface op) {
  auto buffer = dyn_cast<MemRefType>(op.getShapedType());
  VectorType vector = op.getVectorType();
  if (!buffer || vector.getRank() != 1 || vector.isScalable() ||
      op.hasOutOfBoundsDim())
    return std::nullopt;
  std::optional<int64_t> numSet = vector.getNumElements();
  if (Value mask = op.getMask())
    numSet = countFirstLanes(mask);
  if (!numSet)
    return std::nullopt;
  AffineMap map = op.getPermutationMap();
  if (map.getNumResults() != 1)
    return std::nullopt;
  auto dim = dyn_cast<AffineDimExpr>(map.getResult(0));
  if (!dim)
    return std::nullopt;
  SmallVector<int64_t> strides;
  int64_t offset;
  if (failed(buffer.getStridesAndOffset(strides, offset)))
    return std::nullopt;
  int64_t stride = strides[dim.getPosition()];
  if (stride == 1)
    return std::nullopt;
  return LinearTransfer{buffer, vector, dim.getPosition(),
                        ShapedType::isDynamic(stride) ? 0 : stride, *numSet};
}

/// Indices of lane `lane`; lanes are along `dim`.
SmallVector<Value> laneIndices(PatternRewriter &rewriter, Location loc,
                               ValueRange indices, unsigned dim, int64_t lane) {
  SmallVector<Value> result(indices);
  if (lane != 0)
    result[dim] = rewriter.createOrFold<arith::AddIOp>(
        loc, result[dim], arith::ConstantIndexOp::create(rewriter, loc, lane));
  return result;
}

/// A view of the buffer without the stride of its innermost dimension: element
/// i of `buffer` is element i * stride of the view.
Value viewWithGaps(PatternRewriter &rewriter, Location loc, Value buffer,
                   const LinearTransfer &transfer) {
  SmallVector<int64_t> strides;
  int64_t offset;
  (void)transfer.buffer.getStridesAndOffset(strides, offset);
  strides.back() = 1;
  SmallVector<int64_t> shape(transfer.buffer.getShape());
  shape.back() = (shape.back() - 1) * transfer.stride + 1;
  auto type = MemRefType::get(
      shape, transfer.buffer.getElementType(),
      StridedLayoutAttr::get(rewriter.getContext(), offset, strides),
      transfer.buffer.getMemorySpace());
  auto metadata =
      memref::ExtractStridedMetadataOp::create(rewriter, loc, buffer);
  auto mixed = [&](int64_t constant, Value value) -> OpFoldResult {
    return ShapedType::isDynamic(constant)
               ? OpFoldResult(value)
               : OpFoldResult(rewriter.getIndexAttr(constant));
  };
  SmallVector<OpFoldResult> sizes, mixedStrides;
  for (size_t i = 0; i < shape.size(); ++i) {
    sizes.push_back(mixed(shape[i], metadata.getSizes()[i]));
    mixedStrides.push_back(mixed(strides[i], metadata.getStrides()[i]));
  }
  return memref::ReinterpretCastOp::create(
      rewriter, loc, type, metadata.getBaseBuffer(),
      mixed(offset, metadata.getOffset()), sizes, mixedStrides);
}

struct StridedRead : OpRewritePattern<vector::TransferReadOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(vector::TransferReadOp op,
                                PatternRewriter &rewriter) const override {
    auto transfer = matchStrided(op);
    if (!transfer)
      return failure();
    bool isInnermost =
        transfer->dim + 1 == static_cast<unsigned>(transfer->buffer.getRank());
    int64_t lanes = transfer->vector.getNumElements();
    if (isInnermost && isReadByShuffles(transfer->stride) && lanes >= 4 &&
        extentOf(*transfer) >= lanes &&
        !transfer->buffer.isDynamicDim(transfer->dim)) {
      replaceByShuffle(op, *transfer, rewriter);
      return success();
    }
    SmallVector<Value> elements(lanes, op.getPadding());
    for (int64_t lane = 0; lane < transfer->numSet; ++lane)
      elements[lane] = memref::LoadOp::create(
          rewriter, op.getLoc(), op.getBase(),
          laneIndices(rewriter, op.getLoc(), op.getIndices(), transfer->dim,
                      lane));
    rewriter.replaceOpWithNewOp<vector::FromElementsOp>(op, transfer->vector,
                                                        elements);
    return success();
  }

private:
  /// Number of elements from the first to the last that is read.
  static int64_t extentOf(const LinearTransfer &transfer) {
    return (transfer.numSet - 1) * transfer.stride + 1;
  }

  static void replaceByShuffle(vector::TransferReadOp op,
                               const LinearTransfer &transfer,
                               PatternRewriter &rewriter) {
    Location loc = op.getLoc();
    Value view = viewWithGaps(rewriter, loc, op.getBase(), transfer);
    SmallVector<Value> indices(op.getIndices());
    indices.back() = rewriter.createOrFold<arith::MulIOp>(
        loc, indices.back(),
        arith::ConstantIndexOp::create(rewriter, loc, transfer.stride));
    // As many loads of the vector's width as the stride, the last of which ends
    // at the last element: a single load would have an odd width, and could
    // read one element past the end of the buffer.
    int64_t lanes = transfer.vector.getNumElements();
    int64_t extent = extentOf(transfer);
    Value picked;
    for (int64_t begin = 0; begin < extent; begin += lanes) {
      int64_t first = std::min(begin, extent - lanes);
      Value part = vector::LoadOp::create(
          rewriter, loc, transfer.vector, view,
          laneIndices(rewriter, loc, indices, transfer.dim, first));
      // Lanes whose elements are in this load.
      SmallVector<int64_t> from;
      for (int64_t lane = 0; lane < lanes; ++lane) {
        int64_t element = lane * transfer.stride;
        from.push_back(element < begin           ? lane
                       : element < first + lanes ? lanes + element - first
                                                 : lane);
      }
      if (!picked)
        llvm::for_each(from, [&](int64_t &lane) { lane %= lanes; });
      picked = vector::ShuffleOp::create(rewriter, loc, picked ? picked : part,
                                         part, from);
    }
    if (transfer.numSet < lanes)
      picked = arith::SelectOp::create(
          rewriter, loc, op.getMask(), picked,
          vector::BroadcastOp::create(rewriter, loc, transfer.vector,
                                      op.getPadding()));
    rewriter.replaceOp(op, picked);
  }
};

struct StridedWrite : OpRewritePattern<vector::TransferWriteOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(vector::TransferWriteOp op,
                                PatternRewriter &rewriter) const override {
    auto transfer = matchStrided(op);
    if (!transfer)
      return failure();
    Location loc = op.getLoc();
    for (int64_t lane = 0; lane < transfer->numSet; ++lane) {
      Value element = vector::ExtractOp::create(
          rewriter, loc, op.getValueToStore(), ArrayRef<int64_t>{lane});
      memref::StoreOp::create(
          rewriter, loc, element, op.getBase(),
          laneIndices(rewriter, loc, op.getIndices(), transfer->dim, lane));
    }
    rewriter.eraseOp(op);
    return success();
  }
};
} // namespace

std::optional<int64_t> countFirstLanes(Value mask) {
  DenseElementsAttr bits;
  if (!matchPattern(mask, m_Constant(&bits)) ||
      !llvm::is_sorted(bits.getValues<bool>(), std::greater<>()))
    return std::nullopt;
  return llvm::count(bits.getValues<bool>(), true);
}

bool isReadByShuffles(int64_t stride) {
  // Beyond, most of the loaded elements are unused.
  constexpr int64_t maxStride = 4;
  return stride > 1 && stride <= maxStride;
}

void populateStridedTransferPatterns(RewritePatternSet &patterns) {
  // With a higher benefit than upstream's patterns, which use a stack buffer.
  patterns.add<StridedRead, StridedWrite>(patterns.getContext(),
                                          PatternBenefit(10));
}
} // namespace mlirgym::lowering
