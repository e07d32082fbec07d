#include "execution/evaluator/Body.h"
#include "execution/evaluator/Decisions.h"
#include "execution/evaluator/LaneOps.h"
#include "execution/evaluator/Lanes.h"
#include "execution/evaluator/Tensor.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "program/Program.h"
#include "program/payload/PayloadCheck.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FormatVariadic.h"
#include <algorithm>
#include <memory>
#include <optional>

namespace mlirgym::reference {

std::optional<ElementType> storageOf(mlir::Type type) {
  if (std::optional<ElementType> exact = elementTypeOf(type))
    return exact;
  // Types of bodies that tensors do not have: i1, index.
  if (integerWidth(type) == 0)
    return std::nullopt;
  return ElementType::I64;
}

SharedTensor constantOf(mlir::Operation *constant) {
  mlir::Type type = constant->getResult(0).getType();
  auto shaped = llvm::dyn_cast<mlir::RankedTensorType>(type);
  mlir::Type element = shaped ? shaped.getElementType() : type;
  std::optional<ElementType> storage = storageOf(element);
  if (!storage)
    return nullptr;
  llvm::ArrayRef<int64_t> shape =
      shaped ? shaped.getShape() : llvm::ArrayRef<int64_t>();
  auto tensor = std::make_shared<Tensor>(Tensor::make(shape, *storage));
  // Poison may have any value: NaN, or 0.
  if (llvm::isa<mlir::ub::PoisonOp>(constant))
    return tensor;
  auto op = llvm::dyn_cast<mlir::arith::ConstantOp>(constant);
  if (!op)
    return nullptr;
  auto toDouble = [](llvm::APFloat value) {
    bool losesInfo = false;
    value.convert(llvm::APFloat::IEEEdouble(),
                  llvm::APFloat::rmNearestTiesToEven, &losesInfo);
    return value.convertToDouble();
  };
  mlir::Attribute value = op.getValue();
  if (auto number = llvm::dyn_cast<mlir::FloatAttr>(value)) {
    tensor->value[0] = toDouble(number.getValue());
    return tensor;
  }
  if (auto number = llvm::dyn_cast<mlir::IntegerAttr>(value)) {
    tensor->number[0] =
        wrap(int64_t(number.getValue().getZExtValue()), integerWidth(element));
    return tensor;
  }
  if (auto blob = llvm::dyn_cast<mlir::DenseResourceElementsAttr>(value)) {
    mlir::AsmResourceBlob *data = blob.getRawHandle().getBlob();
    if (!data ||
        data->getData().size() != tensor->size() * sizeOfElement(*storage))
      return nullptr;
    return std::make_shared<Tensor>(
        Tensor::fromBytes(shape, *storage, data->getData().data()));
  }
  auto elements = llvm::dyn_cast<mlir::DenseElementsAttr>(value);
  if (!elements)
    return nullptr;
  if (!tensor->isFloat()) {
    if (elements.isSplat())
      std::fill(tensor->number.begin(), tensor->number.end(),
                elements.getSplatValue<llvm::APInt>().getSExtValue());
    else
      llvm::transform(elements.getValues<llvm::APInt>(), tensor->number.begin(),
                      [](const llvm::APInt &x) { return x.getSExtValue(); });
    return tensor;
  }
  if (elements.isSplat())
    std::fill(tensor->value.begin(), tensor->value.end(),
              toDouble(elements.getSplatValue<llvm::APFloat>()));
  else
    llvm::transform(elements.getValues<llvm::APFloat>(), tensor->value.begin(),
                    toDouble);
  return tensor;
}

std::optional<unsigned> Body::makeRegister(mlir::Type type) {
  Register made;
  if (formatOf(type)) {
    auto &block = floats.emplace_back(new double[size_t(3) * maxLanes]());
    made.value = block.get();
    made.narrow = made.value + maxLanes;
    made.bound = made.narrow + maxLanes;
  } else if (integerWidth(type) != 0) {
    auto &block = integers.emplace_back(new int64_t[size_t(2) * maxLanes]());
    made.kind = Register::Kind::Integer;
    made.number = block.get();
    made.otherNumber = made.number + maxLanes;
  } else {
    return std::nullopt;
  }
  registers.push_back(made);
  computed.push_back(false);
  return registers.size() - 1;
}

void Body::fill(unsigned index, const Tensor &scalar) {
  Register &target = registers[index];
  if (!target.isFloat()) {
    std::fill_n(target.number, maxLanes, scalar.number[0]);
    target.certain = scalar.other.empty();
    if (!target.certain)
      std::fill_n(target.otherNumber, maxLanes, scalar.other[0]);
    return;
  }
  std::fill_n(target.value, maxLanes, scalar.value[0]);
  std::fill_n(target.narrow, maxLanes, scalar.narrowAt(0));
  std::fill_n(target.bound, maxLanes, scalar.boundAt(0));
  target.epsilon = scalar.epsilon;
}

std::optional<unsigned> Body::use(mlir::Value value) {
  if (auto found = indices.find(value); found != indices.end())
    return found->second;
  auto outer = environment->scalars.find(value);
  if (outer == environment->scalars.end())
    return std::nullopt;
  std::optional<unsigned> index = makeRegister(value.getType());
  if (!index)
    return std::nullopt;
  fill(*index, *outer->second);
  indices[value] = *index;
  return index;
}

bool Body::add(mlir::Operation *op, Problem &problem) {
  auto unknown = [&](llvm::StringRef what) {
    problem = {Problem::Kind::Unknown,
               ("'" + op->getName().getStringRef() + "' " + what).str()};
    return false;
  };
  if (op->hasTrait<mlir::OpTrait::ConstantLike>()) {
    SharedTensor constant = constantOf(op);
    std::optional<unsigned> index = makeRegister(op->getResult(0).getType());
    if (!constant || constant->size() != 1 || !index)
      return unknown("of this type");
    fill(*index, *constant);
    indices[op->getResult(0)] = *index;
    return true;
  }
  if (auto loop = llvm::dyn_cast<mlir::linalg::IndexOp>(op)) {
    std::optional<unsigned> index = makeRegister(loop.getType());
    if (!index)
      return unknown("of this type");
    indices[loop.getResult()] = *index;
    loops.emplace_back(loop.getDim(), *index);
    return true;
  }
  Step step;
  llvm::SmallVector<unsigned, 4> operands;
  auto extract = llvm::dyn_cast<mlir::tensor::ExtractOp>(op);
  for (mlir::Value operand :
       extract ? mlir::ValueRange(extract.getIndices()) : op->getOperands()) {
    std::optional<unsigned> index = use(operand);
    if (!index)
      return unknown("reads an unknown value");
    operands.push_back(*index);
  }
  llvm::SmallVector<unsigned, 2> made;
  for (mlir::Value result : op->getResults()) {
    std::optional<unsigned> index = makeRegister(result.getType());
    if (!index)
      return unknown("of this type");
    computed[*index] = true;
    made.push_back(*index);
  }
  if (extract) {
    step.extract.tensor = environment->tensors.lookup(extract.getTensor());
    step.extract.indices.assign(operands.begin(), operands.end());
    step.extract.result = made.front();
    if (!step.extract.tensor)
      return unknown("reads an unknown value");
  } else {
    step.instruction = laneInstructionFor(op);
    if (!step.instruction)
      return unknown("is not known to the reference");
    step.instruction->operands.assign(operands.begin(), operands.end());
    step.instruction->results = made;
    step.decision = decisionOf(op);
    if (step.decision != Decision::None)
      step.met = &(*environment->decisions)[op];
  }
  for (auto [result, index] : llvm::zip_equal(op->getResults(), made))
    indices[result] = index;
  steps.push_back(std::move(step));
  return true;
}

/// The argument before `argument` that a structured operation gives the same
/// elements, which are no less certain than each other; null if there is none.
static mlir::Value twinOf(mlir::BlockArgument argument) {
  auto op = llvm::dyn_cast_or_null<mlir::linalg::LinalgOp>(
      argument.getOwner()->getParentOp());
  if (!op || argument.getArgNumber() >= op.getNumDpsInputs())
    return {};
  mlir::OpOperand *own = op.getMatchingOpOperand(argument);
  for (mlir::OpOperand *other : op.getDpsInputOperands()) {
    if (other == own)
      break;
    if (other->get() == own->get() &&
        op.getMatchingIndexingMap(other) == op.getMatchingIndexingMap(own))
      return op.getMatchingBlockArgument(other);
  }
  return {};
}

std::optional<Body> Body::ofBlock(mlir::Block &block,
                                  const Environment &environment,
                                  Problem &problem) {
  Body body(environment);
  for (mlir::BlockArgument argument : block.getArguments())
    if (mlir::Value twin = twinOf(argument))
      body.indices[argument] = body.indices.lookup(twin);
    else if (std::optional<unsigned> index =
                 body.makeRegister(argument.getType()))
      body.indices[argument] = *index;
  for (mlir::Operation &op : block.without_terminator())
    if (!body.add(&op, problem))
      return std::nullopt;
  for (mlir::Value value : block.getTerminator()->getOperands()) {
    std::optional<unsigned> index = body.use(value);
    if (!index) {
      problem = {Problem::Kind::Unknown, "a result of an unknown type"};
      return std::nullopt;
    }
    body.results.push_back(*index);
  }
  return body;
}

std::optional<Body> Body::ofOperation(mlir::Operation *op,
                                      const Environment &environment,
                                      Problem &problem) {
  Body body(environment);
  if (!body.add(op, problem))
    return std::nullopt;
  for (mlir::Value result : op->getResults())
    body.results.push_back(body.indices.lookup(result));
  return body;
}

Register *Body::find(mlir::Value value) {
  auto found = indices.find(value);
  return found == indices.end() ? nullptr : &registers[found->second];
}

MaybeProblem Body::runExtract(const Extract &extract, int lanes) {
  const Tensor &tensor = *extract.tensor;
  llvm::SmallVector<int64_t, 4> strides = stridesOf(tensor.shape);
  Register &result = registers[extract.result];
  result.epsilon = tensor.epsilon;
  result.certain = tensor.other.empty();
  for (unsigned index : extract.indices)
    result.certain &= registers[index].certain;
  for (int i = 0; i < lanes; ++i) {
    int64_t offset = 0, otherOffset = 0;
    for (auto [d, index] : llvm::enumerate(extract.indices)) {
      int64_t position = registers[index].number[i], extent = tensor.shape[d];
      if (position < 0 || position >= extent)
        return Problem{
            Problem::Kind::ReadOutside,
            llvm::formatv("tensor.extract reads index {0} of dimension {1}, "
                          "which has {2} elements",
                          position, d, extent)};
      offset += position * strides[d];
      otherOffset +=
          std::clamp<int64_t>(registers[index].other()[i], 0, extent - 1) *
          strides[d];
    }
    if (result.isFloat()) {
      double value = tensor.value[offset], other = tensor.narrowAt(otherOffset);
      result.value[i] = value;
      result.narrow[i] = other;
      result.bound[i] = tensor.boundAt(offset);
      if (otherOffset == offset)
        continue;
      Format format = formatOfElement(tensor.type);
      result.narrow[i] = turnedTo(other, value, format);
      result.bound[i] += boundOfTurn(other, value, format);
      result.epsilon = std::max(result.epsilon, epsilonOf(format));
      continue;
    }
    result.number[i] = tensor.number[offset];
    result.otherNumber[i] = tensor.otherAt(otherOffset);
  }
  if (result.isFloat())
    settle(result, formatOfElement(tensor.type), lanes);
  return std::nullopt;
}

MaybeProblem Body::run(int lanes) {
  for (const Step &step : steps) {
    if (!step.instruction) {
      if (MaybeProblem problem = runExtract(step.extract, lanes))
        return problem;
      continue;
    }
    const LaneInstruction &instruction = *step.instruction;
    instruction.run({instruction, registers.data(), lanes});
    for (unsigned result : instruction.results)
      if (registers[result].isFloat())
        settle(registers[result], instruction.format, lanes);
    if (step.met && (~*step.met & everyOutcome(step.decision)))
      *step.met |=
          outcomesOf(step.decision, instruction, registers.data(), lanes);
  }
  return std::nullopt;
}

} // namespace mlirgym::reference
