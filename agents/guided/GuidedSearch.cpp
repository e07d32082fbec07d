#include "agents/guided/GuidedSearch.h"
#include "agents/guided/Drafts.h"
#include "agents/guided/ScheduleFeatures.h"
#include "agents/guided/SpeedupModel.h"
#include "agents/search/SampleBudget.h"
#include "agents/search/ScheduleDomain.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include <algorithm>
#include <cmath>

using namespace mlirgym;

namespace {
/// Candidates drawn for each batch: by the policy from the start (more before
/// anything was measured), by the policy from a beginning of a parent, and by
/// evolution.
constexpr unsigned firstDraws = 96, draws = 48, redecisions = 48,
                   variations = 96, sketches = 16;
/// Parents are the best that were measured.
constexpr size_t numParents = 16, tournamentSize = 3;
/// Candidates that wait for another batch, at most.
constexpr size_t mostWaiting = 256;
/// Until as many samples, batches are small: each is chosen by what the one
/// before has taught.
constexpr unsigned smallBatches = 24;
constexpr size_t smallBatch = 4;
/// Of each batch the share that evolution chooses, once there are parents.
constexpr double evolutionsShare = 0.125;
/// Rounds in a row that may bring nothing new: the space is taken for exhausted
/// then.
constexpr unsigned maxMisses = 30;
/// Log speedup of a failure, and the least that the model is told.
constexpr double lowest = -1;

enum class Origin : uint8_t { Policy, Evolution };

/// A schedule that waits to be measured, or was.
struct Known {
  Draft draft;
  ModelPoint point;
  Origin origin;
  /// In which it was drawn.
  unsigned round;
  double speedup = 0;
};

/// One optimize() of a guided search.
class GuidedRun {
public:
  GuidedRun(const Policy &policy, BoundPolicy &bound,
            const SearchSpace &searchSpace, SampleBudget &spent,
            const SearchOptions &options)
      : drafter(policy, bound), domain(searchSpace), budget(spent),
        random(options.seed), batch(std::max(1u, options.batch)) {}

  llvm::Error run();

private:
  /// New candidates.
  llvm::Error draw();
  llvm::Expected<std::vector<Draft>> redecided();
  llvm::Expected<std::vector<Draft>> evolved();
  Schedule variation();
  size_t parent();
  /// Adds what was never seen to those that wait.
  void wait(std::vector<Draft> drafts, Origin origin);

  /// Measures a batch of those that wait.
  llvm::Error measure();
  std::vector<Known> takeBatch();
  void learn(Known candidate, double speedup);

  unsigned sample(llvm::ArrayRef<float> logits) {
    return sampleAction(logits, random.uniform());
  }

  Drafter drafter;
  const ScheduleDomain domain;
  SampleBudget &budget;
  RandomStream random;
  const size_t batch;
  unsigned round = 0;
  SpeedupModel model;
  /// Text of all that ever waited.
  llvm::StringSet<> seen;
  std::vector<Known> waiting;
  /// The best that were measured, the fastest first.
  std::vector<Known> parents;
};

llvm::Error GuidedRun::run() {
  auto first = drafter.draw(1, likeliest);
  if (!first)
    return first.takeError();
  wait(std::move(*first), Origin::Policy);
  for (unsigned misses = 0; !budget.exhausted() && misses < maxMisses;) {
    const size_t before = seen.size();
    ++round;
    if (llvm::Error error = draw())
      return error;
    misses = seen.size() > before ? 0 : misses + 1;
    if (llvm::Error error = measure())
      return error;
  }
  return llvm::Error::success();
}

llvm::Error GuidedRun::draw() {
  auto drawn = drafter.draw(
      parents.empty() ? firstDraws : draws,
      [this](llvm::ArrayRef<float> logits) { return sample(logits); });
  if (!drawn)
    return drawn.takeError();
  wait(std::move(*drawn), Origin::Policy);
  auto fromParents = redecided();
  if (!fromParents)
    return fromParents.takeError();
  wait(std::move(*fromParents), Origin::Policy);
  auto fromEvolution = evolved();
  if (!fromEvolution)
    return fromEvolution.takeError();
  wait(std::move(*fromEvolution), Origin::Evolution);
  return llvm::Error::success();
}

llvm::Expected<std::vector<Draft>> GuidedRun::redecided() {
  std::vector<DraftBeginning> beginnings;
  for (unsigned i = 0; i < redecisions && !parents.empty(); ++i) {
    const Draft &draft = parents[parent()].draft;
    beginnings.push_back({&draft, random.below(draft.decisions.size())});
  }
  return drafter.redecide(beginnings, [this](llvm::ArrayRef<float> logits) {
    return sample(logits);
  });
}

llvm::Expected<std::vector<Draft>> GuidedRun::evolved() {
  std::vector<Schedule> schedules;
  llvm::StringSet<> fresh;
  auto add = [&](const Schedule &schedule) {
    const std::string text = schedule.text();
    if (!seen.contains(text) && fresh.insert(text).second)
      schedules.push_back(schedule);
  };
  for (unsigned i = 0; i < sketches; ++i)
    add(domain.plausible(random).schedule);
  for (unsigned i = 0; i < variations && !parents.empty(); ++i)
    add(variation());
  auto drafts = drafter.judge(schedules);
  if (!drafts)
    return drafts.takeError();
  std::vector<Draft *> all;
  for (Draft &draft : *drafts)
    all.push_back(&draft);
  if (llvm::Error error = drafter.addLogProbabilities(all))
    return std::move(error);
  return drafts;
}

Schedule GuidedRun::variation() {
  const Candidate mother = parents[parent()].draft.schedule();
  if (parents.size() == 1 || random.chance(0.75))
    return domain.mutate(mother, random).schedule;
  const Candidate father = parents[parent()].draft.schedule();
  return domain.cross(mother, father, random).schedule;
}

size_t GuidedRun::parent() {
  size_t best = random.below(parents.size());
  for (size_t i = 1; i < tournamentSize; ++i)
    best = std::min<size_t>(best, random.below(parents.size()));
  return best;
}

void GuidedRun::wait(std::vector<Draft> drafts, Origin origin) {
  for (Draft &draft : drafts) {
    const std::string text = draft.schedule().text();
    if (text.empty() || !seen.insert(text).second)
      continue;
    ModelPoint point{scheduleFeatures(draft.end), draft.value,
                     draft.logProbability()};
    waiting.push_back({std::move(draft), std::move(point), origin, round});
  }
}

std::vector<Known> GuidedRun::takeBatch() {
  const size_t size = std::min(
      batch, budget.result().samples < smallBatches ? smallBatch : batch);
  std::vector<Known> taken;
  auto take = [&](size_t index) {
    taken.push_back(std::move(waiting[index]));
    waiting.erase(waiting.begin() + static_cast<std::ptrdiff_t>(index));
  };
  for (size_t i = 0; i < size && !parents.empty(); ++i) {
    if (!random.chance(evolutionsShare))
      continue;
    std::vector<size_t> evolved;
    for (auto [index, known] : llvm::enumerate(waiting))
      if (known.origin == Origin::Evolution && known.round == round)
        evolved.push_back(index);
    if (!evolved.empty())
      take(random.pick(llvm::ArrayRef(evolved)));
  }

  std::vector<ModelPoint> points;
  points.reserve(waiting.size());
  for (const Known &known : waiting)
    points.push_back(known.point);
  std::vector<Known> kept;
  for (size_t index : model.order(points, size - taken.size())) {
    if (taken.size() < size)
      taken.push_back(std::move(waiting[index]));
    else if (kept.size() < mostWaiting)
      kept.push_back(std::move(waiting[index]));
  }
  waiting = std::move(kept);
  return taken;
}

llvm::Error GuidedRun::measure() {
  llvm::StringMap<Known> proposed;
  for (Known &known : takeBatch()) {
    const Candidate candidate = known.draft.schedule();
    if (budget.propose(candidate))
      proposed.try_emplace(candidate.key(), std::move(known));
  }
  llvm::Expected<std::vector<Sample>> samples = budget.run();
  if (!samples)
    return samples.takeError();
  for (const Sample &sample : *samples)
    learn(std::move(proposed.find(sample.candidate.key())->second),
          sample.speedup);
  return llvm::Error::success();
}

void GuidedRun::learn(Known candidate, double speedup) {
  candidate.speedup = speedup;
  model.add(candidate.point,
            speedup > 0 ? std::max(lowest, std::log(speedup)) : lowest);
  if (speedup <= 0)
    return;
  // Behind its equals: what was measured first stays in front.
  const auto place = llvm::find_if(
      parents, [=](const Known &other) { return other.speedup < speedup; });
  parents.insert(place, std::move(candidate));
  if (parents.size() > numParents)
    parents.pop_back();
}
} // namespace

llvm::Expected<SearchResult>
GuidedSearch::optimize(std::shared_ptr<const Program> program,
                       Execution &execution, const SearchOptions &options) {
  llvm::Expected<SampleBudget> budget =
      SampleBudget::start(program, execution, options);
  if (!budget)
    return budget.takeError();
  const unsigned threads = execution.options().threads;
  llvm::Expected<std::unique_ptr<BoundPolicy>> bound =
      policy->bind(program, threads);
  if (!bound)
    return bound.takeError();
  const SearchSpace space(std::move(program), policy->encoding().options(),
                          policy->stateOptions(), threads);
  if (llvm::Error error =
          GuidedRun(*policy, **bound, space, *budget, options).run())
    return std::move(error);
  return std::move(*budget).finish();
}
