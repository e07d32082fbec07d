#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Linalg/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StructuredOpsUtils.h"
#include "mlir/IR/AffineExpr.h"
#include "mlir/IR/AffineMap.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "program/normalform/Normalize.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <cstdint>
#include <utility>

namespace mlirgym {

using mlir::AffineExpr;
using mlir::AffineMap;
using mlir::linalg::GenericOp;
using mlir::linalg::LinalgOp;

/// Quantised elements have at most as many bits.
static constexpr unsigned narrowBits = 8;

static bool isNarrow(mlir::Value value) {
  auto type = llvm::dyn_cast<mlir::RankedTensorType>(value.getType());
  return type && type.getElementType().isInteger() &&
         type.getElementTypeBitWidth() <= narrowBits;
}

/// An operation that computes each element of its only result from its inputs
/// alone, in a few cycles.
static LinalgOp asConversion(mlir::Operation *op) {
  using namespace mlir::arith;
  auto linalg = llvm::dyn_cast<LinalgOp>(op);
  if (!linalg || linalg->getNumResults() != 1 ||
      linalg.getNumParallelLoops() != linalg.getNumLoops() ||
      llvm::isa<mlir::linalg::FillOp>(op) ||
      linalg.payloadUsesValueFromOperand(linalg.getDpsInitOperand(0)))
    return nullptr;
  const bool isCheap = llvm::all_of(
      linalg.getBlock()->without_terminator(), [](mlir::Operation &inner) {
        return llvm::isa<SIToFPOp, UIToFPOp, ExtSIOp, ExtUIOp, ExtFOp, TruncFOp,
                         AddIOp, SubIOp, AddFOp, SubFOp, MulFOp>(inner);
      });
  return isCheap ? linalg : nullptr;
}

static int64_t numElements(mlir::Value value) {
  auto type = llvm::dyn_cast<mlir::ShapedType>(value.getType());
  return type ? type.getNumElements() : 1;
}

/// True if the floats in `value`, which is used once, are computed from as many
/// narrow integers, and from fewer other elements: scales, zero points.
static bool isWidened(mlir::Value value) {
  mlir::Operation *op = value.getDefiningOp();
  auto type = llvm::dyn_cast<mlir::RankedTensorType>(value.getType());
  if (!op || !value.hasOneUse() || !type ||
      !llvm::isa<mlir::FloatType>(type.getElementType()))
    return false;
  if (llvm::isa<mlir::tensor::CollapseShapeOp, mlir::tensor::ExpandShapeOp>(op))
    return isWidened(op->getOperand(0));
  LinalgOp conversion = asConversion(op);
  if (!conversion)
    return false;
  bool hasIntegers = false;
  for (mlir::Value input : conversion.getDpsInputs()) {
    if (numElements(input) < type.getNumElements())
      continue;
    if (!isNarrow(input) && !isWidened(input))
      return false;
    hasIntegers = true;
  }
  return hasIntegers;
}

namespace {
/// Rewrites one function.
class NarrowWeights {
public:
  explicit NarrowWeights(mlir::func::FuncOp function)
      : entry(function), rewriter(function.getContext()) {}
  /// Takes one step; false if there is none.
  bool rewrite();

private:
  /// The floats of an operand are computed where they are read.
  bool join(LinalgOp op, mlir::OpOperand &operand);
  /// Moves a reshape away, which separates an operation from its producer.
  bool passReshape(mlir::Operation *root);
  /// A factor that does not depend on what is summed is multiplied afterwards.
  bool takeFactorOut(GenericOp op);

  mlir::func::FuncOp entry;
  mlir::IRRewriter rewriter;
};
} // namespace

bool NarrowWeights::rewrite() {
  for (auto op : entry.getOps<LinalgOp>()) {
    // Windows, whose maps are sums of loops, remain convolutions.
    if (op.getNumReductionLoops() == 0 || !op.hasPureTensorSemantics() ||
        !llvm::all_of(op.getIndexingMapsArray(), [](AffineMap map) {
          return map.isProjectedPermutation(/*allowZeroInResults=*/true);
        }))
      continue;
    for (mlir::OpOperand *operand : op.getDpsInputOperands())
      if (isWidened(operand->get()) && join(op, *operand))
        return true;
    if (auto generic = llvm::dyn_cast<GenericOp>(op.getOperation());
        generic && takeFactorOut(generic))
      return true;
  }
  return false;
}

bool NarrowWeights::join(LinalgOp op, mlir::OpOperand &operand) {
  rewriter.setInsertionPoint(op);
  if (!llvm::isa<GenericOp>(op.getOperation()))
    return mlir::succeeded(mlir::linalg::generalizeNamedOp(rewriter, op));
  mlir::Operation *producer = operand.get().getDefiningOp();
  if (llvm::isa<mlir::tensor::CollapseShapeOp>(producer))
    return passReshape(op);
  if (llvm::isa<mlir::tensor::ExpandShapeOp>(producer))
    return passReshape(producer);
  if (!llvm::isa<GenericOp>(producer)) {
    rewriter.setInsertionPoint(producer);
    return mlir::succeeded(mlir::linalg::generalizeNamedOp(
        rewriter, llvm::cast<LinalgOp>(producer)));
  }
  return mlir::linalg::areElementwiseOpsFusable(&operand) &&
         fuseProducer(rewriter, operand);
}

bool NarrowWeights::passReshape(mlir::Operation *root) {
  mlir::RewritePatternSet patterns(entry.getContext());
  mlir::linalg::populateFoldReshapeOpsByExpansionPatterns(
      patterns, [](mlir::OpOperand *fused) { return isWidened(fused->get()); });
  bool isChanged = false;
  (void)mlir::applyOpPatternsGreedily(
      {root}, std::move(patterns),
      mlir::GreedyRewriteConfig().setStrictness(
          mlir::GreedyRewriteStrictness::ExistingOps),
      &isChanged);
  return isChanged;
}

/// True if `value` is 0 in each element.
static bool isZeros(mlir::Value value) {
  if (auto fill = value.getDefiningOp<mlir::linalg::FillOp>())
    value = fill.getInputs().front();
  return mlir::matchPattern(value, mlir::m_AnyZeroFloat());
}

/// The products that `op` adds to its result; null if it computes anything
/// else.
static mlir::arith::MulFOp summedProduct(GenericOp op) {
  mlir::Block &body = *op.getBody();
  auto sum =
      body.getTerminator()->getOperand(0).getDefiningOp<mlir::arith::AddFOp>();
  if (!sum || op.getNumResults() != 1)
    return nullptr;
  const mlir::Value before = body.getArguments().back();
  const mlir::Value added =
      sum.getLhs() == before ? sum.getRhs() : sum.getLhs();
  const bool isSum = sum.getLhs() == before || sum.getRhs() == before;
  return isSum && before.hasOneUse() && added.hasOneUse()
             ? added.getDefiningOp<mlir::arith::MulFOp>()
             : nullptr;
}

/// The multiplication of a tree of products, each used once, one of whose
/// factors is `isFactor`, and that factor.
static std::pair<mlir::arith::MulFOp, mlir::BlockArgument>
findFactor(mlir::arith::MulFOp product,
           llvm::function_ref<bool(mlir::BlockArgument)> isFactor) {
  for (mlir::Value factor : product->getOperands()) {
    if (!factor.hasOneUse())
      continue;
    if (auto argument = llvm::dyn_cast<mlir::BlockArgument>(factor)) {
      if (isFactor(argument))
        return {product, argument};
    } else if (auto inner = factor.getDefiningOp<mlir::arith::MulFOp>()) {
      if (auto found = findFactor(inner, isFactor); found.first)
        return found;
    }
  }
  return {};
}

bool NarrowWeights::takeFactorOut(GenericOp op) {
  if (llvm::none_of(op.getDpsInputs(), isNarrow))
    return false;
  mlir::arith::MulFOp product = summedProduct(op);
  llvm::SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  const AffineMap result = maps.back();
  // Each dimension of the result is a loop.
  if (!product || !result.isProjectedPermutation() ||
      result.getNumResults() != op.getNumParallelLoops() ||
      !isZeros(op.getDpsInits().front()))
    return false;
  auto [multiplication, factor] =
      findFactor(product, [&](mlir::BlockArgument argument) {
        const unsigned number = argument.getArgNumber();
        return number < op.getNumDpsInputs() &&
               llvm::all_of(
                   maps[number].getResults(),
                   [&](AffineExpr expr) {
                     auto loop = llvm::dyn_cast<mlir::AffineDimExpr>(expr);
                     return !loop || result.isFunctionOfDim(loop.getPosition());
                   });
      });
  if (!multiplication)
    return false;

  const unsigned number = factor.getArgNumber();
  const mlir::Value factors = op.getDpsInputs()[number];
  const AffineMap from = maps[number];
  rewriter.replaceOp(multiplication, multiplication.getLhs() == factor
                                         ? multiplication.getRhs()
                                         : multiplication.getLhs());
  rewriter.modifyOpInPlace(op, [&] {
    op.getBody()->eraseArgument(number);
    op.getInputsMutable().erase(number);
    maps.erase(maps.begin() + number);
    op.setIndexingMapsAttr(rewriter.getAffineMapArrayAttr(maps));
  });

  const unsigned rank = result.getNumResults();
  const AffineMap ofResult =
      from.compose(mlir::inverseAndBroadcastProjectedPermutation(result));
  const AffineMap all = rewriter.getMultiDimIdentityMap(rank);
  auto type = llvm::cast<mlir::RankedTensorType>(op.getResult(0).getType());
  rewriter.setInsertionPointAfter(op);
  mlir::Value empty = mlir::tensor::EmptyOp::create(
      rewriter, op.getLoc(), type.getShape(), type.getElementType());
  auto scaled = GenericOp::create(
      rewriter, op.getLoc(), type, mlir::ValueRange{op.getResult(0), factors},
      empty, llvm::ArrayRef{all, ofResult, all},
      llvm::SmallVector(rank, mlir::utils::IteratorType::parallel),
      [](mlir::OpBuilder &builder, mlir::Location location,
         mlir::ValueRange arguments) {
        mlir::Value scaledSum = mlir::arith::MulFOp::create(
            builder, location, arguments[0], arguments[1]);
        mlir::linalg::YieldOp::create(builder, location, scaledSum);
      });
  rewriter.replaceAllUsesExcept(op.getResult(0), scaled.getResult(0), scaled);
  return true;
}

mlir::Operation *fuseProducer(mlir::RewriterBase &rewriter,
                              mlir::OpOperand &operand) {
  mlir::Operation *reader = operand.getOwner(),
                  *producer = operand.get().getDefiningOp();
  rewriter.setInsertionPoint(reader);
  auto fused = mlir::linalg::fuseElementwiseOps(rewriter, &operand);
  if (mlir::failed(fused))
    return nullptr;
  for (mlir::Value result : reader->getResults())
    rewriter.replaceAllUsesWith(result, fused->replacements.lookup(result));
  rewriter.eraseOp(reader);
  if (producer->use_empty())
    rewriter.eraseOp(producer);
  return fused->fusedOp;
}

bool joinNarrowWeights(mlir::func::FuncOp entry) {
  NarrowWeights weights(entry);
  bool isChanged = false;
  while (weights.rewrite())
    isChanged = true;
  return isChanged;
}

} // namespace mlirgym
