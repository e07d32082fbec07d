//===- tools/Table.cpp - Columns for people -------------------------------===//
#include "tools/Table.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <cassert>

namespace mlirgym {

void Table::addRow(std::vector<std::string> cells) {
  assert(cells.size() == columns.size() && "one cell a column");
  rows.push_back(std::move(cells));
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

/// Three significant digits, no exponent.
static std::string threeDigits(double value) {
  if (value < 10)
    return llvm::formatv("{0:f2}", value);
  return value < 100 ? llvm::formatv("{0:f1}", value)
                     : llvm::formatv("{0:f0}", value);
}

static std::string scaled(double value, double step,
                          llvm::ArrayRef<const char *> units) {
  size_t unit = 0;
  while (value >= step && unit + 1 < units.size()) {
    value /= step;
    ++unit;
  }
  return threeDigits(value) + " " + units[unit];
}

std::string formatNs(double nanoseconds) {
  if (nanoseconds <= 0)
    return "-";
  return scaled(nanoseconds, 1e3, {"ns", "us", "ms", "s"});
}

std::string formatSpeedup(double speedup) {
  return speedup <= 0 ? "-" : threeDigits(speedup) + "x";
}

std::string formatBytes(double bytes) {
  return scaled(bytes, 1024, {"B", "KiB", "MiB", "GiB", "TiB"});
}
} // namespace mlirgym
