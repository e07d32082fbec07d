#include "agents/tabular/TabularTask.h"
#include "actions/ActionKinds.h"
#include "actions/Schedule.h"
#include "actions/ScheduleLimits.h"
#include "actions/ScheduleState.h"
#include "agents/search/SearchSpace.h"
#include "program/Program.h"
#include "program/ProgramLoader.h"
#include "program/RandomStream.h"
#include "program/Try.h"
#include "program/files/PathIn.h"
#include "program/files/RegularFile.h"
#include "program/suites/Suite.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

using namespace mlirgym;
using Json = nlohmann::json;

static llvm::Expected<TabularTask> taskFrom(const Json &json) {
  TabularTask task;
  json.at("name").get_to(task.name);
  json.at("program").get_to(task.program);
  json.at("max_actions").get_to(task.state.maxActionsPerOp);
  const auto names = json.at("actions").get<std::vector<std::string>>();
  MLIRGYM_TRY(task.encoding.kinds, ActionKinds::parse(names));
  task.encoding.tileSizes = {0};
  for (const Json &size : json.at("tile_sizes"))
    task.encoding.tileSizes.push_back(size.get<int64_t>());
  if (!llvm::is_sorted(task.encoding.tileSizes))
    return llvm::createStringError("tile_sizes of %s do not ascend",
                                   task.name.c_str());
  return task;
}

llvm::Expected<std::vector<TabularTask>>
TabularTask::loadAll(llvm::StringRef file) {
  auto fail = [&](const std::string &what) {
    return llvm::createStringError(file + ": " + what);
  };
  auto buffer = readRegular(file);
  if (!buffer)
    return fail(buffer.getError().message());
  std::vector<TabularTask> tasks;
  try {
    const Json json = Json::parse((*buffer)->getBuffer());
    for (const Json &each : json.at("tasks")) {
      auto task = taskFrom(each);
      if (!task)
        return fail(llvm::toString(task.takeError()));
      tasks.push_back(std::move(*task));
    }
  } catch (const Json::exception &error) {
    return fail(error.what());
  }
  return tasks;
}

llvm::Expected<std::vector<TabularTask>>
TabularTask::named(llvm::ArrayRef<std::string> names,
                   std::vector<TabularTask> all) {
  if (names.empty())
    return all;
  std::vector<TabularTask> chosen;
  for (const std::string &name : names) {
    const auto task = llvm::find_if(
        all, [&](const TabularTask &each) { return each.name == name; });
    if (task == all.end())
      return llvm::createStringError(
          "'" + name + "' is no task; the tasks are " +
          llvm::join(
              llvm::map_range(
                  all, [](const TabularTask &each) { return each.name; }),
              ", "));
    chosen.push_back(*task);
  }
  return chosen;
}

llvm::Expected<std::shared_ptr<const Program>>
TabularTask::loadProgram() const {
  MLIRGYM_TRY(std::string text, generateProgram(program));
  ProgramLoader loader;
  MLIRGYM_TRY(Program loaded, loader.loadText(text, program));
  return std::make_shared<const Program>(std::move(loaded));
}

std::vector<Schedule>
TabularTask::schedules(std::shared_ptr<const Program> of,
                       const ScheduleLimits &limits) const {
  StateOptions options = state;
  options.limits = limits;
  const EncodingOptions places = withPlacesFor(*of, encoding);
  const SearchSpace space(std::move(of), places, options, /*threads=*/1);
  std::map<std::string, Schedule> byText;
  RandomStream random(0);
  space.forEachEnd(space.start(), random, [&](const ScheduleState &end) {
    Schedule schedule = end.schedule().canonical();
    if (!schedule.empty())
      byText.try_emplace(schedule.text(), std::move(schedule));
    return true;
  });
  std::vector<Schedule> all;
  for (auto &[text, schedule] : byText)
    all.push_back(std::move(schedule));
  return all;
}

std::string mlirgym::tabularFolder() {
  return pathIn(dataDirectory(), "tabular");
}
