//===- lowering/tensor/CopyWindows.cpp ------------------------------------===//
#include "lowering/tensor/IndexedCopies.h"
#include "lowering/tensor/Passes.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
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
#include <cstdint>
#include <optional>

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

/// Loops that copy row by row into the result in the shape of `windows`.
Value copyRows(linalg::GenericOp op, const Windows &windows, const Row &row,
               IRRewriter &rewriter) {
  const Location loc = op.getLoc();
  const Value image = op.getDpsInputs()[0];
  const Type element = cast<RankedTensorType>(image.getType()).getElementType();
  const size_t outer = windows.shape.size() - 1;
  const int64_t length = windows.shape.back();
  auto constants = [&](int64_t value) {
    return SmallVector<Value>(
        outer, arith::ConstantIndexOp::create(rewriter, loc, value));
  };
  SmallVector<Value> bounds;
  for (int64_t trips : ArrayRef(windows.shape).drop_back())
    bounds.push_back(arith::ConstantIndexOp::create(rewriter, loc, trips));
  Value target = tensor::ExpandShapeOp::create(
      rewriter, loc, RankedTensorType::get(windows.shape, element),
      op.getDpsInits()[0], windows.groups);
  const OpFoldResult zero = rewriter.getIndexAttr(0),
                     one = rewriter.getIndexAttr(1),
                     size = rewriter.getIndexAttr(length);
  auto body = [&](OpBuilder &at, Location, ValueRange indices,
                  ValueRange carried) -> scf::ValueVector {
    SmallVector<OpFoldResult> position = getAsOpFoldResult(indices);
    position.push_back(zero);
    SmallVector<OpFoldResult> offsets;
    for (unsigned i = 0; i < windows.read.getNumResults(); ++i)
      offsets.push_back(affine::makeComposedFoldedAffineApply(
          at, loc, windows.read.getSubMap({i}), position));
    SmallVector<OpFoldResult> sizes(offsets.size(), one), strides = sizes;
    sizes[row.dim] = size;
    strides[row.dim] = at.getIndexAttr(row.stride);
    const auto type = RankedTensorType::get({length}, element);
    Value piece = tensor::ExtractSliceOp::create(at, loc, type, image, offsets,
                                                 sizes, strides);
    SmallVector<OpFoldResult> whole(outer, one);
    whole.push_back(size);
    const SmallVector<OpFoldResult> ones(outer + 1, one);
    return {tensor::InsertSliceOp::create(at, loc, piece, carried[0], position,
                                          whole, ones)};
  };
  return scf::buildLoopNest(rewriter, loc, constants(0), bounds, constants(1),
                            ValueRange(target), body)
      .results.front();
}

struct CopyWindows final : impl::CopyWindowsBase<CopyWindows> {
  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    for (linalg::GenericOp op : copiesIn(getOperation())) {
      const std::optional<Windows> windows = match(op);
      const std::optional<Row> row = windows ? rowOf(*windows) : std::nullopt;
      if (!row)
        continue;
      rewriter.setInsertionPoint(op);
      Value rows = copyRows(op, *windows, *row, rewriter);
      rewriter.replaceOpWithNewOp<tensor::CollapseShapeOp>(
          op, op.getResult(0).getType(), rows, windows->groups);
      ++numCopied;
    }
  }
};
} // namespace
} // namespace mlirgym::lowering
