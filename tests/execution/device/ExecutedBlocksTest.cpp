#include "execution/device/image/ExecutedBlocks.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>
#include <tuple>
#include <vector>

namespace mlirgym {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// Address, bytes and executions.
using Row = std::tuple<uint64_t, std::string, int64_t>;

std::vector<Row> further(const std::string &run, const std::string &other) {
  std::vector<Row> rows;
  for (const ExecutedBlock &each :
       furtherBlocks(llvm::cantFail(parseBlocks(run)),
                     llvm::cantFail(parseBlocks(other))))
    rows.emplace_back(each.address, each.code.bytes, each.executions);
  return rows;
}

TEST(ExecutedBlocksTest, ReadsWhatThePluginWrites) {
  const auto blocks = llvm::cantFail(
      parseBlocks("blocks 2\n4000a0 d0572d7 12 3 00ff\n10 0 1 0 61\nend\n"));
  ASSERT_EQ(blocks.size(), 2u);
  EXPECT_EQ(blocks[0].address, 0x4000a0u);
  EXPECT_EQ(blocks[0].code.vectorState, 0xd0572d7u);
  EXPECT_EQ(blocks[0].executions, 12);
  EXPECT_EQ(blocks[0].following, 3);
  EXPECT_EQ(blocks[0].code.bytes, std::string("\x00\xff", 2));
  EXPECT_EQ(blocks[1].code.bytes, "a");
  EXPECT_THAT(llvm::cantFail(parseBlocks("blocks 0\nend\n")), IsEmpty());
}

TEST(ExecutedBlocksTest, RefusesWhatIsNotWhole) {
  auto error = [](llvm::StringRef text) {
    auto blocks = parseBlocks(text);
    return blocks ? "none" : llvm::toString(blocks.takeError());
  };
  EXPECT_EQ(error(""),
            "the executed blocks begin with '', not with their number");
  EXPECT_EQ(error("blocks many\nend\n"),
            "the executed blocks begin with 'blocks many\nend\n', not with "
            "their number");
  EXPECT_EQ(error("blocks 2\n10 0 1 0 61\nend\n"),
            "block 1 of 2 cannot be read: 'end'");
  EXPECT_EQ(error("blocks 1\n10 0 1 0 61\n"), "no end after 1 executed blocks");
  EXPECT_EQ(error("blocks 1\n10 0 1 0 61\nend\nmore"),
            "no end after 1 executed blocks");
  // A number that is too large must not be believed.
  EXPECT_EQ(error("blocks 18446744073709551615\n"),
            "block 0 of 18446744073709551615 cannot be read: ''");
  for (const char *line :
       {"10 0 1 0", "10 0 1 0 6", "10 0 1 0 6g", "10 0 1 0 ", "x 0 1 0 61",
        "10 x 1 0 61", "10 0 -1 0 61", "10 0 1 2 61", "10 0 1 0 61 62",
        "10 fffffffff 1 0 61"})
    EXPECT_EQ(error("blocks 1\n" + std::string(line) + "\nend\n"),
              "block 0 of 1 cannot be read: '" + std::string(line) + "'");
}

TEST(ExecutedBlocksTest, TakesTheDifferenceOfTwoRuns) {
  EXPECT_THAT(
      further("blocks 4\n10 0 7 0 61\n20 0 3 0 62\n30 0 5 0 63\n"
              "40 0 1 0 64\nend\n",
              "blocks 3\n10 0 2 0 61\n20 0 3 0 62\n40 0 4 0 64\nend\n"),
      ElementsAre(Row(0x10, "a", 5), Row(0x30, "c", 5), Row(0x40, "d", -3)));
  // A block that was translated twice is one; other code at its address, or in
  // another vector state, is not.
  EXPECT_THAT(
      further("blocks 4\n10 0 7 0 61\n10 0 1 0 61\n10 0 2 0 6162\n"
              "10 d7 3 0 61\nend\n",
              "blocks 0\nend\n"),
      ElementsAre(Row(0x10, "a", 8), Row(0x10, "ab", 2), Row(0x10, "a", 3)));
}

TEST(ExecutedBlocksTest, TakesAnyNumbers) {
  const std::string most = std::to_string(INT64_MAX);
  EXPECT_THAT(further("blocks 2\n10 0 " + most + " 0 61\n10 0 1 0 61\nend\n",
                      "blocks 0\nend\n"),
              ElementsAre(Row(0x10, "a", INT64_MIN)));
  auto tooMany = parseBlocks("blocks 1\n10 0 9" + most + " 0 61\nend\n");
  EXPECT_FALSE(bool(tooMany));
  llvm::consumeError(tooMany.takeError());
}

TEST(ExecutedBlocksTest, JoinsBlocksThatAlwaysFollow) {
  EXPECT_THAT(further("blocks 3\n10 0 7 0 6161\n12 0 7 7 62\n13 0 7 7 6363\n"
                      "end\n",
                      "blocks 0\nend\n"),
              ElementsAre(Row(0x10, "aabcc", 7)));
  // A loop; only its first iteration follows the code before it in memory.
  EXPECT_THAT(
      further("blocks 2\n10 0 7 0 6161\n12 0 7 1 62\nend\n", "blocks 0\nend\n"),
      ElementsAre(Row(0x10, "aa", 7), Row(0x12, "b", 7)));
  // Blocks that are left in some executions.
  EXPECT_THAT(
      further("blocks 2\n10 0 7 0 6161\n12 0 5 5 62\nend\n", "blocks 0\nend\n"),
      ElementsAre(Row(0x10, "aa", 7), Row(0x12, "b", 5)));
  // A block at which two others end is merged with one of them.
  EXPECT_THAT(further("blocks 3\n10 0 7 0 6161\n11 0 7 0 61\n12 0 7 7 62\n"
                      "end\n",
                      "blocks 0\nend\n"),
              ElementsAre(Row(0x10, "aa", 7), Row(0x11, "ab", 7)));
}

} // namespace
} // namespace mlirgym
