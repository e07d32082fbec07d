//===- lowering/vector/SimplifyMarked.cpp ---------------------------------===//
#include "lowering/module/GpuMapping.h"
#include "lowering/module/Marks.h"
#include "lowering/tensor/IterationSpace.h"
#include "lowering/vector/Passes.h"

#include "mlir/Analysis/FlatLinearValueConstraints.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/SetVector.h"
#include <optional>

using namespace mlir;

namespace mlirgym::lowering {
#define GEN_PASS_DEF_SIMPLIFYMARKED
#include "lowering/vector/Passes.h.inc"

namespace {

FailureOr<linalg::GenericOp> generalize(IRRewriter &rewriter,
                                        linalg::LinalgOp op) {
  if (auto generic = dyn_cast<linalg::GenericOp>(op.getOperation()))
    return generic;
  rewriter.setInsertionPoint(op);
  return linalg::generalizeNamedOp(rewriter, op);
}

/// Orders the loops as the result's dimensions, then reductions: this becomes
/// the order of the vectors' dimensions, the last of which are the lanes. All
/// loops are unrolled, so the order has no other effect.
FailureOr<linalg::GenericOp> orderLoops(IRRewriter &rewriter,
                                        linalg::GenericOp op) {
  llvm::SmallSetVector<unsigned, 8> order;
  AffineMap results = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  for (AffineExpr expr : results.getResults())
    if (auto dim = dyn_cast<AffineDimExpr>(expr))
      order.insert(dim.getPosition());
  order.insert_range(llvm::seq(op.getNumLoops()));
  if (llvm::is_sorted(order))
    return op;
  rewriter.setInsertionPoint(op);
  return linalg::interchangeGenericOp(rewriter, op, order.getArrayRef());
}

/// An index that is a single loop, once loops of one iteration are dropped:
/// `loop + offset`, or `offset` alone.
struct PlainIndex {
  std::optional<unsigned> loop;
  int64_t offset = 0;
};

std::optional<PlainIndex> matchPlainIndex(AffineExpr expr,
                                          ArrayRef<int64_t> tripCounts) {
  // One coefficient per loop, then the constant; longer if it is not a linear
  // sum.
  SmallVector<int64_t> flat;
  if (failed(getFlattenedAffineExpr(expr, tripCounts.size(), /*numSymbols=*/0,
                                    &flat)) ||
      flat.size() != tripCounts.size() + 1)
    return std::nullopt;
  PlainIndex index;
  index.offset = flat.back();
  for (auto [loop, tripCount] : llvm::enumerate(tripCounts)) {
    if (flat[loop] == 0 || tripCount == 1)
      continue;
    if (flat[loop] != 1 || ShapedType::isDynamic(tripCount) || index.loop)
      return std::nullopt;
    index.loop = static_cast<unsigned>(loop);
  }
  return index;
}

/// Reduces the operand to the slice that the op reads, along each dimension
/// whose index becomes a single loop. The index `w + k` becomes `w` if k has
/// one iteration, and MLIR assumes that the extent of a dimension indexed by a
/// single loop is its trip count: it would read all of an input that is larger
/// than the slice (a window of 1, an output of 1).
void cutToWhatIsRead(IRRewriter &rewriter, linalg::GenericOp op,
                     OpOperand &operand, ArrayRef<int64_t> tripCounts) {
  auto type = dyn_cast<RankedTensorType>(operand.get().getType());
  if (!type)
    return;
  AffineMap map = op.getMatchingIndexingMap(&operand);
  SmallVector<AffineExpr> exprs(map.getResults());
  SmallVector<OpFoldResult> offsets(type.getRank(), rewriter.getIndexAttr(0));
  SmallVector<OpFoldResult> strides(type.getRank(), rewriter.getIndexAttr(1));
  SmallVector<OpFoldResult> sizes =
      tensor::getMixedSizes(rewriter, op.getLoc(), operand.get());
  bool isCut = false;
  for (auto [dim, expr] : llvm::enumerate(map.getResults())) {
    if (isa<AffineDimExpr>(expr))
      continue;
    std::optional<PlainIndex> index = matchPlainIndex(expr, tripCounts);
    if (!index)
      continue;
    exprs[dim] = index->loop ? rewriter.getAffineDimExpr(*index->loop)
                             : rewriter.getAffineConstantExpr(0);
    int64_t size = index->loop ? tripCounts[*index->loop] : 1;
    offsets[dim] = rewriter.getIndexAttr(index->offset);
    sizes[dim] = rewriter.getIndexAttr(size);
    isCut |= index->offset != 0 || type.getDimSize(dim) != size;
  }
  if (!isCut)
    return;
  operand.set(tensor::ExtractSliceOp::create(
      rewriter, op.getLoc(), operand.get(), offsets, sizes, strides));
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  maps[operand.getOperandNumber()] =
      AffineMap::get(map.getNumDims(), 0, exprs, op.getContext());
  op.setIndexingMapsAttr(rewriter.getAffineMapArrayAttr(maps));
}

/// By slices, not reshapes: slices bufferise to views, and subset hoisting
/// supports them.
void dropUnitLoops(IRRewriter &rewriter, linalg::GenericOp op) {
  linalg::ControlDropUnitDims control;
  control.rankReductionStrategy =
      linalg::ControlDropUnitDims::RankReductionStrategy::ExtractInsertSlice;
  rewriter.setInsertionPoint(op);
  FailureOr<linalg::DropUnitDimsResult> result =
      linalg::dropUnitDims(rewriter, op, control);
  if (failed(result))
    return;
  for (StringRef mark : {vectorizeMark, tilesMark})
    if (op->hasAttr(mark))
      result->resultOp->setAttr(mark, rewriter.getUnitAttr());
  rewriter.replaceOp(op, result->replacements);
}

struct SimplifyMarked final : impl::SimplifyMarkedBase<SimplifyMarked> {
  using SimplifyMarkedBase::SimplifyMarkedBase;
  void runOnOperation() override;
};
} // namespace

void SimplifyMarked::runOnOperation() {
  func::FuncOp func = getOperation();
  SmallVector<linalg::LinalgOp> targets;
  func.walk([&](linalg::LinalgOp op) {
    if (isVectorTarget(op) && (!inThreads || isInThread(op)))
      targets.push_back(op);
  });
  IRRewriter rewriter(func.getContext());
  for (linalg::LinalgOp op : targets) {
    FailureOr<linalg::GenericOp> generic = generalize(rewriter, op);
    if (succeeded(generic))
      generic = orderLoops(rewriter, *generic);
    if (failed(generic))
      continue;
    // Fills, copies and merges are marked from here on: a generic op no longer
    // shows its origin.
    (*generic)->setAttr(vectorizeMark, rewriter.getUnitAttr());
    const SmallVector<int64_t> tripCounts = (*generic).getStaticLoopRanges();
    rewriter.setInsertionPoint(*generic);
    for (OpOperand *input : (*generic).getDpsInputOperands())
      cutToWhatIsRead(rewriter, *generic, *input, tripCounts);
    dropUnitLoops(rewriter, *generic);
  }
}
} // namespace mlirgym::lowering
