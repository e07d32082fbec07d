#include "execution/sqlite/Sqlite.h"
#include "outcome/ExecutionError.h"
#include "program/Try.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/FileSystem.h"
#include <algorithm>
#include <chrono>
#include <cstring>
#include <random>
#include <sqlite3.h>
#include <string>
#include <thread>

namespace mlirgym {

/// Maximum time to wait for a lock. Our transactions take well under a
/// millisecond, a merge or a compaction takes seconds.
static constexpr std::chrono::seconds lockTimeout{60};
/// Maximum further time after a stop request: our transactions are finished by
/// then, so the timing is kept.
static constexpr std::chrono::milliseconds lockTimeoutOnceStopped{300};

static const char *mendFor(int code) {
  switch (code & 0xff) {
  case SQLITE_FULL:
    return "free some space and try again, nothing that was stored is lost";
  case SQLITE_CORRUPT:
  case SQLITE_NOTADB:
    return "the file is damaged and was not changed, restore a copy or save "
           "the readable part with sqlite3's .recover";
  case SQLITE_READONLY:
    return "make the file and its folder writable, or open it read-only";
  case SQLITE_CANTOPEN:
    return "check that the path is right, that its folder exists and that you "
           "may write there";
  case SQLITE_BUSY:
  case SQLITE_LOCKED:
    return "another process has held the file for a minute, end it or wait for "
           "it";
  case SQLITE_NOMEM:
    return "give the process more memory";
  case SQLITE_IOERR:
    return "check the disk (space, quota, file size limit) and try again, "
           "nothing that was stored is lost";
  default:
    return "check the file with `mlirgym data verify`";
  }
}

llvm::Error sqliteError(sqlite3 *connection, llvm::StringRef file,
                        llvm::StringRef task, int code) {
  std::string what = sqlite3_errstr(code & 0xff);
  if (connection) {
    const char *detail = sqlite3_errmsg(connection);
    if (detail && what != detail)
      what = (llvm::Twine(what) + " (" + detail + ")").str();
    // The error of the last failed system call; it belongs to this error only
    // if a system call caused it.
    int systemError = sqlite3_system_errno(connection);
    int kind = code & 0xff;
    if (systemError && (kind == SQLITE_IOERR || kind == SQLITE_CANTOPEN ||
                        kind == SQLITE_FULL))
      what += std::string(": ") + std::strerror(systemError);
  }
  return executionError("{0}: cannot {1}: {2}; {3}", file, task, what,
                        mendFor(code));
}

void SqliteStatement::Finalize::operator()(sqlite3_stmt *statement) const {
  sqlite3_finalize(statement);
}

void SqliteStatement::bind(int parameter, int64_t value) {
  sqlite3_bind_int64(handle.get(), parameter, value);
}

void SqliteStatement::bind(int parameter, double value) {
  sqlite3_bind_double(handle.get(), parameter, value);
}

void SqliteStatement::bindText(int parameter, llvm::StringRef value) {
  // A null pointer would bind NULL instead of an empty text.
  sqlite3_bind_text64(handle.get(), parameter, value.data() ? value.data() : "",
                      value.size(), SQLITE_STATIC, SQLITE_UTF8);
}

void SqliteStatement::bindBlob(int parameter, llvm::ArrayRef<uint8_t> value) {
  sqlite3_bind_blob64(handle.get(), parameter, value.data(), value.size(),
                      SQLITE_STATIC);
}

void SqliteStatement::bindNull(int parameter) {
  sqlite3_bind_null(handle.get(), parameter);
}

llvm::Expected<bool> SqliteStatement::step(llvm::StringRef task) {
  int code = sqlite3_step(handle.get());
  if (code == SQLITE_ROW)
    return true;
  if (code == SQLITE_DONE)
    return false;
  sqlite3 *connection = sqlite3_db_handle(handle.get());
  const char *file = sqlite3_db_filename(connection, "main");
  return sqliteError(connection, file && *file ? file : ":memory:", task,
                     sqlite3_extended_errcode(connection));
}

llvm::Error SqliteStatement::run(llvm::StringRef task) {
  SqliteReset reset(*this);
  return step(task).takeError();
}

void SqliteStatement::reset() {
  if (handle)
    sqlite3_reset(handle.get());
}

bool SqliteStatement::isNull(int column) const {
  return sqlite3_column_type(handle.get(), column) == SQLITE_NULL;
}

bool SqliteStatement::isNumber(int column) const {
  const int type = sqlite3_column_type(handle.get(), column);
  return type == SQLITE_INTEGER || type == SQLITE_FLOAT;
}

int64_t SqliteStatement::integer(int column) const {
  return sqlite3_column_int64(handle.get(), column);
}

double SqliteStatement::real(int column) const {
  return sqlite3_column_double(handle.get(), column);
}

llvm::StringRef SqliteStatement::text(int column) const {
  const unsigned char *data = sqlite3_column_text(handle.get(), column);
  size_t size = sqlite3_column_bytes(handle.get(), column);
  return {reinterpret_cast<const char *>(data), data ? size : 0};
}

llvm::ArrayRef<uint8_t> SqliteStatement::blob(int column) const {
  const void *data = sqlite3_column_blob(handle.get(), column);
  size_t size = sqlite3_column_bytes(handle.get(), column);
  return {static_cast<const uint8_t *>(data), data ? size : 0};
}

/// SQLite's own busy handler sleeps in fixed steps of up to 100 ms, so that
/// some of many writers starve. Transactions here are short, so this sleeps for
/// a short random time.
static int waitForLock(void *context, int attempts) {
  thread_local std::minstd_rand random{std::random_device{}()};
  SqliteLockWait &wait = *static_cast<SqliteLockWait *>(context);
  const auto now = std::chrono::steady_clock::now();
  if (attempts == 0) {
    wait.deadline = now + lockTimeout;
    wait.stopped = false;
  }
  if (now > wait.deadline)
    return 0;
  if (!wait.stopped && wait.stop && wait.stop->requested()) {
    wait.stopped = true;
    wait.deadline = std::min(wait.deadline, now + lockTimeoutOnceStopped);
  }
  int longest = attempts < 20 ? 500 : 5000;
  std::this_thread::sleep_for(std::chrono::microseconds(
      std::uniform_int_distribution<int>(50, longest)(random)));
  return 1;
}

std::string sqliteUri(llvm::StringRef path, llvm::StringRef query) {
  // In a URI, two slashes introduce a host name; here it is empty.
  std::string uri = path.starts_with("//") ? "file://" : "file:";
  for (char c : path) {
    if (llvm::isAlnum(c) || llvm::StringRef("/-_.~").contains(c))
      uri += c;
    else
      uri += "%" + llvm::toHex(llvm::StringRef(&c, 1));
  }
  return uri + "?" + query.str();
}

static int openNative(const std::string &name, int flags, SqliteLockWait *wait,
                      sqlite3 **out) {
  int code =
      sqlite3_open_v2(name.c_str(), out,
                      flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_URI, nullptr);
  if (code != SQLITE_OK)
    return code;
  sqlite3_extended_result_codes(*out, 1);
  sqlite3_busy_handler(*out, waitForLock, wait);
  // The first read opens the write-ahead log, which fails here on read-only
  // media.
  if (flags & SQLITE_OPEN_READONLY)
    return sqlite3_exec(*out, "PRAGMA schema_version", nullptr, nullptr,
                        nullptr);
  return SQLITE_OK;
}

bool SqliteConnection::hasLog(llvm::StringRef path) {
  uint64_t size = 0;
  return !llvm::sys::fs::file_size(path + "-wal", size) && size > 0;
}

llvm::Expected<SqliteConnection> SqliteConnection::open(llvm::StringRef path,
                                                        SqliteMode mode) {
  SqliteConnection result;
  result.file = path.str();
  auto tryOpen = [&](SqliteMode with) {
    result.mode = with;
    sqlite3 *native = nullptr;
    int code = openNative(result.uri(),
                          with == SqliteMode::ReadWrite
                              ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
                              : SQLITE_OPEN_READONLY,
                          result.wait.get(), &native);
    result.handle.reset(native);
    return code;
  };
  int code = tryOpen(mode);
  int kind = code & 0xff;
  // Reading a file in WAL mode needs a -shm file beside it. If we cannot create
  // one and there is no log, no process is writing now: read only the file
  // itself. A process with more permissions may begin to write, which we would
  // not notice.
  if ((kind == SQLITE_CANTOPEN || kind == SQLITE_READONLY) &&
      mode == SqliteMode::ReadOnly && llvm::sys::fs::exists(path) &&
      !hasLog(path))
    code = tryOpen(SqliteMode::Immutable);
  if (code != SQLITE_OK)
    return sqliteError(result.handle.get(), path, "open it", code);
  return result;
}

std::string SqliteConnection::uri() const {
  if (file == ":memory:")
    return file;
  switch (mode) {
  case SqliteMode::ReadWrite:
    return sqliteUri(file, "mode=rwc");
  case SqliteMode::ReadOnly:
    return sqliteUri(file, "mode=ro");
  case SqliteMode::Immutable:
    return sqliteUri(file, "immutable=1");
  }
  llvm_unreachable("not a mode");
}

void SqliteConnection::Close::operator()(sqlite3 *connection) const {
  sqlite3_close_v2(connection);
}

llvm::Expected<SqliteStatement> SqliteConnection::prepare(llvm::StringRef sql) {
  sqlite3_stmt *statement = nullptr;
  int code =
      sqlite3_prepare_v3(handle.get(), sql.data(), static_cast<int>(sql.size()),
                         SQLITE_PREPARE_PERSISTENT, &statement, nullptr);
  if (code != SQLITE_OK)
    return sqliteError(handle.get(), file, "read its tables", code);
  return SqliteStatement(statement);
}

llvm::Error SqliteConnection::execute(const char *sql, llvm::StringRef task) {
  int code = sqlite3_exec(handle.get(), sql, nullptr, nullptr, nullptr);
  if (code == SQLITE_OK)
    return llvm::Error::success();
  return sqliteError(handle.get(), file, task,
                     sqlite3_extended_errcode(handle.get()));
}

llvm::Expected<int64_t> SqliteConnection::queryInteger(llvm::StringRef sql,
                                                       llvm::StringRef task) {
  MLIRGYM_TRY(SqliteStatement statement, prepare(sql));
  MLIRGYM_TRY(bool row, statement.step(task));
  return row ? statement.integer(0) : 0;
}

void SqliteConnection::setCheckpointOnClose(bool on) {
  sqlite3_db_config(handle.get(), SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, !on,
                    nullptr);
}

int64_t SqliteConnection::lastInsertId() const {
  return sqlite3_last_insert_rowid(handle.get());
}

int64_t SqliteConnection::changes() const {
  return sqlite3_changes64(handle.get());
}

bool SqliteConnection::inTransaction() const {
  return !sqlite3_get_autocommit(handle.get());
}

llvm::Error SqliteTransaction::begin(llvm::StringRef task) {
  // IMMEDIATE takes the write lock now: upgrading a read to a write fails at
  // once if another process wrote in between.
  return connection.execute("BEGIN IMMEDIATE", task);
}

llvm::Error SqliteTransaction::beginReading(llvm::StringRef task) {
  return connection.execute("BEGIN DEFERRED", task);
}

llvm::Error SqliteTransaction::commit(llvm::StringRef task) {
  return connection.execute("COMMIT", task);
}

SqliteTransaction::~SqliteTransaction() {
  if (connection.inTransaction())
    llvm::consumeError(connection.execute("ROLLBACK", "roll back"));
}

} // namespace mlirgym
