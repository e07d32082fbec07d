#include "tests/program/DeniedCalls.h"
#include "execution/wire/MemoryFile.h"
#include "execution/wire/Messages.h"
#include "tests/execution/ChildProcess.h"
#include "tests/execution/worker/KernelFixture.h"
#include <cerrno>
#include <string>
#include <sys/syscall.h>

namespace mlirgym::worker {
namespace {

using testing::EndsWith;
using testing::HasSubstr;

constexpr char allowIt[] = "; a sandbox or a container forbids the call; let "
                           "its seccomp profile allow it";

/// The error of a child to which these calls are denied.
template <typename Body>
std::string errorWithout(std::initializer_list<uint32_t> calls, int error,
                         Body body) {
  return ChildProcess([&](int report) {
           for (uint32_t call : calls)
             if (!denyCall(call, static_cast<uint32_t>(error)))
               return;
           writeText(report, llvm::toString(body().takeError()));
         })
      .readAll();
}

std::string memoryWithout(int error) {
  return errorWithout({SYS_memfd_create}, error, [] {
    return MemoryFile::create("test", {'a', 'b', 'c'});
  });
}

TEST(DeniedCallsTest, TheAdviceFitsTheCause) {
  EXPECT_EQ(memoryWithout(EPERM),
            std::string("cannot make a memory file of 3 "
                        "bytes: Operation not permitted") +
                allowIt);
  EXPECT_THAT(memoryWithout(ENOSYS), HasSubstr("use a newer Linux"));
  EXPECT_THAT(memoryWithout(EMFILE), EndsWith("; raise `ulimit -n`"));
  EXPECT_THAT(memoryWithout(ENFILE), HasSubstr("fs.file-max"));
  EXPECT_THAT(memoryWithout(ENOMEM), HasSubstr("; free memory"));
}

using DeniedProcessesTest = KernelTest;

TEST_F(DeniedProcessesTest, AWorkerThatMayNotBeStartedIsNotMissing) {
  const MemoryFile object = goodKernel();
  auto start = [&] {
    return MeasureWorker(options).run(data, object, {.entry = "payload"});
  };
  auto without = [&](int error) {
    return errorWithout({SYS_clone3, SYS_clone, SYS_vfork}, error, start);
  };
  EXPECT_EQ(without(EPERM),
            std::string("cannot start a thread: Operation not permitted") +
                allowIt);
  EXPECT_THAT(without(EAGAIN), HasSubstr("; end some processes, or raise "
                                         "`ulimit -u`"));
  EXPECT_THAT(errorWithout({SYS_socketpair}, EACCES, start),
              HasSubstr("cannot make a socket pair: Permission denied"));
}
} // namespace
} // namespace mlirgym::worker
