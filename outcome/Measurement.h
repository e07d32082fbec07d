//===- outcome/Measurement.h - The outcome of a schedule ------------------===//
#ifndef MLIRGYM_OUTCOME_MEASUREMENT_H
#define MLIRGYM_OUTCOME_MEASUREMENT_H

#include "outcome/Metric.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace mlirgym {

/// The outcome of measuring a schedule. Environments give its number: append,
/// never reorder.
enum class Status : uint8_t {
  Ok,
  TransformFailed,
  LoweringFailed,
  CompileFailed,
  WrongResult,
  Crashed,
  TimedOut,
  OutOfMemory,
  TooSlow,
  NotCached,
  /// Right, but its time or its conduct shows that it was not measured
  /// honestly. Never stored.
  Suspicious,
};
inline constexpr auto numStatuses =
    static_cast<uint8_t>(Status::Suspicious) + 1;
/// True if exec data may have it.
constexpr bool isStored(Status status) {
  return status != Status::NotCached && status != Status::Suspicious;
}
/// True for the number of a status with which code can end.
constexpr bool isStatusOfCode(uint8_t number) {
  return number < numStatuses &&
         number != static_cast<uint8_t>(Status::NotCached);
}
/// "ok", "transform_failed", ...
llvm::StringRef nameOf(Status status);
std::optional<Status> parseStatus(llvm::StringRef name);

/// Wall time of the phases of an uncached sample, milliseconds.
struct PhaseTimes {
  double transformMs = 0, lowerMs = 0, compileMs = 0, verifyMs = 0,
         measureMs = 0;
};

/// Number of events per call, over all threads of the kernel: see
/// timing/CounterEvent.h.
struct CounterValue {
  std::string name;
  /// nullopt if this machine or device cannot count it.
  std::optional<double> perCall;
};

/// A timing: taken by the sampler, sent by worker processes, stored in exec
/// data.
struct Timing {
  /// Median and minimum over repeats, per call: in nanoseconds, or in the unit
  /// of Measurement::metric.
  double medianNs = 0, minNs = 0;
  /// Interquartile range / median, no unit.
  double spread = 0;
  /// Half the width of the median's 95 % confidence interval / median, no unit,
  /// plus the addition of MeasureProtocol for an unsteady machine; 0 if
  /// unknown.
  double uncertainty = 0;
  /// Number of repeats (timed batches), and of calls per repeat.
  uint32_t repeats = 0, number = 0;
  /// Median nanoseconds per call for copying the arguments that are not
  /// resident (program/Placement.h) to the device, and outputs back. Not part
  /// of the other times; 0 for a device without memory of its own.
  float transferNs = 0;
  /// True if the uncertainty is so large that a speedup over this time says
  /// little: isNoisy() (Noise.h).
  bool noisy = false;

  /// Calls visit(name, field) for each field of `self`, a Timing; the names are
  /// used for the columns in exec data, and for the attributes in Python.
  template <typename Self, typename Visit>
  static void forEachField(Self &self, Visit visit) {
    visit("median_ns", self.medianNs);
    visit("min_ns", self.minNs);
    visit("spread", self.spread);
    visit("repeats", self.repeats);
    visit("number", self.number);
    visit("uncertainty", self.uncertainty);
    visit("noisy", self.noisy);
    visit("transfer_ns", self.transferNs);
  }
};

/// The times are 0 unless status is Ok (TooSlow: a lower bound).
struct Measurement : Timing {
  Status status = Status::NotCached;
  /// The metric of medianNs and minNs.
  Metric metric = Metric::Nanoseconds;
  /// True if the timing was stored already.
  bool cacheHit = false;
  /// The reason if status is not Ok; names the operation, pass or signal. If it
  /// is Ok, the part that verification could not check, or "".
  std::string message;
  /// Zero on a cache hit.
  PhaseTimes phases;
  /// The requested counters, in that order; by default the processor's cycles,
  /// instructions, cache and branch misses, as far as available. Empty if
  /// status is not Ok.
  std::vector<CounterValue> counters;

  bool ok() const { return status == Status::Ok; }
};

/// A schedule and its baseline, measured interleaved (A B A B ...), so that
/// changes in the speed of the machine affect both alike.
struct PairedMeasurement {
  /// NotCached: a replay without a stored result. Any other failure occurred
  /// when the schedule or the baseline ran again.
  Status status = Status::NotCached;
  /// The metric of baselineNs and scheduleNs.
  Metric metric = Metric::Nanoseconds;
  /// Medians over the rounds, per call.
  double baselineNs = 0, scheduleNs = 0;
  /// Half the width of the 95 % confidence interval of the median of the
  /// rounds' speedups / that median, no unit; of five rounds it is their range.
  double uncertainty = 0;
  uint32_t rounds = 0;
  /// True if the uncertainty is above MeasureProtocol::driftLimit.
  bool noisy = false;
  bool cacheHit = false;
  std::string message = {};

  bool ok() const { return status == Status::Ok; }
  double speedup() const { return baselineNs / scheduleNs; }
};
} // namespace mlirgym
#endif // MLIRGYM_OUTCOME_MEASUREMENT_H
