#include "execution/execdata/ExecDataSchema.h"
#include "ExecDataFixture.h"
#include "execution/execdata/MeasurementColumns.h"
#include "execution/sqlite/Sqlite.h"
#include "outcome/Metric.h"
#include <gmock/gmock.h>

namespace mlirgym {
namespace {

using testing::AllOf;
using testing::HasSubstr;

class ExecDataSchemaTest : public ExecDataTest {
protected:
  /// Runs SQL on a file of whatever kind.
  static void runSql(const std::string &path, const char *sql) {
    llvm::Expected<SqliteConnection> connection =
        SqliteConnection::open(path, SqliteMode::ReadWrite);
    ASSERT_TRUE(bool(connection)) << llvm::toString(connection.takeError());
    EXPECT_EQ(messageOf(connection->execute(sql, "prepare a test")), "");
  }

  /// A file with records of ours, without a log beside it.
  void fill() {
    std::unique_ptr<ExecData> data = openFile();
    std::vector<ExecData::Record> records(500);
    for (size_t i = 0; i < records.size(); ++i) {
      records[i].key = testKey("op0: tile(" + std::to_string(i) + ",0,0)");
      records[i].measurement = testMeasurement(1 + double(i));
    }
    EXPECT_EQ(messageOf(data->insertAll(records)), "");
  }

  /// Opens `file` in each way and expects the same refusal, which leaves no
  /// trace.
  void expectRefused(const testing::Matcher<std::string> &message) {
    std::string before = readBytes(file);
    auto beside = [&] {
      return std::distance(std::filesystem::directory_iterator(folder), {});
    };
    auto filesBefore = beside();
    EXPECT_THAT(messageOf(ExecData::open({.file = file})), message);
    EXPECT_THAT(messageOf(ExecData::open({.mains = {file}})), message);
    EXPECT_THAT(messageOf(ExecData::open({.file = file, .readOnly = true})),
                message);
    EXPECT_THAT(messageOf(ExecData::verify(file)), message);
    EXPECT_THAT(messageOf(ExecData::compact(file)), message);
    std::string other = path("other.db");
    EXPECT_THAT(messageOf(open({.file = other})->merge(file)), message);
    std::filesystem::remove(other);
    EXPECT_TRUE(readBytes(file) == before) << "the file was changed";
    EXPECT_EQ(beside(), filesBefore) << "something was left beside it";
  }
};

TEST_F(ExecDataSchemaTest, RefusesAFileThatIsNotSqlite) {
  writeBytes(file, R"json({"matmul_4_5_6": {"T(1,2,4)NT()": 17}})json");
  expectRefused(HasSubstr("timings.db: not an exec-data file (its first bytes "
                          "are not SQLite's); give another path, or import"));
}

TEST_F(ExecDataSchemaTest, RefusesAnotherProgramsDatabase) {
  runSql(file, "CREATE TABLE bookmarks(url TEXT)");
  expectRefused(HasSubstr("timings.db: not an exec-data file but another "
                          "program's; give another path"));
}

TEST_F(ExecDataSchemaTest, RefusesAnotherProgramsDatabaseWithItsMark) {
  runSql(file, "PRAGMA application_id = 252006;"
               "CREATE TABLE measurements(key BLOB)");
  expectRefused(HasSubstr("timings.db: not an exec-data file but another "
                          "program's"));
}

TEST_F(ExecDataSchemaTest, RefusesAnotherVersionAndSaysWhich) {
  fill();
  runSql(file, "PRAGMA user_version = 99");
  expectRefused(HasSubstr("timings.db: exec data of version 99, this mlirgym "
                          "reads up to 1; use the mlirgym that wrote it"));
}

TEST_F(ExecDataSchemaTest, RefusesWhatItDidNotMake) {
  const std::pair<const char *, const char *> strange[] = {
      {"CREATE TRIGGER t AFTER INSERT ON measurements BEGIN UPDATE "
       "measurements SET median_ns = median_ns / 1000 WHERE id = new.id; END",
       "its trigger 't' on measurements is not mlirgym's and may "
       "falsify timings; look at it"},
      {"CREATE TRIGGER t AFTER DELETE ON paired BEGIN DELETE FROM "
       "measurements; END",
       "its trigger 't' on paired is not mlirgym's"},
      {"CREATE VIEW v AS SELECT * FROM measurements",
       "its view 'v' on v is not mlirgym's"},
      {"CREATE TABLE x(y)", "its table 'x' on x is not mlirgym's"},
      {"CREATE UNIQUE INDEX i ON measurements(schedule)",
       "its index 'i' on measurements is not mlirgym's"},
      {"DROP TRIGGER paired_goes_too; CREATE TRIGGER paired_goes_too AFTER "
       "INSERT ON measurements BEGIN SELECT 1; END",
       "its trigger 'paired_goes_too' is not as mlirgym made it and may "
       "falsify timings; restore a copy"},
      {"DROP VIEW timings; CREATE VIEW timings AS SELECT 1",
       "its view 'timings' is not as mlirgym made it"},
      {"DROP TABLE paired; CREATE VIEW paired AS SELECT 1",
       "its view 'paired' on paired is not mlirgym's"},
      {"ALTER TABLE measurements ADD COLUMN fast GENERATED ALWAYS AS (1)",
       "its table 'measurements' is not as mlirgym made it"},
      {"DROP TRIGGER counters_go_too",
       "lacks the trigger 'counters_go_too'; restore a copy"},
  };
  for (auto [sql, message] : strange) {
    fill();
    runSql(file, sql);
    // Into the file itself: a log beside it stays only while it is open.
    expectRefused(HasSubstr(std::string("timings.db: ") + message));
    std::filesystem::remove(file);
  }
}

TEST_F(ExecDataSchemaTest, RefusesATriggerThatIsStillInTheLog) {
  fill();
  std::unique_ptr<ExecData> holder = openFile();
  insert(*holder, testKey("a"), testMeasurement(1)); // the log stays
  runSql(file, "CREATE TRIGGER t AFTER INSERT ON measurements BEGIN SELECT 1; "
               "END");
  EXPECT_THAT(messageOf(ExecData::open({.file = file})),
              HasSubstr("its trigger 't' on measurements"));
  EXPECT_THAT(messageOf(ExecData::open({.mains = {file}})),
              HasSubstr("its trigger 't' on measurements"));
}

TEST_F(ExecDataSchemaTest, StatisticsOfAnalyzeAreNothingStrange) {
  fill();
  runSql(file, "ANALYZE");
  EXPECT_EQ(messageOf(ExecData::verify(file)), "");
  EXPECT_EQ(medianOf(*openFile(), testKey("op0: tile(7,0,0)")), 8);
}

TEST_F(ExecDataSchemaTest, RefusesATruncatedFile) {
  fill();
  std::string bytes = readBytes(file);
  for (size_t size : {bytes.size() / 2, bytes.size() - 1, size_t(4096)}) {
    writeBytes(file, bytes.substr(0, size));
    expectRefused(HasSubstr("timings.db: the file is truncated; restore a "
                            "copy, it was not changed"));
  }
  for (size_t size : {size_t(70), size_t(16), size_t(5)}) {
    writeBytes(file, bytes.substr(0, size));
    expectRefused(HasSubstr("timings.db: "));
  }
}

TEST_F(ExecDataSchemaTest, RefusesAFileWhoseFirstPageIsOverwritten) {
  fill();
  std::string bytes = readBytes(file);
  for (size_t i = 100; i < 4096; ++i)
    bytes[i] = static_cast<char>(i * 37);
  writeBytes(file, bytes);
  expectRefused(
      AllOf(HasSubstr("timings.db: "), HasSubstr("the file is damaged")));
}

TEST_F(ExecDataSchemaTest, FindsOverwrittenPagesWhenTheyAreRead) {
  fill();
  std::string bytes = readBytes(file);
  for (size_t i = 4096; i < bytes.size(); ++i)
    bytes[i] = static_cast<char>(i * 37);
  writeBytes(file, bytes);
  llvm::Expected<std::unique_ptr<ExecData>> data =
      ExecData::open({.file = file, .readOnly = true});
  std::string message =
      data ? messageOf((*data)->lookup(testKey("op0: tile(7,0,0)")))
           : llvm::toString(data.takeError());
  EXPECT_THAT(message, AllOf(HasSubstr("timings.db: cannot "),
                             HasSubstr("the file is damaged")));
  EXPECT_TRUE(readBytes(file) == bytes);
}

TEST_F(ExecDataSchemaTest, AnEmptyFileBecomesExecData) {
  writeBytes(file, "");
  insert(*openFile(), testKey(""), testMeasurement(1));
  EXPECT_EQ(medianOf(*openFile(), testKey("")), 1);
}

TEST_F(ExecDataSchemaTest, AMissingFileIsMadeForWritingAlone) {
  for (const ExecData::Options &options :
       {ExecData::Options{.file = file, .readOnly = true},
        ExecData::Options{.mains = {file}}})
    EXPECT_THAT(messageOf(ExecData::open(options)),
                HasSubstr("timings.db: no such exec-data file, or not "
                          "readable; check the path"));
  EXPECT_THAT(messageOf(ExecData::verify(file)), HasSubstr("no such"));
  EXPECT_THAT(messageOf(ExecData::compact(file)), HasSubstr("no such"));
  EXPECT_FALSE(std::filesystem::exists(file));
  openFile();
  EXPECT_TRUE(std::filesystem::exists(file));
}

TEST_F(ExecDataSchemaTest, SaysThatAFolderIsMissingOrNoFile) {
  EXPECT_THAT(messageOf(ExecData::open({.file = path("missing/timings.db")})),
              HasSubstr("missing/timings.db: cannot open it: unable to open "
                        "database file: No such file or directory; check that "
                        "the path is right, that its folder exists"));
  EXPECT_THAT(messageOf(ExecData::open({.file = folder.string()})),
              HasSubstr(": a folder, not an exec-data file; give the path of a "
                        "file in it"));
}

TEST_F(ExecDataSchemaTest, SaysThatAPathIsTooLong) {
  // SQLite takes 504 bytes, and beside that a suffix.
  const std::string name = "/timings.db";
  std::string deep = folder.string();
  while (deep.size() + name.size() < 504) {
    const size_t left = 504 - name.size() - deep.size();
    deep += "/" + std::string(std::min<size_t>(200, left - 1), 'd');
  }
  std::filesystem::create_directories(deep);
  EXPECT_EQ(messageOf(ExecData::open({.file = deep + name})), "");
  // Once as it is given, once behind a link.
  std::filesystem::create_directory(deep + "/e");
  std::filesystem::create_directory_symlink(deep + "/e", path("link"));
  for (const std::string &file : {deep + "/e" + name, path("link") + name})
    EXPECT_EQ(messageOf(ExecData::open({.file = file})),
              file + ": the path is too long: 506 bytes, of which SQLite takes "
                     "504; put the file into a folder nearer to the root");
  // And to read.
  EXPECT_THAT(messageOf(ExecData::open({.mains = {deep + "/e" + name}})),
              HasSubstr("the path is too long"));
}

TEST_F(ExecDataSchemaTest, PathsMayHoldAnyCharacter) {
  std::string odd = path("100% a?b#c&d=e é.db");
  insert(*open({.file = odd}), testKey(""), testMeasurement(4));
  EXPECT_TRUE(std::filesystem::exists(odd));
  EXPECT_EQ(medianOf(*open({.mains = {odd}}), testKey("")), 4);
  EXPECT_EQ(llvm::cantFail(openFile()->merge(odd)), 1u);
}

TEST_F(ExecDataSchemaTest, APathMayBeginWithTwoSlashes) {
  insert(*open({.file = "/" + file}), testKey(""), testMeasurement(4));
  EXPECT_EQ(medianOf(*openFile(), testKey("")), 4);
}

TEST_F(ExecDataSchemaTest, AReadOnlyFileStoresNothing) {
  fill();
  std::string before = readBytes(file);
  {
    std::unique_ptr<ExecData> data = open({.file = file, .readOnly = true});
    EXPECT_EQ(medianOf(*data, testKey("op0: tile(7,0,0)")), 8);
    EXPECT_THAT(messageOf(data->insert(testKey("x"), testMeasurement(1), {})),
                HasSubstr("timings.db: opened read-only, nothing can be "
                          "stored; open it for writing"));
    EXPECT_THAT(messageOf(data->merge(file)), HasSubstr("opened read-only"));
    EXPECT_EQ(llvm::cantFail(data->count()), 500u);
  }
  EXPECT_TRUE(readBytes(file) == before);
}

/// The migrations of a next version that has a column more.
llvm::Error addEnergy(SqliteConnection &connection) {
  return connection.execute("ALTER TABLE measurements ADD COLUMN energy_j REAL",
                            "add energy");
}

TEST_F(ExecDataSchemaTest, MigratesAnOlderFileOnceAndKeepsItsRecords) {
  fill();
  std::vector<ExecDataMigration> migrations = execDataMigrations().vec();
  migrations.push_back(addEnergy);
  llvm::Expected<SqliteConnection> connection =
      SqliteConnection::open(file, SqliteMode::ReadWrite);
  ASSERT_TRUE(bool(connection));
  EXPECT_THAT(messageOf(requireCurrentExecData(*connection, migrations)),
              HasSubstr("timings.db: exec data of version 1, this mlirgym "
                        "reads version 2; open it once for writing"));
  for (int times = 0; times < 2; ++times) {
    EXPECT_EQ(messageOf(migrateExecData(*connection, migrations)), "");
    EXPECT_EQ(llvm::cantFail(readExecDataVersion(*connection, migrations)), 2);
    EXPECT_EQ(messageOf(requireCurrentExecData(*connection, migrations)), "");
  }
  EXPECT_EQ(
      llvm::cantFail(connection->queryInteger(
          "SELECT count(*) FROM measurements WHERE energy_j IS NULL", "test")),
      500);
}

TEST_F(ExecDataSchemaTest, AMigrationThatFailsLeavesTheFileAsItWas) {
  fill();
  std::vector<ExecDataMigration> migrations = execDataMigrations().vec();
  migrations.push_back([](SqliteConnection &connection) {
    return connection.execute("DELETE FROM measurements", "delete them");
  });
  migrations.push_back([](SqliteConnection &connection) {
    return connection.execute("CREATE TABLE programs(x)", "make it again");
  });
  {
    llvm::Expected<SqliteConnection> connection =
        SqliteConnection::open(file, SqliteMode::ReadWrite);
    ASSERT_TRUE(bool(connection));
    EXPECT_THAT(messageOf(migrateExecData(*connection, migrations)),
                HasSubstr("timings.db: cannot make it again: "));
  }
  EXPECT_EQ(llvm::cantFail(openFile()->count()), 500u);
}

TEST_F(ExecDataSchemaTest, AnIndexAloneAnswersALookUp) {
  fill();
  llvm::Expected<SqliteConnection> connection =
      SqliteConnection::open(file, SqliteMode::ReadOnly);
  ASSERT_TRUE(bool(connection));
  SqliteStatement plan = llvm::cantFail(connection->prepare(
      "EXPLAIN QUERY PLAN SELECT " + statusAndTimingColumns() +
      ", m.id FROM measurements m WHERE m.key = ?1"));
  ASSERT_TRUE(llvm::cantFail(plan.step("test")));
  EXPECT_THAT(plan.text(3).str(),
              HasSubstr("COVERING INDEX measurements_by_key"));
}

TEST_F(ExecDataSchemaTest, TheViewShowsOnlyTimesAsTimes) {
  ExecDataKey counted = testKey("a");
  counted.metric = Metric::Instructions;
  Measurement instructions = testMeasurement(800);
  instructions.metric = Metric::Instructions;
  {
    std::unique_ptr<ExecData> data = openFile();
    insert(*data, testKey(""), testMeasurement(32));
    insert(*data, testKey("a"), testMeasurement(16));
    insert(*data, counted, instructions);
  }
  llvm::Expected<SqliteConnection> connection =
      SqliteConnection::open(file, SqliteMode::ReadOnly);
  ASSERT_TRUE(bool(connection));
  SqliteStatement rows = llvm::cantFail(connection->prepare(
      "SELECT metric, median, median_ns, baseline, baseline_ns, speedup FROM "
      "timings WHERE schedule = 'a' ORDER BY metric"));
  ASSERT_TRUE(llvm::cantFail(rows.step("test")));
  EXPECT_EQ(rows.text(0), "instructions");
  EXPECT_EQ(rows.real(1), 800);
  for (int column : {2, 3, 4, 5}) // no time, and no baseline of its metric
    EXPECT_TRUE(rows.isNull(column)) << column;
  ASSERT_TRUE(llvm::cantFail(rows.step("test")));
  EXPECT_EQ(rows.text(0), "nanoseconds");
  EXPECT_EQ(rows.real(2), 16);
  EXPECT_EQ(rows.real(4), 32);
  EXPECT_EQ(rows.real(5), 2);
}

TEST_F(ExecDataSchemaTest, PlainSqlAnswersQuestions) {
  {
    std::unique_ptr<ExecData> data = openFile();
    ExecDataProvenance provenance{.programName = "matmul_4_5_6"};
    insert(*data, testKey(""), testMeasurement(900), provenance);
    insert(*data, testKey("op0: vectorize"), testMeasurement(100), provenance);
    insert(*data, testKey("op0: tile(1,0,0)"),
           testFailure(Status::TimedOut, "no end"), provenance);
  }
  llvm::Expected<SqliteConnection> connection =
      SqliteConnection::open(file, SqliteMode::ReadOnly);
  ASSERT_TRUE(bool(connection));
  SqliteStatement rows = llvm::cantFail(connection->prepare(
      "SELECT program, schedule, status, speedup, machine, threads, message, "
      "host, created_at FROM timings ORDER BY schedule"));
  ASSERT_TRUE(llvm::cantFail(rows.step("test")));
  EXPECT_EQ(rows.text(1), "");
  EXPECT_EQ(rows.real(3), 1.0);
  ASSERT_TRUE(llvm::cantFail(rows.step("test")));
  EXPECT_EQ(rows.text(2), "timed_out");
  EXPECT_TRUE(rows.isNull(3));
  EXPECT_EQ(rows.text(6), "no end");
  ASSERT_TRUE(llvm::cantFail(rows.step("test")));
  EXPECT_EQ(rows.text(0), "matmul_4_5_6");
  EXPECT_EQ(rows.text(1), "op0: vectorize");
  EXPECT_EQ(rows.text(2), "ok");
  EXPECT_EQ(rows.real(3), 9.0);
  EXPECT_EQ(rows.text(4), testKey("").machine);
  EXPECT_EQ(rows.integer(5), 1);
  EXPECT_TRUE(rows.isNull(6));
  EXPECT_NE(rows.text(7), "");
  EXPECT_THAT(rows.text(8).str(),
              testing::MatchesRegex("20..-..-..T..:..:..Z"));
  EXPECT_FALSE(llvm::cantFail(rows.step("test")));
}

} // namespace
} // namespace mlirgym
