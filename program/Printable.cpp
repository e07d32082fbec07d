#include "program/Printable.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/ConvertUTF.h"
#include <cstddef>
#include <cstdint>
#include <string>

namespace mlirgym {

static const llvm::UTF8 *bytesOf(llvm::StringRef text) {
  return reinterpret_cast<const llvm::UTF8 *>(text.data());
}

size_t lengthOfFirst(llvm::StringRef text) {
  const unsigned length = llvm::getNumBytesForUTF8(*bytesOf(text));
  return length <= text.size() && llvm::isLegalUTF8Sequence(
                                      bytesOf(text), bytesOf(text) + length)
             ? length
             : 0;
}

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

static std::string escaped(llvm::StringRef bytes) {
  std::string text;
  for (char byte : bytes)
    text += "\\x" + llvm::utohexstr(static_cast<uint8_t>(byte),
                                    /*LowerCase=*/true, /*Width=*/2);
  return text;
}

void takePrintable(llvm::StringRef &text, llvm::StringRef kept,
                   std::string &result) {
  const size_t length = lengthOfFirst(text);
  llvm::StringRef character = text.take_front(length == 0 ? 1 : length);
  text = text.drop_front(character.size());
  const bool isKept = length == 1 && kept.contains(character.front());
  result += length == 0 || (!isKept && isObeyed(character)) ? escaped(character)
                                                            : character.str();
}

std::string printable(llvm::StringRef text) {
  std::string result;
  while (!text.empty())
    takePrintable(text, /*kept=*/"", result);
  return result;
}

} // namespace mlirgym
