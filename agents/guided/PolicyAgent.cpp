#include "agents/guided/PolicyAgent.h"
#include "actions/Schedule.h"
#include "agents/Agent.h"
#include "agents/Policy.h"
#include "agents/guided/Drafts.h"
#include "agents/guided/PolicySearch.h"
#include "lowering/target/Target.h"
#include "lowering/target/TargetFeatures.h"
#include "program/Program.h"
#include "program/RandomStream.h"
#include "program/Try.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Error.h"
#include <algorithm>
#include <memory>
#include <vector>

using namespace mlirgym;

namespace {
/// Consecutive rounds of walks without a new schedule after which the policy
/// counts as deterministic.
constexpr unsigned maxMisses = 30;
/// Schedules drawn for each batch that is measured, if the policy ranks them.
constexpr unsigned drawnPerBatch = 96;

/// Replaces a SampleBudget: records the candidates that it would measure.
class ScheduleList {
public:
  ScheduleList(unsigned most, unsigned perBatch)
      : count(most), batch(perBatch) {}
  bool exhausted() const { return schedules.size() == count; }
  bool batchIsFull() const { return schedules.size() - ran >= batch; }
  bool propose(const Schedule &canonical) {
    if (exhausted() || canonical.empty() ||
        !known.insert(canonical.text()).second)
      return false;
    schedules.push_back(canonical);
    return true;
  }
  llvm::Expected<size_t> run() { return ran = schedules.size(); }

  std::vector<Schedule> schedules;

private:
  unsigned count, batch;
  size_t ran = 0;
  llvm::StringSet<> known;
};

/// One optimize() of a policy. `Budget`: SampleBudget or ScheduleList.
template <typename Budget> class PolicyRun {
public:
  PolicyRun(const Policy &from, BoundPolicy &on, const Target &target,
            unsigned threads, double vectorsPerCycle, Budget &spent,
            const SearchOptions &options)
      : policy(from), drafter(from, on, target, threads, vectorsPerCycle),
        budget(spent), random(options.seed),
        batch(std::max(1u, options.batch)) {}

  llvm::Error measure() {
    return policy.ranksSchedules() ? measureRanked() : measureSamples();
  }

private:
  llvm::Error measureSamples();
  llvm::Error measureRanked();
  llvm::Expected<std::vector<Draft>> greedy() {
    return drafter.draw(1, likeliest);
  }
  llvm::Expected<std::vector<Draft>> samples(unsigned count) {
    return drafter.draw(count, sampling(random));
  }
  /// Adds drafts to the pool that were never in it.
  void pool(std::vector<Draft> drafts);
  /// The indices of the waiting drafts.
  std::vector<size_t> bestFirst() const;
  llvm::Error runBatch() { return budget.run().takeError(); }

  const Policy &policy;
  Drafter drafter;
  Budget &budget;
  RandomStream random;
  unsigned batch;
  /// For measureRanked(): drafts not yet measured, and the texts of all drafts
  /// so far.
  std::vector<Draft> waiting;
  llvm::StringSet<> pooled;
};

template <typename Budget> llvm::Error PolicyRun<Budget>::measureSamples() {
  MLIRGYM_TRY(std::vector<Draft> drafts, greedy());
  budget.propose(drafts.front().schedule());
  for (unsigned misses = 0; !budget.exhausted() && misses < maxMisses;) {
    MLIRGYM_TRY(drafts, samples(batch));
    unsigned fresh = 0;
    for (const Draft &draft : drafts)
      fresh += budget.propose(draft.schedule());
    misses = fresh > 0 ? 0 : misses + 1;
    if (budget.batchIsFull())
      MLIRGYM_TRY_TO(runBatch());
  }
  return runBatch();
}

template <typename Budget>
void PolicyRun<Budget>::pool(std::vector<Draft> drafts) {
  for (Draft &draft : drafts)
    if (pooled.insert(draft.schedule().text()).second)
      waiting.push_back(std::move(draft));
}

template <typename Budget>
std::vector<size_t> PolicyRun<Budget>::bestFirst() const {
  // Among equals the first, so that the seed determines the order.
  std::vector<std::pair<double, size_t>> order;
  for (auto [index, draft] : llvm::enumerate(waiting))
    order.push_back({-draft.score(), index});
  llvm::sort(order);
  std::vector<size_t> indices;
  for (auto [score, index] : order)
    indices.push_back(index);
  return indices;
}

template <typename Budget> llvm::Error PolicyRun<Budget>::measureRanked() {
  MLIRGYM_TRY(auto first, greedy());
  pool(std::move(first));
  for (unsigned misses = 0; !budget.exhausted() && misses < maxMisses;) {
    MLIRGYM_TRY(auto drafts, samples(drawnPerBatch));
    const size_t before = pooled.size();
    pool(std::move(drafts));
    misses = pooled.size() > before ? 0 : misses + 1;
    std::vector<Draft> left;
    for (size_t index : bestFirst())
      if (!budget.batchIsFull() && !budget.exhausted())
        budget.propose(waiting[index].schedule());
      else
        left.push_back(std::move(waiting[index]));
    waiting = std::move(left);
    MLIRGYM_TRY_TO(runBatch());
  }
  return llvm::Error::success();
}
} // namespace

llvm::Error PolicyAgent::search(const PolicySearchTask &task) {
  return PolicyRun(task.policy, task.bound, task.target, task.threads,
                   task.vectorsPerCycle, task.budget, task.options)
      .measure();
}

llvm::Expected<std::vector<Schedule>> mlirgym::proposeSchedules(
    const Policy &policy, std::shared_ptr<const Program> program,
    const Target &target, unsigned threads, const SearchOptions &options) {
  MLIRGYM_TRY(auto bound,
              policy.bind(std::move(program),
                          featuresOf(target, policy.askedThreads(threads))));
  ScheduleList list(options.budget, std::max(1u, options.batch));
  PolicyRun run(policy, *bound, target, threads, /*vectorsPerCycle=*/1, list,
                options);
  MLIRGYM_TRY_TO(run.measure());
  return std::move(list.schedules);
}
