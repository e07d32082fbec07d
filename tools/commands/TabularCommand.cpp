//===- tools/commands/TabularCommand.cpp - mlirgym tabular ----------------===//
#include "agents/tabular/TableMaker.h"
#include "agents/tabular/TabularTask.h"
#include "agents/tabular/TimingTable.h"
#include "outcome/Measurement.h"
#include "outcome/Units.h"
#include "program/Try.h"
#include "tools/CommandLine.h"
#include "tools/Interrupt.h"
#include "tools/Options.h"
#include "tools/Progress.h"
#include "tools/Terminal.h"
#include "tools/commands/Commands.h"
#include "tools/flags/ExecutionFlags.h"
#include "tools/flags/OutputFlags.h"
#include "tools/flags/TabularFlags.h"
#include "tools/report/Table.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <system_error>
#include <vector>

namespace mlirgym::tools {
namespace {

struct TabularCommandFlags {
  TabularFlags tabular;
  bool again = false;
  ExecutionFlags execution;
  OutputFlags output;
};

nlohmann::ordered_json factsOf(const TabularTask &task,
                               const TimingTable &table) {
  const auto failed =
      llvm::count_if(table.rows, [](const TimingTable::Row &row) {
        return row.status != Status::Ok;
      });
  return {{"task", task.name},
          {"program", task.program},
          {"actions", task.encoding.kinds.names()},
          {"tile_sizes", std::vector<int64_t>(task.encoding.tileSizes.begin(),
                                              task.encoding.tileSizes.end())},
          {"max_actions", task.state.maxActionsPerOp},
          {"schedules", table.rows.size() - 1},
          {"failed", failed},
          {"baseline_ns", table.baselineNs()},
          {"best_ns", table.best().medianNs},
          {"best_schedule", table.best().schedule},
          {"roofline_ns", table.rooflineNs},
          {"machine", table.machine},
          {"toolchain", table.toolchain},
          {"date", table.date},
          {"hash", table.hash()}};
}

llvm::Expected<int> listTables(const TabularCommandFlags &flags) {
  MLIRGYM_TRY(auto tasks, flags.tabular.tasks());
  Table text({{"task"},
              {"program"},
              {"schedules", Table::Align::Right},
              {"failed", Table::Align::Right},
              {"untransformed", Table::Align::Right},
              {"fastest", Table::Align::Right},
              {"speedup", Table::Align::Right}});
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const TabularTask &task : tasks) {
    const std::string file = flags.tabular.tableOf(task);
    if (!llvm::sys::fs::exists(file)) {
      text.addRow({task.name, task.program, "not measured", "", "", "", ""});
      list.push_back({{"task", task.name}, {"program", task.program}});
      continue;
    }
    MLIRGYM_TRY(TimingTable table, TimingTable::read(file));
    nlohmann::ordered_json facts = factsOf(task, table);
    text.addRow({task.name, task.program, std::to_string(table.rows.size() - 1),
                 facts["failed"].dump(), formatNs(table.baselineNs()),
                 formatNs(table.best().medianNs),
                 formatSpeedup(table.baselineNs() / table.best().medianNs)});
    list.push_back(std::move(facts));
  }
  if (flags.output.json)
    printJson({{"folder", flags.tabular.folder}, {"tasks", list}});
  else
    text.print(textOut());
  return ExitOk;
}

llvm::Expected<int> makeTables(const TabularCommandFlags &flags) {
  MLIRGYM_TRY(auto tasks, flags.tabular.tasks());
  MLIRGYM_TRY(auto execution, flags.execution.open());
  if (std::error_code code =
          llvm::sys::fs::create_directories(flags.tabular.folder))
    return llvm::createStringError(code, "%s: %s; choose another --dir",
                                   flags.tabular.folder.c_str(),
                                   code.message().c_str());
  catchInterrupts();
  nlohmann::ordered_json made = nlohmann::ordered_json::array();
  for (const TabularTask &task : tasks) {
    const std::string file = flags.tabular.tableOf(task);
    if (!flags.again && llvm::sys::fs::exists(file))
      continue;
    Progress progress("tabular " + task.name, flags.output);
    MLIRGYM_TRY(
        TimingTable table,
        makeTable(task, *execution, [&](size_t done, size_t all, double best) {
          progress.update(double(done), double(all),
                          llvm::formatv("{0}/{1} schedules  best {2}", done,
                                        all, formatSpeedup(best))
                              .str());
        }));
    MLIRGYM_TRY_TO(table.write(file));
    if (!flags.output.json)
      textOut() << llvm::formatv(
          "wrote {0}: {1} schedules, best {2}\n", file, table.rows.size() - 1,
          formatSpeedup(table.baselineNs() / table.best().medianNs));
    made.push_back(factsOf(task, table));
  }
  if (flags.output.json)
    printJson({{"status", "ok"}, {"made", made}});
  return ExitOk;
}
} // namespace

void addTabularCommand(CLI::App &app, CommandLine &line) {
  CLI::App *tabular =
      addSubcommand(app, "tabular",
                    "Tables with a timing of every schedule of a small space, "
                    "on which `mlirgym score` judges agents");
  requireSubcommand(*tabular);
  auto flags = std::make_shared<TabularCommandFlags>();

  CLI::App *list = addSubcommand(
      *tabular, "list", "List the tasks, and the tables that there are");
  flags->tabular.addTo(*list);
  flags->output.addJson(*list);
  setRun(*list, line,
         [flags] { return flags->output.exitCode(listTables(*flags)); });

  CLI::App *make = addSubcommand(
      *tabular, "make",
      "Time every schedule of each task that has no table; a later call "
      "continues after an interruption");
  flags->tabular.addTo(*make);
  addFlag(*make, "--again", flags->again,
          "Make tables that are there once more, from stored and new timings");
  flags->execution.addTo(*make);
  flags->execution.addClusterTo(*make);
  flags->output.addJsonAndProgress(*make);
  setRun(*make, line,
         [flags] { return flags->output.exitCode(makeTables(*flags)); });
}
} // namespace mlirgym::tools
