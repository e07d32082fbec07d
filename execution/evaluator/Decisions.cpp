#include "execution/evaluator/Decisions.h"
#include "execution/evaluator/Body.h"
#include "execution/evaluator/LaneOps.h"
#include "execution/evaluator/Lanes.h"
#include "execution/evaluator/Tensor.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "program/normalform/Normalize.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/ErrorHandling.h"
#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

namespace mlirgym::reference {

namespace arith = mlir::arith;
namespace math = mlir::math;
using mlir::linalg::LinalgOp;

/// True for the minimum that keeps an index within its tensor: inputs are drawn
/// so that it never decides (program/normalform/Indices.cpp).
static bool keepsWithin(mlir::Operation *op) {
  return llvm::isa<arith::MinUIOp>(op) &&
         llvm::all_of(op->getUsers(), [](mlir::Operation *user) {
           auto cast = llvm::dyn_cast<arith::IndexCastOp>(user);
           return cast ? llvm::all_of(cast->getUsers(),
                                      llvm::IsaPred<mlir::tensor::ExtractOp>)
                       : llvm::isa<mlir::tensor::ExtractOp>(user);
         });
}

Decision decisionOf(mlir::Operation *op) {
  if (keepsWithin(op))
    return Decision::None;
  if (auto compare = llvm::dyn_cast<arith::CmpFOp>(op)) {
    auto predicate = compare.getPredicate();
    return predicate == arith::CmpFPredicate::AlwaysTrue ||
                   predicate == arith::CmpFPredicate::AlwaysFalse
               ? Decision::None
               : Decision::Condition;
  }
  if (llvm::isa<arith::CmpIOp, math::IsFiniteOp, math::IsInfOp, math::IsNaNOp,
                math::IsNormalOp>(op))
    return Decision::Condition;
  if (auto select = llvm::dyn_cast<arith::SelectOp>(op)) {
    mlir::Operation *condition = select.getCondition().getDefiningOp();
    return condition && decisionOf(condition) == Decision::Condition
               ? Decision::None
               : Decision::Select;
  }
  if (llvm::isa<arith::MaximumFOp, arith::MinimumFOp, arith::MaxNumFOp,
                arith::MinNumFOp, arith::MaxSIOp, arith::MinSIOp,
                arith::MaxUIOp, arith::MinUIOp>(op))
    return Decision::Extremum;
  return llvm::isa<math::ClampFOp>(op) ? Decision::Clamp : Decision::None;
}

Outcomes everyOutcome(Decision decision) {
  switch (decision) {
  case Decision::None:
    return 0;
  case Decision::Condition:
  case Decision::Select:
  case Decision::Extremum:
    return 3;
  case Decision::Clamp:
    return 7;
  }
  llvm_unreachable("every decision has outcomes");
}

namespace {
Outcomes bitsOf(bool first, bool second, bool third = false) {
  return static_cast<Outcomes>(int(first) | int(second) << 1 | int(third) << 2);
}

Outcomes ofCondition(const Register &condition, int lanes) {
  bool yes = false, no = false;
  for (int i = 0; i < lanes; ++i) {
    yes |= condition.number[i] != 0;
    no |= condition.number[i] == 0;
  }
  return bitsOf(yes, no);
}

/// True if no tolerance is this large.
bool areApart(double a, double b) {
  return (a != b) &
         !(std::fabs(a - b) <= std::min(std::fabs(a), std::fabs(b)) / 8);
}
bool areApart(int64_t a, int64_t b) { return a != b; }

template <typename T>
Outcomes ofExtremum(const T *a, const T *b, const T *result, int lanes, T least,
                    T most) {
  bool first = false, second = false, open = false;
  for (int i = 0; i < lanes; ++i) {
    const bool apart = areApart(a[i], b[i]);
    first |= apart & (result[i] == a[i]);
    second |= apart & (result[i] == b[i]);
    open |= (a[i] > least) & (a[i] < most) & (b[i] > least) & (b[i] < most);
  }
  return bitsOf(first, second) | (open ? openExtremum : 0);
}

Outcomes ofClamp(const double *x, const double *least, const double *most,
                 int lanes) {
  bool inside = false, low = false, high = false;
  for (int i = 0; i < lanes; ++i) {
    const bool fromLeast = areApart(x[i], least[i]),
               fromMost = areApart(x[i], most[i]);
    inside |= fromLeast & fromMost & (x[i] > least[i]) & (x[i] < most[i]);
    low |= fromLeast & (x[i] < least[i]);
    high |= fromMost & (x[i] > most[i]);
  }
  return bitsOf(inside, low, high);
}
} // namespace

Outcomes outcomesOf(Decision decision, const LaneInstruction &instruction,
                    const Register *registers, int lanes) {
  auto operand = [&](unsigned i) -> const Register & {
    return registers[instruction.operands[i]];
  };
  const Register &result = registers[instruction.results[0]];
  switch (decision) {
  case Decision::None:
    return 0;
  case Decision::Condition:
    return ofCondition(result, lanes);
  case Decision::Select:
    return ofCondition(operand(0), lanes);
  case Decision::Extremum:
    if (result.isFloat()) {
      constexpr double most = std::numeric_limits<double>::infinity();
      return ofExtremum(operand(0).value, operand(1).value, result.value, lanes,
                        -most, most);
    } else {
      const int64_t most =
          std::numeric_limits<int64_t>::max() >> (64 - instruction.width);
      return ofExtremum(operand(0).number, operand(1).number, result.number,
                        lanes, -most - 1, most);
    }
  case Decision::Clamp:
    return ofClamp(operand(0).value, operand(1).value, operand(2).value, lanes);
  }
  llvm_unreachable("every decision has outcomes");
}

/// "'arith.cmpi eq' of op0".
static std::string nameOf(mlir::Operation *op) {
  std::string name = op->getName().getStringRef().str();
  if (auto compare = llvm::dyn_cast<arith::CmpFOp>(op))
    name += " " + arith::stringifyCmpFPredicate(compare.getPredicate()).str();
  if (auto compare = llvm::dyn_cast<arith::CmpIOp>(op))
    name += " " + arith::stringifyCmpIPredicate(compare.getPredicate()).str();
  name = "'" + name + "'";
  for (mlir::Operation *above = op->getParentOp(); above;
       above = above->getParentOp())
    if (auto tag = above->getAttrOfType<mlir::StringAttr>(tagAttribute))
      return name + " of " + tag.str();
  return name;
}

std::string describe(mlir::Operation *op, Outcomes outcome) {
  const bool first = outcome == 1, second = outcome == 2;
  switch (decisionOf(op)) {
  case Decision::None:
    break;
  case Decision::Condition:
    return nameOf(op) + (first ? " is true" : " is false");
  case Decision::Select:
    return "the condition of " + nameOf(op) +
           (first ? " is true" : " is false");
  case Decision::Extremum:
    return nameOf(op) + (first ? " is its first operand, not the second"
                               : " is its second operand, not the first");
  case Decision::Clamp:
    return nameOf(op) + (first    ? " is between its bounds"
                         : second ? " is its lower bound"
                                  : " is its upper bound");
  }
  llvm_unreachable("an operation that decides");
}

//===----------------------------------------------------------------------===//
// Sources
//===----------------------------------------------------------------------===//

template <typename T>
static void addNew(std::vector<T> &all, const std::vector<T> &elements) {
  constexpr size_t most = 16;
  for (T element : elements) {
    if (all.size() >= most)
      return;
    if (!llvm::is_contained(all, element))
      all.push_back(element);
  }
}

static void addConstant(mlir::Operation *constant, Sources &sources) {
  constexpr int64_t mostElements = 1 << 16; // weights are no limits
  auto shaped =
      llvm::dyn_cast<mlir::ShapedType>(constant->getResult(0).getType());
  if (shaped && shaped.getNumElements() > mostElements)
    return;
  if (SharedTensor tensor = constantOf(constant)) {
    addNew(sources.floats, tensor->value);
    addNew(sources.integers, tensor->number);
  }
}

void Sources::addConstantsOf(const Sources &others) {
  addNew(floats, others.floats);
  addNew(integers, others.integers);
}

Sources sourcesOf(mlir::ValueRange values) {
  Sources sources;
  llvm::DenseSet<mlir::Value> seen;
  std::vector<mlir::Value> pending(values.begin(), values.end());
  while (!pending.empty()) {
    mlir::Value value = pending.back();
    pending.pop_back();
    if (!seen.insert(value).second)
      continue;
    if (auto argument = llvm::dyn_cast<mlir::BlockArgument>(value)) {
      auto op = llvm::dyn_cast<LinalgOp>(argument.getOwner()->getParentOp());
      if (!op)
        continue; // an index
      mlir::OpOperand *operand = op.getMatchingOpOperand(argument);
      pending.push_back(operand->get());
      if (op.isDpsInit(operand)) // written by an earlier point
        pending.push_back(op.getMatchingYieldValue(operand)->get());
      continue;
    }
    mlir::Operation *def = value.getDefiningOp();
    if (def->hasTrait<mlir::OpTrait::ConstantLike>()) {
      addConstant(def, sources);
      continue;
    }
    if (auto read = llvm::dyn_cast<mlir::bufferization::ToTensorOp>(def)) {
      if (auto from = llvm::dyn_cast<mlir::BlockArgument>(read.getBuffer()))
        sources.arguments.insert(from.getArgNumber());
      continue;
    }
    if (llvm::isa<mlir::tensor::DimOp, mlir::tensor::EmptyOp>(def))
      continue;
    if (auto op = llvm::dyn_cast<LinalgOp>(def)) {
      unsigned number = llvm::cast<mlir::OpResult>(value).getResultNumber();
      pending.push_back(op.getBlock()->getTerminator()->getOperand(number));
      // A part of the result may come from the init.
      mlir::OpOperand *init = op.getDpsInitOperand(number);
      if (!op.getMatchingIndexingMap(init).isProjectedPermutation())
        pending.push_back(init->get());
      continue;
    }
    for (mlir::Value operand : def->getOperands())
      pending.push_back(operand);
    for (mlir::Region &region : def->getRegions())
      for (mlir::Block &block : region)
        for (mlir::Value yielded : block.getTerminator()->getOperands())
          pending.push_back(yielded);
  }
  return sources;
}

mlir::ValueRange decidingOperands(mlir::Operation *decision) {
  // A select decides by its condition.
  return llvm::isa<arith::SelectOp>(decision)
             ? mlir::ValueRange(decision->getOperands().take_front())
             : mlir::ValueRange(decision->getOperands());
}

} // namespace mlirgym::reference
