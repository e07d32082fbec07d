#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "mlir/IR/Matchers.h"
#include "program/EntryChoice.h"
#include "program/Program.h"
#include "program/ProgramLoader.h"
#include "program/Try.h"
#include "program/normalform/Normalize.h"
#include "program/payload/LargeDigits.h"
#include "program/payload/PayloadError.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace mlirgym {
namespace {

using Resource = mlir::DenseResourceElementsAttr;

/// What MLIR writes in place of a resource without data, whatever its name was.
constexpr llvm::StringLiteral elidedName = "__elided__";

/// A constant that may become an argument.
struct Candidate {
  mlir::Operation *op = nullptr;
  mlir::RankedTensorType type;
  uint64_t bytes = 0;    ///< of its elements as an argument
  mlir::StringAttr name; ///< null unless others may be the same constant
  Weight weight;
};

/// A tensor whose elements have whole bytes, or are i1, which take one as an
/// argument; null for any other type.
mlir::RankedTensorType storableType(mlir::Type type) {
  auto tensor = llvm::dyn_cast<mlir::RankedTensorType>(type);
  if (!tensor || !tensor.hasStaticShape() ||
      !tensor.getElementType().isIntOrFloat())
    return nullptr;
  const unsigned width = tensor.getElementTypeBitWidth();
  return width == 1 || width % 8 == 0 ? tensor : nullptr;
}

/// The constant of an operation; nullopt if it is small, or stays what it is.
std::optional<Candidate>
candidateOf(mlir::Operation *op,
            const llvm::StringMap<llvm::StringRef> &digits) {
  mlir::Attribute value;
  if (op->getNumResults() != 1 || !mlir::matchPattern(op, m_Constant(&value)))
    return std::nullopt;
  Candidate found;
  found.op = op;
  found.type = storableType(op->getResult(0).getType());
  if (!found.type)
    return std::nullopt;
  const unsigned width = found.type.getElementTypeBitWidth();
  const auto count = static_cast<uint64_t>(found.type.getNumElements());
  found.bytes = count * llvm::divideCeil(width, 8);
  ConstantElements &elements = found.weight.elements;
  elements.areBits = width == 1;
  if (auto dense = llvm::dyn_cast<mlir::DenseElementsAttr>(value)) {
    if (dense.isSplat())
      return std::nullopt;
    elements.bytes = {dense.getRawData().data(), dense.getRawData().size()};
    return found;
  }
  auto resource = llvm::dyn_cast<Resource>(value);
  if (!resource)
    return std::nullopt;
  const llvm::StringRef key = resource.getRawHandle().getKey();
  if (!key.starts_with(elidedName) && !key.starts_with(inlineDigitsName))
    found.name = mlir::StringAttr::get(op->getContext(), key);
  if (auto at = digits.find(key); at != digits.end()) {
    elements.areDigits = true;
    elements.bytes = at->second;
    return found;
  }
  const mlir::AsmResourceBlob *blob = resource.getRawHandle().getBlob();
  found.weight.hasElements = blob != nullptr;
  if (!blob)
    return found;
  bool isSplat = false;
  // inlineResources() complains about one that does not fit.
  if (!mlir::DenseElementsAttr::isValidRawBuffer(found.type, blob->getData(),
                                                 isSplat) ||
      isSplat)
    return std::nullopt;
  elements.bytes = {blob->getData().data(), blob->getData().size()};
  return found;
}

/// Digits are not read by MLIR, which checks the size of other constants.
llvm::Error checkSize(const Candidate &found) {
  const ConstantElements &elements = found.weight.elements;
  const auto bits = static_cast<uint64_t>(found.type.getNumElements()) *
                    found.type.getElementTypeBitWidth();
  const uint64_t given = elements.bytes.size() / 2;
  if (!elements.areDigits || given == llvm::divideCeil(bits, uint64_t(8)))
    return llvm::Error::success();
  const std::string what =
      found.name ? "dense_resource '" + found.name.str() + "'" : "a constant";
  return payloadError(found.op,
                      what + " of " + llvm::Twine(given) +
                          " bytes does not fit its type; export the program "
                          "again");
}

/// Digits are known only as those of arguments.
llvm::Error checkNoneIsLeft(mlir::func::FuncOp entry,
                            const llvm::StringMap<llvm::StringRef> &digits) {
  mlir::Operation *user = nullptr;
  std::string type;
  entry.walk([&](mlir::Operation *op) {
    op->getAttrDictionary().walk([&](Resource each) {
      if (user || !digits.contains(each.getRawHandle().getKey()))
        return;
      user = op;
      llvm::raw_string_ostream(type) << each.getType();
    });
    return user ? mlir::WalkResult::interrupt() : mlir::WalkResult::advance();
  });
  if (!user)
    return llvm::Error::success();
  return payloadError(user, "a large constant of type " + type +
                                " cannot be an argument; make it one of "
                                "integers or floating-point numbers, or give "
                                "it as a list of numbers");
}

} // namespace

llvm::Expected<std::vector<Weight>>
takeWeights(mlir::func::FuncOp entry, const WeightLimits &limits,
            const llvm::StringMap<llvm::StringRef> &digits) {
  std::vector<Candidate> candidates;
  entry.walk([&](mlir::Operation *op) {
    if (auto found = candidateOf(op, digits))
      candidates.push_back(*found);
  });
  uint64_t largeBytes = 0;
  for (const Candidate &each : candidates) {
    MLIRGYM_TRY_TO(checkSize(each));
    if (each.weight.hasElements && each.bytes >= limits.leastBytes)
      largeBytes += each.bytes;
  }
  std::vector<Weight> weights;
  llvm::DenseMap<std::pair<mlir::Attribute, mlir::Type>, mlir::Value> known;
  for (const Candidate &each : candidates) {
    const bool isLarge = each.bytes >= limits.leastBytes &&
                         largeBytes > limits.mostConstantBytes;
    if (!isLarge && each.weight.hasElements && !each.weight.elements.areDigits)
      continue;
    mlir::Value argument =
        each.name ? known.lookup({each.name, each.type}) : mlir::Value();
    if (!argument) {
      const unsigned position = entry.getNumArguments();
      if (mlir::failed(entry.insertArgument(position, each.type, nullptr,
                                            each.op->getLoc())))
        return payloadError(each.op, "it cannot become an argument");
      argument = entry.getArgument(position);
      weights.push_back(each.weight);
      if (each.name)
        known[{each.name, each.type}] = argument;
    }
    each.op->getResult(0).replaceAllUsesWith(argument);
    each.op->erase();
  }
  MLIRGYM_TRY_TO(checkNoneIsLeft(entry, digits));
  return weights;
}

void ConstantElements::copyTo(llvm::MutableArrayRef<char> target) const {
  auto byteAt = [this](size_t i) {
    return areDigits ? static_cast<char>(
                           llvm::hexFromNibbles(bytes[2 * i], bytes[2 * i + 1]))
                     : bytes[i];
  };
  if (!areDigits && !areBits) {
    llvm::copy(bytes, target.begin());
    return;
  }
  for (size_t i = 0; i < target.size(); ++i)
    target[i] =
        areBits ? static_cast<char>((byteAt(i / 8) >> (i % 8)) & 1) : byteAt(i);
}

} // namespace mlirgym
