#include "execution/sqlite/WriteTransactions.h"
#include "execution/sqlite/Sqlite.h"
#include "outcome/ExecutionError.h"
#include "outcome/StopCheck.h"
#include "program/Try.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FormatVariadic.h"
#include <optional>
#include <sqlite3.h>
#include <string>
#include <sys/stat.h>

namespace mlirgym {

static std::optional<FileIdentity> identityOf(const std::string &file) {
  struct stat status;
  if (::stat(file.c_str(), &status) != 0)
    return std::nullopt;
  return FileIdentity{status.st_dev, status.st_ino};
}

/// Takes the write lock, unless `stop` is requested first.
static llvm::Error begin(SqliteTransaction &transaction,
                         SqliteConnection &connection, llvm::StringRef task,
                         StopCheck *stop) {
  SqliteLockWait &wait = connection.lockWait();
  wait = {.stop = stop};
  llvm::Error error = transaction.begin(task);
  wait.stop = nullptr;
  if (!error || !wait.stopped)
    return error;
  llvm::consumeError(std::move(error));
  return llvm::make_error<InterruptedError>(
      llvm::formatv("{0}: cannot {1}: interrupted while another process had "
                    "the file locked; repeat the call to continue",
                    connection.path(), task)
          .str());
}

llvm::Error WriteTransactions::run(llvm::StringRef task, StopCheck *stop,
                                   llvm::function_ref<llvm::Error()> work) {
  SqliteTransaction transaction(connection);
  MLIRGYM_TRY_TO(begin(transaction, connection, task, stop));
  MLIRGYM_TRY_TO(work());
  MLIRGYM_TRY_TO(requireInPlace());
  return transaction.commit(task);
}

llvm::Error WriteTransactions::requireInPlace() {
  // The absolute path, with links resolved at opening; "" in memory.
  const char *name = sqlite3_db_filename(connection.native(), "main");
  if (!name || !*name)
    return llvm::Error::success();
  const std::string file = name;
  const std::optional<FileIdentity> now = identityOf(file),
                                    log = identityOf(file + "-wal");
  if (!identity) {
    // The file may have been removed since SQLite opened it.
    int moved = 0;
    sqlite3_file_control(connection.native(), "main", SQLITE_FCNTL_HAS_MOVED,
                         &moved);
    if (!moved)
      identity = now;
  }
  if (!logIdentity)
    logIdentity = log;
  // SQLite removes a log when the last connection closes, so not while ours is
  // open.
  if (identity && now == identity && log == logIdentity)
    return llvm::Error::success();
  return executionError(
      "{0}: was removed or replaced while it was open, and further records "
      "would be lost; restore it, or open it again",
      connection.path());
}

} // namespace mlirgym
