#include "execution/execdata/ExecDataReader.h"
#include "execution/execdata/ExecData.h"
#include "execution/execdata/ExecDataHash.h"
#include "execution/execdata/MeasurementColumns.h"
#include "execution/execdata/Sqlite.h"
#include "execution/outcome/ExecutionError.h"
#include "execution/outcome/Measurement.h"
#include "execution/outcome/Metric.h"
#include "program/Program.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FormatVariadic.h"
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

namespace mlirgym {

// {0}: statusAndTimingColumns(). The index alone covers this query, hence
// without `message`, which most records do not have.
static constexpr const char *selectByKeySql =
    "SELECT {0}, m.id FROM measurements m WHERE m.key = ?1";

static constexpr const char *selectMessageSql =
    "SELECT message FROM measurements WHERE id = ?1";

// {1}: metricColumn().
static constexpr const char *selectByObjectSql =
    "SELECT {0}, m.id FROM measurements m "
    "WHERE m.program = (SELECT id FROM programs WHERE key = ?1)"
    "  AND m.context = (SELECT id FROM contexts WHERE machine = ?2"
    "       AND toolchain = ?3 AND protocol = ?4 AND threads = ?5)"
    "  AND m.object = ?6 AND {1} = ?7 LIMIT 1";

static constexpr const char *selectPairedSql =
    "SELECT baseline_ns, schedule_ns, uncertainty, rounds, noisy "
    "FROM paired WHERE key = ?1";

static constexpr const char *selectCountersSql =
    "SELECT name, per_call FROM counters WHERE key = ?1";

// {0}: metricColumn().
static constexpr const char *selectContextsSql =
    "SELECT c.machine, c.toolchain, c.protocol, count(*) FROM measurements m "
    "JOIN contexts c ON c.id = m.context "
    "WHERE m.program = (SELECT id FROM programs WHERE key = ?1)"
    "  AND c.threads = ?2 AND {0} = ?3 GROUP BY c.id";

static constexpr const char *recordsSql =
    "SELECT {0}, m.message, m.key, p.key, p.name, p.operations, c.machine, "
    "  c.toolchain, c.protocol, c.threads, m.schedule, m.object, o.version, "
    "  o.host, m.created_at, {1} "
    "FROM measurements m JOIN programs p ON p.id = m.program "
    "JOIN contexts c ON c.id = m.context JOIN origins o ON o.id = m.origin ";

llvm::Error ExecDataReader::prepare() {
  auto prepare = [&](SqliteStatement &statement, const char *sql) {
    return connection.prepare(sql).moveInto(statement);
  };
  const std::string columns = statusAndTimingColumns(fileVersion);
  std::string byKey = llvm::formatv(selectByKeySql, columns).str();
  if (llvm::Error error = prepare(selectByKey, byKey.c_str()))
    return error;
  const std::string metric = metricColumn(fileVersion);
  std::string byObject =
      llvm::formatv(selectByObjectSql, columns, metric).str();
  if (fileVersion >= 2)
    if (llvm::Error error = prepare(selectPaired, selectPairedSql))
      return error;
  if (fileVersion >= 4)
    if (llvm::Error error = prepare(selectCounters, selectCountersSql))
      return error;
  if (llvm::Error error = prepare(selectMessage, selectMessageSql))
    return error;
  if (llvm::Error error = prepare(selectByObject, byObject.c_str()))
    return error;
  std::string contexts = llvm::formatv(selectContextsSql, metric).str();
  return prepare(selectContexts, contexts.c_str());
}

/// Reads statusAndTimingColumns(), the first columns of every row, and returns
/// the column after them.
static llvm::Expected<int>
readMeasurement(SqliteStatement &row, llvm::StringRef file, Measurement &out) {
  int column = 0;
  llvm::StringRef name = row.text(column++);
  std::optional<Status> status = parseStatus(name);
  if (!status || *status == Status::NotCached)
    return executionError("{0}: a record has the status '{1}', which this "
                          "mlirgym does not know; use a newer one, or see "
                          "`mlirgym cache verify`",
                          file, name);
  out.status = *status;
  Timing::forEachField(out, [&](const char *, auto &field) {
    using Field = std::remove_reference_t<decltype(field)>;
    if constexpr (std::is_floating_point_v<Field>)
      field = row.real(column++); // null (unknown) is read as 0
    else
      field = static_cast<Field>(row.integer(column++));
  });
  out.cacheHit = true;
  return column;
}

llvm::Expected<std::optional<Measurement>>
ExecDataReader::queryMeasurement(SqliteStatement &statement) {
  constexpr llvm::StringLiteral task = "look up a timing";
  SqliteReset reset(statement);
  llvm::Expected<bool> row = statement.step(task);
  if (!row)
    return row.takeError();
  if (!*row)
    return std::nullopt;
  Measurement measurement;
  llvm::Expected<int> id =
      readMeasurement(statement, connection.path(), measurement);
  if (!id)
    return id.takeError();
  if (measurement.ok())
    return measurement;
  // The first statement is not reset yet, so both see the same state.
  SqliteReset resetMessage(selectMessage);
  selectMessage.bind(1, statement.integer(*id));
  row = selectMessage.step(task);
  if (!row)
    return row.takeError();
  if (*row)
    measurement.message = selectMessage.text(0).str();
  return measurement;
}

llvm::Expected<std::optional<Measurement>>
ExecDataReader::find(const ExecDataHash &hash) {
  selectByKey.bindBlob(1, hash.bytes);
  return queryMeasurement(selectByKey);
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

llvm::Expected<std::optional<PairedMeasurement>>
ExecDataReader::findPaired(const ExecDataHash &hash) {
  if (fileVersion < 2)
    return std::nullopt;
  SqliteReset reset(selectPaired);
  selectPaired.bindBlob(1, hash.bytes);
  llvm::Expected<bool> row = selectPaired.step("look up a paired timing");
  if (!row)
    return row.takeError();
  if (!*row)
    return std::nullopt;
  PairedMeasurement paired;
  paired.status = Status::Ok;
  paired.baselineNs = selectPaired.real(0);
  paired.scheduleNs = selectPaired.real(1);
  paired.uncertainty = selectPaired.real(2);
  paired.rounds = static_cast<uint32_t>(selectPaired.integer(3));
  paired.noisy = selectPaired.integer(4) != 0;
  paired.cacheHit = true;
  return paired;
}

llvm::Expected<std::optional<std::vector<CounterValue>>>
ExecDataReader::findCounters(const ExecDataHash &hash) {
  if (fileVersion < 4)
    return std::nullopt;
  SqliteReset reset(selectCounters);
  selectCounters.bindBlob(1, hash.bytes);
  std::vector<CounterValue> counters;
  while (true) {
    llvm::Expected<bool> row = selectCounters.step("look up counters");
    if (!row)
      return row.takeError();
    if (!*row)
      break;
    counters.push_back({selectCounters.text(0).str(),
                        selectCounters.isNull(1)
                            ? std::nullopt
                            : std::optional(selectCounters.real(1))});
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
    llvm::Expected<bool> row = selectContexts.step("list its machines");
    if (!row)
      return row.takeError();
    if (!*row)
      return contexts;
    contexts.push_back({selectContexts.text(0).str(),
                        selectContexts.text(1).str(),
                        selectContexts.text(2).str(),
                        static_cast<uint64_t>(selectContexts.integer(3))});
  }
}

/// Reads the columns of recordsSql from `column`, in their order.
static ExecData::Record readRecord(SqliteStatement &row, int column,
                                   Measurement measurement,
                                   ExecDataHash &stored) {
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
  // A metric of a newer version is none of ours, and its key is none, either.
  record.key.metric = parseMetric(text()).value_or(Metric::Nanoseconds);
  record.measurement.metric = record.key.metric;
  return record;
}

llvm::Error ExecDataReader::forEach(
    ExecData::Order order,
    llvm::function_ref<llvm::Error(const ExecDataHash &,
                                   const ExecData::Record &)>
        visit) {
  std::string sql =
      llvm::formatv(recordsSql, statusAndTimingColumns(fileVersion),
                    metricColumn(fileVersion))
          .str();
  sql += order == ExecData::Order::Name ? "ORDER BY p.name, m.schedule, m.id"
                                        : "ORDER BY m.id";
  llvm::Expected<SqliteStatement> rows = connection.prepare(sql);
  if (!rows)
    return rows.takeError();
  while (true) {
    llvm::Expected<bool> row = rows->step("read its records");
    if (!row)
      return row.takeError();
    if (!*row)
      return llvm::Error::success();
    Measurement measurement;
    llvm::Expected<int> next =
        readMeasurement(*rows, connection.path(), measurement);
    if (!next)
      return next.takeError();
    ExecDataHash stored;
    ExecData::Record record =
        readRecord(*rows, *next, std::move(measurement), stored);
    if (llvm::Error error = visit(stored, record))
      return error;
  }
}

llvm::Expected<uint64_t> ExecDataReader::count() {
  return connection.queryInteger("SELECT count(*) FROM measurements",
                                 "count its records");
}

} // namespace mlirgym
