#include "program/files/LockedFolder.h"
#include "tests/agents/TemporaryFolder.h"
#include "llvm/Support/FileSystem.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include <string>
#include <unistd.h>

namespace mlirgym {
namespace {

using mlirgym::testing::TemporaryFolder;
using ::testing::AllOf;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::StartsWith;

TEST(LockedFolderTest, MakesTheFolderAndNamesItsHolder) {
  TemporaryFolder folder;
  const std::string path = folder.file("a/b");
  {
    const LockedFolder first = llvm::cantFail(LockedFolder::open(path));
    EXPECT_EQ(first.file("metrics.jsonl"), path + "/metrics.jsonl");
    EXPECT_THAT(
        llvm::toString(LockedFolder::open(path).takeError()),
        AllOf(StartsWith(path + ": process " + std::to_string(::getpid())),
              EndsWith(" works in this folder; wait for its end, or choose "
                       "another folder")));
  }
  llvm::cantFail(LockedFolder::open(path).takeError());
}

TEST(LockedFolderTest, RefusesAFolderWhoseLockIsNoFile) {
  TemporaryFolder folder;
  ASSERT_FALSE(llvm::sys::fs::create_directory(folder.file("lock")));
  EXPECT_THAT(llvm::toString(LockedFolder::open(folder.str()).takeError()),
              HasSubstr("lock: cannot be locked: "));
}
} // namespace
} // namespace mlirgym
