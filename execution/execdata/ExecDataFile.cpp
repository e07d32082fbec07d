#include "execution/execdata/ExecDataFile.h"
#include "execution/execdata/ExecDataSchema.h"
#include "execution/execdata/MeasurementColumns.h"
#include "execution/outcome/ExecutionError.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include <chrono>
#include <cmath>
#include <map>
#include <sqlite3.h>
#include <sys/stat.h>
#include <type_traits>
#include <unistd.h>

namespace mlirgym {

/// Longer messages are whole dumps of IR; their beginning says what happened.
static constexpr size_t longestMessage = 4096;

// {0}: statusAndTimingColumns(). Answered by the index alone, so without
// `message`: most have none.
static constexpr const char *selectByKeySql =
    "SELECT {0}, m.id FROM measurements m WHERE m.key = ?1";

static constexpr const char *selectMessageSql =
    "SELECT message FROM measurements WHERE id = ?1";

static constexpr const char *selectByObjectSql =
    "SELECT {0}, m.id FROM measurements m "
    "WHERE m.program = (SELECT id FROM programs WHERE key = ?1)"
    "  AND m.context = (SELECT id FROM contexts WHERE machine = ?2"
    "       AND toolchain = ?3 AND protocol = ?4 AND threads = ?5)"
    "  AND m.object = ?6 LIMIT 1";

static constexpr const char *selectPairedSql =
    "SELECT baseline_ns, schedule_ns, uncertainty, rounds, noisy "
    "FROM paired WHERE key = ?1";

static constexpr const char *putPairedSql =
    "INSERT OR REPLACE INTO paired(key, baseline_ns, schedule_ns, uncertainty,"
    "  rounds, noisy, created_at) VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7)";

static constexpr const char *selectContextsSql =
    "SELECT c.machine, c.toolchain, c.protocol, count(*) FROM measurements m "
    "JOIN contexts c ON c.id = m.context "
    "WHERE m.program = (SELECT id FROM programs WHERE key = ?1)"
    "  AND c.threads = ?2 GROUP BY c.id";

static constexpr const char *recordsSql =
    "SELECT {0}, m.message, m.key, p.key, p.name, p.operations, c.machine, "
    "  c.toolchain, c.protocol, c.threads, m.schedule, m.object, o.version, "
    "  o.host, m.created_at "
    "FROM measurements m JOIN programs p ON p.id = m.program "
    "JOIN contexts c ON c.id = m.context JOIN origins o ON o.id = m.origin ";

// Ids differ between files, so that shared rows are found by what they say.
// "WHERE true" tells SQLite's parser that ON CONFLICT is not a join's ON.
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

llvm::Expected<llvm::SmallVector<uint8_t, 16>>
parseObjectHash(llvm::StringRef text) {
  llvm::SmallVector<uint8_t, 16> bytes;
  std::string binary;
  if (text.empty())
    return bytes;
  if (text.size() != 32 || !llvm::tryGetFromHex(text, binary))
    return executionError("object hash '{0}' is not 32 hex digits; give the "
                          "first 128 bits of a hash, or none",
                          text);
  bytes.append(binary.begin(), binary.end());
  return bytes;
}

llvm::Expected<std::unique_ptr<ExecDataFile>>
ExecDataFile::open(llvm::StringRef path, SqliteMode mode) {
  llvm::Expected<SqliteConnection> connection = openExecDataFile(path, mode);
  if (!connection)
    return connection.takeError();
  llvm::Expected<int64_t> version =
      readExecDataVersion(*connection, execDataMigrations());
  if (!version)
    return version.takeError();
  std::unique_ptr<ExecDataFile> file(
      new ExecDataFile(std::move(*connection), *version));
  if (llvm::Error error = file->prepareToRead())
    return error;
  if (mode == SqliteMode::ReadWrite)
    if (llvm::Error error = file->prepareToWrite())
      return error;
  return file;
}

llvm::Error ExecDataFile::prepareToRead() {
  auto prepare = [&](SqliteStatement &statement, const char *sql) {
    return connection.prepare(sql).moveInto(statement);
  };
  const std::string columns = statusAndTimingColumns(fileVersion);
  std::string byKey = llvm::formatv(selectByKeySql, columns).str();
  if (llvm::Error error = prepare(selectByKey, byKey.c_str()))
    return error;
  std::string byObject = llvm::formatv(selectByObjectSql, columns).str();
  if (fileVersion >= 2)
    if (llvm::Error error = prepare(selectPaired, selectPairedSql))
      return error;
  if (llvm::Error error = prepare(selectMessage, selectMessageSql))
    return error;
  if (llvm::Error error = prepare(selectByObject, byObject.c_str()))
    return error;
  return prepare(selectContexts, selectContextsSql);
}

llvm::Error ExecDataFile::prepareToWrite() {
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
  };
  for (auto [statement, sql] : statements)
    if (llvm::Error error = connection.prepare(sql).moveInto(*statement))
      return error;
  return requireInPlace();
}

static std::optional<FileIdentity> identityOf(const std::string &file) {
  struct stat status;
  if (::stat(file.c_str(), &status) != 0)
    return std::nullopt;
  return FileIdentity{status.st_dev, status.st_ino};
}

llvm::Error ExecDataFile::requireInPlace() {
  // The whole path, of where links led when it was opened; "" in memory.
  const char *name = sqlite3_db_filename(connection.native(), "main");
  if (!name || !*name)
    return llvm::Error::success();
  const std::string file = name;
  const std::optional<FileIdentity> now = identityOf(file),
                                    log = identityOf(file + "-wal");
  if (!identity) {
    // It may have gone since SQLite opened it.
    int moved = 0;
    sqlite3_file_control(connection.native(), "main", SQLITE_FCNTL_HAS_MOVED,
                         &moved);
    if (!moved)
      identity = now;
  }
  if (!logIdentity)
    logIdentity = log;
  // SQLite takes a log away when the last connection closes, so not ours.
  if (identity && now == identity && log == logIdentity)
    return llvm::Error::success();
  return executionError(
      "{0}: was removed or replaced while it was open, and what is stored now "
      "would be lost; restore it, or open it again",
      path());
}

/// Reads statusAndTimingColumns(), with which every row begins.
static llvm::Error readMeasurement(SqliteStatement &row, llvm::StringRef file,
                                   Measurement &out) {
  std::optional<Status> status = parseStatus(row.text(0));
  if (!status || *status == Status::NotCached)
    return executionError("{0}: a record has the status '{1}', which this "
                          "mlirgym does not know; use a newer one, or see "
                          "`mlirgym cache verify`",
                          file, row.text(0));
  out.status = *status;
  int column = 0;
  Timing::forEachField(out, [&](const char *, auto &field) {
    ++column;
    using Field = std::remove_reference_t<decltype(field)>;
    if constexpr (std::is_floating_point_v<Field>)
      field = row.real(column); // null, for unknown, reads as 0
    else
      field = static_cast<Field>(row.integer(column));
  });
  out.cacheHit = true;
  return llvm::Error::success();
}

llvm::Expected<std::optional<Measurement>>
ExecDataFile::queryMeasurement(SqliteStatement &statement) {
  constexpr llvm::StringLiteral task = "look up a timing";
  SqliteReset reset(statement);
  llvm::Expected<bool> row = statement.step(task);
  if (!row)
    return row.takeError();
  if (!*row)
    return std::nullopt;
  Measurement measurement;
  if (llvm::Error error = readMeasurement(statement, path(), measurement))
    return error;
  if (measurement.ok())
    return measurement;
  // The first statement is not reset yet, so both see the same state.
  SqliteReset resetMessage(selectMessage);
  selectMessage.bind(1, statement.integer(8));
  row = selectMessage.step(task);
  if (!row)
    return row.takeError();
  if (*row)
    measurement.message = selectMessage.text(0).str();
  return measurement;
}

llvm::Expected<std::optional<Measurement>>
ExecDataFile::find(const ExecDataHash &hash) {
  std::lock_guard lock(mutex);
  selectByKey.bindBlob(1, hash.bytes);
  return queryMeasurement(selectByKey);
}

llvm::Expected<std::optional<Measurement>>
ExecDataFile::findObject(const ExecDataKey &key,
                         llvm::ArrayRef<uint8_t> object) {
  std::lock_guard lock(mutex);
  selectByObject.bindBlob(1, key.program.bytes);
  selectByObject.bindText(2, key.machine);
  selectByObject.bindText(3, key.toolchain);
  selectByObject.bindText(4, key.protocol);
  selectByObject.bind(5, int64_t(key.threads));
  selectByObject.bindBlob(6, object);
  return queryMeasurement(selectByObject);
}

llvm::Expected<std::optional<PairedMeasurement>>
ExecDataFile::findPaired(const ExecDataHash &hash) {
  if (fileVersion < 2)
    return std::nullopt;
  std::lock_guard lock(mutex);
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

llvm::Expected<std::vector<ExecDataContext>>
ExecDataFile::contextsOf(const ProgramKey &program, unsigned threads) {
  std::lock_guard lock(mutex);
  SqliteReset reset(selectContexts);
  selectContexts.bindBlob(1, program.bytes);
  selectContexts.bind(2, int64_t(threads));
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

struct ExecDataFile::InternedIds {
  std::map<ProgramKey, int64_t> programs;
  std::map<std::tuple<std::string, std::string, std::string, unsigned>, int64_t>
      contexts;
  std::map<std::pair<std::string, std::string>, int64_t> origins;
};

/// Runs a bound statement that gives no rows.
static llvm::Error run(SqliteStatement &statement) {
  SqliteReset reset(statement);
  return statement.step("store a timing").takeError();
}

/// The id that a bound query finds, 0 for none.
static llvm::Expected<int64_t> queryId(SqliteStatement &statement) {
  SqliteReset reset(statement);
  llvm::Expected<bool> row = statement.step("store a timing");
  if (!row)
    return row.takeError();
  return *row ? statement.integer(0) : 0;
}

llvm::Expected<int64_t>
ExecDataFile::internProgram(const ExecData::Record &record) {
  const ExecDataProvenance &provenance = record.provenance;
  {
    SqliteReset reset(selectProgram);
    selectProgram.bindBlob(1, record.key.program.bytes);
    llvm::Expected<bool> row = selectProgram.step("store a timing");
    if (!row)
      return row.takeError();
    if (*row) {
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
      if (llvm::Error error = run(nameProgram))
        return error;
      return id;
    }
  }
  addProgram.bindBlob(1, record.key.program.bytes);
  addProgram.bindText(2, provenance.programName);
  addProgram.bind(3, int64_t(provenance.operations));
  if (llvm::Error error = run(addProgram))
    return error;
  return connection.lastInsertId();
}

llvm::Expected<int64_t> ExecDataFile::internContext(const ExecDataKey &key) {
  for (SqliteStatement *statement : {&selectContext, &addContext}) {
    statement->bindText(1, key.machine);
    statement->bindText(2, key.toolchain);
    statement->bindText(3, key.protocol);
    statement->bind(4, int64_t(key.threads));
  }
  llvm::Expected<int64_t> id = queryId(selectContext);
  if (!id || *id != 0)
    return id;
  if (llvm::Error error = run(addContext))
    return error;
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
ExecDataFile::internOrigin(const ExecDataProvenance &provenance) {
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
  if (llvm::Error error = run(addOrigin))
    return error;
  return connection.lastInsertId();
}

static int64_t nowUs() {
  return std::chrono::duration_cast<std::chrono::microseconds>(
             std::chrono::system_clock::now().time_since_epoch())
      .count();
}

/// The id in `known`, or what `intern` gives, remembered.
template <typename Map, typename Intern>
static llvm::Error intern(Map &known, const typename Map::key_type &name,
                          int64_t &id, Intern &&add) {
  if (auto it = known.find(name); it != known.end()) {
    id = it->second;
    return llvm::Error::success();
  }
  llvm::Expected<int64_t> added = add();
  if (!added)
    return added.takeError();
  known[name] = id = *added;
  return llvm::Error::success();
}

llvm::Error ExecDataFile::insertOne(const ExecData::Record &record,
                                    InternedIds &ids) {
  const auto &[key, measurement, provenance] = record;
  if (measurement.status == Status::NotCached)
    return llvm::Error::success();
  bool isFinite = true;
  Timing::forEachField(measurement, [&](const char *, auto value) {
    isFinite &= std::isfinite(double(value));
  });
  if (!isFinite)
    return executionError("{0}: the timing of '{1}' ({2}) is not a finite "
                          "number; measure it again",
                          path(), key.schedule, provenance.programName);
  llvm::Expected<llvm::SmallVector<uint8_t, 16>> object =
      parseObjectHash(provenance.objectHash);
  if (!object)
    return object.takeError();

  int64_t program = 0, context = 0, origin = 0;
  if (llvm::Error error = intern(ids.programs, key.program, program,
                                 [&] { return internProgram(record); }))
    return error;
  if (llvm::Error error = intern(
          ids.contexts, {key.machine, key.toolchain, key.protocol, key.threads},
          context, [&] { return internContext(key); }))
    return error;
  if (llvm::Error error =
          intern(ids.origins, {provenance.version, provenance.host}, origin,
                 [&] { return internOrigin(provenance); }))
    return error;

  // Text columns must be UTF-8, or Python cannot read them.
  std::string message = llvm::json::fixUTF8(
      llvm::StringRef(measurement.message).take_front(longestMessage));
  ExecDataHash hash = hashOf(key);
  selectId.bindBlob(1, hash.bytes);
  llvm::Expected<int64_t> id = queryId(selectId);
  if (!id)
    return id.takeError();
  SqliteStatement &write = *id == 0 ? addMeasurement : replaceMeasurement;
  int at = 0; // as MeasurementColumns.h orders them
  write.bindBlob(++at, hash.bytes);
  write.bind(++at, program);
  write.bind(++at, context);
  write.bindText(++at, key.schedule);
  write.bindText(++at, nameOf(measurement.status));
  Timing::forEachField(measurement, [&](const char *, const auto &field) {
    using Field = std::remove_cvref_t<decltype(field)>;
    if constexpr (!std::is_floating_point_v<Field>)
      write.bind(++at, int64_t(field));
    else if (&field == &measurement.uncertainty && field <= 0)
      write.bindNull(++at); // unknown
    else
      write.bind(++at, field);
  });
  if (object->empty())
    write.bindNull(++at);
  else
    write.bindBlob(++at, *object);
  if (message.empty())
    write.bindNull(++at);
  else
    write.bindText(++at, message);
  write.bind(++at, origin);
  write.bind(++at, provenance.createdAtUs ? provenance.createdAtUs : nowUs());
  if (*id != 0)
    write.bind(++at, *id);
  return run(write);
}

llvm::Error ExecDataFile::insert(llvm::ArrayRef<ExecData::Record> records) {
  std::lock_guard lock(mutex);
  SqliteTransaction transaction(connection);
  if (llvm::Error error = transaction.begin("store a timing"))
    return error;
  InternedIds ids;
  for (const ExecData::Record &record : records)
    if (llvm::Error error = insertOne(record, ids))
      return error;
  if (llvm::Error error = requireInPlace())
    return error;
  return transaction.commit("store a timing");
}

llvm::Error ExecDataFile::insertPaired(const ExecDataHash &hash,
                                       const PairedMeasurement &paired) {
  std::lock_guard lock(mutex);
  SqliteTransaction transaction(connection);
  if (llvm::Error error = transaction.begin("store a timing"))
    return error;
  putPaired.bindBlob(1, hash.bytes);
  putPaired.bind(2, paired.baselineNs);
  putPaired.bind(3, paired.scheduleNs);
  putPaired.bind(4, paired.uncertainty);
  putPaired.bind(5, int64_t(paired.rounds));
  putPaired.bind(6, int64_t(paired.noisy));
  putPaired.bind(7, nowUs());
  if (llvm::Error error = run(putPaired))
    return error;
  if (llvm::Error error = requireInPlace())
    return error;
  return transaction.commit("store a timing");
}

llvm::Expected<uint64_t> ExecDataFile::merge(llvm::StringRef other) {
  if (llvm::sys::fs::equivalent(path(), other))
    return 0;
  // Says whether it is exec data of this version before anything is attached;
  // held open so that its log stays readable.
  llvm::Expected<SqliteConnection> source =
      openExecDataFile(other, SqliteMode::ReadOnly);
  if (!source)
    return source.takeError();
  llvm::Expected<int64_t> otherVersion =
      readExecDataVersion(*source, execDataMigrations());
  if (!otherVersion)
    return otherVersion.takeError();
  const std::string shared = mergeSharedSql + viewOfIncomingSql(*otherVersion);
  const std::string newer = takeNewerSql(), missing = takeMissingSql();
  std::lock_guard lock(mutex);
  llvm::Expected<SqliteStatement> attach =
      connection.prepare("ATTACH ?1 AS other");
  if (!attach)
    return attach.takeError();
  std::string uri = source->uri();
  attach->bindText(1, uri);
  std::string task = ("merge " + other).str();
  if (llvm::Error error = run(*attach))
    return error;
  auto mergeAttached = [&]() -> llvm::Expected<uint64_t> {
    SqliteTransaction transaction(connection);
    if (llvm::Error error = transaction.begin(task))
      return error;
    if (llvm::Error error = connection.execute(shared.c_str(), task))
      return error;
    if (llvm::Error error = connection.execute(newer.c_str(), task))
      return error;
    auto changed = static_cast<uint64_t>(connection.changes());
    if (llvm::Error error = connection.execute(missing.c_str(), task))
      return error;
    changed += static_cast<uint64_t>(connection.changes());
    if (*otherVersion >= 2)
      if (llvm::Error error = connection.execute(mergePairedSql, task))
        return error;
    if (llvm::Error error = connection.execute("DROP VIEW temp.incoming", task))
      return error;
    if (llvm::Error error = requireInPlace())
      return error;
    if (llvm::Error error = transaction.commit(task))
      return error;
    return changed;
  };
  llvm::Expected<uint64_t> changed = mergeAttached();
  if (llvm::Error error = connection.execute("DETACH other", task)) {
    if (changed)
      return error;
    llvm::consumeError(std::move(error));
  }
  return changed;
}

static ExecData::Record readRecord(SqliteStatement &row,
                                   Measurement measurement,
                                   ExecDataHash &stored) {
  llvm::copy(row.blob(9).take_front(16), stored.bytes.begin());
  ExecData::Record record;
  record.measurement = std::move(measurement);
  llvm::copy(row.blob(10).take_front(16), record.key.program.bytes.begin());
  record.provenance.programName = row.text(11).str();
  record.provenance.operations = static_cast<unsigned>(row.integer(12));
  record.key.machine = row.text(13).str();
  record.key.toolchain = row.text(14).str();
  record.key.protocol = row.text(15).str();
  record.key.threads = static_cast<unsigned>(row.integer(16));
  record.key.schedule = row.text(17).str();
  record.provenance.objectHash = llvm::toHex(row.blob(18), /*LowerCase=*/true);
  record.provenance.version = row.text(19).str();
  record.provenance.host = row.text(20).str();
  record.provenance.createdAtUs = row.integer(21);
  return record;
}

llvm::Error
ExecDataFile::forEach(ExecData::Order order,
                      llvm::function_ref<llvm::Error(const ExecDataHash &,
                                                     const ExecData::Record &)>
                          visit) {
  std::lock_guard lock(mutex);
  std::string sql =
      llvm::formatv(recordsSql, statusAndTimingColumns(fileVersion)).str();
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
    if (llvm::Error error = readMeasurement(*rows, path(), measurement))
      return error;
    measurement.message = rows->text(8).str();
    ExecDataHash stored;
    ExecData::Record record = readRecord(*rows, std::move(measurement), stored);
    if (llvm::Error error = visit(stored, record))
      return error;
  }
}

llvm::Expected<uint64_t> ExecDataFile::count() {
  std::lock_guard lock(mutex);
  return connection.queryInteger("SELECT count(*) FROM measurements",
                                 "count its records");
}

} // namespace mlirgym
