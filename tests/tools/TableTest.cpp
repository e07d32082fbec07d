//===- tests/tools/TableTest.cpp ------------------------------------------===//
#include "tools/Table.h"

#include <gtest/gtest.h>

namespace mlirgym {
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

TEST(TableTest, FormatsTimesWithThreeDigitsAndTheUnitThatSuits) {
  EXPECT_EQ(formatNs(7.5), "7.50 ns");
  EXPECT_EQ(formatNs(1260), "1.26 us");
  EXPECT_EQ(formatNs(1.43e8), "143 ms");
  EXPECT_EQ(formatNs(2.5e13), "25000 s");
}

TEST(TableTest, ShowsWhatIsUnknownAsADash) {
  EXPECT_EQ(formatNs(0), "-");
  EXPECT_EQ(formatSpeedup(0), "-");
}

TEST(TableTest, FormatsSpeedupsAndBytes) {
  EXPECT_EQ(formatSpeedup(1), "1.00x");
  EXPECT_EQ(formatSpeedup(101.4), "101x");
  EXPECT_EQ(formatBytes(512), "512 B");
  EXPECT_EQ(formatBytes(1.5 * 1024 * 1024), "1.50 MiB");
}
} // namespace
} // namespace mlirgym
