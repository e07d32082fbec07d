#include "program/ProgramParts.h"
#include "program/Limits.h"
#include "program/Program.h"
#include "program/Try.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FormatVariadic.h"
#include <string>

namespace mlirgym {

template <typename... Args>
static llvm::Error wrong(const char *format, Args &&...args) {
  return llvm::createStringError(
      llvm::formatv(format, std::forward<Args>(args)...).str());
}

static bool isElementType(ElementType type) {
  return static_cast<uint8_t>(type) <= static_cast<uint8_t>(ElementType::I8);
}

/// True if all extents are at least 1 and their product is within limits.
static bool isShape(llvm::ArrayRef<int64_t> shape) {
  if (shape.size() > maxLoops)
    return false;
  int64_t elements = 1;
  for (int64_t extent : shape) {
    if (extent < 1 || extent > maxElements / elements)
      return false;
    elements *= extent;
  }
  return true;
}

static bool isOperand(const Operand &operand, size_t numLoops, size_t index) {
  if (!isElementType(operand.elementType) || !isShape(operand.shape) ||
      operand.map.size() != operand.shape.size())
    return false;
  for (const AffineTerm &term : operand.map)
    if (term.coefficients.size() != numLoops)
      return false;
  switch (operand.source) {
  case Operand::Source::Operation:
    // Producers precede their consumers.
    return operand.producer >= 0 && size_t(operand.producer) < index;
  case Operand::Source::Argument:
  case Operand::Source::Fill:
  case Operand::Source::Empty:
  case Operand::Source::Other:
    return operand.producer == -1;
  }
  return false;
}

static bool isKind(llvm::StringRef kind) {
  constexpr size_t longest = 128;
  return kind.starts_with("linalg.") && kind.size() <= longest &&
         llvm::all_of(kind, [](char c) {
           return llvm::isAlnum(c) || c == '.' || c == '_';
         });
}

static llvm::Error checkOperation(const ProgramParts &parts, size_t index) {
  const Operation &op = parts.operations[index];
  if (op.tag != "op" + std::to_string(index) || !isKind(op.kind))
    return wrong("operation {0} has no tag or no kind", index);
  // Trip counts are extents of operands, or derived from their indices: only
  // the range of double limits their product.
  auto isTripCount = [](int64_t count) {
    return count >= 1 && count <= maxElements;
  };
  if (op.numLoops() > maxLoops || op.iteratorTypes.size() != op.numLoops() ||
      !llvm::all_of(op.tripCounts, isTripCount) ||
      !llvm::all_of(op.iteratorTypes, [](IteratorType type) {
        return type == IteratorType::Parallel ||
               type == IteratorType::Reduction;
      }))
    return wrong("operation {0} has invalid loops", index);
  if (op.inputs.size() > maxOperands || op.inits.size() > maxOperands)
    return wrong("operation {0} has too many operands", index);
  for (const Operand &operand :
       llvm::concat<const Operand>(op.inputs, op.inits))
    if (!isOperand(operand, op.numLoops(), index))
      return wrong("operation {0} has an invalid operand", index);
  unsigned next = static_cast<unsigned>(index) + 1;
  for (unsigned consumer : op.consumers) {
    if (consumer < next || consumer >= parts.operations.size())
      return wrong("operation {0} has an invalid consumer", index);
    next = consumer + 1;
  }
  return llvm::Error::success();
}

static bool isArgumentOf(const ProgramParts &parts,
                         const SourceSignature::Value &value) {
  if (static_cast<uint8_t>(value.origin) >
      static_cast<uint8_t>(ParameterOrigin::ElidedConstant))
    return false;
  if (value.argument == -1)
    return isElementType(value.elementType) && isShape(value.shape);
  if (value.argument < 0 || size_t(value.argument) >= parts.arguments.size())
    return false;
  const Argument &argument = parts.arguments[size_t(value.argument)];
  return argument.shape == value.shape &&
         argument.elementType == value.elementType;
}

llvm::Error checkParts(const ProgramParts &parts) {
  if (parts.text.empty() || parts.text.size() > maxProgramBytes)
    return wrong("{0} bytes of text", parts.text.size());
  if (parts.operations.empty() || parts.operations.size() > maxOperations)
    return wrong("{0} operations", parts.operations.size());
  if (parts.arguments.size() > maxArguments)
    return wrong("{0} arguments", parts.arguments.size());
  for (auto [i, argument] : llvm::enumerate(parts.arguments))
    if (!isElementType(argument.elementType) || !isShape(argument.shape))
      return wrong("argument {0} has an invalid type", i);
  for (const SourceSignature::Value &value :
       llvm::concat<const SourceSignature::Value>(parts.source.parameters,
                                                  parts.source.results))
    if (!isArgumentOf(parts, value))
      return wrong("a signature that contradicts the arguments");
  for (size_t i = 0; i < parts.operations.size(); ++i)
    MLIRGYM_TRY_TO(checkOperation(parts, i));
  return llvm::Error::success();
}

} // namespace mlirgym
