//===- execution/execdata/ExecDataReader.h - Look-ups in one file ---------===//
#ifndef MLIRGYM_EXECUTION_EXECDATA_EXECDATAREADER_H
#define MLIRGYM_EXECUTION_EXECDATA_EXECDATAREADER_H

#include "execution/execdata/ExecData.h"
#include "execution/execdata/ExecDataHash.h"
#include "execution/sqlite/Sqlite.h"
#include "outcome/Measurement.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace mlirgym {

/// The texts of a context and its number of records.
struct ExecDataContext {
  std::string machine, toolchain, protocol;
  uint64_t records = 0;
};

/// Look-ups in an exec-data file, by prepared statements. One thread at a time.
class ExecDataReader {
public:
  /// `opened` must outlive this. Requires: prepare() before any look-up.
  explicit ExecDataReader(SqliteConnection &opened) : connection(opened) {}
  llvm::Error prepare();

  llvm::Expected<std::optional<Measurement>> find(const ExecDataHash &hash);
  /// Only a record that was stored at `sinceUs` (microseconds since 1970) or
  /// later.
  llvm::Expected<std::optional<Measurement>> find(const ExecDataHash &hash,
                                                  int64_t sinceUs);
  /// First record with the object hash under the context of `key`.
  llvm::Expected<std::optional<Measurement>>
  findObject(const ExecDataKey &key, llvm::ArrayRef<uint8_t> object);
  /// The schedule of a key and its baseline, measured interleaved.
  llvm::Expected<std::optional<PairedMeasurement>>
  findPaired(const ExecDataHash &hash, int64_t sinceUs = 0);
  /// The counters stored with the timing of a key; nullopt if there are none.
  llvm::Expected<std::optional<std::vector<CounterValue>>>
  findCounters(const ExecDataHash &hash);
  /// Contexts that have records of the key's program, threads and metric.
  llvm::Expected<std::vector<ExecDataContext>>
  contextsOf(const ExecDataKey &key);

  /// A record with its stored key, and the problem with its values: see
  /// Plausibility.h.
  using Visit = llvm::function_ref<llvm::Error(const ExecDataHash &stored,
                                               const ExecData::Record &record,
                                               llvm::StringRef problem)>;
  llvm::Error forEach(ExecData::Order order, Visit visit);
  llvm::Expected<uint64_t> count();
  /// Checks the values of all timings, pairs and counters. Errors: the first
  /// value that cannot be the result of a measurement.
  llvm::Error checkValues();

private:
  /// Executes selectByKey or selectByObject with bound parameters.
  llvm::Expected<std::optional<Measurement>>
  queryMeasurement(SqliteStatement &statement);

  SqliteConnection &connection;
  SqliteStatement selectByKey, selectByObject, selectMessage, selectContexts,
      selectPaired, selectCounters, selectTime;
};
} // namespace mlirgym
#endif // MLIRGYM_EXECUTION_EXECDATA_EXECDATAREADER_H
