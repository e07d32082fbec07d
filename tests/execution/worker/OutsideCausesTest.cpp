// Workers that something else than their kernel stops, signals or kills.
#include "KernelFixture.h"
#include <atomic>
#include <chrono>
#include <csignal>
#include <fstream>
#include <functional>
#include <sys/prctl.h>
#include <thread>

namespace mlirgym::worker {
namespace {

using std::chrono::milliseconds;
using testing::HasSubstr;

/// Does something to workers while a kernel runs in them.
class Intruder {
public:
  /// Calls `act` for each new worker, 100 ms after it appears, at most `most`
  /// times.
  Intruder(const MeasureWorker &worker, unsigned most,
           std::function<void(pid_t)> act)
      : thread([=, &worker, this] {
          pid_t last = 0;
          for (unsigned done = 0; done < most && !isOver;) {
            std::this_thread::sleep_for(milliseconds(5));
            const pid_t pid = worker.pid();
            if (pid == 0 || pid == last)
              continue;
            last = pid;
            std::this_thread::sleep_for(milliseconds(100));
            act(pid);
            ++done;
          }
        }) {}
  ~Intruder() {
    isOver = true;
    thread.join();
  }

private:
  std::atomic<bool> isOver = false;
  std::thread thread;
};

class OutsideCausesTest : public KernelTest {
protected:
  /// The right kernel, which takes as much processor time in each call.
  MemoryFile busyKernel(unsigned ms) {
    return compile("busy(" + std::to_string(ms) +
                       "); for (long i = 0; i < n; ++i) "
                       "out[i] = 2 * in[i] + 1;",
                   R"c(#include <time.h>
static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return t.tv_sec * 1e3 + t.tv_nsec / 1e6;
}
static void busy(double ms) { for (double end = now() + ms; now() < end;); })c");
  }
};

TEST_F(OutsideCausesTest, NoTimePassesWhileAWorkerIsStopped) {
  options.timeoutMs = 1000;
  startWorker();
  MemoryFile busy = busyKernel(600);
  Intruder intruder(*worker, 1, [](pid_t pid) {
    ::kill(pid, SIGSTOP);
    std::this_thread::sleep_for(milliseconds(800));
    ::kill(pid, SIGCONT);
  });
  KernelOutcome outcome = callOnce(busy);
  EXPECT_TRUE(outcome.measurement.ok()) << outcome.measurement.message;
  EXPECT_EQ(worker->restarts(), 0u);
}

TEST_F(OutsideCausesTest, AWorkerThatStaysStoppedIsReplaced) {
  options.timeoutMs = 400;
  startWorker();
  ::kill(worker->pid(), SIGSTOP); // before the request
  KernelOutcome outcome = callOnce(goodKernel());
  EXPECT_TRUE(outcome.measurement.ok()) << outcome.measurement.message;
  EXPECT_EQ(worker->restarts(), 1u);
}

TEST_F(OutsideCausesTest, ARequestThatAStoppedWorkerDoesNotTakeIsRepeated) {
  // Longer than the buffer of a socket.
  options.timeoutMs = 400;
  auto process = llvm::cantFail(WorkerProcess::start(options));
  ::kill(process->pid(), SIGSTOP);
  EXPECT_FALSE(
      process->send(MessageType::Compile, std::string(8 << 20, 'x'), {}));
  WorkerDeath death = process->bury();
  EXPECT_EQ(death.blame, Blame::Elsewhere);
  EXPECT_THAT(death.message, HasSubstr("another process stopped the worker"));
}

TEST_F(OutsideCausesTest, TwoLongPausesAreNoFailureOfTheKernel) {
  options.timeoutMs = 500;
  startWorker();
  MemoryFile busy = busyKernel(400);
  Intruder intruder(*worker, 2, [](pid_t pid) { ::kill(pid, SIGSTOP); });
  KernelOutcome outcome = callOnce(busy);
  EXPECT_EQ(outcome.measurement.status, Status::TimedOut);
  EXPECT_TRUE(outcome.fromOutside);
  EXPECT_THAT(outcome.measurement.message,
              HasSubstr("another process stopped the worker (SIGSTOP) for more "
                        "than 500 ms"));
  EXPECT_EQ(worker->restarts(), 1u);
}

TEST_F(OutsideCausesTest, NoTimePassesWhileTheWholeSessionIsStopped) {
  // As a container that is paused: caller and worker together.
  MemoryFile busy = busyKernel(600);
  options.timeoutMs = 1000;
  ChildProcess caller = callElsewhere(busy);
  Processes processes;
  ASSERT_TRUE(caller.read(&processes, sizeof(processes)));
  const pid_t pids[] = {processes.caller, processes.worker};
  std::this_thread::sleep_for(milliseconds(200));
  for (pid_t pid : pids)
    ::kill(pid, SIGSTOP);
  std::this_thread::sleep_for(milliseconds(1200));
  for (pid_t pid : pids)
    ::kill(pid, SIGCONT);
  EXPECT_EQ(caller.readAll(), "0 ok");
}

TEST_F(OutsideCausesTest, ASignalFromElsewhereIsNoCrashOfTheKernel) {
  for (int signal : {SIGABRT, SIGTERM, SIGSEGV, SIGXCPU, SIGKILL}) {
    worker.reset();
    startWorker();
    MemoryFile busy = busyKernel(400);
    Intruder intruder(*worker, 1, [signal](pid_t pid) { ::kill(pid, signal); });
    KernelOutcome outcome = callOnce(busy);
    EXPECT_TRUE(outcome.measurement.ok()) << outcome.measurement.message;
    EXPECT_EQ(worker->restarts(), 1u) << signal;
  }
}

TEST_F(OutsideCausesTest, TwoSignalsNameTheirSender) {
  startWorker();
  MemoryFile busy = busyKernel(400);
  Intruder intruder(*worker, 2, [](pid_t pid) { ::kill(pid, SIGABRT); });
  KernelOutcome outcome = callOnce(busy);
  EXPECT_EQ(outcome.measurement.status, Status::Crashed);
  EXPECT_TRUE(outcome.fromOutside);
  EXPECT_THAT(outcome.measurement.message,
              HasSubstr("SIGABRT (aborted), sent by process " +
                        std::to_string(::getpid())));
}

TEST_F(OutsideCausesTest, TwoKillsAreNoFailureUnlessMemoryRanOut) {
  std::ifstream stream("/proc/vmstat");
  const std::string statistics{std::istreambuf_iterator<char>(stream), {}};
  if (statistics.find("oom_kill ") == std::string::npos)
    GTEST_SKIP() << "the system does not count what it kills";
  startWorker();
  MemoryFile busy = busyKernel(400);
  Intruder intruder(*worker, 2, [](pid_t pid) { ::kill(pid, SIGKILL); });
  KernelOutcome outcome = callOnce(busy);
  EXPECT_EQ(outcome.measurement.status, Status::Crashed);
  EXPECT_TRUE(outcome.fromOutside);
  EXPECT_THAT(outcome.measurement.message, HasSubstr("SIGKILL"));
  EXPECT_TRUE(run(data, goodKernel()).measurement.ok());
}

TEST_F(OutsideCausesTest, WhatAKernelDoesToItselfIsItsFailure) {
  startWorker();
  KernelOutcome outcome = callOnce(compile("abort();", "void abort(void);"));
  EXPECT_EQ(outcome.measurement.status, Status::Crashed);
  EXPECT_FALSE(outcome.fromOutside);
}

TEST_F(OutsideCausesTest, AKernelThatOnlyWaitsIsTriedTwice) {
  options.timeoutMs = 300;
  startWorker();
  KernelOutcome outcome =
      callOnce(compile("for (;;) usleep(100000);", "int usleep(unsigned);"));
  EXPECT_EQ(outcome.measurement.status, Status::TimedOut);
  EXPECT_THAT(outcome.measurement.message, HasSubstr("more than 300 ms"));
  EXPECT_FALSE(outcome.fromOutside);
  EXPECT_EQ(worker->restarts(), 1u);
}

TEST_F(OutsideCausesTest, AKernelThatComputesWithoutEndIsTriedOnce) {
  options.timeoutMs = 300;
  startWorker();
  KernelOutcome outcome =
      callOnce(compile("for (;;) ((volatile double *)out)[0] = 1;"));
  EXPECT_EQ(outcome.measurement.status, Status::TimedOut);
  EXPECT_FALSE(outcome.fromOutside);
  EXPECT_EQ(worker->restarts(), 0u);
}

} // namespace
} // namespace mlirgym::worker
