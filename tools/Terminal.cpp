#include "tools/Terminal.h"
#include "program/Printable.h"
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
      takePrintable(text, "\n\t", result);
    begun = text.str();
    target << result;
  }
  uint64_t current_pos() const override { return target.tell(); }

  static bool mayGoOn(llvm::StringRef text) {
    return text.size() < llvm::getNumBytesForUTF8(
                             static_cast<llvm::UTF8>(text.front())) &&
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
    const llvm::UTF8 *begin =
        reinterpret_cast<const llvm::UTF8 *>(character.data());
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
