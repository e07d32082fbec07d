#include "execution/execdata/ExecDataReader.h"
#include "execution/execdata/ExecData.h"
#include "execution/execdata/ExecDataHash.h"
#include "execution/execdata/MeasurementColumns.h"
#include "execution/execdata/Plausibility.h"
#include "execution/sqlite/Sqlite.h"
#include "outcome/ExecutionError.h"
#include "outcome/Measurement.h"
#include "outcome/Metric.h"
#include "program/Program.h"
#include "program/Try.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FormatVariadic.h"
#include <limits>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace mlirgym {

// {0}: statusAndTimingColumns(). Without `message`, which most records do not
// have, the index alone covers this query.
static constexpr const char *selectByKeySql =
    "SELECT {0}, m.id FROM measurements m WHERE m.key = ?1";

static constexpr const char *selectMessageSql =
    "SELECT message FROM measurements WHERE id = ?1";

static constexpr const char *selectByObjectSql =
    "SELECT {0}, m.id FROM measurements m "
    "WHERE m.program = (SELECT id FROM programs WHERE key = ?1)"
    "  AND m.context = (SELECT id FROM contexts WHERE machine = ?2"
    "       AND toolchain = ?3 AND protocol = ?4 AND threads = ?5)"
    "  AND m.object = ?6 AND m.metric = ?7 LIMIT 1";

// No index contains it, so look-ups do not read it.
static constexpr const char *selectTimeSql =
    "SELECT max(created_at) FROM measurements WHERE key = ?1";

static constexpr const char *pairsSql =
    "SELECT baseline_ns, schedule_ns, uncertainty, rounds, noisy, created_at "
    "FROM paired";

static constexpr const char *countersSql =
    "SELECT name, per_call FROM counters";

static constexpr const char *ofKeySql = " WHERE key = ?1";

static constexpr const char *selectContextsSql =
    "SELECT c.machine, c.toolchain, c.protocol, count(*) FROM measurements m "
    "JOIN contexts c ON c.id = m.context "
    "WHERE m.program = (SELECT id FROM programs WHERE key = ?1)"
    "  AND c.threads = ?2 AND m.metric = ?3 GROUP BY c.id";

static constexpr const char *recordsSql =
    "SELECT {0}, m.message, m.key, p.key, p.name, p.operations, c.machine, "
    "  c.toolchain, c.protocol, c.threads, m.schedule, m.object, o.version, "
    "  o.host, m.created_at, m.metric "
    "FROM measurements m JOIN programs p ON p.id = m.program "
    "JOIN contexts c ON c.id = m.context JOIN origins o ON o.id = m.origin ";

llvm::Error ExecDataReader::prepare() {
  const std::string columns = statusAndTimingColumns();
  const std::pair<SqliteStatement *, std::string> statements[] = {
      {&selectByKey, llvm::formatv(selectByKeySql, columns).str()},
      {&selectByObject, llvm::formatv(selectByObjectSql, columns).str()},
      {&selectMessage, selectMessageSql},
      {&selectContexts, selectContextsSql},
      {&selectPaired, std::string(pairsSql) + ofKeySql},
      {&selectCounters, std::string(countersSql) + ofKeySql},
      {&selectTime, selectTimeSql},
  };
  for (const auto &[statement, sql] : statements)
    MLIRGYM_TRY_TO(connection.prepare(sql).moveInto(*statement));
  return llvm::Error::success();
}

static llvm::Error implausible(llvm::StringRef file, llvm::StringRef what,
                               llvm::StringRef problem) {
  return executionError("{0}: {1} {2}; delete it with sqlite3, or restore a "
                        "copy of the file",
                        file, what, problem);
}

static llvm::Error implausibleTiming(llvm::StringRef file, int64_t id,
                                     llvm::StringRef problem) {
  return implausible(file, "the timing with the id " + std::to_string(id),
                     problem);
}

static bool isCount(const SqliteStatement &row, int column) {
  return row.isNumber(column) && row.integer(column) >= 0 &&
         row.integer(column) <= std::numeric_limits<uint32_t>::max();
}

/// The values of statusAndTimingColumns(), the first columns of every row.
struct TimingRow {
  Measurement measurement;
  llvm::StringRef problem; ///< see Plausibility.h
  int next = 0;            ///< the column after them
};

static llvm::Expected<TimingRow> readTiming(SqliteStatement &row,
                                            llvm::StringRef file) {
  TimingRow result;
  Measurement &out = result.measurement;
  int &column = result.next;
  llvm::StringRef name = row.text(column++);
  std::optional<Status> status = parseStatus(name);
  if (!status || !isStored(*status))
    return executionError("{0}: a record has the status '{1}', which this "
                          "mlirgym does not know; use a newer one, or see "
                          "`mlirgym data verify`",
                          file, name);
  out.status = *status;
  bool areNumbers = true;
  Timing::forEachField(out, [&](const char *, auto &field) {
    using Field = std::remove_reference_t<decltype(field)>;
    if constexpr (std::is_floating_point_v<Field>) {
      // The schema allows null only for an unknown uncertainty, which is read
      // as 0.
      areNumbers &= row.isNumber(column) || row.isNull(column);
      field = static_cast<Field>(row.real(column++));
    } else {
      areNumbers &= isCount(row, column);
      field = static_cast<Field>(row.integer(column++));
    }
  });
  out.cacheHit = true;
  result.problem =
      areNumbers ? problemOf(out) : "has a value that is no number";
  return result;
}

llvm::Expected<std::optional<Measurement>>
ExecDataReader::queryMeasurement(SqliteStatement &statement) {
  constexpr llvm::StringLiteral task = "look up a timing";
  SqliteReset reset(statement);
  MLIRGYM_TRY(bool hasRow, statement.step(task));
  if (!hasRow)
    return std::nullopt;
  MLIRGYM_TRY(TimingRow timing, readTiming(statement, connection.path()));
  const int64_t id = statement.integer(timing.next);
  if (!timing.problem.empty())
    return implausibleTiming(connection.path(), id, timing.problem);
  Measurement &measurement = timing.measurement;
  if (measurement.ok())
    return std::move(measurement);
  // The first statement is not reset yet, so both see the same state.
  SqliteReset resetMessage(selectMessage);
  selectMessage.bind(1, id);
  MLIRGYM_TRY(hasRow, selectMessage.step(task));
  if (hasRow)
    measurement.message = selectMessage.text(0).str();
  return std::move(measurement);
}

llvm::Expected<std::optional<Measurement>>
ExecDataReader::find(const ExecDataHash &hash) {
  selectByKey.bindBlob(1, hash.bytes);
  return queryMeasurement(selectByKey);
}

llvm::Expected<std::optional<Measurement>>
ExecDataReader::find(const ExecDataHash &hash, int64_t sinceUs) {
  if (sinceUs > 0) {
    SqliteReset reset(selectTime);
    selectTime.bindBlob(1, hash.bytes);
    MLIRGYM_TRY(bool row, selectTime.step("look up a timing"));
    if (!row || selectTime.integer(0) < sinceUs)
      return std::nullopt;
  }
  return find(hash);
}

llvm::Expected<std::optional<Measurement>>
ExecDataReader::findObject(const ExecDataKey &key,
                           llvm::ArrayRef<uint8_t> object) {
  selectByObject.bindBlob(1, key.program.bytes);
  selectByObject.bindText(2, key.machine);
  selectByObject.bindText(3, key.toolchain);
  selectByObject.bindText(4, key.protocol);
  selectByObject.bind(5, int64_t(key.threads));
  selectByObject.bindBlob(6, object);
  selectByObject.bindText(7, nameOf(key.metric));
  return queryMeasurement(selectByObject);
}

/// Reads the columns of pairsSql.
static llvm::Expected<PairedMeasurement> readPair(SqliteStatement &row,
                                                  llvm::StringRef file) {
  bool areNumbers = isCount(row, 3) && isCount(row, 4);
  for (int column : {0, 1, 2})
    areNumbers &= row.isNumber(column);
  PairedMeasurement paired;
  paired.status = Status::Ok;
  paired.baselineNs = row.real(0);
  paired.scheduleNs = row.real(1);
  paired.uncertainty = row.real(2);
  paired.rounds = static_cast<uint32_t>(row.integer(3));
  paired.noisy = row.integer(4) != 0;
  paired.cacheHit = true;
  const llvm::StringRef problem =
      areNumbers ? problemOf(paired) : "has a value that is no number";
  if (!problem.empty())
    return implausible(file, "a paired timing", problem);
  return paired;
}

/// Reads the columns of countersSql.
static llvm::Expected<CounterValue> readCounter(SqliteStatement &row,
                                                llvm::StringRef file) {
  CounterValue counter{row.text(0).str(), std::nullopt};
  if (row.isNull(1))
    return counter; // it could not be counted
  counter.perCall = row.real(1);
  const llvm::StringRef problem =
      row.isNumber(1) ? problemOf(counter) : "has a value that is no number";
  if (!problem.empty())
    return implausible(file, "the counter " + counter.name, problem);
  return counter;
}

llvm::Expected<std::optional<PairedMeasurement>>
ExecDataReader::findPaired(const ExecDataHash &hash, int64_t sinceUs) {
  SqliteReset reset(selectPaired);
  selectPaired.bindBlob(1, hash.bytes);
  MLIRGYM_TRY(bool row, selectPaired.step("look up a paired timing"));
  if (!row || selectPaired.integer(5) < sinceUs)
    return std::nullopt;
  MLIRGYM_TRY(PairedMeasurement paired,
              readPair(selectPaired, connection.path()));
  return std::move(paired);
}

llvm::Expected<std::optional<std::vector<CounterValue>>>
ExecDataReader::findCounters(const ExecDataHash &hash) {
  SqliteReset reset(selectCounters);
  selectCounters.bindBlob(1, hash.bytes);
  std::vector<CounterValue> counters;
  while (true) {
    MLIRGYM_TRY(bool row, selectCounters.step("look up counters"));
    if (!row)
      break;
    MLIRGYM_TRY(CounterValue counter,
                readCounter(selectCounters, connection.path()));
    counters.push_back(std::move(counter));
  }
  if (counters.empty())
    return std::nullopt;
  return counters;
}

llvm::Expected<std::vector<ExecDataContext>>
ExecDataReader::contextsOf(const ExecDataKey &key) {
  SqliteReset reset(selectContexts);
  selectContexts.bindBlob(1, key.program.bytes);
  selectContexts.bind(2, int64_t(key.threads));
  selectContexts.bindText(3, nameOf(key.metric));
  std::vector<ExecDataContext> contexts;
  while (true) {
    MLIRGYM_TRY(bool row, selectContexts.step("list its machines"));
    if (!row)
      return contexts;
    contexts.push_back({selectContexts.text(0).str(),
                        selectContexts.text(1).str(),
                        selectContexts.text(2).str(),
                        static_cast<uint64_t>(selectContexts.integer(3))});
  }
}

/// Reads the columns of recordsSql from `column`, in their order.
static llvm::Expected<ExecData::Record>
readRecord(SqliteStatement &row, int column, llvm::StringRef file,
           Measurement measurement, ExecDataHash &stored) {
  auto text = [&] { return row.text(column++).str(); };
  auto number = [&] { return static_cast<unsigned>(row.integer(column++)); };
  ExecData::Record record;
  record.measurement = std::move(measurement);
  record.measurement.message = text();
  llvm::copy(row.blob(column++).take_front(16), stored.bytes.begin());
  llvm::copy(row.blob(column++).take_front(16),
             record.key.program.bytes.begin());
  record.provenance.programName = text();
  record.provenance.operations = number();
  record.key.machine = text();
  record.key.toolchain = text();
  record.key.protocol = text();
  record.key.threads = number();
  record.key.schedule = text();
  record.provenance.objectHash =
      llvm::toHex(row.blob(column++), /*LowerCase=*/true);
  record.provenance.version = text();
  record.provenance.host = text();
  record.provenance.createdAtUs = row.integer(column++);
  const std::string metric = text();
  std::optional<Metric> known = parseMetric(metric);
  if (!known)
    return executionError("{0}: a record has the metric '{1}', which this "
                          "mlirgym does not know; use a newer one, or see "
                          "`mlirgym data verify`",
                          file, metric);
  record.measurement.metric = record.key.metric = *known;
  return record;
}

/// Visits the rows of a query in their order, until a visit fails.
static llvm::Error
forEachRow(SqliteConnection &connection, const std::string &sql,
           llvm::function_ref<llvm::Error(SqliteStatement &)> visit) {
  MLIRGYM_TRY(SqliteStatement rows, connection.prepare(sql));
  while (true) {
    MLIRGYM_TRY(bool row, rows.step("read its records"));
    if (!row)
      return llvm::Error::success();
    MLIRGYM_TRY_TO(visit(rows));
  }
}

llvm::Error ExecDataReader::forEach(ExecData::Order order, Visit visit) {
  std::string sql = llvm::formatv(recordsSql, statusAndTimingColumns()).str();
  sql += order == ExecData::Order::Name ? "ORDER BY p.name, m.schedule, m.id"
                                        : "ORDER BY m.id";
  return forEachRow(connection, sql, [&](SqliteStatement &row) -> llvm::Error {
    MLIRGYM_TRY(TimingRow timing, readTiming(row, connection.path()));
    ExecDataHash stored;
    MLIRGYM_TRY(ExecData::Record record,
                readRecord(row, timing.next, connection.path(),
                           std::move(timing.measurement), stored));
    return visit(stored, record, timing.problem);
  });
}

llvm::Error ExecDataReader::checkValues() {
  const llvm::StringRef file = connection.path();
  if (llvm::Error error = forEachRow(
          connection,
          "SELECT " + statusAndTimingColumns() + ", m.id FROM measurements m",
          [&](SqliteStatement &row) -> llvm::Error {
            MLIRGYM_TRY(TimingRow timing, readTiming(row, file));
            if (timing.problem.empty())
              return llvm::Error::success();
            return implausibleTiming(file, row.integer(timing.next),
                                     timing.problem);
          }))
    return error;
  MLIRGYM_TRY_TO(forEachRow(connection, pairsSql, [&](SqliteStatement &row) {
    return readPair(row, file).takeError();
  }));
  return forEachRow(connection, countersSql, [&](SqliteStatement &row) {
    return readCounter(row, file).takeError();
  });
}

llvm::Expected<uint64_t> ExecDataReader::count() {
  return connection.queryInteger("SELECT count(*) FROM measurements",
                                 "count its records");
}

} // namespace mlirgym
