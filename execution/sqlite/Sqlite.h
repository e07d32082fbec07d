//===- execution/sqlite/Sqlite.h - SQLite's C interface with owners -------===//
#ifndef MLIRGYM_EXECUTION_SQLITE_SQLITE_H
#define MLIRGYM_EXECUTION_SQLITE_SQLITE_H

#include "outcome/StopCheck.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <chrono>
#include <cstdint>
#include <memory>
#include <string>

struct sqlite3;
struct sqlite3_stmt;

namespace mlirgym {

/// A prepared statement. Bound text and blobs are not copied: they must live
/// until reset(). Parameters count from 1, columns from 0.
class SqliteStatement {
public:
  SqliteStatement() = default;
  explicit SqliteStatement(sqlite3_stmt *statement) : handle(statement) {}

  void bind(int parameter, int64_t value);
  void bind(int parameter, double value);
  void bindText(int parameter, llvm::StringRef value);
  void bindBlob(int parameter, llvm::ArrayRef<uint8_t> value);
  void bindNull(int parameter);

  /// True for a row, false after the last. Errors: ExecutionError that begins
  /// with the file and the current `task`.
  llvm::Expected<bool> step(llvm::StringRef task);
  /// Executes a statement without rows, then resets it. Errors: as step().
  llvm::Error run(llvm::StringRef task);
  /// Ends the read transaction; the statement can be bound and stepped again.
  void reset();

  bool isNull(int column) const;
  /// False for null, text and blobs, which integer() and real() read as 0.
  bool isNumber(int column) const;
  int64_t integer(int column) const;
  double real(int column) const;
  /// Valid until the next step() or reset().
  llvm::StringRef text(int column) const;
  llvm::ArrayRef<uint8_t> blob(int column) const;

private:
  struct Finalize {
    void operator()(sqlite3_stmt *statement) const;
  };
  std::unique_ptr<sqlite3_stmt, Finalize> handle;
};

/// Resets a statement at the end of its scope.
class SqliteReset {
public:
  explicit SqliteReset(SqliteStatement &statement) : statement(statement) {}
  ~SqliteReset() { statement.reset(); }
  SqliteReset(const SqliteReset &) = delete;
  SqliteReset &operator=(const SqliteReset &) = delete;

private:
  SqliteStatement &statement;
};

enum class SqliteMode : uint8_t {
  ReadWrite, ///< created if it is missing
  ReadOnly,  ///< on read-only media as Immutable
  Immutable, ///< reads only the file itself: valid while no process writes it
};

/// The wait for locks of other processes.
struct SqliteLockWait {
  /// Ends the wait early; null: only the timeout ends it.
  StopCheck *stop = nullptr;
  std::chrono::steady_clock::time_point deadline = {};
  /// True if the last wait ended because `stop` was requested.
  bool stopped = false;
};

/// One connection. Not thread safe: its owner holds a mutex. Waits up to a
/// minute for locks of other processes.
class SqliteConnection {
public:
  /// `path` ":memory:" for a database without a file. Errors: ExecutionError
  /// naming the file.
  static llvm::Expected<SqliteConnection> open(llvm::StringRef path,
                                               SqliteMode mode);

  /// True if there is a non-empty write-ahead log beside the file.
  static bool hasLog(llvm::StringRef path);

  llvm::Expected<SqliteStatement> prepare(llvm::StringRef sql);
  /// Executes statements without rows.
  llvm::Error execute(const char *sql, llvm::StringRef task);
  /// The first column of the first row, 0 without a row.
  llvm::Expected<int64_t> queryInteger(llvm::StringRef sql,
                                       llvm::StringRef task);
  SqliteLockWait &lockWait() { return *wait; }
  /// False: the write-ahead log is kept even if this connection is the last to
  /// close.
  void setCheckpointOnClose(bool on);
  int64_t lastInsertId() const;
  int64_t changes() const;
  /// True between BEGIN and COMMIT: some errors roll back by themselves.
  bool inTransaction() const;
  sqlite3 *native() const { return handle.get(); }
  llvm::StringRef path() const { return file; }
  /// URI with the mode of opening, for ATTACH: read-only files stay read-only.
  std::string uri() const;

private:
  struct Close {
    void operator()(sqlite3 *connection) const;
  };
  std::string file;
  SqliteMode mode = SqliteMode::ReadWrite;
  /// On the heap, since SQLite holds its address.
  std::unique_ptr<SqliteLockWait> wait = std::make_unique<SqliteLockWait>();
  std::unique_ptr<sqlite3, Close> handle;
};

/// A transaction, rolled back unless commit() succeeds.
class SqliteTransaction {
public:
  explicit SqliteTransaction(SqliteConnection &connection)
      : connection(connection) {}
  ~SqliteTransaction();
  SqliteTransaction(const SqliteTransaction &) = delete;
  SqliteTransaction &operator=(const SqliteTransaction &) = delete;
  llvm::Error begin(llvm::StringRef task);
  /// Without the write lock: all reads see the file as the first one does.
  llvm::Error beginReading(llvm::StringRef task);
  llvm::Error commit(llvm::StringRef task);

private:
  SqliteConnection &connection;
};

/// "FILE: cannot TASK: SQLite's message; how to fix it".
llvm::Error sqliteError(sqlite3 *connection, llvm::StringRef file,
                        llvm::StringRef task, int code);

/// `file:` URI of a path with a query, such as "immutable=1".
std::string sqliteUri(llvm::StringRef path, llvm::StringRef query);
} // namespace mlirgym
#endif // MLIRGYM_EXECUTION_SQLITE_SQLITE_H
