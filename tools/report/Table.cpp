#include "tools/report/Table.h"
#include "tools/Terminal.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <cassert>
#include <string>
#include <utility>
#include <vector>

namespace mlirgym::tools {

void Table::addRow(std::vector<std::string> cells) {
  assert(cells.size() == columns.size() && "one cell a column");
  // A cell may have several lines: further lines are printed below the first,
  // in its column.
  std::vector<std::vector<std::string>> lines(
      1, std::vector<std::string>(columns.size()));
  for (auto [column, cell] : llvm::enumerate(cells)) {
    llvm::StringRef rest = cell;
    for (size_t line = 0; !rest.empty(); ++line) {
      // The first column names the subject of a line.
      auto [text, further] =
          column == 0 ? std::pair(rest, llvm::StringRef()) : rest.split('\n');
      if (line == lines.size())
        lines.emplace_back(columns.size());
      lines[line][column] = printable(text);
      rest = further;
    }
  }
  llvm::append_range(rows, std::move(lines));
}

void Table::print(llvm::raw_ostream &os) const {
  std::vector<size_t> widths;
  bool titled = false;
  for (const Column &column : columns) {
    widths.push_back(column.title.size());
    titled |= !column.title.empty();
  }
  for (const auto &row : rows)
    for (auto [width, cell] : llvm::zip(widths, row))
      width = std::max(width, cell.size());

  auto printRow = [&](auto cellOf) {
    std::string line;
    for (size_t i = 0; i < columns.size(); ++i) {
      const std::string &cell = cellOf(i);
      std::string padding(widths[i] - cell.size(), ' ');
      line +=
          columns[i].align == Align::Right ? padding + cell : cell + padding;
      line += "  ";
    }
    os << llvm::StringRef(line).rtrim() << "\n";
  };
  if (titled)
    printRow([&](size_t i) -> const std::string & { return columns[i].title; });
  for (const auto &row : rows)
    printRow([&](size_t i) -> const std::string & { return row[i]; });
}
} // namespace mlirgym::tools
