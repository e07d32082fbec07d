#include "program/suites/Suite.h"
#include "Loading.h"
#include "program/suites/SuiteFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlirgym;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::SizeIs;

static std::vector<std::string> namesIn(llvm::StringRef text) {
  auto suite = readSuite(text, "s.json");
  if (suite)
    return suite->programs;
  ADD_FAILURE() << llvm::toString(suite.takeError());
  return {};
}

static std::string suiteErrorOf(llvm::StringRef text) {
  auto suite = readSuite(text, "s.json");
  return suite ? "" : llvm::toString(suite.takeError());
}

static std::string generateErrorOf(llvm::StringRef entry) {
  return suiteErrorOf(
      (R"({"summary": "s", "generate": [)" + entry + "]}").str());
}

TEST(SuiteTest, ListsNames) {
  EXPECT_THAT(namesIn(R"({"summary": "s", "programs": ["relu_3_4", "add_5"]})"),
              ElementsAre("relu_3_4", "add_5"));
}

TEST(SuiteTest, DrawsTheSameNamesEachTime) {
  constexpr llvm::StringLiteral text =
      R"({"summary": "s", "generate": [{"family": "matmul", "count": 3, "seed": 5,
          "numbers": {"M": [3, 5], "K": {"from": 8, "to": 64, "step": 8}, "N": "M"}}]})";
  auto names = namesIn(text);
  EXPECT_THAT(names, SizeIs(3));
  EXPECT_EQ(names, namesIn(text));
  for (llvm::StringRef name : names) {
    llvm::SmallVector<llvm::StringRef> parts;
    name.split(parts, '_');
    EXPECT_EQ(parts[1], parts[3]); // N is M
  }
}

TEST(SuiteTest, DrawsTheSameNamesOnEveryMachine) {
  auto names = Suite::load("matmul");
  ASSERT_TRUE(bool(names));
  EXPECT_EQ(names->programs().front(), "matmul_480_384_368");
}

TEST(SuiteTest, DerivesOutputsAndSquareWindows) {
  EXPECT_THAT(namesIn(R"({"summary": "s", "generate": [
      {"family": "conv_2d_nchw_fchw", "count": 1,
       "numbers": {"N": 1, "C": 2, "H": 9, "F": 4, "KH": 3, "stride": 2}}]})"),
              ElementsAre("conv_2d_nchw_fchw_1_2_9_9_4_3_3_4_4"));
  EXPECT_THAT(namesIn(R"({"summary": "s", "generate": [
      {"family": "pooling_nchw_max", "type": "f64", "count": 1,
       "numbers": {"N": 1, "C": 2, "H": 9, "W": 8, "K": 3}}]})"),
              ElementsAre("pooling_nchw_max_1_2_9_8_3_7_6_f64"));
}

TEST(SuiteTest, DrawsDimensionsOfVariadicFamilies) {
  EXPECT_THAT(namesIn(R"({"summary": "s", "generate": [
      {"family": "mlp", "count": 1, "numbers": {"B": 2, "D0": 3, "rank": 2, "D": 5}}]})"),
              ElementsAre("mlp_2_3_5_5"));
}

TEST(SuiteTest, LimitsIterations) {
  for (llvm::StringRef name : namesIn(R"({"summary": "s", "generate": [
      {"family": "relu", "count": 5, "maxIterations": 6,
       "numbers": {"rank": 1, "D": {"from": 1, "to": 100}}}]})"))
    EXPECT_LE(std::stoi(name.drop_front(5).str()), 6);
}

TEST(SuiteTest, SaysWhatIsWrongWithAFile) {
  EXPECT_EQ(suiteErrorOf("[1"),
            "s.json: not a JSON object; see docs/programs.md for the format");
  EXPECT_THAT(suiteErrorOf("{}"), HasSubstr("s.json: summary: missing"));
  EXPECT_THAT(suiteErrorOf(R"({"summary": "s"})"),
              HasSubstr("no programs; fill"));
  EXPECT_THAT(suiteErrorOf(R"({"summary": "s", "program": []})"),
              HasSubstr("s.json: program: unknown key; use summary, programs, "
                        "networks, test, generate"));
  EXPECT_THAT(suiteErrorOf(R"({"summary": "s", "programs": "relu_3"})"),
              HasSubstr("s.json: programs: not a list"));
  EXPECT_THAT(suiteErrorOf(R"({"summary": "s", "programs": [3]})"),
              HasSubstr("s.json: programs[0]: not a string"));
  EXPECT_THAT(suiteErrorOf(R"({"summary": "s", "programs": ["relu_0"]})"),
              HasSubstr("s.json: programs[0]: relu_0: '0' is not a number"));
  EXPECT_THAT(
      suiteErrorOf(R"({"summary": "s", "programs": ["relu_3", "relu_3"]})"),
      HasSubstr("s.json: programs[1]: relu_3 twice"));
  EXPECT_EQ(
      suiteErrorOf(R"({"summary": "s", "programs": ["relu_3", "relu_3_f32"]})"),
      "s.json: programs[1]: relu_3_f32: names without a type mean f32; leave "
      "'_f32' out");
}

TEST(SuiteTest, SaysWhatIsWrongWithARange) {
  EXPECT_THAT(generateErrorOf("3"), HasSubstr("generate[0]: not an object"));
  EXPECT_THAT(generateErrorOf(R"({"family": "gemm"})"),
              HasSubstr("s.json: generate[0].family: no such family; use one "
                        "of matmul, batch_matmul"));
  EXPECT_THAT(generateErrorOf(R"({"family": "matmul"})"),
              HasSubstr("generate[0].count: not a whole number from 1 on"));
  EXPECT_THAT(generateErrorOf(R"({"family": "matmul", "count": 1})"),
              HasSubstr("generate[0].numbers: missing"));
  EXPECT_THAT(
      generateErrorOf(
          R"({"family": "matmul", "count": 1, "numbers": {"M": 3, "K": 4}})"),
      HasSubstr("generate[0].numbers.N: missing; give a number"));
  EXPECT_THAT(
      generateErrorOf(
          R"({"family": "matmul", "count": 1, "numbers": {"Q": 3}})"),
      HasSubstr("generate[0].numbers.Q: no number of matmul_M_K_N; remove it"));
  EXPECT_THAT(
      generateErrorOf(
          R"({"family": "relu", "count": 1, "numbers": {"D": {"from": 3}}})"),
      HasSubstr("generate[0].numbers.D: 'to' is missing"));
  EXPECT_THAT(
      generateErrorOf(
          R"({"family": "relu", "count": 1, "numbers": {"D": [2, -1]}})"),
      HasSubstr("generate[0].numbers.D: not a whole number"));
  EXPECT_THAT(
      generateErrorOf(
          R"({"family": "relu", "count": 1, "numbers": {"D": "rank", "rank": "D"}})"),
      HasSubstr("refers to itself"));
  EXPECT_THAT(
      generateErrorOf(
          R"({"family": "relu", "count": 3, "numbers": {"D": [2, 3], "rank": 1}})"),
      HasSubstr("generate[0].count: only 2 different programs of 3 were found; "
                "widen the ranges"));
  EXPECT_THAT(
      generateErrorOf(
          R"({"family": "relu", "type": "f8", "count": 1, "numbers": {"D": 2, "rank": 1}})"),
      HasSubstr("generate[0].type: f8 is unknown"));
}

TEST(SuiteTest, RefusesNumbersBeyondAnyProgram) {
  EXPECT_THAT(
      generateErrorOf(R"({"family": "relu", "count": 1, "numbers": {"rank": 1,
          "D": {"from": 1, "to": 9223372036854775807, "step": 9223372036854775806}}})"),
      HasSubstr("generate[0].numbers.D.to: 9223372036854775807 is more than "
                "1073741824; write a smaller number"));
  EXPECT_THAT(
      generateErrorOf(
          R"({"family": "relu", "count": 1, "numbers": {"rank": 1, "D": [2, 1073741825]}})"),
      HasSubstr("generate[0].numbers.D: 1073741825 is more than 1073741824"));
  EXPECT_THAT(generateErrorOf(R"({"family": "relu", "count": 1,
          "numbers": {"rank": 1, "D": {"from": 1, "to": 100001}}})"),
              HasSubstr("more than 100000 values; use a larger step"));
  EXPECT_THAT(
      generateErrorOf(
          R"({"family": "relu", "count": 1, "numbers": {"rank": "D", "D": 1001}})"),
      HasSubstr("generate[0].numbers.rank: 1001 is more than 1000 dimensions"));
  for (llvm::StringRef count : {"9223372036854775807", "1000000000000"})
    EXPECT_THAT(
        generateErrorOf((R"({"family": "relu", "numbers": {"rank": 1, "D": 2},
            "count": )" + count +
                         "}")
                            .str()),
        HasSubstr(
            ("generate[0].count: " + count + " is more than 100000").str()));
}

TEST(SuiteTest, RefusesARuleForWhatFollowsFromTheOthers) {
  EXPECT_THAT(generateErrorOf(R"({"family": "conv_2d_nchw_fchw", "count": 1,
          "numbers": {"N": 1, "C": 2, "H": 9, "F": 4, "KH": 3, "OH": 7}})"),
              HasSubstr("generate[0].numbers.OH: follows from the input, the "
                        "window and the stride; remove it"));
  EXPECT_THAT(generateErrorOf(
                  R"({"family": "matmul", "count": 1, "numbers": {"OH": 7}})"),
              HasSubstr("numbers.OH: no number of matmul_M_K_N; remove it"));
}

TEST(SuiteTest, BothNamesOfAProgramAreInOneSplit) {
  for (unsigned i = 1; i <= 100; ++i) {
    std::string name = "relu_" + std::to_string(i);
    EXPECT_EQ(Suite::splitOf(name + "_f32"), Suite::splitOf(name)) << name;
  }
}

TEST(SuiteTest, SaysWhichSuitesThereAre) {
  auto suite = Suite::load("nothing");
  ASSERT_FALSE(bool(suite));
  EXPECT_THAT(llvm::toString(suite.takeError()),
              HasSubstr("no suite 'nothing'; use one of add, "));
  auto path = Suite::load("/nowhere/s.json");
  ASSERT_FALSE(bool(path));
  EXPECT_THAT(llvm::toString(path.takeError()),
              HasSubstr("/nowhere/s.json: cannot be read"));
}

TEST(SuiteTest, LoadsAPath) {
  auto suite = Suite::load(dataDirectory() + "/suites/tiny.json");
  ASSERT_TRUE(bool(suite));
  EXPECT_EQ(suite->name(), "tiny");
  EXPECT_THAT(suite->programs(), Contains("matmul_8_12_16"));
}

TEST(SuiteTest, SplitDependsOnTheNameAlone) {
  // Never changes: a training program must not become a test program.
  unsigned counts[3] = {};
  for (unsigned i = 1; i <= 1000; ++i)
    ++counts[static_cast<unsigned>(
        Suite::splitOf("relu_" + std::to_string(i)))];
  EXPECT_EQ(counts[0] + counts[1] + counts[2], 1000u);
  EXPECT_NEAR(counts[1], 100, 40);
  EXPECT_NEAR(counts[2], 100, 40);
  EXPECT_EQ(Suite::splitOf("matmul_8_12_16"), Split::Train);
}

TEST(SuiteTest, NamesItsTestPrograms) {
  // Of these names the hash would make some test programs, and none of them.
  std::string names, last = "relu_1000";
  for (unsigned i = 1; i < 100; ++i)
    names += (i > 1 ? ", \"relu_" : "\"relu_") + std::to_string(i) + "\"";
  llvm::SmallString<128> path;
  ASSERT_FALSE(llvm::sys::fs::createTemporaryFile("suite", "json", path));
  llvm::FileRemover remover(path);
  std::error_code failed;
  llvm::raw_fd_ostream(path, failed)
      << R"({"summary": "s", "programs": [)" << names << R"(], "test": [")"
      << last << "\"]}";
  ASSERT_FALSE(failed);
  auto suite = Suite::load(path);
  ASSERT_TRUE(bool(suite)) << llvm::toString(suite.takeError());
  EXPECT_THAT(suite->programs(Split::Test), ElementsAre(last));
  EXPECT_EQ(suite->split(last), Split::Test);
  EXPECT_EQ(suite->programs().size(), 100u);
  const auto validation = suite->programs(Split::Validation);
  EXPECT_THAT(validation, testing::Not(testing::IsEmpty()));
  EXPECT_EQ(suite->programs(Split::Train).size(), 99 - validation.size());
  for (llvm::StringRef name : validation)
    EXPECT_EQ(Suite::splitOf(name), Split::Validation);
}

TEST(SuiteTest, ATestProgramIsNoOther) {
  EXPECT_THAT(
      suiteErrorOf(
          R"({"summary": "s", "programs": ["relu_3"], "test": ["relu_3"]})"),
      HasSubstr("s.json: test[0]: relu_3 twice; remove one"));
  EXPECT_THAT(suiteErrorOf(R"({"summary": "s", "test": "relu_3"})"),
              HasSubstr("s.json: test: not a list"));
}

TEST(SuiteTest, ReadsSplitNames) {
  for (Split split :
       {Split::Train, Split::Validation, Split::Test, Split::All}) {
    auto read = parseSplit(nameOfSplit(split));
    ASSERT_TRUE(bool(read));
    EXPECT_EQ(*read, split);
  }
  auto wrong = parseSplit("eval");
  ASSERT_FALSE(bool(wrong));
  EXPECT_EQ(llvm::toString(wrong.takeError()),
            "split 'eval' is unknown; use train, validation, test or all");
}

TEST(SuiteTest, ReadsRegularFilesOnly) {
  auto suite = Suite::load("/dev/zero");
  ASSERT_FALSE(bool(suite));
  EXPECT_EQ(llvm::toString(suite.takeError()),
            "/dev/zero: is not a regular file; give one");
}

TEST(SuiteTest, PeersAreTheTwentyFourPublishedOperators) {
  auto suite = Suite::load("peers");
  ASSERT_TRUE(bool(suite));
  EXPECT_THAT(suite->programs(), SizeIs(24));
}
