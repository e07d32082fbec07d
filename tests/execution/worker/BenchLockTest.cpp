#include "execution/worker/BenchLock.h"
#include "KernelFixture.h"
#include "execution/worker/MeasureBench.h"
#include "outcome/ExecutionError.h"
#include "program/Stopwatch.h"
#include "tests/execution/ChildProcess.h"
#include <fcntl.h>
#include <string>
#include <sys/file.h>
#include <sys/stat.h>

namespace mlirgym::worker {
namespace {

using testing::HasSubstr;

class BenchLockTest : public KernelTest {
protected:
  /// Stops when so many seconds have passed.
  void waitFor(double seconds) {
    isEnough = [waited = Stopwatch(), seconds] {
      return waited.seconds() > seconds;
    };
  }
  llvm::Expected<KernelOutcome> measure() {
    StopCheck stop(isEnough, {});
    return MeasureBench(options, nullptr, tell)
        .run(data, goodKernel(),
             {.entry = "payload", .makeReference = true, .protocol = protocol},
             &stop);
  }

  std::function<bool()> isEnough;
  std::function<void(const std::string &)> tell;
};

TEST_F(BenchLockTest, WhoHoldsTheWorkerProgramHoldsUpNobody) {
  FileDescriptor program(::open(options.path.c_str(), O_RDONLY | O_CLOEXEC));
  ASSERT_EQ(::flock(program.get(), LOCK_EX), 0);
  waitFor(30);
  auto outcome = measure();
  ASSERT_TRUE(bool(outcome)) << llvm::toString(outcome.takeError());
  EXPECT_TRUE(outcome->measurement.ok()) << outcome->measurement.message;
}

TEST_F(BenchLockTest, NoOtherUserCanOpenIt) {
  const BenchLock lock(options.path);
  struct stat facts{};
  ASSERT_EQ(::stat(BenchLock::pathFor(options.path).c_str(), &facts), 0);
  EXPECT_EQ(facts.st_uid, ::geteuid());
  EXPECT_EQ(facts.st_mode & 0777, 0600u);
  // A file that others can open is as good as none.
  const std::string other = options.path + std::to_string(::getpid()),
                    shared = BenchLock::pathFor(other);
  FileDescriptor file(::open(shared.c_str(), O_RDWR | O_CREAT | O_CLOEXEC));
  ASSERT_EQ(::fchmod(file.get(), 0666), 0);
  ASSERT_EQ(::flock(file.get(), LOCK_EX), 0);
  waitFor(30);
  StopCheck stop(isEnough, {});
  Waiting waiting(nullptr);
  BenchLock(other).take(stop, waiting);
  EXPECT_FALSE(stop.requested());
  ::unlink(shared.c_str());
}

TEST_F(BenchLockTest, AWaitSaysForWhom) {
  ChildProcess holder([&](int report) {
    BenchLock lock(options.path);
    StopCheck never;
    Waiting waiting(nullptr);
    lock.take(never, waiting);
    const pid_t self = ::getpid();
    writeAll(report, &self, sizeof(self));
    ::pause();
  });
  pid_t pid = 0;
  ASSERT_TRUE(holder.read(&pid, sizeof(pid)));
  std::string told;
  tell = [&](const std::string &text) { told = text; };
  isEnough = [&] { return !told.empty(); };
  auto outcome = measure();
  EXPECT_THAT(told, HasSubstr("waiting for a quiet machine: process " +
                              std::to_string(pid) + " measures"));
  EXPECT_TRUE(outcome.errorIsA<InterruptedError>());
  llvm::consumeError(outcome.takeError());
  // The system releases it.
  holder.kill();
  holder.wait();
  waitFor(60);
  EXPECT_TRUE(llvm::cantFail(measure()).measurement.ok());
}
} // namespace
} // namespace mlirgym::worker
