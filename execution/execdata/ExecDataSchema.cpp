#include "execution/execdata/ExecDataSchema.h"
#include "execution/sqlite/Sqlite.h"
#include "outcome/ExecutionError.h"
#include "program/Try.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FormatVariadic.h"
#include <array>
#include <cstddef>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

namespace mlirgym {

// Rows are appended, and a covering index finds them by key: one descent, with
// one page that is not in memory. In a clustered table (WITHOUT ROWID) each
// insert would rewrite a random page of whole rows. The index cannot be UNIQUE,
// since the key is only its first column: writers query before they insert,
// under the write lock, and verify() counts duplicates. `schedule`, `status`
// and the names are text, for queries by users; values that occur in many rows
// (program, context, origin) are stored once and referenced by id.
//
// An `uncertainty` is null if it is unknown. The columns `..._ns` hold numbers
// of any `metric`, which is part of the key, so that no index needs it; the
// view shows only times under these names. `paired` and `counters` (null: it
// could not be counted) have the key of a measurement and not its id, since the
// measurement may be in a read-only file.
static constexpr const char *createTablesSql = R"sql(
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
  metric TEXT NOT NULL,
  status TEXT NOT NULL,
  median_ns REAL NOT NULL,
  min_ns REAL NOT NULL,
  spread REAL NOT NULL,
  repeats INTEGER NOT NULL,
  number INTEGER NOT NULL,
  uncertainty REAL,
  noisy INTEGER NOT NULL,
  transfer_ns REAL NOT NULL,
  object BLOB,
  message TEXT,
  origin INTEGER NOT NULL REFERENCES origins(id),
  created_at INTEGER NOT NULL);
CREATE INDEX measurements_by_key ON measurements(
  key, status, median_ns, min_ns, spread, repeats, number, uncertainty, noisy,
  transfer_ns);
CREATE INDEX measurements_by_object
  ON measurements(program, context, object);
CREATE INDEX baselines ON measurements(program, context) WHERE schedule = '';
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
CREATE TABLE counters(
  key BLOB NOT NULL CHECK(length(key) = 16),
  name TEXT NOT NULL,
  per_call REAL,
  PRIMARY KEY(key, name)) WITHOUT ROWID;
CREATE TRIGGER counters_go_too AFTER DELETE ON measurements
  BEGIN DELETE FROM counters WHERE key = old.key; END;
CREATE VIEW timings AS
  SELECT p.name AS program, m.schedule, m.status,
         CASE m.metric WHEN 'nanoseconds' THEN m.median_ns END AS median_ns,
         CASE m.metric WHEN 'nanoseconds' THEN m.min_ns END AS min_ns,
         m.spread, m.uncertainty, m.noisy, m.repeats, m.number,
         CASE m.metric WHEN 'nanoseconds' THEN m.transfer_ns END AS transfer_ns,
         CASE m.metric WHEN 'nanoseconds' THEN b.median_ns END AS baseline_ns,
         CASE WHEN m.status = 'ok' AND b.status = 'ok' AND m.median_ns > 0
              THEN b.median_ns / m.median_ns END AS speedup,
         q.baseline_ns / q.schedule_ns AS paired_speedup,
         m.metric, m.median_ns AS median, b.median_ns AS baseline,
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
    ON b.program = m.program AND b.context = m.context AND b.schedule = ''
   AND b.metric = m.metric;
)sql";

static constexpr llvm::StringLiteral createTask = "create its tables";

static llvm::Error createTables(SqliteConnection &connection) {
  return connection.execute(createTablesSql, createTask);
}

static constexpr std::array<ExecDataMigration, 1> migrationList = {
    createTables};

llvm::ArrayRef<ExecDataMigration> execDataMigrations() { return migrationList; }

llvm::Error foreignFileError(llvm::StringRef path) {
  return executionError("{0}: not an exec-data file but another program's; "
                        "give another path, it was not changed",
                        path);
}

namespace {
/// Type and name of each table, index, view and trigger, with its table and its
/// SQL.
using Schema = std::map<std::pair<std::string, std::string>,
                        std::pair<std::string, std::string>>;
} // namespace

/// Ignores the statistics of ANALYZE, which SQLite uses only to plan queries.
static llvm::Expected<Schema> readSchema(SqliteConnection &connection,
                                         llvm::StringRef task) {
  MLIRGYM_TRY(SqliteStatement rows,
              connection.prepare(
                  "SELECT type, name, tbl_name, sql FROM sqlite_schema "
                  "WHERE NOT (type = 'table' AND name IN ('sqlite_stat1', "
                  "'sqlite_stat4'))"));
  Schema schema;
  while (true) {
    MLIRGYM_TRY(bool row, rows.step(task));
    if (!row)
      return schema;
    schema[{rows.text(0).str(), rows.text(1).str()}] = {rows.text(2).str(),
                                                        rows.text(3).str()};
  }
}

static llvm::Expected<Schema>
schemaAfter(llvm::ArrayRef<ExecDataMigration> migrations) {
  MLIRGYM_TRY(SqliteConnection memory,
              SqliteConnection::open(":memory:", SqliteMode::ReadWrite));
  for (ExecDataMigration step : migrations)
    MLIRGYM_TRY_TO(step(memory));
  return readSchema(memory, createTask);
}

/// schemaAfter() of the first migrations, computed once, since it takes a
/// millisecond.
static llvm::Expected<const Schema *> schemaOfVersion(size_t version) {
  static std::mutex mutex;
  static std::map<size_t, Schema> made;
  std::lock_guard lock(mutex);
  if (auto found = made.find(version); found != made.end())
    return &found->second;
  MLIRGYM_TRY(Schema schema,
              schemaAfter(execDataMigrations().take_front(version)));
  return &(made[version] = std::move(schema));
}

/// A foreign trigger, view or index, or a different definition of our own,
/// could change the stored or read data.
static llvm::Error checkSchema(SqliteConnection &connection, size_t version,
                               llvm::StringRef task) {
  MLIRGYM_TRY(Schema found, readSchema(connection, task));
  MLIRGYM_TRY(const Schema *expected, schemaOfVersion(version));
  for (const auto &[object, definition] : found) {
    const auto &[type, name] = object;
    auto ours = expected->find(object);
    if (ours == expected->end())
      return executionError(
          "{0}: its {1} '{2}' on {3} is not mlirgym's and may falsify timings; "
          "look at it (`.schema` in sqlite3) and drop it, or use another file, "
          "it was not changed",
          connection.path(), type, name, definition.first);
    if (ours->second != definition)
      return executionError("{0}: its {1} '{2}' is not as mlirgym made it and "
                            "may falsify timings; restore a copy, it was not "
                            "changed",
                            connection.path(), type, name);
  }
  for (const auto &[object, definition] : *expected)
    if (!found.contains(object))
      return executionError("{0}: lacks the {1} '{2}'; restore a copy, it was "
                            "not changed",
                            connection.path(), object.first, object.second);
  return llvm::Error::success();
}

llvm::Expected<int64_t>
readExecDataVersion(SqliteConnection &connection,
                    llvm::ArrayRef<ExecDataMigration> migrations) {
  constexpr llvm::StringLiteral task = "read the kind of file";
  // Another process may create the tables between two of the queries.
  std::optional<SqliteTransaction> snapshot;
  if (!connection.inTransaction())
    MLIRGYM_TRY_TO(snapshot.emplace(connection).beginReading(task));
  auto query = [&](llvm::StringRef sql) {
    return connection.queryInteger(sql, task);
  };
  MLIRGYM_TRY(int64_t application, query("PRAGMA application_id"));
  MLIRGYM_TRY(int64_t version, query("PRAGMA user_version"));
  MLIRGYM_TRY(int64_t tables, query("SELECT count(*) FROM sqlite_schema"));
  if (application == 0 && version == 0 && tables == 0)
    return 0;
  if (application != execDataApplicationId || version <= 0)
    return foreignFileError(connection.path());
  if (version > static_cast<int64_t>(migrations.size()))
    return executionError(
        "{0}: exec data of version {1}, this mlirgym reads up to {2}; use the "
        "mlirgym that wrote it, the file was not changed",
        connection.path(), version, migrations.size());
  if (version <= static_cast<int64_t>(execDataMigrations().size()))
    MLIRGYM_TRY_TO(checkSchema(connection, static_cast<size_t>(version), task));
  return version;
}

llvm::Error
requireCurrentExecData(SqliteConnection &connection,
                       llvm::ArrayRef<ExecDataMigration> migrations) {
  MLIRGYM_TRY(int64_t version, readExecDataVersion(connection, migrations));
  if (version == 0) // another process is creating the tables
    return executionError("{0}: nothing in it yet; try again",
                          connection.path());
  if (version < static_cast<int64_t>(migrations.size()))
    return executionError("{0}: exec data of version {1}, this mlirgym reads "
                          "version {2}; open it once for writing, which "
                          "upgrades it",
                          connection.path(), version, migrations.size());
  return llvm::Error::success();
}

llvm::Error migrateExecData(SqliteConnection &connection,
                            llvm::ArrayRef<ExecDataMigration> migrations) {
  SqliteTransaction transaction(connection);
  MLIRGYM_TRY_TO(transaction.begin(createTask));
  // Checked again under the lock: another process may have migrated the file.
  MLIRGYM_TRY(int64_t version, readExecDataVersion(connection, migrations));
  for (ExecDataMigration step : migrations.drop_front(version))
    MLIRGYM_TRY_TO(step(connection));
  std::string stamp =
      llvm::formatv("PRAGMA application_id = {0}; PRAGMA user_version = {1}",
                    execDataApplicationId, migrations.size());
  MLIRGYM_TRY_TO(connection.execute(stamp.c_str(), "set its application id"));
  return transaction.commit(createTask);
}

} // namespace mlirgym
