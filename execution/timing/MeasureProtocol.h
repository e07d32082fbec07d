//===- execution/timing/MeasureProtocol.h - Options of timings --*- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_TIMING_MEASUREPROTOCOL_H
#define MLIRGYM_EXECUTION_TIMING_MEASUREPROTOCOL_H

#include <cstdint>
#include <string>

namespace mlirgym {

/// The contents of the caches when a kernel is called.
enum class CacheState : uint8_t {
  Warm, ///< those left by the previous call
  Cold, ///< without its arguments, which are flushed before each call
};

/// Treatment of the outputs of timed calls: compared with those of the first
/// call, or ignored.
enum class LaterCalls : uint8_t { Compared, Ignored };

/// The method of timing a kernel. Part of the exec-data key. One verified call
/// warms up; then *number*, the calls per repeat, is chosen so that a repeat
/// lasts minRepeatMs, and repeats are taken until the median is accurate
/// enough. A call longer than budgetMs is timed once. With cold caches a repeat
/// is one call.
///
/// Probes are timed between any two repeats: a fixed piece of work and, if the
/// arguments do not fit into the L2 cache, reading a buffer of twice its size.
/// If a probe took more than driftLimit or memoryDriftLimit longer than usual,
/// the core was slower (its clock rate, or another hardware thread on the
/// core), or the last-level cache and the memory were (other processes).
/// Repeats next to such a probe, and repeats during which the system preempted
/// the process, do not count; others are taken instead, for at most patienceMs.
/// If fewer than three repeats count, all of them do, and the slowness of the
/// machine (SlownessHistory) is added to the uncertainty.
struct MeasureProtocol {
  /// Minimum duration of a repeat, which determines the calls per repeat. Many
  /// short repeats are better than few long ones: interference starts and stops
  /// within a millisecond, and quiet intervals are short.
  double minRepeatMs = 0.2;
  /// Repeats are taken until half the median's 95 % confidence interval is
  /// within this fraction of the median. A kernel that is slower than the
  /// baseline in each repeat, or takes 1.5 times as long as the fastest
  /// schedule so far, will not be chosen: for it, two repeats, four times the
  /// fraction and a tenth of patienceMs are enough. At twice as long one repeat
  /// of one call is enough, if the call that warms up took as long.
  unsigned minRepeats = 5, maxRepeats = 100;
  double relativeInterval = 0.01;
  /// or until this much time has passed.
  double budgetMs = 300;
  /// Stop if a kernel is slower than this many times the baseline; 0: never.
  double tooSlowFactor = 10;
  CacheState caches = CacheState::Warm;
  /// Calls that are not timed, between the verified one and the first repeat.
  unsigned warmUpCalls = 0;
  /// Constants: see above.
  static constexpr double driftLimit = 0.03, memoryDriftLimit = 0.05;
  /// Maximum time to wait for quiet repeats beyond minRepeats.
  static constexpr double patienceMs = 10;
  /// A short text that identifies all members and the version of the measuring
  /// code: "v4-r0.2-n5..100-i0.01-b300-s10", with "-cold" and "-w8" (calls that
  /// warm up, if there are any) at the end.
  std::string id() const;
};

/// Times per call of the same program, in nanoseconds; 0: unknown.
struct KnownTimes {
  double baselineNs = 0; ///< of the untransformed program
  double fastestNs = 0;  ///< of its fastest schedule so far
};
} // namespace mlirgym
#endif // MLIRGYM_EXECUTION_TIMING_MEASUREPROTOCOL_H
