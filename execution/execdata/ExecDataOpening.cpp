#include "execution/execdata/ExecDataOpening.h"
#include "execution/execdata/ExecDataSchema.h"
#include "execution/sqlite/Sqlite.h"
#include "outcome/ExecutionError.h"
#include "program/Try.h"
#include "program/files/RegularFile.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <array>
#include <chrono>
#include <memory>
#include <optional>
#include <sqlite3.h>
#include <string>
#include <system_error>
#include <thread>
#include <utility>

namespace mlirgym {
namespace {
/// The kind of a file by its first bytes, which are checked before SQLite opens
/// it as a database: opening another application's file for writing could
/// change it.
enum class FirstLook : uint8_t {
  Missing,
  Empty,
  NotSqlite,
  Foreign,
  Truncated,
  Sqlite
};
} // namespace

/// True if the file is shorter than its SQLite header states. SQLite itself
/// treats a truncated last page as if it ended in zeros.
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
  std::array<char, 100> header =
      {}; ///< padded with zeros if the file is shorter
  uint64_t fileSize = 0;
};
} // namespace

/// nullopt if the file cannot be read. Read through SQLite, not by plain input:
/// closing any descriptor of a file releases all POSIX locks of this process on
/// it, including those of open connections, and other processes could then
/// remove the write-ahead log. SQLite defers closing such descriptors.
static std::optional<FileBegin> readBegin(llvm::StringRef path) {
  // Opened as immutable, the file is neither locked nor parsed as a database.
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
  // The size first: if another process is creating the file, the size is 0 or
  // the header has been written.
  if (file->pMethods->xFileSize(file, &size) != SQLITE_OK)
    return std::nullopt;
  code = file->pMethods->xRead(file, begin.header.data(),
                               static_cast<int>(begin.header.size()), 0);
  if (code != SQLITE_OK && code != SQLITE_IOERR_SHORT_READ)
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
  // 0 in most databases, and in ours while its tables are only in the log.
  if (id != execDataApplicationId && id != 0)
    return FirstLook::Foreign;
  // The write-ahead log may contain the missing pages.
  bool truncated =
      isTruncated(header, begin->fileSize) && !SqliteConnection::hasLog(path);
  return truncated ? FirstLook::Truncated : FirstLook::Sqlite;
}

/// Checks whether an SQLite file can be used, without creating any file beside
/// it.
static llvm::Error checkSqlite(llvm::StringRef path) {
  auto check = [&](SqliteMode mode) -> llvm::Error {
    MLIRGYM_TRY(SqliteConnection connection,
                SqliteConnection::open(path, mode));
    return readExecDataVersion(connection, execDataMigrations()).takeError();
  };
  auto lastChange = [&] {
    llvm::sys::fs::file_status status;
    (void)llvm::sys::fs::status(path, status); // a missing file is not changed
    return std::pair(status.getLastModificationTime(), status.getSize());
  };
  // If there is a log, the contents of the file may be out of date.
  constexpr int mostTries = 10;
  for (int i = 0; i < mostTries && !SqliteConnection::hasLog(path); ++i) {
    const auto before = lastChange();
    llvm::Error error = check(SqliteMode::Immutable);
    // The result is valid unless a process wrote meanwhile. Its log may be gone
    // already.
    if (!error || (!SqliteConnection::hasLog(path) && lastChange() == before))
      return error;
    llvm::consumeError(std::move(error));
  }
  return check(SqliteMode::ReadOnly);
}

/// WAL allows readers and one writer at once. NORMAL: the operating system has
/// a commit when it returns, so it survives kill -9 of any process; only a
/// power failure may lose the last commits, without damage to the rest. FULL
/// would add an fsync per insert. The switch to WAL returns BUSY without
/// waiting if another process opens the file at this moment.
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

/// A cache of 64 MiB per connection holds the inner pages of the indices for
/// 10^7 entries, so that a first look-up reads one or two leaves.
static llvm::Error setUp(SqliteConnection &connection) {
  return connection.execute("PRAGMA cache_size = -65536;"
                            "PRAGMA trusted_schema = OFF",
                            "set it up");
}

static llvm::Expected<SqliteConnection> openToRead(llvm::StringRef path) {
  MLIRGYM_TRY(SqliteConnection connection,
              SqliteConnection::open(path, SqliteMode::ReadOnly));
  MLIRGYM_TRY_TO(requireCurrentExecData(connection, execDataMigrations()));
  MLIRGYM_TRY_TO(setUp(connection));
  return connection;
}

static llvm::Expected<SqliteConnection> openToWrite(llvm::StringRef path) {
  MLIRGYM_TRY(SqliteConnection connection,
              SqliteConnection::open(path, SqliteMode::ReadWrite));
  // Nothing may be written to the file before it has been checked.
  connection.setCheckpointOnClose(false);
  llvm::ArrayRef<ExecDataMigration> migrations = execDataMigrations();
  MLIRGYM_TRY(int64_t version, readExecDataVersion(connection, migrations));
  MLIRGYM_TRY_TO(switchToWal(connection));
  if (version < static_cast<int64_t>(migrations.size())) {
    MLIRGYM_TRY_TO(migrateExecData(connection, migrations));
    // Moves the tables from the log to the file, so that its header shows the
    // application id. If readers prevent this, a later checkpoint does it.
    sqlite3_wal_checkpoint_v2(connection.native(), nullptr,
                              SQLITE_CHECKPOINT_PASSIVE, nullptr, nullptr);
  }
  connection.setCheckpointOnClose(true);
  MLIRGYM_TRY_TO(setUp(connection));
  return connection;
}

/// SQLite reports long paths as missing files.
static llvm::Error checkLength(llvm::StringRef path) {
  // The path as SQLite sees it: SQLite resolves links.
  llvm::SmallString<256> folder = llvm::sys::path::parent_path(path), whole;
  if (llvm::sys::fs::real_path(path, whole)) {
    if (llvm::sys::fs::real_path(folder.empty() ? "." : folder.str(), whole))
      return llvm::Error::success(); // there is no such folder
    llvm::sys::path::append(whole, llvm::sys::path::filename(path));
  }
  constexpr llvm::StringLiteral longestSuffix = "-journal";
  const size_t most =
      sqlite3_vfs_find(nullptr)->mxPathname - longestSuffix.size();
  if (whole.size() <= most)
    return llvm::Error::success();
  return executionError("{0}: the path is too long: {1} bytes, of which SQLite "
                        "takes {2}; put the file into a folder nearer to the "
                        "root",
                        path, whole.size(), most);
}

llvm::Expected<SqliteConnection> openExecDataFile(llvm::StringRef path,
                                                  SqliteMode mode) {
  if (path == ":memory:")
    return openToWrite(path);
  MLIRGYM_TRY_TO(checkLength(path));
  if (llvm::sys::fs::is_directory(path))
    return executionError("{0}: a folder, not an exec-data file; give the path "
                          "of a file in it",
                          path);
  // SQLite also opens the files next to it, and would block on a FIFO.
  for (const char *suffix : {"", "-wal", "-shm", "-journal"}) {
    std::string file = (path + suffix).str();
    if (std::error_code notRegular = checkRegular(file))
      return executionError(
          "{0}: {1}; give the path of an exec-data file, it was not changed",
          file, notRegular.message());
  }
  FirstLook look = lookAt(path);
  if (look == FirstLook::Truncated) {
    // A compaction may have run between reading the header and the size.
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
    MLIRGYM_TRY_TO(checkSqlite(path));
    break;
  }
  return mode == SqliteMode::ReadOnly ? openToRead(path) : openToWrite(path);
}

} // namespace mlirgym
