//===- execution/execdata/ExecDataFile.h - One exec-data file ---*- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_EXECDATA_EXECDATAFILE_H
#define MLIRGYM_EXECUTION_EXECDATA_EXECDATAFILE_H

#include "execution/execdata/ExecData.h"
#include "execution/execdata/ExecDataHash.h"
#include "execution/execdata/ExecDataReader.h"
#include "execution/execdata/ExecDataWriter.h"
#include "execution/sqlite/Sqlite.h"
#include "execution/sqlite/WriteTransactions.h"
#include "outcome/Measurement.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

namespace mlirgym {

/// An SQLite file with the tables of ExecDataSchema.h. Thread safe: one
/// connection behind one mutex.
class ExecDataFile {
public:
  /// Errors: as openExecDataFile().
  static llvm::Expected<std::unique_ptr<ExecDataFile>>
  open(llvm::StringRef path, SqliteMode mode);

  // Look-ups: see ExecDataReader.
  llvm::Expected<std::optional<Measurement>> find(const ExecDataHash &hash);
  llvm::Expected<std::optional<Measurement>>
  findObject(const ExecDataKey &key, llvm::ArrayRef<uint8_t> object);
  llvm::Expected<std::optional<PairedMeasurement>>
  findPaired(const ExecDataHash &hash);
  llvm::Expected<std::optional<std::vector<CounterValue>>>
  findCounters(const ExecDataHash &hash);
  llvm::Expected<std::vector<ExecDataContext>>
  contextsOf(const ExecDataKey &key);
  llvm::Error forEach(ExecData::Order order, ExecDataReader::Visit visit);
  llvm::Expected<uint64_t> count();
  llvm::Error checkValues();

  /// Stores all records in one transaction, or none. Errors: a full disk, a
  /// file that was removed or replaced since it was opened; InterruptedError,
  /// see WriteTransactions::run().
  llvm::Error insert(llvm::ArrayRef<ExecData::Record> records, StopCheck *stop);
  /// See ExecData::settle(); a record stored before `sinceUs` (microseconds
  /// since 1970) is replaced. Errors: as insert().
  llvm::Expected<Measurement> settle(const ExecData::Record &record,
                                     const Measurement *replaced,
                                     int64_t sinceUs, StopCheck *stop);
  /// See ExecData::settlePaired(). Errors: as insert().
  llvm::Expected<PairedMeasurement> settlePaired(const ExecDataHash &hash,
                                                 PairedMeasurement paired,
                                                 int64_t sinceUs,
                                                 StopCheck *stop);
  /// See IncomingRecords; 0 for this file itself. Errors: as insert().
  llvm::Expected<uint64_t> merge(llvm::StringRef path);

  llvm::StringRef path() const { return connection.path(); }

private:
  explicit ExecDataFile(SqliteConnection opened)
      : connection(std::move(opened)), transactions(connection),
        reader(connection), writer(connection) {}
  llvm::Error prepare(SqliteMode mode);

  std::mutex mutex;
  SqliteConnection connection; // before the statements: closed after them
  WriteTransactions transactions;
  ExecDataReader reader;
  ExecDataWriter writer;
};
} // namespace mlirgym
#endif // MLIRGYM_EXECUTION_EXECDATA_EXECDATAFILE_H
