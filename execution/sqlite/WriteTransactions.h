//===- execution/sqlite/WriteTransactions.h - Durable transactions --------===//
#ifndef MLIRGYM_EXECUTION_SQLITE_WRITETRANSACTIONS_H
#define MLIRGYM_EXECUTION_SQLITE_WRITETRANSACTIONS_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <sys/types.h>

namespace mlirgym {

class SqliteConnection;
class StopCheck;

/// Identifies the file that a path refers to.
struct FileIdentity {
  dev_t device = 0;
  ino_t inode = 0;
  friend bool operator==(const FileIdentity &, const FileIdentity &) = default;
};

/// Write transactions on an exec-data file, committed only if its path still
/// refers to the opened file. One thread at a time.
class WriteTransactions {
public:
  /// `opened` must outlive this.
  explicit WriteTransactions(SqliteConnection &opened) : connection(opened) {}

  /// Performs `work` in a transaction. Errors: those of `work`, and as
  /// requireInPlace(); InterruptedError if `stop`, which may be null, was
  /// requested while another process had the file locked.
  llvm::Error run(llvm::StringRef task, StopCheck *stop,
                  llvm::function_ref<llvm::Error()> work);
  /// Errors: ExecutionError if the file or its log is no longer at its path.
  /// SQLite would continue to write, and the records would be lost when it
  /// closes the file.
  llvm::Error requireInPlace();

private:
  SqliteConnection &connection;
  /// The opened file, and its log once it exists.
  std::optional<FileIdentity> identity, logIdentity;
};
} // namespace mlirgym
#endif // MLIRGYM_EXECUTION_SQLITE_WRITETRANSACTIONS_H
