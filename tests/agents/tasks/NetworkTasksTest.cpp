#include "agents/tasks/Task.h"
#include "kernels/KernelOutliner.h"
#include "program/Program.h"
#include "program/suites/Network.h"
#include "program/suites/Suite.h"
#include "tests/kernels/KernelTests.h"
#include "llvm/Support/Error.h"
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <memory>
#include <string>
#include <vector>

namespace mlirgym {
namespace {

class NetworkTasksTest : public testing::TestWithParam<std::string> {};

/// scripts/networks.py writes the files.
TEST_P(NetworkTasksTest, TheFileHasTheTasksOfTheNetwork) {
  auto outliner = llvm::cantFail(KernelOutliner::create());
  auto network = load(llvm::cantFail(generateProgram(GetParam())), GetParam());
  const DividedProgram divided =
      llvm::cantFail(divideIntoTasks(network, outliner));
  std::vector<std::string> keys, stored;
  for (const Task &task : divided.tasks)
    keys.push_back(task.program->key().hex());
  for (const std::string &name : llvm::cantFail(tasksOfNetwork(GetParam())))
    stored.push_back(generate(name)->key().hex());
  EXPECT_EQ(stored, keys) << "write the file anew: scripts/networks.py "
                          << GetParam();
}

INSTANTIATE_TEST_SUITE_P(Networks, NetworkTasksTest,
                         testing::ValuesIn(networks()),
                         [](const auto &test) { return test.param; });
} // namespace
} // namespace mlirgym
