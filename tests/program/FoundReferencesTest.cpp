#include "program/suites/FoundReferences.h"
#include "llvm/Support/Error.h"
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>

using namespace mlirgym;
using testing::HasSubstr;

namespace {
class FoundReferencesTest : public testing::Test {
protected:
  FoundReferencesTest() {
    std::string name = testing::TempDir() + "mlirgym-found-XXXXXX";
    folder = ::mkdtemp(name.data());
  }
  ~FoundReferencesTest() override { std::filesystem::remove_all(folder); }

  std::string file() const { return folder / "new" / "machine.json"; }
  std::string errorOf(llvm::StringRef text) const {
    const std::string path = folder / "damaged.json";
    std::ofstream(path) << text.str();
    auto found = FoundReferences::load(path);
    return found ? "" : llvm::toString(found.takeError());
  }

  std::filesystem::path folder;
};

TEST_F(FoundReferencesTest, AreKeptByProgramAndThreads) {
  FoundReferences none = llvm::cantFail(FoundReferences::load(file()));
  EXPECT_TRUE(none.all().empty());
  llvm::cantFail(none.store({.program = "relu_3_4",
                             .schedule = "op0: vectorize",
                             .bestNs = 2.5,
                             .shippedNs = 4,
                             .budget = 200,
                             .seed = 7,
                             .seconds = 1.5,
                             .toolchain = "t"}));
  llvm::cantFail(none.store({.program = "relu_3_4", .threads = 2}));
  llvm::cantFail(
      none.store({.program = "relu_3_4", .threads = 2, .budget = 9}));

  FoundReferences all = llvm::cantFail(FoundReferences::load(file()));
  EXPECT_EQ(all.all().size(), 2u);
  const FoundReference *one = all.find("relu_3_4", 1);
  ASSERT_TRUE(one);
  EXPECT_EQ(one->schedule, "op0: vectorize");
  EXPECT_EQ(one->bestNs, 2.5);
  EXPECT_EQ(one->shippedNs, 4);
  EXPECT_EQ(one->budget, 200u);
  EXPECT_EQ(one->seed, 7u);
  EXPECT_EQ(one->seconds, 1.5);
  EXPECT_EQ(one->toolchain, "t");
  EXPECT_EQ(all.find("relu_3_4", 2)->budget, 9u);
  EXPECT_EQ(all.find("relu_3_4", 3), nullptr);
  EXPECT_EQ(all.find("relu_3", 1), nullptr);
}

TEST_F(FoundReferencesTest, AFileThatIsNotOursIsRefused) {
  EXPECT_THAT(errorOf("no json"), HasSubstr("not a file of found schedules"));
  EXPECT_THAT(errorOf(R"({"found": {}})"), HasSubstr("not a file of"));
  EXPECT_THAT(errorOf(R"({"found": [{"program": "a"}]})"),
              HasSubstr("damaged.json: entry 1 is not one"));
  EXPECT_THAT(errorOf(R"({"found": [5]})"), HasSubstr("entry 1"));
  EXPECT_EQ(errorOf(R"({"found": []})"), "");
}

TEST_F(FoundReferencesTest, AFileThatCannotBeWrittenLeavesTheValueAsItWas) {
  std::ofstream(folder / "new") << "a file, not a folder";
  FoundReferences none = llvm::cantFail(FoundReferences::load(file()));
  EXPECT_THAT(llvm::toString(none.store({.program = "a"})), HasSubstr("new"));
  EXPECT_TRUE(none.all().empty());
}

TEST_F(FoundReferencesTest, TheFileIsInTheUsersData) {
  const char *old = std::getenv("XDG_DATA_HOME");
  const std::string before = old ? old : "";
  ::setenv("XDG_DATA_HOME", "/shares", 1);
  EXPECT_EQ(FoundReferences::fileFor({512, 32}, "znver4-1"),
            "/shares/mlirgym/reference/512x32/znver4-1.json");
  // By its specification a relative path is invalid.
  ::setenv("XDG_DATA_HOME", "here", 1);
  EXPECT_THAT(FoundReferences::folder(), HasSubstr("/.local/share/mlirgym"));
  if (old)
    ::setenv("XDG_DATA_HOME", before.c_str(), 1);
  else
    ::unsetenv("XDG_DATA_HOME");
}
} // namespace
