//===- outcome/Metric.h - Quantity of a measurement -------------*- C++ -*-===//
#ifndef MLIRGYM_OUTCOME_METRIC_H
#define MLIRGYM_OUTCOME_METRIC_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>
#include <string>

namespace mlirgym {

/// The quantity that a measurement counts, per call of the program.
/// Measurements of different metrics are never compared. Stored in exec data by
/// name.
enum class Metric : uint8_t {
  Nanoseconds,
  /// Instructions executed by an emulator, the same in each run. They are not
  /// time: an instruction on sixteen elements counts as one, and so does a load
  /// that misses all caches.
  Instructions,
  /// Cycles reported by the tools of a foreign toolchain: a simulator, or a
  /// counter of the processor.
  Cycles,
  /// Cycles from a model of a processor, without cache misses and branch
  /// mispredictions: the same in each run, and never measured.
  EstimatedCycles,
};
/// "nanoseconds", "instructions", "cycles", "estimated_cycles".
llvm::StringRef nameOf(Metric metric);
/// For people: "estimated cycles".
llvm::StringRef wordsOf(Metric metric);
std::optional<Metric> parseMetric(llvm::StringRef name);

/// For people: as formatNs(), or "6108678 instructions"; "-" if unknown: 0,
/// negative, or not finite.
std::string formatAmount(double amount, Metric metric);
} // namespace mlirgym
#endif // MLIRGYM_OUTCOME_METRIC_H
