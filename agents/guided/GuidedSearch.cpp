#include "agents/guided/GuidedSearch.h"
#include "actions/Schedule.h"
#include "actions/ScheduleState.h"
#include "agents/Policy.h"
#include "agents/guided/CandidatePool.h"
#include "agents/guided/Drafts.h"
#include "agents/guided/PolicySearch.h"
#include "agents/search/SampleBudget.h"
#include "agents/search/ScheduleDomain.h"
#include "agents/search/SearchDomain.h"
#include "agents/search/SearchSpace.h"
#include "agents/search/strategies/Population.h"
#include "program/RandomStream.h"
#include "program/Try.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

using namespace mlirgym;

namespace {
/// Candidates drawn for each batch: by the policy from the start (more before
/// the first measurement), by the policy from a beginning of a parent, and by
/// evolution.
constexpr unsigned firstDraws = 96, draws = 48, redecisions = 48,
                   variations = 96, sketches = 16;
/// Number of parents: the best measured candidates.
constexpr size_t numParents = 16;
/// Share of each batch that evolution chooses, once there are parents.
constexpr double evolutionsShare = 0.125;
/// Consecutive rounds without a new candidate after which the space counts as
/// exhausted.
constexpr unsigned maxMisses = 30;
/// Tag in the pool of the policy's candidates; evolution's have the number of
/// the round.
constexpr unsigned ofPolicy = 0;

/// One optimize() of a guided search.
class GuidedRun {
public:
  GuidedRun(const PolicySearchTask &task, const SearchSpace &space)
      : drafter(task.policy, task.bound, task.target, task.threads,
                task.vectorsPerCycle),
        domain(space), budget(task.budget), random(task.options.seed),
        pool(task.budget) {}

  llvm::Error run(llvm::ArrayRef<Sample> starts);

private:
  llvm::Error learnFrom(llvm::ArrayRef<Sample> starts);
  /// Those that the policy's encoding can express.
  llvm::Expected<std::vector<Draft>> judged(llvm::ArrayRef<Schedule> schedules);
  /// New candidates.
  llvm::Error draw();
  llvm::Expected<std::vector<Draft>> redecided();
  llvm::Expected<std::vector<Draft>> evolved();
  Schedule variation();
  size_t parent();

  llvm::Error measure();
  /// Gives evolution its share of the next batch.
  void explore();
  void keepAsParent(PooledDraft measured);

  Drafter drafter;
  const ScheduleDomain domain;
  SampleBudget &budget;
  RandomStream random;
  CandidatePool pool;
  unsigned round = 0;
  /// The best measured candidates, the fastest first, each once.
  std::vector<PooledDraft> parents;
};

llvm::Error GuidedRun::run(llvm::ArrayRef<Sample> starts) {
  MLIRGYM_TRY(auto first, drafter.draw(1, likeliest));
  pool.add(std::move(first), ofPolicy);
  for (unsigned misses = 0; !budget.exhausted() && misses < maxMisses;) {
    ++round;
    MLIRGYM_TRY_TO(draw());
    misses = pool.waiting().empty() ? misses + 1 : 0;
    MLIRGYM_TRY_TO(measure());
    // The policy's first batch does not depend on them: they may be of a form
    // that is slow here, and others then seem to be no better.
    if (round == 1)
      MLIRGYM_TRY_TO(learnFrom(starts));
    budget.expect(pool.expectedGain());
  }
  return llvm::Error::success();
}

llvm::Error GuidedRun::learnFrom(llvm::ArrayRef<Sample> starts) {
  std::vector<Schedule> schedules;
  for (const Sample &start : starts)
    schedules.push_back(start.candidate.schedule);
  MLIRGYM_TRY(auto drafts, judged(schedules));
  for (Draft &draft : drafts) {
    const std::string key = Candidate(draft.schedule()).key();
    const auto *start = llvm::find_if(starts, [&](const Sample &each) {
      return each.candidate.key() == key;
    });
    if (start != starts.end())
      keepAsParent(pool.addMeasured(std::move(draft), *start));
  }
  return llvm::Error::success();
}

llvm::Expected<std::vector<Draft>>
GuidedRun::judged(llvm::ArrayRef<Schedule> schedules) {
  MLIRGYM_TRY(auto drafts, drafter.judge(schedules));
  std::vector<Draft *> all;
  for (Draft &draft : drafts)
    all.push_back(&draft);
  MLIRGYM_TRY_TO(drafter.addLogProbabilities(all));
  return drafts;
}

llvm::Error GuidedRun::draw() {
  MLIRGYM_TRY(auto drawn, drafter.draw(parents.empty() ? firstDraws : draws,
                                       sampling(random)));
  pool.add(std::move(drawn), ofPolicy);
  MLIRGYM_TRY(auto fromParents, redecided());
  pool.add(std::move(fromParents), ofPolicy);
  MLIRGYM_TRY(auto fromEvolution, evolved());
  pool.add(std::move(fromEvolution), round);
  return llvm::Error::success();
}

llvm::Expected<std::vector<Draft>> GuidedRun::redecided() {
  std::vector<DraftBeginning> beginnings;
  for (unsigned i = 0; i < redecisions && !parents.empty(); ++i) {
    const Draft &draft = parents[parent()].draft;
    beginnings.push_back(draft.beginning(random.below(draft.decisions.size())));
  }
  return drafter.redecide(beginnings, sampling(random));
}

llvm::Expected<std::vector<Draft>> GuidedRun::evolved() {
  std::vector<Schedule> schedules;
  llvm::StringSet<> fresh;
  auto add = [&](const Schedule &schedule) {
    const std::string text = schedule.text();
    if (!pool.contains(text) && fresh.insert(text).second)
      schedules.push_back(schedule);
  };
  for (unsigned i = 0; i < sketches; ++i)
    add(domain.plausible(random).schedule);
  for (unsigned i = 0; i < variations && !parents.empty(); ++i)
    add(variation());
  return judged(schedules);
}

Schedule GuidedRun::variation() {
  const Candidate mother = parents[parent()].draft.schedule();
  if (parents.size() == 1 || random.chance(0.75))
    return domain.mutate(mother, random).schedule;
  const Candidate father = parents[parent()].draft.schedule();
  return domain.cross(mother, father, random).schedule;
}

size_t GuidedRun::parent() { return drawByTournament(parents.size(), random); }

void GuidedRun::explore() {
  if (parents.empty())
    return;
  for (unsigned i = budget.nextModelBatch(); i > 0; --i) {
    if (!random.chance(evolutionsShare))
      continue;
    std::vector<size_t> evolved;
    for (auto [index, candidate] : llvm::enumerate(pool.waiting()))
      if (candidate.tag == round)
        evolved.push_back(index);
    if (!evolved.empty())
      pool.choose(random.pick(llvm::ArrayRef(evolved)));
  }
}

llvm::Error GuidedRun::measure() {
  explore();
  MLIRGYM_TRY(auto measured, pool.measure());
  for (PooledDraft &each : measured)
    keepAsParent(std::move(each));
  return llvm::Error::success();
}

void GuidedRun::keepAsParent(PooledDraft measured) {
  if (measured.speedup <= 0)
    return;
  const auto place = llvm::find_if(parents, [&](const PooledDraft &other) {
    return other.speedup <= measured.speedup;
  });
  // Exactly equal speedups mean the same code, which is measured only once.
  if (place != parents.end() && place->speedup == measured.speedup)
    return;
  parents.insert(place, std::move(measured));
  if (parents.size() > numParents)
    parents.pop_back();
}
} // namespace

llvm::Error GuidedSearch::search(const PolicySearchTask &task) {
  const StateOptions state = task.bound.start().schedule.options();
  const SearchSpace space(
      task.program,
      policy->encodingOn(task.threads, state.limits, task.options.encoding),
      state, task.threads);
  return GuidedRun(task, space).run(task.starts);
}
