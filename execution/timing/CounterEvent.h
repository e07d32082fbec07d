//===- execution/timing/CounterEvent.h - Events to count --------*- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_TIMING_COUNTEREVENT_H
#define MLIRGYM_EXECUTION_TIMING_COUNTEREVENT_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <string>
#include <vector>

namespace mlirgym {

/// An event that is counted while a kernel runs.
struct CounterEvent {
  enum class Source : uint8_t {
    Perf, ///< of the processor, by perf_event
    // Counters of the system, always available: by perf_event, or, where that
    // is not allowed, for the whole process by getrusage() and the process's
    // clock.
    TaskClock, ///< nanoseconds of processor time
    PageFaults,
    MinorFaults,
    MajorFaults,
    ContextSwitches,
  };

  /// The name by which it was requested.
  std::string name;
  Source source = Source::Perf;
  /// Those of perf_event_attr (perf_event_open(2)).
  uint32_t type = 0;
  uint64_t config = 0, config1 = 0, config2 = 0;

  /// `name` is one of names(); a raw code of the processor's performance
  /// counters as perf(1) writes it, "r01c2"; terms or an event of a unit in
  /// /sys/bus/event_source/devices, "cpu/event=0xc2,umask=0x1/" or "msr/tsc/";
  /// or a name of libpfm, "zen4::RETIRED_OPS", if that library is installed.
  /// Availability on this machine is checked only when the counter is opened.
  /// Errors: ExecutionError for any other name.
  static llvm::Expected<CounterEvent> parse(llvm::StringRef name);
  /// Errors: as parse(); a name that occurs twice.
  static llvm::Expected<std::vector<CounterEvent>>
  parseAll(llvm::ArrayRef<std::string> names);
  /// "cycles", "instructions", ..., "task-clock", "page-faults", ...: the
  /// generic events of Linux.
  static std::vector<std::string> names();
  /// Cycles, instructions, cache and branch misses.
  static std::vector<CounterEvent> usual();

  template <typename Archive> void serialize(Archive &archive) {
    auto code = static_cast<uint8_t>(source);
    archive(name, code, type, config, config1, config2);
    // An untrusted byte need not be an enumerator.
    source = code <= static_cast<uint8_t>(Source::ContextSwitches)
                 ? static_cast<Source>(code)
                 : Source::Perf;
  }
};
} // namespace mlirgym
#endif // MLIRGYM_EXECUTION_TIMING_COUNTEREVENT_H
