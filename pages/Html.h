//===- pages/Html.h - Parts of HTML pages -----------------------*- C++ -*-===//
#ifndef MLIRGYM_PAGES_HTML_H
#define MLIRGYM_PAGES_HTML_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace mlirgym {

/// Escapes text and attributes: &, <, > and quotes become entities; control
/// characters, which HTML forbids, become spaces.
std::string escapeHtml(llvm::StringRef text);

/// <ELEMENT>text</ELEMENT>, the text escaped.
std::string tagged(llvm::StringRef element, llvm::StringRef text);
/// A cell of a table for a number, with a small text below it if there is one.
std::string numberCell(llvm::StringRef text, llvm::StringRef below = "");

/// The page from the doctype to the heading `title` in <body>. It has no script
/// and does not refer to other files; it is readable on light and on dark
/// screens. `style` is added to the style sheet.
std::string pageHead(llvm::StringRef title, llvm::StringRef style = "");
/// Closes the elements opened by pageHead().
std::string pageEnd();
} // namespace mlirgym
#endif // MLIRGYM_PAGES_HTML_H
