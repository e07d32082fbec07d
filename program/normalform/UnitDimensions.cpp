#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/ReshapeOpsUtils.h"
#include "mlir/Dialect/Utils/StructuredOpsUtils.h"
#include "mlir/IR/AffineExpr.h"
#include "mlir/IR/AffineMap.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "program/normalform/Normalize.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <cstdint>
#include <optional>
#include <utility>

namespace mlirgym {

using mlir::AffineExpr;
using mlir::AffineMap;
using mlir::linalg::GenericOp;
using mlir::tensor::CollapseShapeOp;
using mlir::tensor::ExpandShapeOp;

/// The dimensions of the result that are 1 and not in the operand; nullopt if
/// the operation does anything else than add these.
static std::optional<llvm::SmallVector<bool>> addedBy(ExpandShapeOp op) {
  llvm::ArrayRef<int64_t> from = op.getSrcType().getShape(),
                          to = op.getResultType().getShape();
  llvm::SmallVector<bool> added(to.size(), true);
  for (auto [extent, group] :
       llvm::zip_equal(from, op.getReassociationIndices())) {
    const auto *kept =
        llvm::find_if(group, [&](int64_t dim) { return to[dim] == extent; });
    if (kept == group.end() || llvm::any_of(group, [&](int64_t dim) {
          return dim != *kept && to[dim] != 1;
        }))
      return std::nullopt;
    added[static_cast<size_t>(*kept)] = false;
  }
  return added;
}

namespace {
/// An operand with one of its maps.
struct View {
  mlir::Value value;
  AffineMap map;
};

/// Rewrites one operation.
class UnitDimensions {
public:
  UnitDimensions(mlir::IRRewriter &builder, GenericOp generic)
      : rewriter(builder), op(generic), trips(op.getStaticLoopRanges()) {}

  /// True if the operation was replaced.
  bool drop();

private:
  /// The loops of one iteration that index dimensions which an input's
  /// expand_shape adds. At least one loop remains.
  llvm::SmallVector<bool> loopsToDrop();
  /// A destination without the dimensions that are not indexed.
  std::optional<View> init(View view);

  mlir::IRRewriter &rewriter;
  GenericOp op;
  llvm::SmallVector<int64_t> trips;
};
} // namespace

static bool isZero(AffineExpr expr) {
  auto constant = llvm::dyn_cast<mlir::AffineConstantExpr>(expr);
  return constant && constant.getValue() == 0;
}

static AffineMap withResults(AffineMap map, llvm::ArrayRef<AffineExpr> exprs) {
  return AffineMap::get(map.getNumDims(), 0, exprs, map.getContext());
}

llvm::SmallVector<bool> UnitDimensions::loopsToDrop() {
  llvm::SmallVector<bool> loops(trips.size(), false);
  if (op.getNumParallelLoops() != op.getNumLoops() || op.hasIndexSemantics())
    return loops;
  for (mlir::OpOperand *operand : op.getDpsInputOperands()) {
    auto expand = operand->get().getDefiningOp<ExpandShapeOp>();
    auto added = expand ? addedBy(expand) : std::nullopt;
    if (!added)
      continue;
    for (auto [isAdded, expr] : llvm::zip_equal(
             *added, op.getMatchingIndexingMap(operand).getResults()))
      if (auto loop = llvm::dyn_cast<mlir::AffineDimExpr>(expr);
          isAdded && loop && trips[loop.getPosition()] == 1)
        loops[loop.getPosition()] = true;
  }
  if (llvm::all_of(loops, [](bool isDropped) { return isDropped; }))
    loops.front() = false;
  return loops;
}

/// The map after loops of one iteration are dropped.
static AffineMap without(llvm::ArrayRef<bool> loops, AffineMap map) {
  llvm::SmallVector<AffineExpr> dims;
  unsigned kept = 0;
  for (bool isDropped : loops)
    dims.push_back(isDropped
                       ? mlir::getAffineConstantExpr(0, map.getContext())
                       : mlir::getAffineDimExpr(kept++, map.getContext()));
  return map.replaceDimsAndSymbols(dims, {}, kept, 0);
}

/// The operand of the expand_shape of which this is the result, if the added
/// dimensions are not indexed.
static View input(View view) {
  auto expand = view.value.getDefiningOp<ExpandShapeOp>();
  auto added = expand ? addedBy(expand) : std::nullopt;
  if (!added)
    return view;
  llvm::SmallVector<AffineExpr> exprs;
  for (auto [isAdded, expr] : llvm::zip_equal(*added, view.map.getResults())) {
    if (isAdded && !isZero(expr))
      return view;
    if (!isAdded)
      exprs.push_back(expr);
  }
  return {expand.getSrc(), withResults(view.map, exprs)};
}

std::optional<View> UnitDimensions::init(View view) {
  auto type = llvm::cast<mlir::RankedTensorType>(view.value.getType());
  llvm::SmallVector<AffineExpr> exprs;
  llvm::SmallVector<int64_t> shape;
  for (auto [extent, expr] :
       llvm::zip_equal(type.getShape(), view.map.getResults())) {
    if (extent == 1 && isZero(expr))
      continue;
    exprs.push_back(expr);
    shape.push_back(extent);
  }
  if (shape.size() == type.getShape().size())
    return view;
  auto smaller = type.clone(shape);
  auto groups = mlir::getReassociationIndicesForReshape(type, smaller);
  if (!groups)
    return std::nullopt;
  mlir::Value value = CollapseShapeOp::create(rewriter, op.getLoc(), smaller,
                                              view.value, *groups);
  return View{value, withResults(view.map, exprs)};
}

bool UnitDimensions::drop() {
  const llvm::SmallVector<bool> loops = loopsToDrop();
  llvm::SmallVector<mlir::Value> inputs, inits;
  llvm::SmallVector<AffineMap> maps;
  rewriter.setInsertionPoint(op);
  for (mlir::OpOperand *operand : op.getDpsInputOperands()) {
    View view = input(
        {operand->get(), without(loops, op.getMatchingIndexingMap(operand))});
    inputs.push_back(view.value);
    maps.push_back(view.map);
  }
  for (mlir::OpOperand &operand : op.getDpsInitsMutable()) {
    auto view = init(
        {operand.get(), without(loops, op.getMatchingIndexingMap(&operand))});
    if (!view)
      return false;
    inits.push_back(view->value);
    maps.push_back(view->map);
  }
  if (llvm::equal(inputs, op.getDpsInputs()) &&
      llvm::equal(inits, op.getDpsInits()))
    return false;
  llvm::SmallVector<mlir::utils::IteratorType> iterators;
  for (auto [isDropped, iterator] :
       llvm::zip_equal(loops, op.getIteratorTypesArray()))
    if (!isDropped)
      iterators.push_back(iterator);
  auto smaller = GenericOp::create(rewriter, op.getLoc(),
                                   mlir::ValueRange(inits).getTypes(), inputs,
                                   inits, maps, iterators);
  rewriter.inlineRegionBefore(op.getRegion(), smaller.getRegion(),
                              smaller.getRegion().begin());
  llvm::SmallVector<mlir::Value> results;
  for (auto [result, old] :
       llvm::zip_equal(smaller.getResults(), op.getResults())) {
    auto type = llvm::cast<mlir::RankedTensorType>(old.getType());
    auto from = llvm::cast<mlir::RankedTensorType>(result.getType());
    results.push_back(
        from == type
            ? mlir::Value(result)
            : ExpandShapeOp::create(
                  rewriter, op.getLoc(), type, result,
                  *mlir::getReassociationIndicesForReshape(from, type)));
  }
  rewriter.replaceOp(op, results);
  return true;
}

/// Equal operations would have different destinations.
static bool collapseEmpties(mlir::func::FuncOp entry,
                            mlir::IRRewriter &rewriter) {
  bool isChanged = false;
  for (auto collapse :
       llvm::make_early_inc_range(entry.getOps<CollapseShapeOp>()))
    if (collapse.getSrc().getDefiningOp<mlir::tensor::EmptyOp>()) {
      rewriter.setInsertionPoint(collapse);
      rewriter.replaceOpWithNewOp<mlir::tensor::EmptyOp>(
          collapse, collapse.getResultType().getShape(),
          collapse.getResultType().getElementType());
      isChanged = true;
    }
  return isChanged;
}

bool dropUnitDimensions(mlir::func::FuncOp entry) {
  mlir::IRRewriter rewriter(entry.getContext());
  bool isChanged = collapseEmpties(entry, rewriter);
  for (mlir::Operation &op :
       llvm::make_early_inc_range(entry.getBody().front()))
    if (auto generic = llvm::dyn_cast<GenericOp>(op);
        generic && generic.hasPureTensorSemantics())
      isChanged |= UnitDimensions(rewriter, generic).drop();
  return isChanged;
}

bool dropUnusedResults(mlir::func::FuncOp entry) {
  llvm::SmallVector<mlir::Operation *> candidates;
  for (auto op : entry.getOps<GenericOp>())
    if (op.getNumResults() > 1 &&
        llvm::any_of(op.getResults(),
                     [](mlir::Value value) { return value.use_empty(); }))
      candidates.push_back(op);
  if (candidates.empty())
    return false;
  mlir::RewritePatternSet patterns(entry.getContext());
  mlir::linalg::populateEraseUnusedOperandsAndResultsPatterns(patterns);
  bool isChanged = false;
  (void)mlir::applyOpPatternsGreedily(
      candidates, std::move(patterns),
      mlir::GreedyRewriteConfig().setStrictness(
          mlir::GreedyRewriteStrictness::ExistingAndNewOps),
      &isChanged);
  return isChanged;
}

} // namespace mlirgym
