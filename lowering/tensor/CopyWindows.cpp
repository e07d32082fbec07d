//===- lowering/tensor/CopyWindows.cpp ------------------------------------===//
#include "lowering/module/Divisors.h"
#include "lowering/tensor/IndexedCopies.h"
#include "lowering/tensor/Passes.h"
#include "lowering/tensor/Slices.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/Dialect/Utils/ReshapeOpsUtils.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/AffineExpr.h"
#include "mlir/IR/AffineMap.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallSet.h"
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

/// The constant by which an expression is divided, or whose multiples are
/// subtracted from it; nullopt for any other expression.
std::optional<int64_t> divisorOf(AffineExpr expr) {
  if (expr.getKind() != AffineExprKind::FloorDiv &&
      expr.getKind() != AffineExprKind::Mod)
    return std::nullopt;
  auto divisor =
      dyn_cast<AffineConstantExpr>(cast<AffineBinaryOpExpr>(expr).getRHS());
  return divisor ? std::optional(divisor.getValue()) : std::nullopt;
}

/// True if `map` contains a division, including one that rounds up, which is
/// not replaced.
bool hasDivisions(AffineMap map) {
  bool found = false;
  map.walkExprs([&](AffineExpr expr) {
    found |= llvm::is_contained({AffineExprKind::FloorDiv, AffineExprKind::Mod,
                                 AffineExprKind::CeilDiv},
                                expr.getKind());
  });
  return found;
}

/// A copy in more loops than the operation has, without divisions.
struct Windows {
  /// Trip counts of the new loops, outermost first, and the new loops for each
  /// loop of the operation.
  SmallVector<int64_t> shape;
  SmallVector<ReassociationIndices> groups;
  /// The elements that they read.
  AffineMap read;
};

/// Trip counts of the loops that replace one loop if each of its divisors
/// becomes a loop; nullopt if that leaves remainders.
std::optional<SmallVector<int64_t>> splitLoop(AffineMap read, unsigned loop,
                                              int64_t tripCount) {
  llvm::SmallSet<int64_t, 4> divisors;
  read.walkExprs([&](AffineExpr expr) {
    if (std::optional<int64_t> divisor = divisorOf(expr))
      if (cast<AffineBinaryOpExpr>(expr).getLHS().isFunctionOfDim(loop))
        divisors.insert(*divisor);
  });
  SmallVector<int64_t> ascending(divisors.begin(), divisors.end());
  llvm::sort(ascending);
  SmallVector<int64_t> shape;
  for (int64_t left = tripCount; int64_t divisor : llvm::reverse(ascending)) {
    if (divisor <= 0 || left % divisor != 0)
      return std::nullopt;
    shape.push_back(left / divisor);
    left = divisor;
  }
  shape.push_back(ascending.empty() ? tripCount : ascending.front());
  return shape;
}

std::optional<Windows> match(linalg::GenericOp op) {
  auto to = dyn_cast<RankedTensorType>(op.getResult(0).getType());
  auto from = dyn_cast<RankedTensorType>(op.getDpsInputs()[0].getType());
  const AffineMap read = op.getIndexingMapsArray()[0];
  if (!to || !from || !to.hasStaticShape() || !from.hasStaticShape() ||
      !op.getIndexingMapsArray()[1].isIdentity() || !hasDivisions(read))
    return std::nullopt;
  Windows windows;
  SmallVector<AffineExpr> old;
  for (auto [loop, tripCount] : llvm::enumerate(to.getShape())) {
    auto split = splitLoop(read, static_cast<unsigned>(loop), tripCount);
    if (!split)
      return std::nullopt;
    ReassociationIndices &group = windows.groups.emplace_back();
    SmallVector<AffineExpr> loops;
    for (int64_t trips : *split) {
      const size_t dim = windows.shape.size();
      group.push_back(static_cast<int64_t>(dim));
      loops.push_back(
          getAffineDimExpr(static_cast<unsigned>(dim), op.getContext()));
      windows.shape.push_back(trips);
    }
    old.push_back(
        linearize(op.getContext(), loops, computeSuffixProduct(*split)));
  }
  SmallVector<AffineExpr> results;
  for (AffineExpr index : read.getResults())
    results.push_back(simplifyIn(index.replaceDims(old), windows.shape));
  windows.read = AffineMap::get(static_cast<unsigned>(windows.shape.size()), 0,
                                results, op.getContext());
  return hasDivisions(windows.read) ? std::nullopt
                                    : std::optional(std::move(windows));
}

/// The dimension of the input along which a row of the result is read, and the
/// distance of its elements.
struct Row {
  size_t dim;
  int64_t stride;
};

std::optional<Row> rowOf(const Windows &windows) {
  const auto last = static_cast<unsigned>(windows.shape.size()) - 1;
  std::optional<Row> row;
  MLIRContext *context = windows.read.getContext();
  auto element = [&](AffineExpr index, int64_t lane) {
    return index.replace(getAffineDimExpr(last, context),
                         getAffineConstantExpr(lane, context));
  };
  for (auto [dim, index] : llvm::enumerate(windows.read.getResults())) {
    if (!index.isFunctionOfDim(last))
      continue;
    auto step = dyn_cast<AffineConstantExpr>(
        simplifyAffineExpr(element(index, 1) - element(index, 0), last, 0));
    if (row || !step || step.getValue() < 1)
      return std::nullopt;
    row = Row{dim, step.getValue()};
  }
  return row;
}

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
Value copyRows(linalg::GenericOp op, const Windows &windows, const Row &row,
               const Part &part, Value into, IRRewriter &rewriter) {
  const Location loc = into.getLoc();
  const Value image = op.getDpsInputs()[0];
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
  SmallVector<OpFoldResult> offsets(sizes.size(), rewriter.getIndexAttr(0));
  AffineExpr sum = rewriter.getAffineDimExpr(0) + rewriter.getAffineDimExpr(1);
  for (auto slice = copy.getSource().getDefiningOp<tensor::ExtractSliceOp>();
       slice; slice = slice.getSource().getDefiningOp<tensor::ExtractSliceOp>())
    for (auto [size, offset, more] :
         llvm::zip_equal(sizes, offsets, slice.getMixedOffsets())) {
      if (knownDivisor(more) % size != 0)
        return std::nullopt;
      offset = affine::makeComposedFoldedAffineApply(rewriter, copy.getLoc(),
                                                     sum, {offset, more});
    }
  return partOf(windows, sizes, offsets, rewriter, copy.getLoc());
}

/// Copies the windows of each tile where `promote` copies that tile, in place
/// of all windows before. Returns false if something reads other tiles.
bool copyInTiles(linalg::GenericOp op, const Windows &windows, const Row &row,
                 IRRewriter &rewriter) {
  SmallVector<bufferization::MaterializeInDestinationOp> copies;
  if (!collectCopies(op.getResult(0), copies))
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
    rewriter.replaceOp(
        copy, copyRows(op, windows, row, part, copy.getDest(), rewriter));
  }
  return true;
}

struct CopyWindows final : impl::CopyWindowsBase<CopyWindows> {
  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    for (linalg::GenericOp op : copiesIn(getOperation())) {
      const std::optional<Windows> windows = match(op);
      const std::optional<Row> row = windows ? rowOf(*windows) : std::nullopt;
      if (!row)
        continue;
      ++numCopied;
      if (copyInTiles(op, *windows, *row, rewriter)) {
        ++numInTiles;
        continue;
      }
      rewriter.setInsertionPoint(op);
      const Part whole{windows->shape,
                       SmallVector<OpFoldResult>(windows->shape.size(),
                                                 rewriter.getIndexAttr(0))};
      rewriter.replaceOp(op, copyRows(op, *windows, *row, whole,
                                      op.getDpsInits()[0], rewriter));
    }
  }
};
} // namespace
} // namespace mlirgym::lowering
