#include "execution/execdata/ExecData.h"
#include "ExecDataFixture.h"
#include "execution/sqlite/Sqlite.h"
#include "outcome/ExecutionError.h"
#include "outcome/StopCheck.h"
#include <cmath>
#include <gmock/gmock.h>
#include <map>
#include <sys/stat.h>
#include <unistd.h>

namespace mlirgym {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr const char *objectA = "00112233445566778899aabbccddeeff";
constexpr const char *objectB = "ff112233445566778899aabbccddee00";

TEST_F(ExecDataTest, FindsWhatWasStoredAndMarksItAsAHit) {
  std::unique_ptr<ExecData> data = openFile();
  EXPECT_FALSE(find(*data, testKey("op0: vectorize")));
  Measurement measured = testMeasurement(1234.5);
  measured.phases.measureMs = 300;
  measured.noisy = true;
  insert(*data, testKey("op0: vectorize"), measured);

  std::optional<Measurement> warm = find(*data, testKey("op0: vectorize"));
  std::optional<Measurement> cold =
      find(*openFile(), testKey("op0: vectorize"));

  for (const std::optional<Measurement> &found : {warm, cold}) {
    ASSERT_TRUE(found);
    EXPECT_TRUE(found->cacheHit);
    EXPECT_EQ(found->status, Status::Ok);
    EXPECT_EQ(found->medianNs, 1234.5);
    EXPECT_EQ(found->minNs, measured.minNs);
    EXPECT_EQ(found->spread, measured.spread);
    EXPECT_EQ(found->uncertainty, measured.uncertainty);
    EXPECT_TRUE(found->noisy);
    EXPECT_EQ(found->repeats, measured.repeats);
    EXPECT_EQ(found->number, measured.number);
    EXPECT_EQ(found->phases.measureMs, 0);
  }
}

TEST_F(ExecDataTest, AcknowledgesNothingInAFileThatIsGone) {
  const std::string gone =
      "timings.db: was removed or replaced while it was open, and further "
      "records would be lost; restore it, or open it again";
  PairedMeasurement paired;
  paired.status = Status::Ok;
  paired.baselineNs = paired.scheduleNs = 1;
  const std::string moved = path("moved.db"), log = file + "-wal";
  // The removed file, and true if another one replaces it.
  for (auto [what, isReplaced] :
       {std::pair(file, false), std::pair(file, true), std::pair(log, false),
        std::pair(log, true)}) {
    std::unique_ptr<ExecData> data = openFile();
    insert(*data, testKey("kept"), testMeasurement(1));
    std::filesystem::rename(what, moved);
    if (isReplaced)
      std::filesystem::copy_file(moved, what);
    EXPECT_THAT(
        messageOf(data->insert(testKey("lost"), testMeasurement(2), {})),
        HasSubstr(gone));
    EXPECT_THAT(messageOf(data->settlePaired(testKey("kept"), paired)),
                HasSubstr(gone));
    EXPECT_FALSE(find(*data, testKey("lost"))); // nor does it pretend
    std::filesystem::rename(moved, what);       // put back
    insert(*data, testKey("again"), testMeasurement(3));
    data.reset();
    EXPECT_EQ(medianOf(*openFile(), testKey("kept")), 1);
    EXPECT_EQ(medianOf(*openFile(), testKey("again")), 3);
    EXPECT_FALSE(find(*openFile(), testKey("lost")));
  }
}

TEST_F(ExecDataTest, IsARegularFile) {
  ::alarm(60); // not: waits for a FIFO
  ASSERT_EQ(::mkfifo(file.c_str(), 0600), 0);
  std::filesystem::create_symlink("/dev/zero", path("zero.db"));
  insert(*open({.file = path("journal.db")}), testKey(""), testMeasurement(1));
  ASSERT_EQ(::mkfifo(path("journal.db-journal").c_str(), 0600), 0);
  for (const char *name : {"timings.db", "zero.db", "journal.db"})
    for (const ExecData::Options &options :
         {ExecData::Options{.file = path(name)},
          ExecData::Options{.file = path(name), .readOnly = true},
          ExecData::Options{.mains = {path(name)}}})
      EXPECT_THAT(messageOf(ExecData::open(options)),
                  HasSubstr("not a regular file; give the path of an exec-data "
                            "file"));
  EXPECT_THAT(messageOf(ExecData::verify(file)), HasSubstr("a FIFO"));
  EXPECT_THAT(messageOf(ExecData::compact(file)), HasSubstr("a FIFO"));
  EXPECT_THAT(messageOf(open({.file = path("all.db")})->merge(file)),
              HasSubstr("a FIFO"));
  ::alarm(0);
}

TEST_F(ExecDataTest, KeepsCountersWithTheirTiming) {
  auto countersOf = [&](const ExecData::Options &options) {
    std::map<std::string, std::optional<double>> counts;
    auto found = llvm::cantFail(open(options)->lookupCounters(testKey("a")));
    for (const CounterValue &counter :
         found.value_or(std::vector<CounterValue>()))
      counts[counter.name] = counter.perCall;
    return counts;
  };
  Measurement measured = testMeasurement(11);
  measured.counters = {{"page-faults", 0}, {"cycles", std::nullopt}};
  insert(*openFile(), testKey("a"), measured);
  for (const ExecData::Options &options :
       {ExecData::Options{.file = file}, ExecData::Options{.mains = {file}}})
    EXPECT_THAT(countersOf(options),
                ElementsAre(testing::Pair("cycles", std::nullopt),
                            testing::Pair("page-faults", 0)));
  EXPECT_FALSE(llvm::cantFail(openFile()->lookupCounters(testKey("b"))));
  EXPECT_EQ(messageOf(ExecData::verify(file)), "");

  // Those of a timing that is replaced go with it.
  measured.counters = {{"instructions", 7.5}};
  insert(*openFile(), testKey("a"), measured);
  EXPECT_THAT(countersOf({.file = file}),
              ElementsAre(testing::Pair("instructions", 7.5)));
  insert(*openFile(), testKey("a"), testMeasurement(12));
  EXPECT_THAT(countersOf({.file = file}), testing::IsEmpty());
}

TEST_F(ExecDataTest, MergedTimingsBringTheirCounters) {
  const std::string other = path("other.db");
  auto put = [&](const std::string &target, double count, int64_t createdAt) {
    Measurement measured = testMeasurement(11);
    measured.counters = {{"instructions", count}};
    ExecDataProvenance provenance;
    provenance.createdAtUs = createdAt;
    EXPECT_EQ(
        messageOf(
            open({.file = target})->insert(testKey("a"), measured, provenance)),
        "");
  };
  auto merged = [&] {
    llvm::cantFail(openFile()->merge(other));
    auto found = llvm::cantFail(openFile()->lookupCounters(testKey("a")));
    return found ? found->front().perCall.value_or(-1) : -2;
  };
  put(file, 1, 10);
  put(other, 2, 9);
  EXPECT_EQ(merged(), 1);
  put(other, 3, 11);
  EXPECT_EQ(merged(), 3);
}

TEST_F(ExecDataTest, KeepsPairedTimingsAsLongAsTheMeasurement) {
  PairedMeasurement paired;
  paired.status = Status::Ok;
  paired.baselineNs = 30;
  paired.scheduleNs = 10;
  paired.uncertainty = 0.01;
  paired.rounds = 5;
  paired.noisy = true;
  insert(*openFile(), testKey("a"), testMeasurement(11));
  EXPECT_EQ(messageOf(openFile()->settlePaired(testKey("a"), paired)), "");

  for (const ExecData::Options &options :
       {ExecData::Options{.file = file}, ExecData::Options{.mains = {file}}}) {
    auto found = llvm::cantFail(open(options)->lookupPaired(testKey("a")));
    ASSERT_TRUE(found);
    EXPECT_TRUE(found->ok());
    EXPECT_TRUE(found->cacheHit);
    EXPECT_DOUBLE_EQ(found->speedup(), 3);
    EXPECT_EQ(found->uncertainty, 0.01);
    EXPECT_EQ(found->rounds, 5u);
    EXPECT_TRUE(found->noisy);
    EXPECT_FALSE(llvm::cantFail(open(options)->lookupPaired(testKey("b"))));
  }
  EXPECT_THAT(messageOf(open({.file = file, .readOnly = true})
                            ->settlePaired(testKey("a"), paired)),
              HasSubstr("opened read-only"));
  paired.baselineNs = NAN;
  EXPECT_THAT(messageOf(openFile()->settlePaired(testKey("a"), paired)),
              HasSubstr("not a finite number"));

  {
    llvm::Expected<SqliteConnection> connection =
        SqliteConnection::open(file, SqliteMode::ReadWrite);
    ASSERT_TRUE(bool(connection));
    EXPECT_EQ(
        messageOf(connection->execute("DELETE FROM measurements", "test")), "");
  }
  EXPECT_FALSE(llvm::cantFail(openFile()->lookupPaired(testKey("a"))));
}

TEST_F(ExecDataTest, KeepsFailuresWithTheirMessage) {
  insert(*openFile(), testKey("op0: tile(4,0,0)"),
         testFailure(Status::Crashed, "op0: worker ended by signal 11"));
  std::unique_ptr<ExecData> data = openFile();
  for (int ask = 0; ask < 2; ++ask) { // from the file, then from memory
    std::optional<Measurement> found = find(*data, testKey("op0: tile(4,0,0)"));
    ASSERT_TRUE(found);
    EXPECT_EQ(found->status, Status::Crashed);
    EXPECT_EQ(found->message, "op0: worker ended by signal 11");
  }
}

TEST_F(ExecDataTest, NeverStoresThatSomethingIsNotCached) {
  std::unique_ptr<ExecData> data = openFile();
  insert(*data, testKey(""), testFailure(Status::NotCached, "not recorded"));
  EXPECT_FALSE(find(*data, testKey("")));
  EXPECT_THAT(llvm::cantFail(data->count()), 0u);
}

TEST_F(ExecDataTest, EveryPartOfTheKeyCounts) {
  std::unique_ptr<ExecData> data = openFile();
  std::vector<ExecDataKey> keys(7, testKey("op0: vectorize"));
  keys[1].program.bytes[15] ^= 1;
  keys[2].schedule += " ";
  keys[3].machine += "x";
  keys[4].toolchain += "x";
  keys[5].protocol += "x";
  keys[6].threads = 2;
  for (size_t i = 0; i < keys.size(); ++i)
    insert(*data, keys[i], testMeasurement(100 + double(i)));
  std::unique_ptr<ExecData> reopened = openFile();
  for (size_t i = 0; i < keys.size(); ++i) {
    EXPECT_EQ(medianOf(*data, keys[i]), 100 + double(i));
    EXPECT_EQ(medianOf(*reopened, keys[i]), 100 + double(i));
  }
}

TEST_F(ExecDataTest, ShiftingTextBetweenPartsOfTheKeyMakesAnotherKey) {
  std::unique_ptr<ExecData> data = openFile();
  ExecDataKey key = testKey("op0: vectorize");
  key.machine = "ab";
  key.toolchain = "c";
  insert(*data, key, testMeasurement(7));
  key.machine = "a";
  key.toolchain = "bc";
  EXPECT_FALSE(find(*data, key));
}

TEST_F(ExecDataTest, StoringAgainReplaces) {
  std::unique_ptr<ExecData> data = openFile();
  insert(*data, testKey(""), testMeasurement(10));
  insert(*data, testKey(""), testMeasurement(20));
  EXPECT_EQ(medianOf(*data, testKey("")), 20);
  EXPECT_EQ(medianOf(*openFile(), testKey("")), 20);
  EXPECT_EQ(llvm::cantFail(data->count()), 1u);
}

TEST_F(ExecDataTest, SeesWhatAnotherOpenFileStoresAfterAMiss) {
  std::unique_ptr<ExecData> reader = openFile();
  EXPECT_FALSE(find(*reader, testKey("")));
  insert(*openFile(), testKey(""), testMeasurement(10));
  EXPECT_EQ(medianOf(*reader, testKey("")), 10);
}

TEST_F(ExecDataTest, WithoutAFileItKeepsEverythingInMemory) {
  std::unique_ptr<ExecData> data = open({.memoryEntries = 1});
  for (int i = 0; i < 1000; ++i)
    insert(*data, testKey(std::to_string(i)), testMeasurement(1 + i));
  for (int i = 0; i < 1000; ++i)
    EXPECT_EQ(medianOf(*data, testKey(std::to_string(i))), 1 + i);
  EXPECT_TRUE(std::filesystem::is_empty(folder));
}

TEST_F(ExecDataTest, AnswersFromMainFilesBeforeItsOwn) {
  std::string first = path("first.db"), second = path("second.db");
  insert(*open({.file = first}), testKey("a"), testMeasurement(1));
  insert(*open({.file = second}), testKey("a"), testMeasurement(2));
  insert(*open({.file = second}), testKey("b"), testMeasurement(2));
  insert(*openFile(), testKey("b"), testMeasurement(3));
  insert(*openFile(), testKey("c"), testMeasurement(3));
  std::unique_ptr<ExecData> data =
      open({.file = file, .mains = {first, second}});
  EXPECT_EQ(medianOf(*data, testKey("a")), 1);
  EXPECT_EQ(medianOf(*data, testKey("b")), 2);
  EXPECT_EQ(medianOf(*data, testKey("c")), 3);

  insert(*data, testKey("d"), testMeasurement(4));
  EXPECT_EQ(medianOf(*openFile(), testKey("d")), 4);
  EXPECT_FALSE(find(*open({.file = first}), testKey("d")));
  EXPECT_EQ(llvm::cantFail(data->count()), 3u);
}

TEST_F(ExecDataTest, FindsEqualObjectCodeUnderAnotherSchedule) {
  std::unique_ptr<ExecData> data = openFile();
  insert(*data, testKey("first"), testMeasurement(11), {.objectHash = objectA});
  insert(*data, testKey("second"), testMeasurement(12),
         {.objectHash = objectA});
  auto ask = [&](const ExecDataKey &key, llvm::StringRef object) {
    return llvm::cantFail(data->lookupObject(key, object));
  };
  std::optional<Measurement> found = ask(testKey("third"), objectA);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->medianNs, 11);
  EXPECT_TRUE(found->cacheHit);
  EXPECT_FALSE(ask(testKey("third"), objectB));
  EXPECT_FALSE(ask(testKey("third"), ""));
  EXPECT_FALSE(ask(testKey("third", /*program=*/2), objectA));
  ExecDataKey elsewhere = testKey("third");
  elsewhere.machine = "sapphirerapids";
  EXPECT_FALSE(ask(elsewhere, objectA));
}

TEST_F(ExecDataTest, RejectsAnObjectHashThatIsNone) {
  std::unique_ptr<ExecData> data = openFile();
  for (const char *hash : {"abc", "zz112233445566778899aabbccddeeff"}) {
    EXPECT_THAT(messageOf(data->insert(testKey(""), testMeasurement(1),
                                       {.objectHash = hash})),
                HasSubstr("is not 32 hex digits; give"));
    EXPECT_THAT(messageOf(data->lookupObject(testKey(""), hash)),
                HasSubstr("is not 32 hex digits"));
  }
  EXPECT_FALSE(find(*data, testKey("")));
}

TEST_F(ExecDataTest, RejectsATimeThatIsNoNumberAndStoresNoneOfItsBatch) {
  std::unique_ptr<ExecData> data = openFile();
  Measurement broken = testMeasurement(std::nan(""));
  EXPECT_THAT(messageOf(data->insertAll(
                  {{testKey("good"), testMeasurement(1), {}},
                   {testKey("bad"), broken, {.programName = "relu_8"}}})),
              HasSubstr("timings.db: the timing of 'bad' (relu_8) has a value "
                        "that is not a finite number; measure it again"));
  EXPECT_THAT(messageOf(data->insert(testKey("bad"), testMeasurement(0), {})),
              HasSubstr("has no positive time; measure it again"));
  EXPECT_FALSE(find(*data, testKey("good")));
  EXPECT_FALSE(find(*openFile(), testKey("good")));
  insert(*data, testKey("good"), testMeasurement(1)); // goes on as before
  EXPECT_EQ(llvm::cantFail(data->count()), 1u);
}

class SettledTimingsTest : public ExecDataTest {
protected:
  static Measurement settle(ExecData &data, const Measurement &measurement,
                            const Measurement *replaced = nullptr) {
    return llvm::cantFail(data.settle(testKey("a"), measurement, {}, replaced));
  }
  /// Timings found by a process that begins now.
  double stored() const { return medianOf(*openFile(), testKey("a")); }
  static Measurement counted(double ns, const char *name, double count) {
    Measurement measurement = testMeasurement(ns);
    measurement.counters = {{name, count}};
    return measurement;
  }
};

TEST_F(SettledTimingsTest, TheFirstOneStays) {
  auto first = openFile(), second = openFile();
  Measurement own = settle(*first, testMeasurement(10));
  EXPECT_EQ(own.medianNs, 10);
  EXPECT_FALSE(own.cacheHit);
  Measurement adopted = settle(*second, testMeasurement(20));
  EXPECT_EQ(adopted.medianNs, 10);
  EXPECT_TRUE(adopted.cacheHit);
  EXPECT_EQ(medianOf(*second, testKey("a")), 10);
  EXPECT_EQ(stored(), 10);
  // Also for a failure: stored results are not replaced.
  EXPECT_EQ(settle(*second, testFailure(Status::Crashed, "x")).medianNs, 10);
}

TEST_F(SettledTimingsTest, ATimingIsReplacedIfItIsTheOneThatWasSeen) {
  auto first = openFile(), second = openFile();
  const Measurement noisy = settle(*first, testMeasurement(10));
  EXPECT_EQ(medianOf(*second, testKey("a")), 10);
  EXPECT_EQ(settle(*first, testMeasurement(9), &noisy).medianNs, 9);
  EXPECT_EQ(stored(), 9);
  // The second one also saw 10, but comes too late.
  EXPECT_EQ(settle(*second, testMeasurement(8), &noisy).medianNs, 9);
  EXPECT_EQ(medianOf(*second, testKey("a")), 9);
  EXPECT_EQ(stored(), 9);
}

TEST_F(SettledTimingsTest, WhatAProcessHasLookedUpStays) {
  auto first = openFile(), second = openFile();
  const Measurement noisy = settle(*first, testMeasurement(10));
  EXPECT_EQ(medianOf(*second, testKey("a")), 10);
  settle(*first, testMeasurement(9), &noisy);
  EXPECT_EQ(medianOf(*second, testKey("a")), 10);
  EXPECT_EQ(settle(*second, counted(11, "cycles", 7)).medianNs, 10);
  EXPECT_EQ(medianOf(*second, testKey("a")), 10);
}

TEST_F(SettledTimingsTest, CountersAreAddedToATimingThatLacksThem) {
  auto data = openFile();
  settle(*data, counted(10, "cycles", 5));
  EXPECT_EQ(settle(*data, counted(20, "branches", 6)).medianNs, 10);
  EXPECT_EQ(settle(*data, counted(30, "cycles", 7)).medianNs, 10);
  auto found = llvm::cantFail(openFile()->lookupCounters(testKey("a")));
  ASSERT_TRUE(found);
  ASSERT_EQ(found->size(), 2u);
  for (const CounterValue &counter : *found)
    EXPECT_EQ(counter.perCall, counter.name == "cycles" ? 5 : 6);
}

TEST_F(SettledTimingsTest, OnlyWhatIsOlderIsMeasuredAgain) {
  settle(*openFile(), testMeasurement(10));
  auto first = open({.file = file, .onlyNew = true}),
       second = open({.file = file, .onlyNew = true});
  EXPECT_EQ(settle(*first, testMeasurement(20)).medianNs, 20);
  EXPECT_FALSE(find(*second, testKey("a")));
  EXPECT_EQ(settle(*second, testMeasurement(30)).medianNs, 20);
  EXPECT_EQ(medianOf(*second, testKey("a")), 20);
  EXPECT_EQ(stored(), 20);
  auto paired = [](ExecData &data, double ns) {
    return llvm::cantFail(data.settlePaired(testKey("a"), {.status = Status::Ok,
                                                           .baselineNs = ns,
                                                           .scheduleNs = 1}))
        .baselineNs;
  };
  EXPECT_EQ(paired(*first, 2), 2);
  EXPECT_EQ(paired(*second, 3), 2);
  auto third = open({.file = file, .onlyNew = true});
  EXPECT_EQ(paired(*third, 4), 4);
}

TEST_F(SettledTimingsTest, AFileThatIsLookedUpFirstHolds) {
  settle(*openFile(), testMeasurement(10));
  const ExecData::Options both{.file = path("own.db"), .mains = {file}};
  auto data = open(both);
  // All who replace it agree.
  const Measurement noisy = *find(*data, testKey("a"));
  auto second = open(both);
  EXPECT_EQ(settle(*data, testMeasurement(9), &noisy).medianNs, 9);
  EXPECT_EQ(settle(*second, testMeasurement(8), &noisy).medianNs, 9);
  EXPECT_EQ(medianOf(*data, testKey("a")), 9);
  // Who does not keeps it.
  data = open(both);
  EXPECT_EQ(settle(*data, counted(20, "cycles", 5)).medianNs, 10);
  EXPECT_EQ(medianOf(*data, testKey("a")), 10);
}

TEST_F(ExecDataTest, AnyMachineAnswersFromTheContextWithTheMostRecords) {
  ExecDataKey few = testKey(""), many = testKey("");
  few.machine = "skylake";
  many.machine = "sapphirerapids";
  {
    std::unique_ptr<ExecData> data = openFile();
    insert(*data, few, testMeasurement(999));
    for (const char *schedule : {"", "a", "b"}) {
      many.schedule = schedule;
      insert(*data, many, testMeasurement(100));
    }
    insert(*data, testKey("only here"), testMeasurement(50));
  }
  std::unique_ptr<ExecData> data = open({.file = file, .anyMachine = true});
  EXPECT_EQ(medianOf(*data, testKey("")), 100); // not 999: one for them all
  EXPECT_EQ(medianOf(*data, testKey("b")), 100);
  EXPECT_EQ(medianOf(*data, testKey("only here")), 50); // then as given
  EXPECT_FALSE(find(*data, testKey("nowhere")));
  ExecDataKey moreThreads = testKey("");
  moreThreads.threads = 2;
  EXPECT_FALSE(find(*data, moreThreads)); // the thread count still counts
}

TEST_F(ExecDataTest, AnyMachineFindsPairedTimingsThatOnlyItsOwnContextHas) {
  PairedMeasurement paired;
  paired.status = Status::Ok;
  paired.baselineNs = 30;
  paired.scheduleNs = 10;
  ExecDataKey other = testKey("");
  other.machine = "skylake";
  std::unique_ptr<ExecData> data = open({.file = file, .anyMachine = true});
  insert(*data, other, testMeasurement(100));
  EXPECT_EQ(messageOf(data->settlePaired(testKey("a"), paired)), "");
  EXPECT_TRUE(llvm::cantFail(data->lookupPaired(testKey("a"))));
  paired.scheduleNs = 15;
  other.schedule = "a";
  EXPECT_EQ(messageOf(data->settlePaired(other, paired)), "");
  auto found = llvm::cantFail(data->lookupPaired(testKey("a")));
  ASSERT_TRUE(found);
  EXPECT_DOUBLE_EQ(found->speedup(), 2); // that of the context that answers
}

TEST_F(ExecDataTest, AnyMachinePrefersItsOwnTimingsIfTheyHaveTheBaseline) {
  {
    std::unique_ptr<ExecData> data = openFile();
    ExecDataKey other = testKey("");
    other.machine = "skylake";
    for (const char *schedule : {"", "a", "b"}) {
      other.schedule = schedule;
      insert(*data, other, testMeasurement(100));
    }
    insert(*data, testKey(""), testMeasurement(10));
    insert(*data, testKey("a"), testMeasurement(5));
  }
  std::unique_ptr<ExecData> data = open({.file = file, .anyMachine = true});
  EXPECT_EQ(medianOf(*data, testKey("a")), 5);
  EXPECT_EQ(medianOf(*data, testKey("")), 10);
  EXPECT_FALSE(find(*data, testKey("b"))); // 10 / 100 would be no slowdown
}

TEST_F(ExecDataTest, AnyMachineFindsWhatIsStoredLater) {
  std::unique_ptr<ExecData> data = open({.file = file, .anyMachine = true});
  EXPECT_FALSE(find(*data, testKey("")));
  ExecDataKey other = testKey("");
  other.machine = "skylake";
  insert(*data, other, testMeasurement(5), {.objectHash = objectA});
  EXPECT_EQ(medianOf(*data, testKey("")), 5);
  EXPECT_TRUE(llvm::cantFail(data->lookupObject(testKey("x"), objectA)));
}

TEST_F(ExecDataTest, ListsRecordsByNameAndScheduleWithAllTheyHold) {
  std::unique_ptr<ExecData> data = openFile();
  insert(*data, testKey("b"), testMeasurement(2),
         {.programName = "matmul_4_5_6",
          .objectHash = objectA,
          .operations = 3,
          .version = "9.8",
          .host = "node7",
          .createdAtUs = 1'700'000'000'000'000});
  insert(*data, testKey("a"), testMeasurement(1));
  insert(*data, testKey("z", /*program=*/2),
         testFailure(Status::TimedOut, "op0: no end"),
         {.programName = "add_9"});

  std::vector<ExecData::Record> records = llvm::cantFail(data->records());

  ASSERT_EQ(records.size(), 3u);
  EXPECT_EQ(records[0].provenance.programName, "add_9");
  EXPECT_EQ(records[0].measurement.message, "op0: no end");
  EXPECT_EQ(records[1].key.schedule, "a");
  EXPECT_FALSE(records[1].provenance.host.empty());
  EXPECT_GT(records[1].provenance.createdAtUs, 1'700'000'000'000'000);
  const ExecData::Record &b = records[2];
  EXPECT_EQ(b.key.schedule, "b");
  EXPECT_EQ(b.key.program, testKey("").program);
  EXPECT_EQ(b.key.machine, testKey("").machine);
  EXPECT_EQ(b.key.toolchain, testKey("").toolchain);
  EXPECT_EQ(b.key.protocol, testKey("").protocol);
  EXPECT_EQ(b.key.threads, 1u);
  EXPECT_EQ(b.provenance.objectHash, objectA);
  EXPECT_EQ(b.provenance.operations, 3u);
  EXPECT_EQ(b.provenance.version, "9.8");
  EXPECT_EQ(b.provenance.host, "node7");
  EXPECT_EQ(b.provenance.createdAtUs, 1'700'000'000'000'000);
}

/// As another process that has the file locked, until it goes.
class LockHolder {
public:
  explicit LockHolder(const std::string &file)
      : connection(llvm::cantFail(
            SqliteConnection::open(file, SqliteMode::ReadWrite))) {
    llvm::cantFail(connection.execute("BEGIN IMMEDIATE", "lock"));
  }
  void unlock() { llvm::cantFail(connection.execute("ROLLBACK", "unlock")); }

private:
  SqliteConnection connection;
};

TEST_F(ExecDataTest, AnInterruptEndsTheWaitForALockThatIsKept) {
  std::unique_ptr<ExecData> data = openFile();
  LockHolder holder(file);
  const std::function<bool()> interrupted = [] { return true; };
  StopCheck stop(interrupted, {});
  PairedMeasurement paired;
  paired.status = Status::Ok;
  paired.baselineNs = paired.scheduleNs = 1;
  auto expectInterrupted = [](llvm::Error error) {
    EXPECT_TRUE(error.isA<InterruptedError>());
    EXPECT_THAT(messageOf(std::move(error)),
                HasSubstr("timings.db: cannot store a timing: interrupted "
                          "while another process had the file locked"));
  };
  expectInterrupted(data->insert(testKey("a"), testMeasurement(1), {}, &stop));
  expectInterrupted(
      data->settlePaired(testKey("a"), paired, &stop).takeError());
  expectInterrupted(
      data->settle(testKey("a"), testMeasurement(1), {}, nullptr, &stop)
          .takeError());
  EXPECT_FALSE(find(*data, testKey("a")));
  holder.unlock();
  insert(*data, testKey("a"), testMeasurement(2));
  EXPECT_EQ(medianOf(*data, testKey("a")), 2);
}

TEST_F(ExecDataTest, AnInterruptDoesNotLoseATimingIfTheLockIsReleasedSoon) {
  std::unique_ptr<ExecData> data = openFile();
  LockHolder holder(file);
  const std::function<bool()> interrupted = [&] {
    holder.unlock();
    return true;
  };
  StopCheck stop(interrupted, {});
  EXPECT_EQ(
      messageOf(data->insert(testKey("a"), testMeasurement(1), {}, &stop)), "");
  EXPECT_EQ(medianOf(*openFile(), testKey("a")), 1);
}

TEST_F(ExecDataTest, VisitsRecordsInTheOrderTheyWereAddedUntilAnError) {
  std::unique_ptr<ExecData> data = openFile();
  for (const char *schedule : {"c", "a", "b"})
    insert(*data, testKey(schedule), testMeasurement(1));
  insert(*data, testKey("c"), testMeasurement(2)); // keeps its place
  std::vector<std::string> seen;
  std::string message = messageOf(data->forEachRecord(
      ExecData::Order::Added, [&](const ExecData::Record &record) {
        seen.push_back(record.key.schedule);
        return seen.size() < 2 ? llvm::Error::success()
                               : llvm::createStringError("enough");
      }));
  EXPECT_EQ(message, "enough");
  EXPECT_THAT(seen, ElementsAre("c", "a"));
}

TEST_F(ExecDataTest, KeepsTheBeginningOfAHugeMessageAsValidUtf8) {
  std::string message = "\xff" + std::string(100000, 'x');
  insert(*openFile(), testKey(""),
         testFailure(Status::LoweringFailed, message));
  std::optional<Measurement> found = find(*openFile(), testKey(""));
  ASSERT_TRUE(found);
  EXPECT_LT(found->message.size(), 5000u);
  EXPECT_THAT(found->message, testing::StartsWith("\xef\xbf\xbdxxx"));
}

TEST_F(ExecDataTest, SchedulesMayHoldAnyText) {
  std::string odd = "op0: it's \"odd\"; DROP TABLE measurements;\n\t\xc3\xa9";
  insert(*openFile(), testKey(odd), testMeasurement(3),
         {.programName = "a'b\"c"});
  std::unique_ptr<ExecData> data = openFile();
  EXPECT_EQ(medianOf(*data, testKey(odd)), 3);
  EXPECT_EQ(llvm::cantFail(data->records())[0].provenance.programName,
            "a'b\"c");
}

ExecDataKey countedKey(std::string schedule) {
  ExecDataKey key = testKey(std::move(schedule));
  key.metric = Metric::Instructions;
  return key;
}

Measurement counted(double instructions) {
  Measurement measurement = testMeasurement(instructions);
  measurement.metric = Metric::Instructions;
  return measurement;
}

TEST_F(ExecDataTest, MetricsOfOneKeyNeverMeet) {
  std::unique_ptr<ExecData> data = openFile();
  insert(*data, testKey("a"), testMeasurement(3));
  EXPECT_FALSE(find(*data, countedKey("a")));
  insert(*data, countedKey("a"), counted(700));
  for (int times = 0; times < 2; ++times) {
    EXPECT_EQ(medianOf(*data, testKey("a")), 3);
    EXPECT_EQ(medianOf(*data, countedKey("a")), 700);
    EXPECT_EQ(find(*data, countedKey("a"))->metric, Metric::Instructions);
    data = openFile();
  }
  const std::vector<ExecData::Record> records = llvm::cantFail(data->records());
  ASSERT_EQ(records.size(), 2u);
  for (const ExecData::Record &record : records)
    EXPECT_EQ(record.key.metric, record.measurement.metric);
  EXPECT_EQ(messageOf(ExecData::verify(file)), "");
  // Merged, too.
  EXPECT_EQ(llvm::cantFail(open({.file = path("other.db")})->merge(file)), 2u);
  EXPECT_EQ(medianOf(*open({.file = path("other.db")}), countedKey("a")), 700);
}

TEST_F(ExecDataTest, AMetricOfAnotherKeyIsRefused) {
  std::unique_ptr<ExecData> data = openFile();
  EXPECT_THAT(messageOf(data->insert(testKey("a"), counted(700),
                                     {.programName = "add_1"})),
              testing::EndsWith("instructions of 'a' (add_1) under a key of "
                                "nanoseconds; give both the same metric"));
  PairedMeasurement paired{.status = Status::Ok,
                           .metric = Metric::Instructions,
                           .baselineNs = 4,
                           .scheduleNs = 2,
                           .rounds = 1};
  EXPECT_THAT(messageOf(data->settlePaired(testKey("a"), paired)),
              testing::HasSubstr("in instructions under a key of nanoseconds"));
  EXPECT_EQ(messageOf(data->settlePaired(countedKey("a"), paired)), "");
  EXPECT_EQ(llvm::cantFail(data->lookupPaired(countedKey("a")))->metric,
            Metric::Instructions);
  EXPECT_FALSE(llvm::cantFail(data->lookupPaired(testKey("a"))));
}

TEST_F(ExecDataTest, AnyMachineIsOneOfTheSameMetric) {
  ExecDataKey other = countedKey("");
  other.machine = "qemu:aarch64/generic-1";
  {
    std::unique_ptr<ExecData> data = openFile();
    insert(*data, other, counted(900));
    other.schedule = "a";
    insert(*data, other, counted(300));
  }
  std::unique_ptr<ExecData> data = open({.mains = {file}, .anyMachine = true});
  EXPECT_FALSE(find(*data, testKey("")));
  EXPECT_FALSE(find(*data, testKey("a")));
  EXPECT_FALSE(find(*data, countedKey("a"))) << "of another device";
  ExecDataKey same = countedKey("a");
  same.machine = "qemu:aarch64/neoverse-n1-2";
  EXPECT_EQ(medianOf(*data, same), 300);
  same.machine = "qemu:riscv64/generic-rv64-3";
  EXPECT_FALSE(find(*data, same));
}

TEST_F(ExecDataTest, AnyMachineIsOneOfTheSameDevice) {
  ExecDataKey emulated = testKey("");
  emulated.machine = "emulated:0/znver3-1";
  {
    std::unique_ptr<ExecData> data = openFile();
    insert(*data, emulated, testMeasurement(5));
  }
  std::unique_ptr<ExecData> data = open({.mains = {file}, .anyMachine = true});
  EXPECT_FALSE(find(*data, testKey("")));
  emulated.machine = "emulated:0/znver4-2";
  EXPECT_EQ(medianOf(*data, emulated), 5);
  emulated.machine = "emulated:1/znver4-2";
  EXPECT_FALSE(find(*data, emulated));
}

} // namespace
} // namespace mlirgym
