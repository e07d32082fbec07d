//===- execution/timing/MeasureProtocol.h - How a kernel is timed ---------===//
#ifndef MLIRGYM_EXECUTION_TIMING_MEASUREPROTOCOL_H
#define MLIRGYM_EXECUTION_TIMING_MEASUREPROTOCOL_H

#include <cstdint>
#include <string>

namespace mlirgym {

/// What a kernel finds in the caches when it is called.
enum class CacheState : uint8_t {
  Warm, ///< what the call before left
  Cold, ///< nothing of its arguments: they are flushed before each call
};

/// How a kernel is timed. Part of the exec-data key.
///
/// One verified call warms up; then *number*, the calls a repeat, is chosen so
/// that a repeat lasts minRepeatMs, and repeats are taken until the median is
/// known well enough. A call longer than budgetMs is timed once. With cold
/// caches a repeat is one call.
///
/// A fixed piece of work is timed between any two repeats, and, where the
/// arguments do not fit into the second cache, how long it takes to read as
/// much. If they took more than driftLimit or memoryDriftLimit longer than
/// usual, the core was slower meanwhile (its clock, or a neighbour on its other
/// hardware thread), or the last cache and the memory were (a neighbour
/// anywhere), and the repeats beside do not count, nor do those during which
/// the system took the processor away: others are taken in their place, as long
/// as there is patience. What never settles, or whose median is known no better
/// than uncertaintyLimit, is marked as noisy.
struct MeasureProtocol {
  /// A repeat lasts at least this long: calls a repeat follow from it. Short
  /// and many rather than long and few: neighbours come and go within a
  /// millisecond, and the quiet moments between them are short.
  double minRepeatMs = 0.2;
  /// Repeats go on until half the median's 95 % confidence interval is within
  /// this fraction of it. A kernel that is slower than the baseline in each
  /// repeat will not be chosen: it takes three, within twice the
  /// fraction, with half the patience.
  unsigned minRepeats = 5, maxRepeats = 100;
  double relativeInterval = 0.01;
  /// or until so much time went by.
  double budgetMs = 300;
  /// Gives up on a kernel slower than this many times the baseline; 0: never.
  double tooSlowFactor = 10;
  CacheState caches = CacheState::Warm;
  /// Fixed: see above.
  static constexpr double driftLimit = 0.03, memoryDriftLimit = 0.05,
                          uncertaintyLimit = 0.02;
  /// Beyond minRepeats, what is not settled after so long never will be.
  static constexpr double patienceMs = 10;
  /// Short text that stands for all of it, and for the version of the
  /// measuring code: "v4-r0.2-n5..100-i0.01-b300-s10", with "-cold" at its end.
  std::string id() const;
};
} // namespace mlirgym
#endif // MLIRGYM_EXECUTION_TIMING_MEASUREPROTOCOL_H
