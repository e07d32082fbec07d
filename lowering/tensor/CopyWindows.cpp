//===- lowering/tensor/CopyWindows.cpp ------------------------------------===//
#include "lowering/tensor/IndexedCopies.h"
#include "lowering/tensor/Passes.h"
#include "lowering/tensor/Slices.h"
#include "lowering/tensor/Windows.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/AffineExpr.h"
#include "mlir/IR/AffineMap.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>

using namespace mlir;

namespace mlirgym::lowering {
#define GEN_PASS_DEF_COPYWINDOWS
#include "lowering/tensor/Passes.h.inc"

namespace {

/// What is copied of the windows: in each of their loops some iterations.
struct Part {
  SmallVector<int64_t> tripCounts;
  SmallVector<OpFoldResult> first;
};

/// The part with these sizes at these offsets in the loops of the operation;
/// nullopt if it begins or ends inside an iteration of a loop.
std::optional<Part> partOf(const Windows &windows, ArrayRef<int64_t> sizes,
                           ArrayRef<OpFoldResult> offsets, OpBuilder &at,
                           Location loc) {
  AffineExpr offset = at.getAffineDimExpr(0);
  Part part;
  for (auto [group, size, begin] :
       llvm::zip_equal(windows.groups, sizes, offsets)) {
    int64_t elements = 1; // of an iteration
    for (int64_t loop : group)
      elements *= windows.shape[loop];
    const bool isWhole = size == elements;
    for (int64_t left = size; int64_t loop : group) {
      const int64_t tripCount = windows.shape[loop];
      elements /= tripCount;
      const int64_t own = std::max<int64_t>(1, left / elements);
      if (left > elements ? left % elements != 0 || tripCount % own != 0
                          : left < 1)
        return std::nullopt;
      part.tripCounts.push_back(own);
      part.first.push_back(
          isWhole ? at.getIndexAttr(0)
                  : affine::makeComposedFoldedAffineApply(
                        at, loc, offset.floorDiv(elements) % tripCount, begin));
      left = std::min(left, elements);
    }
  }
  return part;
}

/// Loops that copy part of the windows, row by row, into a tensor of its size.
Value copyRows(const Windows &windows, const WindowRow &row, const Part &part,
               Value into, IRRewriter &rewriter) {
  const Location loc = into.getLoc();
  const Value image = windows.image();
  const auto type = cast<RankedTensorType>(into.getType());
  const size_t outer = part.tripCounts.size() - 1;
  const int64_t length = part.tripCounts.back();
  auto constants = [&](int64_t value) {
    return SmallVector<Value>(
        outer, arith::ConstantIndexOp::create(rewriter, loc, value));
  };
  SmallVector<Value> bounds;
  for (int64_t trips : ArrayRef(part.tripCounts).drop_back())
    bounds.push_back(arith::ConstantIndexOp::create(rewriter, loc, trips));
  Value target = tensor::ExpandShapeOp::create(
      rewriter, loc,
      RankedTensorType::get(part.tripCounts, type.getElementType()), into,
      windows.groups);
  const OpFoldResult zero = rewriter.getIndexAttr(0),
                     one = rewriter.getIndexAttr(1),
                     size = rewriter.getIndexAttr(length);
  AffineExpr sum = rewriter.getAffineDimExpr(0) + rewriter.getAffineDimExpr(1);
  auto body = [&](OpBuilder &at, Location, ValueRange indices,
                  ValueRange carried) -> scf::ValueVector {
    SmallVector<OpFoldResult> position = getAsOpFoldResult(indices);
    position.push_back(zero);
    SmallVector<OpFoldResult> window;
    for (auto [index, first] : llvm::zip_equal(position, part.first))
      window.push_back(
          affine::makeComposedFoldedAffineApply(at, loc, sum, {index, first}));
    SmallVector<OpFoldResult> offsets;
    for (unsigned i = 0; i < windows.read.getNumResults(); ++i)
      offsets.push_back(affine::makeComposedFoldedAffineApply(
          at, loc, windows.read.getSubMap({i}), window));
    SmallVector<OpFoldResult> sizes(offsets.size(), one), strides = sizes;
    sizes[row.dim] = size;
    strides[row.dim] = at.getIndexAttr(row.stride);
    Value piece = tensor::ExtractSliceOp::create(
        at, loc, RankedTensorType::get({length}, type.getElementType()), image,
        offsets, sizes, strides);
    SmallVector<OpFoldResult> whole(outer, one);
    whole.push_back(size);
    const SmallVector<OpFoldResult> ones(outer + 1, one);
    return {tensor::InsertSliceOp::create(at, loc, piece, carried[0], position,
                                          whole, ones)};
  };
  Value rows = scf::buildLoopNest(rewriter, loc, constants(0), bounds,
                                  constants(1), ValueRange(target), body)
                   .results.front();
  return tensor::CollapseShapeOp::create(rewriter, loc, type, rows,
                                         windows.groups);
}

/// Collects the copies of `value`, and of slices of it whose size is known;
/// false if something else reads it.
bool collectCopies(
    Value value,
    SmallVectorImpl<bufferization::MaterializeInDestinationOp> &copies) {
  return llvm::all_of(value.getUsers(), [&](Operation *user) {
    if (auto slice = dyn_cast<tensor::ExtractSliceOp>(user))
      return slice.getType().hasStaticShape() && isPlainSlice(slice) &&
             collectCopies(slice.getResult(), copies);
    auto copy = dyn_cast<bufferization::MaterializeInDestinationOp>(user);
    if (!copy || copy.getSource() != value ||
        !isa<RankedTensorType>(copy.getDest().getType()))
      return false;
    copies.push_back(copy);
    return true;
  });
}

/// The part of the windows that is copied; nullopt if the row that it begins in
/// is not known to be its own.
std::optional<Part> partOf(bufferization::MaterializeInDestinationOp copy,
                           const Windows &windows, IRRewriter &rewriter) {
  const ArrayRef<int64_t> sizes =
      cast<RankedTensorType>(copy.getSource().getType()).getShape();
  for (auto [dim, size] : llvm::enumerate(sizes))
    if (divisorOfOffset(copy.getSource(), dim) % size != 0)
      return std::nullopt;
  const SmallVector<OpFoldResult> offsets =
      offsetsInSource(copy.getSource(), rewriter, copy.getLoc());
  return partOf(windows, sizes, offsets, rewriter, copy.getLoc());
}

/// Copies the windows of each tile where `promote` copies that tile, in place
/// of all windows before. Returns false if something reads other tiles.
bool copyInTiles(const Windows &windows, const WindowRow &row,
                 IRRewriter &rewriter) {
  SmallVector<bufferization::MaterializeInDestinationOp> copies;
  if (!collectCopies(windows.op->getResult(0), copies))
    return false;
  SmallVector<Part> parts;
  for (bufferization::MaterializeInDestinationOp copy : copies) {
    rewriter.setInsertionPoint(copy);
    std::optional<Part> part = partOf(copy, windows, rewriter);
    if (!part)
      return false;
    parts.push_back(std::move(*part));
  }
  for (auto [copy, part] : llvm::zip_equal(copies, parts)) {
    rewriter.setInsertionPoint(copy);
    rewriter.replaceOp(copy,
                       copyRows(windows, row, part, copy.getDest(), rewriter));
  }
  return true;
}

struct CopyWindows final : impl::CopyWindowsBase<CopyWindows> {
  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    for (linalg::GenericOp op : copiesIn(getOperation())) {
      const std::optional<Windows> windows = Windows::of(op);
      const std::optional<WindowRow> row =
          windows ? WindowRow::of(*windows) : std::nullopt;
      if (!row)
        continue;
      ++numCopied;
      if (copyInTiles(*windows, *row, rewriter)) {
        ++numInTiles;
        continue;
      }
      rewriter.setInsertionPoint(op);
      const Part whole{windows->shape,
                       SmallVector<OpFoldResult>(windows->shape.size(),
                                                 rewriter.getIndexAttr(0))};
      rewriter.replaceOp(
          op, copyRows(*windows, *row, whole, op.getDpsInits()[0], rewriter));
    }
  }
};
} // namespace
} // namespace mlirgym::lowering
