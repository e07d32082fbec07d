#include "execution/execdata/IncomingRecords.h"
#include "execution/execdata/ExecDataOpening.h"
#include "execution/execdata/ExecDataReader.h"
#include "execution/execdata/MeasurementColumns.h"
#include "execution/sqlite/Sqlite.h"
#include "execution/sqlite/WriteTransactions.h"
#include "program/Try.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <utility>

namespace mlirgym {

// Ids differ between files, so shared rows are found by their contents. "WHERE
// true" makes SQLite's parser read ON CONFLICT as an upsert and not as a join
// constraint.
static constexpr const char *mergeSharedSql = R"sql(
INSERT INTO main.programs(key, name, operations)
  SELECT key, name, operations FROM other.programs WHERE true
  ON CONFLICT(key) DO UPDATE SET
    name = CASE name WHEN '' THEN excluded.name ELSE name END,
    operations = max(operations, excluded.operations);
INSERT OR IGNORE INTO main.contexts(machine, toolchain, protocol, threads)
  SELECT machine, toolchain, protocol, threads FROM other.contexts;
INSERT OR IGNORE INTO main.origins(version, host)
  SELECT version, host FROM other.origins;
)sql";

static constexpr const char *mergePairedSql = R"sql(
INSERT INTO main.paired SELECT * FROM other.paired WHERE true
  ON CONFLICT(key) DO UPDATE SET
    baseline_ns = excluded.baseline_ns, schedule_ns = excluded.schedule_ns,
    uncertainty = excluded.uncertainty, rounds = excluded.rounds,
    noisy = excluded.noisy, created_at = excluded.created_at
  WHERE excluded.created_at > created_at;
)sql";

// Drops the old counters of the records that were taken; runs after those are
// written.
static constexpr const char *dropCountersSql = R"sql(
DELETE FROM main.counters WHERE key IN (
  SELECT s.key FROM other.measurements s
  JOIN main.measurements m ON m.key = s.key AND m.created_at = s.created_at);
)sql";
static constexpr const char *takeCountersSql = R"sql(
INSERT INTO main.counters(key, name, per_call)
  SELECT c.key, c.name, c.per_call FROM other.counters c
  JOIN other.measurements s ON s.key = c.key
  JOIN main.measurements m ON m.key = s.key AND m.created_at = s.created_at;
)sql";

llvm::Expected<IncomingRecords> IncomingRecords::open(llvm::StringRef path) {
  MLIRGYM_TRY(SqliteConnection source,
              openExecDataFile(path, SqliteMode::ReadOnly));
  MLIRGYM_TRY_TO(ExecDataReader(source).checkValues());
  return IncomingRecords(std::move(source));
}

llvm::Expected<uint64_t>
IncomingRecords::mergeAttached(SqliteConnection &target,
                               llvm::StringRef task) const {
  const std::string shared = mergeSharedSql + viewOfIncomingSql();
  MLIRGYM_TRY_TO(target.execute(shared.c_str(), task));
  uint64_t changed = 0;
  for (const std::string &sql : {takeNewerSql(), takeMissingSql()}) {
    MLIRGYM_TRY_TO(target.execute(sql.c_str(), task));
    changed += static_cast<uint64_t>(target.changes());
  }
  for (const char *sql : {mergePairedSql, dropCountersSql, takeCountersSql,
                          "DROP VIEW temp.incoming"})
    MLIRGYM_TRY_TO(target.execute(sql, task));
  return changed;
}

llvm::Expected<uint64_t>
IncomingRecords::mergeInto(SqliteConnection &target,
                           WriteTransactions &transactions) {
  const std::string task = ("merge " + source.path()).str();
  MLIRGYM_TRY(SqliteStatement attach, target.prepare("ATTACH ?1 AS other"));
  const std::string uri = source.uri();
  attach.bindText(1, uri);
  MLIRGYM_TRY_TO(attach.run(task));
  uint64_t changed = 0;
  llvm::Error merged = transactions.run(task, /*stop=*/nullptr, [&] {
    return mergeAttached(target, task).moveInto(changed);
  });
  llvm::Error detached = target.execute("DETACH other", task);
  if (merged) {
    llvm::consumeError(std::move(detached));
    return merged;
  }
  if (detached)
    return detached;
  return changed;
}

} // namespace mlirgym
