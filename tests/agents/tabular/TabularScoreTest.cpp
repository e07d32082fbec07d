#include "agents/tabular/TabularScore.h"
#include "ExampleTable.h"
#include "agents/search/Searchers.h"
#include "tests/agents/TemporaryFolder.h"
#include <gmock/gmock.h>

using namespace mlirgym;
using namespace mlirgym::testing;
using ::testing::DoubleNear;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

namespace {
class TabularScoreTest : public ::testing::Test {
protected:
  llvm::Expected<TaskScore> score(llvm::StringRef agent,
                                  const TabularScoreOptions &options) {
    const auto replay =
        llvm::cantFail(table.replay(*program, folder.file("cache")));
    return scoreOn(task, table, program, *replay,
                   *llvm::cantFail(makeSearcher(agent)), options);
  }

  const TabularTask task = exampleTask();
  const std::shared_ptr<const Program> program =
      llvm::cantFail(task.loadProgram());
  TimingTable table = exampleTable(task, *program);
  TemporaryFolder folder;
};

TEST_F(TabularScoreTest, WhoeverTriesEverythingHasAllOfIt) {
  const auto all = unsigned(table.rows.size());
  const TaskScore score = llvm::cantFail(
      this->score("exhaustive", {.budgets = {1, all}, .seeds = 4}));
  EXPECT_LT(score.shares[0], 1);
  EXPECT_GT(score.shares[0], 0);
  EXPECT_DOUBLE_EQ(score.shares[1], 1);
  EXPECT_THAT(score.ofRoofline, DoubleNear(1000 / table.best().medianNs, 1e-9));
}

TEST_F(TabularScoreTest, EverySearcherStaysInTheTableAndScoresTheSameAgain) {
  for (const std::string &agent : searcherNames()) {
    const TabularScoreOptions options{.budgets = {1, 8}, .seeds = 2};
    const TaskScore first = llvm::cantFail(score(agent, options)),
                    second = llvm::cantFail(score(agent, options));
    EXPECT_EQ(first.shares, second.shares) << agent;
    EXPECT_GE(first.shares[1], first.shares[0]) << agent;
  }
}

TEST_F(TabularScoreTest, AGapInTheTableIsAnError) {
  table.rows.resize(2);
  EXPECT_THAT(
      llvm::toString(score("exhaustive", {.budgets = {50}}).takeError()),
      HasSubstr("example: "));
}

TEST(TabularScoreMeans, AreOverTasksAndBudgets) {
  const TabularScore score{
      .tasks = {{.task = "a", .shares = {0.25, 1}, .ofRoofline = 0.5},
                {.task = "b", .shares = {1, 1}, .ofRoofline = 0}}};
  EXPECT_THAT(score.shares(), ElementsAre(DoubleNear(0.5, 1e-9), 1));
  EXPECT_DOUBLE_EQ(score.value(), 0.75);
  EXPECT_DOUBLE_EQ(score.ofRoofline(), 0.5);
  EXPECT_EQ(TabularScore().value(), 0);
}
} // namespace
