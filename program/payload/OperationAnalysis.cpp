#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StructuredOpsUtils.h"
#include "program/Placement.h"
#include "program/Program.h"
#include "program/normalform/Normalize.h"
#include "program/payload/PayloadAnalysis.h"
#include "program/payload/PayloadCheck.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/TypeSwitch.h"
#include <vector>

namespace mlirgym {

using mlir::linalg::LinalgOp;
using Materialize = mlir::bufferization::MaterializeInDestinationOp;

/// Adds `factor` times `expr` to `term`.
static void accumulate(mlir::AffineExpr expr, int64_t factor,
                       AffineTerm &term) {
  if (auto dim = llvm::dyn_cast<mlir::AffineDimExpr>(expr)) {
    term.coefficients[dim.getPosition()] += factor;
    return;
  }
  if (auto constant = llvm::dyn_cast<mlir::AffineConstantExpr>(expr)) {
    term.constant += factor * constant.getValue();
    return;
  }
  auto binary = llvm::dyn_cast<mlir::AffineBinaryOpExpr>(expr);
  if (binary && expr.getKind() == mlir::AffineExprKind::Add) {
    accumulate(binary.getLHS(), factor, term);
    accumulate(binary.getRHS(), factor, term);
    return;
  }
  // MLIR keeps the constant factor of a product on the right.
  auto scale = binary
                   ? llvm::dyn_cast<mlir::AffineConstantExpr>(binary.getRHS())
                   : mlir::AffineConstantExpr();
  if (scale && expr.getKind() == mlir::AffineExprKind::Mul) {
    accumulate(binary.getLHS(), factor * scale.getValue(), term);
    return;
  }
  term.linear = false;
}

static AffineTerm termOf(mlir::AffineExpr expr, unsigned numLoops) {
  AffineTerm term;
  term.coefficients.assign(numLoops, 0);
  accumulate(expr, 1, term);
  return term;
}

/// Counts an operation of the body in its class. Constants, casts, index
/// arithmetic and the select after a comparison are not counted.
static void count(mlir::Operation *op, ArithmeticCounts &counts) {
  namespace arith = mlir::arith;
  namespace math = mlir::math;
  if (!llvm::isa<arith::ArithDialect, math::MathDialect>(op->getDialect()) ||
      llvm::isa<arith::SelectOp>(op) || llvm::isa<mlir::CastOpInterface>(op) ||
      op->hasTrait<mlir::OpTrait::ConstantLike>() ||
      (op->getNumResults() == 1 && op->getResult(0).getType().isIndex()))
    return;
  llvm::TypeSwitch<mlir::Operation *>(op)
      .Case<arith::AddFOp, arith::AddIOp>([&](auto) { ++counts.add; })
      .Case<arith::SubFOp, arith::SubIOp>([&](auto) { ++counts.sub; })
      .Case<arith::MulFOp, arith::MulIOp>([&](auto) { ++counts.mul; })
      .Case<arith::DivFOp, arith::DivSIOp, arith::DivUIOp>(
          [&](auto) { ++counts.div; })
      .Case<math::ExpOp, math::Exp2Op, math::ExpM1Op>(
          [&](auto) { ++counts.exp; })
      .Case<arith::MaximumFOp, arith::MaxNumFOp, arith::MinimumFOp,
            arith::MinNumFOp, arith::MaxSIOp, arith::MaxUIOp, arith::MinSIOp,
            arith::MinUIOp, arith::CmpFOp, arith::CmpIOp>(
          [&](auto) { ++counts.max; })
      .Case<math::FmaOp>([&](auto) {
        ++counts.mul;
        ++counts.add;
      })
      .Default([&](auto) { ++counts.other; });
}

/// The operation that combines partial results of init `index`; null if there
/// is not exactly one.
static mlir::Operation *combinerOf(LinalgOp op, unsigned index) {
  llvm::SmallVector<mlir::Operation *> combiners;
  if (!mlir::matchReduction(op.getRegionOutputArgs(), index, combiners) ||
      combiners.size() != 1)
    return nullptr;
  return combiners.front();
}

static bool hasCombiner(LinalgOp op) {
  if (op.getNumReductionLoops() == 0)
    return false;
  for (unsigned i = 0; i < op.getNumDpsInits(); ++i) {
    mlir::Operation *combiner = combinerOf(op, i);
    if (!combiner ||
        !llvm::isa<mlir::arith::AddFOp, mlir::arith::AddIOp,
                   mlir::arith::MulFOp, mlir::arith::MulIOp,
                   mlir::arith::MaximumFOp, mlir::arith::MaxNumFOp,
                   mlir::arith::MinimumFOp, mlir::arith::MinNumFOp,
                   mlir::arith::MaxSIOp, mlir::arith::MaxUIOp,
                   mlir::arith::MinSIOp, mlir::arith::MinUIOp>(combiner))
      return false;
  }
  return true;
}

/// True if MLIR 22 computes partial results of `op` correctly: it assumes that
/// each index of an init is a single loop, and it does not adjust linalg.index
/// in the body of a tiled loop (llvm-project#188261).
static bool canBePartial(LinalgOp op) {
  if (op.hasIndexSemantics())
    return false;
  return llvm::all_of(op.getDpsInitsMutable(), [&](mlir::OpOperand &init) {
    return op.getMatchingIndexingMap(&init).isProjectedPermutation();
  });
}

/// True if each parallel loop indexes the init. Otherwise all iterations of a
/// loop would write the same element, and the written value would have no
/// vector shape.
static bool hasAllParallelLoops(LinalgOp op, mlir::AffineMap init) {
  for (auto [loop, type] : llvm::enumerate(op.getIteratorTypesArray()))
    if (type == mlir::utils::IteratorType::parallel &&
        !init.isFunctionOfDim(unsigned(loop)))
      return false;
  return true;
}

/// linalg::vectorizeOpPrecondition depends on shapes and rejects 2-d
/// convolutions that tiling and decomposition make acceptable. This checks only
/// properties that tiling does not change: the body, the reductions and the
/// indexing of results.
static bool isVectorizable(LinalgOp op, llvm::ArrayRef<Operand> inputs) {
  for (mlir::Operation &inner : *op.getBlock()) {
    if (llvm::isa<mlir::linalg::YieldOp, mlir::linalg::IndexOp>(inner) ||
        inner.hasTrait<mlir::OpTrait::ConstantLike>())
      continue;
    if (!mlir::OpTrait::hasElementwiseMappableTraits(&inner))
      return false;
  }
  for (mlir::OpOperand &init : op.getDpsInitsMutable()) {
    mlir::AffineMap map = op.getMatchingIndexingMap(&init);
    if (!map.isProjectedPermutation() || !hasAllParallelLoops(op, map))
      return false;
  }
  for (const Operand &input : inputs)
    if (llvm::any_of(input.map, [](const AffineTerm &t) { return !t.linear; }))
      return false;
  return op.getNumReductionLoops() == 0 || hasCombiner(op);
}

namespace {
/// Indices of operations, to find the producers of operands.
using OperationIndex = llvm::DenseMap<mlir::Operation *, int>;
} // namespace

static void findSource(mlir::Value value, const OperationIndex &index,
                       Operand &operand) {
  mlir::Operation *def = value.getDefiningOp();
  // The copy of an argument to the output in which it is accumulated.
  if (auto copy = llvm::dyn_cast_or_null<Materialize>(def))
    return findSource(copy.getSource(), index, operand);
  if (!def || llvm::isa<mlir::bufferization::ToTensorOp>(def) ||
      def->hasTrait<mlir::OpTrait::ConstantLike>()) {
    operand.source = Operand::Source::Argument;
    return;
  }
  if (auto it = index.find(def); it != index.end()) {
    operand.source = Operand::Source::Operation;
    operand.producer = it->second;
    return;
  }
  if (llvm::isa<mlir::linalg::FillOp>(def))
    operand.source = Operand::Source::Fill;
  else if (llvm::isa<mlir::tensor::EmptyOp>(def))
    operand.source = Operand::Source::Empty;
  else
    operand.source = Operand::Source::Other;
}

static Operand analyzeOperand(LinalgOp op, mlir::OpOperand &use,
                              const OperationIndex &index) {
  Operand operand;
  for (mlir::AffineExpr expr : op.getMatchingIndexingMap(&use).getResults())
    operand.map.push_back(termOf(expr, op.getNumLoops()));
  llvm::append_range(operand.shape, op.getShape(&use));
  // A scalar operand may have a type that tensors may not have (i1); F32 is
  // used, since no data is moved.
  operand.elementType =
      elementTypeOf(mlir::getElementTypeOrSelf(use.get().getType()))
          .value_or(ElementType::F32);
  findSource(use.get(), index, operand);
  return operand;
}

static Operation analyzeOperation(LinalgOp op, const OperationIndex &index) {
  Operation result;
  result.tag =
      op->getAttrOfType<mlir::StringAttr>(tagAttribute).getValue().str();
  result.kind = op->getName().getStringRef().str();
  llvm::append_range(result.tripCounts, op.getStaticLoopRanges());
  for (mlir::utils::IteratorType type : op.getIteratorTypesArray())
    result.iteratorTypes.push_back(type == mlir::utils::IteratorType::reduction
                                       ? IteratorType::Reduction
                                       : IteratorType::Parallel);
  for (mlir::OpOperand *input : op.getDpsInputOperands())
    result.inputs.push_back(analyzeOperand(op, *input, index));
  for (mlir::OpOperand &init : op.getDpsInitsMutable())
    result.inits.push_back(analyzeOperand(op, init, index));
  result.isReadElsewhere =
      llvm::any_of(op->getUsers(), [&](mlir::Operation *user) {
        return !llvm::isa<LinalgOp>(user) || user->getBlock() != op->getBlock();
      });
  for (mlir::Operation &inner : *op.getBlock())
    count(&inner, result.counts);
  result.hasCombiner = hasCombiner(op) && canBePartial(op);
  result.vectorizable = isVectorizable(op, result.inputs);
  return result;
}

std::vector<Operation> analyzeOperations(mlir::func::FuncOp entry) {
  OperationIndex index;
  std::vector<Operation> operations;
  for (LinalgOp op : entry.getBody().front().getOps<LinalgOp>()) {
    if (op->getAttrOfType<mlir::StringAttr>(tagAttribute)
            .getValue()
            .ends_with(initSuffix))
      continue;
    int number = static_cast<int>(operations.size());
    operations.push_back(analyzeOperation(op, index));
    index[op] = number;
    for (const Operand &operand : llvm::concat<const Operand>(
             operations.back().inputs, operations.back().inits)) {
      if (operand.source != Operand::Source::Operation)
        continue;
      auto &consumers = operations[operand.producer].consumers;
      if (consumers.empty() || consumers.back() != unsigned(number))
        consumers.push_back(number);
    }
  }
  return operations;
}

/// True if the operation of `use` reads the elements of the tensor, not only
/// its shape.
static bool isRead(mlir::OpOperand &use) {
  if (auto op = llvm::dyn_cast<LinalgOp>(use.getOwner()))
    return !op.isDpsInit(&use) || op.payloadUsesValueFromOperand(&use);
  if (auto copy = llvm::dyn_cast<Materialize>(use.getOwner()))
    return use.get() == copy.getSource();
  return true;
}

std::vector<Argument> analyzeArguments(mlir::func::FuncOp entry) {
  std::vector<Argument> arguments;
  for (mlir::BlockArgument value : entry.getArguments()) {
    auto type = llvm::cast<mlir::MemRefType>(value.getType());
    Argument &argument = arguments.emplace_back();
    llvm::append_range(argument.shape, type.getShape());
    argument.elementType = *elementTypeOf(type.getElementType());
    argument.isInput = false;
    argument.isOnDevice =
        bool(entry.getArgAttr(value.getArgNumber(), onDeviceAttribute));
    for (mlir::Operation *user : value.getUsers()) {
      if (auto read = llvm::dyn_cast<mlir::bufferization::ToTensorOp>(user))
        argument.isInput |= llvm::any_of(read->getUses(), isRead);
      else
        argument.isOutput = true;
    }
  }
  return arguments;
}

} // namespace mlirgym
