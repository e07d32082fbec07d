//===- execution/timing/PerfCounters.h - Hardware counters ------*- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_TIMING_PERFCOUNTERS_H
#define MLIRGYM_EXECUTION_TIMING_PERFCOUNTERS_H

#include "execution/outcome/Measurement.h"
#include "program/FileDescriptor.h"
#include <array>
#include <cstdint>
#include <optional>
#include <string>

namespace mlirgym {

/// Cycles, instructions, cache and branch misses in user mode, by perf_event,
/// of this thread and those it starts afterwards. Open it before the sandbox,
/// which forbids it. One thread at a time.
class PerfCounters {
public:
  /// Without permission or hardware counters, all counts are 0.
  static PerfCounters open();

  /// "hardware", or "none (REASON)".
  const std::string &status() const { return statusText; }
  /// Sets all counts to 0. Requires: paused.
  void reset();
  /// Counts from here to pause().
  void resume();
  void pause();
  /// The counts since reset(), divided by `calls`. Requires: paused.
  HardwareCounters read(double calls) const;

private:
  /// Values as the system counts them; times are since the counter was opened.
  struct Reading {
    uint64_t value, enabledNs, runningNs;
  };
  static std::optional<Reading> readCounter(const FileDescriptor &counter);
  void control(unsigned long request) const;

  static constexpr unsigned numCounters = 4;
  std::array<FileDescriptor, numCounters> counters;
  std::array<Reading, numCounters> atReset = {};
  std::string statusText;
};

/// "hardware", or "none (REASON)": whether a worker on this machine can count
/// cycles and instructions. Changes nothing.
std::string hardwareCounterStatus();
} // namespace mlirgym
#endif // MLIRGYM_EXECUTION_TIMING_PERFCOUNTERS_H
