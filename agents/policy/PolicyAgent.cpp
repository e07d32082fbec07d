#include "agents/policy/TrainedPolicy.h"
#include "agents/search/SampleBudget.h"
#include "program/RandomStream.h"
#include "llvm/ADT/StringSet.h"
#include <cmath>

using namespace mlirgym;

namespace {
/// Rounds of walks in a row that may bring nothing new: the policy is sure of
/// itself then.
constexpr unsigned maxMisses = 30;
/// Schedules drawn for each batch that is measured, if the policy ranks them.
constexpr unsigned drawnPerBatch = 96;
/// Critics err most on what is unlike the schedules that they have seen, which
/// are those that the policy finds likely.
constexpr double weightOfLikelihood = 0.15;

/// A schedule that a policy proposes.
struct Draft {
  Schedule schedule;
  double logProbability = 0;
  /// What the critic says of it, if it was asked.
  double value = 0;
  double score() const { return value + weightOfLikelihood * logProbability; }
};

/// Chooses the next decision of a walk.
using Choose = llvm::function_ref<unsigned(llvm::ArrayRef<float> logits)>;

/// log(softmax(logits)[action]).
double logProbabilityOf(llvm::ArrayRef<float> logits, unsigned action) {
  const double highest = logits[likeliest(logits)];
  double sum = 0;
  for (float logit : logits)
    sum += std::exp(logit - highest); // 0 where it is minus infinity
  return logits[action] - highest - std::log(sum);
}

/// In place of a SampleBudget: keeps what it would measure.
class ScheduleList {
public:
  ScheduleList(unsigned most, unsigned perBatch)
      : count(most), batch(perBatch) {}
  bool exhausted() const { return schedules.size() == count; }
  bool batchIsFull() const { return schedules.size() - ran >= batch; }
  bool propose(const Schedule &schedule) {
    Schedule canonical = schedule.canonical();
    if (exhausted() || canonical.empty() ||
        !known.insert(canonical.text()).second)
      return false;
    schedules.push_back(std::move(canonical));
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
  PolicyRun(const Policy &from, BoundPolicy &on, Budget &spent,
            const SearchOptions &options)
      : policy(from), bound(on), budget(spent), random(options.seed),
        batch(std::max(1u, options.batch)) {}

  llvm::Error measure() {
    return policy.ranksSchedules() ? measureRanked() : measureSamples();
  }

private:
  llvm::Error measureSamples();
  llvm::Error measureRanked();
  /// `count` episodes side by side.
  llvm::Expected<std::vector<Draft>> walk(unsigned count, Choose choose);
  llvm::Expected<std::vector<Draft>> greedy() { return walk(1, likeliest); }
  llvm::Expected<std::vector<Draft>> samples(unsigned count) {
    return walk(count, [this](llvm::ArrayRef<float> logits) {
      return sampleAction(logits, random.uniform());
    });
  }
  /// Adds to the pool what was never in it.
  void pool(std::vector<Draft> drafts);
  llvm::Error runBatch() { return budget.run().takeError(); }

  const Policy &policy;
  BoundPolicy &bound;
  Budget &budget;
  RandomStream random;
  unsigned batch;
  /// measureRanked(): not measured yet, and the text of all that ever were.
  std::vector<Draft> waiting;
  llvm::StringSet<> pooled;
};

template <typename Budget>
llvm::Expected<std::vector<Draft>> PolicyRun<Budget>::walk(unsigned count,
                                                           Choose choose) {
  std::vector<DecisionState> states(count, bound.start());
  std::vector<Draft> drafts(count);
  std::vector<unsigned> underWay;
  std::vector<const DecisionState *> asked;
  while (true) {
    underWay.clear();
    asked.clear();
    for (unsigned i = 0; i < count; ++i)
      if (!states[i].schedule.finished()) {
        underWay.push_back(i);
        asked.push_back(&states[i]);
      }
    if (underWay.empty())
      break;
    llvm::Expected<PolicyOutput> output = bound.evaluate(asked);
    if (!output)
      return output.takeError();
    for (auto [row, i] : llvm::enumerate(underWay)) {
      llvm::ArrayRef<float> logits = output->logitsOf(row);
      const unsigned action = choose(logits);
      drafts[i].logProbability += logProbabilityOf(logits, action);
      policy.encoding().step(states[i], action);
    }
  }
  if (policy.ranksSchedules()) {
    for (const DecisionState &state : states)
      asked.push_back(&state);
    llvm::Expected<llvm::ArrayRef<float>> values = bound.values(asked);
    if (!values)
      return values.takeError();
    for (auto [draft, value] : llvm::zip_equal(drafts, *values))
      draft.value = value;
  }
  for (auto [draft, state] : llvm::zip_equal(drafts, states))
    draft.schedule = state.schedule.schedule();
  return drafts;
}

template <typename Budget> llvm::Error PolicyRun<Budget>::measureSamples() {
  auto drafts = greedy();
  if (!drafts)
    return drafts.takeError();
  budget.propose(drafts->front().schedule);
  for (unsigned misses = 0; !budget.exhausted() && misses < maxMisses;) {
    drafts = samples(batch);
    if (!drafts)
      return drafts.takeError();
    unsigned fresh = 0;
    for (const Draft &draft : *drafts)
      fresh += budget.propose(draft.schedule);
    misses = fresh > 0 ? 0 : misses + 1;
    if (budget.batchIsFull())
      if (llvm::Error error = runBatch())
        return error;
  }
  return runBatch();
}

template <typename Budget>
void PolicyRun<Budget>::pool(std::vector<Draft> drafts) {
  for (Draft &draft : drafts)
    if (pooled.insert(draft.schedule.canonical().text()).second)
      waiting.push_back(std::move(draft));
}

template <typename Budget> llvm::Error PolicyRun<Budget>::measureRanked() {
  auto first = greedy();
  if (!first)
    return first.takeError();
  pool(std::move(*first));
  for (unsigned misses = 0; !budget.exhausted() && misses < maxMisses;) {
    auto drafts = samples(drawnPerBatch);
    if (!drafts)
      return drafts.takeError();
    const size_t before = pooled.size();
    pool(std::move(*drafts));
    misses = pooled.size() > before ? 0 : misses + 1;
    // Stable, so that a seed decides among equals.
    llvm::stable_sort(waiting, [](const Draft &a, const Draft &b) {
      return a.score() > b.score();
    });
    size_t taken = 0;
    while (taken < waiting.size() && !budget.batchIsFull() &&
           !budget.exhausted())
      budget.propose(waiting[taken++].schedule);
    waiting.erase(waiting.begin(), waiting.begin() + taken);
    if (llvm::Error error = runBatch())
      return error;
  }
  return llvm::Error::success();
}

class PolicyAgent : public Agent {
public:
  explicit PolicyAgent(std::shared_ptr<const Policy> policy)
      : policy(std::move(policy)) {}

  llvm::StringRef name() const override { return policy->name(); }
  llvm::Expected<SearchResult> optimize(std::shared_ptr<const Program> program,
                                        Execution &execution,
                                        const SearchOptions &options) override;

private:
  std::shared_ptr<const Policy> policy;
};

llvm::Expected<SearchResult>
PolicyAgent::optimize(std::shared_ptr<const Program> program,
                      Execution &execution, const SearchOptions &options) {
  llvm::Expected<SampleBudget> budget =
      SampleBudget::start(program, execution, options);
  if (!budget)
    return budget.takeError();
  llvm::Expected<std::unique_ptr<BoundPolicy>> bound =
      policy->bind(program, execution.options().threads);
  if (!bound)
    return bound.takeError();
  PolicyRun run(*policy, **bound, *budget, options);
  if (llvm::Error error = run.measure())
    return std::move(error);
  return std::move(*budget).finish();
}
} // namespace

std::unique_ptr<Agent>
mlirgym::makePolicyAgent(std::shared_ptr<const Policy> policy) {
  return std::make_unique<PolicyAgent>(std::move(policy));
}

llvm::Expected<std::vector<Schedule>>
mlirgym::proposeSchedules(const Policy &policy,
                          std::shared_ptr<const Program> program,
                          unsigned threads, const SearchOptions &options) {
  auto bound = policy.bind(std::move(program), threads);
  if (!bound)
    return bound.takeError();
  ScheduleList list(options.budget, std::max(1u, options.batch));
  PolicyRun run(policy, **bound, list, options);
  if (llvm::Error error = run.measure())
    return std::move(error);
  return std::move(list.schedules);
}

llvm::Expected<std::unique_ptr<Agent>>
mlirgym::loadAgent(llvm::StringRef checkpoint) {
  llvm::Expected<std::shared_ptr<const Policy>> policy = loadPolicy(checkpoint);
  if (!policy)
    return policy.takeError();
  return makePolicyAgent(std::move(*policy));
}
