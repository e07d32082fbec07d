//===- execution/timing/PerfCounters.h - Counts while kernels run ---------===//
#ifndef MLIRGYM_EXECUTION_TIMING_PERFCOUNTERS_H
#define MLIRGYM_EXECUTION_TIMING_PERFCOUNTERS_H

#include "execution/timing/CounterEvent.h"
#include "program/files/FileDescriptor.h"
#include <cstdint>
#include <optional>
#include <string>
#include <sys/types.h>
#include <vector>

namespace mlirgym {

/// Counts events in user mode, of this thread and those it starts afterwards.
/// Open it before the sandbox, which forbids it. One thread at a time.
class PerfCounters {
public:
  /// For events that this machine cannot count, read() returns nullopt.
  /// `process`: another process, whose threads are counted in place of this
  /// one's; 0: none.
  static PerfCounters open(std::vector<CounterEvent> events, pid_t process = 0);

  /// "hardware", or "none (REASON)" if no event of the processor can be
  /// counted.
  const std::string &status() const { return statusText; }
  /// Sets all counts to 0. Requires: paused.
  void reset();
  /// Counts from here to pause().
  void resume();
  void pause();
  /// The counts since reset(), divided by `calls`, in the order of the events;
  /// nullopt where nothing was counted. Requires: paused.
  std::vector<std::optional<double>> read(double calls) const;

private:
  /// Values as the system counts them; times are since the counter was opened.
  struct Reading {
    uint64_t value, enabledNs, runningNs;
  };
  struct Counter {
    CounterEvent event;
    FileDescriptor file; ///< of perf_event; invalid if it cannot be counted
    Reading atReset = {};
    /// Values of the whole process, used without perf_event.
    double atResume = 0, counted = 0;
    bool isOfAnother = false;

    bool isOfProcess() const {
      return !isOfAnother && event.source != CounterEvent::Source::Perf &&
             !file.valid();
    }
  };
  static std::optional<Reading> readCounter(const FileDescriptor &counter);
  void control(unsigned long request) const;

  std::vector<Counter> counters;
  std::string statusText;
};

/// "hardware" if a worker on this machine can count cycles and instructions,
/// otherwise "none (REASON)". Changes nothing.
std::string hardwareCounterStatus();
} // namespace mlirgym
#endif // MLIRGYM_EXECUTION_TIMING_PERFCOUNTERS_H
