//===- tools/HostChecks.h - Checks of this machine --------------*- C++ -*-===//
#ifndef MLIRGYM_TOOLS_HOSTCHECKS_H
#define MLIRGYM_TOOLS_HOSTCHECKS_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <string>

namespace mlirgym::tools {

/// The result of one check of `mlirgym doctor`.
struct Check {
  enum class Verdict : uint8_t {
    Fact, ///< neither good nor bad
    Good,
    Warning, ///< timings may be wrong or slow
    Failure, ///< something will not work
  };
  std::string name, value;
  Verdict verdict = Verdict::Fact;
  /// Advice for a fix, if it is not Good.
  std::string advice = {};
};
llvm::StringRef nameOf(Check::Verdict verdict);

// Each function makes one check and changes nothing.
Check checkProcessor();
Check checkCores();
Check checkVectors();
Check checkCaches();
/// Smallest step observed of the steady clock, and the kernel's clock source.
Check checkTimer();
/// Times a fixed piece of arithmetic for about a second: spread of its
/// repeats, interquartile range / median.
Check checkNoise();
Check checkLoad();
Check checkGovernor();
Check checkTurbo();
Check checkSeccomp();
/// Checks that `measure` can report cycles, instructions and misses.
Check checkCounters();
/// Free space on the disk on which `folder` is or will be.
Check checkDisk(std::string name, const std::string &folder);
} // namespace mlirgym::tools
#endif // MLIRGYM_TOOLS_HOSTCHECKS_H
