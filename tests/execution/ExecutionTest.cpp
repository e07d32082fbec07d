#include "execution/Execution.h"
#include "actions/ActionError.h"
#include "execution/Peak.h"
#include "execution/SharedLibraries.h"
#include "execution/batch/CorePlan.h"
#include "execution/execdata/ExecData.h"
#include "execution/kernelcache/KernelCache.h"
#include "execution/process/Sandbox.h"
#include "execution/timing/PerfCounters.h"
#include "lowering/LoweringStage.h"
#include "lowering/Machine.h"
#include "outcome/ExecutionError.h"
#include "program/ProgramLoader.h"
#include "program/suites/Suite.h"
#include "tests/execution/ChildProcess.h"
#include "tests/execution/ExecutionFolder.h"
#include <algorithm>
#include <atomic>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <map>
#include <set>
#include <sys/wait.h>
#include <thread>

namespace mlirgym {
namespace {

using testing::HasSubstr;
namespace stdfs = std::filesystem;

/// Real programs through real workers.
class ExecutionTest : public ExecutionFolder {
protected:
  void TearDown() override {
    execution.reset();
    ExecutionFolder::TearDown();
    EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG), -1);
    EXPECT_EQ(errno, ECHILD);
  }
  Execution &open() {
    execution.reset();
    execution = llvm::cantFail(Execution::create(options));
    return *execution;
  }
  Measurement measure(llvm::StringRef schedule) {
    return llvm::cantFail(execution->measure(matmul, parse(schedule)));
  }

  /// Roles of the workers of this process, with their ids.
  static std::map<std::string, pid_t> runningRoles() {
    std::map<std::string, pid_t> roles;
    for (const auto &task : stdfs::directory_iterator("/proc/self/task")) {
      std::ifstream children(task.path() / "children");
      for (pid_t child; children >> child;) {
        std::ifstream line("/proc/" + std::to_string(child) + "/cmdline");
        std::string program, role;
        std::getline(line, program, '\0');
        std::getline(line, role, '\0');
        roles[role] = child;
      }
    }
    return roles;
  }

  std::shared_ptr<const Program> matmul = load("matmul_8_12_16");
  std::unique_ptr<Execution> execution;
};

TEST_F(ExecutionTest, MeasuresOnceAndAnswersFromFileEverAfter) {
  open();
  Measurement first = measure("op0: tile(4,8,1) vectorize");
  ASSERT_EQ(first.status, Status::Ok) << first.message;
  EXPECT_FALSE(first.cacheHit);
  EXPECT_GT(first.medianNs, 0);
  EXPECT_GT(first.phases.compileMs, 0);
  EXPECT_GT(first.phases.verifyMs, 0);
  EXPECT_GT(first.phases.measureMs, 0);
  ExecutionStatistics statistics = execution->statistics();
  EXPECT_EQ(statistics.measured, 2u); // with the baseline
  EXPECT_EQ(statistics.compiled, 2u);

  Measurement again = measure("op0: tile(4,8,1) vectorize done");
  EXPECT_TRUE(again.cacheHit);
  EXPECT_EQ(again.medianNs, first.medianNs);
  EXPECT_EQ(execution->statistics().measured, 2u);

  open(); // the file again, no worker yet
  Measurement later = measure("op0: tile(4,8,1) vectorize");
  EXPECT_TRUE(later.cacheHit);
  EXPECT_EQ(later.medianNs, first.medianNs);
  EXPECT_EQ(execution->statistics().compiled, 0u);

  options.replay = true;
  options.workerPath = "/nowhere";
  open();
  EXPECT_EQ(measure("op0: tile(4,8,1) vectorize").medianNs, first.medianNs);
  EXPECT_TRUE(llvm::cantFail(execution->baseline(matmul)).cacheHit);
}

TEST_F(ExecutionTest, CodeForOneThreadHasNoParallelLoop) {
  ExecutionRequest request{matmul, parse("op0: tile_parallel(4,8,0)")};
  EXPECT_THAT(llvm::cantFail(request.transformScript(/*forOneThread=*/false)),
              HasSubstr("tile_using_forall"));
  EXPECT_THAT(llvm::cantFail(request.transformScript(/*forOneThread=*/true)),
              testing::Not(HasSubstr("forall")));

  open();
  Measurement serial = measure("op0: tile(4,8,0)");
  ASSERT_EQ(serial.status, Status::Ok) << serial.message;
  const uint64_t measured = execution->statistics().measured;
  Measurement parallel = measure("op0: tile_parallel(4,8,0)");
  ASSERT_EQ(parallel.status, Status::Ok) << parallel.message;
  // The object code is the same.
  EXPECT_EQ(execution->statistics().measured, measured);
  EXPECT_EQ(parallel.medianNs, serial.medianNs);
}

TEST_F(ExecutionTest, ProcessesThatStartAtOnceAgreeOnEveryTime) {
  constexpr int processes = 3;
  const char *const schedules[] = {"", "op0: tile(4,8,1) vectorize",
                                   "op0: tile(2,4,0)"};
  int go[2];
  ASSERT_EQ(::pipe(go), 0);
  std::vector<ChildProcess> children;
  for (int process = 0; process < processes; ++process)
    children.emplace_back([&](int report) {
      open();
      writeText(report, "r");
      char byte;
      if (::read(go[0], &byte, 1) != 1)
        _exit(1);
      for (const char *schedule : schedules) {
        const Measurement measured = measure(schedule);
        const PairedMeasurement pair =
            llvm::cantFail(execution->measurePaired({matmul, parse(schedule)}));
        if (!measured.ok() || !pair.ok())
          _exit(1);
        // The second time as at first, and from memory.
        const double times[] = {measured.medianNs, measure(schedule).medianNs,
                                pair.baselineNs, pair.scheduleNs};
        writeAll(report, times, sizeof times);
      }
      execution.reset();
    });
  char ready;
  for (ChildProcess &child : children)
    ASSERT_TRUE(child.read(&ready, 1));
  writeText(go[1], std::string(processes, '!'));
  std::vector<std::string> reports;
  for (ChildProcess &child : children) {
    reports.push_back(child.readAll());
    EXPECT_EQ(child.wait(), 0);
    EXPECT_EQ(reports.back().size(), std::size(schedules) * 4 * sizeof(double));
    EXPECT_TRUE(reports.back() == reports.front()) << "other times";
  }
  ::close(go[0]);
  ::close(go[1]);
  open();
  for (size_t i = 0; i < std::size(schedules); ++i) {
    double reported;
    std::memcpy(&reported, reports.front().data() + i * 4 * sizeof(double),
                sizeof reported);
    EXPECT_EQ(measure(schedules[i]).medianNs, reported) << schedules[i];
  }
}

/// A stored baseline of matmul that is far from certain.
class NoisyBaselineTest : public ExecutionTest {
protected:
  void SetUp() override {
    ExecutionTest::SetUp();
    open();
    stored = llvm::cantFail(execution->baseline(matmul));
    ASSERT_TRUE(stored.ok()) << stored.message;
    const ExecDataKey key = onlyKey();
    stored.uncertainty = 0.9;
    stored.noisy = true;
    execution.reset();
    auto data = llvm::cantFail(ExecData::open({.file = options.execDataFile}));
    llvm::cantFail(data->insert(key, stored, {}));
  }
  ExecDataKey onlyKey() const {
    auto data = llvm::cantFail(ExecData::open({.file = options.execDataFile}));
    auto records = llvm::cantFail(data->records());
    EXPECT_EQ(records.size(), 1u);
    return records.front().key;
  }
  Measurement stored;
};

TEST_F(NoisyBaselineTest, IsKeptUnlessTheOptionIsGiven) {
  open();
  const Measurement kept = llvm::cantFail(execution->baseline(matmul));
  EXPECT_TRUE(kept.noisy);
  EXPECT_EQ(kept.medianNs, stored.medianNs);
  EXPECT_EQ(execution->statistics().timed, 1u);
  EXPECT_EQ(execution->statistics().noisy, 1u);
}

TEST_F(NoisyBaselineTest, IsTimedAgainBeforeAnythingIsComparedWithIt) {
  options.quietBaselineSeconds = 1; // or less, if the machine is quiet
  open();
  ASSERT_TRUE(measure("op0: tile(4,8,1) vectorize").ok());
  const Measurement again = llvm::cantFail(execution->baseline(matmul));
  ASSERT_TRUE(again.ok()) << again.message;
  EXPECT_LT(again.uncertainty, stored.uncertainty);
  EXPECT_NE(again.medianNs, stored.medianNs);
  // Once: rewards of one execution are over the same baseline.
  const uint64_t measured = execution->statistics().measured;
  EXPECT_EQ(llvm::cantFail(execution->baseline(matmul)).medianNs,
            again.medianNs);
  EXPECT_EQ(execution->statistics().measured, measured);

  options.quietBaselineSeconds = 0;
  open(); // it was replaced
  EXPECT_EQ(llvm::cantFail(execution->baseline(matmul)).medianNs,
            again.medianNs);
}

TEST_F(NoisyBaselineTest, IsTimedAgainIfItIsAskedForFirst) {
  options.quietBaselineSeconds = 1;
  open();
  std::vector<ExecutionRequest> requests = {{.program = matmul},
                                            {.program = matmul}};
  auto answers = execution->measureBatch(requests);
  const Measurement first = llvm::cantFail(std::move(answers[0])),
                    second = llvm::cantFail(std::move(answers[1]));
  EXPECT_LT(first.uncertainty, stored.uncertainty);
  EXPECT_EQ(first.medianNs, second.medianNs);
  EXPECT_EQ(llvm::cantFail(execution->baseline(matmul)).medianNs,
            first.medianNs);
}

TEST_F(NoisyBaselineTest, IsNotTimedAgainInAReplay) {
  options.replay = true;
  options.quietBaselineSeconds = 1;
  EXPECT_THAT(llvm::toString(Execution::create(options).takeError()),
              HasSubstr("choose one of replay and quiet baselines"));
  options.replay = false;
  for (double seconds : {-1.0, std::nan(""), HUGE_VAL}) {
    options.quietBaselineSeconds = seconds;
    EXPECT_THAT(llvm::toString(Execution::create(options).takeError()),
                HasSubstr("to wait for quiet baselines; use 0 to"));
  }
}

TEST_F(ExecutionTest, RemeasuringTimesOnceMoreAndReplaces) {
  const char *schedule = "op0: tile(4,8,1) vectorize";
  open();
  ASSERT_TRUE(measure(schedule).ok());
  ASSERT_TRUE(
      llvm::cantFail(execution->measurePaired({matmul, parse(schedule)})).ok());

  options.mainExecData = {options.execDataFile};
  options.remeasure = true;
  open();
  const Measurement again = measure(schedule);
  EXPECT_TRUE(again.ok()) << again.message;
  EXPECT_FALSE(again.cacheHit);
  EXPECT_EQ(execution->statistics().measured, 2u); // with the baseline
  EXPECT_TRUE(measure(schedule).cacheHit);
  for (const bool isKnown : {false, true})
    EXPECT_EQ(
        llvm::cantFail(execution->measurePaired({matmul, parse(schedule)}))
            .cacheHit,
        isKnown);
  EXPECT_EQ(execution->statistics().measured, 2u);

  options.mainExecData = {};
  options.remeasure = false;
  open();
  EXPECT_EQ(measure(schedule).medianNs, again.medianNs);
  auto data = llvm::cantFail(ExecData::open({.file = options.execDataFile}));
  EXPECT_EQ(llvm::cantFail(data->count()), 2u);

  options.replay = options.remeasure = true;
  EXPECT_THAT(llvm::toString(Execution::create(options).takeError()),
              HasSubstr("choose one of replay and remeasure"));
}

TEST_F(ExecutionTest, ForgottenResultsAreNeitherLookedUpNorStored) {
  options.cacheDir = (folder / "kernels").string();
  ExecutionRequest request{matmul, parse("op0: tile(4,8,1) vectorize")};
  request.results = Results::Forgotten;
  const auto storedKernels = [&] {
    auto files = stdfs::recursive_directory_iterator(options.cacheDir);
    return std::ranges::count_if(files, [](const auto &entry) {
      return entry.path().extension() == ".kernel";
    });
  };
  open();
  for (unsigned round = 1; round <= 2; ++round) {
    const Measurement each = llvm::cantFail(execution->measure(request));
    EXPECT_TRUE(each.ok()) << each.message;
    EXPECT_FALSE(each.cacheHit);
    EXPECT_EQ(execution->statistics().measured, round + 1); // one baseline
  }
  // Equal requests of a batch do not answer each other.
  for (auto &answer : execution->measureBatch({request, request}))
    EXPECT_FALSE(llvm::cantFail(std::move(answer)).cacheHit);
  EXPECT_EQ(execution->statistics().measured, 5u);
  EXPECT_FALSE(llvm::cantFail(execution->measurePaired(request)).cacheHit);
  EXPECT_FALSE(llvm::cantFail(execution->measurePaired(request)).cacheHit);
  llvm::cantFail(execution->compile(request));
  request.schedule = Schedule();
  for (unsigned round = 0; round < 2; ++round)
    EXPECT_FALSE(llvm::cantFail(execution->measure(request)).cacheHit);
  EXPECT_EQ(execution->statistics().measured, 7u);
  EXPECT_EQ(execution->statistics().cacheHits, 0u);
  EXPECT_EQ(execution->statistics().kernelCacheHits, 0u);
  EXPECT_EQ(storedKernels(), 0);
  auto data = llvm::cantFail(ExecData::open({.file = options.execDataFile}));
  EXPECT_EQ(llvm::cantFail(data->count()), 0u);

  // Timings stored by others are not used.
  EXPECT_TRUE(measure("").ok());
  EXPECT_EQ(storedKernels(), 1);
  EXPECT_FALSE(llvm::cantFail(execution->measure(request)).cacheHit);
  EXPECT_TRUE(measure("").cacheHit);
}

TEST_F(ExecutionTest, NothingIsKeptOfAProgramToForget) {
  const char *schedule = "op0: tile(4,8,1) vectorize";
  open();
  ASSERT_TRUE(measure(schedule).ok());
  execution->forget(*matmul);
  EXPECT_FALSE(measure(schedule).cacheHit);
  EXPECT_FALSE(llvm::cantFail(execution->baseline(matmul)).cacheHit);
  for (auto &answer :
       execution->measureBatch({{matmul, parse(schedule)}, {matmul}}))
    EXPECT_FALSE(llvm::cantFail(std::move(answer)).cacheHit);
  EXPECT_TRUE(llvm::cantFail(execution->baseline(load("relu_12_20"))).ok());
  auto data = llvm::cantFail(ExecData::open({.file = options.execDataFile}));
  EXPECT_EQ(llvm::cantFail(data->count()), 3u); // two from before, and relu
}

TEST_F(ExecutionTest, AlwaysCompilesWhatIsStoredToo) {
  const char *schedule = "op0: tile(4,8,1) vectorize";
  open();
  const Measurement first = measure(schedule);
  ASSERT_TRUE(first.ok()) << first.message;
  ::setenv("MLIRGYM_ALWAYS_COMPILE", "1", 1);
  open();
  const Measurement stored = measure(schedule);
  EXPECT_TRUE(stored.cacheHit);
  EXPECT_EQ(stored.medianNs, first.medianNs);
  EXPECT_EQ(execution->statistics().compiled, 1u);
  EXPECT_EQ(execution->statistics().measured, 0u);
  // Code that does not compile any more is not hidden by the timing.
  options.compileTimeoutMs = 1e-3;
  open();
  EXPECT_EQ(measure(schedule).status, Status::TimedOut);
  ::unsetenv("MLIRGYM_ALWAYS_COMPILE");
  open();
  EXPECT_EQ(measure(schedule).medianNs, first.medianNs);
  EXPECT_EQ(execution->statistics().compiled, 0u);
}

TEST_F(ExecutionTest, MeasuresSeveralSchedulesInTheSameRounds) {
  open();
  auto inTurn = [&](llvm::ArrayRef<const char *> schedules) {
    std::vector<ExecutionRequest> requests;
    for (const char *schedule : schedules)
      requests.push_back({matmul, parse(schedule)});
    return llvm::cantFail(execution->measureInTurn(requests));
  };
  constexpr const char *tiled = "op0: tile(4,8,1) vectorize",
                       *other = "op0: tile(2,8,1) vectorize",
                       *slow = "op0: tile(2,4,2)";
  auto first = inTurn({tiled, other});
  ASSERT_EQ(first.size(), 2u);
  ASSERT_TRUE(first[0].ok() && first[1].ok());
  EXPECT_EQ(first[0].baselineNs, first[1].baselineNs);
  EXPECT_EQ(first[0].rounds, first[1].rounds);
  // The stored result is returned in its place.
  auto second = inTurn({slow, tiled});
  EXPECT_FALSE(second[0].cacheHit);
  EXPECT_TRUE(second[1].cacheHit);
  EXPECT_EQ(second[1].scheduleNs, first[0].scheduleNs);
  EXPECT_TRUE(inTurn({}).empty());

  const ExecutionRequest different[] = {{matmul, parse(tiled)},
                                        {load("add_8_8")}};
  EXPECT_THAT(llvm::toString(execution->measureInTurn(different).takeError()),
              HasSubstr("cannot be measured in the same rounds"));
}

TEST_F(ExecutionTest, MeasuresAPairInTurnOnce) {
  open();
  Schedule schedule = parse("op0: tile(4,8,1) vectorize");
  PairedMeasurement first =
      llvm::cantFail(execution->measurePaired({matmul, schedule}));
  ASSERT_TRUE(first.ok()) << first.message;
  EXPECT_GE(first.rounds, 5u); // more if the machine is disturbed
  EXPECT_GT(first.baselineNs, 0);
  EXPECT_GT(first.scheduleNs, 0);
  EXPECT_EQ(first.noisy, first.uncertainty > MeasureProtocol::driftLimit);
  EXPECT_FALSE(first.cacheHit);

  options.replay = true;
  open();
  PairedMeasurement again =
      llvm::cantFail(execution->measurePaired({matmul, schedule}));
  EXPECT_TRUE(again.cacheHit);
  EXPECT_EQ(again.speedup(), first.speedup());
  const ExecutionRequest other{matmul, parse("op0: vectorize")};
  EXPECT_EQ(llvm::cantFail(execution->measurePaired(other)).status,
            Status::NotCached);
  auto illegal = execution->measurePaired({matmul, parse("op0: tile(4,8)")});
  EXPECT_THAT(llvm::toString(illegal.takeError()), HasSubstr("tile sizes"));
}

TEST_F(ExecutionTest, ColdCachesAreAnotherKey) {
  open();
  Measurement warm = measure("op0: tile(4,8,1) vectorize");
  ASSERT_TRUE(warm.ok()) << warm.message;
  options.protocol.caches = CacheState::Cold;
  open();
  Measurement cold = measure("op0: tile(4,8,1) vectorize");
  ASSERT_TRUE(cold.ok()) << cold.message;
  EXPECT_FALSE(cold.cacheHit);
  EXPECT_EQ(cold.number, 1u);
  EXPECT_GT(cold.uncertainty, 0);
}

TEST_F(ExecutionTest, HasCountersOrAWordWhyNot) {
  open();
  Measurement measurement = measure("op0: tile(4,8,1) vectorize");
  ASSERT_TRUE(measurement.ok()) << measurement.message;
  std::string status = hardwareCounterStatus();
  EXPECT_THAT(status, testing::MatchesRegex("hardware|none \\(.+\\)"));
  EXPECT_EQ(!measurement.counters.empty(), status == "hardware");
}

TEST_F(ExecutionTest, CountsWhatIsAskedForAndKeepsIt) {
  const std::string schedule = "op0: tile(4,8,1) vectorize";
  open();
  ASSERT_TRUE(measure(schedule).ok());
  // The timing that is stored has no counters.
  options.counters = {"page-faults", "r7fff", "task-clock"};
  open();
  Measurement counted = measure(schedule);
  ASSERT_TRUE(counted.ok()) << counted.message;
  EXPECT_FALSE(counted.cacheHit);
  ASSERT_EQ(counted.counters.size(), 3u);
  EXPECT_EQ(counted.counters[0].name, "page-faults");
  EXPECT_LT(counted.counters[0].perCall.value_or(1), 1);
  EXPECT_EQ(counted.counters[2].name, "task-clock");
  EXPECT_GT(counted.counters[2].perCall.value_or(0), 0);

  options.counters = {"task-clock", "page-faults"}; // another order
  open();
  Measurement stored = measure(schedule);
  EXPECT_TRUE(stored.cacheHit);
  ASSERT_EQ(stored.counters.size(), 2u);
  EXPECT_EQ(stored.counters[0].name, "task-clock");
  EXPECT_EQ(stored.counters[0].perCall, counted.counters[2].perCall);

  options.counters = {"minor-faults"};
  options.replay = true;
  open();
  Measurement missing = measure(schedule);
  EXPECT_EQ(missing.status, Status::NotCached);
  EXPECT_THAT(missing.message, testing::HasSubstr("minor-faults"));
  options.replay = false;
  options.counters = {"joules"};
  EXPECT_THAT(llvm::toString(Execution::create(options).takeError()),
              testing::HasSubstr("joules"));
}

TEST_F(ExecutionTest, ARequestMayHaveCountersOfItsOwn) {
  open();
  ExecutionRequest request{.program = matmul,
                           .schedule = llvm::cantFail(
                               Schedule::parse("op0: tile(4,8,1) vectorize"))};
  ASSERT_TRUE(llvm::cantFail(execution->measure(request)).ok());
  request.counters = {{"task-clock", "page-faults"}};
  const Measurement counted = llvm::cantFail(execution->measure(request));
  ASSERT_TRUE(counted.ok()) << counted.message;
  EXPECT_FALSE(counted.cacheHit);
  ASSERT_EQ(counted.counters.size(), 2u);
  EXPECT_EQ(counted.counters[0].name, "task-clock");
  EXPECT_GT(counted.counters[0].perCall.value_or(0), 0);
  EXPECT_EQ(counted.counters[1].name, "page-faults");
  // They are stored, and other requests have others.
  request.counters = {{"page-faults"}};
  const Measurement stored = llvm::cantFail(execution->measure(request));
  EXPECT_TRUE(stored.cacheHit);
  ASSERT_EQ(stored.counters.size(), 1u);
  EXPECT_EQ(stored.counters[0].perCall, counted.counters[1].perCall);
  request.counters = {{"minor-faults"}};
  const Measurement other = llvm::cantFail(execution->measure(request));
  EXPECT_FALSE(other.cacheHit);
  ASSERT_EQ(other.counters.size(), 1u);
  EXPECT_EQ(other.counters[0].name, "minor-faults");
  request.counters.reset();
  EXPECT_TRUE(llvm::cantFail(execution->measure(request)).cacheHit);
  request.counters = {{"joules"}};
  EXPECT_THAT(llvm::toString(execution->measure(request).takeError()),
              testing::HasSubstr("joules"));
}

TEST_F(ExecutionTest, ABaselineMayHaveCountersOfItsOwn) {
  open();
  const Measurement before =
      llvm::cantFail(execution->measure({.program = matmul}));
  ASSERT_TRUE(before.ok()) << before.message;
  const ExecutionRequest counting{.program = matmul,
                                  .counters = {{"task-clock"}}};
  const Measurement counted = llvm::cantFail(execution->measure(counting));
  ASSERT_TRUE(counted.ok()) << counted.message;
  EXPECT_FALSE(counted.cacheHit);
  ASSERT_EQ(counted.counters.size(), 1u);
  EXPECT_GT(counted.counters[0].perCall.value_or(0), 0);
  EXPECT_TRUE(llvm::cantFail(execution->measure(counting)).cacheHit);
  EXPECT_TRUE(llvm::cantFail(execution->baseline(matmul)).cacheHit);
}

TEST_F(ExecutionTest, RequestsOfOneBatchMayCountDifferentEvents) {
  options.counters = {"page-faults"};
  open();
  const Schedule schedule = parse("op0: tile(4,8,1) vectorize");
  std::vector<ExecutionRequest> requests;
  // More sets than are kept open.
  const char *const names[] = {"task-clock",   "minor-faults",
                               "major-faults", "context-switches",
                               "cycles",       "instructions"};
  for (const char *name : names)
    requests.push_back(
        {.program = matmul, .schedule = schedule, .counters = {{name}}});
  requests.push_back({.program = matmul, .schedule = schedule});
  auto answers = execution->measureBatch(requests);
  ASSERT_EQ(answers.size(), requests.size());
  for (auto [i, answer] : llvm::enumerate(answers)) {
    const Measurement measured = llvm::cantFail(std::move(answer));
    ASSERT_TRUE(measured.ok()) << measured.message;
    ASSERT_EQ(measured.counters.size(), 1u);
    EXPECT_EQ(measured.counters[0].name,
              i < std::size(names) ? names[i] : "page-faults");
  }
  EXPECT_EQ(execution->statistics().workerRestarts, 0u);
}

TEST_F(ExecutionTest, ReplayAnswersWhatIsMissingWithoutAWorker) {
  open();
  options.replay = true;
  options.workerPath = "/nowhere";
  open();
  Measurement missing = measure("op0: vectorize");
  EXPECT_EQ(missing.status, Status::NotCached);
  EXPECT_FALSE(missing.cacheHit);
  EXPECT_EQ(llvm::cantFail(execution->baseline(matmul)).status,
            Status::NotCached);
  EXPECT_EQ(execution->statistics().cacheHits, 0u);
}

TEST_F(ExecutionTest, AnIllegalScheduleIsAnErrorAndRunsNothing) {
  open();
  for (const char *text : {"op0: tile(4,8)", "op7: vectorize"}) {
    auto result = execution->measure(matmul, parse(text));
    ASSERT_FALSE(static_cast<bool>(result)) << text;
    llvm::Error error = result.takeError();
    EXPECT_TRUE(error.isA<ActionError>()) << text;
    llvm::consumeError(std::move(error));
  }
  EXPECT_EQ(execution->statistics().compiled, 0u);
}

TEST_F(ExecutionTest, BaselineIsTheEmptySchedule) {
  open();
  Measurement baseline = llvm::cantFail(execution->baseline(matmul));
  ASSERT_EQ(baseline.status, Status::Ok) << baseline.message;
  Measurement empty = measure("");
  EXPECT_TRUE(empty.cacheHit);
  EXPECT_EQ(empty.medianNs, baseline.medianNs);
}

TEST_F(ExecutionTest, AStoredBaselineStillGivesAReference) {
  open();
  Measurement baseline = llvm::cantFail(execution->baseline(matmul));
  open(); // the reference outputs were in the process that is gone
  EXPECT_EQ(measure("op0: tile(4,8,1) vectorize").status, Status::Ok);
  EXPECT_EQ(llvm::cantFail(execution->baseline(matmul)).medianNs,
            baseline.medianNs);
  EXPECT_EQ(execution->statistics().measured, 1u);
}

TEST_F(ExecutionTest, ABatchAnswersInOrderAndMeasuresEachKeyOnce) {
  open();
  auto relu = load("relu_12_20");
  std::vector<ExecutionRequest> requests = {
      {matmul, parse("op0: tile(4,8,1) vectorize")},
      {relu, parse("op0: tile(4,10) vectorize")},
      {matmul, parse("")},
      {matmul, parse("op0: tile(4,8)")}, // illegal
      {matmul, parse("op0: tile(4,8,1) vectorize")},
      {matmul, parse("op0: tile(2,8,1) vectorize")},
  };
  auto answers = execution->measureBatch(requests);
  ASSERT_EQ(answers.size(), requests.size());
  for (size_t i : {0, 1, 2, 4, 5}) {
    ASSERT_TRUE(static_cast<bool>(answers[i])) << i;
    EXPECT_EQ(answers[i]->status, Status::Ok) << i << answers[i]->message;
  }
  EXPECT_THAT(llvm::toString(answers[3].takeError()), HasSubstr("op0"));
  EXPECT_FALSE(answers[0]->cacheHit);
  EXPECT_TRUE(answers[4]->cacheHit);
  EXPECT_EQ(answers[4]->medianNs, answers[0]->medianNs);
  ExecutionStatistics statistics = execution->statistics();
  EXPECT_EQ(statistics.requests, 6u);
  EXPECT_LE(statistics.measured, 5u);
  EXPECT_LE(statistics.compiled, 5u);

  auto again = execution->measureBatch(requests);
  for (size_t i : {0, 1, 2, 4, 5})
    EXPECT_TRUE(llvm::cantFail(std::move(again[i])).cacheHit) << i;
  llvm::consumeError(again[3].takeError());
  EXPECT_EQ(execution->statistics().measured, statistics.measured);
}

TEST_F(ExecutionTest, AnEmptyBatchIsFine) {
  EXPECT_TRUE(open().measureBatch({}).empty());
}

TEST_F(ExecutionTest, ThreadsThatAskTheSameMeasureOnce) {
  open();
  std::vector<std::thread> threads;
  std::atomic<unsigned> hits = 0, fine = 0;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&] {
      Measurement measurement = measure("op0: tile(4,8,1) vectorize");
      fine += measurement.ok();
      hits += measurement.cacheHit;
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(fine, 4u);
  EXPECT_EQ(hits, 3u);
  EXPECT_EQ(execution->statistics().measured, 2u);
  EXPECT_EQ(execution->statistics().compiled, 2u);
}

TEST_F(ExecutionTest, EqualObjectCodeIsNotTimedTwice) {
  open();
  Measurement first = measure("op0: tile(4,8,1) vectorize");
  uint64_t measured = execution->statistics().measured;
  // Another text, the same loops: op0 is tiled in two steps.
  Measurement second = measure("op0: tile(4,0,0) tile(0,8,1) vectorize");
  if (execution->statistics().measured == measured) {
    EXPECT_TRUE(second.cacheHit);
    EXPECT_EQ(second.medianNs, first.medianNs);
    // It is on file under its own name now.
    options.replay = true;
    open();
    EXPECT_EQ(measure("op0: tile(4,0,0) tile(0,8,1) vectorize").medianNs,
              first.medianNs);
  }
}

TEST_F(ExecutionTest, TheObjectCodeOfTheBaselineIsNotTimedTwiceInTheSameWay) {
  open();
  // A script that changes nothing. Its sample measures the baseline first.
  const ExecutionRequest request{
      .program = matmul,
      .script = "module attributes {transform.with_named_sequence} {"
                "transform.named_sequence @__transform_main("
                "%arg0: !transform.any_op {transform.readonly}) {"
                "transform.yield } }"};
  const Measurement script = llvm::cantFail(execution->measure(request));
  ASSERT_TRUE(script.ok()) << script.message;
  EXPECT_FALSE(script.cacheHit) << "the baseline is no foreign code";
  EXPECT_EQ(execution->statistics().measured, 2u);
  const Measurement equal = llvm::cantFail(execution->baselineOf(request));
  EXPECT_TRUE(equal.cacheHit);
  EXPECT_EQ(equal.phases.measureMs, 0);
  EXPECT_EQ(equal.medianNs, script.medianNs);
  EXPECT_EQ(execution->statistics().measured, 2u);
}

TEST_F(ExecutionTest, KernelsAreKeptInTheUsersCacheFolder) {
  const char *schedule = "op0: tile(4,8,1) vectorize";
  options.execDataFile.clear();
  const auto compiled = [&] {
    open();
    EXPECT_EQ(measure(schedule).status, Status::Ok);
    return execution->statistics().compiled;
  };
  options.cacheOnDisk = false;
  EXPECT_EQ(compiled(), 2u); // with the baseline
  EXPECT_FALSE(stdfs::exists(defaultKernelFolder()));
  options.cacheOnDisk = true;
  EXPECT_EQ(compiled(), 2u);
  EXPECT_TRUE(stdfs::exists(defaultKernelFolder()));
  EXPECT_EQ(compiled(), 0u);
  options.cacheOnDisk = false;
  EXPECT_EQ(compiled(), 2u);

  // A home folder that cannot be written is not an error.
  options.cacheOnDisk = true;
  ::setenv("XDG_CACHE_HOME", "/dev/null", 1);
  EXPECT_EQ(compiled(), 2u);
}

TEST_F(ExecutionTest, KernelCacheSparesTheCompiler) {
  options.cacheDir = (folder / "kernels").string();
  options.execDataFile.clear();
  open();
  ASSERT_EQ(measure("op0: tile(4,8,1) vectorize").status, Status::Ok);
  open(); // timings forgotten, kernels not
  Measurement again = measure("op0: tile(4,8,1) vectorize");
  EXPECT_EQ(again.status, Status::Ok);
  EXPECT_FALSE(again.cacheHit);
  EXPECT_EQ(again.phases.compileMs, 0);
  EXPECT_EQ(execution->statistics().compiled, 0u);
  EXPECT_EQ(execution->statistics().kernelCacheHits, 2u);
  // The reference is evaluated anew, which needs no compiler.
  EXPECT_THAT(runningRoles(), testing::Contains(testing::Key("measure")));

  // Another worker program may lower otherwise: its kernels are others.
  stdfs::path worker = folder / "mlirgym-worker";
  stdfs::copy_file(execution->options().workerPath, worker);
  std::ofstream(worker, std::ios::app) << " ";
  options.workerPath = worker.string();
  open();
  EXPECT_EQ(measure("op0: tile(4,8,1) vectorize").status, Status::Ok);
  EXPECT_EQ(execution->statistics().compiled, 2u);
  options.workerPath.clear();

  for (const auto &entry : stdfs::recursive_directory_iterator(folder))
    if (entry.path().extension() == ".kernel")
      stdfs::resize_file(entry.path(), 60);
  open(); // damaged files are compiled again
  EXPECT_EQ(measure("op0: tile(4,8,1) vectorize").status, Status::Ok);
  EXPECT_EQ(execution->statistics().compiled, 2u);
}

TEST_F(ExecutionTest, FailuresAreRememberedToo) {
  options.compileTimeoutMs = 0.01;
  open();
  Measurement first = llvm::cantFail(execution->baseline(matmul));
  EXPECT_EQ(first.status, Status::TimedOut);
  Measurement second = llvm::cantFail(execution->baseline(matmul));
  EXPECT_TRUE(second.cacheHit);
  EXPECT_EQ(second.status, Status::TimedOut);
  EXPECT_THAT(second.message, HasSubstr("compiling took more than"));
  EXPECT_THAT(second.message,
              HasSubstr("; give it more time (--timeout, in Python "));
}

TEST_F(ExecutionTest, ABaselineThatFailsIsTheStatusOfEverySchedule) {
  open();
  ExecDataKey key{matmul->key(),         "",
                  Machine::host().id(),  toolchainId(),
                  options.protocol.id(), options.threads};
  Measurement crashed;
  crashed.status = Status::Crashed;
  crashed.message = "kernel was ended by SIGSEGV";
  {
    auto data = llvm::cantFail(ExecData::open({.file = options.execDataFile}));
    llvm::cantFail(data->insert(key, crashed, {}));
  }
  open();
  Measurement measurement = measure("op0: tile(4,8,1) vectorize");
  EXPECT_EQ(measurement.status, Status::Crashed);
  EXPECT_THAT(measurement.message, HasSubstr("the untransformed program fails: "
                                             "kernel was ended by SIGSEGV"));
  EXPECT_EQ(execution->statistics().measured, 0u);
}

TEST_F(ExecutionTest, SaysWhatIsWrongWithItsOptions) {
  options.threads = 100000;
  auto tooMany = Execution::create(options);
  EXPECT_THAT(llvm::toString(tooMany.takeError()),
              HasSubstr("100000 threads on "));
  options.threads = 1;
  options.workerPath = "/nowhere/worker";
  auto missing = Execution::create(options);
  EXPECT_THAT(llvm::toString(missing.takeError()),
              HasSubstr("/nowhere/worker: no worker program"));
}

TEST_F(ExecutionTest, RefusesTimeoutsAndProtocolsThatCannotBe) {
  for (double timeoutMs : {0.0, -1.0, std::nan(""), double(INFINITY), 1e300}) {
    ExecutionOptions compiling = options, running = options;
    compiling.compileTimeoutMs = running.runTimeoutMs = timeoutMs;
    EXPECT_THAT(llvm::toString(Execution::create(compiling).takeError()),
                HasSubstr(" ms for compiling one schedule; use more than 0 and "
                          "at most 2592000000 (30 days)"));
    EXPECT_THAT(llvm::toString(Execution::create(running).takeError()),
                HasSubstr(" ms for running one schedule; use more than 0"));
  }
  options.protocol.minRepeats = 0;
  EXPECT_THAT(llvm::toString(Execution::create(options).takeError()),
              HasSubstr("at least 0 repeats; use 1 or more"));
}

/// A program in which every step takes long.
std::shared_ptr<const Program> slowProgram() {
  return load("matmul_2048_2048_2048");
}

bool isInterrupted(llvm::Error error) {
  const bool is = error.isA<InterruptedError>();
  llvm::consumeError(std::move(error));
  return is;
}

TEST_F(ExecutionTest, AnInterruptEndsWhateverIsWaitedFor) {
  std::atomic<bool> interrupt = false;
  options.interrupted = [&] { return interrupt.load(); };
  open();
  const ExecutionRequest slow{slowProgram(), parse("op0: tile(7,0,0)")};
  const std::vector<ExecutionRequest> many(3, slow);
  using Call = std::function<llvm::Error()>;
  for (const Call &call :
       {Call([&] { return execution->measure(slow).takeError(); }),
        Call([&] { return execution->baseline(slow.program).takeError(); }),
        Call([&] { return execution->measurePaired(slow).takeError(); }),
        Call([&] {
          llvm::Error all = llvm::Error::success();
          for (auto &answer : execution->measureBatch(many))
            if (!isInterrupted(answer.takeError()))
              ADD_FAILURE() << "of a batch";
          return llvm::make_error<InterruptedError>();
        })}) {
    interrupt = false;
    std::thread ctrlC([&] {
      ::usleep(800'000);
      interrupt = true;
    });
    EXPECT_TRUE(isInterrupted(call()));
    ctrlC.join();
    EXPECT_EQ(execution->statistics().measured, 0u);
    EXPECT_FALSE(runningRoles().count("measure")); // the kernel has ended too
  }
  interrupt = false;
  EXPECT_TRUE(measure("op0: vectorize").ok());
}

TEST_F(ExecutionTest, AnInterruptedBatchKeepsWhatWasTimed) {
  std::atomic<bool> interrupt = false;
  options.interrupted = [&] { return interrupt.load(); };
  open();
  // Two compile workers may hand over neighbours in either order, so that more
  // than one quick schedule comes before the slow ones.
  constexpr int quick = 7, slow = 60;
  std::vector<ExecutionRequest> requests;
  for (int size = 1; size <= quick; ++size)
    requests.push_back(
        {matmul, parse("op0: tile(" + std::to_string(size) + ",0,0)")});
  for (int size = 1; size <= slow; ++size)
    requests.push_back(
        {slowProgram(), parse("op0: tile(" + std::to_string(size) + ",0,0)")});
  std::atomic<bool> ended = false;
  std::thread ctrlC([&] {
    // The baseline, and two.
    while (execution->statistics().measured < 3 && !ended)
      ::usleep(10'000);
    interrupt = true;
  });
  auto answers = execution->measureBatch(requests);
  ended = true;
  ctrlC.join();
  ASSERT_EQ(answers.size(), requests.size());
  interrupt = false;
  int timed = 0;
  for (int i = 0; i < quick; ++i) {
    if (!answers[i]) {
      EXPECT_TRUE(isInterrupted(answers[i].takeError())) << i;
      continue;
    }
    ++timed;
    EXPECT_TRUE(answers[i]->ok()) << answers[i]->message;
    EXPECT_TRUE(llvm::cantFail(execution->measure(requests[i])).cacheHit) << i;
  }
  EXPECT_GE(timed, 2);
  for (auto &answer : llvm::drop_begin(answers, quick))
    EXPECT_TRUE(isInterrupted(answer.takeError()));
}

TEST_F(ExecutionTest, AStopTokenEndsABatch) {
  open();
  std::stop_source source;
  std::thread stopper([&] {
    ::usleep(500'000);
    source.request_stop();
  });
  auto answers = execution->measureBatch(
      {{slowProgram(), parse("op0: tile(7,0,0)")}}, source.get_token());
  stopper.join();
  EXPECT_TRUE(isInterrupted(answers[0].takeError()));
}

TEST_F(ExecutionTest, WhoWaitsForAnInterruptedCallerDoesTheWork) {
  std::atomic<std::thread::id> victim;
  options.interrupted = [&] { return std::this_thread::get_id() == victim; };
  open();
  const ExecutionRequest request{load("matmul_256_256_256"),
                                 parse("op0: tile(7,0,0)")};
  std::atomic<bool> joined = false;
  std::thread other([&] {
    while (execution->statistics().compiled == 0)
      ::usleep(1000);
    joined = true;
    for (auto &answer : execution->measureBatch({request, request}))
      EXPECT_TRUE(llvm::cantFail(std::move(answer)).ok());
  });
  std::thread ctrlC([&, self = std::this_thread::get_id()] {
    while (!joined)
      ::usleep(1000);
    ::usleep(50'000);
    victim = self;
  });
  // On a fast machine it may finish before it is interrupted.
  auto mine = execution->measure(request);
  if (!mine)
    EXPECT_TRUE(isInterrupted(mine.takeError()));
  other.join();
  ctrlC.join();
}

/// Stops each worker of a role once it works.
class Stopper {
public:
  Stopper(const std::function<std::map<std::string, pid_t>()> &running,
          const std::string &role)
      : thread([running, role, this] {
          pid_t last = 0;
          while (!isOver) {
            ::usleep(2000);
            const auto roles = running();
            const auto found = roles.find(role);
            if (found == roles.end() || found->second == last)
              continue;
            std::ifstream file("/proc/" + std::to_string(found->second) +
                               "/status");
            const std::string status{std::istreambuf_iterator<char>(file), {}};
            if (status.find("\nSeccomp:\t2") == std::string::npos)
              continue; // it has not begun
            last = found->second;
            ::usleep(20000);
            ::kill(last, SIGSTOP);
          }
        }) {}
  ~Stopper() {
    isOver = true;
    thread.join();
  }

private:
  std::atomic<bool> isOver = false;
  std::thread thread;
};

TEST_F(ExecutionTest, APauseIsNotStoredAsAFailure) {
  if (worker::sandboxStatus() != "seccomp")
    GTEST_SKIP() << "no seccomp, by which the test knows that workers work";
  options.runTimeoutMs = 500;
  options.protocol.budgetMs = 1000; // it is stopped before it is done
  options.protocol.minRepeats = options.protocol.maxRepeats = 200;
  options.protocol.minRepeatMs = 10;
  open();
  const ExecutionRequest baseline{matmul},
      other{matmul, parse("op0: vectorize")};
  auto count = [&] {
    return llvm::cantFail(
        llvm::cantFail(ExecData::open({.file = options.execDataFile}))
            ->count());
  };
  for (const ExecutionRequest &request : {baseline, other}) {
    const uint64_t before = count();
    {
      // The worker, and its replacement.
      Stopper stopper(runningRoles, "measure");
      const Measurement stopped = llvm::cantFail(execution->measure(request));
      EXPECT_EQ(stopped.status, Status::TimedOut);
      EXPECT_THAT(stopped.message, HasSubstr("stopped the worker (SIGSTOP)"));
      EXPECT_THAT(stopped.message, HasSubstr("not stored"));
    }
    EXPECT_EQ(count(), before);
    const Measurement again = llvm::cantFail(execution->measure(request));
    EXPECT_EQ(again.status, Status::Ok) << again.message;
    EXPECT_FALSE(again.cacheHit);
    EXPECT_EQ(count(), before + 1);
  }
}

TEST_F(ExecutionTest, NoMachineIsFasterThanTheFloor) {
  const double one = fastestPossibleNs(*matmul, 1);
  EXPECT_GT(one, 0);
  EXPECT_DOUBLE_EQ(fastestPossibleNs(*matmul, 4), one / 4);
  open();
  Measurement measured = measure("op0: vectorize");
  EXPECT_GT(measured.minNs, one);
  refuseImpossible(measured, *matmul, 1);
  EXPECT_EQ(measured.status, Status::Ok);
  measured.medianNs = one / 2;
  refuseImpossible(measured, *matmul, 1);
  EXPECT_EQ(measured.status, Status::Suspicious);
  EXPECT_EQ(measured.medianNs, 0);
  EXPECT_THAT(measured.message,
              HasSubstr(", where no processor can take less than "));
}

TEST_F(ExecutionTest, ALibraryDoesNotRunInTheWorkerOfSchedules) {
  // `gcc -Ofast` changes the arithmetic of the process that loads it.
  const std::string source = (folder / "fast.c").string(),
                    library = (folder / "fast.so").string();
  std::ofstream(source) << "double twice(double x) { return 2 * x; }";
  ASSERT_EQ(
      std::system(
          ("gcc -Ofast -shared -fPIC " + source + " -o " + library).c_str()),
      0);
  open();
  ASSERT_TRUE(measure("op0: tile(4,8,1)").ok());
  const pid_t first = runningRoles()["measure"];
  ASSERT_TRUE(measure("op0: tile(4,4,1)").ok());
  EXPECT_EQ(runningRoles()["measure"], first);
  ExecutionRequest with{matmul, parse("op0: vectorize")};
  with.libraries = llvm::cantFail(SharedLibraries::read({library}));
  const Measurement measured = llvm::cantFail(execution->measure(with));
  ASSERT_TRUE(measured.ok()) << measured.message;
  EXPECT_EQ(runningRoles().count("foreign"), 1u);
  ASSERT_TRUE(measure("op0: tile(2,8,1)").ok());
  EXPECT_EQ(runningRoles()["measure"], first);
  EXPECT_EQ(execution->statistics().workerRestarts, 0u);
}

TEST_F(ExecutionTest, EachScriptAndPipelineHasAWorkerOfItsOwn) {
  // Either may put any operation into the program.
  open();
  ASSERT_TRUE(measure("op0: tile(4,8,1)").ok());
  const pid_t first = runningRoles()["measure"];
  pid_t last = 0;
  ExecutionRequest script{matmul}, passes{matmul, parse("op0: tile(4,2,1)")};
  script.script = R"mlir(
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["linalg.matmul"]} in %root
        : (!transform.any_op) -> !transform.any_op
    %tiled, %loop = transform.structured.tile_using_for %op tile_sizes [3]
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
})mlir";
  passes.passes = "builtin.module(canonicalize)";
  for (const ExecutionRequest &foreign : {script, passes}) {
    const Measurement measured = llvm::cantFail(execution->measure(foreign));
    ASSERT_TRUE(measured.ok()) << measured.message;
    ASSERT_TRUE(
        measure(foreign.script.empty() ? "op0: tile(2,8,1)" : "op0: vectorize")
            .ok());
    EXPECT_EQ(runningRoles()["measure"], first);
    EXPECT_NE(runningRoles()["foreign"], last);
    last = runningRoles()["foreign"];
  }
}

TEST_F(ExecutionTest, TheBaselineOfForeignCodeIsMeasuredAsItIs) {
  open();
  ExecutionRequest passes{matmul};
  passes.passes = "builtin.module(canonicalize)";
  const uint64_t before = [&] {
    EXPECT_TRUE(llvm::cantFail(execution->baseline(matmul)).ok());
    return execution->statistics().measured;
  }();
  EXPECT_EQ(runningRoles().count("foreign"), 0u);
  const Measurement own =
      llvm::cantFail(execution->baselineOf({matmul, parse("op0: vectorize")}));
  EXPECT_TRUE(own.ok() && own.cacheHit);
  const Measurement foreign = llvm::cantFail(execution->baselineOf(passes));
  EXPECT_TRUE(foreign.ok() && !foreign.cacheHit) << foreign.message;
  EXPECT_EQ(runningRoles().count("foreign"), 1u);
  EXPECT_EQ(execution->statistics().measured, before + 1);
  // The same object as the untransformed program's has the same time.
  const Measurement equal = llvm::cantFail(execution->measure(passes));
  EXPECT_EQ(equal.medianNs, foreign.medianNs);
  // Its own time remains.
  EXPECT_EQ(llvm::cantFail(execution->baseline(matmul)).medianNs, own.medianNs);
}

TEST_F(ExecutionTest, ForeignCodeAndItsBaselineTakeTurnsInGuests) {
  open();
  ExecutionRequest passes{matmul, parse("op0: vectorize")};
  passes.passes = "builtin.module(canonicalize)";
  const PairedMeasurement paired =
      llvm::cantFail(execution->measurePaired(passes));
  EXPECT_TRUE(paired.ok()) << paired.message;
  EXPECT_GE(paired.rounds, 5u);
  EXPECT_EQ(runningRoles().count("foreign"), 1u);
}

TEST_F(ExecutionTest, APauseOfACompilerCostsATryOnly) {
  options.compileTimeoutMs = 1500;
  open();
  ASSERT_TRUE(measure("").ok());
  ::kill(runningRoles()["compile"], SIGSTOP);
  EXPECT_EQ(measure("op0: vectorize").status, Status::Ok);
  EXPECT_EQ(execution->statistics().workerRestarts, 1u);
}

TEST_F(ExecutionTest, AForkedProcessIsToldToMakeItsOwn) {
  open();
  ASSERT_TRUE(measure("").ok());
  const ExecutionRequest request{matmul, parse("op0: vectorize")};
  ChildProcess child([&](int report) {
    auto tell = [&](llvm::Error error) {
      writeText(report, llvm::toString(std::move(error)) + "\n");
    };
    tell(execution->baseline(matmul).takeError());
    tell(execution->measureBatch({request})[0].takeError());
    tell(execution->measurePaired(request).takeError());
    tell(execution->call(request, {}).takeError());
    tell(execution->lower(request, LoweringStage::Llvm).takeError());
  });
  std::string report = child.readAll();
  EXPECT_EQ(child.wait(), 0);
  EXPECT_EQ(
      llvm::StringRef(report).count("create a new Execution after fork\n"), 5u);
  EXPECT_TRUE(measure("op0: vectorize").ok());
}

TEST_F(ExecutionTest, CompilesAndMeasuresInTurnOnAllProcessors) {
  auto plan = llvm::cantFail(CorePlan::make(1));
  options.threads = static_cast<unsigned>(
      plan.measuring.size() + (plan.shared ? 0 : plan.compiling.size()));
  open();
  std::vector<ExecutionRequest> requests;
  for (int size : {1, 2, 3, 4, 5, 6})
    requests.push_back(
        {matmul, parse("op0: tile_parallel(" + std::to_string(size) +
                       ",0,0) tile(0,8,1) vectorize")});
  for (auto &answer : execution->measureBatch(requests)) {
    ASSERT_TRUE(static_cast<bool>(answer))
        << llvm::toString(answer.takeError());
    EXPECT_EQ(answer->status, Status::Ok) << answer->message;
  }
}

TEST_F(ExecutionTest, EveryTinyProgramIsRightUnderASchedule) {
  open();
  for (const auto &[name, schedule] :
       {std::pair{"matmul_8_12_16", "op0: tile(4,8,1) vectorize"},
        {"relu_12_20", "op0: tile(4,10) vectorize"},
        {"matmul_bias_relu_6_10_14",
         "op1: tile_fuse(3,7) vectorize\nop0: tile(0,0,1) vectorize"},
        {"add_37_28_112_f64", "op0: tile(1,4,16) vectorize"}}) {
    auto program = load(name);
    auto result = execution->measure(program, parse(schedule));
    ASSERT_TRUE(static_cast<bool>(result))
        << name << ": " << llvm::toString(result.takeError());
    EXPECT_EQ(result->status, Status::Ok) << name << ": " << result->message;
  }
}

} // namespace
} // namespace mlirgym
