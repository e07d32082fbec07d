#include "kernels/Binding.h"
#include "execution/wire/NarrowFloat.h"
#include "kernels/benchmark/NumpyFile.h"
#include "outcome/ExecutionError.h"
#include "program/Program.h"
#include "program/Try.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"
#include <algorithm>
#include <array>
#include <charconv>
#include <concepts>
#include <cstring>
#include <string>
#include <vector>

namespace mlirgym {
namespace {

/// Calls `visit` with a value of the C++ type of `type`; f16 and bf16 are read
/// and written as float.
template <typename Visit> auto withType(ElementType type, Visit visit) {
  if (type == ElementType::F64)
    return visit(double());
  if (type == ElementType::I64)
    return visit(int64_t());
  if (type == ElementType::I32)
    return visit(int32_t());
  if (type == ElementType::I8)
    return visit(int8_t());
  return visit(float());
}

bool isNarrow(ElementType type) {
  return type == ElementType::F16 || type == ElementType::BF16;
}

template <typename T> bool parseNumber(llvm::StringRef text, T &value) {
  if constexpr (std::floating_point<T>) {
    double wide = 0;
    bool failed = text.getAsDouble(wide);
    value = static_cast<T>(wide);
    return !failed;
  } else {
    return !text.getAsInteger(10, value); // fails outside of T's range
  }
}

/// Appends a number; false if `text` is not a number of the type.
bool appendElement(ElementType type, llvm::StringRef text,
                   std::vector<char> &bytes) {
  return withType(type, [&](auto value) {
    if (!parseNumber(text, value))
      return false;
    auto append = [&](const auto &stored) {
      const auto *first = reinterpret_cast<const char *>(&stored);
      bytes.insert(bytes.end(), first, first + sizeof(stored));
    };
    if constexpr (std::same_as<decltype(value), float>)
      if (isNarrow(type)) {
        append(worker::toNarrowFloat(type, value));
        return true;
      }
    append(value);
    return true;
  });
}

std::string textOfElement(ElementType type, const char *data) {
  return withType(type, [&](auto value) -> std::string {
    if (isNarrow(type)) {
      uint16_t bits = 0;
      std::memcpy(&bits, data, sizeof(bits));
      value =
          static_cast<decltype(value)>(worker::narrowFloatTable(type)[bits]);
    } else {
      std::memcpy(&value, data, sizeof(value));
    }
    std::array<char, 32> text{};
    auto end = std::to_chars(text.data(), text.data() + text.size(), value);
    return {text.data(), end.ptr};
  });
}

llvm::Error bindingError(llvm::StringRef text, const llvm::Twine &what) {
  constexpr size_t mostBytes = 80; // may end within a character
  return executionError("binding '{0}': {1}",
                        llvm::json::fixUTF8(text.take_front(mostBytes)),
                        llvm::json::fixUTF8(what.str()));
}

/// Parses "4x8xf32".
llvm::Error parseShape(llvm::StringRef text, llvm::StringRef shape,
                       Argument &argument) {
  llvm::SmallVector<llvm::StringRef> words;
  shape.split(words, 'x');
  auto type = parseElementType(words.pop_back_val());
  if (!type)
    return bindingError(text, "no element type; write SHAPExTYPE, as 4x8xf32, "
                              "with f64, f32, f16, bf16, i64, i32 or i8");
  argument.elementType = *type;
  constexpr uint64_t mostBytes = uint64_t(1) << 40;
  uint64_t bytes = sizeOfElement(*type);
  for (llvm::StringRef word : words) {
    int64_t extent = 0;
    if (word.getAsInteger(10, extent) || extent <= 0)
      return bindingError(text, "'" + word +
                                    "' is not an extent; write SHAPExTYPE, as "
                                    "4x8xf32, with extents of at least 1");
    if (__builtin_mul_overflow(bytes, uint64_t(extent), &bytes) ||
        bytes > mostBytes)
      return bindingError(text, "more than 1 TiB; give a smaller shape");
    argument.shape.push_back(extent);
  }
  return llvm::Error::success();
}

llvm::Error parseValues(llvm::StringRef text, llvm::StringRef values,
                        Binding &binding) {
  const ElementType type = binding.argument.elementType;
  const auto count = static_cast<size_t>(binding.argument.numElements());
  llvm::SmallVector<llvm::StringRef> words;
  llvm::SplitString(values, words, ", []");
  if (words.size() != 1 && words.size() != count)
    return bindingError(text, llvm::Twine(words.size()) + " values for " +
                                  llvm::Twine(count) +
                                  " elements; give one per element, or one "
                                  "for all");
  for (llvm::StringRef word : words)
    if (!appendElement(type, word, binding.bytes))
      return bindingError(text, "'" + word + "' is not a number of type " +
                                    nameOfElement(type));
  if (words.size() == count)
    return llvm::Error::success();
  const std::vector<char> element = binding.bytes;
  binding.bytes.resize(element.size() * count);
  for (size_t i = 0; i < count; ++i)
    std::copy(element.begin(), element.end(),
              binding.bytes.begin() +
                  static_cast<ptrdiff_t>(i * element.size()));
  return llvm::Error::success();
}
} // namespace

llvm::Expected<Binding> parseBinding(llvm::StringRef text) {
  llvm::StringRef rest = text.trim();
  const bool isBoth = rest.consume_front("inout:");
  auto [shape, values] = rest.split('=');
  const bool isInput = rest.contains('=');
  Binding binding;
  binding.argument.isInput = isInput;
  binding.argument.isOutput = isBoth || !isInput;
  MLIRGYM_TRY_TO(parseShape(text, shape, binding.argument));
  if (isBoth && !isInput)
    return bindingError(text, "inout without values; give them after =");
  if (!isInput)
    return binding;
  if (values.consume_front("@")) {
    MLIRGYM_TRY(binding.bytes,
                readNumpyFile(values, binding.argument.elementType,
                              binding.argument.shape));
    return binding;
  }
  MLIRGYM_TRY_TO(parseValues(text, values, binding));
  return binding;
}

std::vector<std::string> Binding::values(size_t most) const {
  const size_t elementBytes = sizeOfElement(argument.elementType);
  std::vector<std::string> texts;
  for (size_t at = 0; at < bytes.size() && texts.size() < most;
       at += elementBytes)
    texts.push_back(textOfElement(argument.elementType, bytes.data() + at));
  return texts;
}

std::string typeText(const Argument &argument) {
  std::string text;
  for (int64_t extent : argument.shape)
    text += std::to_string(extent) + "x";
  return text + nameOfElement(argument.elementType).str();
}

} // namespace mlirgym
