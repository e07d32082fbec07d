//===- tools/report/Table.h - Text tables -----------------------*- C++ -*-===//
#ifndef MLIRGYM_TOOLS_REPORT_TABLE_H
#define MLIRGYM_TOOLS_REPORT_TABLE_H

#include "llvm/Support/raw_ostream.h"
#include <string>
#include <vector>

namespace mlirgym::tools {

/// Text columns, as wide as their widest cell, two spaces apart.
class Table {
public:
  enum class Align : uint8_t { Left, Right };
  struct Column {
    std::string title;
    Align align = Align::Left;
  };

  /// Columns without any title print no heading.
  explicit Table(std::vector<Column> columns) : columns(std::move(columns)) {}
  /// One cell per column.
  void addRow(std::vector<std::string> cells);
  void print(llvm::raw_ostream &os) const;

private:
  std::vector<Column> columns;
  std::vector<std::vector<std::string>> rows;
};
} // namespace mlirgym::tools
#endif // MLIRGYM_TOOLS_REPORT_TABLE_H
