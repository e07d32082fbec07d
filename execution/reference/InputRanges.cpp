#include "execution/reference/InputRanges.h"
#include "execution/evaluator/LaneOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StructuredOpsUtils.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <algorithm>
#include <cmath>
#include <set>

namespace mlirgym::reference {
namespace {

namespace arith = mlir::arith;
using mlir::linalg::LinalgOp;

class Finder {
public:
  explicit Finder(mlir::func::FuncOp function) : entry(function) {
    hints.arguments.resize(entry.getNumArguments());
  }
  InputHints run();

private:
  using Range = std::pair<int64_t, int64_t>;
  /// Constrains `value`, or the input from which it is computed, to integers
  /// within `range`.
  void constrain(mlir::Value value, Range range);
  void constrainOperation(mlir::Operation *op);
  InputHint *argumentOf(mlir::Value tensor);
  void planDensities();
  void findMasks();

  mlir::func::FuncOp entry;
  InputHints hints;
  std::set<std::pair<void *, Range>> seen;
};
} // namespace

/// The argument whose contents the tensor has, in any shape; null if there is
/// none.
InputHint *Finder::argumentOf(mlir::Value tensor) {
  while (mlir::Operation *def = tensor.getDefiningOp()) {
    if (auto read = llvm::dyn_cast<mlir::bufferization::ToTensorOp>(def)) {
      auto argument = llvm::dyn_cast<mlir::BlockArgument>(read.getBuffer());
      return argument ? &hints.arguments[argument.getArgNumber()] : nullptr;
    }
    if (!llvm::isa<mlir::tensor::TensorDialect>(def->getDialect()) ||
        def->getNumOperands() == 0)
      return nullptr;
    tensor = def->getOperand(0);
  }
  return nullptr;
}

void Finder::constrain(mlir::Value value, Range range) {
  if (!seen.insert({value.getAsOpaquePointer(), range}).second)
    return;
  if (auto argument = llvm::dyn_cast<mlir::BlockArgument>(value)) {
    auto op = llvm::dyn_cast<LinalgOp>(argument.getOwner()->getParentOp());
    if (op)
      constrain(op.getMatchingOpOperand(argument)->get(), range);
    return;
  }
  mlir::Operation *def = value.getDefiningOp();
  if (llvm::isa<mlir::bufferization::ToTensorOp>(def)) {
    InputHint *hint = argumentOf(value);
    if (!hint)
      return;
    Range before = hint->range.value_or(range);
    hint->range = {std::max(before.first, range.first),
                   std::min(before.second, range.second)};
    if (hint->range->first > hint->range->second)
      hint->range = range;
    return;
  }
  if (auto structured = llvm::dyn_cast<LinalgOp>(def)) {
    auto result = llvm::cast<mlir::OpResult>(value).getResultNumber();
    constrain(structured.getBlock()->getTerminator()->getOperand(result),
              range);
    return;
  }
  if (auto extract = llvm::dyn_cast<mlir::tensor::ExtractOp>(def))
    return constrain(extract.getTensor(), range);
  if (auto select = llvm::dyn_cast<arith::SelectOp>(def)) {
    constrain(select.getTrueValue(), range);
    return constrain(select.getFalseValue(), range);
  }
  for (mlir::Value operand : def->getOperands()) {
    mlir::Type type = mlir::getElementTypeOrSelf(operand.getType());
    if (type.isIntOrIndex())
      constrain(operand, range);
  }
}

void Finder::constrainOperation(mlir::Operation *op) {
  if (auto extract = llvm::dyn_cast<mlir::tensor::ExtractOp>(op)) {
    auto type =
        llvm::cast<mlir::RankedTensorType>(extract.getTensor().getType());
    for (auto [index, extent] :
         llvm::zip_equal(extract.getIndices(), type.getShape()))
      constrain(index, {0, extent - 1});
    return;
  }
  if (llvm::isa<arith::DivSIOp, arith::DivUIOp, arith::RemSIOp, arith::RemUIOp,
                arith::FloorDivSIOp, arith::CeilDivSIOp, arith::CeilDivUIOp>(
          op))
    return constrain(op->getOperand(1), {1, 15});
  if (llvm::isa<arith::ShLIOp, arith::ShRSIOp, arith::ShRUIOp>(op))
    return constrain(op->getOperand(1),
                     {0, integerWidth(op->getOperand(1).getType()) - 1});
  if (auto overflow =
          llvm::dyn_cast<arith::ArithIntegerOverflowFlagsInterface>(op))
    hints.smallIntegers |= overflow.getOverflowAttr().getValue() !=
                           arith::IntegerOverflowFlags::none;
}

static Saturating saturatingReduction(LinalgOp op) {
  if (op.getNumReductionLoops() == 0)
    return Saturating::None;
  for (auto [yielded, carried] :
       llvm::zip_equal(op.getBlock()->getTerminator()->getOperands(),
                       op.getRegionOutputArgs())) {
    mlir::Operation *combiner = yielded.getDefiningOp();
    if (!combiner || !llvm::is_contained(combiner->getOperands(), carried))
      continue;
    if (llvm::isa<arith::MulFOp, arith::MulIOp>(combiner))
      return Saturating::Product;
    if (llvm::isa<arith::AndIOp>(combiner))
      return Saturating::And;
    if (llvm::isa<arith::OrIOp>(combiner))
      return Saturating::Or;
  }
  return Saturating::None;
}

/// Estimates the magnitudes that result from sparse inputs, operation by
/// operation, assuming independent elements. An argument that is read for the
/// first time gets the density that keeps the terms of each sum at about 32.
void Finder::planDensities() {
  constexpr double wantedTerms = 32;
  llvm::DenseMap<mlir::Value, double> magnitude;
  std::set<InputHint *> planned;
  for (LinalgOp op : entry.getBody().front().getOps<LinalgOp>()) {
    double terms = 1;
    for (auto [trips, type] :
         llvm::zip_equal(op.getStaticLoopRanges(), op.getIteratorTypesArray()))
      if (type == mlir::utils::IteratorType::reduction)
        terms *= static_cast<double>(trips);
    bool multiplies = false;
    op.getBlock()->walk([&](mlir::Operation *inner) {
      multiplies |=
          llvm::isa<arith::MulFOp, arith::MulIOp, mlir::math::FmaOp>(inner);
    });
    llvm::SmallVector<InputHint *> fresh;
    double known = 1, largest = 0;
    for (mlir::OpOperand *input : op.getDpsInputOperands()) {
      if (op.getMatchingBlockArgument(input).use_empty())
        continue;
      InputHint *hint = argumentOf(input->get());
      if (hint)
        hint->terms = std::max(hint->terms, terms);
      if (hint && planned.insert(hint).second) {
        fresh.push_back(hint);
        hint->reduction = saturatingReduction(op);
        continue;
      }
      double size = hint ? hint->density : 1;
      if (auto found = magnitude.find(input->get()); found != magnitude.end())
        size = found->second;
      known *= size;
      largest = std::max(largest, size);
    }
    double others = multiplies ? known : std::max(largest, 1.0);
    double density = 0.5;
    if (!fresh.empty())
      density =
          std::clamp(std::pow(wantedTerms / (terms * others),
                              1.0 / (multiplies ? double(fresh.size()) : 1.0)),
                     1e-5, 0.5);
    for (InputHint *hint : fresh)
      hint->density = density;
    double fromFresh =
        multiplies ? std::pow(density, double(fresh.size())) : density;
    double result = multiplies ? terms * known * fromFresh
                               : terms * std::max(largest, fromFresh);
    for (mlir::Value value : op->getResults())
      magnitude[value] = std::max(result, 1e-6);
  }
}

/// True if a byte is only compared with 0, or moved.
static bool isBit(mlir::Value byte) {
  return llvm::all_of(byte.getUsers(), [](mlir::Operation *user) {
    auto compare = llvm::dyn_cast<arith::CmpIOp>(user);
    return llvm::isa<mlir::linalg::YieldOp>(user) ||
           (compare && compare.getPredicate() == arith::CmpIPredicate::ne &&
            mlir::matchPattern(compare.getRhs(), mlir::m_Zero()));
  });
}

/// Arguments of bytes that are only compared with 0 are masks: nearly all bytes
/// that are drawn would be true.
void Finder::findMasks() {
  std::set<InputHint *> masks, numbers;
  auto add = [&](mlir::Value tensor, mlir::Value byte) {
    if (!byte.getType().isInteger(8) || byte.use_empty())
      return;
    if (InputHint *hint = argumentOf(tensor))
      (isBit(byte) ? masks : numbers).insert(hint);
  };
  entry.walk([&](mlir::Operation *op) {
    if (auto structured = llvm::dyn_cast<LinalgOp>(op))
      for (mlir::OpOperand &operand : op->getOpOperands())
        add(operand.get(), structured.getMatchingBlockArgument(&operand));
    else if (auto extract = llvm::dyn_cast<mlir::tensor::ExtractOp>(op))
      add(extract.getTensor(), extract.getResult());
  });
  for (InputHint *hint : masks)
    if (!numbers.contains(hint) && !hint->range)
      hint->range = {0, 1};
}

InputHints Finder::run() {
  entry.walk([&](mlir::Operation *op) {
    constrainOperation(op);
    for (mlir::Type type : op->getResultTypes()) {
      mlir::Type element = mlir::getElementTypeOrSelf(type);
      hints.narrowFloats |= element.isF16() || element.isBF16();
    }
  });
  planDensities();
  findMasks();
  return hints;
}

InputHints inputHintsOf(mlir::func::FuncOp entry) {
  return Finder(entry).run();
}

} // namespace mlirgym::reference
