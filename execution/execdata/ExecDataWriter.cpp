#include "execution/execdata/ExecDataWriter.h"
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
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"
#include <array>
#include <chrono>
#include <map>
#include <string>
#include <tuple>
#include <type_traits>
#include <unistd.h>

namespace mlirgym {

/// Longer messages are dumps of IR, whose beginning is enough.
static constexpr size_t longestMessage = 4096;

/// For error messages.
static constexpr llvm::StringLiteral task = "store a timing";

static constexpr const char *putPairedSql =
    "INSERT OR REPLACE INTO paired(key, baseline_ns, schedule_ns, uncertainty,"
    "  rounds, noisy, created_at) VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7)";

static constexpr const char *putCounterSql =
    "INSERT OR IGNORE INTO counters(key, name, per_call) VALUES(?1, ?2, ?3)";

llvm::Error ExecDataWriter::prepare() {
  const std::string add = addMeasurementSql(),
                    replace = replaceMeasurementSql();
  const std::pair<SqliteStatement *, const char *> statements[] = {
      {&selectProgram,
       "SELECT id, name, operations FROM programs WHERE key = ?1"},
      {&addProgram,
       "INSERT INTO programs(key, name, operations) VALUES(?1, ?2, ?3)"},
      {&nameProgram,
       "UPDATE programs SET name = ?2, operations = ?3 WHERE id = ?1"},
      {&selectContext, "SELECT id FROM contexts WHERE machine = ?1 AND "
                       "toolchain = ?2 AND protocol = ?3 AND threads = ?4"},
      {&addContext, "INSERT INTO contexts(machine, toolchain, protocol, "
                    "threads) VALUES(?1, ?2, ?3, ?4)"},
      {&selectOrigin, "SELECT id FROM origins WHERE version = ?1 AND host = "
                      "?2"},
      {&addOrigin, "INSERT INTO origins(version, host) VALUES(?1, ?2)"},
      {&selectId, "SELECT id FROM measurements WHERE key = ?1"},
      {&addMeasurement, add.c_str()},
      {&replaceMeasurement, replace.c_str()},
      {&putPaired, putPairedSql},
      {&dropCounters, "DELETE FROM counters WHERE key = ?1"},
      {&putCounter, putCounterSql},
  };
  for (auto [statement, sql] : statements)
    MLIRGYM_TRY_TO(connection.prepare(sql).moveInto(*statement));
  return llvm::Error::success();
}

struct ExecDataWriter::InternedIds {
  std::map<ProgramKey, int64_t> programs;
  std::map<std::tuple<std::string, std::string, std::string, unsigned>, int64_t>
      contexts;
  std::map<std::pair<std::string, std::string>, int64_t> origins;
};

/// The id that a bound query returns, 0 if there is none.
static llvm::Expected<int64_t> queryId(SqliteStatement &statement) {
  SqliteReset reset(statement);
  MLIRGYM_TRY(bool row, statement.step(task));
  return row ? statement.integer(0) : 0;
}

llvm::Expected<int64_t>
ExecDataWriter::internProgram(const ExecData::Record &record) {
  const ExecDataProvenance &provenance = record.provenance;
  {
    SqliteReset reset(selectProgram);
    selectProgram.bindBlob(1, record.key.program.bytes);
    MLIRGYM_TRY(bool row, selectProgram.step(task));
    if (row) {
      int64_t id = selectProgram.integer(0);
      std::string name = selectProgram.text(1).str();
      int64_t operations = selectProgram.integer(2);
      bool addsName = name.empty() && !provenance.programName.empty();
      bool addsOperations = operations == 0 && provenance.operations != 0;
      if (!addsName && !addsOperations)
        return id;
      nameProgram.bind(1, id);
      nameProgram.bindText(2, addsName ? provenance.programName : name);
      nameProgram.bind(3, addsOperations ? int64_t(provenance.operations)
                                         : operations);
      MLIRGYM_TRY_TO(nameProgram.run(task));
      return id;
    }
  }
  addProgram.bindBlob(1, record.key.program.bytes);
  addProgram.bindText(2, provenance.programName);
  addProgram.bind(3, int64_t(provenance.operations));
  MLIRGYM_TRY_TO(addProgram.run(task));
  return connection.lastInsertId();
}

llvm::Expected<int64_t> ExecDataWriter::internContext(const ExecDataKey &key) {
  for (SqliteStatement *statement : {&selectContext, &addContext}) {
    statement->bindText(1, key.machine);
    statement->bindText(2, key.toolchain);
    statement->bindText(3, key.protocol);
    statement->bind(4, int64_t(key.threads));
  }
  llvm::Expected<int64_t> id = queryId(selectContext);
  if (!id || *id != 0)
    return id;
  MLIRGYM_TRY_TO(addContext.run(task));
  return connection.lastInsertId();
}

static const std::string &thisHost() {
  static const std::string name = [] {
    std::array<char, 256> buffer{};
    return gethostname(buffer.data(), buffer.size() - 1) == 0
               ? std::string(buffer.data())
               : std::string();
  }();
  return name;
}

llvm::Expected<int64_t>
ExecDataWriter::internOrigin(const ExecDataProvenance &provenance) {
  llvm::StringRef version = provenance.version, host = provenance.host;
  if (version.empty())
    version = MLIRGYM_VERSION;
  if (host.empty())
    host = thisHost();
  for (SqliteStatement *statement : {&selectOrigin, &addOrigin}) {
    statement->bindText(1, version);
    statement->bindText(2, host);
  }
  llvm::Expected<int64_t> id = queryId(selectOrigin);
  if (!id || *id != 0)
    return id;
  MLIRGYM_TRY_TO(addOrigin.run(task));
  return connection.lastInsertId();
}

int64_t microsecondsSince1970() {
  return std::chrono::duration_cast<std::chrono::microseconds>(
             std::chrono::system_clock::now().time_since_epoch())
      .count();
}

/// The id in `known`, or else the result of `add`, which is cached.
template <typename Map, typename Add>
static llvm::Error intern(Map &known, const typename Map::key_type &name,
                          int64_t &id, Add &&add) {
  if (auto it = known.find(name); it != known.end()) {
    id = it->second;
    return llvm::Error::success();
  }
  MLIRGYM_TRY(int64_t added, add());
  known[name] = id = added;
  return llvm::Error::success();
}

llvm::Error ExecDataWriter::insertOne(const ExecData::Record &record,
                                      InternedIds &ids) {
  const auto &[key, measurement, provenance] = record;
  if (!isStored(measurement.status))
    return llvm::Error::success();
  if (measurement.ok() && measurement.metric != key.metric)
    return executionError("{0}: {1} of '{2}' ({3}) under a key of {4}; give "
                          "both the same metric",
                          connection.path(), nameOf(measurement.metric),
                          key.schedule, provenance.programName,
                          nameOf(key.metric));
  llvm::StringRef problem = problemOf(measurement);
  for (const CounterValue &counter : measurement.counters)
    problem = problem.empty() ? problemOf(counter) : problem;
  if (!problem.empty())
    return executionError("{0}: the timing of '{1}' ({2}) {3}; measure it "
                          "again",
                          connection.path(), key.schedule,
                          provenance.programName, problem);
  MLIRGYM_TRY(auto object, parseObjectHash(provenance.objectHash));

  int64_t program = 0, context = 0, origin = 0;
  MLIRGYM_TRY_TO(intern(ids.programs, key.program, program,
                        [&] { return internProgram(record); }));
  MLIRGYM_TRY_TO(intern(ids.contexts,
                        {key.machine, key.toolchain, key.protocol, key.threads},
                        context, [&] { return internContext(key); }));
  MLIRGYM_TRY_TO(intern(ids.origins, {provenance.version, provenance.host},
                        origin, [&] { return internOrigin(provenance); }));
  return write(record, object, program, context, origin);
}

llvm::Error ExecDataWriter::write(const ExecData::Record &record,
                                  llvm::ArrayRef<uint8_t> object,
                                  int64_t program, int64_t context,
                                  int64_t origin) {
  const auto &[key, measurement, provenance] = record;
  // Text columns must be UTF-8, or Python cannot read them.
  std::string message = llvm::json::fixUTF8(
      llvm::StringRef(measurement.message).take_front(longestMessage));
  ExecDataHash hash = hashOf(key);
  selectId.bindBlob(1, hash.bytes);
  MLIRGYM_TRY(int64_t id, queryId(selectId));
  SqliteStatement &row = id == 0 ? addMeasurement : replaceMeasurement;
  int at = 0; // in the order of MeasurementColumns.h
  row.bindBlob(++at, hash.bytes);
  row.bind(++at, program);
  row.bind(++at, context);
  row.bindText(++at, key.schedule);
  row.bindText(++at, nameOf(key.metric));
  row.bindText(++at, nameOf(measurement.status));
  Timing::forEachField(measurement, [&](const char *, const auto &field) {
    using Field = std::remove_cvref_t<decltype(field)>;
    if constexpr (!std::is_floating_point_v<Field>)
      row.bind(++at, int64_t(field));
    else if (static_cast<const void *>(&field) == &measurement.uncertainty &&
             field <= 0)
      row.bindNull(++at); // unknown
    else
      row.bind(++at, field);
  });
  if (object.empty())
    row.bindNull(++at);
  else
    row.bindBlob(++at, object);
  if (message.empty())
    row.bindNull(++at);
  else
    row.bindText(++at, message);
  row.bind(++at, origin);
  row.bind(++at, provenance.createdAtUs ? provenance.createdAtUs
                                        : microsecondsSince1970());
  if (id != 0)
    row.bind(++at, id);
  MLIRGYM_TRY_TO(row.run(task));
  if (id != 0) { // counters of the timing before
    dropCounters.bindBlob(1, hash.bytes);
    MLIRGYM_TRY_TO(dropCounters.run(task));
  }
  return addCounters(hash, measurement.counters);
}

llvm::Error ExecDataWriter::addCounters(const ExecDataHash &hash,
                                        llvm::ArrayRef<CounterValue> counters) {
  for (const CounterValue &counter : counters) {
    putCounter.bindBlob(1, hash.bytes);
    putCounter.bindText(2, counter.name);
    if (counter.perCall)
      putCounter.bind(3, *counter.perCall);
    else
      putCounter.bindNull(3);
    MLIRGYM_TRY_TO(putCounter.run(task));
  }
  return llvm::Error::success();
}

llvm::Error ExecDataWriter::insert(llvm::ArrayRef<ExecData::Record> records) {
  InternedIds ids;
  for (const ExecData::Record &record : records)
    MLIRGYM_TRY_TO(insertOne(record, ids));
  return llvm::Error::success();
}

llvm::Error ExecDataWriter::insertPaired(const ExecDataHash &hash,
                                         const PairedMeasurement &paired) {
  putPaired.bindBlob(1, hash.bytes);
  putPaired.bind(2, paired.baselineNs);
  putPaired.bind(3, paired.scheduleNs);
  putPaired.bind(4, paired.uncertainty);
  putPaired.bind(5, int64_t(paired.rounds));
  putPaired.bind(6, int64_t(paired.noisy));
  putPaired.bind(7, microsecondsSince1970());
  return putPaired.run(task);
}

} // namespace mlirgym
