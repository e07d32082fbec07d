//===- tools/commands/TasksCommand.cpp - mlirgym tasks --------------------===//
#include "agents/tasks/Task.h"
#include "execution/execdata/ExecData.h"
#include "kernels/KernelOutliner.h"
#include "outcome/Measurement.h"
#include "outcome/Metric.h"
#include "outcome/Units.h"
#include "program/Program.h"
#include "program/Try.h"
#include "tools/Arguments.h"
#include "tools/Checks.h"
#include "tools/CommandLine.h"
#include "tools/Interrupt.h"
#include "tools/Options.h"
#include "tools/Terminal.h"
#include "tools/commands/Commands.h"
#include "tools/flags/ExecutionFlags.h"
#include "tools/flags/OutputFlags.h"
#include "tools/report/Table.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include <cstdint>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace mlirgym::tools {
namespace {
struct TasksFlags {
  ProgramArgument program;
  std::string execData;
  unsigned threads = 1;
  OutputFlags output;
};

/// The timings of a task under one context; times in nanoseconds, 0 if unknown.
struct Known {
  uint64_t timings = 0;
  double baselineNs = 0, bestNs = 0;
};

struct ListedTasks {
  std::vector<Task> tasks;
  std::vector<Known> known; ///< one for each
};

/// Of each program in exec data, what is known under the context (machine,
/// toolchain, protocol) with the most timings.
llvm::Expected<std::map<ProgramKey, Known>>
readKnown(llvm::ArrayRef<Task> tasks, const TasksFlags &flags) {
  ExecData::Options options;
  options.file = flags.execData;
  options.readOnly = true;
  std::map<ProgramKey, std::map<std::string, Known>> found;
  for (const Task &task : tasks)
    found[task.program->key()];
  MLIRGYM_TRY(auto data, ExecData::open(std::move(options)));
  MLIRGYM_TRY_TO(data->forEachRecord(
      ExecData::Order::Added, [&](const ExecData::Record &record) {
        const ExecDataKey &key = record.key;
        auto at = found.find(key.program);
        if (at == found.end() || key.threads != flags.threads ||
            key.metric != Metric::Nanoseconds)
          return llvm::Error::success();
        Known &known = at->second[key.machine + '\n' + key.toolchain + '\n' +
                                  key.protocol];
        ++known.timings;
        if (!record.measurement.ok())
          return llvm::Error::success();
        const double ns = record.measurement.medianNs;
        if (key.schedule.empty())
          known.baselineNs = ns;
        if (known.bestNs == 0 || ns < known.bestNs)
          known.bestNs = ns;
        return llvm::Error::success();
      }));
  std::map<ProgramKey, Known> most;
  for (const auto &[program, contexts] : found)
    for (const auto &[context, known] : contexts)
      if (Known &kept = most[program]; known.timings > kept.timings)
        kept = known;
  return most;
}

llvm::Expected<ListedTasks> list(const TasksFlags &given) {
  catchInterrupts();
  MLIRGYM_TRY(auto program, given.program.load());
  MLIRGYM_TRY(auto outliner,
              KernelOutliner::create({.interrupted = interrupted}));
  MLIRGYM_TRY(auto divided, divideIntoTasks(std::move(program), outliner));
  ListedTasks listed{std::move(divided.tasks), {}};
  TasksFlags flags = given;
  if (flags.execData.empty())
    flags.execData = defaultExecDataFile();
  std::map<ProgramKey, Known> known;
  if (llvm::sys::fs::exists(flags.execData)) {
    MLIRGYM_TRY(known, readKnown(listed.tasks, flags));
  }
  for (const Task &task : listed.tasks)
    listed.known.push_back(known[task.program->key()]);
  return listed;
}

/// Shares of the program's time by the best times that are known; 0 unless each
/// task has one.
std::vector<double> sharesOf(const ListedTasks &listed) {
  std::vector<double> times;
  for (auto [task, known] : llvm::zip_equal(listed.tasks, listed.known))
    times.push_back(known.bestNs * static_cast<double>(task.parts.size()));
  double all = 0;
  for (double time : times)
    all += time;
  const bool areKnown = !llvm::is_contained(times, 0.0);
  for (double &time : times)
    time = areKnown ? time / all : 0;
  return times;
}

double flopsOf(const Task &task) {
  return task.program->complexity().flops *
         static_cast<double>(task.parts.size());
}

double flopsOf(llvm::ArrayRef<Task> tasks) {
  double sum = 0;
  for (const Task &task : tasks)
    sum += flopsOf(task);
  return sum;
}

nlohmann::ordered_json toJson(const ListedTasks &listed) {
  auto orNull = [](double value) {
    return value > 0 ? nlohmann::ordered_json(value) : nullptr;
  };
  auto list = nlohmann::ordered_json::array();
  for (auto [task, known, share] :
       llvm::zip_equal(listed.tasks, listed.known, sharesOf(listed))) {
    const Complexity &work = task.program->complexity();
    list.push_back({{"task", task.program->name().str()},
                    {"key", task.program->key().hex()},
                    {"parts", task.parts},
                    {"operations", kindsOf(*task.program)},
                    {"flops", work.flops},
                    {"bytes", work.bytesRead + work.bytesWritten},
                    {"timings", known.timings},
                    {"baseline_ns", orNull(known.baselineNs)},
                    {"best_ns", orNull(known.bestNs)},
                    {"share", orNull(share)}});
  }
  return {{"status", "ok"}, {"tasks", std::move(list)}};
}

void print(const ListedTasks &listed) {
  using Align = Table::Align;
  Table table({{"task"},
               {"calls", Align::Right},
               {"Mflop", Align::Right},
               {"of all", Align::Right},
               {"timings", Align::Right},
               {"before", Align::Right},
               {"best", Align::Right},
               {"of time", Align::Right},
               {"operations"}});
  const double all = flopsOf(listed.tasks);
  auto timeOr = [](double ns) {
    return ns > 0 ? formatNs(ns) : std::string("-");
  };
  size_t parts = 0;
  for (auto [task, known, share] :
       llvm::zip_equal(listed.tasks, listed.known, sharesOf(listed))) {
    const double flops = flopsOf(task);
    parts += task.parts.size();
    table.addRow(
        {task.program->name().str(), std::to_string(task.parts.size()),
         llvm::formatv("{0:f1}", flops / 1e6),
         llvm::formatv("{0:f1} %", all > 0 ? 100 * flops / all : 0),
         std::to_string(known.timings), timeOr(known.baselineNs),
         timeOr(known.bestNs),
         share > 0 ? llvm::formatv("{0:f1} %", 100 * share).str() : "-",
         llvm::join(kindsOf(*task.program), " ")});
  }
  table.print(textOut());
  textOut() << parts << " parts, " << listed.tasks.size()
            << " of them different\n";
}
} // namespace

void addTasksCommand(CLI::App &app, CommandLine &line) {
  CLI::App *command = addSubcommand(
      app, "tasks",
      "Print the tasks of a program: the parts that `optimize --by-task` "
      "searches one by one, equal ones once");
  auto flags = std::make_shared<TasksFlags>();
  flags->program.addTo(*command);
  addOption(*command, "--exec-data", flags->execData,
            "Timings of the tasks: SQLite file, read-only [default: "
            "$MLIRGYM_EXEC_DATA, else " +
                defaultExecDataFile() + "]")
      .type("FILE")
      .check(checkFileIsThere);
  addCount(*command, "--threads", flags->threads, {1, 4096},
           "Threads with which the tasks were timed");
  flags->output.addJson(*command);
  setRun(*command, line, [flags] {
    return flags->output.report(
        list(*flags), [](const ListedTasks &listed) { return toJson(listed); },
        [](const ListedTasks &listed) { print(listed); });
  });
}
} // namespace mlirgym::tools
