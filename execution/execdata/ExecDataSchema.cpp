#include "execution/execdata/ExecDataSchema.h"
#include "execution/outcome/ExecutionError.h"
#include "program/RegularFile.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/FileSystem.h"
#include <array>
#include <chrono>
#include <memory>
#include <optional>
#include <sqlite3.h>
#include <thread>

namespace mlirgym {

// Rows are appended, and an index that covers all that a look-up answers finds
// them by key: one descent, one page that is not in memory. As a clustered
// table (WITHOUT ROWID) each insert would rewrite a random page of whole rows.
// That index cannot be UNIQUE, since its first column is the key: writers look
// before they insert, under the write lock, and verify() counts.
// `schedule`, `status` and the names are text for whoever queries the file;
// what repeats in every row (program, context, origin) is a number.
static constexpr const char *createVersion1 = R"sql(
CREATE TABLE programs(
  id INTEGER PRIMARY KEY,
  key BLOB NOT NULL UNIQUE CHECK(length(key) = 16),
  name TEXT NOT NULL,
  operations INTEGER NOT NULL DEFAULT 0);
CREATE TABLE contexts(
  id INTEGER PRIMARY KEY,
  machine TEXT NOT NULL,
  toolchain TEXT NOT NULL,
  protocol TEXT NOT NULL,
  threads INTEGER NOT NULL,
  UNIQUE(machine, toolchain, protocol, threads));
CREATE TABLE origins(
  id INTEGER PRIMARY KEY,
  version TEXT NOT NULL,
  host TEXT NOT NULL,
  UNIQUE(version, host));
CREATE TABLE measurements(
  id INTEGER PRIMARY KEY,
  key BLOB NOT NULL CHECK(length(key) = 16),
  program INTEGER NOT NULL REFERENCES programs(id),
  context INTEGER NOT NULL REFERENCES contexts(id),
  schedule TEXT NOT NULL,
  status TEXT NOT NULL,
  median_ns REAL NOT NULL,
  min_ns REAL NOT NULL,
  spread REAL NOT NULL,
  repeats INTEGER NOT NULL,
  number INTEGER NOT NULL,
  object BLOB,
  message TEXT,
  origin INTEGER NOT NULL REFERENCES origins(id),
  created_at INTEGER NOT NULL);
CREATE INDEX measurements_by_key ON measurements(
  key, status, median_ns, min_ns, spread, repeats, number);
CREATE INDEX measurements_by_object
  ON measurements(program, context, object);
CREATE INDEX baselines ON measurements(program, context) WHERE schedule = '';
CREATE VIEW timings AS
  SELECT p.name AS program, m.schedule, m.status,
         m.median_ns, m.min_ns, m.spread, m.repeats, m.number,
         b.median_ns AS baseline_ns,
         CASE WHEN m.status = 'ok' AND b.status = 'ok' AND m.median_ns > 0
              THEN b.median_ns / m.median_ns END AS speedup,
         c.machine, c.toolchain, c.protocol, c.threads, m.message,
         lower(hex(m.object)) AS object_hash, lower(hex(p.key)) AS program_key,
         o.version, o.host,
         strftime('%Y-%m-%dT%H:%M:%SZ', m.created_at / 1000000, 'unixepoch')
           AS created_at
  FROM measurements m
  JOIN programs p ON p.id = m.program
  JOIN contexts c ON c.id = m.context
  JOIN origins o ON o.id = m.origin
  LEFT JOIN measurements b
    ON b.program = m.program AND b.context = m.context AND b.schedule = '';
)sql";

// How sure a median is, and whether the machine was quiet; what was known
// before stays unknown. The index still covers what a look-up answers. `paired`
// has the key of a measurement, not its id: that may be in a main file.
static constexpr const char *migrateTo2 = R"sql(
ALTER TABLE measurements ADD COLUMN uncertainty REAL;
ALTER TABLE measurements ADD COLUMN noisy INTEGER NOT NULL DEFAULT 0;
DROP INDEX measurements_by_key;
CREATE INDEX measurements_by_key ON measurements(
  key, status, median_ns, min_ns, spread, repeats, number, uncertainty, noisy);
CREATE TABLE paired(
  key BLOB PRIMARY KEY CHECK(length(key) = 16),
  baseline_ns REAL NOT NULL,
  schedule_ns REAL NOT NULL,
  uncertainty REAL NOT NULL,
  rounds INTEGER NOT NULL,
  noisy INTEGER NOT NULL,
  created_at INTEGER NOT NULL) WITHOUT ROWID;
CREATE TRIGGER paired_goes_too AFTER DELETE ON measurements
  BEGIN DELETE FROM paired WHERE key = old.key; END;
DROP VIEW timings;
CREATE VIEW timings AS
  SELECT p.name AS program, m.schedule, m.status,
         m.median_ns, m.min_ns, m.spread, m.uncertainty, m.noisy,
         m.repeats, m.number,
         b.median_ns AS baseline_ns,
         CASE WHEN m.status = 'ok' AND b.status = 'ok' AND m.median_ns > 0
              THEN b.median_ns / m.median_ns END AS speedup,
         q.baseline_ns / q.schedule_ns AS paired_speedup,
         c.machine, c.toolchain, c.protocol, c.threads, m.message,
         lower(hex(m.object)) AS object_hash, lower(hex(p.key)) AS program_key,
         o.version, o.host,
         strftime('%Y-%m-%dT%H:%M:%SZ', m.created_at / 1000000, 'unixepoch')
           AS created_at
  FROM measurements m
  JOIN programs p ON p.id = m.program
  JOIN contexts c ON c.id = m.context
  JOIN origins o ON o.id = m.origin
  LEFT JOIN paired q ON q.key = m.key
  LEFT JOIN measurements b
    ON b.program = m.program AND b.context = m.context AND b.schedule = '';
)sql";

static constexpr std::array<const char *, 2> migrationList = {createVersion1,
                                                              migrateTo2};

llvm::ArrayRef<const char *> execDataMigrations() { return migrationList; }

static llvm::Error foreignError(llvm::StringRef path) {
  return executionError("{0}: not an exec-data file but another program's; "
                        "give another path, it was not changed",
                        path);
}

llvm::Expected<int64_t>
readExecDataVersion(SqliteConnection &connection,
                    llvm::ArrayRef<const char *> migrations) {
  auto query = [&](llvm::StringRef sql) {
    return connection.queryInteger(sql, "read what kind of file it is");
  };
  llvm::Expected<int64_t> application = query("PRAGMA application_id");
  if (!application)
    return application.takeError();
  llvm::Expected<int64_t> version = query("PRAGMA user_version");
  if (!version)
    return version.takeError();
  llvm::Expected<int64_t> tables = query("SELECT count(*) FROM sqlite_schema");
  if (!tables)
    return tables.takeError();
  if (*application == 0 && *version == 0 && *tables == 0)
    return 0;
  if (*application != execDataApplicationId || *version <= 0)
    return foreignError(connection.path());
  if (*version > static_cast<int64_t>(migrations.size()))
    return executionError(
        "{0}: exec data of version {1}, this mlirgym reads up to {2}; use a "
        "newer mlirgym, the file was not changed",
        connection.path(), *version, migrations.size());
  return *version;
}

llvm::Error migrateExecData(SqliteConnection &connection,
                            llvm::ArrayRef<const char *> migrations) {
  SqliteTransaction transaction(connection);
  if (llvm::Error error = transaction.begin("create its tables"))
    return error;
  // Again, under the lock: another process may have been faster.
  llvm::Expected<int64_t> version = readExecDataVersion(connection, migrations);
  if (!version)
    return version.takeError();
  for (const char *step : migrations.drop_front(*version))
    if (llvm::Error error = connection.execute(step, "create its tables"))
      return error;
  std::string stamp =
      llvm::formatv("PRAGMA application_id = {0}; PRAGMA user_version = {1}",
                    execDataApplicationId, migrations.size());
  if (llvm::Error error = connection.execute(stamp.c_str(), "mark it as ours"))
    return error;
  return transaction.commit("create its tables");
}

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
    return foreignError(path);
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
