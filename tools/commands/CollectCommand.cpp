//===- tools/commands/CollectCommand.cpp - mlirgym collect ----------------===//
#include "actions/Schedule.h"
#include "agents/Agent.h"
#include "agents/guided/PolicyAgents.h"
#include "execution/Execution.h"
#include "execution/ExecutionOptions.h"
#include "execution/ExecutionRequest.h"
#include "execution/execdata/ExecData.h"
#include "execution/execdata/ExecDataShards.h"
#include "execution/timing/MeasureProtocol.h"
#include "lowering/Machine.h"
#include "outcome/ExecutionError.h"
#include "outcome/Measurement.h"
#include "outcome/Metric.h"
#include "program/Program.h"
#include "program/RandomStream.h"
#include "program/Stopwatch.h"
#include "program/Try.h"
#include "program/files/LockedFolder.h"
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
#include "tools/flags/SearchFlags.h"
#include "tools/report/DataSheet.h"
#include "tools/training/TorchCommands.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

namespace mlirgym::tools {
namespace {

struct CollectFlags {
  std::string out;
  std::vector<std::string> suites = {"single-ops", "chains", "odd"};
  Split split = Split::Train;
  std::vector<std::string> samplers = {"random", "evolutionary"};
  uint64_t perProgram = 1000, shardRows = 50'000, seed = 0;
  double seconds = 0;
  ExecutionFlags execution;
  OutputFlags output;
};

/// A sampler without the folder of its checkpoint: "guided:agent.pt". Data
/// sheets have these names.
std::string publicName(llvm::StringRef sampler) {
  const AgentName name = AgentName::parse(sampler);
  if (name.checkpoint.empty())
    return sampler.str();
  return (name.agent.empty() ? "" : name.agent + ":") +
         llvm::sys::path::filename(name.checkpoint).str();
}

/// New timings that one sampler takes in one turn of a program, for each that
/// is taken at a time.
constexpr unsigned perTurn = 32;
/// Stored schedules from which a sampler that searches starts.
constexpr size_t numStarts = 16;
/// Turns without a new timing after which a space counts as exhausted.
constexpr unsigned maxBarren = 4;

/// A program, and what is stored of it for this machine.
struct Collected {
  std::shared_ptr<const Program> program;
  /// Hashes of the schedules that were found in the folder.
  llvm::DenseSet<uint64_t> found = {};
  uint64_t timings = 0;
  unsigned barren = 0;
  bool failed = false;
  /// The fastest known schedules, by time.
  std::vector<std::pair<double, Schedule>> fastest = {};
  std::vector<Schedule> noisy = {};

  void add(double ns, Schedule schedule) {
    const auto place =
        llvm::lower_bound(fastest, ns, [](const auto &each, double at) {
          return each.first < at;
        });
    if (place != fastest.end() && place->first == ns)
      return; // usually the same one
    fastest.emplace(place, ns, std::move(schedule));
    if (fastest.size() > numStarts)
      fastest.pop_back();
  }
  bool isExhausted() const { return barren >= maxBarren; }
};

/// Measures what the shards of a folder lack. The folder itself is the state:
/// each turn goes to the program with the fewest timings, and its draws depend
/// on their number.
class Collection {
public:
  static llvm::Expected<std::unique_ptr<Collection>>
  open(const CollectFlags &flags, const CommandLine &line) {
    // Policies first: this process then continues as mlirgym-torch.
    std::vector<std::unique_ptr<Agent>> samplers;
    for (const std::string &name : flags.samplers) {
      MLIRGYM_TRY(auto agent, makeAgent(name, line));
      samplers.push_back(std::move(agent));
    }
    MLIRGYM_TRY(auto names, someNamesIn(flags.suites, flags.split));
    MLIRGYM_TRY(auto programs, loadPrograms(names));
    // For --cluster: connects it, so that its machine is known.
    MLIRGYM_TRY_TO(flags.execution.toOptions(/*file=*/"").takeError());
    MLIRGYM_TRY(std::string machine, flags.execution.machineName());
    MLIRGYM_TRY(auto folder, LockedFolder::open(flags.out));
    MLIRGYM_TRY(auto shards, ExecDataShards::open(flags.out, machine));
    std::unique_ptr<Collection> all(
        new Collection(flags, std::move(folder), std::move(shards),
                       std::move(machine), std::move(samplers)));
    for (auto &program : programs)
      all->programs.push_back({std::move(program)});
    MLIRGYM_TRY_TO(all->readFolder());
    MLIRGYM_TRY_TO(all->openShard());
    return all;
  }

  /// Until all programs have their timings, the time has passed, or a signal.
  llvm::Error run() {
    while (!isStopped()) {
      Collected *next = nullptr;
      for (Collected &each : programs)
        if (!isDone(each) && (!next || each.timings < next->timings))
          next = &each;
      if (!next)
        break;
      MLIRGYM_TRY_TO(takeTurn(*next));
    }
    return llvm::Error::success();
  }

  /// Measures the noisy timings of the folder again.
  llvm::Error remeasure() {
    for (Collected &each : programs) {
      llvm::ArrayRef<Schedule> left = each.noisy;
      while (!left.empty() && !isStopped()) {
        const llvm::ArrayRef<Schedule> now = left.take_front(turn());
        left = left.drop_front(now.size());
        std::vector<ExecutionRequest> requests;
        for (const Schedule &schedule : now)
          requests.push_back({each.program, schedule});
        for (auto &answer : execution->measureBatch(requests))
          if (answer)
            ++added;
          else
            MLIRGYM_TRY_TO(unlessInterrupted(answer.takeError()));
        MLIRGYM_TRY(rows, shard->count());
        MLIRGYM_TRY_TO(makeRoom());
      }
    }
    return llvm::Error::success();
  }

  nlohmann::ordered_json toJson() const {
    nlohmann::ordered_json exhausted = nlohmann::ordered_json::array(),
                           failed = exhausted;
    uint64_t timings = 0;
    for (const Collected &each : programs) {
      timings += each.timings;
      if (each.failed)
        failed.push_back(each.program->name());
      else if (each.isExhausted())
        exhausted.push_back(each.program->name());
    }
    return {{"status", "ok"},
            {"folder", flags.out},
            {"machine", machine},
            {"complete",
             llvm::all_of(programs,
                          [&](const Collected &each) { return isDone(each); })},
            {"programs", programs.size()},
            {"timings", timings},
            {"new", added},
            {"measured", execution->statistics().measured + measuredBefore},
            {"seconds", watch.seconds()},
            {"exhausted", std::move(exhausted)},
            {"failed", std::move(failed)}};
  }

private:
  Collection(const CollectFlags &flags, LockedFolder folder,
             ExecDataShards shards, std::string machine,
             std::vector<std::unique_ptr<Agent>> samplers)
      : flags(flags), folder(std::move(folder)), shards(std::move(shards)),
        machine(std::move(machine)), samplers(std::move(samplers)),
        progress("collect", flags.output) {}

  bool isStopped() const {
    return interrupted() ||
           (flags.seconds > 0 && watch.seconds() >= flags.seconds);
  }
  bool isDone(const Collected &each) const {
    return each.failed || each.isExhausted() ||
           each.timings >= flags.perProgram;
  }

  /// The results of an interrupted call are stored as far as it came.
  static llvm::Error unlessInterrupted(llvm::Error error) {
    if (!error.isA<InterruptedError>())
      return error;
    llvm::consumeError(std::move(error));
    return llvm::Error::success();
  }

  /// Counts the timings that a run with these options would find.
  llvm::Error readFolder() {
    MLIRGYM_TRY(ExecutionOptions options, flags.execution.toOptions(""));
    const std::string protocol = options.protocol.id();
    const std::string toolchain = toolchainId();
    std::map<ProgramKey, Collected *> known;
    for (Collected &each : programs)
      known.emplace(each.program->key(), &each);
    auto take = [&](const ExecData::Record &record) -> llvm::Error {
      const ExecDataKey &key = record.key;
      llvm::StringRef suffix = key.protocol; // " copies", or nothing
      const auto program = known.find(key.program);
      if (program == known.end() || key.machine != machine ||
          key.toolchain != toolchain || key.metric != Metric::Nanoseconds ||
          key.threads != flags.execution.threads ||
          !suffix.consume_front(protocol) ||
          !(suffix.empty() || suffix.starts_with(" ")))
        return llvm::Error::success();
      Collected &one = *program->second;
      if (one.found.insert(llvm::xxh3_64bits(key.schedule)).second)
        ++one.timings;
      // Only schedules, not scripts and modules, have this form.
      auto schedule = Schedule::parse(key.schedule);
      if (!schedule) {
        llvm::consumeError(schedule.takeError());
        return llvm::Error::success();
      }
      if (record.measurement.noisy)
        one.noisy.push_back(*schedule);
      if (record.measurement.ok() && !key.schedule.empty())
        one.add(record.measurement.medianNs, std::move(*schedule));
      return llvm::Error::success();
    };
    MLIRGYM_TRY(auto files, execDataFilesIn(flags.out));
    for (const std::string &file : files) {
      MLIRGYM_TRY(auto data, ExecData::open({.file = file, .readOnly = true}));
      MLIRGYM_TRY_TO(data->forEachRecord(ExecData::Order::Added, take));
    }
    return llvm::Error::success();
  }

  /// Opens the current shard, and reads the others.
  llvm::Error openShard() {
    MLIRGYM_TRY(ExecutionOptions options,
                flags.execution.toOptions(shards.current()));
    MLIRGYM_TRY(options.mainExecData, shards.others());
    options.interrupted = [this] { return isStopped(); };
    MLIRGYM_TRY(execution, Execution::create(std::move(options)));
    MLIRGYM_TRY(shard,
                ExecData::open({.file = shards.current(), .readOnly = true}));
    MLIRGYM_TRY(rows, shard->count());
    origin = SampleOrigin::read(shards.current());
    return makeRoom();
  }

  /// Seals the current shard if it has no room for another turn.
  llvm::Error makeRoom() {
    const uint64_t most = samplers.size() * perDraw() + 1;
    if (rows == 0 || rows + most <= flags.shardRows)
      return llvm::Error::success();
    measuredBefore += execution->statistics().measured;
    execution.reset();
    shard.reset();
    MLIRGYM_TRY_TO(shards.seal());
    return openShard();
  }

  /// Updates the numbers of timings; returns the number of new ones.
  llvm::Expected<uint64_t> countNew(Collected &of) {
    MLIRGYM_TRY(uint64_t now, shard->count());
    const uint64_t more = now - rows;
    rows = now;
    added += more;
    of.timings += more;
    return more;
  }

  llvm::Error takeTurn(Collected &of) {
    auto baseline = execution->baseline(of.program);
    if (!baseline)
      return unlessInterrupted(baseline.takeError());
    MLIRGYM_TRY_TO(countNew(of).takeError());
    of.failed = !baseline->ok();
    const uint64_t before = of.timings;
    for (size_t i = 0; i < samplers.size() && !isDone(of) && !isStopped(); ++i)
      MLIRGYM_TRY_TO(draw(of, i));
    if (!isStopped())
      of.barren = of.timings > before ? 0 : of.barren + 1;
    return makeRoom();
  }

  unsigned turn() const { return perTurn * execution->concurrency(); }
  /// Schedules that a sampler may request in a turn: of a small space most are
  /// stored already.
  unsigned perDraw() const { return 2 * turn() + unsigned(numStarts); }

  llvm::Error draw(Collected &of, size_t sampler) {
    const uint64_t left = flags.perProgram - of.timings;
    const auto most = static_cast<unsigned>(std::min<uint64_t>(
        llvm::divideCeil(left, samplers.size() - sampler), turn()));
    const uint64_t asked = numMeasured();
    SearchOptions options;
    options.seed = seedOf(of, sampler);
    // Equal batches, which the search makes of as many samples for each that is
    // measured at a time.
    const unsigned atATime = execution->concurrency();
    const unsigned batches = llvm::divideCeil(most, options.batch * atATime);
    options.batch = llvm::divideCeil(most, batches * atATime);
    options.measureInTurn = false;
    for (const auto &[ns, schedule] : of.fastest)
      options.starts.push_back(schedule);
    options.budget = perDraw();
    options.progress = [&](const SearchOptions::Progress &) {
      return numMeasured() - asked < most && !isStopped();
    };
    auto result = samplers[sampler]->optimize(of.program, *execution, options);
    if (!result)
      return unlessInterrupted(result.takeError());
    if (!result->schedule.empty())
      of.add(result->best.medianNs, result->schedule);
    MLIRGYM_TRY(uint64_t more, countNew(of));
    origin.samplers[publicName(flags.samplers[sampler])] += more;
    report(of);
    return origin.write(shards.current());
  }

  uint64_t numMeasured() const {
    const ExecutionStatistics now = execution->statistics();
    return now.requests - now.cacheHits;
  }

  uint64_t seedOf(const Collected &of, size_t sampler) const {
    uint64_t seed = flags.seed;
    for (uint64_t part : {llvm::xxh3_64bits(of.program->key().hex()),
                          of.timings, uint64_t(of.barren), uint64_t(sampler)})
      seed = SplitMix(seed ^ part).next();
    return seed;
  }

  void report(const Collected &of) {
    double done = 0;
    for (const Collected &each : programs)
      done += isDone(each) ? double(flags.perProgram) : double(each.timings);
    progress.update(done, double(flags.perProgram) * double(programs.size()),
                    llvm::formatv("{0}  {1} new, {2:f0} per minute",
                                  of.program->name(), added,
                                  60 * double(added) / watch.seconds())
                        .str());
  }

  const CollectFlags &flags;
  LockedFolder folder;
  ExecDataShards shards;
  const std::string machine;
  std::vector<std::unique_ptr<Agent>> samplers;
  std::vector<Collected> programs;
  std::unique_ptr<Execution> execution;
  /// The current shard, and its number of records.
  std::unique_ptr<ExecData> shard;
  uint64_t rows = 0, added = 0, measuredBefore = 0;
  SampleOrigin origin;
  Stopwatch watch;
  Progress progress;
};

llvm::Expected<int> runCollect(const CollectFlags &flags,
                               const CommandLine &line) {
  catchInterrupts();
  MLIRGYM_TRY(auto collection, Collection::open(flags, line));
  MLIRGYM_TRY_TO(flags.execution.remeasure ? collection->remeasure()
                                           : collection->run());
  const nlohmann::ordered_json object = collection->toJson();
  collection.reset(); // removes the bar
  if (flags.output.json) {
    printJson(object);
    return ExitOk;
  }
  const double seconds = object["seconds"], count = object["new"];
  textOut() << llvm::formatv(
      "{0}: {1} timings of {2} programs on {3}\n"
      "{4} of them new, in {5:f0} s ({6:f0} per minute)\n",
      flags.out, object["timings"].get<uint64_t>(),
      object["programs"].get<uint64_t>(), object["machine"].get<std::string>(),
      object["new"].get<uint64_t>(), seconds, 60 * count / seconds);
  for (const auto &name : object["failed"])
    textOut() << name.get<std::string>()
              << ": does not run untransformed, left out\n";
  for (const auto &name : object["exhausted"])
    textOut() << name.get<std::string>() << ": no more schedules were found\n";
  if (!object["complete"])
    textOut() << "The same command continues.\n";
  return ExitOk;
}
} // namespace

void addCollectCommand(CLI::App &app, CommandLine &line) {
  CLI::App *collect = addSubcommand(
      app, "collect",
      "Measure schedules of all programs of suites in turns, for data sets; "
      "`mlirgym data publish` makes one");
  auto flags = std::make_shared<CollectFlags>();
  addOption(*collect, "--out,-o", flags->out,
            "Folder of exec-data files, to which timings are added; the same "
            "command continues there, also on another machine")
      .type("DIR")
      .required();
  addOption(*collect, "--suite", flags->suites,
            "Suites of programs, separated by commas: names or files")
      .delimiter(',')
      .oneValueEach()
      .type("NAME|FILE")
      .showDefault();
  addSplitOption(*collect, flags->split);
  SearchFlags::checkAgent(
      addOption(*collect, "--samplers", flags->samplers,
                "Agents that draw the schedules, equal shares of new timings "
                "each, separated by commas; one that is named twice has two "
                "shares: " +
                    agentList())
          .delimiter(',')
          .oneValueEach()
          .showDefault());
  addCount(*collect, "--per-program", flags->perProgram, {1, 1u << 30},
           "Timings per program, those in the folder included");
  addNumber(*collect, "--seconds", flags->seconds, {.orEqual = true}, "SECONDS",
            "End after this many seconds; 0: when all programs have their "
            "timings");
  addCount(*collect, "--shard-rows", flags->shardRows, {1, 1u << 30},
           "Timings per file; a full one is never written again");
  addCount(*collect, "--seed", flags->seed, {}, "Seed of the draws");
  flags->execution.addThreadsTo(*collect);
  flags->execution.addLimitsTo(*collect);
  optionOf(*collect, "--remeasure")
      .describe("Time the noisy timings of the folder again instead of new "
                "schedules [default: new schedules]");
  flags->execution.addClusterTo(*collect);
  flags->execution.addDeviceFeaturesTo(*collect);
  // Each kernel is needed once.
  flags->execution.noKernelCache = true;
  flags->output.addJsonAndProgress(*collect);
  setRun(*collect, line, runCollect, flags, nullptr);
}
} // namespace mlirgym::tools
