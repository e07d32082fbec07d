//===- execution/execdata/PublishingRule.h - What is published ------------===//
#ifndef MLIRGYM_EXECUTION_EXECDATA_PUBLISHINGRULE_H
#define MLIRGYM_EXECUTION_EXECDATA_PUBLISHINGRULE_H

#include "execution/execdata/ExecData.h"
#include "llvm/ADT/ArrayRef.h"
#include <cstdint>
#include <string>
#include <vector>

namespace mlirgym {

/// The outcome of a rule for one timing.
enum class Fate : uint8_t {
  Kept,
  EqualCode, ///< another timing is of the same object code
  Failure,   ///< there are enough failures
  Timed,     ///< there are enough timings
};
inline constexpr unsigned numFates = 4;

/// The rule by which exec data are thinned before they are published. It keeps
/// the spread of the data: a search alone leaves mostly fast schedules.
struct PublishingRule {
  /// Most timings of a program under one machine, toolchain, protocol, number
  /// of threads and metric, with the baseline.
  unsigned timings = 1000;
  /// Shares of `timings`: the fastest schedules, and failures at most. The rest
  /// is spread evenly over bins of log speedup of this width, in doublings.
  double fastest = 0.05, failures = 0.1, bin = 0.25;

  /// One fate per record, in their order. `records` are those of one program
  /// and context. The choice depends only on the set of records: among equals,
  /// timings that are not noisy come first, then small keys, which are hashes.
  std::vector<Fate> apply(llvm::ArrayRef<ExecData::Record> records) const;
  /// The rule in words, one sentence per line of a Markdown list.
  std::string describe() const;
};
} // namespace mlirgym
#endif // MLIRGYM_EXECUTION_EXECDATA_PUBLISHINGRULE_H
