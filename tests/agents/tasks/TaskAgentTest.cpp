#include "agents/tasks/TaskAgent.h"
#include "agents/Agent.h"
#include "execution/Execution.h"
#include "kernels/KernelOutliner.h"
#include "program/Program.h"
#include "tests/kernels/KernelTests.h"
#include "llvm/Support/Error.h"
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace mlirgym {
namespace {

using testing::ElementsAre;
using testing::SizeIs;

/// The speed of a program after each batch: times per call in nanoseconds.
using Times = std::map<std::string, std::vector<double>>;

/// Finds a schedule that takes the time of the batch; measures nothing.
class ScriptedAgent final : public Agent {
public:
  ScriptedAgent(const Times &list, std::vector<std::string> &names)
      : times(list), asked(names) {}

  llvm::StringRef name() const override { return "scripted"; }
  llvm::Expected<SearchResult> optimize(std::shared_ptr<const Program> program,
                                        Execution &,
                                        const SearchOptions &options) override {
    asked.push_back(program->name().str());
    const std::vector<double> &own = times.at(asked.back());
    if (own.empty())
      return llvm::createStringError("does not run");
    SearchResult result;
    result.baseline.medianNs = own.front();
    const size_t batch =
        std::min<size_t>(options.budget / options.batch, own.size() - 1);
    result.samples = static_cast<unsigned>(batch) * options.batch;
    result.speedup = own.front() / own[batch];
    result.schedule = scheduleOf("op0: tile(4,8,1) vectorize");
    return result;
  }

private:
  const Times &times;
  std::vector<std::string> &asked;
};

class TaskAgentTest : public testing::Test {
protected:
  SearchResult optimize(unsigned budget) {
    TaskAgent agent(
        [this](const Program &) -> llvm::Expected<std::unique_ptr<Agent>> {
          return std::make_unique<ScriptedAgent>(times, asked);
        },
        llvm::cantFail(KernelOutliner::create()));
    SearchOptions options;
    options.budget = budget;
    auto result = llvm::cantFail(
        agent.optimize(load(twoProducts, "two"), *execution, options));
    tasks = agent.tasks().vec();
    return result;
  }

  std::unique_ptr<Execution> execution = llvm::cantFail(Execution::create({}));
  Times times;
  std::vector<std::string> asked;
  std::vector<TaskResult> tasks;
};

TEST_F(TaskAgentTest, SamplesGoWhereTheySaveMost) {
  times = {{"two_op1", {1000, 900, 800, 700, 600}},
           {"two_op2", {100, 99, 98, 97, 96}}};
  const SearchResult result = optimize(40);
  EXPECT_EQ(result.samples, 40u);
  EXPECT_THAT(asked, ElementsAre("two_op1", "two_op2", "two_op1", "two_op1",
                                 "two_op1"));
  ASSERT_THAT(tasks, SizeIs(2));
  EXPECT_DOUBLE_EQ(tasks[0].bestNs, 600);
  EXPECT_DOUBLE_EQ(tasks[1].bestNs, 99);
  ASSERT_THAT(result.curve, SizeIs(40));
  EXPECT_DOUBLE_EQ(result.curve.back(), 1100.0 / 699);
}

TEST_F(TaskAgentTest, ATaskThatNoLongerImprovesLeavesItsSamplesToOthers) {
  times = {{"two_op1", {1000, 900, 900, 900, 900, 900}},
           {"two_op2", {800, 700, 600, 500, 400, 300}}};
  optimize(48);
  EXPECT_THAT(asked, ElementsAre("two_op1", "two_op2", "two_op1", "two_op2",
                                 "two_op2", "two_op2"));
}

TEST_F(TaskAgentTest, AgentsThatEndByThemselvesGetNoFurtherSamples) {
  times = {{"two_op1", {1000, 900}}, {"two_op2", {100, 90, 80}}};
  const SearchResult result = optimize(400);
  EXPECT_EQ(result.samples, 24u);
}

TEST_F(TaskAgentTest, ATaskThatFailsKeepsNoSchedule) {
  times = {{"two_op1", {1000, 900}}, {"two_op2", {}}};
  const SearchResult result = optimize(16);
  EXPECT_TRUE(result.best.ok()) << result.best.message;
  EXPECT_EQ(tasks[1].problem, "does not run");
  EXPECT_TRUE(tasks[1].schedule.empty());
}

TEST_F(TaskAgentTest, TheWholeProgramIsMeasuredInTurn) {
  times = {{"two_op1", {1000, 900}}, {"two_op2", {100, 90}}};
  const SearchResult result = optimize(16);
  EXPECT_EQ(result.program, "two");
  EXPECT_TRUE(result.best.ok()) << result.best.message;
  EXPECT_GT(result.pairedRounds, 0u);
  EXPECT_TRUE(result.schedule.empty());
  // Scheduled or, if that is not faster here, untransformed.
  EXPECT_EQ(result.script.empty(), result.speedup == 1);
}
} // namespace
} // namespace mlirgym
