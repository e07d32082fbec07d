//===- lowering/tensor/TileRows.cpp ---------------------------------------===//
#include "lowering/module/Marks.h"
#include "lowering/target/VectorUnit.h"
#include "lowering/tensor/IterationSpace.h"
#include "lowering/tensor/Passes.h"
#include "lowering/tensor/ShortProducts.h"

#include "mlir/Analysis/FlatLinearValueConstraints.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Linalg/Utils/Utils.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <optional>
#include <vector>

using namespace mlir;

namespace mlirgym::lowering {
#define GEN_PASS_DEF_TILEROWS
#include "lowering/tensor/Passes.h.inc"

namespace {

/// Largest number of registers for which an elementwise op, or a sum of partial
/// results that no action created, is one piece of straight-line code. Longer
/// code is no faster and takes longer to compile: 224 registers of masked
/// results take over a second.
constexpr int64_t maxRegisters = 32;

/// Tiles the rows of an op that is too large for one piece. The tile sizes that
/// actions chose for a reduction are its accumulators and do not change.
void cutLongCode(linalg::LinalgOp op, const IterationSpace &space,
                 const VectorUnit &unit, SmallVectorImpl<int64_t> &sizes) {
  bool isReduction = op.getNumParallelLoops() != op.getNumLoops();
  if (space.laneLoop < 0 || (isReduction && op->hasAttr(vectorizeMark)))
    return;
  Type element = getElementTypeOrSelf(op.getDpsInitOperand(0)->get());
  int64_t lanes = element.isIntOrFloat() && !isScattered(op, space)
                      ? unit.lanes(element.getIntOrFloatBitWidth())
                      : 1;
  auto registersIn = [&](size_t loop) -> int64_t {
    if (sizes[loop] == 1)
      return 1;
    int64_t trips = space.tripCounts[loop];
    bool isLane = static_cast<int>(loop) == space.laneLoop;
    return isLane ? llvm::divideCeil(trips, lanes) : trips;
  };
  for (size_t cut = 0; cut < sizes.size(); ++cut) {
    int64_t registers = 1;
    for (size_t loop = 0; loop < sizes.size(); ++loop)
      registers *= registersIn(loop);
    if (registers <= maxRegisters || isInMatrixTiles(op))
      return;
    if (static_cast<int>(cut) != space.laneLoop && space.tripCounts[cut] > 1 &&
        linalg::isParallelIterator(op.getIteratorTypesArray()[cut]))
      sizes[cut] = 1;
  }
}

/// Cuts the reductions of a marked sum of products whose tile is so large that
/// it is meant for a matrix unit, if none computes it. Groups of short elements
/// stay whole.
void cutLongSums(linalg::LinalgOp op, const IterationSpace &space,
                 SmallVectorImpl<int64_t> &sizes) {
  constexpr int64_t group = 4;
  double count = countOpsOfCode(op, space);
  if (!space.isStatic()) // with masks, products are added one by one
    count *= group;
  if (!op->hasAttr(vectorizeMark) || op->hasAttr(tilesMark) ||
      op.getNumDpsInputs() != 2)
    return;
  SmallVector<unsigned> reductions;
  op.getReductionDims(reductions);
  for (unsigned loop : reductions) {
    if (count <= mostVectorOps)
      return;
    const int64_t trips = space.tripCounts[loop];
    const int64_t unit = loop == reductions.back() ? group : 1;
    int64_t size = trips;
    for (int64_t smaller = trips - 1; smaller >= unit; --smaller)
      if (trips % smaller == 0 && smaller % unit == 0 &&
          count / double(trips) * double(size) > mostVectorOps)
        size = smaller;
    if (size == trips)
      continue;
    sizes[loop] = size;
    count = count / double(trips) * double(size);
  }
}

/// True if each index is a sum of loops that increases with each of them: for
/// any other, MLIR computes a wrong slice (actions/rules/OperandSlice.h).
bool canBeTiled(linalg::LinalgOp op) {
  std::vector<SmallVector<int64_t, 8>> flat;
  return llvm::all_of(op.getIndexingMapsArray(), [&](AffineMap map) {
    return succeeded(getFlattenedAffineExprs(map, &flat)) &&
           llvm::all_of(flat, [&](ArrayRef<int64_t> expr) {
             return expr.size() == map.getNumDims() + 1 &&
                    llvm::all_of(expr, [](int64_t c) { return c >= 0; });
           });
  });
}

/// Parts of a tile that remain, of which the size is not known.
void unmarkPartialTiles(linalg::LinalgOp op) {
  std::optional<IterationSpace> space = IterationSpace::of(op);
  if (!space || !space->isStatic())
    op->removeAttr(tilesMark);
}

/// Returns true if the op was tiled.
bool tileRows(IRRewriter &rewriter, linalg::LinalgOp op,
              const VectorUnit &unit) {
  std::optional<IterationSpace> space = IterationSpace::of(op);
  if (!space || !canBeTiled(op))
    return false;
  SmallVector<int64_t> sizes(space->tripCounts.size(), 0);
  for (unsigned loop : space->dynamicLoops)
    if (static_cast<int>(loop) != space->laneLoop)
      sizes[loop] = 1;
  cutLongCode(op, *space, unit, sizes);
  cutLongSums(op, *space, sizes);
  if (llvm::all_of(sizes, [](int64_t size) { return size == 0; }))
    return false;
  rewriter.setInsertionPoint(op);
  linalg::LinalgTilingOptions options;
  options.setTileSizes(sizes);
  FailureOr<linalg::TiledLinalgOp> tiled =
      linalg::tileLinalgOp(rewriter, op, options);
  if (failed(tiled))
    return false;
  if (Attribute mark = op->getAttr(vectorizeMark))
    tiled->op->setAttr(vectorizeMark, mark);
  rewriter.replaceOp(op, tiled->tensorResults);
  return true;
}

struct TileRows final : impl::TileRowsBase<TileRows> {
  using TileRowsBase::TileRowsBase;
  void runOnOperation() override;
};
} // namespace

void TileRows::runOnOperation() {
  func::FuncOp func = getOperation();
  const VectorUnit unit = {.bits = vectorBits};
  SmallVector<linalg::LinalgOp> targets;
  func.walk([&](linalg::LinalgOp op) {
    if (isVectorTarget(op))
      targets.push_back(op);
  });
  for (linalg::LinalgOp op : targets)
    if (op->hasAttr(tilesMark))
      unmarkPartialTiles(op);
  IRRewriter rewriter(func.getContext());
  for (linalg::LinalgOp op : targets)
    numTiled += tileRows(rewriter, op, unit);
}
} // namespace mlirgym::lowering
