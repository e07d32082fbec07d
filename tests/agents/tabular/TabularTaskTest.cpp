#include "agents/tabular/TabularTask.h"
#include "ExampleTable.h"
#include "program/files/AtomicFile.h"
#include "tests/agents/TemporaryFolder.h"
#include <gmock/gmock.h>
#include <set>

using namespace mlirgym;
using namespace mlirgym::testing;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

namespace {
class TabularTaskTest : public ::testing::Test {
protected:
  llvm::Expected<std::vector<TabularTask>> load(const std::string &text) {
    llvm::cantFail(writeAtomically(file, text));
    return TabularTask::loadAll(file);
  }
  std::string errorOf(const std::string &text) {
    auto tasks = load(text);
    return tasks ? "" : llvm::toString(tasks.takeError());
  }

  TemporaryFolder folder;
  const std::string file = folder.file("tasks.json");
};

TEST_F(TabularTaskTest, IsReadFromItsFile) {
  const auto tasks = llvm::cantFail(load(R"({"tasks": [
    {"name": "a", "program": "matmul_4_4_4", "actions": ["tile", "vectorize"],
     "tile_sizes": [2, 4], "max_actions": 3},
    {"name": "b", "program": "relu_4_8", "actions": ["tile"],
     "tile_sizes": [2], "max_actions": 1}]})"));
  ASSERT_EQ(tasks.size(), 2u);
  EXPECT_EQ(tasks[0].program, "matmul_4_4_4");
  EXPECT_THAT(tasks[0].encoding.kinds.names(),
              ElementsAre("tile", "vectorize", "done"));
  EXPECT_THAT(tasks[0].encoding.tileSizes, ElementsAre(0, 2, 4));
  EXPECT_EQ(tasks[0].state.maxActionsPerOp, 3u);

  EXPECT_EQ(llvm::cantFail(TabularTask::named({}, tasks)).size(), 2u);
  EXPECT_EQ(llvm::cantFail(TabularTask::named({"b"}, tasks))[0].name, "b");
  EXPECT_THAT(llvm::toString(TabularTask::named({"c"}, tasks).takeError()),
              HasSubstr("'c' is no task; the tasks are a, b"));
}

TEST_F(TabularTaskTest, ErrorsNameTheFileAndTheKey) {
  EXPECT_THAT(errorOf("{}"), HasSubstr("tasks.json: "));
  EXPECT_THAT(errorOf("{"), HasSubstr("tasks.json: "));
  EXPECT_THAT(errorOf(R"({"tasks": [{"name": "a"}]})"), HasSubstr("program"));
  const std::string head = R"({"tasks": [{"name": "a", "program": "p", )";
  EXPECT_THAT(errorOf(head + R"("actions": ["fly"], "tile_sizes": [],
                                "max_actions": 1}]})"),
              HasSubstr("fly"));
  EXPECT_THAT(errorOf(head + R"("actions": ["tile"], "tile_sizes": [4, 2],
                                "max_actions": 1}]})"),
              HasSubstr("tile_sizes of a do not ascend"));
  auto missing = TabularTask::loadAll(folder.file("none.json"));
  EXPECT_THAT(llvm::toString(missing.takeError()), HasSubstr("none.json: "));
}

TEST_F(TabularTaskTest, HasEachScheduleOfItsSpaceOnce) {
  const TabularTask task = exampleTask();
  const auto program = llvm::cantFail(task.loadProgram());
  std::vector<std::string> texts;
  for (const Schedule &schedule : task.schedules(program, {}))
    texts.push_back(schedule.text());
  EXPECT_TRUE(llvm::is_sorted(texts));

  EnvOptions options;
  options.encoding = task.encoding;
  options.state = task.state;
  std::set<std::string> expected;
  for (const Schedule &schedule : reachableSchedules(program, options))
    if (!schedule.empty())
      expected.insert(schedule.text());
  EXPECT_THAT(texts, ::testing::ElementsAreArray(expected));
}

TEST_F(TabularTaskTest, ThoseThatComeWithMlirgymAreClosedSpaces) {
  const auto tasks =
      llvm::cantFail(TabularTask::loadAll(tabularFolder() + "/tasks.json"));
  std::set<std::string> names;
  for (const TabularTask &task : tasks) {
    EXPECT_TRUE(names.insert(task.name).second) << task.name;
    EXPECT_TRUE(bool(task.loadProgram())) << task.name;
  }
}
} // namespace
