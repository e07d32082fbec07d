// Properties of every program of every installed suite.
#include "Loading.h"
#include "program/generators/Family.h"
#include "llvm/Support/MemoryBuffer.h"
#include <set>

using namespace mlirgym;
using namespace mlirgym::test;

class SuiteConformanceTest : public testing::TestWithParam<std::string> {};

TEST_P(SuiteConformanceTest, EveryProgramLoadsAndIsItsOwnNormalForm) {
  auto suite = Suite::load(GetParam());
  ASSERT_TRUE(bool(suite)) << llvm::toString(suite.takeError());
  EXPECT_FALSE(suite->summary().empty());
  ProgramLoader loader;
  for (const std::string &name : suite->programs()) {
    auto text = generateProgram(name);
    ASSERT_TRUE(bool(text)) << llvm::toString(text.takeError());
    auto program = loader.loadText(*text, name);
    ASSERT_TRUE(bool(program)) << llvm::toString(program.takeError());
    auto again = loader.loadText(program->text(), name);
    ASSERT_TRUE(bool(again)) << llvm::toString(again.takeError());
    EXPECT_EQ(program->text(), again->text()) << name;
    EXPECT_EQ(program->key(), again->key()) << name;
    EXPECT_GT(program->complexity().bytesWritten, 0) << name;
    for (const Operation &op : program->operations()) {
      EXPECT_GT(op.numLoops(), 0u) << name;
      EXPECT_TRUE(op.vectorizable) << name << " " << op.tag;
    }
  }
}

TEST_P(SuiteConformanceTest, SplitsCoverTheSuiteOnce) {
  auto suite = Suite::load(GetParam());
  ASSERT_TRUE(bool(suite)) << llvm::toString(suite.takeError());
  std::multiset<std::string> parts;
  for (Split split : {Split::Train, Split::Validation, Split::Test})
    for (const std::string &name : suite->programs(split))
      parts.insert(name);
  auto all = suite->programs();
  EXPECT_EQ(parts, std::multiset<std::string>(all.begin(), all.end()));
  if (GetParam() == "tiny") // too few programs to split
    return;
  for (Split split : {Split::Train, Split::Validation, Split::Test})
    EXPECT_FALSE(suite->programs(split).empty());
}

INSTANTIATE_TEST_SUITE_P(Suites, SuiteConformanceTest,
                         testing::ValuesIn(Suite::available()),
                         [](const auto &info) {
                           std::string name = info.param;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

TEST(SuiteConformanceTest, EveryFamilyIsInTheSuiteQuick) {
  auto suite = Suite::load("quick");
  ASSERT_TRUE(bool(suite)) << llvm::toString(suite.takeError());
  std::set<llvm::StringRef> used;
  for (const std::string &name : suite->programs())
    used.insert(parseProgramName(name)->family->name);
  for (const Family &family : families())
    EXPECT_TRUE(used.contains(family.name)) << family.name.str();
}

TEST(SuiteConformanceTest, EveryFamilyHasASuite) {
  auto available = Suite::available();
  for (const Family &family : families())
    EXPECT_THAT(available, testing::Contains(family.name.str()));
}

TEST(SuiteConformanceTest, TheHandbookNamesEveryFamilyAndSuite) {
  auto page =
      llvm::MemoryBuffer::getFile(dataDirectory() + "/../docs/programs.md");
  ASSERT_TRUE(bool(page)) << page.getError().message();
  llvm::StringRef text = (*page)->getBuffer();
  for (const Family &family : families())
    EXPECT_TRUE(text.contains(("`" + family.pattern + "`").str()))
        << family.pattern.str();
  for (const std::string &suite : Suite::available())
    EXPECT_TRUE(text.contains("`" + suite + "`")) << suite;
}
