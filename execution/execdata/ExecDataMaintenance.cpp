#include "execution/execdata/ExecData.h"
#include "execution/execdata/ExecDataFile.h"
#include "execution/execdata/ExecDataHash.h"
#include "execution/execdata/ExecDataOpening.h"
#include "execution/sqlite/Sqlite.h"
#include "outcome/ExecutionError.h"
#include "outcome/Measurement.h"
#include "program/Try.h"
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
  MLIRGYM_TRY(SqliteConnection connection,
              openExecDataFile(file, SqliteMode::ReadOnly));
  MLIRGYM_TRY(SqliteStatement check,
              connection.prepare("PRAGMA integrity_check(10)"));
  while (true) {
    MLIRGYM_TRY(bool row, check.step("check its integrity"));
    if (!row)
      break;
    if (check.text(0) != "ok")
      problems.push_back(check.text(0).str());
  }
  MLIRGYM_TRY(
      int64_t dangling,
      connection.queryInteger("SELECT count(*) FROM pragma_foreign_key_check",
                              "check its integrity"));
  if (dangling != 0)
    problems.push_back(llvm::formatv(
        "{0} records name a program, context or origin that is missing",
        dangling));
  MLIRGYM_TRY(int64_t repeated,
              connection.queryInteger(
                  "SELECT count(*) - count(DISTINCT key) FROM measurements",
                  "check its integrity"));
  if (repeated != 0)
    problems.push_back(
        llvm::formatv("{0} records have duplicate keys", repeated));
  MLIRGYM_TRY(int64_t odd, connection.queryInteger(
                               "SELECT count(*) FROM counters WHERE key NOT IN "
                               "(SELECT key FROM measurements)",
                               "check its integrity"));
  if (odd != 0)
    problems.push_back(llvm::formatv("{0} counters have no timing", odd));
  return llvm::Error::success();
}

llvm::Error ExecData::verify(llvm::StringRef file) {
  std::vector<std::string> problems;
  MLIRGYM_TRY_TO(findDamage(file, problems));
  // The records of a file with damaged pages are not checked.
  if (problems.empty()) {
    MLIRGYM_TRY(std::unique_ptr<ExecDataFile> opened,
                ExecDataFile::open(file, SqliteMode::ReadOnly));
    if (llvm::Error error = opened->read()->forEach(
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
      MLIRGYM_TRY_TO(opened->read()->checkValues());
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
    MLIRGYM_TRY(std::unique_ptr<ExecDataFile> opened,
                ExecDataFile::open(file, SqliteMode::ReadOnly));
    MLIRGYM_TRY_TO(opened->read()->checkValues());
  }
  return openExecDataFile(file, SqliteMode::ReadWrite);
}

static llvm::Error compact(SqliteConnection &connection) {
  MLIRGYM_TRY_TO(connection.execute("VACUUM", "compact it"));
  return connection.execute("PRAGMA journal_mode = DELETE",
                            "merge its write-ahead log into it");
}

llvm::Error ExecData::compact(llvm::StringRef file) {
  MLIRGYM_TRY(SqliteConnection connection, openExisting(file));
  return mlirgym::compact(connection);
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
  MLIRGYM_TRY(SqliteConnection connection, openExisting(file));
  MLIRGYM_TRY(SqliteStatement thinning, connection.prepare(deleteDispensable));
  thinning.bind(1, int64_t(keep.fastest));
  thinning.bind(2, int64_t(keep.others));
  MLIRGYM_TRY_TO(thinning.run("thin it"));
  const auto deleted = static_cast<uint64_t>(connection.changes());
  MLIRGYM_TRY_TO(mlirgym::compact(connection));
  return deleted;
}

} // namespace mlirgym
