#include "agents/tabular/TimingTable.h"
#include "ExampleTable.h"
#include "program/files/AtomicFile.h"
#include "tests/agents/TemporaryFolder.h"
#include <filesystem>
#include <gmock/gmock.h>

using namespace mlirgym;
using namespace mlirgym::testing;
using ::testing::HasSubstr;

namespace {
class TimingTableTest : public ::testing::Test {
protected:
  /// The error for a table with this row after that of the untransformed
  /// program.
  std::string errorOfRow(const std::string &row) {
    TimingTable part = table;
    part.rows.resize(1);
    llvm::cantFail(part.write(file));
    llvm::cantFail(appendLine(file, row));
    auto read = TimingTable::read(file);
    return read ? "" : llvm::toString(read.takeError());
  }

  const TabularTask task = exampleTask();
  const std::shared_ptr<const Program> program =
      llvm::cantFail(task.loadProgram());
  TimingTable table = exampleTable(task, *program);
  TemporaryFolder folder;
  const std::string file = folder.file("example.tsv");
};

TEST_F(TimingTableTest, IsReadAsItWasWritten) {
  table.rows.back().status = Status::TimedOut;
  table.rows.back().medianNs = table.rows.back().uncertainty = 0;
  llvm::cantFail(table.write(file));
  const TimingTable read = llvm::cantFail(TimingTable::read(file));
  EXPECT_EQ(read.hash(), table.hash());
  EXPECT_EQ(read.rows.size(), table.rows.size());
  EXPECT_EQ(read.rows.back().status, Status::TimedOut);
  EXPECT_EQ(read.target, table.target);
  EXPECT_EQ(read.best().schedule, table.best().schedule);
  table.rows.front().medianNs += 1;
  EXPECT_NE(read.hash(), table.hash());
}

TEST_F(TimingTableTest, ErrorsNameTheLine) {
  EXPECT_EQ(errorOfRow("op0: tile(4,0,0)\tok\t5\t0.01"), "");
  for (const char *row :
       {"op0: tile(4,0,0)", "op0: tile(4,0,0)\tok\t0\t0.01",
        "op0: tile(4,0,0)\tok\tfive\t0.01", "op0: tile(4,0,0)\tgood\t5\t0.01",
        "op0: tile(4,0,0)\ttoo_slow\t0\t0",
        "op0: tile(4,0,0)\tnot_cached\t0\t0", "\tok\t5\t0.01"})
    EXPECT_THAT(errorOfRow(row),
                HasSubstr("example.tsv: line 4: not a schedule, a status"))
        << row;
  llvm::cantFail(writeAtomically(file, "schedule\tstatus\n"));
  EXPECT_THAT(llvm::toString(TimingTable::read(file).takeError()),
              HasSubstr("not a table of timings"));
  llvm::cantFail(writeAtomically(
      file, "# {\"program\": 3}\nschedule\tstatus\tmedian_ns\tuncertainty\n"
            "\tok\t5\t0.01\n"));
  EXPECT_THAT(llvm::toString(TimingTable::read(file).takeError()),
              HasSubstr("line 1: "));
  EXPECT_THAT(
      llvm::toString(TimingTable::read(folder.file("none.tsv")).takeError()),
      HasSubstr("none.tsv: "));
}

TEST_F(TimingTableTest, AReplayHasItsRowsAndItsMachine) {
  table.rows.back().status = Status::WrongResult;
  table.rows.back().medianNs = table.rows.back().uncertainty = 0;
  for (int times = 0; times < 2; ++times) { // made, then found
    const auto replay =
        llvm::cantFail(table.replay(*program, folder.file("cache")));
    EXPECT_EQ(replay->device().target, table.target);
    for (const TimingTable::Row &row : table.rows) {
      const Measurement found = llvm::cantFail(replay->measure(
          program, llvm::cantFail(Schedule::parse(row.schedule))));
      EXPECT_EQ(found.status, row.status);
      EXPECT_EQ(found.medianNs, row.medianNs);
    }
    EXPECT_EQ(llvm::cantFail(
                  replay->measure(program, llvm::cantFail(Schedule::parse(
                                               "op0: interchange(1,0,2)"))))
                  .status,
              Status::NotCached);
  }
  using Files = std::filesystem::directory_iterator;
  EXPECT_EQ(std::distance(Files(folder.file("cache")), Files()), 1);
}

TEST_F(TimingTableTest, AFolderThatCannotBeWrittenIsAnError) {
  llvm::cantFail(writeAtomically(folder.file("cache"), "a file"));
  auto made = table.replay(*program, folder.file("cache"));
  EXPECT_THAT(llvm::toString(made.takeError()), HasSubstr("cache"));
}
} // namespace
