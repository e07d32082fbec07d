//===- tools/HostChecks.h - What helps or hurts timing here -----*- C++ -*-===//
#ifndef MLIRGYM_TOOLS_HOSTCHECKS_H
#define MLIRGYM_TOOLS_HOSTCHECKS_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <string>

namespace mlirgym::tools {

/// One thing that `mlirgym doctor` looked at.
struct Check {
  enum class Verdict : uint8_t {
    Fact, ///< neither good nor bad
    Good,
    Warning, ///< timings may be wrong or slow
    Failure, ///< something will not work
  };
  std::string name, value;
  Verdict verdict = Verdict::Fact;
  /// How to mend it, if it is not Good.
  std::string advice = {};
};
llvm::StringRef nameOf(Check::Verdict verdict);

// Each looks at one thing; none changes any.
Check checkProcessor();
Check checkCores();
Check checkVectors();
Check checkCaches();
/// Smallest step of the steady clock that was seen, and the kernel's source.
Check checkTimer();
/// Times a fixed piece of arithmetic for about a second: spread of its
/// repeats, interquartile range / median.
Check checkNoise();
Check checkLoad();
Check checkGovernor();
Check checkTurbo();
Check checkSeccomp();
/// Whether `measure` can tell cycles, instructions and misses.
Check checkCounters();
/// Space left where `folder` is or will be.
Check checkDisk(std::string name, const std::string &folder);
} // namespace mlirgym::tools
#endif // MLIRGYM_TOOLS_HOSTCHECKS_H
