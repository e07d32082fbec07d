#include "agents/comparison/Comparison.h"
#include "agents/Agent.h"
#include "agents/comparison/AgentRun.h"
#include "agents/comparison/RunFolder.h"
#include "execution/Execution.h"
#include "execution/ExecutionRequest.h"
#include "execution/device/Device.h"
#include "execution/execdata/ExecData.h"
#include "lowering/Machine.h"
#include "outcome/ExecutionError.h"
#include "outcome/Measurement.h"
#include "program/Program.h"
#include "program/Try.h"
#include "program/generators/Family.h"
#include "program/suites/Network.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include <memory>
#include <optional>
#include <string>
#include <vector>

using namespace mlirgym;
using Json = nlohmann::ordered_json;

const Incumbent *
ProgramComparison::standing(llvm::ArrayRef<Incumbent> incumbents) const {
  for (const Incumbent &incumbent : llvm::reverse(incumbents)) {
    auto found = inTurn.find(incumbent.schedule.text());
    if (found == inTurn.end() || found->second.ok() ||
        found->second.status == Status::NotCached)
      return &incumbent;
  }
  return nullptr;
}

Answer ProgramComparison::answer(llvm::ArrayRef<Incumbent> incumbents) const {
  const Incumbent *incumbent = standing(incumbents);
  if (!incumbent)
    return {};
  auto found = inTurn.find(incumbent->schedule.text());
  if (found == inTurn.end() || !found->second.ok())
    return {incumbent, incumbent->searchedSpeedup, /*inTurn=*/false};
  if (found->second.speedup() <= 1)
    return {};
  return {incumbent, found->second.speedup(), /*inTurn=*/true,
          found->second.noisy};
}

static std::string familyOf(llvm::StringRef program) {
  llvm::Expected<ParsedName> parsed = parseProgramName(program);
  if (parsed)
    return parsed->family->name.str();
  llvm::consumeError(parsed.takeError());
  const llvm::StringRef network = networkOf(program);
  return llvm::is_contained(networks(), network) ? network.str() : "other";
}

namespace {
class Work {
public:
  Work(llvm::ArrayRef<Contestant> rivals, const ComparisonOptions &chosen,
       RunFolder place)
      : contestants(rivals), options(chosen), folder(std::move(place)) {
    llvm::sort(options.budgets);
    llvm::sort(options.seconds);
  }

  llvm::Expected<Comparison>
  run(llvm::ArrayRef<std::shared_ptr<const Program>> programs);

  /// Errors: an unknown device or feature.
  llvm::Error describeMachine();

private:
  bool sharesTimings() const {
    return options.execution.replay || !options.execution.execDataFile.empty();
  }
  bool stopped() const {
    const auto &interrupted = options.execution.interrupted;
    return interrupted && interrupted();
  }
  /// An execution with the timings of all runs.
  llvm::Expected<Execution *> commonExecution();
  /// All runs of one program and the final measurements; unfinished if it was
  /// stopped.
  llvm::Expected<ProgramComparison>
  compareOn(const std::shared_ptr<const Program> &program);
  /// Nullopt: stopped, or `on` has a baseline that failed.
  llvm::Expected<std::optional<AgentRun>>
  loadOrRun(const Contestant &contestant, uint64_t seed, ProgramComparison &on);
  llvm::Expected<std::optional<AgentRun>> search(const Contestant &contestant,
                                                 uint64_t seed,
                                                 Execution &execution,
                                                 ProgramComparison &on);
  /// Runs search() with the shared timings, or without stored timings.
  llvm::Expected<std::optional<AgentRun>>
  searchTogether(const Contestant &contestant, uint64_t seed,
                 ProgramComparison &on);
  llvm::Expected<std::optional<AgentRun>>
  searchAlone(const Contestant &contestant, uint64_t seed,
              ProgramComparison &on);
  /// Opens an execution over `file` for searchAlone().
  llvm::Expected<std::optional<AgentRun>>
  searchInto(const std::string &file, const Contestant &contestant,
             uint64_t seed, ProgramComparison &on);
  llvm::Error measureInTurn(ProgramComparison &on);
  Json settings(const Contestant &contestant, const Program &program) const;

  llvm::ArrayRef<Contestant> contestants;
  ComparisonOptions options;
  RunFolder folder;
  /// DeviceDescription::machine().
  std::string machine;
  std::unique_ptr<Execution> common;
  size_t runsDone = 0, runs = 0;
};

llvm::Error Work::describeMachine() {
  MLIRGYM_TRY(auto device, Device::describe(options.execution.device,
                                            options.execution.deviceFeatures));
  machine = device.machine();
  return llvm::Error::success();
}

llvm::Expected<Execution *> Work::commonExecution() {
  if (common)
    return common.get();
  ExecutionOptions own = options.execution;
  if (!sharesTimings())
    own.execDataFile = folder.file("exec-data.db");
  MLIRGYM_TRY(common, Execution::create(std::move(own)));
  return common.get();
}

Json Work::settings(const Contestant &contestant,
                    const Program &program) const {
  const SearchOptions &search = options.search;
  Json json = {
      {"program_key", program.key().hex()},
      {"agent", contestant.identity},
      {"budget", options.budgets.back()},
      {"batch", search.batch},
      {"max_actions", search.state.maxActionsPerOp},
      {"kinds", search.encoding.kinds.names()},
      {"tile_sizes", std::vector<int64_t>(search.encoding.tileSizes.begin(),
                                          search.encoding.tileSizes.end())},
      {"max_loops", search.encoding.maxLoops},
      {"threads", options.execution.threads},
      {"protocol", options.execution.protocol.id()}};
  if (options.execution.replay) {
    json["replay"] = options.execution.mainExecData;
    if (!options.execution.deviceFeatures.empty())
      json["machine"] = machine;
    return json;
  }
  json["machine"] = machine;
  json["toolchain"] = toolchainId();
  json["exec_data"] = options.execution.execDataFile;
  return json;
}

llvm::Expected<std::optional<AgentRun>>
Work::search(const Contestant &contestant, uint64_t seed, Execution &execution,
             ProgramComparison &on) {
  MLIRGYM_TRY(Measurement baseline, execution.baseline(on.program));
  if (!baseline.ok()) {
    on.status = baseline.status;
    on.message = baseline.message;
    return std::nullopt;
  }
  SearchOptions search = options.search;
  search.budget = options.budgets.back();
  search.seed = seed;
  search.progress = [&](const SearchOptions::Progress &now) {
    if (options.progress)
      options.progress({double(runsDone) + double(now.samples) / now.budget,
                        runs, on.program->name(), contestant.label,
                        now.bestSpeedup});
    return !stopped();
  };
  MLIRGYM_TRY(AgentRun run, runAgent(*contestant.agent, contestant.label,
                                     on.program, execution, search));
  if (stopped())
    return std::nullopt;
  return std::move(run);
}

static void removeExecData(const std::string &file) {
  for (const char *suffix : {"", "-wal", "-shm"})
    llvm::sys::fs::remove(file + suffix);
}

llvm::Expected<std::optional<AgentRun>>
Work::searchTogether(const Contestant &contestant, uint64_t seed,
                     ProgramComparison &on) {
  MLIRGYM_TRY(Execution * execution, commonExecution());
  return search(contestant, seed, *execution, on);
}

llvm::Expected<std::optional<AgentRun>>
Work::searchInto(const std::string &file, const Contestant &contestant,
                 uint64_t seed, ProgramComparison &on) {
  ExecutionOptions own = options.execution;
  own.execDataFile = file;
  // No run finds the kernels of another, unless the caller shares them.
  if (own.cacheDir.empty())
    own.cacheOnDisk = false;
  MLIRGYM_TRY(auto execution, Execution::create(std::move(own)));
  return search(contestant, seed, *execution, on);
}

llvm::Expected<std::optional<AgentRun>>
Work::searchAlone(const Contestant &contestant, uint64_t seed,
                  ProgramComparison &on) {
  const std::string file = folder.file("unfinished.db");
  removeExecData(file); // of an interrupted run
  auto run = searchInto(file, contestant, seed, on);
  if (!run || !*run)
    return run;
  // Its timings are added to those of the other runs.
  MLIRGYM_TRY(auto all, ExecData::open({.file = folder.file("exec-data.db")}));
  if (llvm::Expected<uint64_t> merged = all->merge(file); !merged)
    return merged.takeError();
  removeExecData(file);
  return run;
}

llvm::Expected<std::optional<AgentRun>>
Work::loadOrRun(const Contestant &contestant, uint64_t seed,
                ProgramComparison &on) {
  const Json facts = settings(contestant, *on.program);
  auto stored = folder.load(contestant.label, on.program->name(), seed, facts);
  if (!stored || *stored)
    return stored;
  auto run = sharesTimings() ? searchTogether(contestant, seed, on)
                             : searchAlone(contestant, seed, on);
  if (!run || !*run)
    return run;
  MLIRGYM_TRY_TO(folder.store(**run, facts));
  return run;
}

llvm::Error Work::measureInTurn(ProgramComparison &on) {
  MLIRGYM_TRY(Execution * execution, commonExecution());
  // A schedule that fails now is skipped, as in answer(), so that an earlier
  // one has to be measured.
  for (;;) {
    std::vector<ExecutionRequest> requests;
    llvm::StringSet<> texts;
    auto add = [&](llvm::ArrayRef<Incumbent> incumbents) {
      const Incumbent *incumbent = on.standing(incumbents);
      if (!incumbent)
        return;
      const std::string text = incumbent->schedule.text();
      if (!on.inTurn.contains(text) && texts.insert(text).second)
        requests.push_back({on.program, incumbent->schedule});
    };
    for (const auto &seeds : on.runs)
      for (const AgentRun &run : seeds) {
        for (unsigned budget : options.budgets)
          add(run.after(budget));
        for (double seconds : options.seconds)
          add(run.afterSeconds(seconds));
      }
    if (requests.empty())
      return llvm::Error::success();
    MLIRGYM_TRY(auto measured, execution->measureInTurn(requests));
    for (auto [request, paired] : llvm::zip_equal(requests, measured))
      on.inTurn.try_emplace(request.schedule.text(), std::move(paired));
  }
}

llvm::Expected<ProgramComparison>
Work::compareOn(const std::shared_ptr<const Program> &program) {
  ProgramComparison on{program, familyOf(program->name())};
  on.runs.resize(contestants.size());
  // Seed by seed, so that changes in the machine's speed affect all agents
  // equally.
  for (unsigned i = 0; i < options.seeds; ++i)
    for (auto [contestant, runsOfIt] : llvm::zip_equal(contestants, on.runs)) {
      MLIRGYM_TRY(auto run, loadOrRun(contestant, options.firstSeed + i, on));
      if (!run) {
        on.runs.clear();
        return on;
      }
      runsOfIt.push_back(std::move(*run));
      ++runsDone;
    }
  MLIRGYM_TRY_TO(measureInTurn(on));
  // The runs of the next program write to the execution's file.
  if (!sharesTimings())
    common.reset();
  return on;
}

llvm::Expected<Comparison>
Work::run(llvm::ArrayRef<std::shared_ptr<const Program>> programs) {
  Comparison comparison;
  for (const Contestant &contestant : contestants)
    comparison.agents.push_back(contestant.label);
  comparison.budgets = options.budgets;
  comparison.seeds = options.seeds;
  comparison.threads = options.execution.threads;
  comparison.numPrograms = programs.size();
  runs = programs.size() * contestants.size() * options.seeds;
  // With stored timings, wall times do not characterise the agent.
  if (sharesTimings() || !options.execution.mainExecData.empty())
    options.seconds.clear();
  comparison.seconds = options.seconds;
  for (const auto &program : programs) {
    llvm::Expected<ProgramComparison> on = compareOn(program);
    if (on.errorIsA<InterruptedError>()) {
      llvm::consumeError(on.takeError());
      comparison.complete = false;
      break;
    }
    if (!on)
      return on.takeError();
    if (on->runs.empty() && on->status == Status::Ok) { // stopped
      comparison.complete = false;
      break;
    }
    comparison.programs.push_back(std::move(*on));
  }
  return comparison;
}
} // namespace

/// Rejects invalid arguments of compareAgents().
static llvm::Error check(llvm::ArrayRef<Contestant> contestants,
                         const ComparisonOptions &options) {
  if (contestants.empty())
    return llvm::createStringError("no agent to compare; name at least one");
  if (options.budgets.empty() || options.seeds == 0 ||
      llvm::is_contained(options.budgets, 0u))
    return llvm::createStringError(
        "a comparison needs a seed and budgets of at least one sample");
  for (auto [i, contestant] : llvm::enumerate(contestants))
    for (const Contestant &other : contestants.take_front(i))
      if (other.label == contestant.label)
        return llvm::createStringError("the agent %s is named twice; name it "
                                       "once",
                                       contestant.label.c_str());
  return llvm::Error::success();
}

llvm::Expected<Comparison>
mlirgym::compareAgents(llvm::ArrayRef<Contestant> contestants,
                       llvm::ArrayRef<std::shared_ptr<const Program>> programs,
                       const ComparisonOptions &options) {
  MLIRGYM_TRY_TO(check(contestants, options));
  MLIRGYM_TRY(RunFolder folder, RunFolder::open(options.folder));
  Work work(contestants, options, std::move(folder));
  MLIRGYM_TRY_TO(work.describeMachine());
  return work.run(programs);
}
