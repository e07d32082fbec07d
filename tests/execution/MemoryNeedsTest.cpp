#include "execution/batch/MemoryNeeds.h"
#include "execution/Execution.h"
#include "program/ProgramLoader.h"
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

namespace mlirgym {
namespace {

using testing::HasSubstr;

Program load(llvm::StringRef name) {
  return llvm::cantFail(ProgramLoader().loadGenerated(name));
}

std::string messageOf(llvm::Error error) {
  return error ? llvm::toString(std::move(error)) : "";
}

TEST(MemoryNeedsTest, KnowsWhatIsAvailable) {
  EXPECT_GT(availableMemoryBytes(), uint64_t(16) << 20);
  EXPECT_LT(availableMemoryBytes(), uint64_t(1) << 50);
}

TEST(MemoryNeedsTest, ComparesWithTheLimitAndWithWhatIsAvailable) {
  const Program program = load("relu_1024_1024"); // 4 MiB in, 4 MiB out
  constexpr uint64_t mebibyte = 1 << 20;
  EXPECT_EQ(messageOf(requireMemory(program, 8 * mebibyte, 16 * mebibyte)), "");
  EXPECT_EQ(messageOf(requireMemory(program, 0, 16 * mebibyte)), "");
  EXPECT_EQ(messageOf(requireMemory(program, 7 * mebibyte, 16 * mebibyte)),
            "relu_1024_1024: its arguments take 8 MiB, the memory limit is 7 "
            "MiB; use "
            "smaller tensors, or raise the limit");
  EXPECT_EQ(messageOf(requireMemory(program, 8 * mebibyte, 15 * mebibyte)),
            "relu_1024_1024: running it takes 16 MiB of memory, 15 MiB are "
            "available; "
            "use smaller tensors, or free memory");
}

TEST(MemoryNeedsTest, NothingIsFilledForATensorLargerThanMemory) {
  auto execution = llvm::cantFail(Execution::create({}));
  for (const char *name : {"relu_131072_131072", "add_65536_262144"}) {
    auto program = std::make_shared<const Program>(load(name));
    auto measured = execution->baseline(program);
    ASSERT_FALSE(bool(measured)) << name;
    EXPECT_THAT(llvm::toString(measured.takeError()),
                HasSubstr("the memory limit is 8192 MiB; use smaller tensors"));
  }
  rusage used{};
  ::getrusage(RUSAGE_SELF, &used);
  EXPECT_LT(used.ru_maxrss, 4 << 20); // kilobytes
}

} // namespace
} // namespace mlirgym
