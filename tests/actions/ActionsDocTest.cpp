//===- ActionsDocTest.cpp - docs/actions.md tells of every action ---------===//
#include "actions/Action.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include <gtest/gtest.h>

namespace mlirgym {
namespace {

/// Names in the first column of the table, in their order, with the rest of the
/// row.
std::vector<std::pair<std::string, std::string>> rows() {
  auto buffer = llvm::MemoryBuffer::getFile(MLIRGYM_ACTIONS_PAGE);
  if (!buffer) {
    ADD_FAILURE() << "cannot read " << MLIRGYM_ACTIONS_PAGE;
    return {};
  }
  std::vector<std::pair<std::string, std::string>> result;
  for (llvm::StringRef line : llvm::split((*buffer)->getBuffer(), "\n")) {
    if (!line.consume_front("| `"))
      continue;
    auto [name, rest] = line.split('`');
    result.emplace_back(name.take_while([](char c) { return c != '('; }).str(),
                        rest.str());
  }
  return result;
}

TEST(ActionsDocTest, HasARowForEachActionInTheOrderOfTheDef) {
  auto table = rows();
  ASSERT_EQ(table.size(), numActionKinds);
  for (unsigned kind = 0; kind < numActionKinds; ++kind) {
    EXPECT_EQ(table[kind].first, nameOf(ActionKind(kind)).str());
    EXPECT_NE(table[kind].second.find(traitsOf(ActionKind(kind)).summary.str()),
              std::string::npos)
        << "the row of " << table[kind].first
        << " does not have the summary of Actions.def";
  }
}

} // namespace
} // namespace mlirgym
