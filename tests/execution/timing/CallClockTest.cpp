#include "execution/timing/CallClock.h"
#include <chrono>
#include <csignal>
#include <ctime>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace mlirgym {
namespace {

void compute(double ms) {
  auto usedMs = [] {
    timespec now{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return 1e3 * static_cast<double>(now.tv_sec) +
           1e-6 * static_cast<double>(now.tv_nsec);
  };
  for (const double end = usedMs() + ms; usedMs() < end;)
    ;
}

TEST(CallClockTest, KnowsThatTheProcessWasStopped) {
  const pid_t child = ::fork();
  if (child == 0) {
    // Shortly, so that others take the processor a few times at most: what they
    // may have taken counts as no pause.
    const CallClock clock;
    compute(2);
    ::raise(SIGSTOP);
    compute(2);
    const TimedCalls timed = clock.read();
    ::_exit(timed.paused && timed.elapsedNs > 200e6 ? 0 : 1);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, WUNTRACED), child);
  ASSERT_TRUE(WIFSTOPPED(status));
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  ::kill(child, SIGCONT);
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
}

TEST(CallClockTest, APauseIsNoPartOfComputing) {
  // Others may have the processor meanwhile.
  const CallClock clock;
  compute(30);
  EXPECT_FALSE(clock.read().paused);
}

} // namespace
} // namespace mlirgym
