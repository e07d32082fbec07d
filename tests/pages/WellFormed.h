//===- tests/pages/WellFormed.h - Checks that tags are closed ---*- C++ -*-===//
#ifndef MLIRGYM_TESTS_PAGES_WELLFORMED_H
#define MLIRGYM_TESTS_PAGES_WELLFORMED_H

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace mlirgym {

/// "" if `html` is well formed: tags are closed in the order in which they were
/// opened, attributes are quoted, and no '<' or '&' is unescaped; otherwise the
/// problem with its position.
inline std::string complaintAbout(llvm::StringRef html) {
  auto at = [&](llvm::StringRef rest, const std::string &what) {
    return what + " at: " + rest.take_front(60).str();
  };
  llvm::StringRef rest = html;
  rest.consume_front("<!doctype html>");
  std::vector<llvm::StringRef> open;
  while (!rest.empty()) {
    const size_t next = rest.find_first_of("<&");
    if (next == llvm::StringRef::npos)
      break;
    rest = rest.drop_front(next);
    if (rest.front() == '&') {
      const llvm::StringRef entity = rest.take_front(rest.find(';') + 1);
      if (!llvm::is_contained({"&amp;", "&lt;", "&gt;", "&quot;", "&apos;"},
                              entity))
        return at(rest, "no entity");
      rest = rest.drop_front();
      continue;
    }
    const size_t end = rest.find('>');
    if (end == llvm::StringRef::npos)
      return at(rest, "a tag without an end");
    llvm::StringRef tag = rest.slice(1, end);
    if (tag.count('"') % 2 || tag.contains('<'))
      return at(rest, "not a tag");
    if (tag.consume_front("/")) {
      if (open.empty() || open.back() != tag)
        return at(rest, "closes what is not open");
      open.pop_back();
    } else if (!tag.ends_with("/")) {
      open.push_back(tag.split(' ').first);
    }
    rest = rest.drop_front(end + 1);
    // A style sheet is no markup.
    if (!open.empty() && open.back() == "style")
      rest = rest.drop_front(rest.find("</style>"));
  }
  return open.empty() ? "" : "not closed: " + open.back().str();
}
} // namespace mlirgym
#endif // MLIRGYM_TESTS_PAGES_WELLFORMED_H
