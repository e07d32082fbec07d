//===- execution/batch/CountedTimings.h - Timings with their counters -----===//
#ifndef MLIRGYM_EXECUTION_BATCH_COUNTEDTIMINGS_H
#define MLIRGYM_EXECUTION_BATCH_COUNTEDTIMINGS_H

#include "execution/execdata/ExecData.h"
#include "outcome/Measurement.h"
#include "outcome/StopCheck.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <string>
#include <vector>

namespace mlirgym {

/// Exec data for a request with counters: a stored timing is used only if all
/// of these counters are stored with it. A failure needs no counters. Thread
/// safe.
class CountedTimings {
public:
  /// Both must outlive this.
  CountedTimings(ExecData &execData, llvm::ArrayRef<std::string> names)
      : data(execData), counters(names) {}

  /// Errors: as ExecData::lookup().
  llvm::Expected<std::optional<Measurement>> lookup(const ExecDataKey &key);
  /// The timing of equal object code; nullopt if there are counters, which
  /// belong to one key. Errors: as ExecData::lookupObject().
  llvm::Expected<std::optional<Measurement>>
  lookupObject(const ExecDataKey &key, llvm::StringRef objectHash);
  /// Stores `measurement`, with its counters if they were requested, and
  /// returns the stored timing, which may be another one: see
  /// ExecData::settle().
  llvm::Expected<Measurement> settle(const ExecDataKey &key,
                                     Measurement measurement,
                                     const ExecDataProvenance &provenance,
                                     const Measurement *replaced,
                                     StopCheck *stop);

  /// `counted` in the order of the request, with missing counters as
  /// unavailable; if none were requested, the available ones.
  std::vector<CounterValue> inOrder(std::vector<CounterValue> counted) const;

private:
  ExecData &data;
  llvm::ArrayRef<std::string> counters;
};
} // namespace mlirgym
#endif // MLIRGYM_EXECUTION_BATCH_COUNTEDTIMINGS_H
