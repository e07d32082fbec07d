//===- program/Printable.h - Text without control characters ----*- C++ -*-===//
#ifndef MLIRGYM_PROGRAM_PRINTABLE_H
#define MLIRGYM_PROGRAM_PRINTABLE_H

#include "llvm/ADT/StringRef.h"
#include <cstddef>
#include <string>

namespace mlirgym {

/// The text on one line: control characters (of ASCII and Unicode), marks that
/// change the direction of text, and bytes that are not UTF-8 become "\x1b";
/// all other characters remain.
std::string printable(llvm::StringRef text);

/// Bytes of the character at the beginning of the text, which is not empty; 0
/// if they are not UTF-8.
size_t lengthOfFirst(llvm::StringRef text);
/// True for a character, in UTF-8, that changes how a terminal shows others.
bool isObeyed(llvm::StringRef character);
/// Moves the first character of `text`, escaped if need be, to `result`.
/// Characters of `kept` are never escaped.
void takePrintable(llvm::StringRef &text, llvm::StringRef kept,
                   std::string &result);

} // namespace mlirgym
#endif // MLIRGYM_PROGRAM_PRINTABLE_H
