//===- execution/Measurement.h - What came of one schedule ------*- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_MEASUREMENT_H
#define MLIRGYM_EXECUTION_MEASUREMENT_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>
#include <string>

namespace mlirgym {

/// What became of a schedule. Stored in exec data: append, never reorder.
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
};
/// "ok", "transform_failed", ...
llvm::StringRef nameOf(Status status);
std::optional<Status> parseStatus(llvm::StringRef name);

/// Wall time of the phases of an uncached sample, milliseconds.
struct PhaseTimes {
  double transformMs = 0, lowerMs = 0, compileMs = 0, verifyMs = 0,
         measureMs = 0;
};

struct Measurement {
  Status status = Status::NotCached;
  /// Median and minimum over repeats, nanoseconds a call; 0 unless status is Ok
  /// (TooSlow: a lower bound).
  double medianNs = 0, minNs = 0;
  /// Interquartile range / median, no unit.
  double spread = 0;
  /// Timed batches, and calls a batch.
  uint32_t repeats = 0, number = 0;
  /// True if nothing was measured for this answer.
  bool cacheHit = false;
  /// Why, if status is not Ok: names the op, pass or signal.
  std::string message;
  /// Zero on a cache hit.
  PhaseTimes phases;

  bool ok() const { return status == Status::Ok; }
};
} // namespace mlirgym
#endif // MLIRGYM_EXECUTION_MEASUREMENT_H
