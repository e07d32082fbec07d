//===- tools/commands/CompareCommand.cpp - mlirgym compare ----------------===//
#include "actions/Schedule.h"
#include "agents/comparison/Comparison.h"
#include "agents/comparison/Summary.h"
#include "agents/guided/PolicyAgents.h"
#include "agents/search/Searchers.h"
#include "execution/Execution.h"
#include "execution/ExecutionOptions.h"
#include "lowering/LoweringStage.h"
#include "lowering/Machine.h"
#include "outcome/Units.h"
#include "program/Program.h"
#include "program/Try.h"
#include "program/files/PathIn.h"
#include "program/files/RegularFile.h"
#include "program/suites/Suite.h"
#include "tools/Arguments.h"
#include "tools/Checks.h"
#include "tools/CommandLine.h"
#include "tools/Interrupt.h"
#include "tools/Options.h"
#include "tools/Progress.h"
#include "tools/Terminal.h"
#include "tools/commands/Commands.h"
#include "tools/flags/ExecutionFlags.h"
#include "tools/flags/OutputFlags.h"
#include "tools/flags/ScheduleFiles.h"
#include "tools/flags/SearchFlags.h"
#include "tools/report/ComparisonReport.h"
#include "tools/training/TorchCommands.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/BLAKE3.h"
#include "llvm/Support/Chrono.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <chrono>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace mlirgym::tools {
namespace {

struct CompareFlags {
  std::vector<std::string> agents = searcherNames();
  std::vector<std::string> suites = {"quick"};
  Split split = Split::Test;
  std::vector<unsigned> budgets = ComparisonOptions().budgets;
  std::vector<double> seconds = ComparisonOptions().seconds;
  unsigned seeds = ComparisonOptions().seeds;
  uint64_t seed = 0;
  std::string relativeTo, out;
  SearchFlags search;
  ExecutionFlags execution;
  OutputFlags output;

  std::string file(llvm::StringRef name) const { return pathIn(out, name); }
};

/// The hash of the checkpoint; "" for a searcher.
llvm::Expected<std::string> identityOf(const std::string &agent) {
  const AgentName name = AgentName::parse(agent);
  if (name.isSearcher())
    return "";
  MLIRGYM_TRY(std::string checkpoint, checkpointOf(name));
  auto buffer = readRegular(checkpoint);
  if (!buffer)
    return llvm::createFileError(checkpoint, buffer.getError());
  return llvm::toHex(llvm::BLAKE3::hash<16>(
                         llvm::arrayRefFromStringRef((*buffer)->getBuffer())),
                     /*LowerCase=*/true);
}

llvm::Expected<std::vector<Contestant>>
makeContestants(const CompareFlags &flags, const CommandLine &line) {
  std::vector<Contestant> contestants;
  for (const std::string &name : flags.agents) {
    MLIRGYM_TRY(auto agent, makeAgent(name, line));
    MLIRGYM_TRY(std::string identity, identityOf(name));
    contestants.push_back({name, std::move(agent), std::move(identity)});
  }
  return contestants;
}

/// The programs of all suites, each once.
llvm::Expected<std::vector<std::shared_ptr<const Program>>>
loadSuites(const CompareFlags &flags) {
  MLIRGYM_TRY(auto names, someNamesIn(flags.suites, flags.split));
  return loadPrograms(names);
}

llvm::Expected<ComparisonOptions> optionsOf(const CompareFlags &flags) {
  const ExecutionFlags &timings = flags.execution;
  MLIRGYM_TRY(auto execution,
              timings.toOptions(timings.replay ? timings.execDataFile()
                                               : timings.execData));
  ComparisonOptions options;
  options.folder = flags.out;
  options.budgets = flags.budgets;
  options.seconds = flags.seconds;
  options.seeds = flags.seeds;
  options.firstSeed = flags.seed;
  options.search = flags.search.toOptions();
  options.execution = std::move(execution);
  return options;
}

/// The IR comes from the worker of an execution that stores nothing; a replay
/// has none.
llvm::Expected<std::string> writeReport(const Comparison &comparison,
                                        const Summary &summary,
                                        const ReportFacts &facts,
                                        const ComparisonOptions &options) {
  if (options.execution.replay)
    return comparisonReport(comparison, summary, facts, nullptr);
  ExecutionOptions own = options.execution;
  own.execDataFile.clear();
  own.cluster = nullptr;
  MLIRGYM_TRY(auto execution, Execution::create(std::move(own)));
  return comparisonReport(comparison, summary, facts,
                          [&](const std::shared_ptr<const Program> &program,
                              const Schedule &schedule) {
                            return execution->lower({program, schedule},
                                                    LoweringStage::Scheduled);
                          });
}

llvm::Expected<int> runCompare(const CompareFlags &flags,
                               const CommandLine &line) {
  // The agents come first: for a policy this process continues as
  // mlirgym-torch.
  MLIRGYM_TRY(auto contestants, makeContestants(flags, line));
  std::optional<ReferencePoint> reference;
  if (!flags.relativeTo.empty()) {
    reference = llvm::cantFail(ReferencePoint::parse(flags.relativeTo));
    const unsigned largest =
        *std::max_element(flags.budgets.begin(), flags.budgets.end());
    MLIRGYM_TRY_TO(reference->check(flags.agents, largest));
  }
  MLIRGYM_TRY(auto programs, loadSuites(flags));
  MLIRGYM_TRY(ComparisonOptions options, optionsOf(flags));

  catchInterrupts();
  auto progress = std::make_unique<Progress>("compare", flags.output);
  options.progress = [&](const ComparisonOptions::Progress &now) {
    progress->update(now.runsDone, double(now.runs),
                     llvm::formatv("{0}  {1}  best {2}", now.program, now.agent,
                                   formatSpeedup(now.bestSpeedup))
                         .str());
  };
  MLIRGYM_TRY(auto comparison, compareAgents(contestants, programs, options));
  MLIRGYM_TRY(Summary summary, summarize(comparison, reference));

  nlohmann::ordered_json object = toJson(comparison, summary);
  object["suites"] = flags.suites;
  object["split"] = nameOfSplit(flags.split).str();
  object["seed"] = flags.seed;
  ReportFacts facts{.machine = "stored timings, of any machine"};
  if (!flags.execution.replay) {
    MLIRGYM_TRY(std::string machine, flags.execution.machineName());
    object["machine"] = machine;
    facts = {.machine = Machine::host().model + ": " + machine,
             .lowering = toolchainId(),
             .date = llvm::formatv("{0:%Y-%m-%d %H:%M}",
                                   std::chrono::system_clock::now())};
  }
  MLIRGYM_TRY_TO(writeFile(flags.file("comparison.json"), toText(object)));
  shortenAgents(comparison, summary);
  // After an interrupt, do not compute the IR of perhaps a hundred schedules.
  if (comparison.complete) {
    MLIRGYM_TRY(auto report, writeReport(comparison, summary, facts, options));
    MLIRGYM_TRY_TO(writeFile(flags.file("report.html"), report));
  }
  progress.reset();
  if (flags.output.json) {
    printJson(object);
  } else {
    printTable(textOut(), comparison, summary);
    textOut() << "wrote " << flags.file("comparison.json")
              << (comparison.complete ? " and report.html\n" : "\n");
  }
  return object["status"] == "ok" ? ExitOk : ExitFailed;
}

void addWhatIsCompared(CLI::App &compare, CompareFlags &flags) {
  SearchFlags::checkAgent(
      addOption(compare, "--agents", flags.agents,
                "Agents, separated by commas: " + agentList() +
                    ", or checkpoints of `mlirgym learn` and `train`")
          .delimiter(',')
          .oneValueEach()
          .showDefault());
  addOption(compare, "--suite", flags.suites,
            "Suites of programs, separated by commas: names or files")
      .delimiter(',')
      .oneValueEach()
      .type("NAME|FILE")
      .showDefault();
  addSplitOption(compare, flags.split);
  addCount(compare, "--budgets", flags.budgets, {1, 1u << 30},
           "Numbers of samples after which agents are compared, "
           "separated by commas; each search has the largest")
      .delimiter(',')
      .oneValueEach();
  addNumber(compare, "--seconds", flags.seconds, {}, "SECONDS",
            "Wall times after which agents are compared, in seconds, "
            "separated by commas")
      .delimiter(',')
      .oneValueEach();
  addCount(compare, "--seeds", flags.seeds, {1, 10'000},
           "Searches per agent and program");
  addCount(compare, "--seed", flags.seed, {}, "First seed; the others follow");
  addOption(compare, "--relative-to", flags.relativeTo,
            "Also print speeds as a share of the speed of an agent after a "
            "number of samples, such as evolutionary@200 [default: none]")
      .type("AGENT@N")
      .check([](const std::string &text) {
        llvm::Expected<ReferencePoint> point = ReferencePoint::parse(text);
        return point ? std::string() : llvm::toString(point.takeError());
      });
  addOption(compare, "--out,-o", flags.out,
            "Folder for comparison.json, report.html, the finished runs "
            "and their timings; the same command continues there after an "
            "interruption")
      .type("DIR")
      .required();
}
} // namespace

void addCompareCommand(CLI::App &app, CommandLine &line,
                       const ExecutionFlags *timings) {
  CLI::App *compare = addSubcommand(
      app, "compare",
      "Compare agents on the programs of suites after equal numbers "
      "of samples and equal wall time");
  auto flags = std::make_shared<CompareFlags>();
  addWhatIsCompared(*compare, *flags);
  flags->search.addSpaceTo(*compare);
  if (!timings) {
    flags->execution.addTo(*compare);
    flags->execution.addClusterTo(*compare);
    flags->execution.addDeviceFeaturesTo(*compare);
    optionOf(*compare, "--exec-data")
        .describe("Timings that all searches share, SQLite file, read and "
                  "written; wall times are then not compared [default: "
                  "each search measures for itself, and all timings are "
                  "collected in exec-data.db in the folder of --out]");
  }
  flags->output.addJsonAndProgress(*compare);
  setRun(*compare, line, runCompare, flags, timings);
}
} // namespace mlirgym::tools
