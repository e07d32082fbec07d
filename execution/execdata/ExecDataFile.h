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
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <memory>
#include <mutex>

namespace mlirgym {

/// An SQLite file with the tables of ExecDataSchema.h. Thread safe: one
/// connection behind one mutex.
class ExecDataFile {
public:
  /// Errors: as openExecDataFile().
  static llvm::Expected<std::unique_ptr<ExecDataFile>>
  open(llvm::StringRef path, SqliteMode mode);

  /// The look-ups, which other threads wait for.
  struct LockedReader {
    std::unique_lock<std::mutex> lock;
    ExecDataReader *reader;
    ExecDataReader *operator->() const { return reader; }
  };
  /// For one statement: `file.read()->find(hash)`.
  LockedReader read() { return {std::unique_lock(mutex), &reader}; }

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
