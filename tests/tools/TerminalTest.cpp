//===- tests/tools/TerminalTest.cpp ---------------------------------------===//
#include "tools/Terminal.h"

#include <gtest/gtest.h>

namespace mlirgym::tools {
namespace {

TEST(TerminalTest, EscapesWhatATerminalObeys) {
  EXPECT_EQ(printable("a\x1b[2J\x07\r\n\t\x7f"),
            "a\\x1b[2J\\x07\\x0d\\x0a\\x09\\x7f");
  EXPECT_EQ(printable("\xc2\x9b 2J"), "\\xc2\\x9b 2J"); // U+009B
  EXPECT_EQ(printable("\xe2\x80\xae \xe2\x81\xa6"),     // U+202E, U+2066
            "\\xe2\\x80\\xae \\xe2\\x81\\xa6");
  EXPECT_EQ(printable(llvm::StringRef("\0", 1)), "\\x00");
}

TEST(TerminalTest, LeavesNamesOfAllLanguages) {
  for (const char *name : {"\xc3\xbc\xc2\xa0.mlir", "\xe6\xbc\xa2\xe5\xad\x97",
                           "\xf0\x9f\x98\x80", "op0: tile(8,0) vectorize"})
    EXPECT_EQ(printable(name), name);
}

TEST(TerminalTest, EscapesBytesThatAreNoText) {
  EXPECT_EQ(printable("\x9b"
                      "2J \xff"),
            "\\x9b2J \\xff");
  EXPECT_EQ(printable("cut \xe6\xbc"), "cut \\xe6\\xbc");
  EXPECT_EQ(printable("\xc0\x9b"), "\\xc0\\x9b"); // longer than allowed
}

TEST(TerminalTest, JsonHasEscapesOfItsOwn) {
  EXPECT_EQ(
      printableJson("{\n  \"a\": \"\xc3\xbc\x7f\xc2\x9b\xe2\x80\xae\"\n}\n"),
      "{\n  \"a\": \"\xc3\xbc\\u007f\\u009b\\u202e\"\n}\n");
}

TEST(TerminalTest, FurtherLinesAreNoneOfMlirgyms) {
  EXPECT_EQ(indented("crashed\nstatus ok\n"), "crashed\n  status ok\n  ");
}

TEST(TerminalTest, AStreamKeepsLinesAndJoinsCharactersWrittenInParts) {
  testing::internal::CaptureStdout();
  textOut() << "a\n\tb" << '\xe6' << "\xbc" << '\xa2' << " \x1b[1m" << '\xe6'
            << "\n";
  llvm::outs().flush();
  EXPECT_EQ(testing::internal::GetCapturedStdout(),
            "a\n\tb\xe6\xbc\xa2 \\x1b[1m\\xe6\n");
}
} // namespace
} // namespace mlirgym::tools
