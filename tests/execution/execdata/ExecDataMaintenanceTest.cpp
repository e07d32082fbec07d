#include "ExecDataFixture.h"
#include "execution/sqlite/Sqlite.h"
#include <gmock/gmock.h>

namespace mlirgym {
namespace {

using testing::HasSubstr;

class ExecDataMaintenanceTest : public ExecDataTest {
protected:
  void store(const std::string &into, const std::string &schedule,
             double medianNs, int64_t createdAtUs, uint8_t program = 1) {
    insert(*open({.file = into}), testKey(schedule, program),
           testMeasurement(medianNs),
           {.programName = "add_" + std::to_string(program),
            .createdAtUs = createdAtUs});
  }
  void runSql(const char *sql) {
    llvm::Expected<SqliteConnection> connection =
        SqliteConnection::open(file, SqliteMode::ReadWrite);
    ASSERT_TRUE(bool(connection)) << llvm::toString(connection.takeError());
    EXPECT_EQ(messageOf(connection->execute(sql, "damage it")), "");
  }
  std::string other = path("other.db");
};

TEST_F(ExecDataMaintenanceTest, MergeAddsWhatIsNewAndKeepsTheNewerOfTwo) {
  store(file, "only here", 1, 100);
  store(file, "newer here", 2, 200);
  store(file, "newer there", 3, 300);
  store(other, "filler", 0.5, 1, /*program=*/3); // so that ids differ
  store(other, "newer here", 20, 199);
  store(other, "newer there", 30, 301);
  store(other, "only there", 40, 1, /*program=*/2);

  std::unique_ptr<ExecData> data = openFile();
  EXPECT_EQ(medianOf(*data, testKey("newer there")), 3); // now in memory
  EXPECT_EQ(llvm::cantFail(data->merge(other)), 3u);

  EXPECT_EQ(medianOf(*data, testKey("only here")), 1);
  EXPECT_EQ(medianOf(*data, testKey("newer here")), 2);
  EXPECT_EQ(medianOf(*data, testKey("newer there")), 30);
  EXPECT_EQ(medianOf(*data, testKey("only there", 2)), 40);
  EXPECT_EQ(llvm::cantFail(data->count()), 5u);
  EXPECT_EQ(llvm::cantFail(data->records())[3].provenance.programName, "add_2");
  EXPECT_EQ(llvm::cantFail(data->merge(other)), 0u) << "nothing left to add";
  data.reset();
  EXPECT_EQ(messageOf(ExecData::verify(file)), "");
}

TEST_F(ExecDataMaintenanceTest, MergeKeepsContextsAndProvenance) {
  ExecDataKey elsewhere = testKey("op0: vectorize", /*program=*/2);
  elsewhere.machine = "skylake";
  elsewhere.threads = 8;
  ExecDataProvenance provenance{.programName = "relu_8",
                                .objectHash =
                                    "00112233445566778899aabbccddeeff",
                                .operations = 2,
                                .version = "0.0.9",
                                .host = "node3",
                                .createdAtUs = 12345};
  insert(*open({.file = other}), elsewhere, testMeasurement(8), provenance);
  insert(*openFile(), testKey(""), testMeasurement(1));

  std::unique_ptr<ExecData> data = openFile();
  EXPECT_EQ(llvm::cantFail(data->merge(other)), 1u);
  ExecData::Record merged = llvm::cantFail(data->records())[1];
  EXPECT_EQ(merged.key.machine, "skylake");
  EXPECT_EQ(merged.key.threads, 8u);
  EXPECT_EQ(merged.provenance.programName, "relu_8");
  EXPECT_EQ(merged.provenance.objectHash, provenance.objectHash);
  EXPECT_EQ(merged.provenance.operations, 2u);
  EXPECT_EQ(merged.provenance.version, "0.0.9");
  EXPECT_EQ(merged.provenance.host, "node3");
  EXPECT_EQ(merged.provenance.createdAtUs, 12345);
}

TEST_F(ExecDataMaintenanceTest, MergeReadsAFileThatIsBeingWritten) {
  std::unique_ptr<ExecData> writer = open({.file = other});
  insert(*writer, testKey("a"), testMeasurement(1)); // still in its log
  std::unique_ptr<ExecData> data = openFile();
  EXPECT_EQ(llvm::cantFail(data->merge(other)), 1u);
  insert(*writer, testKey("b"), testMeasurement(2));
  EXPECT_EQ(llvm::cantFail(data->merge(other)), 1u);
  EXPECT_EQ(medianOf(*data, testKey("b")), 2);
}

TEST_F(ExecDataMaintenanceTest, MergeWithItselfOrAMissingFileChangesNothing) {
  store(file, "a", 1, 1);
  std::unique_ptr<ExecData> data = openFile();
  EXPECT_EQ(llvm::cantFail(data->merge(file)), 0u);
  EXPECT_THAT(messageOf(data->merge(path("missing.db"))),
              HasSubstr("missing.db: no such exec-data file"));
  EXPECT_EQ(llvm::cantFail(data->count()), 1u);
}

TEST_F(ExecDataMaintenanceTest, MergeIntoMemory) {
  store(other, "a", 1, 1);
  std::unique_ptr<ExecData> data = open({});
  EXPECT_EQ(llvm::cantFail(data->merge(other)), 1u);
  EXPECT_EQ(medianOf(*data, testKey("a")), 1);
}

TEST_F(ExecDataMaintenanceTest, MergesPairedTimingsTheNewerWins) {
  std::string other = path("other.db");
  auto put = [&](const std::string &target, double baselineNs, int createdAt) {
    PairedMeasurement paired;
    paired.status = Status::Ok;
    paired.baselineNs = baselineNs;
    paired.scheduleNs = 1;
    open({.file = target}); // makes its tables
    llvm::Expected<SqliteConnection> connection =
        SqliteConnection::open(target, SqliteMode::ReadWrite);
    ASSERT_TRUE(bool(connection));
    EXPECT_EQ(messageOf(connection->execute("DELETE FROM paired", "test")), "");
    EXPECT_EQ(
        messageOf(open({.file = target})->settlePaired(testKey("a"), paired)),
        "");
    EXPECT_EQ(messageOf(connection->execute(("UPDATE paired SET created_at = " +
                                             std::to_string(createdAt))
                                                .c_str(),
                                            "test")),
              "");
  };
  auto pairedBaseline = [&] {
    return llvm::cantFail(openFile()->lookupPaired(testKey("a")))->baselineNs;
  };
  put(file, 3, 10);
  put(other, 4, 9);
  llvm::cantFail(openFile()->merge(other));
  EXPECT_EQ(pairedBaseline(), 3);
  put(other, 5, 11);
  llvm::cantFail(openFile()->merge(other));
  EXPECT_EQ(pairedBaseline(), 5);
}

TEST_F(ExecDataMaintenanceTest, VerifyFindsARecordThatIsNotItsKeys) {
  store(file, "op0: tile(4,0,0)", 1, 1);
  runSql("UPDATE measurements SET schedule = 'op0: tile(8,0,0)'");
  EXPECT_THAT(messageOf(ExecData::verify(file)),
              HasSubstr("timings.db: damaged: the record of 'op0: tile(8,0,0)' "
                        "on add_1 does not belong to its key; restore a copy"));
}

TEST_F(ExecDataMaintenanceTest, VerifyFindsValuesThatMakeNoSense) {
  const std::pair<const char *, const char *> damages[] = {
      {"UPDATE measurements SET status = 'fine'",
       "a record has the status 'fine', which this mlirgym does not know"},
      {"UPDATE measurements SET status = 'not_cached'",
       "a record has the status 'not_cached'"},
      {"UPDATE measurements SET median_ns = 0", "has no positive time"},
      {"UPDATE measurements SET min_ns = median_ns + 1",
       "has a minimum above its median"},
      {"UPDATE measurements SET spread = -1", "has a negative spread"},
      {"UPDATE measurements SET transfer_ns = -1",
       "has a negative time of transfers"},
      {"UPDATE measurements SET median_ns = 9e999, min_ns = 1",
       "has a value that is not a finite number"},
      {"UPDATE measurements SET median_ns = 'soon'",
       "has a value that is no number"},
      {"UPDATE measurements SET median_ns = x'00'",
       "has a value that is no number"},
      {"UPDATE measurements SET repeats = -1", "has a value that is no number"},
      {"UPDATE measurements SET metric = 'apples'",
       "a record has the metric 'apples', which this mlirgym does not know"},
      {"INSERT INTO paired SELECT key, 0, 1, 0, 3, 0, 0 FROM measurements",
       "a paired timing has no positive time"},
      {"INSERT INTO paired SELECT key, 9e999, 1, 0, 3, 0, 0 FROM measurements",
       "a paired timing has a value that is not a finite number"},
      {"INSERT INTO counters SELECT key, 'cycles', -1 FROM measurements",
       "the counter cycles has a negative count"},
      {"INSERT INTO counters SELECT key, 'cycles', 'x' FROM measurements",
       "the counter cycles has a value that is no number"},
      {"INSERT INTO counters VALUES(x'00112233445566778899aabbccddeeff', 'a', "
       "1)",
       "1 counters have no timing"},
      {"INSERT INTO measurements SELECT NULL, key, program, context, schedule, "
       "metric, status, median_ns, min_ns, spread, repeats, number, "
       "uncertainty, noisy, transfer_ns, object, message, origin, created_at "
       "FROM measurements",
       "1 records have duplicate keys"},
      {"DELETE FROM programs",
       "1 records name a program, context or origin that is missing"},
  };
  for (auto [sql, message] : damages) {
    store(file, "op0: vectorize", 1, 1);
    EXPECT_EQ(messageOf(ExecData::verify(file)), "");
    runSql(sql);
    EXPECT_THAT(messageOf(ExecData::verify(file)), HasSubstr(message)) << sql;
    std::filesystem::remove(file);
  }
}

TEST_F(ExecDataMaintenanceTest, NoDoorLetsInWhatNoMeasurementGives) {
  const std::pair<const char *, const char *> damages[] = {
      {"UPDATE measurements SET median_ns = 9e999", "not a finite number"},
      {"UPDATE measurements SET median_ns = -9e999, min_ns = -9e999",
       "not a finite number"},
      {"UPDATE measurements SET median_ns = -1, min_ns = -1",
       "no positive time"},
      {"UPDATE measurements SET median_ns = 'soon'", "is no number"},
      {"UPDATE measurements SET uncertainty = 9e999", "not a finite number"},
  };
  for (auto [sql, message] : damages) {
    store(file, "op0: vectorize", 1, 1);
    runSql(sql);
    for (ExecData::Options options :
         {ExecData::Options{.file = file}, ExecData::Options{.mains = {file}},
          ExecData::Options{.file = file, .readOnly = true},
          ExecData::Options{.mains = {file}, .anyMachine = true}}) {
      auto data = open(options);
      EXPECT_THAT(messageOf(data->lookup(testKey("op0: vectorize"))),
                  testing::AllOf(HasSubstr("timings.db: the timing with the id "
                                           "1 has"),
                                 HasSubstr(message),
                                 HasSubstr("; delete it with sqlite3")))
          << sql;
      if (!options.file.empty())
        EXPECT_THAT(messageOf(data->records()),
                    testing::AllOf(HasSubstr("timings.db: the record of 'op0: "
                                             "vectorize' on add_1 has"),
                                   HasSubstr(message)))
            << sql;
    }
    auto target = open({.file = other});
    EXPECT_THAT(messageOf(target->merge(file)), HasSubstr(message)) << sql;
    EXPECT_EQ(llvm::cantFail(target->count()), 0u);
    EXPECT_THAT(messageOf(ExecData::compact(file)), HasSubstr(message)) << sql;
    EXPECT_THAT(messageOf(ExecData::thin(file, {}).takeError()),
                HasSubstr(message))
        << sql;
    std::filesystem::remove(file);
  }
}

TEST_F(ExecDataMaintenanceTest, NoDoorLetsInOddPairsAndCounters) {
  store(file, "op0: vectorize", 1, 1);
  runSql("INSERT INTO paired SELECT key, 9e999, 1, 0, 3, 0, 0 FROM "
         "measurements");
  runSql("INSERT INTO counters SELECT key, 'cycles', 9e999 FROM measurements");
  const ExecDataKey key = testKey("op0: vectorize");
  EXPECT_THAT(messageOf(openFile()->lookupPaired(key)),
              HasSubstr("a paired timing has a value that is not a finite"));
  EXPECT_THAT(messageOf(openFile()->lookupCounters(key)),
              HasSubstr("the counter cycles has a value that is not a finite"));
  EXPECT_THAT(messageOf(open({.file = other})->merge(file)),
              HasSubstr("not a finite number"));
  runSql("DELETE FROM paired");
  EXPECT_THAT(messageOf(open({.file = other})->merge(file)),
              HasSubstr("the counter cycles"));
  runSql("DELETE FROM counters");
  EXPECT_EQ(llvm::cantFail(open({.file = other})->merge(file)), 1u);
}

TEST_F(ExecDataMaintenanceTest, VerifyFindsAnIndexThatDoesNotFitItsTable) {
  std::vector<ExecData::Record> records(2000);
  for (size_t i = 0; i < records.size(); ++i)
    records[i] = {testKey(std::to_string(i)), testMeasurement(1), {}};
  EXPECT_EQ(messageOf(openFile()->insertAll(records)), "");
  EXPECT_EQ(messageOf(ExecData::compact(file)), "");
  std::string bytes = readBytes(file);
  for (size_t page = 4096 * 20; page < 4096 * 30; ++page)
    bytes[page] = static_cast<char>(~bytes[page]);
  writeBytes(file, bytes);
  EXPECT_THAT(messageOf(ExecData::verify(file)), HasSubstr("damaged"));
}

TEST_F(ExecDataMaintenanceTest, CompactLeavesOneFileThatIsComplete) {
  std::vector<ExecData::Record> records(2000);
  for (size_t i = 0; i < records.size(); ++i)
    records[i] = {
        testKey(std::to_string(i)), testMeasurement(1 + double(i)), {}};
  EXPECT_EQ(messageOf(openFile()->insertAll(records)), "");
  runSql("DELETE FROM measurements WHERE id % 2 = 0");
  auto before = std::filesystem::file_size(file);

  EXPECT_EQ(messageOf(ExecData::compact(file)), "");

  EXPECT_LT(std::filesystem::file_size(file), before * 3 / 4);
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder), {}), 1);
  EXPECT_EQ(messageOf(ExecData::verify(file)), "");
  EXPECT_EQ(medianOf(*open({.mains = {file}}), testKey("1000")), 1001);
  // Reading leaves no other files, and the file can be written again.
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder), {}), 1);
  insert(*openFile(), testKey("new"), testMeasurement(7));
  EXPECT_EQ(llvm::cantFail(openFile()->count()), 1001u);
}

TEST_F(ExecDataMaintenanceTest, ThinKeepsBaselinesTheFastestAndSomeOthers) {
  for (uint8_t program : {1, 2}) {
    store(file, "", 9, 1, program);
    for (unsigned ns = 10; ns < 20; ++ns)
      store(file, std::to_string(ns), ns, 1, program);
  }
  ExecDataKey twoThreads = testKey("19");
  twoThreads.threads = 2; // a context of its own
  insert(*openFile(), twoThreads, testMeasurement(19));
  Measurement crashed;
  crashed.status = Status::Crashed;
  insert(*openFile(), testKey("crashed"), crashed);
  std::filesystem::copy_file(file, other);

  EXPECT_EQ(llvm::cantFail(ExecData::thin(file, {.fastest = 3, .others = 2})),
            2u * (10 - 5) + 1);

  EXPECT_EQ(messageOf(ExecData::verify(file)), "");
  auto data = open({.mains = {file}});
  for (uint8_t program : {1, 2})
    for (const char *kept : {"", "10", "11", "12"})
      EXPECT_GT(medianOf(*data, testKey(kept, program)), 0) << kept;
  EXPECT_EQ(medianOf(*data, twoThreads), 19);
  // Two equal files lose the same records, and a thinned file loses none.
  EXPECT_EQ(llvm::cantFail(ExecData::thin(other, {.fastest = 3, .others = 2})),
            11u);
  EXPECT_EQ(llvm::cantFail(open({.file = other})->merge(file)), 0u);
  EXPECT_EQ(llvm::cantFail(open({.file = file})->merge(other)), 0u);
  EXPECT_EQ(llvm::cantFail(ExecData::thin(file, {.fastest = 3, .others = 2})),
            0u);
  EXPECT_EQ(llvm::cantFail(ExecData::thin(file, {.fastest = 0, .others = 0})),
            11u);
  EXPECT_EQ(llvm::cantFail(openFile()->count()), 2u) << "the baselines";
}

TEST_F(ExecDataMaintenanceTest, ThinDeletesWhatBelongsToATiming) {
  store(file, "", 9, 1);
  store(file, "slow", 20, 1);
  runSql("INSERT INTO paired SELECT key, 9, 20, 0, 3, 0, 0 FROM measurements "
         "WHERE schedule = 'slow'");
  runSql("INSERT INTO counters SELECT key, 'cycles', 1 FROM measurements "
         "WHERE schedule = 'slow'");
  EXPECT_EQ(llvm::cantFail(ExecData::thin(file, {.fastest = 0, .others = 0})),
            1u);
  EXPECT_EQ(messageOf(ExecData::verify(file)), "");
  EXPECT_EQ(llvm::cantFail(openFile()->count()), 1u);
  auto connection =
      llvm::cantFail(SqliteConnection::open(file, SqliteMode::ReadOnly));
  EXPECT_EQ(llvm::cantFail(connection.queryInteger(
                "SELECT count(*) FROM paired", "count them")),
            0);
}

TEST_F(ExecDataMaintenanceTest, ThinChangesNothingWhereItCannotWrite) {
  EXPECT_THAT(messageOf(ExecData::thin(file, {}).takeError()),
              HasSubstr("timings.db"));
  EXPECT_FALSE(std::filesystem::exists(file));
  writeBytes(file, "no database");
  EXPECT_NE(messageOf(ExecData::thin(file, {}).takeError()), "");
  EXPECT_EQ(readBytes(file), "no database");
}

} // namespace
} // namespace mlirgym
