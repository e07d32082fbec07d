//===- tools/commands/TuneReferencesCommand.cpp - mlirgym tune-references -===//
#include "actions/Schedule.h"
#include "agents/Agent.h"
#include "agents/search/ParallelVariants.h"
#include "agents/search/Searchers.h"
#include "execution/Execution.h"
#include "execution/ExecutionRequest.h"
#include "execution/device/Device.h"
#include "execution/device/HostMachine.h"
#include "lowering/Machine.h"
#include "outcome/ExecutionError.h"
#include "outcome/Measurement.h"
#include "outcome/Units.h"
#include "program/MachineClass.h"
#include "program/MachineProfile.h"
#include "program/Program.h"
#include "program/Stopwatch.h"
#include "program/Try.h"
#include "program/files/LockedFolder.h"
#include "program/suites/FoundReferences.h"
#include "program/suites/ReferenceSchedules.h"
#include "program/suites/Suite.h"
#include "tools/Arguments.h"
#include "tools/CommandLine.h"
#include "tools/Interrupt.h"
#include "tools/Options.h"
#include "tools/Progress.h"
#include "tools/Terminal.h"
#include "tools/commands/Commands.h"
#include "tools/flags/ExecutionFlags.h"
#include "tools/flags/OutputFlags.h"
#include "tools/flags/SearchFlags.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>
#include <iterator>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace mlirgym::tools {
namespace {

struct TuneFlags {
  std::vector<std::string> programs;
  std::string suite = "peers";
  bool again = false;
  SearchFlags search;
  ExecutionFlags execution;
  OutputFlags output;
};

/// Seconds per sample before any search has been timed: the time for small
/// programs on two cores of a Zen 4.
constexpr double guessedSecondsPerSample = 0.15;

/// "40 s", "12 min".
std::string formatMinutes(double seconds) {
  if (seconds < 90)
    return llvm::formatv("{0:f0} s", seconds);
  return llvm::formatv("{0:f0} min", std::ceil(seconds / 60));
}

/// Searches for schedules that are faster here than the shipped ones.
class ReferenceTuning {
public:
  static llvm::Expected<ReferenceTuning> open(const TuneFlags &flags) {
    // Two searches at a time would disturb each other's timings.
    MLIRGYM_TRY(auto folder, LockedFolder::open(FoundReferences::folder()));
    MLIRGYM_TRY(auto shipped, ReferenceSchedules::load());
    MLIRGYM_TRY(auto agent, makeSearcher(flags.search.agent));
    MLIRGYM_TRY(auto execution, flags.execution.open());
    MLIRGYM_TRY(auto found,
                FoundReferences::load(fileFor(execution->device())));
    MLIRGYM_TRY(auto profile, profileOf(execution->device()));
    return ReferenceTuning(flags, std::move(folder), std::move(shipped),
                           std::move(found), std::move(profile),
                           std::move(agent), std::move(execution));
  }

  const DeviceDescription &device() const { return execution->device(); }
  /// The machines for whose references this searches.
  MachineClass machineClass() const { return device().target.machineClass(); }
  std::string file() const { return fileFor(device()); }

  /// True unless a search like this one has been finished.
  bool hasToSearch(llvm::StringRef program) const {
    if (flags.again)
      return true;
    const FoundReference *known = found.find(program, flags.execution.threads);
    return !known || known->toolchain != toolchainId() ||
           known->seed != flags.search.seed ||
           known->budget < flags.search.budget;
  }

  /// An estimate from all searches on this machine.
  double secondsFor(size_t programs) const {
    double seconds = 0, samples = 0;
    for (const FoundReference &one : found.all()) {
      seconds += one.seconds;
      samples += one.budget;
    }
    const double each =
        samples > 0 ? seconds / samples : guessedSecondsPerSample;
    return each * flags.search.budget * static_cast<double>(programs);
  }

  /// Searches, and stores the fastest of all known schedules. Errors: also
  /// InterruptedError; then no schedule is stored, but the timings are, so that
  /// the same search soon catches up.
  llvm::Expected<FoundReference> tune(const std::string &name) {
    Stopwatch watch;
    MLIRGYM_TRY(auto program, source.load(name));
    std::vector<std::string> texts;
    const unsigned threads = flags.execution.threads;
    for (const ReferenceSchedule *one : shipped.find(name, threads, profile))
      texts.push_back(one->text);
    MLIRGYM_TRY(auto finalists, legalOf(program, texts));
    const size_t numShipped = finalists.size();
    if (const FoundReference *before = found.find(name, threads)) {
      MLIRGYM_TRY(auto schedule, Schedule::parse(before->schedule));
      finalists.push_back({.program = program, .schedule = schedule});
    }
    MLIRGYM_TRY(auto starts, startsFor(program, texts));
    MLIRGYM_TRY(auto result, search(program, std::move(starts)));
    if (interrupted())
      return llvm::make_error<InterruptedError>();

    if (result.best.ok())
      finalists.push_back({.program = program, .schedule = result.schedule});
    MLIRGYM_TRY(auto times, race(finalists));
    FoundReference best{.program = name,
                        .threads = flags.execution.threads,
                        .budget = flags.search.budget,
                        .seed = flags.search.seed,
                        .seconds = watch.seconds(),
                        .toolchain = toolchainId()};
    for (const auto &[i, request, ns] : llvm::enumerate(finalists, times)) {
      if (ns > 0 && (best.bestNs == 0 || ns < best.bestNs)) {
        best.bestNs = ns;
        best.schedule = request.schedule.text();
      }
      if (i + 1 == numShipped)
        best.shippedNs = best.bestNs;
    }
    if (interrupted())
      return llvm::make_error<InterruptedError>();
    MLIRGYM_TRY_TO(found.store(best));
    return best;
  }

private:
  ReferenceTuning(const TuneFlags &flags, LockedFolder folder,
                  ReferenceSchedules shipped, FoundReferences found,
                  MachineProfile profile, std::unique_ptr<Agent> agent,
                  std::unique_ptr<Execution> execution)
      : flags(flags), folder(std::move(folder)), shipped(std::move(shipped)),
        found(std::move(found)), profile(std::move(profile)),
        agent(std::move(agent)), execution(std::move(execution)) {}

  /// Requests for those of the schedules that are legal: one for f32 need not
  /// be legal for f64.
  static llvm::Expected<std::vector<ExecutionRequest>>
  legalOf(const std::shared_ptr<const Program> &program,
          llvm::ArrayRef<std::string> texts) {
    std::vector<ExecutionRequest> requests;
    for (const std::string &text : texts) {
      MLIRGYM_TRY(auto schedule, Schedule::parse(text));
      ExecutionRequest request{.program = program, .schedule = schedule};
      if (auto script = request.transformScript(/*forOneThread=*/false))
        requests.push_back(std::move(request));
      else
        llvm::consumeError(script.takeError());
    }
    return requests;
  }

  /// Nanoseconds of each request, 0 if it fails: the median of rounds in which
  /// all are timed in turn, since the speed of the machine may change. Nothing
  /// is stored: these timings are for comparing only.
  llvm::Expected<std::vector<double>>
  race(llvm::ArrayRef<ExecutionRequest> requests) {
    constexpr unsigned rounds = 5;
    std::vector<std::vector<double>> times(requests.size());
    for (unsigned round = 0; round < rounds; ++round)
      for (const auto &[request, samples] : llvm::zip_equal(requests, times)) {
        ExecutionRequest again = request;
        again.results = Results::Forgotten;
        MLIRGYM_TRY(auto measured, execution->measure(again));
        if (measured.ok())
          samples.push_back(measured.medianNs);
      }
    std::vector<double> medians;
    for (std::vector<double> &samples : times) {
      llvm::sort(samples);
      medians.push_back(samples.empty() ? 0 : samples[samples.size() / 2]);
    }
    return medians;
  }

  static llvm::Expected<std::vector<Schedule>>
  parseAll(llvm::ArrayRef<std::string> texts) {
    std::vector<Schedule> schedules;
    for (const std::string &text : texts) {
      MLIRGYM_TRY(auto schedule, Schedule::parse(text));
      schedules.push_back(std::move(schedule));
    }
    return schedules;
  }

  /// Schedules found for other machines, and for one thread, are good starts.
  llvm::Expected<std::vector<Schedule>>
  startsFor(const std::shared_ptr<const Program> &program,
            llvm::ArrayRef<std::string> texts) {
    auto starts = parseAll(texts);
    const unsigned threads = flags.execution.threads;
    if (!starts || threads == 1)
      return starts;
    std::vector<std::string> alone;
    for (const ReferenceSchedule *one :
         shipped.find(program->name(), 1, profile))
      alone.push_back(one->text);
    if (const FoundReference *one = found.find(program->name(), 1))
      alone.push_back(one->schedule);
    MLIRGYM_TRY(auto schedules, parseAll(alone));
    for (const Schedule &schedule : schedules)
      llvm::append_range(
          *starts,
          parallelVariants(program, schedule, threads,
                           flags.search.toOptions().encoding.tileSizes));
    return starts;
  }

  llvm::Expected<SearchResult> search(std::shared_ptr<const Program> program,
                                      std::vector<Schedule> starts) {
    Progress progress(program->name().str(), flags.output);
    SearchOptions options = flags.search.toOptions();
    // race() compares the result with the known schedules, which are much
    // faster than the untransformed program.
    options.measureInTurn = false;
    options.starts = std::move(starts);
    options.progress = [&](const SearchOptions::Progress &now) {
      progress.update(now.samples, now.budget,
                      llvm::formatv("{0}/{1} schedules  best {2}", now.samples,
                                    now.budget, formatSpeedup(now.bestSpeedup))
                          .str());
      return !interrupted();
    };
    return agent->optimize(std::move(program), *execution, options);
  }

  static std::string fileFor(const DeviceDescription &device) {
    return FoundReferences::fileFor(device.target.machineClass(),
                                    device.machine());
  }

  const TuneFlags &flags;
  LockedFolder folder;
  ReferenceSchedules shipped;
  FoundReferences found;
  MachineProfile profile;
  ProgramSource source;
  std::unique_ptr<Agent> agent;
  std::unique_ptr<Execution> execution;
};

nlohmann::ordered_json toJson(const FoundReference &found) {
  return {{"program", found.program},
          {"threads", found.threads},
          {"schedule", found.schedule},
          {"best_ns", found.bestNs},
          {"shipped_ns", found.shippedNs},
          {"budget", found.budget},
          {"seed", found.seed},
          {"seconds", found.seconds}};
}

/// "matmul_64_64_64: 2.1 us, shipped 3.2 us".
std::string describe(const FoundReference &found) {
  std::string text =
      found.program + ": " +
      (found.bestNs > 0 ? formatNs(found.bestNs) : "no schedule was faster");
  if (found.shippedNs > 0)
    text += ", shipped " + formatNs(found.shippedNs);
  return text;
}

llvm::Expected<std::vector<std::string>> programsOf(const TuneFlags &flags) {
  if (!flags.programs.empty())
    return flags.programs;
  MLIRGYM_TRY(auto suite, Suite::load(flags.suite));
  return suite.programs(Split::All);
}

llvm::Expected<int> runTuneReferences(const TuneFlags &flags,
                                      const CommandLine &) {
  MLIRGYM_TRY(auto programs, programsOf(flags));
  MLIRGYM_TRY(auto tuning, ReferenceTuning::open(flags));
  catchInterrupts();
  std::vector<std::string> left;
  llvm::copy_if(programs, std::back_inserter(left),
                [&](const auto &name) { return tuning.hasToSearch(name); });
  const std::string file = tuning.file();
  const bool isText = !flags.output.json;
  if (isText)
    textOut() << llvm::formatv(
        "class {0}: {1} of {2} programs to search, {3} samples each: about "
        "{4}; can be interrupted and continued\n",
        tuning.machineClass().name(), left.size(), programs.size(),
        flags.search.budget, formatMinutes(tuning.secondsFor(left.size())));

  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const auto &[done, name] : llvm::enumerate(left)) {
    llvm::outs().flush();
    MLIRGYM_TRY(auto found, tuning.tune(name));
    list.push_back(toJson(found));
    const size_t remaining = left.size() - done - 1;
    if (isText)
      textOut() << llvm::formatv("{0}; {1} left, about {2}\n", describe(found),
                                 remaining,
                                 formatMinutes(tuning.secondsFor(remaining)));
  }
  if (isText)
    textOut() << "wrote " << file << "\n";
  else
    printJson({{"status", "ok"},
               {"class", tuning.machineClass().name()},
               {"machine", tuning.device().machine()},
               {"file", file},
               {"searched", std::move(list)},
               {"known", programs.size() - left.size()}});
  return ExitOk;
}
} // namespace

void addTuneReferencesCommand(CLI::App &app, CommandLine &line) {
  CLI::App *tune = addSubcommand(
      app, "tune-references",
      "Search for schedules that are faster on this machine than those that "
      "are shipped");
  auto flags = std::make_shared<TuneFlags>();
  addOption(*tune, "program", flags->programs,
            "Programs: names of generated ones [default: those of --suite]")
      .type("NAME");
  addOption(*tune, "--suite", flags->suite,
            "Suite whose programs are searched, a name or a file")
      .type("NAME|FILE")
      .showDefault();
  addOption(*tune, "--agent", flags->search.agent,
            "Searcher: " + llvm::join(searcherNames(), ", "))
      .type("NAME")
      .showDefault();
  addFlag(*tune, "--again", flags->again,
          "Search programs again for which a search like this has been "
          "finished [default: those are left out]");
  flags->search.addTo(*tune);
  flags->execution.addTo(*tune);
  flags->execution.addClusterTo(*tune);
  flags->execution.addDeviceFeaturesTo(*tune);
  flags->output.addJsonAndProgress(*tune);
  setRun(*tune, line, runTuneReferences, flags, nullptr);
}
} // namespace mlirgym::tools
