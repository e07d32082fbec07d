//===- tests/tools/TableTest.cpp ------------------------------------------===//
#include "tools/report/Table.h"

#include <gtest/gtest.h>

namespace mlirgym::tools {
namespace {

TEST(TableTest, MakesColumnsAsWideAsTheirWidestCell) {
  Table table({{"name"}, {"time", Table::Align::Right}});
  table.addRow({"a", "1.26 ms"});
  table.addRow({"longer", "9 s"});
  std::string text;
  llvm::raw_string_ostream os(text);
  table.print(os);
  EXPECT_EQ(text, "name       time\n"
                  "a       1.26 ms\n"
                  "longer      9 s\n");
}

TEST(TableTest, PrintsNoHeadingIfNoColumnHasATitle) {
  Table table({{}, {}});
  table.addRow({"program", "matmul"});
  std::string text;
  llvm::raw_string_ostream os(text);
  table.print(os);
  EXPECT_EQ(text, "program  matmul\n");
}

TEST(TableTest, ALineOfACellIsNoLineOfTheTable) {
  Table table({{}, {}});
  table.addRow({"program\nstatus", "matmul\x1b[2J"});
  table.addRow({"status", "crashed: why\nstatus  ok\n"});
  table.addRow({"speedup", ""});
  std::string text;
  llvm::raw_string_ostream os(text);
  table.print(os);
  EXPECT_EQ(text, "program\\x0astatus  matmul\\x1b[2J\n"
                  "status             crashed: why\n"
                  "                   status  ok\n"
                  "speedup\n");
}
} // namespace
} // namespace mlirgym::tools
