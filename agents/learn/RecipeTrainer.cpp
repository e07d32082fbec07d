#include "agents/learn/RecipeTrainer.h"
#include "agents/Agent.h"
#include "agents/Recipe.h"
#include "agents/guided/PolicyAgents.h"
#include "agents/learn/ImitationConfig.h"
#include "agents/learn/ImitationTrainer.h"
#include "agents/learn/RecipeState.h"
#include "agents/policy/JsonMembers.h"
#include "agents/policy/PolicySpec.h"
#include "agents/policy/TrainedPolicy.h"
#include "agents/policy/TrainingFolder.h"
#include "agents/policy/nets/Guarded.h"
#include "agents/search/Searchers.h"
#include "execution/Execution.h"
#include "execution/device/Device.h"
#include "observation/Observation.h"
#include "outcome/ExecutionError.h"
#include "outcome/Measurement.h"
#include "program/Program.h"
#include "program/ProgramLoader.h"
#include "program/RandomStream.h"
#include "program/Stopwatch.h"
#include "program/Try.h"
#include "program/files/AtomicFile.h"
#include "program/files/RegularFile.h"
#include "program/suites/Suite.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/LineIterator.h"
#include "llvm/Support/MemoryBuffer.h"
#include <algorithm>
#include <cassert>
#include <cmath>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <set>
#include <string>
#include <vector>

using namespace mlirgym;
using Json = nlohmann::ordered_json;

namespace {
/// Geometric mean of values that are added one by one.
class GeometricMean {
public:
  void add(double value) {
    sum += std::log(value);
    ++count;
  }
  std::optional<double> value() const {
    return count ? std::optional(std::exp(sum / count)) : std::nullopt;
  }

private:
  double sum = 0;
  unsigned count = 0;
};

/// The task of a search: a program with one of the executions.
struct SearchTask {
  unsigned program, execution;
};

Json toJson(const Recipe &recipe) {
  Json rounds = Json::array();
  for (const RecipeRound &round : recipe.rounds)
    rounds.push_back({{"agent", round.agent}, {"samples", round.samples}});
  return {{"name", recipe.name},
          {"suites", recipe.suites},
          {"rounds", std::move(rounds)},
          {"evaluation_samples", recipe.evaluationSamples}};
}

/// File names may contain any bytes, but JSON is UTF-8.
Json programKeys(llvm::ArrayRef<std::shared_ptr<const Program>> programs) {
  Json keys = Json::array();
  for (const auto &program : programs)
    keys.push_back(llvm::json::fixUTF8(program->name()) + " " +
                   program->key().hex());
  return keys;
}

/// The programs of the second list that are not in the first, each once.
std::vector<std::shared_ptr<const Program>>
without(llvm::ArrayRef<std::shared_ptr<const Program>> first,
        llvm::ArrayRef<std::shared_ptr<const Program>> second) {
  std::set<ProgramKey> seen;
  for (const auto &program : first)
    seen.insert(program->key());
  std::vector<std::shared_ptr<const Program>> kept;
  for (const auto &program : second)
    if (seen.insert(program->key()).second)
      kept.push_back(program);
  return kept;
}

bool needsPolicy(const RecipeRound &round) {
  return llvm::is_contained(policyAgentNames(), round.agent);
}

llvm::Error checkRounds(const Recipe &recipe, bool hasPolicy) {
  std::vector<std::string> searchers = searcherNames(), all = searchers;
  llvm::append_range(all, policyAgentNames());
  for (const RecipeRound &round : recipe.rounds)
    if (!llvm::is_contained(all, round.agent))
      return llvm::createStringError(
          "recipe %s: there is no agent '%s'; use one of %s",
          recipe.name.c_str(), round.agent.c_str(),
          llvm::join(all, ", ").c_str());
  if (recipe.rounds.empty() ||
      (!hasPolicy && needsPolicy(recipe.rounds.front())))
    return llvm::createStringError(
        "recipe %s: the first round has no policy yet; begin with one of %s, "
        "or from a checkpoint",
        recipe.name.c_str(), llvm::join(searchers, ", ").c_str());
  return llvm::Error::success();
}

llvm::Expected<ImitationOptions>
imitationOptions(const Recipe &recipe, const RecipeOptions &options) {
  ImitationOptions imitation;
  imitation.seed = options.seed;
  imitation.torchThreads = options.torchThreads;
  imitation.from = options.from;
  imitation.data.encoding = options.encoding;
  imitation.data.state = options.state;
  for (const auto &[name, values] : recipe.learn)
    MLIRGYM_TRY_TO(setImitationOption(imitation, name, values));
  MLIRGYM_TRY_TO(checkImitationOptions(imitation));
  return imitation;
}

llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
contentsOf(const std::string &file) {
  auto bytes = readRegular(file); // 1 GB at most, more than any agent.pt has
  if (!bytes)
    return llvm::createStringError(bytes.getError(), "%s: %s", file.c_str(),
                                   bytes.getError().message().c_str());
  return std::move(*bytes);
}

llvm::Error copyFile(const std::string &from, const std::string &to) {
  MLIRGYM_TRY(auto bytes, contentsOf(from));
  return writeAtomically(to, bytes->getBuffer());
}

/// True if a replay had no timing for any request.
bool nothingKnown(const SearchResult &result) {
  return result.samples ==
         result.statusCounts[static_cast<size_t>(Status::NotCached)];
}
} // namespace

llvm::Expected<RecipePrograms> RecipePrograms::load(const Recipe &recipe) {
  ProgramLoader loader;
  RecipePrograms programs;
  for (const std::string &name : recipe.suites) {
    MLIRGYM_TRY(Suite suite, Suite::load(name));
    for (Split split : {Split::Train, Split::Validation})
      for (const std::string &each : suite.programs(split)) {
        MLIRGYM_TRY(auto text, generateProgram(each));
        MLIRGYM_TRY(auto program, loader.loadText(text, each));
        (split == Split::Train ? programs.train : programs.validation)
            .push_back(std::make_shared<Program>(std::move(program)));
      }
  }
  if (programs.train.empty())
    return llvm::createStringError(
        "recipe %s: its suites have no training program; name others",
        recipe.name.c_str());
  return programs;
}

struct RecipeTrainer::Impl {
  bool finished() const { return state.round == recipe.rounds.size(); }
  bool interrupted() const { return run.interrupted && run.interrupted(); }
  bool budgetIsSpent() const;

  llvm::Error begin();
  /// Makes the initial checkpoint the first agent, which is still to be
  /// evaluated.
  llvm::Error beginFromCheckpoint();
  llvm::Error resume();
  Json config() const;
  /// Writes the state, with the time up to now.
  llvm::Error save();
  void watch(unsigned done, unsigned total) const;

  /// These do not change the phase if they are interrupted, or if there is no
  /// budget left at the start.
  llvm::Error search();
  llvm::Error learn();
  llvm::Error evaluate();

  std::string learnFolder() const;
  llvm::Expected<std::unique_ptr<ImitationTrainer>> makeTrainer() const;
  llvm::Error noteImitation(const ImitationTrainer &trainer);
  std::vector<unsigned> order() const;
  llvm::Expected<std::unique_ptr<Agent>> agentOf(const RecipeRound &round);
  /// nullopt if it was interrupted, or if the program has no timing.
  llvm::Expected<std::optional<SearchResult>>
  optimize(Agent &agent, unsigned task, SearchOptions options);
  llvm::Error conclude();

  /// Each program with each execution: training programs first, and the tasks
  /// of a program together.
  size_t numTasks() const { return programs.size() * executions.size(); }
  size_t numTrainTasks() const { return numTrain * executions.size(); }
  SearchTask taskAt(unsigned index) const {
    const auto each = static_cast<unsigned>(executions.size());
    return {index / each, index % each};
  }
  std::vector<unsigned> threads() const;

  Recipe recipe;
  std::vector<std::shared_ptr<const Program>> programs; // training ones first
  size_t numTrain = 0;
  /// They differ in their number of threads.
  std::vector<std::shared_ptr<Execution>> executions;
  RecipeOptions options;
  ImitationOptions imitation;
  MachineFeatures machine;
  RecipeRun run;
  std::optional<TrainingFolder> folder;
  RecipeState state;
  Stopwatch watchOfRun;
  double secondsBefore = 0;
  /// Tasks whose untransformed program does not run, by index.
  std::map<unsigned, std::string> withoutTime;
  std::string firstWithoutTime;
};

bool RecipeTrainer::Impl::budgetIsSpent() const {
  if (options.samples > 0 && state.measured >= options.samples)
    return true;
  return options.minutes > 0 &&
         watchOfRun.seconds() + state.lastLearnSeconds >= options.minutes * 60;
}

std::vector<unsigned> RecipeTrainer::Impl::threads() const {
  std::vector<unsigned> numbers;
  for (const auto &execution : executions)
    numbers.push_back(execution->options().threads);
  return numbers;
}

Json RecipeTrainer::Impl::config() const {
  return {
      {"recipe", ::toJson(recipe)},
      {"learn", mlirgym::toJson(imitation)},
      {"hidden", imitation.net.hidden},
      {"seed", options.seed},
      {"batch", options.batch},
      {"encoding", mlirgym::toJson(options.encoding)},
      {"max_actions_per_op", options.state.maxActionsPerOp},
      {"threads", threads()},
      {"features", executions.front()->options().deviceFeatures},
      {"any_target", options.anyTarget},
      {"programs", programKeys(llvm::ArrayRef(programs).take_front(numTrain))},
      {"validation",
       programKeys(llvm::ArrayRef(programs).drop_front(numTrain))}};
}

llvm::Error RecipeTrainer::Impl::begin() {
  MLIRGYM_TRY_TO(folder->checkUnused());
  state.best.resize(numTasks());
  MLIRGYM_TRY_TO(writeAtomically(folder->config(), config().dump(2) + "\n"));
  MLIRGYM_TRY_TO(writeAtomically(folder->metrics(), ""));
  if (!imitation.from.empty())
    MLIRGYM_TRY_TO(beginFromCheckpoint());
  return save();
}

llvm::Error RecipeTrainer::Impl::beginFromCheckpoint() {
  if (auto policy = loadPolicy(imitation.from); !policy)
    return policy.takeError();
  if (std::error_code error = llvm::sys::fs::create_directories(learnFolder()))
    return llvm::createFileError(learnFolder(), error);
  state.metrics = {};
  state.metrics.wholeRound = false;
  state.phase = RecipePhase::Evaluate;
  return copyFile(imitation.from, learnFolder() + "/agent.pt");
}

llvm::Error RecipeTrainer::Impl::resume() {
  auto parsed = [](const std::string &file) -> llvm::Expected<Json> {
    auto text = readRegular(file);
    if (!text)
      return llvm::createStringError(
          text.getError(),
          "%s: cannot be resumed: %s; choose the folder of a "
          "recipe, or begin without resuming",
          file.c_str(), text.getError().message().c_str());
    return guarded(file, [&]() -> llvm::Expected<Json> {
      return Json::parse((*text)->getBuffer().begin(),
                         (*text)->getBuffer().end());
    });
  };
  MLIRGYM_TRY(auto saved, parsed(folder->state()));
  MLIRGYM_TRY(auto then, parsed(folder->config()));
  return guarded(folder->state(), [&]() -> llvm::Error {
    imitation.from = then.at("learn").value("from", "");
    const Json now = config();
    std::string difference =
        firstDifference(now.at("learn"), then.at("learn"), {"torch_threads"});
    if (difference.empty())
      difference =
          firstDifference(now, then, {"learn", "programs", "validation"});
    for (const char *list : {"programs", "validation"})
      if (difference.empty() && now.at(list) != then.at(list))
        difference = std::string("the ") + list + " differ";
    if (!difference.empty())
      return llvm::createStringError(
          folder->state() + ": cannot be resumed: " + difference +
          "; resume with the options in its config.json, or train in another "
          "folder");
    state = recipeStateFromJson(saved);
    if (state.best.size() != numTasks() || state.round > recipe.rounds.size())
      return llvm::createStringError(folder->state() +
                                     ": is damaged; train in another folder");
    secondsBefore = state.seconds;
    // A training that was killed may have written a line before its state.
    return folder->forgetMetricsAfter("iteration", state.iteration);
  });
}

llvm::Error RecipeTrainer::Impl::save() {
  state.seconds = secondsBefore + watchOfRun.seconds();
  return writeAtomically(folder->state(),
                         mlirgym::toJson(state).dump(1) + "\n");
}

void RecipeTrainer::Impl::watch(unsigned done, unsigned total) const {
  if (!run.watch)
    return;
  double all = 0, ready = 0;
  for (auto [i, round] : llvm::enumerate(recipe.rounds)) {
    all += round.samples;
    if (i < state.round)
      ready += round.samples;
    if (i == state.round)
      ready += round.samples * (state.phase == RecipePhase::Search && total
                                    ? double(done) / total
                                    : 1);
  }
  double share = ready / all;
  if (options.minutes > 0)
    share = std::max(share, watchOfRun.seconds() / (options.minutes * 60));
  if (options.samples > 0)
    share = std::max(share, double(state.measured) / double(options.samples));
  run.watch({.phase = state.phase,
             .round = state.round + 1,
             .rounds = static_cast<unsigned>(recipe.rounds.size()),
             .done = done,
             .total = total,
             .share = std::min(share, 1.0)});
}

/// Shuffled, so that a round that a budget ends has a mixture of all programs.
std::vector<unsigned> RecipeTrainer::Impl::order() const {
  std::vector<unsigned> indices(numTasks());
  std::iota(indices.begin(), indices.end(), 0u);
  RandomStream random(SplitMix(options.seed + state.round).next());
  random.shuffle(llvm::MutableArrayRef(indices));
  return indices;
}

llvm::Expected<std::unique_ptr<Agent>>
RecipeTrainer::Impl::agentOf(const RecipeRound &round) {
  if (!needsPolicy(round))
    return makeSearcher(round.agent);
  MLIRGYM_TRY(auto policy, loadPolicy(folder->agent()));
  return makePolicyAgent(round.agent, std::move(policy));
}

llvm::Expected<std::optional<SearchResult>>
RecipeTrainer::Impl::optimize(Agent &agent, unsigned task,
                              SearchOptions search) {
  if (withoutTime.contains(task))
    return std::nullopt;
  const std::shared_ptr<const Program> &program =
      programs[taskAt(task).program];
  Execution &execution = *executions[taskAt(task).execution];
  llvm::Expected<Measurement> baseline = execution.baseline(program);
  if (baseline.errorIsA<InterruptedError>()) {
    llvm::consumeError(baseline.takeError());
    return std::nullopt;
  }
  if (!baseline)
    return baseline.takeError();
  if (!baseline->ok() || baseline->medianNs <= 0) {
    const std::string why =
        (program->name() + ": the baseline is " + nameOf(baseline->status))
            .str();
    if (withoutTime.empty())
      firstWithoutTime = why;
    withoutTime[task] = why;
    return std::nullopt;
  }
  search.encoding = options.encoding;
  search.state = options.state;
  search.batch = options.batch;
  // Learning takes the timings from exec data; these speedups are not reported.
  search.measureInTurn = false;
  search.progress = [this](const SearchOptions::Progress &) {
    return !interrupted();
  };
  llvm::Expected<SearchResult> result =
      agent.optimize(program, execution, search);
  if (result.errorIsA<InterruptedError>()) {
    llvm::consumeError(result.takeError());
    return std::nullopt;
  }
  if (!result)
    return result.takeError();
  state.measured +=
      result->samples - result->cacheHits -
      result->statusCounts[static_cast<size_t>(Status::NotCached)];
  // An interrupted search is repeated; its timings are stored by then.
  if (interrupted())
    return std::nullopt;
  state.samples += result->samples;
  state.best[task] = std::max(state.best[task], result->speedup);
  return std::move(*result);
}

llvm::Error RecipeTrainer::Impl::search() {
  const RecipeRound &round = recipe.rounds[state.round];
  MLIRGYM_TRY(std::unique_ptr<Agent> agent, agentOf(round));
  SearchOptions search;
  search.budget = round.samples;
  // A searcher continues where it ended: with the same seed its first samples
  // are stored. A policy would repeat its earlier draws.
  search.seed = options.seed;
  if (needsPolicy(round))
    search.seed += state.round;
  const std::vector<unsigned> tasks = order();
  const unsigned total = tasks.size();
  while (state.program < total && !budgetIsSpent()) {
    watch(state.program, total);
    const Stopwatch taken;
    SearchOptions left = search;
    if (options.samples > 0)
      left.budget = static_cast<unsigned>(
          std::min<uint64_t>(search.budget, options.samples - state.measured));
    auto result = optimize(*agent, tasks[state.program], std::move(left));
    if (!result)
      return result.takeError();
    state.searchSeconds += taken.seconds();
    const bool stops = interrupted();
    if (!stops) {
      ++state.program;
      ++state.searched;
    }
    MLIRGYM_TRY_TO(save());
    if (stops)
      return llvm::Error::success();
  }
  if (state.searched == 0)
    return llvm::Error::success();
  state.metrics = {};
  state.metrics.round = state.round + 1;
  state.metrics.agent = round.agent;
  state.metrics.wholeRound = state.program == total;
  state.phase = RecipePhase::Learn;
  return save();
}

std::string RecipeTrainer::Impl::learnFolder() const {
  return folder->inner("learn-" + std::to_string(state.iteration + 1));
}

llvm::Expected<std::unique_ptr<ImitationTrainer>>
RecipeTrainer::Impl::makeTrainer() const {
  const ExecutionOptions &timings = executions.front()->options();
  ImitationSources sources;
  sources.timings.files = timings.mainExecData;
  if (!timings.execDataFile.empty())
    sources.timings.files.push_back(timings.execDataFile);
  sources.timings.threads = threads();
  sources.timings.machine = executions.front()->device().machine();
  sources.timings.anyTarget = options.anyTarget;
  sources.timings.anyMachine = timings.replay && timings.anyMachine;
  const llvm::ArrayRef all(programs);
  sources.train = all.take_front(numTrain).vec();
  sources.validation = all.drop_front(numTrain).vec();
  auto create = [&](bool resume) {
    return ImitationTrainer::create(sources, imitation, machine,
                                    {.folder = learnFolder(),
                                     .resume = resume,
                                     .interrupted = run.interrupted});
  };
  const std::string begun = learnFolder() + "/checkpoint.pt";
  if (llvm::sys::fs::exists(begun)) {
    auto trainer = create(/*resume=*/true);
    if (trainer)
      return trainer;
    // Another process has added timings to the file meanwhile, or this process
    // was killed while it created the folder. Learning takes minutes: start
    // again.
    llvm::consumeError(trainer.takeError());
  }
  llvm::sys::fs::remove_directories(learnFolder());
  return create(/*resume=*/false);
}

llvm::Error
RecipeTrainer::Impl::noteImitation(const ImitationTrainer &trainer) {
  state.metrics.learnEpochs = trainer.epochsDone();
  state.metrics.bestEpoch = trainer.bestEpoch();
  const std::string file = learnFolder() + "/metrics.jsonl";
  MLIRGYM_TRY(auto text, contentsOf(file));
  return guarded(file, [&] {
    for (llvm::line_iterator line(*text); !line.is_at_eof(); ++line) {
      const Json epoch = Json::parse(line->begin(), line->end());
      if (epoch.at("epoch") != state.metrics.bestEpoch)
        continue;
      const MemberReader read{epoch};
      read("train_cross_entropy", state.metrics.trainCrossEntropy);
      read("validation_cross_entropy", state.metrics.validationCrossEntropy);
      read("critic_correlation", state.metrics.criticCorrelation);
    }
  });
}

llvm::Error RecipeTrainer::Impl::learn() {
  const Stopwatch taken;
  MLIRGYM_TRY(auto trainer, makeTrainer());
  watch(trainer->epochsDone(), imitation.epochs);
  MLIRGYM_TRY_TO(trainer->train([&](const ImitationMetrics &metrics) {
    watch(metrics.epoch, imitation.epochs);
    return !interrupted();
  }));
  state.metrics.learnSeconds += taken.seconds();
  if (!trainer->finished())
    return save();
  MLIRGYM_TRY_TO(noteImitation(*trainer));
  state.phase = RecipePhase::Evaluate;
  return save();
}

llvm::Error RecipeTrainer::Impl::evaluate() {
  const Stopwatch taken;
  MLIRGYM_TRY(auto agent, loadAgent(learnFolder() + "/agent.pt"));
  SearchOptions search;
  search.budget = recipe.evaluationSamples;
  search.seed = options.seed;
  GeometricMean first, best, share;
  const unsigned total = numTasks() - numTrainTasks();
  const uint64_t samplesBefore = state.samples;
  for (unsigned i = numTrainTasks(); i < numTasks(); ++i) {
    watch(i - numTrainTasks(), total);
    MLIRGYM_TRY(auto result, optimize(*agent, i, search));
    if (interrupted()) {
      state.samples = samplesBefore;
      return save();
    }
    if (!result || nothingKnown(*result))
      continue;
    const std::vector<double> &curve = result->curve;
    first.add(curve.front());
    best.add(curve.back());
    share.add(curve.front() / std::max(1.0, state.best[i]));
  }
  state.metrics.validationSpeedup = first.value();
  state.metrics.validationSpeedupBest = best.value();
  state.metrics.validationShare = share.value();
  state.metrics.evaluateSeconds = taken.seconds();
  return conclude();
}

/// A crash before the state is written repeats this with equal results.
llvm::Error RecipeTrainer::Impl::conclude() {
  RecipeMetrics &metrics = state.metrics;
  // The geometric mean of the speedups after one and after several samples: the
  // first sample alone depends on luck for one or two programs.
  std::optional<double> score;
  if (metrics.validationSpeedup)
    score =
        std::sqrt(*metrics.validationSpeedup * *metrics.validationSpeedupBest);
  metrics.best = !score || !state.bestScore || *score > *state.bestScore;
  const std::string learned = learnFolder() + "/agent.pt";
  MLIRGYM_TRY_TO(copyFile(learned, folder->lastAgent()));
  if (metrics.best)
    MLIRGYM_TRY_TO(copyFile(learned, folder->agent()));

  metrics.iteration = state.iteration + 1;
  metrics.samples = state.samples;
  metrics.measured = state.measured;
  metrics.programs =
      llvm::count_if(state.best, [](double speedup) { return speedup > 0; });
  GeometricMean meanBest;
  for (double speedup : llvm::ArrayRef(state.best).take_front(numTrainTasks()))
    if (speedup > 0)
      meanBest.add(speedup);
  metrics.meanBestSpeedup = meanBest.value().value_or(1);
  metrics.searchSeconds = state.searchSeconds;
  metrics.seconds = secondsBefore + watchOfRun.seconds();
  MLIRGYM_TRY_TO(appendLine(folder->metrics(), metrics.toJson()));

  const std::string done = learnFolder();
  state.lastLearnSeconds = metrics.learnSeconds + metrics.evaluateSeconds;
  ++state.iteration;
  if (metrics.best) {
    state.bestScore = score;
    state.bestIteration = state.iteration;
  }
  if (metrics.wholeRound) {
    ++state.round;
    state.program = 0;
  }
  state.searched = 0;
  state.searchSeconds = 0;
  state.phase = RecipePhase::Search;
  MLIRGYM_TRY_TO(save());
  llvm::sys::fs::remove_directories(done); // 20 MB that are no longer needed
  return llvm::Error::success();
}

RecipeTrainer::RecipeTrainer() = default;
RecipeTrainer::~RecipeTrainer() = default;

llvm::Expected<std::unique_ptr<RecipeTrainer>>
RecipeTrainer::create(Recipe recipe, const RecipePrograms &programs,
                      std::vector<std::shared_ptr<Execution>> executions,
                      RecipeOptions options, const MachineFeatures &machine,
                      RecipeRun run) {
  assert(!executions.empty() && "a training needs an execution");
  MLIRGYM_TRY_TO(checkRounds(recipe, run.resume || !options.from.empty()));
  MLIRGYM_TRY(ImitationOptions imitation, imitationOptions(recipe, options));
  if (programs.train.empty())
    return llvm::createStringError("recipe %s: there is no training program",
                                   recipe.name.c_str());
  if (executions.front()->options().execDataFile.empty() &&
      executions.front()->options().mainExecData.empty())
    return llvm::createStringError(
        "recipe %s: agents learn from an exec-data file; give one",
        recipe.name.c_str());

  auto made = std::unique_ptr<RecipeTrainer>(new RecipeTrainer());
  made->impl = std::make_unique<Impl>();
  Impl &impl = *made->impl;
  impl.recipe = std::move(recipe);
  impl.programs = without({}, programs.train);
  impl.numTrain = impl.programs.size();
  llvm::append_range(impl.programs,
                     without(impl.programs, programs.validation));
  impl.executions = std::move(executions);
  impl.options = std::move(options);
  impl.imitation = std::move(imitation);
  impl.machine = machine;
  impl.run = std::move(run);
  MLIRGYM_TRY(impl.folder, TrainingFolder::open(impl.run.folder));
  MLIRGYM_TRY_TO(impl.run.resume ? impl.resume() : impl.begin());
  return made;
}

unsigned RecipeTrainer::bestIteration() const {
  return impl->state.bestIteration;
}
std::vector<unsigned> RecipeTrainer::threads() const { return impl->threads(); }
bool RecipeTrainer::finished() const { return impl->finished(); }
unsigned RecipeTrainer::programsWithoutTime() const {
  return impl->withoutTime.size();
}
const std::string &RecipeTrainer::firstWithoutTime() const {
  return impl->firstWithoutTime;
}

llvm::Error RecipeTrainer::train(const Progress &progress) {
  Impl &state = *impl;
  while (!state.finished() && !state.interrupted()) {
    const RecipePhase phase = state.state.phase;
    switch (phase) {
    case RecipePhase::Search:
      MLIRGYM_TRY_TO(state.search());
      break;
    case RecipePhase::Learn:
      MLIRGYM_TRY_TO(state.learn());
      break;
    case RecipePhase::Evaluate: {
      MLIRGYM_TRY_TO(state.evaluate());
      if (state.state.phase != RecipePhase::Evaluate && progress &&
          !progress(state.state.metrics))
        return llvm::Error::success();
      break;
    }
    }
    if (state.state.phase == phase) // interrupted, or nothing left to spend
      return llvm::Error::success();
  }
  return llvm::Error::success();
}
