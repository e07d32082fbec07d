#include "execution/wire/SharedMemory.h"
#include "llvm/Support/Error.h"
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

namespace mlirgym::worker {
namespace {

using testing::HasSubstr;

TEST(SharedMemoryTest, BothSidesSeeChanges) {
  SharedMemory memory = llvm::cantFail(SharedMemory::create("test", 5000));
  ASSERT_EQ(memory.bytes().size(), 5000u);
  EXPECT_EQ(memory.bytes()[4999], 0);
  SharedMemory other =
      llvm::cantFail(SharedMemory::adopt(FileDescriptor(::dup(memory.fd()))));
  EXPECT_EQ(other.size(), 5000u);
  EXPECT_TRUE(other.bytes().empty());
  auto *mapped = static_cast<char *>(
      ::mmap(nullptr, 5000, PROT_READ | PROT_WRITE, MAP_SHARED, other.fd(), 0));
  ASSERT_NE(mapped, MAP_FAILED);
  memory.bytes()[17] = 'a';
  EXPECT_EQ(mapped[17], 'a');
  mapped[18] = 'b';
  EXPECT_EQ(memory.bytes()[18], 'b');
  ::munmap(mapped, 5000);
}

TEST(SharedMemoryTest, NeitherSideChangesItsSize) {
  const SharedMemory memory =
      llvm::cantFail(SharedMemory::create("test", 4096));
  EXPECT_NE(::ftruncate(memory.fd(), 0), 0);
  EXPECT_NE(::ftruncate(memory.fd(), 8192), 0);
  SharedMemory moved = SharedMemory();
  EXPECT_FALSE(moved.valid());
}

TEST(SharedMemoryTest, RefusesWhatCouldShrink) {
  FileDescriptor open(::memfd_create("test", MFD_CLOEXEC | MFD_ALLOW_SEALING));
  ASSERT_EQ(::ftruncate(open.get(), 4096), 0);
  auto refused = SharedMemory::adopt(std::move(open));
  ASSERT_FALSE(bool(refused));
  EXPECT_THAT(llvm::toString(refused.takeError()), HasSubstr("not sealed"));
}

} // namespace
} // namespace mlirgym::worker
