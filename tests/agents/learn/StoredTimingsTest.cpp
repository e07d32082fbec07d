#include "agents/learn/StoredTimings.h"
#include "SyntheticTimings.h"
#include "execution/execdata/ExecData.h"
#include "lowering/Machine.h"
#include "tests/agents/TemporaryFolder.h"
#include <cmath>
#include <gmock/gmock.h>

using namespace mlirgym;
using namespace mlirgym::testing;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::Field;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using ::testing::UnorderedElementsAre;

namespace {
class StoredTimingsTest : public ::testing::Test {
protected:
  /// A timing of this machine, one thread.
  ExecData::Record record(unsigned program, llvm::StringRef schedule,
                          double medianNs) const {
    ExecData::Record made;
    made.key.program = pool->programs[program]->key();
    made.key.schedule = schedule.str();
    made.key.machine = Machine::host().id();
    made.key.toolchain = toolchainId();
    made.key.protocol = "p";
    made.measurement.status = Status::Ok;
    made.measurement.medianNs = made.measurement.minNs = medianNs;
    made.provenance.createdAtUs = 1;
    return made;
  }
  std::string file(llvm::StringRef name,
                   llvm::ArrayRef<ExecData::Record> records) const {
    std::string path = folder.file(name);
    auto data = llvm::cantFail(ExecData::open({.file = path}));
    llvm::cantFail(data->insertAll(records));
    return path;
  }
  std::vector<StoredProgram> read(const StoredTimingsQuery &query) {
    report = {};
    return llvm::cantFail(readStoredTimings(pool->programs, query, report));
  }
  std::string why(const StoredTimingsQuery &query) {
    EXPECT_THAT(read(query), IsEmpty());
    return llvm::toString(
        noStoredTimings(query, pool->programs.size(), report));
  }

  TemporaryFolder folder;
  std::shared_ptr<const ProgramPool> pool =
      poolOf({"relu_12_20", "matmul_9_10_12"});
  StoredTimingsReport report;
};

TEST_F(StoredTimingsTest, SpeedupsAreOverTheBaselineOfTheSameContext) {
  ExecData::Record failed = record(0, "op0: tile(4,0)", 0);
  failed.measurement.status = Status::Crashed;
  const std::string db =
      file("a.db", {record(0, "", 100), record(0, "op0: vectorize", 25), failed,
                    record(1, "", 7)});
  const auto stored = read({.files = {db}});
  ASSERT_THAT(stored, SizeIs(2));
  EXPECT_EQ(stored[0].program, pool->programs[0]);
  ASSERT_THAT(stored[0].schedules,
              ElementsAre(Field(&StoredSchedule::text, ""),
                          Field(&StoredSchedule::text, "op0: tile(4,0)"),
                          Field(&StoredSchedule::text, "op0: vectorize")));
  EXPECT_EQ(stored[0].schedules[0].logSpeedup, 0);
  EXPECT_TRUE(stored[0].schedules[1].failed);
  EXPECT_DOUBLE_EQ(stored[0].schedules[2].logSpeedup, std::log(4));
  EXPECT_FALSE(stored[0].schedules[2].failed);
  EXPECT_THAT(stored[1].schedules, SizeIs(1));
}

TEST_F(StoredTimingsTest, HowUncertainTimingsAreIsKnownAndCounted) {
  ExecData::Record baseline = record(0, "", 100),
                   noisy = record(0, "op0: vectorize", 25),
                   failed = record(0, "op0: tile(4,0)", 0);
  baseline.measurement.uncertainty = 0.02;
  noisy.measurement.uncertainty = 0.2;
  failed.measurement.status = Status::Crashed;
  const auto stored =
      read({.files = {file("a.db", {baseline, noisy, failed})}});
  ASSERT_THAT(stored, SizeIs(1));
  EXPECT_EQ(stored[0].baselineUncertainty, 0.02);
  EXPECT_EQ(stored[0].schedules[0].uncertainty, 0.02);
  EXPECT_EQ(stored[0].schedules[1].uncertainty, 0);
  EXPECT_EQ(stored[0].schedules[2].uncertainty, 0.2);
  EXPECT_EQ(report.timed, 2u);
  EXPECT_EQ(report.noisy, 1u);
}

TEST_F(StoredTimingsTest, OfEqualKeysInSeveralFilesTheNewestCounts) {
  ExecData::Record newer = record(0, "op0: vectorize", 50);
  newer.provenance.createdAtUs = 2;
  const std::string a =
      file("a.db", {record(0, "", 100), record(0, "op0: vectorize", 25)});
  const std::string b = file("b.db", {newer});
  for (const auto &files : {std::vector{a, b}, std::vector{b, a}}) {
    const auto stored = read({.files = files});
    ASSERT_THAT(stored, SizeIs(1));
    EXPECT_DOUBLE_EQ(stored[0].schedules[1].logSpeedup, std::log(2));
  }
}

TEST_F(StoredTimingsTest, AnEqualProgramUnderAnotherNameCountsOnce) {
  const std::string db = file("a.db", {record(0, "", 100)});
  auto twice = pool->programs;
  twice.push_back(twice.front());
  EXPECT_THAT(llvm::cantFail(readStoredTimings(twice, {.files = {db}}, report)),
              SizeIs(1));
}

TEST_F(StoredTimingsTest, OtherMachinesCountOnRequestEachByItself) {
  ExecData::Record other = record(0, "", 40), old = record(0, "", 30);
  other.key.machine = "elsewhere";
  old.key.toolchain = "lowering-0";
  const std::string db = file("a.db", {other, old, record(0, "", 100)});
  EXPECT_THAT(read({.files = {db}}), SizeIs(1));
  EXPECT_EQ(report.records, 3u);
  EXPECT_EQ(report.otherMachines, 2u);
  EXPECT_THAT(read({.files = {db}, .anyMachine = true}), SizeIs(3));
}

TEST_F(StoredTimingsTest, AProcessorOfGpusStandsForThemAll) {
  ExecData::Record one = record(0, "", 40), other = record(0, "", 30),
                   older = record(0, "", 20);
  one.key.machine = "cuda:sm_90a/NVIDIA-H100-PCIe/sm_90a-1";
  one.key.toolchain = "lowering-0";
  other.key.machine = "cuda:sm_90a/NVIDIA-H200/sm_90a-1";
  older.key.machine = "cuda:sm_90/NVIDIA-H100-PCIe/sm_90-1";
  const std::string db = file("a.db", {one, other, older, record(0, "", 100)});
  EXPECT_THAT(read({.files = {db}, .machine = "cuda:sm_90a/sm_90a-2"}),
              SizeIs(2));
  EXPECT_THAT(report.unknownMachines, IsEmpty());
  EXPECT_THAT(read({.files = {db}, .machine = other.key.machine}), SizeIs(1));
}

TEST_F(StoredTimingsTest, ThreadsAreChosen) {
  ExecData::Record two = record(0, "", 60);
  two.key.threads = 2;
  const std::string db = file("a.db", {record(0, "", 100), two});
  EXPECT_THAT(read({.files = {db}}),
              ElementsAre(Field(&StoredProgram::machine,
                                (MachineFeatures{.threads = 1}))));
  const MachineFeatures wide{.threads = 7, .vectorBits = 512},
      wideOne{.threads = 1, .vectorBits = 512},
      wideTwo{.threads = 2, .vectorBits = 512};
  EXPECT_THAT(read({.files = {db}, .threads = {1, 2}, .features = wide}),
              ElementsAre(Field(&StoredProgram::machine, wideOne),
                          Field(&StoredProgram::machine, wideTwo)));
}

TEST_F(StoredTimingsTest, OtherTargetsOfThisMachineCountOnRequest) {
  const std::string here = Machine::host().id();
  ExecData::Record narrow = record(0, "", 60), elsewhere = record(0, "", 70);
  narrow.key.machine = here + "/256x16-" + here;
  elsewhere.key.machine = "other-1/128x16-other-2";
  const std::string db = file("a.db", {record(0, "", 100), narrow, elsewhere});
  const MachineFeatures features{.vectorBits = Target::host().vectorBits,
                                 .l3Bytes = 7},
      ofNarrow{.vectorBits = 256, .l3Bytes = 7},
      ofElsewhere{.vectorBits = 128, .l3Bytes = 7};
  EXPECT_THAT(read({.files = {db}, .features = features}),
              ElementsAre(Field(&StoredProgram::machine, features)));
  EXPECT_EQ(report.otherTargets, 1u);
  EXPECT_EQ(report.otherMachines, 1u);
  EXPECT_THAT(read({.files = {db}, .features = features, .anyTarget = true}),
              UnorderedElementsAre(Field(&StoredProgram::machine, features),
                                   Field(&StoredProgram::machine, ofNarrow)));
  EXPECT_THAT(report.unknownMachines, IsEmpty());
  EXPECT_THAT(
      read({.files = {db}, .features = features, .anyMachine = true}),
      UnorderedElementsAre(Field(&StoredProgram::machine, features),
                           Field(&StoredProgram::machine, ofNarrow),
                           Field(&StoredProgram::machine, ofElsewhere)));
  EXPECT_THAT(report.unknownMachines, ElementsAre(elsewhere.key.machine));
  // The narrower target uses its own timings.
  EXPECT_THAT(
      read(
          {.files = {db}, .machine = narrow.key.machine, .features = ofNarrow}),
      ElementsAre(Field(&StoredProgram::machine, ofNarrow)));
  // It also sees timings of the whole machine for its vectors.
  EXPECT_THAT(read({.files = {db},
                    .machine = narrow.key.machine,
                    .features = ofNarrow,
                    .anyTarget = true}),
              UnorderedElementsAre(Field(&StoredProgram::machine, features),
                                   Field(&StoredProgram::machine, ofNarrow)));
}

TEST_F(StoredTimingsTest, TheProcessorElsewhereTellsItsVectors) {
  ExecData::Record wide = record(0, "", 60), narrow = record(0, "", 70),
                   unknown = record(0, "", 80);
  wide.key.machine = "znver5-1";
  narrow.key.machine = "znver3-2";
  unknown.key.machine = "warp-drive-3";
  const std::string db = file("a.db", {wide, narrow, unknown});
  const MachineFeatures here{.vectorBits = 64, .l1Bytes = 7};
  EXPECT_THAT(read({.files = {db}, .features = here, .anyMachine = true}),
              UnorderedElementsAre(
                  Field(&StoredProgram::machine,
                        (MachineFeatures{.vectorBits = 512, .l1Bytes = 7})),
                  Field(&StoredProgram::machine,
                        (MachineFeatures{.vectorBits = 256, .l1Bytes = 7})),
                  Field(&StoredProgram::machine, here)));
  // Their caches are not known.
  EXPECT_THAT(report.unknownMachines, SizeIs(3));
}

TEST_F(StoredTimingsTest, SaysWhyThereIsNothingAndHowToMendIt) {
  EXPECT_THAT(why({.files = {file("empty.db", {})}}),
              AllOf(HasSubstr("empty.db: no timing to learn from for any of 2 "
                              "programs: there is none in it"),
                    HasSubstr("mlirgym evaluate")));
  ExecData::Record other = record(0, "", 40);
  other.key.machine = "elsewhere";
  EXPECT_THAT(why({.files = {file("other.db", {other})}}),
              AllOf(HasSubstr("1 of 1 are of another machine or toolchain "
                              "(elsewhere with "),
                    HasSubstr("this is " + Machine::host().id()),
                    HasSubstr("--any-machine")));
  ExecData::Record narrow = record(0, "", 40);
  narrow.key.machine += "/256x16-" + Machine::host().id();
  EXPECT_THAT(why({.files = {file("narrow.db", {narrow})}}),
              AllOf(HasSubstr("1 of 1 are of code for other targets on this "
                              "machine (" +
                              narrow.key.machine),
                    HasSubstr("--any-target")));
  ExecData::Record two = record(0, "", 60);
  two.key.threads = 2;
  EXPECT_THAT(why({.files = {file("two.db", {two})}}),
              HasSubstr("another number of threads (2); choose it"));
  EXPECT_THAT(
      why({.files = {file("alone.db", {record(0, "op0: vectorize", 9)})}}),
      HasSubstr("1 of 1 lack a timing of the untransformed program"));
  ExecData::Record stranger = record(0, "", 60);
  stranger.key.program.bytes[0] ^= 1;
  EXPECT_THAT(why({.files = {file("stranger.db", {stranger})}}),
              HasSubstr("all 1 are of other programs; choose the suite"));
}

TEST_F(StoredTimingsTest, NamesAFileThatCannotBeRead) {
  const std::string path = folder.file("text.db");
  writeText(path, "no database, but long enough to be looked at as one");
  auto stored = readStoredTimings(pool->programs, {.files = {path}}, report);
  ASSERT_FALSE(bool(stored));
  EXPECT_THAT(llvm::toString(stored.takeError()), HasSubstr("text.db"));
}
} // namespace
