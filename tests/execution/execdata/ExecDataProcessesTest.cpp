// Several processes on one file, some of which end badly.
#include "ExecDataFixture.h"
#include "tests/execution/ChildProcess.h"
#include "llvm/Support/raw_ostream.h"
#include <gmock/gmock.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/resource.h>

namespace mlirgym {
namespace {

using testing::HasSubstr;

std::string scheduleOf(int writer, int i) {
  return "op0: tile(" + std::to_string(writer) + "," + std::to_string(i) + ")";
}

/// Opens `file` and inserts records until `count` or an error, writing the
/// number of each acknowledged one to `report`; then returns the error's text.
std::string insertAndReport(const std::string &file, int writer, int count,
                            int report) {
  llvm::Expected<std::unique_ptr<ExecData>> data =
      ExecData::open({.file = file});
  if (!data)
    return llvm::toString(data.takeError());
  for (int i = 0; i < count; ++i) {
    if (llvm::Error error =
            (*data)->insert(testKey(scheduleOf(writer, i)),
                            testMeasurement(1 + i), {.programName = "add_9"}))
      return llvm::toString(std::move(error));
    writeAll(report, &i, sizeof i);
  }
  return "";
}

class ExecDataProcessesTest : public ExecDataTest {
protected:
  void expectAllStored(int writer, int count) {
    std::unique_ptr<ExecData> data = openFile();
    ASSERT_TRUE(data);
    for (int i = 0; i < count; ++i)
      ASSERT_EQ(medianOf(*data, testKey(scheduleOf(writer, i))), 1 + i)
          << "writer " << writer;
  }
};

TEST_F(ExecDataProcessesTest, AFileIsCreatedByWhoeverComesFirst) {
  // Each process opens all files, so that others create tables meanwhile.
  constexpr int processes = 4, files = 200;
  std::vector<ChildProcess> children;
  for (int process = 0; process < processes; ++process)
    children.emplace_back([&](int) {
      for (int i = 0; i < files; ++i)
        if (auto data = ExecData::open({.file = file + std::to_string(i)});
            !data) {
          llvm::errs() << llvm::toString(data.takeError()) << "\n";
          _exit(1);
        }
    });
  for (ChildProcess &child : children)
    EXPECT_EQ(child.wait(), 0);
}

TEST_F(ExecDataProcessesTest, WritersAtTheSameTimeLoseNothing) {
  // All open a file that none has made before, too.
  constexpr int writers = 4, records = 600;
  std::vector<ChildProcess> children;
  for (int writer = 0; writer < writers; ++writer)
    children.emplace_back([&, writer](int report) {
      std::string error = insertAndReport(file, writer, records, report);
      if (error.empty())
        return;
      llvm::errs() << "writer " << writer << ": " << error << "\n";
      _exit(1);
    });
  for (ChildProcess &child : children) {
    EXPECT_EQ(child.readAll().size(), records * sizeof(int));
    EXPECT_EQ(child.wait(), 0);
  }
  for (int writer = 0; writer < writers; ++writer)
    expectAllStored(writer, records);
  EXPECT_EQ(llvm::cantFail(openFile()->count()), uint64_t(writers * records));
  EXPECT_EQ(messageOf(ExecData::verify(file)), "");
}

TEST_F(ExecDataProcessesTest, OneTimingOfAKeyHoldsForAllProcesses) {
  constexpr int processes = 3, keys = 200;
  openFile();
  std::vector<ChildProcess> children;
  for (int process = 0; process < processes; ++process)
    children.emplace_back([&, process](int report) {
      auto data = ExecData::open({.file = file});
      if (!data)
        _exit(1);
      for (int i = 0; i < keys; ++i) {
        // None of them finds a timing, so all measure.
        auto settled =
            (*data)->settle(testKey(scheduleOf(0, i)),
                            testMeasurement(1 + i + process / 8.), {});
        auto pair = (*data)->settlePaired(testKey(scheduleOf(0, i)),
                                          {.status = Status::Ok,
                                           .baselineNs = 1. + process,
                                           .scheduleNs = 1});
        if (!settled || !pair)
          _exit(1);
        const double times[] = {settled->medianNs, pair->baselineNs,
                                medianOf(**data, testKey(scheduleOf(0, i)))};
        writeAll(report, times, sizeof times);
      }
    });
  std::vector<std::string> reports;
  for (ChildProcess &child : children) {
    reports.push_back(child.readAll());
    EXPECT_EQ(child.wait(), 0);
    EXPECT_EQ(reports.back().size(), keys * 3 * sizeof(double));
    EXPECT_TRUE(reports.back() == reports.front()) << "other times";
  }
  EXPECT_EQ(llvm::cantFail(openFile()->count()), uint64_t(keys));
  EXPECT_EQ(messageOf(ExecData::verify(file)), "");
}

TEST_F(ExecDataProcessesTest, KillingAWriterLosesNothingItAcknowledged) {
  constexpr int rounds = 8;
  ChildProcess survivor([&](int report) {
    if (!insertAndReport(file, 1000, 2000, report).empty())
      _exit(1);
  });
  for (int round = 0; round < rounds; ++round) {
    ChildProcess victim(
        [&](int report) { insertAndReport(file, round, 1'000'000, report); });
    int last = -1;
    for (int heard = 0; heard < 50 + 37 * round; ++heard)
      ASSERT_TRUE(victim.read(&last, sizeof last));
    victim.kill();
    while (victim.read(&last, sizeof last)) // written before it died
      continue;
    victim.wait();
    expectAllStored(round, last + 1);
  }
  EXPECT_EQ(survivor.readAll().size(), 2000 * sizeof(int));
  EXPECT_EQ(survivor.wait(), 0);
  expectAllStored(1000, 2000);
  EXPECT_EQ(messageOf(ExecData::verify(file)), "");
}

TEST_F(ExecDataProcessesTest, AFileOpenedTwiceByAProcessStaysLocked) {
  // Forked before anything is open: SQLite must not be carried along.
  int go[2];
  ASSERT_EQ(pipe(go), 0);
  ChildProcess other([&](int report) {
    char byte;
    if (::read(go[0], &byte, 1) != 1 ||
        !insertAndReport(file, 1, 1, report).empty())
      _exit(1);
  });
  std::unique_ptr<ExecData> data = openFile();
  insert(*data, testKey(scheduleOf(0, 0)), testMeasurement(1));
  openFile(); // and closes it again
  writeText(go[1], "!");
  EXPECT_EQ(other.readAll().size(), sizeof(int));
  EXPECT_EQ(other.wait(), 0);
  close(go[0]);
  close(go[1]);
  // Taken for the last one, the other would have taken the log away.
  EXPECT_TRUE(std::filesystem::exists(file + "-wal"));
  insert(*data, testKey(scheduleOf(0, 1)), testMeasurement(2));
  expectAllStored(0, 2);
  expectAllStored(1, 1);
}

TEST_F(ExecDataProcessesTest, AFileThatMayNotGrowIsAnErrorAndLosesNothing) {
  ChildProcess child([&](int report) {
    signal(SIGXFSZ, SIG_IGN);
    rlimit limit{};
    getrlimit(RLIMIT_FSIZE, &limit);
    limit.rlim_cur = 2'000'000;
    setrlimit(RLIMIT_FSIZE, &limit);
    std::string message = insertAndReport(file, 0, 1'000'000, report);
    int end = -1;
    writeAll(report, &end, sizeof end);
    writeText(report, message);
  });
  int acknowledged = 0;
  for (int i; child.read(&i, sizeof i) && i >= 0;)
    acknowledged = i + 1;
  std::string message = child.readAll();
  EXPECT_EQ(child.wait(), 0);
  EXPECT_GT(acknowledged, 50);
  EXPECT_THAT(message, HasSubstr("timings.db: cannot store a timing: disk I/O "
                                 "error"));
  EXPECT_THAT(message, HasSubstr("; check the disk (space, quota, file size "
                                 "limit) and try again"));
  expectAllStored(0, acknowledged);
  EXPECT_EQ(messageOf(ExecData::verify(file)), "");
}

TEST_F(ExecDataProcessesTest,
       AFullDiskIsAnErrorAndWritingGoesOnOnceThereIsRoom) {
  ChildProcess child([&](int report) {
    bool isRoot = geteuid() == 0;
    if (unshare(isRoot ? CLONE_NEWNS : CLONE_NEWNS | CLONE_NEWUSER) != 0 ||
        mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0 ||
        mount("tmpfs", folder.c_str(), "tmpfs", 0, "size=8m") != 0)
      return writeText(report, "no tmpfs");
    std::string ballast = path("ballast");
    writeBytes(ballast, std::string(4'000'000, 'x'));

    int acknowledged[2];
    if (pipe(acknowledged) != 0)
      _exit(1);
    std::unique_ptr<ExecData> data = openFile();
    std::string message;
    int stored = 0;
    auto insertUntilError = [&](int limit) {
      for (message = ""; stored < limit && message.empty();) {
        message = messageOf(data->insert(testKey(scheduleOf(0, stored)),
                                         testMeasurement(1 + stored), {}));
        if (message.empty())
          ++stored;
      }
    };
    insertUntilError(100'000);
    writeText(report, message + "\n");
    std::filesystem::remove(ballast);
    int atFull = stored;
    insertUntilError(atFull + 50);
    writeText(report, message + "\n");
    data.reset();
    expectAllStored(0, atFull + 50);
    writeText(report, messageOf(ExecData::verify(file)) + "\n");
    writeText(report, testing::Test::HasFailure() ? "lost" : "complete");
  });
  std::string report = child.readAll();
  if (report == "no tmpfs")
    GTEST_SKIP() << "needs the right to mount a small tmpfs";
  EXPECT_THAT(report, HasSubstr("timings.db: cannot store a timing: database "
                                "or disk is full"));
  EXPECT_THAT(report, testing::EndsWith(
                          "; free some space and try again, nothing that was "
                          "stored is lost\n\n\ncomplete"));
}

TEST_F(ExecDataProcessesTest, ReadsAFileOnReadOnlyMedia) {
  insert(*openFile(), testKey(""), testMeasurement(5));
  std::filesystem::permissions(file, std::filesystem::perms(0444));
  std::filesystem::permissions(folder, std::filesystem::perms(0555));
  ChildProcess child([&](int report) {
    // Root may write anywhere, so change to the user nobody.
    if (geteuid() == 0 && (setgid(65534) != 0 || setuid(65534) != 0))
      return writeText(report, "still root");
    std::unique_ptr<ExecData> data = open({.mains = {file}});
    if (data)
      writeText(report, std::to_string(medianOf(*data, testKey(""))) + "\n");
    data = open({.file = file, .readOnly = true});
    if (data)
      writeText(report, std::to_string(medianOf(*data, testKey(""))) + "\n" +
                            messageOf(ExecData::verify(file)) + "\n");
    writeText(report, messageOf(ExecData::open({.file = file})));
  });
  std::string report = child.readAll();
  std::filesystem::permissions(folder, std::filesystem::perms(0755));
  if (report == "still root")
    GTEST_SKIP() << "cannot give up root's rights";
  EXPECT_THAT(report, testing::StartsWith("5.000000\n5.000000\n\n"));
  EXPECT_THAT(report,
              HasSubstr("; make the file and its folder writable, or open it "
                        "read-only"));
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder), {}), 1);
}

} // namespace
} // namespace mlirgym
