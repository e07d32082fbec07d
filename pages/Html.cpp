#include "pages/Html.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include <string>

namespace mlirgym {

std::string escapeHtml(llvm::StringRef text) {
  std::string plain = llvm::json::fixUTF8(text);
  for (char &c : plain)
    if (static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\t')
      c = ' ';
  std::string escaped;
  llvm::raw_string_ostream os(escaped);
  llvm::printHTMLEscaped(plain, os);
  return escaped;
}

std::string tagged(llvm::StringRef element, llvm::StringRef text) {
  return llvm::formatv("<{0}>{1}</{0}>", element, escapeHtml(text));
}

std::string numberCell(llvm::StringRef text, llvm::StringRef below) {
  std::string cell = "<td class=\"number\">" + escapeHtml(text);
  if (!below.empty())
    cell += "<br/>" + tagged("small", below);
  return cell + "</td>";
}

static constexpr const char *commonStyle = R"css(
:root { color-scheme: light dark; }
body { font: 14px/1.4 system-ui, sans-serif; margin: 2rem auto; max-width: 60rem;
       padding: 0 1rem; color: #222; background: #fff; }
/* Not wider than drawn: letters would exceed headings. */
svg { width: 100%; max-width: 640px; height: auto; margin-bottom: 1rem; }
svg line { stroke: #8884; }
svg text { font-size: 12px; }
svg text:not([fill]) { fill: currentColor; }
svg .title { font-size: 14px; font-weight: 600; }
svg polyline { fill: none; stroke-width: 2; stroke-linejoin: round; }
svg polygon { stroke: none; fill-opacity: 0.15; }
table { border-collapse: collapse; margin: 0.5rem 0 1rem; }
th, td { padding: 0.15rem 0.6rem; text-align: left; vertical-align: top; }
th { border-bottom: 1px solid #8888; }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; }
code { font-size: 12px; overflow-wrap: anywhere; }
@media (prefers-color-scheme: dark) { body { color: #ddd; background: #181818; } }
)css";

std::string pageHead(llvm::StringRef title, llvm::StringRef style) {
  const std::string name = escapeHtml(title);
  return "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"/>"
         "<title>" +
         name + "</title>\n<style>" + commonStyle + style.str() +
         "</style></head><body>\n<h1>" + name + "</h1>\n";
}

std::string pageEnd() { return "</body></html>\n"; }
} // namespace mlirgym
