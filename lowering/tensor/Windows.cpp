//===- lowering/tensor/Windows.cpp ----------------------------------------===//
#include "lowering/tensor/Windows.h"
#include "lowering/tensor/IndexedCopies.h"
#include "lowering/tensor/Slices.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/Dialect/Utils/ReshapeOpsUtils.h"
#include "mlir/IR/AffineExpr.h"
#include "mlir/IR/AffineMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallSet.h"
#include "llvm/ADT/SmallVector.h"
#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>

using namespace mlir;

namespace mlirgym::lowering {

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
} // namespace

std::optional<Windows> Windows::of(linalg::GenericOp op) {
  if (!isCopy(op))
    return std::nullopt;
  auto to = dyn_cast<RankedTensorType>(op.getResult(0).getType());
  auto from = dyn_cast<RankedTensorType>(op.getDpsInputs()[0].getType());
  const AffineMap read = op.getIndexingMapsArray()[0];
  if (!to || !from || !to.hasStaticShape() || !from.hasStaticShape() ||
      !op.getIndexingMapsArray()[1].isIdentity() || !hasDivisions(read))
    return std::nullopt;
  Windows windows;
  windows.op = op;
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

std::optional<WindowRow> WindowRow::of(const Windows &windows) {
  const auto last = static_cast<unsigned>(windows.shape.size()) - 1;
  std::optional<WindowRow> row;
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
    row = WindowRow{dim, step.getValue()};
  }
  return row;
}

std::optional<WindowTile> WindowTile::of(Value tile, int64_t dim,
                                         OpBuilder &at) {
  auto op = sourceOfSlices(tile).getDefiningOp<linalg::GenericOp>();
  std::optional<Windows> windows = op ? Windows::of(op) : std::nullopt;
  const std::optional<WindowRow> row =
      windows ? WindowRow::of(*windows) : std::nullopt;
  auto type = cast<RankedTensorType>(tile.getType());
  if (!row || row->stride != 1 || !type.hasStaticShape() ||
      dim != type.getRank() - 1 ||
      row->dim + 1 != windows->read.getNumResults())
    return std::nullopt;
  WindowTile found;
  const int64_t size = type.getDimSize(dim), all = windows->shape.back();
  found.columns = std::min(size, all);
  if (std::max(size, all) % found.columns != 0 ||
      divisorOfOffset(tile, dim) % found.columns != 0)
    return std::nullopt;
  found.offsets = offsetsInSource(tile, at, tile.getLoc());
  found.windows = std::move(*windows);
  return found;
}

SmallVector<Value> WindowTile::inImage(ArrayRef<Value> indices,
                                       OpBuilder &at) const {
  const Location loc = image().getLoc();
  const AffineExpr sum = at.getAffineDimExpr(0) + at.getAffineDimExpr(1);
  SmallVector<OpFoldResult> position;
  for (auto [offset, index] : llvm::zip_equal(offsets, indices))
    position.push_back(
        affine::makeComposedFoldedAffineApply(at, loc, sum, {offset, index}));
  linalg::GenericOp op = windows.op;
  const AffineMap read = op.getIndexingMapsArray()[0];
  SmallVector<Value> place;
  for (unsigned i = 0; i < read.getNumResults(); ++i)
    place.push_back(getValueOrCreateConstantIndexOp(
        at, loc,
        affine::makeComposedFoldedAffineApply(at, loc, read.getSubMap({i}),
                                              position)));
  return place;
}
} // namespace mlirgym::lowering
