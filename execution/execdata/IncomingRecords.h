//===- execution/execdata/IncomingRecords.h - Merging of files --*- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_EXECDATA_INCOMINGRECORDS_H
#define MLIRGYM_EXECUTION_EXECDATA_INCOMINGRECORDS_H

#include "execution/sqlite/Sqlite.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>

namespace mlirgym {

class WriteTransactions;

/// The records of an exec-data file, to be merged into another one.
class IncomingRecords {
public:
  /// Errors: as openExecDataFile(), so that only exec data of this version is
  /// attached; implausible values (Plausibility.h).
  static llvm::Expected<IncomingRecords> open(llvm::StringRef path);

  /// Adds every record, and replaces older ones, in one transaction. Returns
  /// the number of records added or replaced.
  llvm::Expected<uint64_t> mergeInto(SqliteConnection &target,
                                     WriteTransactions &transactions);

private:
  explicit IncomingRecords(SqliteConnection opened)
      : source(std::move(opened)) {}
  /// Requires: attached as `other`, in a transaction.
  llvm::Expected<uint64_t> mergeAttached(SqliteConnection &target,
                                         llvm::StringRef task) const;

  SqliteConnection source; // kept open, so that its log stays readable
};
} // namespace mlirgym
#endif // MLIRGYM_EXECUTION_EXECDATA_INCOMINGRECORDS_H
