//===- tools/Terminal.cpp - Text that reaches a terminal ------------------===//
#include "tools/Terminal.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

namespace mlirgym::tools {
namespace {

const llvm::UTF8 *bytesOf(llvm::StringRef text) {
  return reinterpret_cast<const llvm::UTF8 *>(text.data());
}

/// Bytes of the character at the beginning of the text, which is not empty; 0
/// if they are not UTF-8.
size_t lengthOfFirst(llvm::StringRef text) {
  const unsigned length = llvm::getNumBytesForUTF8(*bytesOf(text));
  return length <= text.size() && llvm::isLegalUTF8Sequence(
                                      bytesOf(text), bytesOf(text) + length)
             ? length
             : 0;
}

/// True for a character, in UTF-8, that changes how a terminal shows others.
bool isObeyed(llvm::StringRef character) {
  if (character.size() == 1)
    return !llvm::isPrint(character.front());
  const auto second = static_cast<uint8_t>(character[1]);
  if (character.size() == 2) // U+0080 to U+009F
    return character[0] == '\xc2' && second < 0xa0;
  if (character.size() != 3 || character[0] != '\xe2')
    return false;
  const auto third = static_cast<uint8_t>(character[2]);
  // U+200E, U+200F, U+2028 to U+202E: directions and separators of lines.
  if (second == 0x80)
    return third == 0x8e || third == 0x8f || (third >= 0xa8 && third <= 0xae);
  return second == 0x81 && third >= 0xa6 && third <= 0xa9; // U+2066 to U+2069
}

std::string escaped(llvm::StringRef bytes) {
  std::string text;
  for (char byte : bytes)
    text += "\\x" + llvm::utohexstr(static_cast<uint8_t>(byte),
                                    /*LowerCase=*/true, /*Width=*/2);
  return text;
}

/// Moves the first character of `text`, escaped if need be, to `result`.
/// Characters of `kept` are never escaped.
void takeCharacter(llvm::StringRef &text, llvm::StringRef kept,
                   std::string &result) {
  const size_t length = lengthOfFirst(text);
  llvm::StringRef character = text.take_front(length == 0 ? 1 : length);
  text = text.drop_front(character.size());
  const bool isKept = length == 1 && kept.contains(character.front());
  result += length == 0 || (!isKept && isObeyed(character)) ? escaped(character)
                                                            : character.str();
}

class TextStream : public llvm::raw_ostream {
public:
  explicit TextStream(llvm::raw_ostream &stream)
      : raw_ostream(/*unbuffered=*/true), target(stream) {}

private:
  void write_impl(const char *data, size_t size) override {
    const std::string joined = begun + std::string(data, size);
    llvm::StringRef text = joined;
    std::string result;
    // A character may be written in parts.
    while (!text.empty() && (lengthOfFirst(text) != 0 || !mayGoOn(text)))
      takeCharacter(text, "\n\t", result);
    begun = text.str();
    target << result;
  }
  uint64_t current_pos() const override { return target.tell(); }

  static bool mayGoOn(llvm::StringRef text) {
    return text.size() < llvm::getNumBytesForUTF8(*bytesOf(text)) &&
           llvm::all_of(
               text.drop_front(),
               [](char byte) {
                 return (static_cast<uint8_t>(byte) & 0xc0) == 0x80;
               });
  }

  llvm::raw_ostream &target;
  std::string begun;
};

} // namespace

llvm::raw_ostream &textOut() {
  static TextStream stream(llvm::outs());
  return stream;
}

llvm::raw_ostream &textErr() {
  static TextStream stream(llvm::errs());
  return stream;
}

std::string printable(llvm::StringRef text) {
  std::string result;
  while (!text.empty())
    takeCharacter(text, /*kept=*/"", result);
  return result;
}

std::string printableJson(llvm::StringRef json) {
  std::string result;
  while (!json.empty()) {
    const size_t length = std::max<size_t>(lengthOfFirst(json), 1);
    llvm::StringRef character = json.take_front(length);
    json = json.drop_front(length);
    if (character == "\n" || !isObeyed(character)) {
      result += character;
      continue;
    }
    const llvm::UTF8 *begin = bytesOf(character);
    llvm::UTF32 code = 0;
    (void)llvm::convertUTF8Sequence(&begin, begin + length, &code,
                                    llvm::strictConversion);
    result += "\\u" + llvm::utohexstr(code, /*LowerCase=*/true, /*Width=*/4);
  }
  return result;
}

std::string indented(llvm::StringRef text) {
  std::string result;
  for (char c : text)
    result += c == '\n' ? "\n  " : std::string(1, c);
  return result;
}

void printNote(const llvm::Twine &text) {
  textErr() << "mlirgym: note: " << indented(text.str()) << "\n";
}
} // namespace mlirgym::tools
