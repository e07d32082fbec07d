#include "agents/learn/ImitationTrainer.h"
#include "actions/encoding/Encoding.h"
#include "agents/learn/Batches.h"
#include "agents/learn/Dataset.h"
#include "agents/learn/ImitationConfig.h"
#include "agents/learn/ImitationLearner.h"
#include "agents/learn/StoredTimings.h"
#include "agents/policy/Checkpoint.h"
#include "agents/policy/JsonMembers.h"
#include "agents/policy/PolicySpec.h"
#include "agents/policy/TrainingFolder.h"
#include "agents/policy/nets/Guarded.h"
#include "agents/policy/nets/NetOptions.h"
#include "agents/policy/nets/PolicyNet.h"
#include "agents/search/SearchSpace.h"
#include "observation/ActionEncoding.h"
#include "observation/Observation.h"
#include "program/Program.h"
#include "program/RandomStream.h"
#include "program/Stopwatch.h"
#include "program/Try.h"
#include "program/files/AtomicFile.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MathExtras.h"
#include <ATen/Parallel.h>
#include <algorithm>
#include <limits>
#include <memory>
#include <numeric>
#include <optional>
#include <set>
#include <vector>

using namespace mlirgym;
using Json = nlohmann::ordered_json;

namespace {
/// Options that a resumed training may change; all others influence its result.
constexpr llvm::StringRef mayChange[] = {"save_every", "torch_threads",
                                         "patience"};

/// Rows per pass of the network if no gradient is needed.
constexpr size_t evaluatedAtOnce = 1024;

/// A correlation of fewer values is meaningless.
constexpr size_t leastRanked = 5;

struct ImitationData {
  Dataset train, validation;
  ImitationSummary summary;
};

llvm::Expected<ImitationData> loadData(const ImitationSources &sources,
                                       const DatasetOptions &options) {
  std::vector<std::shared_ptr<const Program>> programs = sources.train;
  std::set<ProgramKey> trained;
  for (const auto &program : sources.train)
    trained.insert(program->key());
  llvm::append_range(programs, sources.validation);

  ImitationData data;
  MLIRGYM_TRY(auto stored, readStoredTimings(programs, sources.timings,
                                             data.summary.timings));
  std::vector<StoredProgram> train, validation;
  for (StoredProgram &each : stored)
    (trained.contains(each.program->key()) ? train : validation)
        .push_back(std::move(each));
  if (train.empty())
    return noStoredTimings(sources.timings, trained.size(),
                           data.summary.timings);
  data.train = Dataset::build(train, options);
  data.validation = Dataset::build(validation, options);
  ImitationSummary &summary = data.summary;
  auto count = [](const Dataset &of) {
    std::set<ProgramKey> keys;
    for (const DatasetProgram &each : of.programs)
      keys.insert(each.program->key());
    return keys.size();
  };
  summary.trainPrograms = count(data.train);
  summary.trainProgramsAsked = trained.size();
  summary.validationPrograms = count(data.validation);
  summary.trainSchedules = data.train.trajectories.size();
  summary.validationSchedules = data.validation.trajectories.size();
  summary.decisions = data.train.policyRows.size();
  summary.criticStates = data.train.criticRows.size();
  summary.unfit = data.train.unfit + data.validation.unfit;
  summary.firstUnfit =
      data.train.unfit ? data.train.firstUnfit : data.validation.firstUnfit;
  return data;
}

/// Reads the policy with the initial weights.
llvm::Expected<SavedPolicy> readStart(llvm::StringRef path) {
  llvm::Expected<SavedPolicy> start = readSavedPolicy(path);
  if (start && start->spec.actions != EncodingKind::Flat)
    return llvm::createStringError(
        path.str() + ": its policy chooses in the encoding '" +
        nameOf(start->spec.actions).str() +
        "', and timings are learned from as flat decisions; start from "
        "another checkpoint");
  return start;
}

/// Validation results of the epochs.
struct Validation {
  double bestCrossEntropy = std::numeric_limits<double>::infinity();
  unsigned bestEpoch = 0;
};

/// The state to which an interrupted epoch is rolled back.
struct Snapshot {
  std::vector<NamedArray> arrays;
  uint64_t steps = 0;
  RandomStream random;
};
} // namespace

std::string ImitationMetrics::toJson() const {
  return Json{{"epoch", epoch},
              {"learning_rate", learningRate},
              {"train_cross_entropy", trainCrossEntropy},
              {"train_accuracy", trainAccuracy},
              {"critic_loss", criticLoss},
              {"validation_cross_entropy", orNull(validationCrossEntropy)},
              {"validation_accuracy", orNull(validationAccuracy)},
              {"critic_correlation", orNull(criticCorrelation)},
              {"seconds", seconds}}
      .dump();
}

struct ImitationTrainer::Impl {
  Impl(ImitationData loaded, ImitationOptions learn, PolicySpec policy,
       ImitationRun to);

  llvm::Error begin(llvm::ArrayRef<NamedArray> weights);
  llvm::Error resume();
  llvm::Error matches(const Json &facts) const;
  llvm::Error takeOver(const Checkpoint &checkpoint);
  Json config() const;
  llvm::Error save();
  llvm::Error saveAgent() const;
  bool finished() const;

  /// nullopt if it was interrupted; the state is then unchanged.
  llvm::Expected<std::optional<ImitationMetrics>> epoch();
  llvm::Expected<bool> takeSteps(ImitationMetrics &metrics);
  void validate(ImitationMetrics &metrics);
  double correlation();

  // Declared before the members that refer to it.
  ImitationData data;
  ImitationOptions options;
  PolicySpec spec;
  ImitationRun run;
  std::string trainDigest, validationDigest;
  std::optional<TrainingFolder> folder;
  Batches batches;
  std::optional<Batches> validationBatches;
  RandomStream random;
  std::optional<ImitationLearner> learner;
  unsigned epochs = 0;
  Validation validation;
  bool saved = false; // since the last epoch
};

ImitationTrainer::Impl::Impl(ImitationData loaded, ImitationOptions learn,
                             PolicySpec policy, ImitationRun to)
    : data(std::move(loaded)), options(std::move(learn)),
      spec(std::move(policy)), run(std::move(to)),
      trainDigest(data.train.digest()),
      validationDigest(data.validation.digest()), batches(data.train),
      random(options.seed) {
  if (!data.validation.policyRows.empty())
    validationBatches.emplace(data.validation);
  const uint64_t perEpoch =
      llvm::divideCeil(data.train.policyRows.size(), options.minibatch);
  at::set_num_threads(static_cast<int>(std::max(1u, options.torchThreads)));
  learner.emplace(options,
                  NetShape{spec.observer(spec.machine).spec(), numLogits(spec),
                           spec.encoding.kinds},
                  perEpoch * options.epochs);
}

bool ImitationTrainer::Impl::finished() const {
  if (epochs >= options.epochs)
    return true;
  return validationBatches && epochs >= validation.bestEpoch + options.patience;
}

Json ImitationTrainer::Impl::config() const {
  return {{"learn", toJson(options)},
          {"policy", toJson(spec)},
          {"data", {{"train", trainDigest}, {"validation", validationDigest}}}};
}

llvm::Error ImitationTrainer::Impl::begin(llvm::ArrayRef<NamedArray> weights) {
  MLIRGYM_TRY_TO(folder->checkUnused());
  if (!weights.empty())
    if (llvm::Error error = learner->startFrom(weights))
      return inFile(options.from, std::move(error));
  MLIRGYM_TRY_TO(writeAtomically(folder->config(), config().dump(2) + "\n"));
  return writeAtomically(folder->metrics(), "");
}

llvm::Error ImitationTrainer::Impl::matches(const Json &facts) const {
  const Json now = config();
  std::string difference =
      firstDifference(now.at("learn"), facts.at("learn"), mayChange);
  if (difference.empty())
    difference =
        firstDifference(now.at("policy"), facts.at("policy"), {"data_sheet"});
  if (difference.empty() && now.at("data") != facts.at("data"))
    difference = "the stored timings or the programs differ";
  if (difference.empty())
    return llvm::Error::success();
  return llvm::createStringError(
      folder->checkpoint() + ": cannot be resumed: " + difference +
      "; resume with the options in its config.json and the same exec data, or "
      "learn in another folder");
}

llvm::Error ImitationTrainer::Impl::takeOver(const Checkpoint &checkpoint) {
  const Json &facts = checkpoint.facts;
  MLIRGYM_TRY_TO(
      learner->restore(checkpoint.arrays, facts.at("steps").get<uint64_t>()));
  MLIRGYM_TRY_TO(random.restore(facts.at("random").get<std::string>()));
  facts.at("epochs").get_to(epochs);
  facts.at("best_epoch").get_to(validation.bestEpoch);
  if (const Json &best = facts.at("best_cross_entropy"); !best.is_null())
    best.get_to(validation.bestCrossEntropy);
  return llvm::Error::success();
}

llvm::Error ImitationTrainer::Impl::resume() {
  const std::string file = folder->checkpoint();
  MLIRGYM_TRY(Checkpoint read, readCheckpoint(file));
  if (llvm::Error error = guarded(file, [&]() -> llvm::Error {
        if (!read.facts.contains("learn"))
          return llvm::createStringError(
              file + ": is a checkpoint, but not of `mlirgym learn`; choose "
                     "another folder");
        MLIRGYM_TRY_TO(matches(read.facts));
        return inFile(file, takeOver(read));
      }))
    return error;
  saved = true;
  return folder->forgetMetricsAfter("epoch", epochs);
}

llvm::Error ImitationTrainer::Impl::saveAgent() const {
  return writeCheckpoint(folder->agent(),
                         {{{"policy", toJson(spec)}, {"epoch", epochs}},
                          weightsOf(learner->net())});
}

llvm::Error ImitationTrainer::Impl::save() {
  return guarded(folder->checkpoint(), [&]() -> llvm::Error {
    // Without validation the last network is the best.
    if (!validationBatches || epochs == 0)
      MLIRGYM_TRY_TO(saveAgent());
    Checkpoint now;
    now.facts = config();
    now.facts["epochs"] = epochs;
    now.facts["steps"] = learner->stepsTaken();
    now.facts["random"] = random.state();
    now.facts["best_epoch"] = validation.bestEpoch;
    now.facts["best_cross_entropy"] = validation.bestEpoch
                                          ? orNull(validation.bestCrossEntropy)
                                          : orNull(std::nullopt);
    now.arrays = learner->arrays();
    MLIRGYM_TRY_TO(writeCheckpoint(folder->checkpoint(), now));
    saved = true;
    return llvm::Error::success();
  });
}

/// False if it was interrupted.
llvm::Expected<bool>
ImitationTrainer::Impl::takeSteps(ImitationMetrics &metrics) {
  std::vector<uint32_t> order(data.train.policyRows.size());
  std::iota(order.begin(), order.end(), 0u);
  random.shuffle(llvm::MutableArrayRef(order));
  ImitationLosses sums;
  for (llvm::ArrayRef<uint32_t> left = order; !left.empty();) {
    if (run.interrupted && run.interrupted())
      return false;
    const auto rows = left.take_front(options.minibatch);
    left = left.drop_front(rows.size());
    metrics.learningRate = learner->learningRate();
    llvm::Expected<ImitationLosses> losses = learner->step(
        batches.policy(rows), batches.drawCritic(rows.size(), random));
    if (!losses)
      return inFile(run.folder, losses.takeError());
    sums += *losses;
  }
  metrics.trainCrossEntropy = sums.crossEntropy / sums.weight;
  metrics.trainAccuracy = sums.correct / sums.weight;
  metrics.criticLoss = sums.critic / sums.states;
  return true;
}

double ImitationTrainer::Impl::correlation() {
  const auto &trajectories = data.validation.trajectories;
  double sum = 0;
  size_t counted = 0;
  for (size_t first = 0; first < trajectories.size();) {
    size_t end = first;
    std::vector<StateRef> states;
    std::vector<double> measured;
    for (; end < trajectories.size() &&
           trajectories[end].program == trajectories[first].program;
         ++end) {
      states.push_back(
          {static_cast<uint32_t>(end),
           static_cast<uint32_t>(trajectories[end].decisions.size())});
      measured.push_back(trajectories[end].logSpeedup);
    }
    first = end;
    if (states.size() < leastRanked)
      continue;
    std::vector<double> predicted;
    for (llvm::ArrayRef<StateRef> left = states; !left.empty();) {
      const auto rows = left.take_front(evaluatedAtOnce);
      left = left.drop_front(rows.size());
      llvm::append_range(
          predicted, learner->values(validationBatches->observations(rows)));
    }
    sum += rankCorrelation(predicted, measured);
    ++counted;
  }
  return counted ? sum / static_cast<double>(counted) : 0;
}

void ImitationTrainer::Impl::validate(ImitationMetrics &metrics) {
  std::vector<uint32_t> all(data.validation.policyRows.size());
  std::iota(all.begin(), all.end(), 0u);
  ImitationLosses sums;
  for (llvm::ArrayRef<uint32_t> left = all; !left.empty();) {
    const auto rows = left.take_front(evaluatedAtOnce);
    left = left.drop_front(rows.size());
    sums += learner->evaluate(validationBatches->policy(rows));
  }
  metrics.validationCrossEntropy = sums.crossEntropy / sums.weight;
  metrics.validationAccuracy = sums.correct / sums.weight;
  metrics.criticCorrelation = correlation();
}

llvm::Expected<std::optional<ImitationMetrics>>
ImitationTrainer::Impl::epoch() {
  const Stopwatch taken;
  // An incomplete epoch is rolled back. A copy costs milliseconds.
  std::optional<Snapshot> before;
  if (run.interrupted)
    before = {learner->arrays(), learner->stepsTaken(), random};
  ImitationMetrics metrics;
  MLIRGYM_TRY(bool whole, takeSteps(metrics));
  if (!whole) {
    random = before->random;
    MLIRGYM_TRY_TO(learner->restore(before->arrays, before->steps));
    return std::nullopt;
  }
  saved = false;
  metrics.epoch = ++epochs;
  if (validationBatches) {
    validate(metrics);
    if (*metrics.validationCrossEntropy < validation.bestCrossEntropy) {
      validation = {*metrics.validationCrossEntropy, epochs};
      MLIRGYM_TRY_TO(saveAgent());
    }
  } else {
    validation.bestEpoch = epochs;
  }
  metrics.seconds = taken.seconds();
  return metrics;
}

ImitationTrainer::ImitationTrainer() = default;
ImitationTrainer::~ImitationTrainer() = default;

llvm::Expected<std::unique_ptr<ImitationTrainer>>
ImitationTrainer::create(ImitationSources sources, ImitationOptions options,
                         const MachineFeatures &machine, ImitationRun run) {
  MLIRGYM_TRY_TO(checkImitationOptions(options));
  if (sources.timings.files.empty() || sources.timings.threads.empty())
    return llvm::createStringError(
        "learn: give at least one exec-data file and one number of threads");
  std::vector<NamedArray> weights;
  PolicySpec spec;
  if (!options.from.empty()) {
    MLIRGYM_TRY(SavedPolicy start, readStart(options.from));
    options.net = start.spec.net;
    options.data.encoding = start.spec.encoding;
    options.data.state = start.spec.state;
    spec.slices = start.spec.slices;
    weights = std::move(start.weights);
  }
  sources.timings.features = machine;
  spec.agent = "learned";
  spec.machine = machine;
  spec.machine.threads = *llvm::max_element(sources.timings.threads);
  options.data.encoding = withoutPointlessKinds(
      options.data.encoding, spec.machine.threads, options.data.state.limits);
  spec.encoding = options.data.encoding;
  spec.state = options.data.state;
  spec.net = options.net;
  options.data.observation = spec.observation();
  spec.ranksSchedules = options.criticCoefficient > 0;

  return guarded(
      "learn", [&]() -> llvm::Expected<std::unique_ptr<ImitationTrainer>> {
        MLIRGYM_TRY(ImitationData data, loadData(sources, options.data));
        spec.contexts = data.train.contexts();
        spec.dataSheet = toJson(data.summary);
        std::unique_ptr<ImitationTrainer> trainer(new ImitationTrainer());
        trainer->impl =
            std::make_unique<Impl>(std::move(data), std::move(options),
                                   std::move(spec), std::move(run));
        Impl &impl = *trainer->impl;
        MLIRGYM_TRY(impl.folder, TrainingFolder::open(impl.run.folder));
        MLIRGYM_TRY_TO(impl.run.resume ? impl.resume() : impl.begin(weights));
        return trainer;
      });
}

const ImitationSummary &ImitationTrainer::summary() const {
  return impl->data.summary;
}
unsigned ImitationTrainer::epochsDone() const { return impl->epochs; }
unsigned ImitationTrainer::bestEpoch() const {
  return impl->validation.bestEpoch;
}
bool ImitationTrainer::finished() const { return impl->finished(); }

llvm::Error ImitationTrainer::train(const Progress &progress) {
  return guarded("learn", [&]() -> llvm::Error {
    bool goesOn = true;
    while (goesOn && !impl->finished()) {
      MLIRGYM_TRY(std::optional<ImitationMetrics> metrics, impl->epoch());
      if (!metrics)
        break; // interrupted
      MLIRGYM_TRY_TO(appendLine(impl->folder->metrics(), metrics->toJson()));
      if (impl->epochs % impl->options.saveEvery == 0)
        MLIRGYM_TRY_TO(impl->save());
      goesOn = !progress || progress(*metrics);
    }
    return impl->saved ? llvm::Error::success() : impl->save();
  });
}
