#include "execution/evaluator/Evaluator.h"
#include "execution/evaluator/Body.h"
#include "execution/evaluator/Lanes.h"
#include "execution/evaluator/Operations.h"
#include "execution/evaluator/Tensor.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/LinalgInterfaces.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StructuredOpsUtils.h"
#include "program/Program.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include <algorithm>
#include <memory>
#include <optional>

namespace mlirgym::reference {
namespace {

class Evaluator {
public:
  Evaluator(mlir::func::FuncOp function, llvm::ArrayRef<SharedTensor> before,
            Progress progress, const Needs *someNeeds)
      : entry(function), arguments(before), tell(progress), needs(someNeeds) {}

  Evaluation run();

private:
  MaybeProblem runOperation(mlir::Operation &op);
  MaybeProblem runScalar(mlir::Operation &op);
  void forgetAfter(mlir::Operation &op);

  mlir::func::FuncOp entry;
  llvm::ArrayRef<SharedTensor> arguments;
  Progress tell;
  const Needs *needs;
  Environment environment;
  Evaluation result;
};

/// The number of the argument `memref`; nullopt if it is another value.
std::optional<unsigned> argumentNumber(mlir::Value memref) {
  auto argument = llvm::dyn_cast<mlir::BlockArgument>(memref);
  return argument ? std::optional<unsigned>(argument.getArgNumber())
                  : std::nullopt;
}

/// A register's first lane as a tensor of one element.
Tensor scalarOf(const Register &source, mlir::Type type) {
  Tensor scalar = Tensor::make({}, *storageOf(type));
  scalar.epsilon = source.epsilon;
  if (source.isFloat()) {
    scalar.value[0] = source.value[0];
    scalar.narrow = {source.narrow[0]};
    scalar.bound = {source.bound[0]};
    return scalar;
  }
  scalar.number[0] = source.number[0];
  if (!source.certain)
    scalar.other = {source.otherNumber[0]};
  return scalar;
}
} // namespace

/// Runs an operation on scalars that is not in a structured operation.
MaybeProblem Evaluator::runScalar(mlir::Operation &op) {
  Problem problem;
  std::optional<Body> body = Body::ofOperation(&op, environment, problem);
  if (!body)
    return problem;
  if (MaybeProblem found = body->run(1))
    return found;
  for (auto [value, reg] : llvm::zip_equal(op.getResults(), body->yielded()))
    environment.scalars[value] =
        std::make_shared<Tensor>(scalarOf(body->at(reg), value.getType()));
  return std::nullopt;
}

MaybeProblem Evaluator::runOperation(mlir::Operation &op) {
  auto unknown = [&](llvm::StringRef what) -> MaybeProblem {
    return Problem{Problem::Kind::Unknown,
                   ("'" + op.getName().getStringRef() + "' " + what).str()};
  };
  if (auto structured = llvm::dyn_cast<mlir::linalg::LinalgOp>(op))
    return runStructured(structured, environment, tell,
                         op.getParentOp() == entry ? needs : nullptr);
  if (isControlFlow(&op))
    return runControlFlow(&op, environment, [&](mlir::Operation &inner) {
      tell();
      return runOperation(inner);
    });
  if (op.hasTrait<mlir::OpTrait::ConstantLike>()) {
    SharedTensor constant = constantOf(&op);
    if (!constant)
      return unknown("of this type");
    auto &values = llvm::isa<mlir::TensorType>(op.getResult(0).getType())
                       ? environment.tensors
                       : environment.scalars;
    values[op.getResult(0)] = std::move(constant);
    return std::nullopt;
  }
  if (auto read = llvm::dyn_cast<mlir::bufferization::ToTensorOp>(op)) {
    std::optional<unsigned> number = argumentNumber(read.getBuffer());
    auto type = llvm::cast<mlir::RankedTensorType>(read.getType());
    std::optional<ElementType> element = storageOf(type.getElementType());
    if (!number || !element)
      return unknown("reads a buffer that is not an argument");
    SharedTensor held = arguments[*number];
    environment.tensors[read.getResult()] =
        held
            ? held
            : std::make_shared<Tensor>(Tensor::make(type.getShape(), *element));
    return std::nullopt;
  }
  if (auto write =
          llvm::dyn_cast<mlir::bufferization::MaterializeInDestinationOp>(op)) {
    SharedTensor value = environment.tensors.lookup(write.getSource());
    if (!value)
      return unknown("has an unknown operand");
    if (write->getNumResults() == 1) {
      environment.tensors[write->getResult(0)] = value;
      return std::nullopt;
    }
    std::optional<unsigned> number = argumentNumber(write.getDest());
    if (!number)
      return unknown("writes a buffer that is not an argument");
    result.outputs[*number] = value;
    return std::nullopt;
  }
  if (llvm::isa<mlir::tensor::ExtractOp>(op))
    return runScalar(op);
  if (auto dim = llvm::dyn_cast<mlir::tensor::DimOp>(op)) {
    std::optional<int64_t> index = dim.getConstantIndex();
    auto type =
        llvm::dyn_cast<mlir::RankedTensorType>(dim.getSource().getType());
    if (!index || !type || *index < 0 || *index >= type.getRank())
      return unknown("has an unknown operand");
    Tensor extent = Tensor::make({}, ElementType::I64);
    extent.number[0] = type.getDimSize(unsigned(*index));
    environment.scalars[dim.getResult()] =
        std::make_shared<Tensor>(std::move(extent));
    return std::nullopt;
  }
  bool isScalar =
      llvm::none_of(op.getResultTypes(), llvm::IsaPred<mlir::ShapedType>) &&
      op.getNumResults() > 0;
  return isScalar ? runScalar(op) : runTensorOp(&op, environment);
}

void Evaluator::forgetAfter(mlir::Operation &op) {
  for (mlir::Value operand : op.getOperands()) {
    bool readLater =
        llvm::any_of(operand.getUsers(), [&](mlir::Operation *user) {
          mlir::Operation *above =
              entry.getBody().front().findAncestorOpInBlock(*user);
          return above && op.isBeforeInBlock(above);
        });
    if (!readLater)
      environment.tensors.erase(operand);
  }
}

Evaluation Evaluator::run() {
  result.outputs.resize(entry.getNumArguments());
  environment.decisions = &result.decisions;
  for (mlir::Operation &op : entry.getBody().front().without_terminator()) {
    result.problem = runOperation(op);
    if (result.problem)
      return std::move(result);
    forgetAfter(op);
    tell();
  }
  return std::move(result);
}

Evaluation evaluate(mlir::func::FuncOp entry,
                    llvm::ArrayRef<SharedTensor> arguments, Progress progress,
                    const Needs *needs) {
  return Evaluator(entry, arguments, progress, needs).run();
}

double workOf(mlir::func::FuncOp entry) {
  double work = 0;
  for (mlir::Operation &op : entry.getBody().front())
    if (llvm::isa<mlir::linalg::LinalgOp>(op) || isControlFlow(&op))
      work += workOf(&op);
  return work;
}

double longestReduction(mlir::func::FuncOp entry) {
  double longest = 1;
  for (auto op : entry.getBody().front().getOps<mlir::linalg::LinalgOp>()) {
    double terms = 1;
    for (auto [trips, type] :
         llvm::zip_equal(op.getStaticLoopRanges(), op.getIteratorTypesArray()))
      if (type == mlir::utils::IteratorType::reduction)
        terms *= static_cast<double>(trips);
    longest = std::max(longest, terms);
  }
  return longest;
}

} // namespace mlirgym::reference
