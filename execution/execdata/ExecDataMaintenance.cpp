#include "execution/execdata/ExecData.h"
#include "execution/execdata/ExecDataFile.h"
#include "execution/execdata/ExecDataHash.h"
#include "execution/execdata/ExecDataOpening.h"
#include "execution/sqlite/Sqlite.h"
#include "outcome/ExecutionError.h"
#include "outcome/Measurement.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FormatVariadic.h"
#include <memory>
#include <string>
#include <vector>

namespace mlirgym {

/// A damaged file can have millions of errors; the first few are enough.
static constexpr size_t mostProblems = 10;

/// Errors that SQLite detects: in pages, indices and references.
static llvm::Error findDamage(llvm::StringRef file,
                              std::vector<std::string> &problems) {
  llvm::Expected<SqliteConnection> connection =
      openExecDataFile(file, SqliteMode::ReadOnly);
  if (!connection)
    return connection.takeError();
  llvm::Expected<SqliteStatement> check =
      connection->prepare("PRAGMA integrity_check(10)");
  if (!check)
    return check.takeError();
  while (true) {
    llvm::Expected<bool> row = check->step("check its integrity");
    if (!row)
      return row.takeError();
    if (!*row)
      break;
    if (check->text(0) != "ok")
      problems.push_back(check->text(0).str());
  }
  llvm::Expected<int64_t> dangling = connection->queryInteger(
      "SELECT count(*) FROM pragma_foreign_key_check", "check its integrity");
  if (!dangling)
    return dangling.takeError();
  if (*dangling != 0)
    problems.push_back(llvm::formatv(
        "{0} records name a program, context or origin that is missing",
        *dangling));
  llvm::Expected<int64_t> repeated = connection->queryInteger(
      "SELECT count(*) - count(DISTINCT key) FROM measurements",
      "check its integrity");
  if (!repeated)
    return repeated.takeError();
  if (*repeated != 0)
    problems.push_back(
        llvm::formatv("{0} records have duplicate keys", *repeated));
  llvm::Expected<int64_t> odd =
      connection->queryInteger("SELECT count(*) FROM counters WHERE key NOT IN "
                               "(SELECT key FROM measurements)",
                               "check its integrity");
  if (!odd)
    return odd.takeError();
  if (*odd != 0)
    problems.push_back(llvm::formatv("{0} counters have no timing", *odd));
  return llvm::Error::success();
}

llvm::Error ExecData::verify(llvm::StringRef file) {
  std::vector<std::string> problems;
  if (llvm::Error error = findDamage(file, problems))
    return error;
  // The records of a file with damaged pages are not checked.
  if (problems.empty()) {
    llvm::Expected<std::unique_ptr<ExecDataFile>> opened =
        ExecDataFile::open(file, SqliteMode::ReadOnly);
    if (!opened)
      return opened.takeError();
    if (llvm::Error error = (*opened)->forEach(
            Order::Added, [&](const ExecDataHash &stored, const Record &record,
                              llvm::StringRef problem) {
              if (problem.empty() && hashOf(record.key) != stored)
                problem = "does not belong to its key";
              if (!problem.empty() && problems.size() < mostProblems)
                problems.push_back(llvm::formatv(
                    "the record of '{0}' on {1} {2}", record.key.schedule,
                    record.provenance.programName, problem));
              return llvm::Error::success();
            }))
      return error;
    // Pairs and counters, which belong to the records.
    if (problems.empty())
      if (llvm::Error error = (*opened)->checkValues())
        return error;
  }
  if (problems.empty())
    return llvm::Error::success();
  return executionError("{0}: damaged: {1}; restore a copy, or merge the "
                        "readable records into a new file",
                        file, llvm::join(problems, ", "));
}

static llvm::Expected<SqliteConnection> openExisting(llvm::StringRef file) {
  {
    // Open it read-only first: otherwise a missing file would be created.
    llvm::Expected<std::unique_ptr<ExecDataFile>> opened =
        ExecDataFile::open(file, SqliteMode::ReadOnly);
    if (!opened)
      return opened.takeError();
    if (llvm::Error error = (*opened)->checkValues())
      return std::move(error);
  }
  return openExecDataFile(file, SqliteMode::ReadWrite);
}

static llvm::Error compact(SqliteConnection &connection) {
  if (llvm::Error error = connection.execute("VACUUM", "compact it"))
    return error;
  return connection.execute("PRAGMA journal_mode = DELETE",
                            "merge its write-ahead log into it");
}

llvm::Error ExecData::compact(llvm::StringRef file) {
  llvm::Expected<SqliteConnection> connection = openExisting(file);
  if (!connection)
    return connection.takeError();
  return mlirgym::compact(*connection);
}

/// ?1: Thinning::fastest; ?2: Thinning::others. The timings of a program are
/// ranked by speed, and the slower ones by key.
static constexpr const char *deleteDispensable = R"sql(
DELETE FROM measurements WHERE id IN (
  SELECT id FROM (
    SELECT id, by_speed, row_number() OVER (
        PARTITION BY program, context, metric, by_speed > ?1 ORDER BY key
      ) AS by_key
    FROM (
      SELECT id, key, program, context, metric, row_number() OVER (
          PARTITION BY program, context, metric
          ORDER BY status <> 'ok', median_ns, key
        ) AS by_speed
      FROM measurements WHERE schedule <> ''))
  WHERE by_speed > ?1 AND by_key > ?2)
)sql";

llvm::Expected<uint64_t> ExecData::thin(llvm::StringRef file,
                                        const Thinning &keep) {
  llvm::Expected<SqliteConnection> connection = openExisting(file);
  if (!connection)
    return connection.takeError();
  llvm::Expected<SqliteStatement> thinning =
      connection->prepare(deleteDispensable);
  if (!thinning)
    return thinning.takeError();
  thinning->bind(1, int64_t(keep.fastest));
  thinning->bind(2, int64_t(keep.others));
  if (llvm::Error error = thinning->run("thin it"))
    return std::move(error);
  const auto deleted = static_cast<uint64_t>(connection->changes());
  if (llvm::Error error = mlirgym::compact(*connection))
    return std::move(error);
  return deleted;
}

} // namespace mlirgym
