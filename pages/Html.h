//===- pages/Html.h - Parts of HTML pages -----------------------*- C++ -*-===//
#ifndef MLIRGYM_PAGES_HTML_H
#define MLIRGYM_PAGES_HTML_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace mlirgym {

/// Escapes text and attributes: &, <, > and quotes become entities; control
/// characters, which HTML forbids, become spaces.
std::string escapeHtml(llvm::StringRef text);

/// The page from the doctype to the heading `title` in <body>. It has no script
/// and does not refer to other files; it is readable on light and on dark
/// screens. `style` is added to the style sheet.
std::string pageHead(llvm::StringRef title, llvm::StringRef style = "");
/// Closes the elements opened by pageHead().
std::string pageEnd();
} // namespace mlirgym
#endif // MLIRGYM_PAGES_HTML_H
