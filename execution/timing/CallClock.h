//===- execution/timing/CallClock.h - Time and interruptions of calls -----===//
#ifndef MLIRGYM_EXECUTION_TIMING_CALLCLOCK_H
#define MLIRGYM_EXECUTION_TIMING_CALLCLOCK_H

#include "execution/timing/Sampler.h"
#include "program/Stopwatch.h"
#include <sys/resource.h>

namespace mlirgym {

/// Measures the time from construction to read(), and detects whether this
/// process was preempted or stopped during it. Costs two system calls outside
/// the measured time.
class CallClock {
public:
  TimedCalls read() const {
    TimedCalls timed{taken.nanoseconds()};
    const rusage after = usage();
    const auto switches =
        static_cast<double>(after.ru_nivcsw - before.ru_nivcsw);
    timed.interrupted = switches > 0;
    // All threads together compute at least as long as one thread. While the
    // process is stopped (SIGSTOP, a frozen container) no thread computes, for
    // longer than other processes usually take the processor.
    constexpr double mostMissingNs = 1e6, mostMissingShare = 0.1,
                     usualSwitchNs = 1e7;
    const double missingNs = timed.elapsedNs -
                             (processorNs(after) - processorNs(before)) -
                             switches * usualSwitchNs;
    timed.paused = missingNs > mostMissingNs &&
                   missingNs > mostMissingShare * timed.elapsedNs;
    return timed;
  }

private:
  static rusage usage() {
    rusage now{};
    ::getrusage(RUSAGE_SELF, &now);
    return now;
  }
  static double processorNs(const rusage &used) {
    return 1e9 * static_cast<double>(used.ru_utime.tv_sec +
                                     used.ru_stime.tv_sec) +
           1e3 * static_cast<double>(used.ru_utime.tv_usec +
                                     used.ru_stime.tv_usec);
  }

  const rusage before = usage();
  const Stopwatch taken; ///< the last member: starts after the call above
};
} // namespace mlirgym
#endif // MLIRGYM_EXECUTION_TIMING_CALLCLOCK_H
