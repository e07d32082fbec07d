//===- tools/commands/OptimizeCommand.cpp - mlirgym optimize --------------===//
#include "actions/encoding/Encoding.h"
#include "agents/Agent.h"
#include "agents/KnownSchedules.h"
#include "agents/ShippedPolicy.h"
#include "agents/guided/PolicyAgents.h"
#include "agents/search/Searchers.h"
#include "agents/tasks/Task.h"
#include "agents/tasks/TaskAgent.h"
#include "execution/Execution.h"
#include "execution/device/DeviceDescription.h"
#include "execution/device/HostMachine.h"
#include "kernels/KernelOutliner.h"
#include "kernels/KernelSubstituter.h"
#include "kernels/Substitutions.h"
#include "outcome/Measurement.h"
#include "outcome/Units.h"
#include "pages/TaskReport.h"
#include "program/Program.h"
#include "program/Try.h"
#include "tools/Arguments.h"
#include "tools/CommandLine.h"
#include "tools/Interrupt.h"
#include "tools/Options.h"
#include "tools/Progress.h"
#include "tools/Terminal.h"
#include "tools/commands/Commands.h"
#include "tools/flags/ExecutionFlags.h"
#include "tools/flags/KernelFlags.h"
#include "tools/flags/OutputFlags.h"
#include "tools/flags/ScheduleFiles.h"
#include "tools/flags/SearchFlags.h"
#include "tools/flags/SubstitutionFlags.h"
#include "tools/report/Report.h"
#include "tools/report/Table.h"
#include "tools/training/TorchCommands.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace mlirgym::tools {
namespace {

struct OptimizeFlags {
  ProgramArgument program;
  std::string out, report;
  /// Whether the program is searched task by task whatever its size, and
  /// whether it may be.
  bool byTask = false, mayDivide = true;
  SearchFlags search;
  ExecutionFlags execution;
  KernelFlags kernels;
  SubstitutionFlags substitutions;
  OutputFlags output;
};

/// The agent used if the trained agent does not fit.
constexpr llvm::StringRef otherwise = "bayesian";
/// The exec data of a replay rarely contain the schedules that a policy or a
/// model proposes.
constexpr llvm::StringRef ofReplay = "evolutionary";

/// An agent that searches, and the reason if it is not the requested one.
struct ChosenAgent {
  std::unique_ptr<Agent> agent;
  std::string name, fallback;
};

/// True for the trained agent shipped with mlirgym. A user who names a
/// checkpoint wants that checkpoint, or an error.
bool isShipped(llvm::StringRef text) {
  const AgentName name = AgentName::parse(text);
  return !name.isSearcher() && name.checkpoint.empty();
}

/// The reason why the trained agent is not available. Never an error: if
/// `mlirgym` has to execute `mlirgym-torch` for it, this does not return.
std::string whyNotShipped(const CommandLine &line) {
  llvm::Expected<std::string> checkpoint = shippedCheckpoint();
  if (!checkpoint)
    return llvm::toString(checkpoint.takeError());
  if (llvm::Error error = becomeTorchProgram(line))
    return llvm::toString(std::move(error));
  return "";
}

/// `whyNot`: the reason why the trained agent is not used.
llvm::Expected<ChosenAgent> searchInstead(const OptimizeFlags &flags,
                                          std::string whyNot) {
  if (!flags.output.json)
    textErr() << "mlirgym: searching with " << otherwise << ", not "
              << flags.search.agent << ": " << whyNot << "\n";
  MLIRGYM_TRY(auto searcher, makeSearcher(otherwise));
  return ChosenAgent{std::move(searcher), otherwise.str(), std::move(whyNot)};
}

llvm::Expected<ChosenAgent> chooseShipped(const OptimizeFlags &flags,
                                          const Program &program) {
  auto agent =
      makeShippedAgent(flags.search.agent, program, flags.execution.threads);
  if (!agent)
    return searchInstead(flags, llvm::toString(agent.takeError()));
  return ChosenAgent{std::move(*agent), flags.search.agent, ""};
}

llvm::Expected<ChosenAgent> chooseNamed(const OptimizeFlags &flags,
                                        const CommandLine &line) {
  MLIRGYM_TRY(auto agent, makeAgent(flags.search.agent, line));
  return ChosenAgent{std::move(agent), flags.search.agent, ""};
}

/// Searches task by task. `whyNot`: the reason why the shipped agent is not
/// used.
llvm::Expected<std::unique_ptr<TaskAgent>>
makeTaskAgent(const OptimizeFlags &flags, const DeviceDescription &device,
              const std::string &whyNot, const CommandLine &line,
              Progress &progress) {
  MLIRGYM_TRY(auto outliner,
              KernelOutliner::create(
                  {.target = device.target, .interrupted = interrupted}));
  auto makeForTask =
      [&flags, &line,
       whyNot](const Program &task) -> llvm::Expected<std::unique_ptr<Agent>> {
    if (!isShipped(flags.search.agent))
      return makeAgent(flags.search.agent, line);
    if (!whyNot.empty())
      return makeSearcher(otherwise);
    auto agent =
        makeShippedAgent(flags.search.agent, task, flags.execution.threads);
    if (agent)
      return agent;
    llvm::consumeError(agent.takeError());
    return makeSearcher(otherwise);
  };
  auto tell = [&progress](const TaskAgent::Progress &now) {
    const std::string place = now.task ? now.task->task.program->name().str()
                                       : "verifying the whole program";
    progress.update(now.samples, std::max(now.samples, now.budget),
                    llvm::formatv("{0}/{1} schedules  {2} of {3}  {4}",
                                  now.samples, now.budget, formatNs(now.nowNs),
                                  formatNs(now.baselineNs), place)
                        .str());
  };
  return std::make_unique<TaskAgent>(std::move(makeForTask),
                                     std::move(outliner), std::move(tell));
}

nlohmann::ordered_json tasksToJson(llvm::ArrayRef<TaskResult> tasks) {
  auto list = nlohmann::ordered_json::array();
  for (const TaskResult &result : tasks) {
    list.push_back({{"task", result.task.program->name().str()},
                    {"key", result.task.program->key().hex()},
                    {"parts", result.task.parts},
                    {"schedule", result.schedule.text()},
                    {"baseline_ns", result.baselineNs},
                    {"best_ns", result.bestNs},
                    {"samples", result.samples},
                    {"cache_hits", result.cacheHits}});
    if (!result.problem.empty())
      list.back()["problem"] = result.problem;
  }
  return list;
}

/// The tasks, those that take most time first.
void printTasks(llvm::ArrayRef<TaskResult> tasks) {
  using Align = Table::Align;
  double sum = 0;
  for (const TaskResult &result : tasks)
    sum += result.totalNs();
  Table table({{"task"},
               {"calls", Align::Right},
               {"before", Align::Right},
               {"after", Align::Right},
               {"of all", Align::Right},
               {"samples", Align::Right},
               {"schedule"}});
  for (const TaskResult *result : slowestFirst(tasks))
    table.addRow(
        {result->task.program->name().str(),
         std::to_string(result->task.parts.size()),
         formatNs(result->baselineNs), formatNs(result->bestNs),
         llvm::formatv("{0:f1} %", sum > 0 ? 100 * result->totalNs() / sum : 0),
         std::to_string(result->samples),
         result->problem.empty() ? result->schedule.text() : result->problem});
  textOut() << '\n';
  table.print(textOut());
}

/// The page on a search; `tasks` is null if the program was searched as a
/// whole.
llvm::Error writeReport(const OptimizeFlags &flags,
                        const std::shared_ptr<const Program> &program,
                        const SearchResult &result, const TaskAgent *tasks,
                        Execution &execution) {
  const TaskResult whole = asTask(program, result);
  TaskReportFacts facts = factsOf(execution, *program);
  // The search is not lost because its source cannot be timed.
  auto source = flags.program.timeSource(facts.threads);
  if (!source)
    printNote("the report has no time of " + flags.program.name +
              "'s framework: " + llvm::toString(source.takeError()));
  else if (*source)
    facts.runtimes.push_back(std::move(**source));
  return writeFile(flags.report,
                   taskReport(result,
                              tasks ? tasks->tasks() : llvm::ArrayRef(whole),
                              facts));
}

/// A search over the schedules of a program, in which files may replace
/// kernels; `tasks`: the agent if it searches by task, else null.
llvm::Expected<SearchResult>
search(const OptimizeFlags &flags,
       const std::shared_ptr<const Program> &program, Agent &agent,
       const std::shared_ptr<KernelSubstituter> &substituter,
       Progress &progress, const TaskAgent *tasks) {
  MLIRGYM_TRY(auto execution, flags.execution.open(substituter));
  catchInterrupts();
  std::optional<SearchResult> unscheduled;
  if (substituter && !substituter->keyOf(*program).empty()) {
    auto measured = measureOne({program}, *execution);
    if (!measured || !measured->best.ok())
      return measured;
    unscheduled = std::move(*measured);
  }
  SearchOptions options = flags.search.toOptions();
  // A space that was given may not have the known ones.
  if (!tasks && options.encoding == EncodingOptions()) {
    MLIRGYM_TRY(auto known, KnownSchedules::on(*execution));
    MLIRGYM_TRY(options.starts, known.startsFor(program, options.budget));
  }
  options.progress = [&](const SearchOptions::Progress &now) {
    if (tasks) // it tells more
      return !interrupted();
    progress.update(now.samples, now.budget,
                    llvm::formatv("{0}/{1} schedules  best {2}", now.samples,
                                  now.budget, formatSpeedup(now.bestSpeedup))
                        .str());
    return !interrupted();
  };
  auto result = agent.optimize(program, *execution, options);
  if (result && unscheduled)
    result = fasterOf(std::move(*result), *unscheduled);
  if (result && !flags.report.empty())
    MLIRGYM_TRY_TO(writeReport(flags, program, *result, tasks, *execution));
  return result;
}

llvm::Expected<int> runOptimize(const OptimizeFlags &flags,
                                const CommandLine &line) {
  MLIRGYM_TRY(auto device, flags.execution.describeDevice());
  // Load the agent first: this process may continue as the other program.
  const bool shipped = isShipped(flags.search.agent);
  std::optional<ChosenAgent> chosen;
  std::string whyNot;
  if (shipped)
    whyNot = whyNotShipped(line);
  if (!shipped || !whyNot.empty()) {
    MLIRGYM_TRY(chosen, shipped ? searchInstead(flags, whyNot)
                                : chooseNamed(flags, line));
  }
  MLIRGYM_TRY(auto program, flags.program.load());
  MLIRGYM_TRY(auto substituter, flags.substitutions.open());
  std::vector<SubstitutionRecord> substitutions;
  if (substituter) {
    MLIRGYM_TRY(auto substituted, substituter->forAgents(program));
    printNotes(substituted.records);
    program = std::move(substituted.program);
    substitutions = std::move(substituted.records);
  }
  std::optional<Progress> progress;
  progress.emplace(program->name().str(), flags.output);
  std::unique_ptr<TaskAgent> tasks;
  if (flags.byTask || (flags.mayDivide && !substituter &&
                       program->operations().size() > mostOperationsAtOnce)) {
    if (substituter)
      return llvm::createStringError(
          "files replace kernels of the whole program, not of its tasks; leave "
          "either them or --by-task out");
    MLIRGYM_TRY(tasks, makeTaskAgent(flags, device, whyNot, line, *progress));
  }
  if (!chosen && tasks)
    chosen = ChosenAgent{nullptr, flags.search.agent, ""};
  if (!chosen) {
    MLIRGYM_TRY(chosen, chooseShipped(flags, *program));
  }
  MLIRGYM_TRY(SearchResult result,
              search(flags, program, tasks ? *tasks : *chosen->agent,
                     substituter, *progress, tasks.get()));
  progress.reset();
  if (result.samples == 0 && statusOf(result) == Status::Ok && !interrupted())
    printNote("no schedule was tried: none of the allowed actions is legal in "
              "any operation of " +
              result.program);

  std::optional<ScheduleFiles> files;
  if (!flags.out.empty()) {
    MLIRGYM_TRY(files, writeScheduleFiles(*program, result, flags.out));
  }
  KernelFlags places = flags.kernels;
  places.target = device.target;
  MLIRGYM_TRY(auto kernels, places.dumpBest(program, result, flags.output,
                                            /*subfolder=*/"", substituter));
  if (flags.output.json) {
    nlohmann::ordered_json object = toJson(result);
    object["agent"] = chosen->name;
    if (!chosen->fallback.empty())
      object["fallback"] = chosen->fallback;
    object["threads"] = flags.execution.threads;
    object["seed"] = flags.search.seed;
    if (tasks)
      object["tasks"] = tasksToJson(tasks->tasks());
    object["machine"] = device.machine();
    if (!device.isHost())
      object["device"] = device.id;
    if (isNarrowerHost(device))
      object["features"] = flags.execution.deviceFeatures;
    if (files) {
      object["script"] = files->script;
      object["normalised_program"] = files->program;
      object["apply"] = files->command();
    }
    if (kernels)
      object["kernels"] = toJson(*kernels);
    if (!flags.report.empty())
      object["report"] = flags.report;
    if (substituter)
      object["substitutions"] = toJson(substitutions);
    printJson(object);
  } else {
    if (!device.isHost())
      textOut() << "device    " << device.id << '\n';
    if (isNarrowerHost(device))
      textOut() << "features  " << flags.execution.deviceFeatures << '\n';
    print(textOut(), result);
    if (tasks)
      printTasks(tasks->tasks());
    if (files)
      textOut() << "wrote " << files->script << " and " << files->program
                << (files->isStock ? "; apply one to the other with\n  "
                                   : "; measure them with\n  ")
                << files->command() << "\n";
    if (kernels)
      print(*kernels);
    if (!flags.report.empty())
      textOut() << "wrote " << flags.report << '\n';
  }
  return statusOf(result) == Status::Ok ? ExitOk : ExitFailed;
}
} // namespace

void addOptimizeCommand(CLI::App &app, CommandLine &line,
                        const ExecutionFlags *timings) {
  CLI::App *optimize = addSubcommand(
      app, "optimize", "Search for the fastest schedule of one program");
  auto flags = std::make_shared<OptimizeFlags>();
  flags->search.agent = timings ? ofReplay : "learned";
  flags->mayDivide = !timings;
  flags->program.addTo(*optimize);
  SearchFlags::checkAgent(
      addOption(*optimize, "--agent", flags->search.agent,
                "Agent: " + agentList() +
                    ", or a checkpoint of `mlirgym learn` or `train`")
          .showDefault());
  addOption(*optimize, "--out,-o", flags->out,
            "Write the best schedule as a transform script to FILE, and "
            "the program it applies to beside it (FILE with "
            ".program.mlir) [default: write none]")
      .type("FILE");
  flags->search.addTo(*optimize);
  if (!timings) {
    flags->execution.addTo(*optimize);
    flags->execution.addClusterTo(*optimize);
    flags->kernels.addTo(*optimize);
    flags->substitutions.addTo(*optimize);
    addFlag(*optimize, "--by-task", flags->byTask,
            "Search the program task by task (see `mlirgym tasks`), which is "
            "the default for more than 32 operations");
    addOption(*optimize, "--report", flags->report,
              "Write an HTML page to FILE: times before and after, by task, "
              "their distance from the roofline, and what is left as it is "
              "[default: write none]")
        .type("FILE");
    addDeviceTo(*optimize, flags->execution);
    flags->execution.addDeviceFeaturesTo(*optimize);
  }
  flags->output.addJsonAndProgress(*optimize);
  setRun(*optimize, line, runOptimize, flags, timings);
}
} // namespace mlirgym::tools
