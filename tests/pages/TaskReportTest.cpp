//===- tests/pages/TaskReportTest.cpp -------------------------------------===//
#include "pages/TaskReport.h"

#include "WellFormed.h"
#include "actions/Schedule.h"
#include "agents/Agent.h"
#include "agents/tasks/TaskAgent.h"
#include "outcome/Measurement.h"
#include "outcome/Metric.h"
#include "program/Program.h"
#include "program/ProgramLoader.h"
#include "program/suites/Suite.h"
#include "llvm/Support/Error.h"
#include <gmock/gmock.h>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace mlirgym {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

TaskResult taskOf(const char *name, double baselineNs, double bestNs,
                  const char *schedule) {
  auto program = std::make_shared<const Program>(llvm::cantFail(
      ProgramLoader().loadText(llvm::cantFail(generateProgram(name)), name)));
  return {.task = {.program = std::move(program), .parts = {{0}, {1}}},
          .baselineNs = baselineNs,
          .bestNs = bestNs,
          .schedule = llvm::cantFail(Schedule::parse(schedule)),
          .samples = 16};
}

class TaskReportTest : public testing::Test {
protected:
  TaskReportTest() {
    result.program = "network<1>";
    result.baseline.status = result.best.status = Status::Ok;
    result.baseline.medianNs = 10e6;
    result.best.medianNs = 2.5e6;
    result.speedup = 4;
    result.pairedRounds = 5;
    result.speedupUncertainty = 0.02;
    result.samples = 32;
    result.seconds = 12;
    tasks = {taskOf("relu_64_64", 1e6, 0.5e6, "op0: vectorize"),
             taskOf("matmul_64_64_64", 4e6, 0.7e6, "op0: tile(8,16,1)")};
  }

  std::string page() const {
    std::string html = taskReport(result, tasks, facts);
    EXPECT_EQ(complaintAbout(html), "");
    return html;
  }

  SearchResult result;
  std::vector<TaskResult> tasks;
  TaskReportFacts facts = {.machine = "EPYC", .date = "2026-11-28 07:00"};
};

TEST_F(TaskReportTest, TellsTheTimesOfTheWholeAndOfEachTask) {
  EXPECT_THAT(page(),
              AllOf(HasSubstr("<h1>network&lt;1&gt;</h1>"),
                    HasSubstr("A call takes 10.0 ms untransformed, and 2.50 ms "
                              "with the schedules of this page: 4.00x (+/- 2.0 "
                              "%, 5 interleaved rounds)."),
                    HasSubstr("32 schedules were tried"),
                    HasSubstr("EPYC; 2026-11-28 07:00"),
                    HasSubstr("<code>op0: tile(8,16,1)</code>"),
                    HasSubstr("5.71x")));
}

TEST_F(TaskReportTest, BeginsWithTheSlowestTask) {
  const std::string html = page();
  const std::string table = html.substr(html.find("<table>"));
  EXPECT_LT(table.find("matmul_64_64_64"), table.find("relu_64_64"));
  // 2 x 0.7 of 2 x (0.7 + 0.5) ms
  EXPECT_THAT(table, HasSubstr("58.3 %"));
}

TEST_F(TaskReportTest, HasABarForTheWholeItsTasksAndOtherRuntimes) {
  facts.runtimes = {{"PyTorch <2.13>", 20e6}};
  EXPECT_THAT(page(),
              AllOf(HasSubstr(">PyTorch &lt;2.13&gt;</text>"),
                    HasSubstr(">20.0 ms</text>"),
                    // The longest of all is 640 wide.
                    HasSubstr("width=\"640.0\""), HasSubstr("width=\"320.0\""),
                    HasSubstr("<title>matmul_64_64_64: 1.40 ms")));
}

TEST_F(TaskReportTest, ComparesWithTheRooflineIfThePeakIsKnown) {
  EXPECT_THAT(page(), Not(HasSubstr("Roofline")));
  // 2 * 64^3 = 524,288 operations: 0.35 ms, half of the best time. The 49,152
  // bytes take 0.049 ms. relu reads and writes 32,768 bytes: 0.033 ms of 0.5.
  facts.peak = {.gflops = 524288 / 0.35e6, .gbytesPerSecond = 1};
  EXPECT_THAT(page(),
              AllOf(HasSubstr("50 %, arithmetic"), HasSubstr("7 %, memory"),
                    HasSubstr("<h2>Roofline</h2>")));
}

TEST_F(TaskReportTest, NamesWhatIsLeftAsItIsWithTheReason) {
  EXPECT_THAT(page(), Not(HasSubstr("Left as it is")));
  tasks[0].schedule = {};
  tasks[1].problem = "the kernel <crashed>";
  EXPECT_THAT(page(),
              AllOf(HasSubstr("relu_64_64 (linalg.generic): no schedule that "
                              "was tried is faster"),
                    HasSubstr("the kernel &lt;crashed&gt;")));
}

TEST_F(TaskReportTest, OfAFailureItSaysTheReason) {
  result.best.status = Status::TimedOut;
  result.best.message = "20 s";
  EXPECT_THAT(page(), HasSubstr("No time: timed_out: 20 s"));
  tasks = {taskOf("relu_64_64", 0, 0, "")};
  EXPECT_THAT(page(), HasSubstr("relu_64_64"));
}

TEST_F(TaskReportTest, AWholeProgramIsItsOnlyTask) {
  result.schedule = llvm::cantFail(Schedule::parse("op0: vectorize"));
  tasks = {asTask(tasks[0].task.program, result)};
  EXPECT_EQ(tasks[0].task.parts, (std::vector<std::vector<unsigned>>{{0}}));
  EXPECT_THAT(page(), AllOf(HasSubstr("op0: vectorize"), HasSubstr("100.0 %"),
                            HasSubstr("4.00x")));
}

TEST_F(TaskReportTest, HasTheUnitOfAnotherMetric) {
  facts.peak = {.gflops = 10, .gbytesPerSecond = 1};
  result.baseline.metric = Metric::Instructions;
  EXPECT_THAT(page(), AllOf(HasSubstr("instructions"),
                            Not(HasSubstr("<h2>Roofline</h2>"))));
}
} // namespace
} // namespace mlirgym
