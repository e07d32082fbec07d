//===- tools/commands/ScoreCommand.cpp - mlirgym score --------------------===//
#include "agents/guided/PolicyAgents.h"
#include "agents/tabular/TabularScore.h"
#include "agents/tabular/TabularTask.h"
#include "agents/tabular/TimingTable.h"
#include "execution/Execution.h"
#include "program/Program.h"
#include "program/Try.h"
#include "tools/Checks.h"
#include "tools/CommandLine.h"
#include "tools/Interrupt.h"
#include "tools/Options.h"
#include "tools/Progress.h"
#include "tools/Terminal.h"
#include "tools/commands/Commands.h"
#include "tools/flags/OutputFlags.h"
#include "tools/flags/SearchFlags.h"
#include "tools/flags/TabularFlags.h"
#include "tools/report/Table.h"
#include "tools/training/TorchCommands.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

namespace mlirgym::tools {
namespace {

struct ScoreFlags {
  std::vector<std::string> agents;
  TabularFlags tabular;
  TabularScoreOptions options;
  OutputFlags output;
};

/// A task with its table.
struct Judged {
  TabularTask task;
  TimingTable table = {};
  std::shared_ptr<const Program> program = nullptr;
  std::unique_ptr<Execution> replay = nullptr;
};

llvm::Expected<std::vector<Judged>> openTables(const ScoreFlags &flags) {
  MLIRGYM_TRY(auto tasks, flags.tabular.measuredTasks());
  std::vector<Judged> all;
  for (TabularTask &task : tasks) {
    Judged judged{.task = std::move(task)};
    MLIRGYM_TRY(judged.table,
                TimingTable::read(flags.tabular.tableOf(judged.task)));
    MLIRGYM_TRY(judged.program, judged.task.loadProgram());
    MLIRGYM_TRY(judged.replay,
                judged.table.replay(*judged.program, defaultTableFolder()));
    all.push_back(std::move(judged));
  }
  return all;
}

/// Scores are comparable only if this is equal: of the tables, budgets and
/// seeds, 8 hex digits.
std::string versionOf(const std::vector<Judged> &tables,
                      const TabularScoreOptions &options) {
  std::string text = std::to_string(options.seeds);
  for (unsigned budget : options.budgets)
    text += " " + std::to_string(budget);
  for (const Judged &each : tables)
    text += " " + each.task.name + " " + each.table.hash();
  return llvm::formatv("{0:x-8}", uint32_t(llvm::xxh3_64bits(text))).str();
}

std::string three(double share) { return llvm::formatv("{0:f3}", share); }

nlohmann::ordered_json toJson(const TabularScore &score,
                              const TabularScoreOptions &options) {
  auto shares = [&](const std::vector<double> &values) {
    nlohmann::ordered_json object;
    for (auto [budget, value] : llvm::zip_equal(options.budgets, values))
      object[std::to_string(budget)] = value;
    return object;
  };
  nlohmann::ordered_json tasks = nlohmann::ordered_json::array();
  for (const TaskScore &task : score.tasks)
    tasks.push_back({{"task", task.task},
                     {"shares", shares(task.shares)},
                     {"of_roofline", task.ofRoofline}});
  return {{"score", score.value()},
          {"shares", shares(score.shares())},
          {"of_roofline", score.ofRoofline()},
          {"tasks", tasks}};
}

llvm::Expected<int> runScore(const ScoreFlags &flags, const CommandLine &line) {
  if (!llvm::is_sorted(flags.options.budgets))
    return llvm::createStringError("--budgets: the numbers do not ascend");
  // Policies first: this process then continues as mlirgym-torch, which would
  // read the tables again.
  for (const std::string &name : flags.agents)
    if (!AgentName::parse(name).isSearcher())
      MLIRGYM_TRY_TO(becomeTorchProgram(line));
  MLIRGYM_TRY(auto tables, openTables(flags));
  catchInterrupts();
  Progress progress("score", flags.output);
  const std::string version = versionOf(tables, flags.options);
  std::vector<Table::Column> columns = {{"agent"}};
  for (unsigned budget : flags.options.budgets)
    columns.push_back({std::to_string(budget), Table::Align::Right});
  columns.insert(columns.end(), {{"score", Table::Align::Right},
                                 {"of roofline", Table::Align::Right},
                                 {"tables"}});
  Table text(std::move(columns));
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  size_t done = 0;
  for (const std::string &name : flags.agents) {
    TabularScore score;
    MLIRGYM_TRY(auto agent, makeAgent(name, line));
    for (const Judged &each : tables) {
      if (interrupted())
        return ExitFailed;
      progress.update(double(done++),
                      double(tables.size() * flags.agents.size()),
                      name + "  " + each.task.name);
      MLIRGYM_TRY(TaskScore of, scoreOn(each.task, each.table, each.program,
                                        *each.replay, *agent, flags.options));
      score.tasks.push_back(std::move(of));
    }
    std::vector<std::string> row = {name};
    for (double share : score.shares())
      row.push_back(three(share));
    row.insert(row.end(),
               {three(score.value()), three(score.ofRoofline()), version});
    text.addRow(std::move(row));
    nlohmann::ordered_json object = toJson(score, flags.options);
    object["agent"] = name;
    list.push_back(std::move(object));
  }
  if (flags.output.json)
    printJson({{"tables", version},
               {"seeds", flags.options.seeds},
               {"agents", list}});
  else
    text.print(textOut());
  return ExitOk;
}
} // namespace

void addScoreCommand(CLI::App &app, CommandLine &line) {
  CLI::App *score = addSubcommand(
      app, "score",
      "Print an agent's line of the leaderboard: the speed that it reaches on "
      "spaces of which every timing is stored, as a share of the fastest");
  auto flags = std::make_shared<ScoreFlags>();
  SearchFlags::checkAgent(
      addOption(*score, "agents", flags->agents,
                "Agents: " + agentList() +
                    ", or checkpoints of `mlirgym learn` or `train`")
          .required());
  addCount(*score, "--budgets", flags->options.budgets, {1, 1'000'000},
           "Numbers of samples after which an agent is judged, ascending, "
           "separated by commas")
      .delimiter(',');
  addCount(*score, "--seeds", flags->options.seeds, {1, 1000},
           "Searches of each task, with seeds from 0 on");
  flags->tabular.addTo(*score);
  flags->output.addJsonAndProgress(*score);
  setRun(*score, line, [flags, &line] {
    return flags->output.exitCode(runScore(*flags, line));
  });
}
} // namespace mlirgym::tools
