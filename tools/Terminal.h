//===- tools/Terminal.h - Text that reaches a terminal ----------*- C++ -*-===//
#ifndef MLIRGYM_TOOLS_TERMINAL_H
#define MLIRGYM_TOOLS_TERMINAL_H

#include "program/Printable.h" // IWYU pragma: export
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/raw_ostream.h"
#include <string>

namespace mlirgym::tools {

// Names of files, functions and machines, and messages of kernels and of exec
// data, may come from a stranger. The command line therefore prints all text
// through these two streams.

/// Stdout and stderr, for text. Characters that a terminal would interpret are
/// escaped, as in printable(), except line breaks and tabs.
llvm::raw_ostream &textOut();
llvm::raw_ostream &textErr();

/// As printable() for JSON text, with JSON's own escapes; line breaks remain.
std::string printableJson(llvm::StringRef json);

/// The text with each further line indented, so that it cannot be mistaken for
/// a line of mlirgym.
std::string indented(llvm::StringRef text);

/// Prints "mlirgym: note: <text>" on stderr.
void printNote(const llvm::Twine &text);

} // namespace mlirgym::tools
#endif // MLIRGYM_TOOLS_TERMINAL_H
