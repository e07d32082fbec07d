#include "tools/flags/TabularFlags.h"
#include "agents/tabular/TabularTask.h"
#include "program/Try.h"
#include "program/files/PathIn.h"
#include "tools/Options.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include <string>
#include <utility>
#include <vector>

namespace mlirgym::tools {

void TabularFlags::addTo(CLI::App &app) {
  addOption(app, "--dir", folder,
            "Folder of the tables; its tasks.json, if it has one, replaces the "
            "tasks that come with mlirgym")
      .type("DIR")
      .showDefault();
  addOption(app, "--tasks", names,
            "Names of tasks, separated by commas [default: all]")
      .delimiter(',')
      .type("NAME,...");
}

llvm::Expected<std::vector<TabularTask>> TabularFlags::tasks() const {
  std::string file = pathIn(folder, "tasks.json");
  if (!llvm::sys::fs::exists(file))
    file = pathIn(tabularFolder(), "tasks.json");
  if (!llvm::sys::fs::exists(file))
    return llvm::createStringError(
        file + ": no tasks; pip install 'mlirgym[data]', or name a folder with "
               "a file tasks.json as --dir");
  MLIRGYM_TRY(auto all, TabularTask::loadAll(file));
  return TabularTask::named(names, std::move(all));
}

llvm::Expected<std::vector<TabularTask>> TabularFlags::measuredTasks() const {
  MLIRGYM_TRY(auto all, tasks());
  std::vector<TabularTask> measured;
  for (TabularTask &task : all)
    if (!names.empty() || llvm::sys::fs::exists(tableOf(task)))
      measured.push_back(std::move(task));
  if (measured.empty())
    return llvm::createStringError(
        folder + ": no table; pip install 'mlirgym[data]', or make some with "
                 "`mlirgym tabular make --dir DIR`");
  return measured;
}

std::string TabularFlags::tableOf(const TabularTask &task) const {
  return pathIn(folder, task.name + ".tsv");
}
} // namespace mlirgym::tools
