//===- tools/Html.h - Parts of a page that opens anywhere -------*- C++ -*-===//
#ifndef MLIRGYM_TOOLS_HTML_H
#define MLIRGYM_TOOLS_HTML_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace mlirgym::tools {

/// For text and attributes: &, <, > and quotes as entities; control characters,
/// which no page may have, as spaces.
std::string escapeHtml(llvm::StringRef text);

/// From the doctype to the heading `title` inside of <body>. The page has no
/// script and refers to no other file; it is readable on light and on dark
/// screens. `style` is added to the style sheet.
std::string pageHead(llvm::StringRef title, llvm::StringRef style = "");
/// Closes what pageHead() opened.
std::string pageEnd();
} // namespace mlirgym::tools
#endif // MLIRGYM_TOOLS_HTML_H
