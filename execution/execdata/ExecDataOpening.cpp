#include "execution/execdata/ExecDataOpening.h"
#include "execution/execdata/ExecDataSchema.h"
#include "execution/execdata/Sqlite.h"
#include "execution/outcome/ExecutionError.h"
#include "program/RegularFile.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include <array>
#include <chrono>
#include <memory>
#include <optional>
#include <sqlite3.h>
#include <string>
#include <system_error>
#include <thread>

namespace mlirgym {
namespace {
/// What the first bytes of a file say, before SQLite reads it as a database:
/// opening a stranger's for writing could already change it.
enum class FirstLook : uint8_t {
  Missing,
  Empty,
  NotSqlite,
  Foreign,
  Truncated,
  Sqlite
};
} // namespace

/// True if an SQLite header promises more than the file has. SQLite itself
/// takes a last page that is cut for one that ends in zeros.
static bool isTruncated(llvm::StringRef header, uint64_t fileSize) {
  // Offsets in an SQLite header, all big endian: page size (1: 65536), change
  // counter, number of pages, change counter when that number was written.
  using namespace llvm::support::endian;
  uint64_t pageSize = read16be(header.data() + 16);
  if (read32be(header.data() + 24) != read32be(header.data() + 92))
    return false;
  return fileSize <
         read32be(header.data() + 28) * (pageSize == 1 ? 65536 : pageSize);
}

namespace {
struct FileBegin {
  std::array<char, 100> header = {}; ///< as long as SQLite's, else zeros
  uint64_t fileSize = 0;
};
} // namespace

/// nullopt if the file cannot be read. Never by plain input: to close any
/// descriptor of a file ends all locks on it that this process has, also those
/// of connections that are open, and others then take the log away under them.
/// SQLite keeps such descriptors open.
static std::optional<FileBegin> readBegin(llvm::StringRef path) {
  // Opened so, it is neither locked nor taken for a database.
  sqlite3 *native = nullptr;
  int code = sqlite3_open_v2(
      sqliteUri(path, "immutable=1").c_str(), &native,
      SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_URI, nullptr);
  std::unique_ptr<sqlite3, int (*)(sqlite3 *)> connection(native,
                                                          sqlite3_close_v2);
  sqlite3_file *file = nullptr;
  if (code != SQLITE_OK ||
      sqlite3_file_control(native, "main", SQLITE_FCNTL_FILE_POINTER,
                           static_cast<void *>(&file)) != SQLITE_OK ||
      !file || !file->pMethods)
    return std::nullopt;
  FileBegin begin;
  sqlite3_int64 size = 0;
  code = file->pMethods->xRead(file, begin.header.data(),
                               static_cast<int>(begin.header.size()), 0);
  if ((code != SQLITE_OK && code != SQLITE_IOERR_SHORT_READ) ||
      file->pMethods->xFileSize(file, &size) != SQLITE_OK)
    return std::nullopt;
  begin.fileSize = static_cast<uint64_t>(size);
  return begin;
}

static FirstLook lookAt(llvm::StringRef path) {
  // Offset of the application id in an SQLite header.
  constexpr size_t applicationIdOffset = 68;
  std::optional<FileBegin> begin = readBegin(path);
  if (!begin)
    return FirstLook::Missing;
  if (begin->fileSize == 0)
    return FirstLook::Empty;
  llvm::StringRef header(begin->header.data(), begin->header.size());
  if (!header.starts_with(llvm::StringRef("SQLite format 3\0", 16)))
    return FirstLook::NotSqlite;
  uint32_t id =
      llvm::support::endian::read32be(header.data() + applicationIdOffset);
  // 0 for most databases, and for ours while its tables are only in the log.
  if (id != execDataApplicationId && id != 0)
    return FirstLook::Foreign;
  // A log may hold the missing pages, or is just being copied to the file.
  bool truncated =
      isTruncated(header, begin->fileSize) && !SqliteConnection::hasLog(path);
  return truncated ? FirstLook::Truncated : FirstLook::Sqlite;
}

/// Says whether an SQLite file may be used, without leaving a trace of itself.
static llvm::Error checkSqlite(llvm::StringRef path) {
  auto check = [&](SqliteMode mode) -> llvm::Error {
    llvm::Expected<SqliteConnection> connection =
        SqliteConnection::open(path, mode);
    if (!connection)
      return connection.takeError();
    return readExecDataVersion(*connection, execDataMigrations()).takeError();
  };
  // With a log, what the file says may be out of date.
  if (!SqliteConnection::hasLog(path)) {
    llvm::Error error = check(SqliteMode::Immutable);
    // Unless a process began to write it meanwhile, that was the answer.
    if (!error || !SqliteConnection::hasLog(path))
      return error;
    llvm::consumeError(std::move(error));
  }
  return check(SqliteMode::ReadOnly);
}

/// WAL lets readers and one writer work at once. NORMAL: a commit is in the
/// operating system's hands when it returns, so it survives kill -9 of any
/// process; only a power failure may lose the last commits, and never harms
/// the rest. FULL would add an fsync to each insert. The switch to WAL reports
/// BUSY without waiting if another process opens the file at this moment.
static llvm::Error switchToWal(SqliteConnection &connection) {
  auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  while (true) {
    llvm::Error error =
        connection.execute("PRAGMA journal_mode = WAL", "switch it to WAL");
    if (!error)
      break;
    int code = sqlite3_errcode(connection.native()) & 0xff;
    if (code != SQLITE_BUSY || std::chrono::steady_clock::now() > deadline)
      return error;
    llvm::consumeError(std::move(error));
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  return connection.execute("PRAGMA synchronous = NORMAL;"
                            "PRAGMA foreign_keys = ON",
                            "set it up");
}

/// 64 MiB of pages a connection keep the inner pages of the indices of 10^7
/// entries, so that a first touch reads one or two leaves.
static llvm::Error setUp(SqliteConnection &connection) {
  return connection.execute("PRAGMA cache_size = -65536;"
                            "PRAGMA trusted_schema = OFF",
                            "set it up");
}

static llvm::Expected<SqliteConnection> openToRead(llvm::StringRef path) {
  llvm::Expected<SqliteConnection> connection =
      SqliteConnection::open(path, SqliteMode::ReadOnly);
  if (!connection)
    return connection.takeError();
  llvm::ArrayRef<const char *> migrations = execDataMigrations();
  llvm::Expected<int64_t> version =
      readExecDataVersion(*connection, migrations);
  if (!version)
    return version.takeError();
  // A database without tables, just being made by another process.
  if (*version == 0)
    return executionError("{0}: nothing in it yet; try again", path);
  if (llvm::Error error = setUp(*connection))
    return error;
  return connection;
}

static llvm::Expected<SqliteConnection> openToWrite(llvm::StringRef path) {
  llvm::Expected<SqliteConnection> connection =
      SqliteConnection::open(path, SqliteMode::ReadWrite);
  if (!connection)
    return connection.takeError();
  // Until the file is known to be sound, nothing may be written back to it.
  connection->setCheckpointOnClose(false);
  llvm::ArrayRef<const char *> migrations = execDataMigrations();
  llvm::Expected<int64_t> version =
      readExecDataVersion(*connection, migrations);
  if (!version)
    return version.takeError();
  if (llvm::Error error = switchToWal(*connection))
    return error;
  if (*version < static_cast<int64_t>(migrations.size())) {
    if (llvm::Error error = migrateExecData(*connection, migrations))
      return error;
    // Moves the tables from the log to the file, so that its first bytes tell
    // what it is. If readers are in the way it happens later.
    sqlite3_wal_checkpoint_v2(connection->native(), nullptr,
                              SQLITE_CHECKPOINT_PASSIVE, nullptr, nullptr);
  }
  connection->setCheckpointOnClose(true);
  if (llvm::Error error = setUp(*connection))
    return error;
  return connection;
}

llvm::Expected<SqliteConnection> openExecDataFile(llvm::StringRef path,
                                                  SqliteMode mode) {
  if (path == ":memory:")
    return openToWrite(path);
  if (llvm::sys::fs::is_directory(path))
    return executionError("{0}: a folder, not an exec-data file; give the path "
                          "of a file in it",
                          path);
  // SQLite opens what lies beside the file too, and would wait for a FIFO.
  for (const char *suffix : {"", "-wal", "-shm", "-journal"}) {
    std::string file = (path + suffix).str();
    if (std::error_code notRegular = checkRegular(file))
      return executionError(
          "{0}: {1}; give the path of an exec-data file, it was not changed",
          file, notRegular.message());
  }
  FirstLook look = lookAt(path);
  if (look == FirstLook::Truncated) {
    // Or a compaction went on between reading its header and its size.
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
    look = lookAt(path);
  }
  switch (look) {
  case FirstLook::NotSqlite:
    return executionError("{0}: not an exec-data file (its first bytes are not "
                          "SQLite's); give another path, or import it if it is "
                          "MLIR-RL's JSON, it was not changed",
                          path);
  case FirstLook::Foreign:
    return foreignFileError(path);
  case FirstLook::Truncated:
    return executionError(
        "{0}: the file is truncated; restore a copy, it was not changed", path);
  case FirstLook::Missing:
    if (mode == SqliteMode::ReadOnly)
      return executionError("{0}: no such exec-data file, or not readable; "
                            "check the path",
                            path);
    break;
  case FirstLook::Empty:
    if (mode == SqliteMode::ReadOnly)
      return executionError("{0}: the file is empty; check the path", path);
    break;
  case FirstLook::Sqlite:
    if (llvm::Error error = checkSqlite(path))
      return error;
    break;
  }
  return mode == SqliteMode::ReadOnly ? openToRead(path) : openToWrite(path);
}

} // namespace mlirgym
