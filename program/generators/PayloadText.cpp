#include "program/generators/PayloadText.h"
#include "program/Program.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/FormatVariadic.h"
#include <limits>
#include <string>

namespace mlirgym {

LoopList allLoops(size_t rank) {
  return llvm::to_vector_of<unsigned, 6>(
      llvm::seq<unsigned>(0, static_cast<unsigned>(rank)));
}

static std::string typeOf(llvm::ArrayRef<int64_t> shape, ElementType type) {
  std::string text = "tensor<";
  for (int64_t extent : shape)
    text += std::to_string(extent) + "x";
  return text + nameOfElement(type).str() + ">";
}

static std::string typeOf(const Tensor &tensor) {
  return typeOf(tensor.shape, tensor.type);
}

std::string PayloadText::define(const llvm::Twine &right) {
  std::string name = "%" + std::to_string(numValues++);
  body += ("  " + name + " = " + right + "\n").str();
  return name;
}

Tensor PayloadText::argument(Shape shape) {
  std::string name = "%arg" + std::to_string(numArguments++);
  head +=
      (head.empty() ? "" : ", ") + name + ": " + typeOf(shape, argumentType);
  return {name, std::move(shape), argumentType};
}

std::string PayloadText::constant(double value) {
  std::string digits = isFloat() ? llvm::formatv("{0:e17}", value).str()
                                 : std::to_string(static_cast<int64_t>(value));
  return define("arith.constant " + digits + " : " + nameOfElement(type));
}

std::string PayloadText::zero() { return constant(0); }

/// -inf in MLIR's syntax: by its bit pattern.
static llvm::StringRef negativeInfinity(ElementType type) {
  switch (type) {
  case ElementType::F64:
    return "0xFFF0000000000000";
  case ElementType::F16:
    return "0xFC00";
  case ElementType::BF16:
    return "0xFF80";
  default:
    return "0xFF800000";
  }
}

std::string PayloadText::lowest() {
  unsigned bits = 8 * sizeOfElement(type);
  std::string digits =
      isFloat()
          ? negativeInfinity(type).str()
          : std::to_string(std::numeric_limits<int64_t>::min() >> (64 - bits));
  return define("arith.constant " + digits + " : " + nameOfElement(type));
}

Tensor PayloadText::empty(Shape shape) {
  return {define("tensor.empty() : " + typeOf(shape, type)), std::move(shape),
          type};
}

Tensor PayloadText::filled(llvm::StringRef scalar, Shape shape) {
  Tensor init = empty(std::move(shape));
  std::string initType = typeOf(init);
  std::string name =
      define("linalg.fill ins(" + scalar + " : " + nameOfElement(type) +
             ") outs(" + init.name + " : " + initType + ") -> " + initType);
  return {name, init.shape, type};
}

Tensor PayloadText::named(llvm::StringRef op, llvm::ArrayRef<Tensor> inputs,
                          const Tensor &init, llvm::StringRef attributes) {
  auto names = llvm::join(
      llvm::map_range(inputs, [](const Tensor &t) { return t.name; }), ", ");
  auto types = llvm::join(
      llvm::map_range(inputs, [&](const Tensor &t) { return typeOf(t); }),
      ", ");
  std::string initType = typeOf(init);
  return {define(op +
                 (attributes.empty() ? "" : " {" + attributes.str() + "}") +
                 " ins(" + names + " : " + types + ") outs(" + init.name +
                 " : " + initType + ") -> " + initType),
          init.shape, type};
}

/// "affine_map<(d0, d1) -> (d0)>".
static std::string mapText(size_t numLoops, llvm::ArrayRef<unsigned> loops) {
  auto list = [](auto &&range) {
    return llvm::join(
        llvm::map_range(
            range, [](unsigned loop) { return "d" + std::to_string(loop); }),
        ", ");
  };
  return "affine_map<(" + list(allLoops(numLoops)) + ") -> (" + list(loops) +
         ")>";
}

Tensor PayloadText::generic(llvm::StringRef iterators,
                            llvm::ArrayRef<Access> inputs, const Access &init,
                            llvm::StringRef block) {
  llvm::SmallVector<std::string> maps, kinds, names, types, elements;
  llvm::StringRef element = nameOfElement(type);
  for (auto [i, input] : llvm::enumerate(inputs)) {
    maps.push_back(mapText(iterators.size(), input.loops));
    names.push_back(input.tensor.name);
    types.push_back(typeOf(input.tensor));
    elements.push_back(llvm::formatv("%in{0}: {1}", i, element));
  }
  maps.push_back(mapText(iterators.size(), init.loops));
  elements.push_back("%out: " + element.str());
  for (char kind : iterators)
    kinds.push_back(kind == 'p' ? "\"parallel\"" : "\"reduction\"");

  std::string lines;
  llvm::StringRef last;
  for (llvm::StringRef line : llvm::split(block.trim(), '\n')) {
    lines += "    " + line.trim().str() + "\n";
    last = line.trim().split(' ').first;
  }
  lines += ("    linalg.yield " + last + " : $T\n").str();
  for (size_t at; (at = lines.find('$')) != std::string::npos;) {
    llvm::StringRef word = llvm::StringRef(lines).drop_front(at + 1).take_while(
        [](char c) { return llvm::isAlpha(c); });
    lines.replace(at, word.size() + 1, expansionOf(word));
  }

  std::string initType = typeOf(init.tensor);
  return {define("linalg.generic {indexing_maps = [" + llvm::join(maps, ", ") +
                 "], iterator_types = [" + llvm::join(kinds, ", ") + "]} ins(" +
                 llvm::join(names, ", ") + " : " + llvm::join(types, ", ") +
                 ") outs(" + init.tensor.name + " : " + initType +
                 ") {\n  ^bb0(" + llvm::join(elements, ", ") + "):\n" + lines +
                 "  } -> " + initType),
          init.tensor.shape, type};
}

std::string PayloadText::expansionOf(llvm::StringRef word) const {
  if (word == "T")
    return nameOfElement(type).str();
  if (word == "max")
    return isFloat() ? "arith.maximumf" : "arith.maxsi";
  return "arith." + word.str() + (isFloat() ? "f" : "i");
}

std::string PayloadText::finish(llvm::ArrayRef<Tensor> results) {
  llvm::SmallVector<std::string> names, types;
  for (const Tensor &result : results) {
    names.push_back(result.name);
    types.push_back(typeOf(result));
  }
  const std::string list = llvm::join(types, ", ");
  const std::string signature = results.size() == 1 ? list : "(" + list + ")";
  return "func.func @payload(" + head + ") -> " + signature + " {\n" + body +
         "  return " + llvm::join(names, ", ") + " : " + list + "\n}\n";
}

} // namespace mlirgym
