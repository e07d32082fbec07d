#include "program/payload/LargeDigits.h"
#include "program/ProgramLoader.h"
#include "program/Try.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MathExtras.h"
#include <cstddef>
#include <cstdint>
#include <string>

namespace mlirgym {
namespace {

/// What precedes its digits.
constexpr llvm::StringLiteral denseOpening = "dense<";

/// Position of the quotation mark that ends a string; npos if there is none.
size_t endOfString(llvm::StringRef text, size_t begin) {
  for (size_t end = text.find('"', begin); end != llvm::StringRef::npos;
       end = text.find('"', end + 1)) {
    const size_t escapes = text.slice(begin, end).size() -
                           text.slice(begin, end).rtrim('\\').size();
    if (escapes % 2 == 0)
      return end;
  }
  return llvm::StringRef::npos;
}

/// The key of the resource whose value begins after `before`; "" if none does.
llvm::StringRef keyBefore(llvm::StringRef before) {
  before = before.rtrim();
  if (!before.consume_back(":"))
    return "";
  before = before.rtrim();
  if (before.consume_back("\"")) {
    const size_t begin = before.rfind('"');
    return begin == llvm::StringRef::npos ? "" : before.substr(begin + 1);
  }
  auto isOfName = [](char c) {
    return llvm::isAlnum(c) || c == '_' || c == '.' || c == '$' || c == '-';
  };
  size_t begin = before.size();
  while (begin > 0 && isOfName(before[begin - 1]))
    --begin;
  return before.substr(begin);
}

/// A vector loop: there may be gigabytes of them.
bool areDigits(llvm::StringRef text) {
  bool all = true;
  for (const char c : text) {
    const auto digit = static_cast<uint8_t>(c - '0');
    const auto letter = static_cast<uint8_t>((c | 0x20) - 'a');
    all &= (digit < 10) | (letter < 6);
  }
  return all;
}

/// Takes digits out of one text, from its beginning to its end.
class Taking {
public:
  Taking(llvm::StringRef text, llvm::StringRef origin, size_t leastDigits)
      : text(text), origin(origin), leastDigits(leastDigits) {}

  llvm::Expected<ReducedText> run();

private:
  /// Looks at the string between two quotation marks; `end` is npos if it has
  /// none.
  llvm::Error visit(size_t begin, size_t end);
  llvm::Error takeResource(llvm::StringRef key, llvm::StringRef digits);
  /// Appends the text up to a position, and replaces what follows.
  void replace(size_t from, size_t to, const llvm::Twine &by) {
    taken.text += text.slice(copied, from);
    taken.text += by.str();
    copied = to;
  }
  /// An error about the digits at the current position.
  llvm::Error wrong(const llvm::Twine &what) const {
    const llvm::StringRef before = text.take_front(position);
    const size_t lineStart = before.rfind('\n') + 1; // npos + 1 is 0
    return llvm::make_error<ProgramError>(
        (origin + ":" + llvm::Twine(before.count('\n') + 1) + ":" +
         llvm::Twine(position - lineStart + 1) + ": " + what +
         "; export the program again")
            .str());
  }

  llvm::StringRef text, origin;
  size_t leastDigits;
  size_t copied = 0, position = 0;
  unsigned numInline = 0;
  ReducedText taken;
};

llvm::Error Taking::takeResource(llvm::StringRef key, llvm::StringRef digits) {
  // As in MLIR: the alignment is a number of four bytes, the lowest first.
  constexpr size_t alignmentDigits = 8;
  uint32_t alignment = 0;
  for (size_t i = 0; i < alignmentDigits; i += 2)
    alignment |= uint32_t(llvm::hexFromNibbles(digits[i], digits[i + 1]))
                 << (4 * i);
  if (!llvm::isPowerOf2_32(alignment))
    return wrong("resource '" + key + "' begins with the alignment " +
                 llvm::Twine(alignment) + ", which is not a power of two");
  if (!taken.digits.try_emplace(key, digits.drop_front(alignmentDigits)).second)
    return wrong("resource '" + key + "' has two values");
  return llvm::Error::success();
}

llvm::Error Taking::visit(size_t begin, size_t end) {
  position = begin - 1; // of the quotation mark
  llvm::StringRef digits = text.slice(begin, end);
  if (digits.size() < leastDigits + 2 || !digits.consume_front("0x"))
    return llvm::Error::success();
  const llvm::StringRef before = text.take_front(position).rtrim();
  const bool isInline = before.ends_with(denseOpening);
  const llvm::StringRef key = isInline ? "" : keyBefore(before);
  if (key.empty() && !isInline)
    return llvm::Error::success(); // MLIR knows what it is
  const std::string what =
      isInline ? "a constant" : ("resource '" + key + "'").str();
  if (end == llvm::StringRef::npos)
    return wrong(what + " has no end: the file is cut off");
  if (!areDigits(digits))
    return wrong(what + " contains something else than hexadecimal digits");
  if (digits.size() % 2 != 0)
    return wrong(what + " has an odd number of hexadecimal digits");
  if (isInline) {
    const std::string name =
        (inlineDigitsName + llvm::Twine(numInline++)).str();
    taken.digits[name] = digits;
    replace(before.size() - denseOpening.size(), end + 1,
            "dense_resource<" + name);
    return llvm::Error::success();
  }
  MLIRGYM_TRY_TO(takeResource(key, digits));
  replace(position, end + 1, "\"0x0100000000\""); // a byte, of alignment 1
  return llvm::Error::success();
}

llvm::Expected<ReducedText> Taking::run() {
  for (size_t at = text.find_first_of("\"/"); at < text.size();
       at = text.find_first_of("\"/", at)) {
    if (text[at] == '/') {
      at = text.substr(at).starts_with("//") ? text.find('\n', at) : at + 1;
      continue;
    }
    const size_t end = endOfString(text, at + 1);
    MLIRGYM_TRY_TO(visit(at + 1, end));
    at = end == llvm::StringRef::npos ? end : end + 1;
  }
  replace(text.size(), text.size(), "");
  return std::move(taken);
}

} // namespace

uint64_t ReducedText::numBytes() const {
  uint64_t sum = 0;
  for (const auto &each : digits)
    sum += each.second.size() / 2;
  return sum;
}

llvm::Expected<ReducedText> takeLargeDigits(llvm::StringRef text,
                                            llvm::StringRef origin,
                                            size_t leastDigits) {
  return Taking(text, origin, leastDigits).run();
}

} // namespace mlirgym
