// Properties of every program of every installed suite.
#include "Loading.h"
#include "program/generators/Family.h"
#include "program/suites/Network.h"
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
  const std::vector<std::string> names = suite->programs();
  // Of a thousand programs every tenth, which takes a second.
  const size_t step = names.size() > 500 ? 10 : 1;
  for (size_t i = 0; i < names.size(); i += step) {
    const std::string &name = names[i];
    auto text = generateProgram(name);
    ASSERT_TRUE(bool(text)) << llvm::toString(text.takeError());
    auto program = loader.loadText(*text, name);
    ASSERT_TRUE(bool(program)) << llvm::toString(program.takeError());
    auto again = loader.loadText(program->text(), name);
    ASSERT_TRUE(bool(again)) << llvm::toString(again.takeError());
    EXPECT_EQ(program->text(), again->text()) << name;
    EXPECT_EQ(program->key(), again->key()) << name;
    EXPECT_GT(program->complexity().bytesWritten, 0) << name;
    if (GetParam() == "operators" || GetParam() == "npbench")
      continue; // operations of PyTorch: some of scalars, some that gather
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
  // Too few programs to have some of each split.
  if (GetParam() == "tiny" || GetParam() == "gpu-matmul")
    return;
  // The tasks of one network are in one split.
  if (llvm::StringRef(all.front()).contains('.') &&
      networkOf(all.front()) == networkOf(all.back()))
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

/// The families of the programs of a suite.
static std::set<llvm::StringRef> familiesIn(llvm::StringRef suiteName) {
  std::set<llvm::StringRef> used;
  auto suite = Suite::load(suiteName);
  if (!suite) {
    ADD_FAILURE() << llvm::toString(suite.takeError());
    return used;
  }
  for (const std::string &name : suite->programs())
    used.insert(parseProgramName(name)->family->name);
  return used;
}

TEST(SuiteConformanceTest, EveryFamilyIsInTheSuiteOfItsNameAndInQuick) {
  auto available = Suite::available();
  const auto quick = familiesIn("quick");
  std::set<llvm::StringRef> published = familiesIn("polybench");
  published.merge(familiesIn("qcd"));
  for (const Family &family : families()) {
    if (published.contains(family.name))
      continue;
    EXPECT_THAT(available, testing::Contains(family.name.str()));
    EXPECT_TRUE(quick.contains(family.name)) << family.name.str();
  }
  EXPECT_EQ(published.size(), 17u);
}

TEST(SuiteConformanceTest, MlirRlsEvaluationIsATest) {
  auto suite = Suite::load("mlir-rl");
  ASSERT_TRUE(bool(suite)) << llvm::toString(suite.takeError());
  EXPECT_EQ(suite->programs(Split::Test).size(), 16u);
  EXPECT_EQ(suite->programs(Split::Train).size() +
                suite->programs(Split::Validation).size(),
            1135u);
  EXPECT_EQ(suite->split("matmul_256_256_128_f64"), Split::Test);
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
