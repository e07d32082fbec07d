#include "agents/tasks/TaskAgent.h"
#include "agents/Agent.h"
#include "execution/Execution.h"
#include "execution/ExecutionOptions.h"
#include "execution/timing/MeasureProtocol.h"
#include "kernels/KernelOutliner.h"
#include "program/Program.h"
#include "tests/kernels/KernelTests.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FormatVariadic.h"
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

/// The speed of a program after each batch: times per call in nanoseconds, by
/// the name of the program, with a "+" if it is two tasks of twoProducts.
using Times = std::map<std::string, std::vector<double>>;

/// Finds a schedule that takes the time of the batch; measures nothing.
class ScriptedAgent final : public Agent {
public:
  ScriptedAgent(const Times &list, std::vector<std::string> &names,
                std::vector<CacheState> &states)
      : times(list), asked(names), caches(states) {}

  llvm::StringRef name() const override { return "scripted"; }
  llvm::Expected<SearchResult> optimize(std::shared_ptr<const Program> program,
                                        Execution &execution,
                                        const SearchOptions &options) override {
    asked.push_back(program->name().str() +
                    (program->operations().size() == 3 ? "+" : ""));
    caches.push_back(execution.options().protocol.caches);
    const std::vector<double> &own = times.at(asked.back());
    if (own.empty())
      return llvm::createStringError("does not run");
    SearchResult result;
    result.baseline.medianNs = own.front();
    const size_t batch =
        std::min<size_t>(options.budget / options.batch, own.size() - 1);
    result.samples = static_cast<unsigned>(batch) * options.batch;
    result.speedup = own.front() / own[batch];
    result.schedule = scheduleOf(program->operations().front().numLoops() == 3
                                     ? "op0: tile(4,8,1) vectorize"
                                     : "op0: interchange(1,0)");
    return result;
  }

private:
  const Times &times;
  std::vector<std::string> &asked;
  std::vector<CacheState> &caches;
};

class TaskAgentTest : public testing::Test {
protected:
  SearchResult optimize(unsigned budget,
                        std::shared_ptr<const Program> program) {
    TaskAgent agent(
        [this](const Program &) -> llvm::Expected<std::unique_ptr<Agent>> {
          return std::make_unique<ScriptedAgent>(times, asked, caches);
        },
        llvm::cantFail(KernelOutliner::create()));
    SearchOptions options;
    options.budget = budget;
    auto result =
        llvm::cantFail(agent.optimize(std::move(program), *execution, options));
    tasks = agent.tasks().vec();
    return result;
  }
  SearchResult optimize(unsigned budget) {
    return optimize(budget, load(twoProducts, "two"));
  }

  std::unique_ptr<Execution> execution = llvm::cantFail(Execution::create({}));
  Times times;
  std::vector<std::string> asked;
  std::vector<CacheState> caches;
  std::vector<TaskResult> tasks;
};

TEST_F(TaskAgentTest, SamplesGoWhereTheySaveMost) {
  times = {{"two_op1", {100000, 90000, 80000, 70000, 60000}},
           {"two_op2", {10000, 9900, 9800, 9700, 9600}}};
  const SearchResult result = optimize(40);
  EXPECT_EQ(result.samples, 40u);
  EXPECT_THAT(asked, ElementsAre("two_op1", "two_op2", "two_op1", "two_op1",
                                 "two_op1"));
  ASSERT_THAT(tasks, SizeIs(2));
  EXPECT_DOUBLE_EQ(tasks[0].bestNs, 60000);
  EXPECT_DOUBLE_EQ(tasks[1].bestNs, 9900);
  ASSERT_THAT(result.curve, SizeIs(40));
  EXPECT_DOUBLE_EQ(result.curve.back(), 110000.0 / 69900);
}

TEST_F(TaskAgentTest, ATaskThatNoLongerImprovesLeavesItsSamplesToOthers) {
  times = {{"two_op1", {100000, 90000, 90000, 90000, 90000, 90000}},
           {"two_op2", {80000, 70000, 60000, 50000, 40000, 30000}}};
  optimize(48);
  EXPECT_THAT(asked, ElementsAre("two_op1", "two_op2", "two_op1", "two_op2",
                                 "two_op2", "two_op2"));
}

TEST_F(TaskAgentTest, AgentsThatEndByThemselvesGetNoFurtherSamples) {
  times = {{"two_op1", {100000, 90000}}, {"two_op2", {10000, 9000, 8000}}};
  const SearchResult result = optimize(400);
  EXPECT_EQ(result.samples, 24u);
}

TEST_F(TaskAgentTest, ATaskThatFailsKeepsNoSchedule) {
  times = {{"two_op1", {100000, 90000}}, {"two_op2", {}}};
  const SearchResult result = optimize(16);
  EXPECT_TRUE(result.best.ok()) << result.best.message;
  EXPECT_EQ(tasks[1].problem, "does not run");
  EXPECT_TRUE(tasks[1].schedule.empty());
}

TEST_F(TaskAgentTest, TheWholeProgramIsMeasuredInTurn) {
  times = {{"two_op1", {100000, 90000}}, {"two_op2", {10000, 9000}}};
  const SearchResult result = optimize(16);
  EXPECT_EQ(result.program, "two");
  EXPECT_TRUE(result.best.ok()) << result.best.message;
  EXPECT_GT(result.pairedRounds, 0u);
  EXPECT_TRUE(result.schedule.empty());
  // Scheduled or, if that is not faster here, untransformed.
  EXPECT_EQ(result.script.empty(), result.speedup == 1);
}

TEST_F(TaskAgentTest, WhatFitsIntoTheCachesIsMeasuredThere) {
  times = {{"two_op1", {100000, 90000}}, {"two_op2", {10000, 9000}}};
  optimize(16);
  EXPECT_THAT(caches, ElementsAre(CacheState::Warm, CacheState::Warm));
}

TEST_F(TaskAgentTest, WhatDoesNotFitIsMeasuredWithColdCaches) {
  const int64_t lastLevel = execution->device().target.l3Bytes;
  if (lastLevel == 0)
    GTEST_SKIP() << "the size of the last-level cache is not known here";
  const int64_t rows = lastLevel / 4096 + 64;
  const std::string text = llvm::formatv(R"mlir(
      func.func @f(%a: tensor<{0}x1024xf32>, %b: tensor<1x8xf32>)
          -> (tensor<1024xf32>, tensor<1x8xf32>) {{
        %e = tensor.empty() : tensor<1024xf32>
        %zero = arith.constant 0.0 : f32
        %z = linalg.fill ins(%zero : f32) outs(%e : tensor<1024xf32>)
            -> tensor<1024xf32>
        %r = linalg.reduce {{ arith.addf }
            ins(%a : tensor<{0}x1024xf32>) outs(%z : tensor<1024xf32>)
            dimensions = [0]
        %f = tensor.empty() : tensor<1x8xf32>
        %x = linalg.exp ins(%b : tensor<1x8xf32>) outs(%f : tensor<1x8xf32>)
            -> tensor<1x8xf32>
        return %r, %x : tensor<1024xf32>, tensor<1x8xf32>
      })mlir",
                                         rows);
  auto program = load(text, "large");
  // The whole program is not measured, which would take seconds.
  ExecutionOptions replay;
  replay.replay = true;
  execution = llvm::cantFail(Execution::create(replay));
  times = {{"large_op0", {1000, 900}}, {"large_op1", {100, 90}}};
  optimize(16, program);
  EXPECT_THAT(asked, ElementsAre("large_op0", "large_op1"));
  EXPECT_THAT(caches, ElementsAre(CacheState::Cold, CacheState::Warm));
  // The caller's choice is kept.
  replay.protocol.caches = CacheState::Cold;
  execution = llvm::cantFail(Execution::create(replay));
  caches.clear();
  optimize(16, program);
  EXPECT_THAT(caches, ElementsAre(CacheState::Cold, CacheState::Cold));
}

class JoinedTasksTest : public TaskAgentTest {
protected:
  /// Without measurements of the whole program, which decide, too.
  JoinedTasksTest() {
    ExecutionOptions replay;
    replay.replay = true;
    execution = llvm::cantFail(Execution::create(replay));
  }
};

TEST_F(JoinedTasksTest, TasksThatAreFasterTogetherAreOne) {
  times = {{"two_op1", {1000, 900}},
           {"two_op2", {800, 700}},
           {"two_op2+", {1700, 1650, 1500}}};
  const SearchResult result = optimize(80);
  EXPECT_THAT(asked, ElementsAre("two_op1", "two_op2", "two_op1", "two_op2",
                                 "two_op2+", "two_op2+", "two_op2+"));
  ASSERT_THAT(tasks, SizeIs(1));
  EXPECT_THAT(tasks[0].task.parts, ElementsAre(ElementsAre(0u, 1u, 2u)));
  EXPECT_DOUBLE_EQ(tasks[0].bestNs, 1500);
  EXPECT_EQ(result.samples, 32u);
}

TEST_F(JoinedTasksTest, TasksThatAreSlowerTogetherRemainApart) {
  times = {{"two_op1", {1000, 900}},
           {"two_op2", {800, 700}},
           {"two_op2+", {1700, 1650, 1620}}};
  optimize(80);
  ASSERT_THAT(tasks, SizeIs(2));
  EXPECT_THAT(tasks[0].task.parts, ElementsAre(ElementsAre(0u, 1u)));
  EXPECT_THAT(tasks[1].task.parts, ElementsAre(ElementsAre(2u)));
}

TEST_F(JoinedTasksTest, FarSlowerOnesGetOneBatch) {
  times = {{"two_op1", {1000, 900}},
           {"two_op2", {800, 700}},
           {"two_op2+", {9000, 9000, 100}}};
  optimize(80);
  EXPECT_EQ(llvm::count(asked, "two_op2+"), 1);
  EXPECT_THAT(tasks, SizeIs(2));
}

TEST_F(JoinedTasksTest, SmallTensorsAreNoReasonToSearch) {
  times = {{"two_op1", {100000, 90000}}, {"two_op2", {80000, 70000}}};
  optimize(80);
  EXPECT_THAT(tasks, SizeIs(2));
}

TEST_F(JoinedTasksTest, FailedTasksRemainApart) {
  times = {{"two_op1", {1000, 900}}, {"two_op2", {800, 700}}, {"two_op2+", {}}};
  optimize(80);
  EXPECT_THAT(tasks, SizeIs(2));
}

TEST_F(TaskAgentTest, JoinedTasksAreVerifiedInTheWholeProgram) {
  times = {{"two_op1", {1000, 900}},
           {"two_op2", {800, 700}},
           {"two_op2+", {1700, 1500}}};
  const SearchResult result = optimize(80);
  EXPECT_TRUE(result.best.ok()) << result.best.message;
  EXPECT_EQ(result.script.empty(), result.speedup == 1);
}
} // namespace
} // namespace mlirgym
