#include "execution/execdata/Publication.h"
#include "ExecDataFixture.h"
#include "execution/execdata/ExecDataShards.h"
#include "execution/execdata/PublishingRule.h"
#include <algorithm>
#include <gmock/gmock.h>

namespace mlirgym {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class ExecDataShardsTest : public ExecDataTest {
protected:
  ExecDataShards shards(const char *machine = "zen") const {
    return llvm::cantFail(ExecDataShards::open(folder.string(), machine));
  }
  void store(const std::string &into) {
    insert(*open({.file = into}), testKey("op0: vectorize"),
           testMeasurement(1));
  }
};

TEST_F(ExecDataShardsTest, GoesOnInTheLastFileUntilItIsSealed) {
  ExecDataShards first = shards();
  EXPECT_EQ(first.current(), path("zen-0001.db"));
  store(first.current());
  EXPECT_EQ(shards().current(), path("zen-0001.db"));

  EXPECT_EQ(messageOf(first.seal()), "");
  EXPECT_EQ(first.current(), path("zen-0002.db"));
  EXPECT_EQ(shards().current(), path("zen-0002.db"));
  EXPECT_THAT(llvm::cantFail(shards().others()),
              ElementsAre(path("zen-0001.db")));
  EXPECT_EQ(std::filesystem::status(path("zen-0001.db")).permissions(),
            std::filesystem::perms(0444));
  EXPECT_EQ(medianOf(*open({.mains = {path("zen-0001.db")}}),
                     testKey("op0: vectorize")),
            1);
  EXPECT_EQ(messageOf(ExecData::verify(path("zen-0001.db"))), "");
}

TEST_F(ExecDataShardsTest, EachMachineHasItsOwnFilesInOneFolder) {
  store(path("zen-0007.db"));
  store(path("zen-other-0009.db"));
  store(path("timings.db"));
  writeBytes(path("zen-0008.json"), "{}");
  EXPECT_EQ(shards().current(), path("zen-0007.db"));
  EXPECT_EQ(shards("cuda:0/sm_90").current(), path("cuda_0_sm_90-0001.db"));
  EXPECT_THAT(llvm::cantFail(shards().others()),
              ElementsAre(path("timings.db"), path("zen-other-0009.db")));
  EXPECT_THAT(messageOf(execDataFilesIn(path("none"))), HasSubstr("none: "));
}

TEST_F(ExecDataShardsTest, AFileThatCannotBeSealedStaysCurrent) {
  ExecDataShards none = shards();
  EXPECT_NE(messageOf(none.seal()), "") << "there is nothing to seal";
  EXPECT_EQ(none.current(), path("zen-0001.db"));
}

/// Timings of one program.
class PublishingRuleTest : public testing::Test {
protected:
  void add(double ns, std::string object = "", bool noisy = false) {
    ExecData::Record record{.key = testKey(std::to_string(records.size())),
                            .measurement = testMeasurement(ns),
                            .provenance = {.objectHash = std::move(object)}};
    record.measurement.noisy = noisy;
    records.push_back(record);
  }
  void fail(Status status) {
    records.push_back({.key = testKey(std::to_string(records.size())),
                       .measurement = testFailure(status, "")});
  }
  std::vector<ExecData::Record> kept(const PublishingRule &rule) const {
    std::vector<ExecData::Record> result;
    const std::vector<Fate> fates = rule.apply(records);
    for (size_t i = 0; i < records.size(); ++i)
      if (fates[i] == Fate::Kept)
        result.push_back(records[i]);
    return result;
  }
  std::vector<ExecData::Record> records = {
      {.key = testKey(""), .measurement = testMeasurement(64)}};
};

TEST_F(PublishingRuleTest, KeepsEverythingUpToTheLimit) {
  add(1);
  add(2);
  EXPECT_EQ(kept({.timings = 3}).size(), 3u);
  EXPECT_EQ(kept({.timings = 2}).size(), 2u);
  EXPECT_EQ(kept({.timings = 1}).size(), 1u);
  EXPECT_EQ(kept({.timings = 1}).front().key.schedule, "");
}

TEST_F(PublishingRuleTest, SpreadsOverBinsOfSpeedAndKeepsTheFastest) {
  for (int i = 0; i < 900; ++i)
    add(8 + i * 1e-4); // a search has found the same speed many times
  for (int i = 0; i < 30; ++i)
    add(16 * (1 + i));
  const auto all = kept({.timings = 100});
  EXPECT_EQ(all.size(), 100u);
  unsigned slow = 0, fastest = 0;
  for (const ExecData::Record &record : all) {
    slow += record.measurement.medianNs >= 16 && !record.key.schedule.empty();
    fastest += record.measurement.medianNs < 8 + 5e-4;
  }
  EXPECT_EQ(slow, 30u) << "their bins are not full";
  EXPECT_EQ(fastest, 5u);
}

TEST_F(PublishingRuleTest, LimitsFailuresAndKeepsRareOnes) {
  for (int i = 0; i < 50; ++i)
    fail(Status::TooSlow);
  fail(Status::Crashed);
  fail(Status::WrongResult);
  for (int i = 0; i < 100; ++i)
    add(i + 1);
  std::map<Status, unsigned> count;
  for (const ExecData::Record &record : kept({.timings = 100}))
    ++count[record.measurement.status];
  EXPECT_EQ(count[Status::Ok], 90u);
  EXPECT_EQ(count[Status::TooSlow], 8u);
  EXPECT_EQ(count[Status::Crashed], 1u);
  EXPECT_EQ(count[Status::WrongResult], 1u);
}

TEST_F(PublishingRuleTest, KeepsOneOfEqualCodeAndQuietTimesFirst) {
  const std::string a(32, 'a'), b(32, 'b');
  records.front().provenance.objectHash = a;
  add(64, a);
  add(32, b);
  add(32, b);
  const std::vector<Fate> fates = PublishingRule().apply(records);
  EXPECT_EQ(fates[0], Fate::Kept);
  EXPECT_EQ(fates[1], Fate::EqualCode);
  EXPECT_NE(fates[2], fates[3]);

  records.resize(1);
  for (int i = 0; i < 20; ++i)
    add(16, "", /*noisy=*/i % 2 == 0);
  for (const ExecData::Record &record :
       kept({.timings = 11, .fastest = 0, .failures = 0}))
    EXPECT_FALSE(record.measurement.noisy);
}

TEST_F(PublishingRuleTest, DependsOnTheSetOfTimingsOnly) {
  for (int i = 0; i < 300; ++i)
    add(1 + i % 37, "", i % 5 == 0);
  for (int i = 0; i < 30; ++i)
    fail(i % 3 ? Status::TooSlow : Status::Crashed);
  auto names = [&] {
    std::vector<std::string> all;
    for (const ExecData::Record &record : kept({.timings = 60}))
      all.push_back(record.key.schedule);
    std::sort(all.begin(), all.end());
    return all;
  };
  const auto before = names();
  EXPECT_EQ(before.size(), 60u);
  std::reverse(records.begin(), records.end());
  EXPECT_EQ(names(), before);
}

class PublicationTest : public ExecDataTest {
protected:
  void store(const std::string &into, const std::string &schedule, double ns,
             uint8_t program = 1, std::string machine = "zen",
             int64_t createdAtUs = 1) {
    ExecDataKey key = testKey(schedule, program);
    key.machine = std::move(machine);
    Measurement measured = testMeasurement(ns);
    measured.counters = {{.name = "cycles", .perCall = ns}};
    insert(*open({.file = into}), key, measured,
           {.programName = "add_" + std::to_string(program),
            .host = "here",
            .createdAtUs = createdAtUs});
  }
  Publication start() const {
    return llvm::cantFail(Publication::start(path("out")));
  }
  std::string other = path("other.db");
};

TEST_F(PublicationTest, HasEachKeyOnceAndWholePrograms) {
  for (uint8_t program : {1, 2, 3}) {
    store(file, "", 8, program);
    store(other, "op0: vectorize", 4, program);
  }
  store(file, "op0: vectorize", 9, 1, "zen", /*createdAtUs=*/2);
  store(file, "", 7, 1, "arm");
  store(file, "op0: vectorize", 7, 9); // its baseline is not there
  ExecDataKey paired = testKey("op0: vectorize");
  paired.machine = "zen";
  EXPECT_EQ(messageOf(openFile()->settlePaired(paired, {.status = Status::Ok,
                                                        .baselineNs = 8,
                                                        .scheduleNs = 4,
                                                        .rounds = 5})),
            "");

  Publication publication = start();
  unsigned visited = 0;
  Publication::Counts counts = llvm::cantFail(publication.write(
      {file, other}, {.rule = {}, .shardRows = 4},
      [&](llvm::ArrayRef<ExecData::Record> kept, const Measurement &baseline) {
        visited += kept.size();
        EXPECT_GE(baseline.medianNs, 7);
      }));
  EXPECT_EQ(counts.given, 9u);
  EXPECT_EQ(counts.superseded, 1u);
  EXPECT_EQ(counts.withoutBaseline, 1u);
  EXPECT_EQ(counts.kept(), 7u);
  EXPECT_EQ(visited, 7u);
  EXPECT_FALSE(std::filesystem::exists(path("out")));
  EXPECT_EQ(messageOf(publication.commit()), "");

  EXPECT_FALSE(std::filesystem::exists(path("out.unfinished")));
  const std::string out = path("out/");
  EXPECT_THAT(llvm::cantFail(execDataFilesIn(path("out"))),
              ElementsAre(out + "arm-0001.db", out + "zen-0001.db",
                          out + "zen-0002.db"));
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(out), {}), 3);
  EXPECT_EQ(llvm::cantFail(
                open({.file = out + "zen-0001.db", .readOnly = true})->count()),
            4u);
  auto data = open({.mains = {out + "zen-0001.db"}});
  EXPECT_EQ(medianOf(*data, paired), 9) << "the newer one";
  EXPECT_EQ(llvm::cantFail(data->lookupPaired(paired))->scheduleNs, 4);
  EXPECT_EQ(llvm::cantFail(data->lookupCounters(paired))->front().perCall, 9);
  auto first = llvm::cantFail(
      open({.file = out + "zen-0001.db", .readOnly = true})->records());
  EXPECT_EQ(first.front().provenance.host, "here");
  EXPECT_EQ(first.front().provenance.createdAtUs, 1);
}

TEST_F(PublicationTest, IsCompleteOrNotThere) {
  store(file, "", 8);
  {
    Publication cut = start(); // and it ends before its commit
    writeBytes(cut.file("merged"), "half");
    EXPECT_THAT(messageOf(Publication::start(path("out"))),
                HasSubstr("works in this folder"));
  }
  Publication again = start();
  EXPECT_FALSE(std::filesystem::exists(again.file("merged")));
  EXPECT_THAT(messageOf(again.write({file, path("none.db")}, {},
                                    [](llvm::ArrayRef<ExecData::Record>,
                                       const Measurement &) {})),
              HasSubstr("none.db"));
  EXPECT_FALSE(std::filesystem::exists(path("out")));

  std::filesystem::create_directory(path("out"));
  writeBytes(path("out/mine"), "text");
  EXPECT_THAT(messageOf(Publication::start(path("out/"))),
              HasSubstr("out: exists and is not an empty folder"));
}

} // namespace
} // namespace mlirgym
