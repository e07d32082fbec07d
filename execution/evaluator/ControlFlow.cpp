#include "execution/evaluator/Body.h"
#include "execution/evaluator/Operations.h"
#include "execution/evaluator/Tensor.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/LinalgInterfaces.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Block.h"
#include "mlir/IR/ValueRange.h"
#include "program/Program.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/TypeSwitch.h"
#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>

namespace mlirgym::reference {
namespace {

namespace scf = mlir::scf;

/// Each takes a few microseconds.
constexpr uint64_t mostIterations = 1 << 20;

Problem tooLong() {
  return {Problem::Kind::Unknown, "a loop with more than a million iterations"};
}

class ControlFlow {
public:
  ControlFlow(Environment &values, RunOperation runOne)
      : environment(values), runOperation(runOne) {}

  MaybeProblem run(scf::ForOp loop);
  MaybeProblem run(scf::IfOp branch);
  MaybeProblem run(scf::WhileOp loop);
  MaybeProblem run(mlir::arith::SelectOp choice);

private:
  MaybeProblem runBlock(mlir::Block &block);
  /// Reads an integer that decides what is run.
  MaybeProblem read(mlir::Value value, int64_t &number) const;
  /// Gives `to` the values of `from`.
  MaybeProblem assign(mlir::ValueRange from, mlir::ValueRange to);

  Environment &environment;
  RunOperation runOperation;
};

MaybeProblem ControlFlow::runBlock(mlir::Block &block) {
  for (mlir::Operation &op : block.without_terminator())
    if (MaybeProblem problem = runOperation(op))
      return problem;
  return std::nullopt;
}

MaybeProblem ControlFlow::read(mlir::Value value, int64_t &number) const {
  SharedTensor scalar = environment.scalars.lookup(value);
  if (!scalar || scalar->isFloat())
    return Problem{Problem::Kind::Unknown, "an unknown bound or condition"};
  number = scalar->number[0];
  if (scalar->otherAt(0) != number)
    return Problem{Problem::Kind::Unknown,
                   "a branch or a loop that depends on how numbers are "
                   "rounded"};
  return std::nullopt;
}

MaybeProblem ControlFlow::assign(mlir::ValueRange from, mlir::ValueRange to) {
  // All at once: a loop may exchange two values.
  llvm::SmallVector<std::pair<SharedTensor, bool>> values;
  for (mlir::Value value : from) {
    SharedTensor tensor = environment.tensors.lookup(value);
    SharedTensor held = tensor ? tensor : environment.scalars.lookup(value);
    if (!held)
      return Problem{Problem::Kind::Unknown, "an unknown value of a loop"};
    values.emplace_back(std::move(held), tensor != nullptr);
  }
  for (auto [value, held] : llvm::zip_equal(to, values))
    (held.second ? environment.tensors : environment.scalars)[value] =
        held.first;
  return std::nullopt;
}

MaybeProblem ControlFlow::run(scf::ForOp loop) {
  int64_t begin = 0, end = 0, step = 0;
  for (auto [value, number] : {std::pair(loop.getLowerBound(), &begin),
                               std::pair(loop.getUpperBound(), &end),
                               std::pair(loop.getStep(), &step)})
    if (MaybeProblem problem = read(value, *number))
      return problem;
  if (step <= 0)
    return Problem{Problem::Kind::Unknown, "a loop without a positive step"};
  // Without a sign, so that nothing overflows.
  const uint64_t trips =
      begin < end ? (uint64_t(end) - uint64_t(begin) - 1) / uint64_t(step) + 1
                  : 0;
  if (trips > mostIterations)
    return tooLong();
  mlir::ValueRange current = loop.getInitArgs();
  for (uint64_t i = 0; i < trips; ++i) {
    if (MaybeProblem problem = assign(current, loop.getRegionIterArgs()))
      return problem;
    Tensor index = Tensor::make({}, ElementType::I64);
    index.number[0] = int64_t(uint64_t(begin) + i * uint64_t(step));
    environment.scalars[loop.getInductionVar()] =
        std::make_shared<Tensor>(std::move(index));
    if (MaybeProblem problem = runBlock(*loop.getBody()))
      return problem;
    current = loop.getYieldedValues();
  }
  return assign(current, loop.getResults());
}

MaybeProblem ControlFlow::run(scf::IfOp branch) {
  int64_t condition = 0;
  if (MaybeProblem problem = read(branch.getCondition(), condition))
    return problem;
  mlir::Block *block = condition != 0 ? branch.thenBlock() : branch.elseBlock();
  if (!block)
    return std::nullopt;
  if (MaybeProblem problem = runBlock(*block))
    return problem;
  return assign(block->getTerminator()->getOperands(), branch.getResults());
}

MaybeProblem ControlFlow::run(scf::WhileOp loop) {
  mlir::ValueRange current = loop.getInits();
  for (uint64_t i = 0; i < mostIterations; ++i) {
    if (MaybeProblem problem = assign(current, loop.getBeforeArguments()))
      return problem;
    if (MaybeProblem problem = runBlock(*loop.getBeforeBody()))
      return problem;
    scf::ConditionOp condition = loop.getConditionOp();
    int64_t goesOn = 0;
    if (MaybeProblem problem = read(condition.getCondition(), goesOn))
      return problem;
    if (goesOn == 0)
      return assign(condition.getArgs(), loop.getResults());
    if (MaybeProblem problem =
            assign(condition.getArgs(), loop.getAfterArguments()))
      return problem;
    if (MaybeProblem problem = runBlock(*loop.getAfterBody()))
      return problem;
    current = loop.getYieldOp().getOperands();
  }
  return tooLong();
}

MaybeProblem ControlFlow::run(mlir::arith::SelectOp choice) {
  int64_t condition = 0;
  if (MaybeProblem problem = read(choice.getCondition(), condition))
    return problem;
  return assign(condition != 0 ? choice.getTrueValue() : choice.getFalseValue(),
                choice.getResult());
}

} // namespace

bool isControlFlow(mlir::Operation *op) {
  // Of a branch without operations, a choice of a tensor is left.
  auto choice = llvm::dyn_cast<mlir::arith::SelectOp>(op);
  return llvm::isa<scf::ForOp, scf::IfOp, scf::WhileOp>(op) ||
         (choice && llvm::isa<mlir::TensorType>(choice.getType()) &&
          choice.getCondition().getType().isInteger(1));
}

MaybeProblem runControlFlow(mlir::Operation *op, Environment &environment,
                            RunOperation runOperation) {
  ControlFlow flow(environment, runOperation);
  return llvm::TypeSwitch<mlir::Operation *, MaybeProblem>(op)
      .Case<scf::ForOp, scf::IfOp, scf::WhileOp, mlir::arith::SelectOp>(
          [&](auto each) { return flow.run(each); });
}

double workOf(mlir::Operation *op) {
  if (auto structured = llvm::dyn_cast<mlir::linalg::LinalgOp>(op))
    return workOf(structured);
  // Each is run by itself, which takes as long as some points of a loop nest.
  constexpr double ofScalar = 64, usualTrips = 64;
  if (!isControlFlow(op))
    return ofScalar;
  double trips = llvm::isa<scf::WhileOp>(op) ? usualTrips : 1;
  if (auto loop = llvm::dyn_cast<scf::ForOp>(op)) {
    auto begin = mlir::getConstantIntValue(loop.getLowerBound()),
         end = mlir::getConstantIntValue(loop.getUpperBound()),
         step = mlir::getConstantIntValue(loop.getStep());
    trips = begin && end && step && *step > 0
                ? std::max(0.0, double(*end - *begin) / double(*step))
                : usualTrips;
  }
  double work = 0;
  for (mlir::Region &region : op->getRegions())
    for (mlir::Operation &inner : region.getOps())
      work += workOf(&inner);
  return trips * work;
}

} // namespace mlirgym::reference
