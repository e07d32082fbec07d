//===- tools/commands/TasksCommand.cpp - mlirgym tasks --------------------===//
#include "agents/tasks/Task.h"
#include "kernels/KernelOutliner.h"
#include "program/Program.h"
#include "program/Try.h"
#include "tools/Arguments.h"
#include "tools/CommandLine.h"
#include "tools/Interrupt.h"
#include "tools/Options.h"
#include "tools/Terminal.h"
#include "tools/commands/Commands.h"
#include "tools/flags/OutputFlags.h"
#include "tools/report/Table.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FormatVariadic.h"
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace mlirgym::tools {
namespace {
struct TasksFlags {
  ProgramArgument program;
  OutputFlags output;
};

llvm::Expected<DividedProgram> divide(const TasksFlags &flags) {
  catchInterrupts();
  MLIRGYM_TRY(auto program, flags.program.load());
  MLIRGYM_TRY(auto outliner,
              KernelOutliner::create({.interrupted = interrupted}));
  return divideIntoTasks(std::move(program), outliner);
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

nlohmann::ordered_json toJson(llvm::ArrayRef<Task> tasks) {
  auto list = nlohmann::ordered_json::array();
  for (const Task &task : tasks) {
    const Complexity &work = task.program->complexity();
    list.push_back({{"task", task.program->name().str()},
                    {"key", task.program->key().hex()},
                    {"parts", task.parts},
                    {"operations", kindsOf(*task.program)},
                    {"flops", work.flops},
                    {"bytes", work.bytesRead + work.bytesWritten}});
  }
  return {{"status", "ok"}, {"tasks", std::move(list)}};
}

void print(llvm::ArrayRef<Task> tasks) {
  using Align = Table::Align;
  Table table({{"task"},
               {"calls", Align::Right},
               {"Mflop", Align::Right},
               {"of all", Align::Right},
               {"operations"}});
  const double all = flopsOf(tasks);
  size_t parts = 0;
  for (const Task &task : tasks) {
    const double flops = flopsOf(task);
    parts += task.parts.size();
    table.addRow({task.program->name().str(), std::to_string(task.parts.size()),
                  llvm::formatv("{0:f1}", flops / 1e6),
                  llvm::formatv("{0:f1} %", all > 0 ? 100 * flops / all : 0),
                  llvm::join(kindsOf(*task.program), " ")});
  }
  table.print(textOut());
  textOut() << parts << " parts, " << tasks.size() << " of them different\n";
}
} // namespace

void addTasksCommand(CLI::App &app, CommandLine &line) {
  CLI::App *command = addSubcommand(
      app, "tasks",
      "Print the tasks of a program: the parts that `optimize --by-task` "
      "searches one by one, equal ones once");
  auto flags = std::make_shared<TasksFlags>();
  flags->program.addTo(*command);
  flags->output.addJson(*command);
  setCallback(*command, [flags, &line] {
    line.run = [flags] {
      return flags->output.report(
          divide(*flags),
          [](const DividedProgram &divided) { return toJson(divided.tasks); },
          [](const DividedProgram &divided) { print(divided.tasks); });
    };
  });
}
} // namespace mlirgym::tools
